#include "tools/convert_report.hpp"

#include <algorithm>
#include <cstdio>
#include <map>

#include "base/visible_text.hpp"
#include "tools/common.hpp"
#include "tools/json_output.hpp"

namespace sinew::tools {

namespace {

constexpr std::size_t most_of_a_file = 5, most_of_a_run = 40;

bool is_note(const Loss& loss) {
  return loss.kind == Loss::Kind::rules;
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// A sentence without its numbers and the names in quotes.
std::string pattern_of(const std::string& sentence) {
  std::string pattern;
  for (std::size_t i = 0; i < sentence.size(); ++i) {
    if (is_digit(sentence[i])) {
      const auto goes_on = [&](std::size_t at) {
        const char c = sentence[at];
        return is_digit(c) || c == '.' || c == 'e' || (c == '-' && sentence[at - 1] == 'e');
      };
      while (i + 1 < sentence.size() && goes_on(i + 1)) ++i;
      pattern += '#';
      continue;
    }
    pattern += sentence[i];
    // An apostrophe within a word begins no name.
    if (sentence[i] != '\'' || (i > 0 && sentence[i - 1] != ' ' && sentence[i - 1] != '(')) continue;
    const std::size_t end = sentence.find('\'', i + 1);
    if (end != std::string::npos) i = end;
  }
  return pattern;
}

std::string effect_of(const ConvertJob& job, const Loss& loss) {
  if (!loss.changes_pose || is_note(loss)) return {};
  return job.file.to == FileKind::atlas ? " This changes what is drawn." : " This changes the pose.";
}

void print_line(std::string text) {
  text = "sinew: " + visible_text(text) + '\n';
  std::fwrite(text.data(), 1, text.size(), stderr);
}

std::string line_of(const ConvertJob& job, const Loss& loss, std::size_t count) {
  std::string text = (is_note(loss) ? "note: " : "loss: ") + job.input + ": ";
  if (count > 1) text += std::to_string(count) + " times like " + (loss.path.empty() ? "this: " : "");
  if (!loss.path.empty()) text += loss.path + ": ";
  return text + loss.message + effect_of(job, loss);
}

}  // namespace

std::size_t count_losses(const std::vector<Loss>& losses) {
  return static_cast<std::size_t>(
      std::count_if(losses.begin(), losses.end(), [](const Loss& loss) { return !is_note(loss); }));
}

std::size_t count_pose_losses(const std::vector<Loss>& losses) {
  return static_cast<std::size_t>(std::count_if(losses.begin(), losses.end(),
                                                [](const Loss& loss) { return !is_note(loss) && loss.changes_pose; }));
}

std::string losses_text(std::size_t losses, std::size_t of_the_pose) {
  return std::to_string(losses) + (losses == 1 ? " loss, " : " losses, ") + std::to_string(of_the_pose) +
         " of the pose";
}

std::vector<LossGroup> group_losses(const std::vector<Loss>& losses) {
  std::vector<LossGroup> groups;
  std::map<std::pair<int, std::string>, std::size_t> places;
  const auto rank = [](const Loss& loss) { return is_note(loss) ? 2 : loss.changes_pose ? 0 : 1; };
  for (const Loss& loss : losses) {
    const auto [place, fresh] = places.try_emplace({rank(loss), pattern_of(loss.message)}, groups.size());
    if (fresh) groups.emplace_back();
    LossGroup& group = groups[place->second];
    ++group.count;
    if (!group.example || loss.error > group.example->error) group.example = &loss;
  }
  std::stable_sort(groups.begin(), groups.end(),
                   [&](const LossGroup& a, const LossGroup& b) { return rank(*a.example) < rank(*b.example); });
  return groups;
}

void LossPrinter::print(const ConvertJob& job) {
  if (all_) {
    for (const Loss& loss : job.file.losses) print_line(line_of(job, loss, 1));
    return;
  }
  std::size_t lines = 0, kinds = 0, more = 0;
  for (const LossGroup& group : group_losses(job.file.losses)) {
    if (lines_ >= most_of_a_run) {
      left_out_ += group.count;
    } else if (lines == most_of_a_file) {
      ++kinds;
      more += group.count;
    } else {
      print_line(line_of(job, *group.example, group.count));
      ++lines;
      ++lines_;
    }
  }
  if (kinds > 0) {
    print_line(job.input + ": " + std::to_string(more) + " more of " + std::to_string(kinds) +
               (kinds == 1 ? " other kind" : " other kinds") + "; --all shows them.");
  }
}

void LossPrinter::finish() const {
  if (left_out_ == 0) return;
  print_line(std::to_string(left_out_) + (left_out_ == 1 ? " more loss or note" : " more losses and notes") +
             " in the other files; --all shows them.");
}

std::string convert_summary(const ConvertJob& job) {
  std::string text = visible_text(job.output) + ": ";
  const ConvertedFile& file = job.file;
  if (file.to == FileKind::other) return text + "copied\n";
  if (file.to == FileKind::atlas) {
    text += "atlas";
  } else {
    text += std::string(name_of(file.to)) + ' ' +
            (file.version_after.empty() ? "without version" : visible_text(file.version_after)) + ", from " +
            std::string(name_of(file.from)) + ' ' +
            (file.version_before.empty() ? "without version" : visible_text(file.version_before));
  }
  const std::size_t losses = count_losses(file.losses);
  if (losses > 0 && file.to == FileKind::atlas) {
    text += "; " + std::to_string(losses) + (losses == 1 ? " loss" : " losses");
  } else if (losses > 0) {
    text += "; " + losses_text(losses, count_pose_losses(file.losses));
  }
  return text + '\n';
}

std::string convert_summary(const std::vector<ConvertJob>& jobs) {
  std::string text;
  std::size_t converted = 0, copied = 0, with_losses = 0, losses = 0, of_the_pose = 0;
  for (const ConvertJob& job : jobs) {
    if (!job.written) continue;
    if (job.file.to == FileKind::other) {
      ++copied;
      continue;
    }
    text += convert_summary(job);
    ++converted;
    const std::size_t lost = count_losses(job.file.losses);
    losses += lost;
    if (lost > 0) ++with_losses;
    if (job.file.to != FileKind::atlas) of_the_pose += count_pose_losses(job.file.losses);
  }
  const auto files = [](std::size_t count) { return std::to_string(count) + (count == 1 ? " file" : " files"); };
  if (copied > 0) text += std::to_string(copied) + (copied == 1 ? " other file copied\n" : " other files copied\n");
  if (converted > 0) {
    text += "In all: " + files(converted) + " converted, ";
    text += losses == 0 ? "nothing lost\n" : losses_text(losses, of_the_pose) + ", in " + files(with_losses) + '\n';
  }
  return text;
}

namespace {

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

}  // namespace

std::string convert_report_json(const std::vector<ConvertJob>& jobs) {
  JsonOutput json;
  json.open_object();
  json.key("files").open_list();
  for (const ConvertJob& job : jobs) {
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

}  // namespace sinew::tools
