// sinew convert: skeletons and atlases from one version and encoding to another, one by one or a whole folder.

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <set>

#include "model/names.hpp"
#include "sinew/file.hpp"
#include "tools/commands.hpp"
#include "tools/common.hpp"
#include "tools/convert_files.hpp"
#include "tools/json_output.hpp"
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
  bool strict = false, json = false, converted_only = false;
};

/// One file on its way. What it becomes is not kept once it is written.
struct Job {
  std::string input, output;
  FileKind kind = FileKind::other;  ///< other: is copied
  ConvertedFile file;
  std::optional<Error> error;
  bool written = false;
};

std::size_t count_losses(const std::vector<Loss>& losses) {
  return static_cast<std::size_t>(
      std::count_if(losses.begin(), losses.end(), [](const Loss& loss) { return loss.kind != Loss::Kind::rules; }));
}

void print_line(std::string text) {
  text = one_line(std::move(text)) + '\n';
  std::fwrite(text.data(), 1, text.size(), stderr);
}

void print_losses(const Job& job) {
  for (const Loss& loss : job.file.losses) {
    const bool note = loss.kind == Loss::Kind::rules;
    std::string text = std::string("sinew: ") + (note ? "note: " : "loss: ") + job.input + ": ";
    if (!loss.path.empty()) text += loss.path + ": ";
    text += loss.message;
    if (loss.changes_pose && !note) text += " This changes the pose.";
    print_line(std::move(text));
  }
}

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

void run(Job& job, const ConvertArguments& arguments) {
  Result<std::string> bytes = read_file(job.input);
  if (!bytes) {
    job.error = bytes.error();
    return;
  }
  if (job.kind == FileKind::other) {
    job.file.bytes = *std::move(bytes);
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
  const Status status = write_whole(job.output, job.file.bytes);
  if (!status) job.error = status.error();
  job.written = !job.error;
  job.file.bytes = {};
}

std::string summary(const Job& job) {
  std::string text = job.output + ": ";
  const ConvertedFile& file = job.file;
  if (file.to == FileKind::other) return text + "copied\n";
  if (file.to == FileKind::atlas) {
    text += "atlas";
  } else {
    text += std::string(name_of(file.to)) + ' ' +
            (file.version_after.empty() ? "without version" : file.version_after) + ", from " +
            std::string(name_of(file.from)) + ' ' +
            (file.version_before.empty() ? "without version" : file.version_before);
  }
  const std::size_t losses = count_losses(file.losses);
  if (losses > 0) {
    const auto poses = std::count_if(file.losses.begin(), file.losses.end(), [](const Loss& loss) {
      return loss.kind != Loss::Kind::rules && loss.changes_pose;
    });
    text += "; " + std::to_string(losses) + (losses == 1 ? " loss, " : " losses, ") + std::to_string(poses) +
            " of the pose";
  }
  return text + '\n';
}

void write_location(JsonOutput& json, const Location& where) {
  if (where.line != 0) json.key("line").count(where.line);
  if (where.column != 0) json.key("column").count(where.column);
  if (where.offset) json.key("offset").count(*where.offset);
  if (!where.pointer.empty()) json.key("pointer").text(where.pointer);
}

void write_problem(JsonOutput& json, const Error& error) {
  json.open_object();
  json.key("code").text(sinew::name_of(error.code));
  json.key("message").text(error.message);
  write_location(json, error.where);
  json.close_object();
}

std::string for_programs(const std::vector<Job>& jobs) {
  JsonOutput json;
  json.open_object();
  json.key("files").open_list();
  for (const Job& job : jobs) {
    json.open_object();
    json.key("input").text(job.input);
    json.key("output").text(job.output);
    json.key("written").boolean(job.written);
    if (job.error) {
      json.key("error");
      write_problem(json, *job.error);
    } else {
      json.key("kind").text(job.file.to == FileKind::other   ? "copied"
                            : job.file.to == FileKind::atlas ? "atlas"
                                                             : "skeleton");
    }
    if (!job.error && job.file.to <= FileKind::skeleton_binary) {
      const auto side = [&](std::string_view key, FileKind kind, const std::string& version) {
        json.key(key).open_object();
        json.key("format").text(name_of(kind));
        json.key("version").text(version);
        json.close_object();
      };
      side("from", job.file.from, job.file.version_before);
      side("to", job.file.to, job.file.version_after);
    }
    json.key("losses").open_list();
    for (const Loss& loss : job.file.losses) {
      json.open_object();
      json.key("kind").text(sinew::name_of(loss.kind));
      json.key("path").text(loss.path);
      json.key("message").text(loss.message);
      json.key("changesPose").boolean(loss.changes_pose);
      if (loss.error > 0) json.key("error").number(loss.error);
      json.close_object();
    }
    json.close_list();
    json.key("warnings").open_list();
    for (const Warning& warning : job.file.warnings) write_problem(json, warning);
    json.close_list();
    json.close_object();
  }
  json.close_list();
  json.close_object();
  return json.take();
}

/// What became of a job, on standard error. Returns whether it fell short.
bool report(const Job& job, const ConvertArguments& arguments) {
  if (job.error) {
    print_error(*job.error);
    return true;
  }
  if (!arguments.json) {
    for (const Warning& warning : job.file.warnings) print_warning(warning);
  }
  print_losses(job);
  return false;
}

/// The files of a folder and where they go, sorted.
Result<std::vector<Job>> folder_jobs(const ConvertArguments& arguments) {
  const fs::path from(arguments.input), to(arguments.output);
  std::vector<fs::path> files;
  std::error_code problem;
  const fs::path output = fs::weakly_canonical(to, problem);
  const bool in_place = fs::equivalent(from, to, problem);
  fs::recursive_directory_iterator entry(from, problem), end;  // links to folders are not followed: they may lead back
  for (; !problem && entry != end; entry.increment(problem)) {
    std::error_code ignored;
    // What was converted before is no input.
    if (!in_place && fs::weakly_canonical(entry->path(), ignored) == output) {
      entry.disable_recursion_pending();
      continue;
    }
    if (entry->is_regular_file(ignored)) files.push_back(entry->path());
  }
  if (problem) {
    return Error{ErrorCode::file_not_readable,
                 "The folder cannot be read: " + problem.message() + '.',
                 {arguments.input, 0, 0, {}, {}}};
  }
  std::sort(files.begin(), files.end());
  std::vector<Job> jobs;
  std::map<std::string, std::string> taken;
  for (const fs::path& path : files) {
    Job job;
    job.input = path.string();
    job.kind = kind_of_name(job.input);
    const bool skeleton = job.kind == FileKind::skeleton_json || job.kind == FileKind::skeleton_binary;
    if (job.kind == FileKind::atlas && !arguments.request.to) job.kind = FileKind::other;
    if (job.kind == FileKind::other && arguments.converted_only) continue;
    job.output = (to / path.lexically_relative(from)).string();
    if (skeleton && arguments.request.format) job.output = with_ending(job.output, *arguments.request.format);
    const auto [other, fresh] = taken.emplace(job.output, job.input);
    if (!fresh) {
      job.error = Error{ErrorCode::duplicate,
                        "It would be written to " + job.output + ", as " + other->second + " is; convert them apart.",
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

std::string no_loss_allowed(std::size_t losses) {
  return std::string("Nothing was written: ") + (losses == 1 ? "there is a loss" : "there are losses") +
         ", and --strict allows none.";
}

int convert_folder(const ConvertArguments& arguments) {
  Result<std::vector<Job>> listed = folder_jobs(arguments);
  if (!listed) return print_error(listed.error());
  std::vector<Job> jobs = *std::move(listed);
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
        fell_short = report(job, arguments) || fell_short;
      }
    }
    if (!writes && (losses > 0 || fell_short)) break;
  }
#ifdef SINEW_HAS_RENDER
  progress.clear();
#endif
  if (arguments.strict && losses > 0) print_error(no_loss_allowed(losses));
  std::string text;
  if (arguments.json) {
    text = for_programs(jobs);
  } else {
    for (const Job& job : jobs) {
      if (job.written && job.file.to != FileKind::other) text += summary(job);
    }
    const auto copied = std::count_if(jobs.begin(), jobs.end(),
                                      [](const Job& job) { return job.written && job.file.to == FileKind::other; });
    if (copied > 0) text += std::to_string(copied) + (copied == 1 ? " other file copied\n" : " other files copied\n");
  }
  const int printed = print_result(text);
  return fell_short || losses > 0 ? exit_fell_short : printed;
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
  if (!is_atlas && wanted == FileKind::other && !arguments.request.format) {
    return print_usage_error("convert", "The output's name must end in .json or .skel, or --format say what to write.");
  }
  if (job.output == "-" && arguments.json) {
    return print_usage_error("convert", "With --json the output cannot be standard output.");
  }
  job.kind = is_atlas ? FileKind::atlas : FileKind::skeleton_json;  // whether JSON or binary, the content says
  run(job, arguments);
  if (!job.error && job.file.to == FileKind::other) {
    job.error = Error{ErrorCode::missing_member, "This is no skeleton: it has no bones.", {job.input, 0, 0, {}, {}}};
  }
  const std::size_t losses = job.error ? 0 : count_losses(job.file.losses);
  const bool refused = arguments.strict && losses > 0;
  if (!refused) write(job, arguments);
  const bool fell_short = report(job, arguments);
  if (refused) print_error(no_loss_allowed(losses));
  int printed = exit_success;
  if (arguments.json) {
    printed = print_result(for_programs(jobs));
  } else if (job.written && job.output != "-") {
    printed = print_result(summary(job));
  }
  return fell_short || refused ? exit_fell_short : printed;
}

int convert(const ConvertArguments& arguments) {
#ifdef SINEW_HAS_RENDER
  remove_temporary_files_on_interrupt();
#endif
  std::error_code problem;
  if (!fs::is_directory(arguments.input, problem)) return convert_one(arguments);
  if (fs::exists(arguments.output, problem) && !fs::is_directory(arguments.output, problem)) {
    return print_usage_error("convert", "A folder is converted into a folder: '" + arguments.output + "' is a file.");
  }
  return convert_folder(arguments);
}

}  // namespace

void add_convert_command(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<ConvertArguments>();
  CLI::App* command = app.add_subcommand(
      "convert",
      "Convert skeletons and atlases between versions and encodings\n\n"
      "Reads skeleton JSON and binary skeletons of 3.8 to 4.3 and writes any of them. What the target has no\n"
      "place for is reported on standard error, each with its place and whether it changes the pose.\n"
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
          "Encoding of skeletons, json or skel (what the output's name says)")
      ->option_text("FORMAT")
      ->check(CLI::IsMember({"json", "skel"}));
  command->add_flag("--strict", arguments->strict, "A loss is an error: then nothing is written");
  command->add_flag("--compact", request.compact, "Write JSON without blanks and line breaks");
  command->add_flag("--essential", request.essential_only, "Write .skel without what only editors show");
  command->add_flag("--converted-only", arguments->converted_only, "Of a folder, copy no other files");
  command
      ->add_option("--curve-tolerance", request.options.curve_tolerance,
                   "To 3.8: curves that differ by no more become one (0.002)")
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
  command->callback([arguments, &exit_code] { exit_code = convert(*arguments); });
}

}  // namespace sinew::tools
