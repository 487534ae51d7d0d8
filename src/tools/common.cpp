#include "tools/common.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <map>

#include "base/follow_links.hpp"
#include "base/number_text.hpp"
#include "base/system_reason.hpp"
#include "base/visible_text.hpp"
#include "sinew/skeleton_data.hpp"
#include "tools/file_kind.hpp"

namespace sinew::tools {

namespace {

void print_to_stderr(const std::string& line) {
  std::fwrite(line.data(), 1, line.size(), stderr);
}

/// Number of insertions, deletions, replacements and swaps of neighbours from one name to the other, letter case free.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = lower(a[i - 1]) == lower(b[j - 1]);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1])) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
    before.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

Error write_error(const std::string& path) {
  return Error{
      ErrorCode::file_not_writable, "The file cannot be written: " + system_reason(errno) + '.', {path, 0, 0, {}, {}}};
}

}  // namespace

int print_error(const Error& error) {
  print_to_stderr("sinew: error: " + visible_text(error.to_string()) + '\n');
  return exit_fell_short;
}

int print_error(std::string_view sentence) {
  print_to_stderr("sinew: error: " + visible_text(sentence) + '\n');
  return exit_fell_short;
}

int print_usage_error(std::string_view command, std::string_view sentence) {
  const std::string name = command.empty() ? "sinew" : "sinew " + std::string(command);
  print_to_stderr(name + ": " + visible_text(sentence) + " See '" + name + " --help'.\n");
  return exit_usage;
}

void print_warning(const Warning& warning) {
  print_to_stderr("sinew: warning: " + visible_text(warning.to_string()) + '\n');
}

void print_warnings(const std::vector<Warning>& warnings, std::string_view command) {
  constexpr std::size_t most_of_a_kind = 5;
  std::map<ErrorCode, std::size_t> seen;
  for (const Warning& warning : warnings) {
    if (++seen[warning.code] <= most_of_a_kind) print_warning(warning);
  }
  std::size_t left_out = 0;
  for (const auto& [code, count] : seen) left_out += count - std::min(count, most_of_a_kind);
  if (left_out > 0) {
    print_to_stderr("sinew: warning: " + std::to_string(left_out) + " more warnings like these; '" +
                    std::string(command) + "' lists all.\n");
  }
}

Result<SkeletonDataPtr> load_and_warn(const std::string& path, LoadOptions options) {
  std::vector<Warning> warnings;
  if (options.warnings == nullptr) options.warnings = &warnings;
  Result<SkeletonDataPtr> data = load_skeleton(path, options);
  if (!data) return explain_wrong_kind(data.error(), path);
  print_warnings(*options.warnings, "sinew info");
  return data;
}

CLI::Option* add_semantics_option(CLI::App& command, Semantics& semantics) {
  static const std::map<std::string, Semantics> names = {
      {"auto", Semantics::automatic}, {"rigby", Semantics::rigby}, {"spine", Semantics::spine}};
  return command
      .add_option_function<std::string>(
          "--semantics", [&semantics](const std::string& name) { semantics = names.at(name); },
          "Whose rules to play by: rigby, spine or auto (what the file's header says)")
      ->option_text("RULES")
      ->check(CLI::IsMember({"auto", "rigby", "spine"}));
}

CLI::Validator number_between(double low, double high, std::string what) {
  const auto check = [low, high, what = std::move(what)](std::string& text) -> std::string {
    double value = 0;  // CLI11 reads an empty text as 0
    if (!text.empty() && CLI::detail::lexical_cast(text, value) && value >= low && value <= high) return {};
    return "'" + text + "' is not " + what;
  };
  return CLI::Validator(check, "");
}

CLI::Validator not_empty() {
  return CLI::Validator([](std::string& text) { return std::string(text.empty() ? "The name is empty" : ""); }, "");
}

int print_result(std::string_view result) {
  // Names in it are made visible one by one, where a line feed in a name would start a line; this is for those that
  // were forgotten. JSON has nothing of the kind: JsonOutput writes it as \uXXXX.
  const std::string text = visible_lines(result);
  errno = 0;
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (std::fflush(stdout) == 0 && written) return exit_success;
  return print_error("Standard output cannot be written: " + system_reason(errno) + '.');
}

Status write_output(const std::string& path, std::string_view bytes) {
  if (path == "-") {
    errno = 0;
    const bool written = std::fwrite(bytes.data(), 1, bytes.size(), stdout) == bytes.size();
    if (std::fflush(stdout) == 0 && written) return ok();
    return write_error("standard output");
  }
  // A symbolic link stays, and what it points to is replaced. A device or pipe cannot be replaced.
  const std::string followed = follow_links(path);
  if (followed.empty()) {
    errno = ELOOP;
    return write_error(path);
  }
  std::error_code problem;
  const std::filesystem::file_status status = std::filesystem::status(path, problem);
  if (std::filesystem::is_directory(status)) {
    return Error{ErrorCode::file_not_writable, "The file cannot be written: it is a folder.", {path, 0, 0, {}, {}}};
  }
  const bool direct = std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
  const std::string target = direct ? path : followed;
  // Beside the target, for a name can only be exchanged within one file system.
  const std::string temporary = direct ? target : target + ".part-" + std::to_string(::getpid());
  errno = 0;
  std::FILE* file = std::fopen(temporary.c_str(), "wb");
  if (file == nullptr) return write_error(path);
  bool written = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size() && std::fflush(file) == 0;
  int why = errno;
  written = std::fclose(file) == 0 && written;
  if (written && (direct || std::rename(temporary.c_str(), target.c_str()) == 0)) return ok();
  if (why == 0) why = errno;
  if (!direct) std::remove(temporary.c_str());
  errno = why;
  return write_error(path);
}

bool shows_progress() {
  return ::isatty(STDERR_FILENO) != 0;
}

std::vector<std::string_view> similar_names(std::string_view name, const std::vector<std::string_view>& names,
                                            std::size_t most) {
  constexpr std::size_t longest = 256;  // the comparison's cost is the product of the lengths
  if (name.size() > longest) return {};
  std::vector<std::pair<std::size_t, std::string_view>> found;
  for (const std::string_view candidate : names) {
    if (candidate.size() > longest) continue;
    std::size_t distance = edit_distance(name, candidate);
    const bool part = name.size() >= 3 && (candidate.find(name) != std::string_view::npos ||
                                           (candidate.size() >= 3 && name.find(candidate) != std::string_view::npos));
    const std::size_t allowed = std::max<std::size_t>(1, std::max(name.size(), candidate.size()) / 3);
    if (part) distance = std::min(distance, allowed);
    if (distance <= allowed) found.emplace_back(distance, candidate);
  }
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string_view> best;
  for (const auto& [distance, candidate] : found) {
    if (best.size() == most) break;
    best.push_back(candidate);
  }
  return best;
}

Error unknown_name_error(std::string_view kind, std::string_view name, const std::vector<std::string_view>& names,
                         std::string_view file) {
  constexpr std::size_t most_listed = 20;
  std::string message = "There is no " + std::string(kind) + " called '" + std::string(name) + "'.";
  const auto quote = [](std::string_view text) { return "'" + std::string(text) + "'"; };
  const std::vector<std::string_view> similar = similar_names(name, names);
  if (names.empty()) {
    message += " The file has none.";
  } else if (!similar.empty()) {
    message += " Did you mean " + quote(similar[0]);
    for (std::size_t i = 1; i < similar.size(); ++i)
      message += (i + 1 == similar.size() ? " or " : ", ") + quote(similar[i]);
    message += '?';
  } else {
    message += " There is";
    for (std::size_t i = 0; i < std::min(names.size(), most_listed); ++i)
      message += (i == 0 ? " " : ", ") + quote(names[i]);
    if (names.size() > most_listed) message += " and " + std::to_string(names.size() - most_listed) + " more";
    message += '.';
  }
  return Error{ErrorCode::unknown_name, message, {std::string(file), 0, 0, {}, {}}};
}

std::string fixed(double value, int decimals) {
  std::string text = rounded(value, decimals);
  if (decimals == 0 || text.find_first_not_of("-0123456789.") != std::string::npos) return text;  // 1e300, null
  const std::size_t point = text.find('.');
  const auto wanted = static_cast<std::size_t>(decimals);
  if (point == std::string::npos) return text + '.' + std::string(wanted, '0');
  const std::size_t present = text.size() - point - 1;
  return text + std::string(present < wanted ? wanted - present : 0, '0');
}

std::size_t text_width(std::string_view utf8) noexcept {
  return static_cast<std::size_t>(
      std::count_if(utf8.begin(), utf8.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0u) != 0x80u; }));
}

std::string left(std::string_view utf8, std::size_t width) {
  std::string text(utf8);
  const std::size_t used = text_width(utf8);
  if (used < width) text.append(width - used, ' ');
  return text;
}

std::size_t wider(std::size_t width, std::string_view utf8) noexcept {
  constexpr std::size_t widest = 40;
  return std::max(width, std::min(text_width(utf8), widest));
}

std::string right(std::string_view utf8, std::size_t width) {
  const std::size_t used = text_width(utf8);
  return std::string(used < width ? width - used : 0, ' ') + std::string(utf8);
}

}  // namespace sinew::tools
