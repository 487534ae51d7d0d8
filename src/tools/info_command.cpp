// sinew info: what is in a skeleton file.

#include <memory>

#include "base/number_text.hpp"
#include "base/visible_text.hpp"
#include "model/names.hpp"
#include "tools/commands.hpp"
#include "tools/common.hpp"
#include "tools/file_kind.hpp"
#include "tools/json_output.hpp"
#include "tools/skeleton_summary.hpp"

namespace sinew::tools {

namespace {

struct InfoArguments {
  std::string file;
  Semantics semantics = Semantics::automatic;
  bool json = false;
};

// ---------------------------------------------------------------------------------------------------------------------
// For people.

/// Rows of a table: the first column to the left, numbers to the right, the rest as it is. What cells say is made
/// visible.
class Table {
 public:
  void row(std::vector<std::string> cells) {
    for (std::string& cell : cells) cell = visible_text(cell);
    rows_.push_back(std::move(cells));
  }

  /// Columns of `numeric` are flushed right.
  void print(std::string& text, const std::vector<bool>& numeric) const {
    std::vector<std::size_t> widths;
    for (const auto& row : rows_) {
      for (std::size_t i = 0; i < row.size(); ++i) {
        if (i >= widths.size()) widths.push_back(0);
        widths[i] = wider(widths[i], row[i]);
      }
    }
    for (const auto& row : rows_) {
      std::string line = "  ";
      for (std::size_t i = 0; i < row.size(); ++i) {
        const bool flush_right = i < numeric.size() && numeric[i];
        line += flush_right ? right(row[i], widths[i]) : left(row[i], widths[i]);
        line += "  ";
      }
      while (line.back() == ' ') line.pop_back();
      text += line + '\n';
    }
  }

 private:
  std::vector<std::vector<std::string>> rows_;
};

std::string counted(std::size_t count, std::string_view one, std::string_view many = {}) {
  std::string text = std::to_string(count) + ' ' + std::string(count == 1 || many.empty() ? one : many);
  if (count != 1 && many.empty()) text += 's';
  return text;
}

/// "12 (10 region, 2 mesh)"
template <class E, std::size_t N>
std::string by_type(const std::array<std::size_t, N>& counts) {
  std::size_t sum = 0;
  std::string parts;
  for (std::size_t i = 0; i < N; ++i) {
    sum += counts[i];
    if (counts[i] == 0) continue;
    if (!parts.empty()) parts += ", ";
    parts += std::to_string(counts[i]) + ' ' + std::string(name_of(static_cast<E>(i)));
  }
  return std::to_string(sum) + (parts.empty() ? "" : " (" + parts + ")");
}

std::string box(double x, double y, double width, double height) {
  return rounded(width, 2) + " x " + rounded(height, 2) + " at " + rounded(x, 2) + ", " + rounded(y, 2);
}

std::string event_values(const EventData& event) {
  std::string text;
  const auto add = [&text](std::string part) { text += (text.empty() ? "" : ", ") + std::move(part); };
  if (event.int_value != 0) add("int " + std::to_string(event.int_value));
  if (event.float_value != 0) add("float " + exact(event.float_value));
  if (!event.string_value.empty()) add("string '" + std::string(event.string_value) + "'");
  if (!event.audio.empty()) {
    add("audio '" + std::string(event.audio) + "' at volume " + exact(event.volume) + ", balance " +
        exact(event.balance));
  }
  return text;
}

std::string for_people(const std::string& file, const SkeletonData& data, const SkeletonSummary& summary,
                       const std::vector<Warning>& warnings) {
  std::string text = visible_text(file) + "\n\n";
  Table head;
  const std::string version = data.version_text.empty() ? "not given" : std::string(data.version_text);
  head.row({"version", version + " (read as " + std::string(name_of(data.version)) + ")"});
  head.row({"semantics", std::string(name_of(data.semantics)) + " (" + summary.semantics_reason + ")"});
  head.row({"hash", data.hash.empty() ? "none" : std::string(data.hash)});
  head.row({"frame rate", exact(data.fps)});
  if (!data.images.empty()) head.row({"images", std::string(data.images)});
  if (!data.audio.empty()) head.row({"audio", std::string(data.audio)});
  head.row({"bounds", box(data.x, data.y, data.width, data.height) + " by the header"});
  const Bounds& b = summary.setup_bounds;
  head.row({"", b.empty() ? "nothing is shown in the setup pose with the default skin"
                          : box(b.min_x, b.min_y, b.max_x - b.min_x, b.max_y - b.min_y) +
                                " in the setup pose with the default skin"});
  head.print(text, {});

  text += "\nContents\n";
  Table contents;
  contents.row(
      {"bones", std::to_string(data.bones.size()) +
                    (summary.skin_bones == 0 ? "" : " (" + std::to_string(summary.skin_bones) + " only with a skin)")});
  contents.row({"slots", std::to_string(data.slots.size())});
  contents.row({"constraints", by_type<ConstraintType>(summary.constraints)});
  contents.row({"skins", std::to_string(data.skins.size())});
  contents.row({"attachments", by_type<AttachmentType>(summary.attachments)});
  if (summary.vertices > 0) {
    contents.row({"meshes", counted(summary.vertices, "vertex", "vertices") + " (" +
                                std::to_string(summary.weighted_vertices) + " weighted), " +
                                counted(summary.triangles, "triangle")});
  }
  contents.row({"events", std::to_string(data.events.size())});
  contents.row({"animations", std::to_string(data.animations.size())});
  contents.print(text, {});

  if (!summary.skins.empty()) {
    text += "\nSkins\n";
    Table table;
    for (const auto& skin : summary.skins) {
      std::string more;
      if (skin.bones > 0) more += counted(skin.bones, "bone");
      if (skin.constraints > 0) more += (more.empty() ? "" : ", ") + counted(skin.constraints, "constraint");
      table.row({std::string(skin.name), std::to_string(skin.attachments),
                 skin.attachments == 1 ? "attachment" : "attachments", more});
    }
    table.print(text, {false, true, false, false});
  }
  if (!data.events.empty()) {
    text += "\nEvents\n";
    Table table;
    for (const EventData& event : data.events) table.row({std::string(event.name), event_values(event)});
    table.print(text, {});
  }
  if (!summary.animations.empty()) {
    text += "\nAnimations\n";
    Table table;
    for (const auto& animation : summary.animations) {
      table.row({std::string(animation.name), fixed(animation.duration, 3), "s", std::to_string(animation.timelines),
                 animation.timelines == 1 ? "timeline" : "timelines", std::to_string(animation.keys),
                 animation.keys == 1 ? "key" : "keys"});
    }
    table.print(text, {false, true, false, true, false, true, false});
  }
  if (!warnings.empty()) {
    text += "\nWarnings\n";
    for (Warning warning : warnings) {
      warning.where.file.clear();
      text += "  " + visible_text(warning.to_string()) + '\n';
    }
  }
  return text;
}

// ---------------------------------------------------------------------------------------------------------------------
// For programs.

void write_box(JsonOutput& json, double x, double y, double width, double height) {
  json.open_object();
  json.key("x").number(x);
  json.key("y").number(y);
  json.key("width").number(width);
  json.key("height").number(height);
  json.close_object();
}

template <class E, std::size_t N>
void write_by_type(JsonOutput& json, const std::array<std::size_t, N>& counts) {
  json.open_object();
  for (std::size_t i = 0; i < N; ++i) json.key(name_of(static_cast<E>(i))).count(counts[i]);
  json.close_object();
}

void write_warning(JsonOutput& json, const Warning& warning) {
  json.open_object();
  json.key("code").text(name_of(warning.code));
  json.key("message").text(warning.message);
  if (warning.where.line != 0) json.key("line").count(warning.where.line);
  if (warning.where.column != 0) json.key("column").count(warning.where.column);
  if (warning.where.offset) json.key("offset").count(*warning.where.offset);
  if (!warning.where.pointer.empty()) json.key("pointer").text(warning.where.pointer);
  json.close_object();
}

std::string for_programs(const std::string& file, const SkeletonData& data, const SkeletonSummary& summary,
                         const std::vector<Warning>& warnings) {
  JsonOutput json;
  json.open_object();
  json.key("file").text(file);
  json.key("version").text(data.version_text);
  json.key("readAs").text(name_of(data.version));
  json.key("semantics").text(name_of(data.semantics));
  json.key("semanticsReason").text(summary.semantics_reason);
  json.key("hash").text(data.hash);
  json.key("fps").number(data.fps);
  json.key("images").text(data.images);
  json.key("audio").text(data.audio);
  json.key("bounds").open_object();
  json.key("header");
  write_box(json, data.x, data.y, data.width, data.height);
  json.key("setupPose");
  const Bounds& b = summary.setup_bounds;
  b.empty() ? json.null() : write_box(json, b.min_x, b.min_y, b.max_x - b.min_x, b.max_y - b.min_y);
  json.close_object();

  json.key("counts").open_object();
  json.key("bones").count(data.bones.size());
  json.key("skinBones").count(summary.skin_bones);
  json.key("slots").count(data.slots.size());
  json.key("constraints").count(data.constraints.size());
  json.key("constraintsByType");
  write_by_type<ConstraintType>(json, summary.constraints);
  json.key("skins").count(data.skins.size());
  json.key("attachments").count(data.attachments.size());
  json.key("attachmentsByType");
  write_by_type<AttachmentType>(json, summary.attachments);
  json.key("vertices").count(summary.vertices);
  json.key("weightedVertices").count(summary.weighted_vertices);
  json.key("triangles").count(summary.triangles);
  json.key("events").count(data.events.size());
  json.key("animations").count(data.animations.size());
  json.close_object();

  json.key("skins").open_list();
  for (const auto& skin : summary.skins) {
    json.open_object();
    json.key("name").text(skin.name);
    json.key("attachments").count(skin.attachments);
    json.key("bones").count(skin.bones);
    json.key("constraints").count(skin.constraints);
    json.close_object();
  }
  json.close_list();

  json.key("events").open_list();
  for (const EventData& event : data.events) {
    json.open_object();
    json.key("name").text(event.name);
    json.key("int").integer(event.int_value);
    json.key("float").number(event.float_value);
    json.key("string").text(event.string_value);
    if (!event.audio.empty()) {
      json.key("audio").text(event.audio);
      json.key("volume").number(event.volume);
      json.key("balance").number(event.balance);
    }
    json.close_object();
  }
  json.close_list();

  json.key("animations").open_list();
  for (const auto& animation : summary.animations) {
    json.open_object();
    json.key("name").text(animation.name);
    json.key("duration").number(animation.duration);
    json.key("timelines").count(animation.timelines);
    json.key("keys").count(animation.keys);
    json.close_object();
  }
  json.close_list();

  json.key("warnings").open_list();
  for (const Warning& warning : warnings) write_warning(json, warning);
  json.close_list();
  json.close_object();
  return json.take();
}

int info(const InfoArguments& arguments) {
  std::vector<Warning> warnings;
  LoadOptions options;
  options.warnings = &warnings;
  options.semantics = arguments.semantics;
  const Result<SkeletonDataPtr> data = load_skeleton(arguments.file, options);
  if (!data) return print_error(explain_wrong_kind(data.error(), arguments.file));
  SkeletonSummary summary = summarize(*data);
  if (arguments.semantics != Semantics::automatic) summary.semantics_reason = "as --semantics says";
  return print_result(arguments.json ? for_programs(arguments.file, **data, summary, warnings)
                                     : for_people(arguments.file, **data, summary, warnings));
}

}  // namespace

void add_info_command(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<InfoArguments>();
  CLI::App* command = app.add_subcommand(
      "info",
      "Say what is in a skeleton file\n\n"
      "Lists what a skeleton file holds: version, semantics, bounds, counts, skins, events, animations,\n"
      "and what is unusual about it.");
  command->add_option("FILE", arguments->file, "Skeleton file")->required();
  add_semantics_option(*command, arguments->semantics);
  command->add_flag("--json", arguments->json, "Print JSON instead of text");
  command->footer(
      "Examples:\n"
      "  sinew info hero.json\n"
      "  sinew info hero.json --json | jq -r '.animations[].name'");
  command->callback([arguments, &exit_code] { exit_code = info(*arguments); });
}

}  // namespace sinew::tools
