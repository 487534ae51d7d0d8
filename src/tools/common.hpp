// What all sub-commands do in the same way: exit codes, messages, loading, output.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/load.hpp"
#include "sinew/result.hpp"

namespace sinew::tools {

// Every sub-command lives in a file of its own and is added by a function
//
//     void add_thing_command(CLI::App& app, int& exit_code);
//
// which main.cpp calls. The command's callback sets `exit_code` to one of these. Results go to standard output, and
// only once nothing can fail any more; everything else goes to standard error.
inline constexpr int exit_success = 0;
inline constexpr int exit_fell_short = 1;  ///< a file is invalid, frames differ, an output cannot be written
inline constexpr int exit_usage = 2;       ///< what was asked for makes no sense

/// "sinew: error: hero.json:12:7: /bones/3/parent: There is ...": returns exit_fell_short.
int print_error(const Error& error);
/// "sinew: error: " and a sentence. Returns exit_fell_short.
int print_error(std::string_view sentence);
/// "sinew pose: " and a sentence, for arguments that make no sense. Returns exit_usage.
int print_usage_error(std::string_view command, std::string_view sentence);
void print_warning(const Warning& warning);

/// Prints warnings, of a kind that comes often the first few; `command` is named as the one that lists all.
void print_warnings(const std::vector<Warning>& warnings, std::string_view command);

/// Loads a skeleton and prints its warnings to standard error (a kind of warning that comes often: the first few of
/// it).
[[nodiscard]] Result<SkeletonDataPtr> load_and_warn(const std::string& path, LoadOptions options = {});

/// Adds "--semantics rigby|spine|auto".
CLI::Option* add_semantics_option(CLI::App& command, Semantics& semantics);

/// Lets an option take numbers from `low` to `high` only, and neither NaN nor nothing; `what` completes the sentence
/// "'x' is not ...": "a rate from 1 to 10".
[[nodiscard]] CLI::Validator number_between(double low, double high, std::string what);
/// Lets an option take any name but an empty one, which is what a shell makes of a variable that is not set.
[[nodiscard]] CLI::Validator not_empty();

/// Writes all of `result` to standard output, with controls other than line feeds made visible (base/visible_text.hpp).
/// Returns exit_success, or exit_fell_short after a message (a full disk).
int print_result(std::string_view result);

/// Writes a file so that it is either whole or not there: into a file beside it, which then takes its name.
/// "-" is standard output.
[[nodiscard]] Status write_output(const std::string& path, std::string_view bytes);

/// Whether standard error is a terminal: only then is progress shown.
[[nodiscard]] bool shows_progress();

/// The names that `name` may have been meant to be, best first, at most `most`.
[[nodiscard]] std::vector<std::string_view> similar_names(std::string_view name,
                                                          const std::vector<std::string_view>& names,
                                                          std::size_t most = 3);

/// "There is no animation called 'wlak'. Did you mean 'walk'?"; with no similar name, what there is.
[[nodiscard]] Error unknown_name_error(std::string_view kind, std::string_view name,
                                       const std::vector<std::string_view>& names, std::string_view file);

/// The names of a skeleton's animations, skins, ...
template <class Things>
[[nodiscard]] std::vector<std::string_view> names_of(const Things& things) {
  std::vector<std::string_view> names;
  for (const auto& thing : things) names.push_back(thing.name);
  return names;
}

/// "1.50": with exactly so many decimals (at most 9).
[[nodiscard]] std::string fixed(double value, int decimals);

/// Columns that text takes: characters, not bytes.
[[nodiscard]] std::size_t text_width(std::string_view utf8) noexcept;
/// The text, filled with spaces to a width.
[[nodiscard]] std::string left(std::string_view utf8, std::size_t width);
[[nodiscard]] std::string right(std::string_view utf8, std::size_t width);
/// The width of a column that a text is to fit into too, `width` until now. Names beyond 40 characters are not waited
/// for, they push what follows in their own row: else one long name would fill every row with spaces.
[[nodiscard]] std::size_t wider(std::size_t width, std::string_view utf8) noexcept;

}  // namespace sinew::tools
