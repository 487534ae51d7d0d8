// Runs the sinew command as a shell would, and looks at what comes out.
#pragma once

#include <string>
#include <vector>

namespace sinew::test {

struct CommandResult {
  int exit_code = -1;  ///< -1: it did not end by itself
  std::string out, err;
};

/// Runs "sinew ARGUMENTS..." with nothing on standard input. `folder`: where it runs; empty: here.
CommandResult run_sinew(const std::vector<std::string>& arguments, const std::string& folder = {});

}  // namespace sinew::test
