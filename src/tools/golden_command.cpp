// sinew golden: check golden files, record new ones.

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <memory>
#include <set>

#include "base/number_text.hpp"
#include "base/system_reason.hpp"
#include "base/visible_text.hpp"
#include "sinew/file.hpp"
#include "sinew/golden.hpp"
#include "tools/commands.hpp"
#include "tools/common.hpp"

namespace sinew::tools {

namespace {

namespace fs = std::filesystem;

// ---------------------------------------------------------------------------------------------------------------------
// check

struct CheckArguments {
  std::vector<std::string> files;
  std::string corpus;
  GoldenMode mode = GoldenMode::any;
};

/// Files as they are named, folders as the golden files below them, sorted.
Result<std::vector<std::string>> find_golden_files(const std::vector<std::string>& arguments) {
  std::vector<std::string> files;
  std::set<std::string> seen;
  const auto add = [&](const std::string& path) {
    if (seen.insert(path).second) files.push_back(path);
  };
  for (const std::string& argument : arguments) {
    std::error_code problem;
    if (!fs::is_directory(argument, problem)) {
      add(argument);
      continue;
    }
    std::vector<std::string> found;
    auto walk = fs::recursive_directory_iterator(argument, fs::directory_options::skip_permission_denied, problem);
    for (; !problem && walk != fs::recursive_directory_iterator(); walk.increment(problem)) {
      std::error_code ignored;
      if (walk->path().string().ends_with(".golden.json") && !walk->is_directory(ignored)) {
        found.push_back(walk->path().string());
      }
    }
    if (problem) {
      return Error{ErrorCode::file_not_readable,
                   "The folder cannot be read: " + system_reason(problem.value()) + '.',
                   {argument, 0, 0, {}, {}}};
    }
    std::sort(found.begin(), found.end());
    for (const std::string& path : found) add(path);
  }
  return files;
}

/// Absolute, without links and dots. What is not there yet keeps its name.
fs::path canonical_path(const fs::path& path) {
  std::error_code problem;
  const fs::path absolute = fs::absolute(path, problem);
  const fs::path canonical = fs::weakly_canonical(absolute, problem);
  return problem ? absolute.lexically_normal() : canonical;
}

/// Below the corpus folder, else below each folder above the golden file, nearest first.
Result<std::string> find_skeleton(const std::string& skeleton, const std::string& golden, const std::string& corpus) {
  const auto error = [&](ErrorCode code, const std::string& message) {
    return Error{code, message, {golden, 0, 0, {}, "/skeleton"}};
  };
  const fs::path relative = fs::path(skeleton).lexically_normal();
  if (skeleton.empty() || relative.is_absolute() || *relative.begin() == "..") {
    return error(ErrorCode::bad_value,
                 "'" + skeleton + "' is not a path below a folder, as 'art/hero.json' is. Name it from the golden " +
                     "file's folder or one above it.");
  }
  std::error_code problem;
  if (!corpus.empty() && fs::exists(fs::path(corpus) / relative, problem))
    return (fs::path(corpus) / relative).string();
  for (const fs::path& start : {fs::absolute(golden, problem), canonical_path(golden)}) {
    for (fs::path folder = start.parent_path();; folder = folder.parent_path()) {
      if (fs::exists(folder / relative, problem)) return (folder / relative).string();
      if (folder == folder.parent_path()) break;
    }
  }
  return error(ErrorCode::unknown_reference,
               "There is no skeleton '" + skeleton + "' below " + (corpus.empty() ? "" : "'" + corpus + "' or ") +
                   "any folder above the golden file" + (corpus.empty() ? "; --corpus says where to look." : "."));
}

Result<GoldenReport> check_file(const std::string& path, const CheckArguments& arguments) {
  const Result<std::string> golden = read_file(path);
  if (!golden) return golden.error();
  const Result<std::string> skeleton = golden_skeleton(*golden, path);
  if (!skeleton) return skeleton.error();
  const Result<std::string> skeleton_path = find_skeleton(*skeleton, path, arguments.corpus);
  if (!skeleton_path) return skeleton_path.error();
  const Result<std::string> bytes = read_file(*skeleton_path);
  if (!bytes) return bytes.error();
  return check_golden(*golden, path, *bytes, *skeleton_path, arguments.mode);
}

/// "1.2e-07": enough to judge a difference by.
std::string short_number(double value) {
  if (value == 0) return "0";
  if (!std::isfinite(value)) return "inf";
  int exponent = 0;
  double mantissa = value;
  while (mantissa >= 9.95) mantissa /= 10, ++exponent;
  while (mantissa < 0.995) mantissa *= 10, --exponent;
  if (exponent >= -3 && exponent < 6) return rounded(value, 4);
  return rounded(mantissa, 1) + "e" + std::to_string(exponent);
}

std::string report_line(const std::string& path, std::size_t path_width, const Result<GoldenReport>& report) {
  const bool passed = report && report->passed();
  std::string line = passed ? "ok    " : "FAIL  ";
  line += left(visible_text(path), path_width);
  if (!report) {
    Error error = report.error();
    if (error.where.file == path) error.where.file.clear();  // it stands in front already
    return line + "  " + right("-", 5) + "  " + right("-", 6) + "  " + right("-", 8) + "  " +
           visible_text(error.to_string()) + '\n';
  }
  line += "  " + right(std::to_string(report->runs), 5) + "  " + right(std::to_string(report->frames), 6) + "  " +
          right(short_number(report->largest), 8) + "  ";
  if (!passed) line += std::to_string(report->failed_frames) + (report->failed_frames == 1 ? " frame: " : " frames: ");
  line += visible_text(report->where);
  while (line.back() == ' ') line.pop_back();
  return line + '\n';
}

int check(const CheckArguments& arguments) {
  std::error_code problem;
  if (!arguments.corpus.empty() && !fs::is_directory(arguments.corpus, problem)) {
    return print_error({ErrorCode::file_not_found, "There is no such folder.", {arguments.corpus, 0, 0, {}, {}}});
  }
  const Result<std::vector<std::string>> files = find_golden_files(arguments.files);
  if (!files) return print_error(files.error());
  if (files->empty()) {
    return print_usage_error("golden check", "There is no file *.golden.json in what was named.");
  }
  std::size_t width = 4;
  for (const std::string& path : *files) width = std::max(width, text_width(visible_text(path)));

  std::size_t passed = 0, failed = 0;
  for (std::size_t i = 0; i < files->size(); ++i) {
    const std::string& path = (*files)[i];
    if (shows_progress()) {
      std::fprintf(stderr, "\r\033[K%zu of %zu  %s", i + 1, files->size(), visible_text(path).c_str());
      std::fflush(stderr);
    }
    const Result<GoldenReport> report = check_file(path, arguments);
    if (shows_progress()) std::fputs("\r\033[K", stderr);
    if (report && report->runs == 0) continue;  // none of the mode asked for
    ++(report && report->passed() ? passed : failed);
    if (print_result(report_line(path, width, report)) != exit_success) return exit_fell_short;
  }
  if (passed + failed == 0) {
    return print_usage_error("golden check", "None of the golden files has a run of that mode.");
  }
  const int written = print_result(std::to_string(passed) + " passed, " + std::to_string(failed) + " failed\n");
  return failed == 0 ? written : exit_fell_short;
}

void add_check(CLI::App& golden, int& exit_code) {
  auto arguments = std::make_shared<CheckArguments>();
  CLI::App* command = golden.add_subcommand(
      "check",
      "Compare poses with recorded ones\n\n"
      "Plays what each golden file recorded and compares every number. Prints one line a file:\n"
      "  ok|FAIL  file  runs  frames  largest difference  where it is\n"
      "The skeleton that a golden file names is looked for below --corpus, else below each folder above\n"
      "the golden file, nearest first.");
  command->add_option("FILE", arguments->files, "Golden files, or folders: all *.golden.json below them")->required();
  command->add_option("--corpus", arguments->corpus, "Folder that skeletons are named from")
      ->option_text("DIR")
      ->check(not_empty());
  static const std::map<std::string, GoldenMode> modes = {
      {"pose", GoldenMode::pose}, {"state", GoldenMode::state}, {"apply", GoldenMode::apply}};
  command
      ->add_option_function<std::string>(
          "--mode", [arguments](const std::string& name) { arguments->mode = modes.at(name); },
          "Check only runs of this mode: pose, state or apply")
      ->option_text("MODE")
      ->check(CLI::IsMember({"pose", "state", "apply"}));
  command->footer(
      "Exit status: 0 all passed; 1 some failed or could not be read; 2 there was nothing to check.\n\n"
      "Examples:\n"
      "  sinew golden check golden\n"
      "  sinew golden check --corpus corpus --mode pose hero.golden.json");
  command->callback([arguments, &exit_code] { exit_code = check(*arguments); });
}

// ---------------------------------------------------------------------------------------------------------------------
// record

struct RecordArguments {
  std::string skeleton, steps, output;
  GoldenRecordOptions options;
};

/// "0,1,5-10"
Result<std::vector<std::uint32_t>> parse_steps(std::string_view text) {
  constexpr std::size_t most = 100'000;
  std::vector<std::uint32_t> steps;
  const Error wrong{ErrorCode::bad_value, "--steps expects a list like 0,1,5-10, not '" + std::string(text) + "'.", {}};
  const auto whole_number = [](std::string_view digits) -> std::optional<std::uint32_t> {
    if (digits.empty() || digits.size() > 7) return std::nullopt;
    std::uint32_t value = 0;
    for (const char c : digits) {
      if (c < '0' || c > '9') return std::nullopt;
      value = value * 10 + static_cast<std::uint32_t>(c - '0');
    }
    return value;
  };
  while (true) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::string_view part = text.substr(0, comma);
    const std::size_t dash = std::min(part.find('-'), part.size());
    const auto first = whole_number(part.substr(0, dash));
    const auto last = dash == part.size() ? first : whole_number(part.substr(dash + 1));
    if (!first || !last || *last < *first) return wrong;
    if (steps.size() + (*last - *first) >= most) {
      return Error{ErrorCode::limit, "--steps lists more than " + std::to_string(most) + " steps.", {}};
    }
    for (std::uint32_t step = *first; step <= *last; ++step) steps.push_back(step);
    if (comma == text.size()) return steps;
    text.remove_prefix(comma + 1);
  }
}

/// The skeleton's path from the nearest folder that is above both it and the golden file, so that check finds it.
Result<std::string> name_for_golden(const std::string& skeleton, const std::string& output) {
  const bool is_stream = output == "-";
  const fs::path golden = canonical_path(is_stream ? "standard output" : output);  // a stream: as if written here
  const fs::path from = golden.parent_path(), to = canonical_path(skeleton);
  fs::path below, common;
  auto a = from.begin();
  auto b = to.begin();
  for (; a != from.end() && b != to.end() && *a == *b; ++a, ++b) common /= *b;
  for (; b != to.end(); ++b) below /= *b;
  std::string name = below.generic_string();
  if (is_stream) return name;
  const auto refuse = [&](const std::string& why) {
    return Error{ErrorCode::bad_value,
                 why + " Write the golden file into the skeleton's folder, or into one below it.",
                 {skeleton, 0, 0, {}, {}}};
  };
  if (common == common.root_path()) {
    return refuse("The skeleton and the golden file '" + output + "' share no folder to name the skeleton from.");
  }
  const Result<std::string> found = find_skeleton(name, golden.string(), {});
  std::error_code problem;
  if (!found || !fs::equivalent(*found, to, problem)) {
    return refuse("'golden check' would not find the skeleton: from the golden file, '" + name + "' is another file" +
                  (found ? ", '" + *found + "'." : "."));
  }
  return name;
}

int record(RecordArguments& arguments) {
  std::error_code problem;
  if (fs::equivalent(arguments.skeleton, arguments.output, problem)) {
    return print_usage_error("golden record", "The golden file would replace the skeleton.");
  }
  if (!arguments.steps.empty()) {
    Result<std::vector<std::uint32_t>> steps = parse_steps(arguments.steps);
    if (!steps) return print_usage_error("golden record", steps.error().message);
    arguments.options.steps = std::move(*steps);
  }
  // Loaded once more than needed, for warnings and suggestions as every command gives them.
  LoadOptions load;
  load.semantics = arguments.options.semantics;
  const Result<SkeletonDataPtr> data = load_and_warn(arguments.skeleton, load);
  if (!data) return print_error(data.error());
  for (const std::string& name : arguments.options.animations) {
    if (!(*data)->find_animation(name)) {
      return print_error(unknown_name_error("animation", name, names_of((*data)->animations), arguments.skeleton));
    }
  }
  if (!arguments.options.skin.empty() && !(*data)->find_skin(arguments.options.skin)) {
    return print_error(
        unknown_name_error("skin", arguments.options.skin, names_of((*data)->skins), arguments.skeleton));
  }

  const Result<std::string> bytes = read_file(arguments.skeleton);
  if (!bytes) return print_error(bytes.error());
  const Result<std::string> name = name_for_golden(arguments.skeleton, arguments.output);
  if (!name) return print_error(name.error());
  arguments.options.skeleton_name = *name;
  const Result<std::string> text = record_golden(*bytes, arguments.skeleton, arguments.options);
  if (!text) return print_error(text.error());
  const Status written = write_output(arguments.output, *text);
  return written ? exit_success : print_error(written.error());
}

void add_record(CLI::App& golden, int& exit_code) {
  auto arguments = std::make_shared<RecordArguments>();
  CLI::App* command = golden.add_subcommand(
      "record",
      "Record the poses of a skeleton's animations\n\n"
      "Plays animations of a skeleton one by one, and records bones, draw order, what is drawn and events\n"
      "at some steps as a golden file. The same input gives the same bytes.\n\n"
      "The skeleton is named from the nearest folder above both files, where 'golden check' finds it.");
  command->add_option("SKELETON", arguments->skeleton, "Skeleton file")->required();
  command->add_option("-o,--output", arguments->output, "Golden file to write; - is standard output")
      ->required()
      ->option_text("FILE")
      ->check(not_empty());
  command->add_option("--animation", arguments->options.animations, "Animation to record; may be repeated (all)")
      ->option_text("NAME")
      ->expected(1)
      ->take_all();
  command->add_option("--skin", arguments->options.skin, "Skin to put on (the default skin alone)")
      ->option_text("NAME")
      ->check(not_empty());
  add_semantics_option(*command, arguments->options.semantics);
  command->add_option("--fps", arguments->options.fps, "Steps a second (60)")
      ->option_text("N")
      ->check(number_between(0.001, 1e6, "a rate from 0.001 to 1000000"));
  command->add_option("--steps", arguments->steps, "Steps to record, e.g. 0,1,5-10 (a few of each animation)")
      ->option_text("LIST");
  command->footer(
      "Examples:\n"
      "  sinew golden record hero.json -o hero.golden.json\n"
      "  sinew golden record hero.json --animation walk --steps 0-30 -o walk.golden.json");
  command->callback([arguments, &exit_code] { exit_code = record(*arguments); });
}

}  // namespace

void add_golden_command(CLI::App& app, int& exit_code) {
  CLI::App* command =
      app.add_subcommand("golden",
                         "Check poses against golden files, or record some\n\n"
                         "Golden files hold poses that an independent runtime computed, frame by frame.");
  command->footer("'sinew golden COMMAND --help' says more about each command.");
  command->require_subcommand(1);
  add_check(*command, exit_code);
  add_record(*command, exit_code);
}

}  // namespace sinew::tools
