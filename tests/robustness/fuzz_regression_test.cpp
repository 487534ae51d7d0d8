// Every input that a fuzzer ever found a fault with, once more.
#include <gtest/gtest.h>

#include <filesystem>

#include "sinew/file.hpp"
#include "targets.hpp"

namespace sinew {
namespace {

namespace fs = std::filesystem;

TEST(FuzzRegression, InputsThatFailedOnceAreFine) {
  const fs::path folder = fs::path(SINEW_TEST_DATA) / "fuzz";
  std::size_t inputs = 0;
  for (const fuzz::Target& target : fuzz::targets()) {
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(folder / target.name, none)) {
      SCOPED_TRACE(entry.path().string());
      const Result<std::string> bytes = read_file(entry.path().string());
      ASSERT_TRUE(bytes) << bytes.error();
      target.run(*bytes);
      ++inputs;
    }
  }
  EXPECT_GT(inputs, 0u);
}

TEST(FuzzRegression, EveryTargetTakesNothingAndOneByte) {
  for (const fuzz::Target& target : fuzz::targets()) {
    target.run({});
    for (int byte = 0; byte < 256; ++byte) {
      const char one = static_cast<char>(byte);
      target.run({&one, 1});
    }
  }
}

}  // namespace
}  // namespace sinew
