// sinew convert: skeletons and atlases from one version and encoding to another, one by one or a whole folder.

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "base/system_reason.hpp"
#include "model/names.hpp"
#include "sinew/file.hpp"
#include "tools/commands.hpp"
#include "tools/common.hpp"
#include "tools/convert_files.hpp"
#include "tools/convert_report.hpp"
#include "tools/file_kind.hpp"
#ifdef SINEW_HAS_RENDER
#include "media/output_file.hpp"
#include "media/progress.hpp"
#endif

namespace sinew::tools {

namespace {

namespace fs = std::filesystem;

struct ConvertArguments {
  std::string input, output;
  ConvertRequest request;
  std::optional<FileKind> preferred;  ///< of two skeletons of one name that become one file
  bool strict = false, json = false, converted_only = false, in_place = false, all = false, curve_option = false;
};

using Job = ConvertJob;

/// A file is whole or not there, also when an interrupt comes between.
Status write_whole(const std::string& path, const std::string& bytes) {
#ifdef SINEW_HAS_RENDER
  if (path == "-") return write_output(path, bytes);
  Result<OutputFile> file = OutputFile::create(path);
  if (!file) return file.error();
  const Status status = file->write({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
  if (!status) return status;
  return file->commit();
#else
  return write_output(path, bytes);
#endif
}

struct FileCloser {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using InputFile = std::unique_ptr<std::FILE, FileCloser>;

Error not_readable(const std::string& path) {
  return Error{ErrorCode::file_not_readable,
               std::string("The file cannot be read: ") + system_reason(errno) + '.',
               {path, 0, 0, {}, {}}};
}

/// The same of another file, of whatever size, block by block.
Status copy_whole(const std::string& from, const std::string& to) {
#ifdef SINEW_HAS_RENDER
  const InputFile input(std::fopen(from.c_str(), "rb"));
  if (!input) return not_readable(from);
  Result<OutputFile> output = OutputFile::create(to);
  if (!output) return output.error();
  std::vector<std::uint8_t> block(std::size_t{1} << 20);
  while (const std::size_t got = std::fread(block.data(), 1, block.size(), input.get())) {
    const Status status = output->write(std::span(block).first(got));
    if (!status) return status;
  }
  if (std::ferror(input.get())) return not_readable(from);
  return output->commit();
#else
  const std::string temporary = to + ".part";
  std::error_code problem;
  fs::copy_file(from, temporary, fs::copy_options::overwrite_existing, problem);
  if (!problem) fs::rename(temporary, to, problem);
  if (!problem) return ok();
  std::error_code ignored;
  fs::remove(temporary, ignored);
  return Error{
      ErrorCode::file_not_writable, "The file cannot be copied: " + system_reason(problem.value()) + '.', {to, 0, 0, {}, {}}};
#endif
}

void run(Job& job, const ConvertArguments& arguments) {
  if (job.kind == FileKind::other) {  // is copied when it is written
    if (!InputFile(std::fopen(job.input.c_str(), "rb"))) job.error = not_readable(job.input);
    return;
  }
  Result<std::string> bytes = read_file(job.input);
  if (!bytes) {
    job.error = bytes.error();
    return;
  }
  Result<ConvertedFile> file = convert_file(job.input, *std::move(bytes), job.output, arguments.request);
  if (!file) {
    job.error = file.error();
    return;
  }
  job.file = *std::move(file);
}

void write(Job& job, const ConvertArguments& arguments) {
  const bool converted = job.file.to != FileKind::other;
  if (job.error || (!converted && arguments.converted_only)) return;
  const fs::path folder = fs::path(job.output).parent_path();
  std::error_code problem;
  if (job.output != "-" && !folder.empty()) fs::create_directories(folder, problem);  // a failure shows when writing
  const bool copies = job.kind == FileKind::other;
  const Status status = copies ? copy_whole(job.input, job.output) : write_whole(job.output, job.file.bytes);
  if (!status) job.error = status.error();
  job.written = !job.error;
  job.file.bytes = {};
}

/// What became of a job, on standard error. Returns whether it fell short.
bool report(const Job& job, const ConvertArguments& arguments, LossPrinter& losses) {
  if (job.error) {
    print_error(*job.error);
    return true;
  }
  if (!arguments.json && arguments.all) {
    for (const Warning& warning : job.file.warnings) print_warning(warning);
  } else if (!arguments.json) {
    print_warnings(job.file.warnings, "sinew convert --all");
  }
  losses.print(job);
  return false;
}

/// The files of a folder and where they go, sorted.
Result<std::vector<Job>> folder_jobs(const ConvertArguments& arguments) {
  const fs::path from(arguments.input), to(arguments.output);
  std::vector<fs::path> files;
  std::error_code problem;
  fs::recursive_directory_iterator entry(from, problem), end;  // links to folders are not followed: they may lead back
  for (; !problem && entry != end; entry.increment(problem)) {
    std::error_code ignored;
    if (entry->is_regular_file(ignored)) files.push_back(entry->path());
  }
  if (problem) {
    return Error{ErrorCode::file_not_readable,
                 "The folder cannot be read: " + system_reason(problem.value()) + '.',
                 {arguments.input, 0, 0, {}, {}}};
  }
  std::sort(files.begin(), files.end());
  std::vector<Job> jobs;
  std::map<std::string, std::size_t> taken;
  for (const fs::path& path : files) {
    Job job;
    job.input = path.string();
    job.kind = kind_of_name(job.input);
    const bool skeleton = job.kind == FileKind::skeleton_json || job.kind == FileKind::skeleton_binary;
    if (job.kind == FileKind::atlas && !arguments.request.to) job.kind = FileKind::other;
    if (job.kind == FileKind::other && arguments.converted_only) continue;
    job.output = (to / path.lexically_relative(from)).string();
    if (skeleton && arguments.request.format) job.output = with_ending(job.output, *arguments.request.format);
    const auto [place, fresh] = taken.emplace(job.output, jobs.size());
    if (!fresh) {
      Job& other = jobs[place->second];
      // JSON that is no skeleton keeps its name, and is in nobody's way.
      const std::string own_name = (to / fs::path(other.input).lexically_relative(from)).string();
      if (other.kind == FileKind::skeleton_json && own_name != job.output) {
        const Result<std::string> bytes = read_file(other.input);
        if (bytes && holds_other_json(*bytes)) {
          other.kind = FileKind::other;
          other.output = own_name;
          place->second = jobs.size();
          jobs.push_back(std::move(job));
          continue;
        }
      }
      if (arguments.preferred && other.kind != job.kind &&
          (job.kind == arguments.preferred || other.kind == arguments.preferred)) {
        if (job.kind == arguments.preferred) other = std::move(job);
        continue;
      }
      job.error = Error{ErrorCode::duplicate,
                        "It is left out, for " + job.output + " is made of " + other.input +
                            ". Say with --prefer json or --prefer skel which of the two to take, or convert this one "
                            "apart, to another name.",
                        {job.input, 0, 0, {}, {}}};
    }
    jobs.push_back(std::move(job));
  }
  return jobs;
}

/// Looks into JSON that may be no skeleton only when its name had to be changed: then its content says what it is.
void settle_name(Job& job, const ConvertArguments& arguments) {
  if (job.error || job.file.to != FileKind::other || job.kind == FileKind::other) return;
  const fs::path from(arguments.input);
  if (fs::is_directory(from))
    job.output = (fs::path(arguments.output) / fs::path(job.input).lexically_relative(from)).string();
}

/// Whether there is anything in a folder to be converted. Most often the first candidate decides.
bool any_to_convert(const std::vector<Job>& jobs) {
  return std::any_of(jobs.begin(), jobs.end(), [](const Job& job) {
    if (job.kind != FileKind::skeleton_json) return job.kind != FileKind::other;
    const Result<std::string> bytes = read_file(job.input);
    // What cannot be read is worth a message of its own.
    return !bytes || !holds_other_json(*bytes);
  });
}

std::string no_loss_allowed(std::size_t losses) {
  return std::string("Nothing was written: ") + (losses == 1 ? "there is a loss" : "there are losses") +
         ", and --strict allows none.";
}

int convert_folder(const ConvertArguments& arguments) {
  Result<std::vector<Job>> listed = folder_jobs(arguments);
  if (!listed) return print_error(listed.error());
  std::vector<Job> jobs = *std::move(listed);
  if (!any_to_convert(jobs)) {
    return print_error(Error{ErrorCode::empty_input,
                             std::string("There is nothing to convert in this folder: no skeleton (.json with bones, "
                                         ".skel)") +
                                 (arguments.request.to ? " and no atlas." : "; atlases are converted with --to."),
                             {arguments.input, 0, 0, {}, {}}});
  }
  LossPrinter printer(arguments.all);
  bool fell_short = false;
  std::size_t losses = 0;
#ifdef SINEW_HAS_RENDER
  Progress progress("convert", jobs.size() * (arguments.strict ? 2 : 1), "files");
#endif
  // With --strict all are tried before the first is written.
  for (const bool writes : {false, true}) {
    if (!writes && !arguments.strict) continue;
    for (Job& job : jobs) {
      if (!job.error) run(job, arguments);
      settle_name(job, arguments);
      if (writes) {
        write(job, arguments);
      } else {
        losses += count_losses(job.file.losses);
      }
      job.file.bytes = {};
#ifdef SINEW_HAS_RENDER
      if (writes || job.error || !job.file.losses.empty()) progress.clear();
      progress.step();
#endif
      if (writes || (arguments.strict && (job.error || count_losses(job.file.losses) > 0))) {
        fell_short = report(job, arguments, printer) || fell_short;
      }
    }
    if (!writes && (losses > 0 || fell_short)) break;
  }
#ifdef SINEW_HAS_RENDER
  progress.clear();
#endif
  printer.finish();
  if (arguments.strict && losses > 0) {
    print_error(no_loss_allowed(losses));
  } else if (arguments.strict && fell_short &&
             std::none_of(jobs.begin(), jobs.end(), [](const Job& job) { return job.written; })) {
    print_error("Nothing was written: with --strict, files are written only when all can be.");
  }
  const std::string text = arguments.json ? convert_report_json(jobs) : convert_summary(jobs);
  const int printed = print_result(text);
  return fell_short || losses > 0 ? exit_fell_short : printed;
}

/// An option that would do nothing, as a sentence; empty: none. `to`: what is written, `other` if that is not known.
std::string idle_option(const ConvertArguments& arguments, FileKind to) {
  const ConvertRequest& request = arguments.request;
  if (request.essential_only && (to == FileKind::skeleton_json || to == FileKind::atlas))
    return "--essential is for .skel files, and none is written.";
  if (request.compact && (to == FileKind::skeleton_binary || to == FileKind::atlas))
    return "--compact is for JSON, and none is written.";
  if (to == FileKind::atlas && request.format) return "--format is for skeletons; this is an atlas.";
  return {};
}

int convert_one(const ConvertArguments& arguments) {
  std::vector<Job> jobs(1);
  Job& job = jobs.front();
  job.input = arguments.input;
  job.output = arguments.output;
  const bool is_atlas = kind_of_name(job.input) == FileKind::atlas;
  std::error_code problem;
  if (fs::is_directory(job.output, problem)) {
    job.output = (fs::path(job.output) / fs::path(job.input).filename()).string();
    if (!is_atlas && arguments.request.format) job.output = with_ending(job.output, *arguments.request.format);
  }
  const FileKind wanted = kind_of_name(job.output);
  if (is_atlas != (wanted == FileKind::atlas) && job.output != "-") {
    return print_usage_error("convert", is_atlas
                                            ? "An atlas only becomes an atlas: the output's name must end in .atlas."
                                            : "A skeleton does not become an atlas: the output's name must end in "
                                              ".json or .skel.");
  }
  if (!is_atlas && wanted == FileKind::other && !arguments.request.format && job.output != "-") {
    return print_usage_error("convert", "The output's name must end in .json or .skel, or --format say what to write.");
  }
  if (job.output == "-" && arguments.json) {
    return print_usage_error("convert", "With --json the output cannot be standard output.");
  }
  const std::string idle =
      idle_option(arguments, is_atlas ? FileKind::atlas : arguments.request.format.value_or(wanted));
  if (!idle.empty()) return print_usage_error("convert", idle);
  if (!arguments.in_place && fs::equivalent(job.input, job.output, problem)) {
    return print_usage_error("convert", "Output and input are the same file; --in-place allows to replace it.");
  }
  job.kind = is_atlas ? FileKind::atlas : FileKind::skeleton_json;  // whether JSON or binary, the content says
  run(job, arguments);
  if (!job.error && job.file.to == FileKind::other) {
    job.error = Error{ErrorCode::missing_member, "This is no skeleton: it has no bones.", {job.input, 0, 0, {}, {}}};
  }
  if (job.error && !is_atlas) job.error = explain_wrong_kind(*job.error, job.input);
  const std::size_t losses = job.error ? 0 : count_losses(job.file.losses);
  const bool refused = arguments.strict && losses > 0;
  if (!refused) write(job, arguments);
  LossPrinter printer(arguments.all);
  const bool fell_short = report(job, arguments, printer);
  if (refused) print_error(no_loss_allowed(losses));
  int printed = exit_success;
  if (arguments.json) {
    printed = print_result(convert_report_json(jobs));
  } else if (job.written && job.output != "-") {
    printed = print_result(convert_summary(job));
  }
  return fell_short || refused ? exit_fell_short : printed;
}

/// Without links and dots, and without a separator at the end.
fs::path real_folder(const std::string& path) {
  std::error_code problem;
  fs::path real = fs::weakly_canonical(fs::absolute(path, problem), problem);
  return real.has_filename() ? real : real.parent_path();
}

bool is_within(const fs::path& inner, const fs::path& outer) {
  return std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end()).first == outer.end();
}

int convert(const ConvertArguments& arguments) {
  if (arguments.request.to != FormatVersion::v3_8 && arguments.curve_option) {
    return print_usage_error("convert", "--curve-tolerance and --bake-error do something with --to 3.8 only.");
  }
#ifdef SINEW_HAS_RENDER
  remove_temporary_files_on_interrupt();
#endif
  std::error_code problem;
  if (!fs::exists(arguments.input, problem)) {
    return print_error(
        Error{ErrorCode::file_not_found, "There is no such file or folder.", {arguments.input, 0, 0, {}, {}}});
  }
  if (!fs::is_directory(arguments.input, problem)) {
    if (arguments.converted_only || arguments.preferred) {
      return print_usage_error("convert", std::string(arguments.preferred ? "--prefer" : "--converted-only") +
                                              " is for folders; '" + arguments.input + "' is none.");
    }
    return convert_one(arguments);
  }
  if (arguments.output == "-") return print_usage_error("convert", "A folder cannot go to standard output.");
  if (fs::exists(arguments.output, problem) && !fs::is_directory(arguments.output, problem)) {
    return print_usage_error("convert", "A folder is converted into a folder: '" + arguments.output + "' is a file.");
  }
  const fs::path from = real_folder(arguments.input), to = real_folder(arguments.output);
  if (from == to && !arguments.in_place) {
    return print_usage_error("convert",
                             "Output and input are the same folder; --in-place allows to replace its files.");
  }
  if (from != to && (is_within(from, to) || is_within(to, from))) {
    return print_usage_error("convert", "Of the folders '" + arguments.input + "' and '" + arguments.output +
                                            "' one lies in the other; choose an output folder beside the input.");
  }
  const std::string idle = idle_option(arguments, arguments.request.format.value_or(FileKind::other));
  if (!idle.empty()) return print_usage_error("convert", idle);
  return convert_folder(arguments);
}

}  // namespace

void add_convert_command(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<ConvertArguments>();
  CLI::App* command = app.add_subcommand(
      "convert",
      "Convert skeletons and atlases between versions and encodings\n\n"
      "Reads skeleton JSON and binary skeletons of 3.8 to 4.3 and writes any of them. What the target has no\n"
      "place for is reported on standard error, by kinds with a count, an example and whether it changes the pose.\n"
      "A folder is converted with all that is in it into another folder; files that are neither skeletons\n"
      "nor atlases are copied.");
  command->add_option("IN", arguments->input, "Skeleton (.json, .skel), atlas (.atlas) or folder")->required();
  command->add_option("OUT", arguments->output, "File or folder to write; '-' is standard output")
      ->required()
      ->check(not_empty());
  static const std::map<std::string, FormatVersion> versions = {{"3.8", FormatVersion::v3_8},
                                                                {"4.0", FormatVersion::v4_0},
                                                                {"4.1", FormatVersion::v4_1},
                                                                {"4.2", FormatVersion::v4_2},
                                                                {"4.3", FormatVersion::v4_3}};
  ConvertRequest& request = arguments->request;
  command
      ->add_option_function<std::string>(
          "--to", [&request](const std::string& name) { request.to = versions.at(name); },
          "Version to convert to: 3.8, 4.0, 4.1, 4.2, 4.3 (the input's)")
      ->option_text("VERSION")
      ->check(CLI::IsMember(versions));
  command
      ->add_option_function<std::string>(
          "--format",
          [&request](const std::string& name) {
            request.format = name == "json" ? FileKind::skeleton_json : FileKind::skeleton_binary;
          },
          "Encoding of skeletons, json or skel (what the output's name says;\non standard output the input's)")
      ->option_text("FORMAT")
      ->check(CLI::IsMember({"json", "skel"}));
  command->add_flag("--strict", arguments->strict, "A loss is an error: then nothing is written");
  command->add_flag("--compact", request.compact, "Write JSON without blanks and line breaks");
  command->add_flag("--essential", request.essential_only, "Write .skel without what only editors show");
  command->add_flag("--in-place", arguments->in_place, "Let the output be the input, whose files are then replaced");
  command
      ->add_option_function<std::string>(
          "--prefer",
          [arguments](const std::string& name) {
            arguments->preferred = name == "json" ? FileKind::skeleton_json : FileKind::skeleton_binary;
          },
          "Of two skeletons in a folder that would become one file,\ntake the one in this encoding, json or skel")
      ->option_text("FORMAT")
      ->check(CLI::IsMember({"json", "skel"}));
  command->add_flag("--all", arguments->all, "Report each loss with its place, not each kind of loss with a count");
  command->add_flag("--converted-only", arguments->converted_only, "Of a folder, copy no other files");
  command
      ->add_option("--curve-tolerance", request.options.curve_tolerance,
                   "To 3.8: curves that differ by no more become one (0.002)")
      ->option_text("FRACTION")
      ->check(number_between(0, 1, "a fraction from 0 to 1"));
  command
      ->add_option("--bake-error", request.options.bake_error,
                   "To 3.8: how far straight pieces may be from a curve under rigby semantics (0.001)")
      ->option_text("FRACTION")
      ->check(number_between(0, 1, "a fraction from 0 to 1"));
  add_semantics_option(*command, request.semantics);
  command->add_flag("--json", arguments->json, "Print a report as JSON");
  command->footer(
      "Examples:\n"
      "  sinew convert hero.json hero.skel\n"
      "  sinew convert hero.skel hero-3.8.json --to 3.8\n"
      "  sinew convert hero.atlas old/hero.atlas --to 3.8\n"
      "  sinew convert --to 4.3 --strict export export-4.3");
  command->callback([arguments, command, &exit_code] {
    arguments->curve_option = command->count("--curve-tolerance") + command->count("--bake-error") > 0;
    exit_code = convert(*arguments);
  });
}

}  // namespace sinew::tools
