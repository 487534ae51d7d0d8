// sinew check: everything that is wrong or suspicious in files.

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <set>

#include "base/visible_text.hpp"
#include "tools/check_files.hpp"
#include "tools/commands.hpp"
#include "tools/common.hpp"
#include "tools/json_output.hpp"

namespace sinew::tools {

namespace {

struct CheckArguments {
  std::vector<std::string> files;
  CheckRequest request;
  std::set<std::string> ignored;
  bool strict = false, all = false, no_hints = false, json = false;
};

using Counts = std::array<std::size_t, 3>;  // by severity

Counts count(const FileReport& report) {
  Counts counts{};
  for (const FileFinding& finding : report.findings) ++counts[static_cast<std::size_t>(finding.severity)];
  return counts;
}

std::string counted(std::size_t count, std::string_view one) {
  return std::to_string(count) + ' ' + std::string(one) + (count == 1 ? "" : "s");
}

/// "hero.json:12:7: warning: /bones/hip: Nothing hangs ... [unused-bone]"
std::string line_of(const FileFinding& finding) {
  std::string text = finding.where.file;
  if (finding.where.line != 0) text += ':' + std::to_string(finding.where.line);
  if (finding.where.line != 0 && finding.where.column != 0) text += ':' + std::to_string(finding.where.column);
  if (finding.where.line == 0 && finding.where.offset) text += ": byte " + std::to_string(*finding.where.offset);
  text += ": " + std::string(sinew::name_of(finding.severity)) + ": ";
  if (!finding.where.pointer.empty()) text += finding.where.pointer + ": ";
  return visible_text(text + finding.message + " [" + finding.code + ']') + '\n';
}

std::string for_people(const std::vector<FileReport>& reports, const CheckArguments& arguments) {
  constexpr std::size_t most_of_a_kind = 10;
  std::string text;
  for (const FileReport& report : reports) {
    std::map<std::string, std::size_t> seen;
    for (const FileFinding& finding : report.findings) {
      if (++seen[finding.code] <= most_of_a_kind || arguments.all) text += line_of(finding);
    }
    for (const auto& [code, times] : seen) {
      if (times > most_of_a_kind && !arguments.all) {
        text += visible_text(report.file) + ": " + std::to_string(times - most_of_a_kind) + " more of [" + code +
                "]; --all lists them\n";
      }
    }
    const Counts counts = count(report);
    text += visible_text(report.file) + ": " + counted(counts[0], "error") + ", " + counted(counts[1], "warning") +
            ", " + counted(counts[2], "hint");
    if (report.kind == "skeleton")
      text += report.atlas.empty() ? " (without an atlas)" : " (with " + visible_text(report.atlas) + ")";
    text += '\n';
  }
  return text;
}

std::string for_programs(const std::vector<FileReport>& reports) {
  JsonOutput json;
  json.open_object();
  json.key("files").open_list();
  Counts sum{};
  for (const FileReport& report : reports) {
    const Counts counts = count(report);
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += counts[i];
    json.open_object();
    json.key("file").text(report.file);
    json.key("kind").text(report.kind);
    json.key("version").text(report.version);
    json.key("atlas");
    report.atlas.empty() ? json.null() : json.text(report.atlas);
    json.key("findings").open_list();
    for (const FileFinding& finding : report.findings) {
      json.open_object();
      json.key("severity").text(sinew::name_of(finding.severity));
      json.key("code").text(finding.code);
      json.key("message").text(finding.message);
      json.key("file").text(finding.where.file);
      if (finding.where.line != 0) json.key("line").count(finding.where.line);
      if (finding.where.column != 0) json.key("column").count(finding.where.column);
      if (finding.where.offset) json.key("offset").count(*finding.where.offset);
      if (!finding.where.pointer.empty()) json.key("path").text(finding.where.pointer);
      json.close_object();
    }
    json.close_list();
    json.close_object();
  }
  json.close_list();
  json.key("errors").count(sum[0]);
  json.key("warnings").count(sum[1]);
  json.key("hints").count(sum[2]);
  json.close_object();
  return json.take();
}

int check(const CheckArguments& arguments) {
  const std::vector<std::string>& codes = check_codes();
  for (const std::string& code : arguments.ignored) {
    if (std::find(codes.begin(), codes.end(), code) != codes.end()) continue;
    const auto similar = similar_names(code, {codes.begin(), codes.end()}, 1);
    return print_usage_error("check", "--ignore: there is no code '" + code + "'." +
                                          (similar.empty() ? "" : " Did you mean '" + std::string(similar[0]) + "'?"));
  }
  std::vector<FileReport> reports;
  bool bad = false;
  for (const std::string& file : arguments.files) reports.push_back(check_file(file, arguments.request));
  settle_shared_atlases(reports);
  for (FileReport& report : reports) {
    std::erase_if(report.findings, [&](const FileFinding& finding) {
      if (finding.severity == Severity::hint && arguments.no_hints) return true;
      // What keeps a file from being read cannot be wished away.
      const bool may_go = finding.severity != Severity::error || finding.code.starts_with("missing-image") ||
                          finding.code.starts_with("missing-page");
      return may_go && arguments.ignored.count(finding.code) == 1;
    });
    const Counts counts = count(report);
    bad = bad || counts[0] > 0 || (arguments.strict && counts[1] > 0);
  }
  const int printed = print_result(arguments.json ? for_programs(reports) : for_people(reports, arguments));
  return bad ? exit_fell_short : printed;
}

}  // namespace

void add_check_command(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<CheckArguments>();
  CLI::App* command = app.add_subcommand(
      "check",
      "Say what is wrong or suspicious in skeletons, atlases, scenes and motion clips\n\n"
      "Errors: what cannot be read, images and pages that are missing. Warnings: what is most likely not meant:\n"
      "weights that do not add up, names that differ only by case, attachments that no skin has, regions that\n"
      "nothing shows, empty animations. Hints: what is often on purpose, such as bones that nothing hangs on.\n"
      "A skeleton is checked with the atlas of its name beside it, or the only one there; several that share an\n"
      "atlas are checked together: a region is used when one of them shows it. Scenes, clips and rigs are checked\n"
      "as by 'sinew scene check' and 'sinew motion check'.\n"
      "Exit status 0: no error; 1: errors.");
  command
      ->add_option("FILE", arguments->files,
                   "Skeletons (.json, .skel), atlases (.atlas), scenes (.scene.json),\nclips (.motion) and rigs (.rig)")
      ->required();
  command->add_option("--atlas", arguments->request.atlas, "The skeletons' atlas")
      ->option_text("FILE")
      ->check(not_empty());
  command->add_flag("--no-atlas", arguments->request.no_atlas, "Check skeletons without an atlas");
  command
      ->add_option_function<std::string>(
          "--ignore",
          [arguments](const std::string& list) {
            for (std::size_t at = 0; at <= list.size();) {
              const std::size_t end = std::min(list.find(',', at), list.size());
              if (end > at) arguments->ignored.insert(list.substr(at, end - at));
              at = end + 1;
            }
          },
          "Leave out findings of these codes")
      ->option_text("CODE,...");
  command->add_flag("--no-hints", arguments->no_hints, "Leave out hints");
  command->add_flag("--strict", arguments->strict, "Warnings count as errors for the exit status");
  command->add_flag("--all", arguments->all, "Print all findings, not ten of a code at most");
  add_semantics_option(*command, arguments->request.semantics);
  command->add_flag("--json", arguments->json, "Print JSON instead of text");
  command->footer(
      "Examples:\n"
      "  sinew check hero.json\n"
      "  sinew check hero.skel --atlas build/hero.atlas --no-hints\n"
      "  sinew check *.json --strict --ignore unused-region\n"
      "  sinew check hero.json --json | jq '.files[].findings[].code'");
  command->callback([arguments, &exit_code] { exit_code = check(*arguments); });
}

}  // namespace sinew::tools
