// The header of skeleton JSON, and which version a file is of. Spec: skeleton-json.md 1 and 3.
#include "formats/format_versions.hpp"
#include "formats/skeleton_json.hpp"
#include "model/builder.hpp"

namespace sinew::skeleton_json {

namespace {

bool is_slot_color_timeline(std::string_view name) {
  return name == "rgba" || name == "rgb" || name == "alpha" || name == "rgba2" || name == "rgb2";
}

/// What the keys below an animation's groups tell about the version.
struct KeySigns {
  bool v4_0 = false, v3_8 = false;
};

/// Looks at everything below an animation, without recursion.
void look_at_keys(const JsonNode& node, KeySigns& signs) {
  std::vector<const JsonNode*> open = {&node};
  while (!open.empty()) {
    const JsonNode& one = *open.back();
    open.pop_back();
    for (const JsonNode& child : one) {
      const std::string_view key = child.key();
      if (key == "curve" && child.is(JsonType::array) && child.size() > 4) signs.v4_0 = true;
      if (key == "c2" || key == "c3" || key == "c4") signs.v3_8 = true;
      // Not in the specification's table, but nothing else could be read as a later version either.
      if (key == "curve" && child.is(JsonType::number)) signs.v3_8 = true;
      if (child.is(JsonType::array) || child.is(JsonType::object)) open.push_back(&child);
    }
  }
}

void look_at_slot_timelines(const JsonNode& slots, KeySigns& signs) {
  for (const JsonNode& slot : slots) {
    for (const JsonNode& timeline : slot) {
      if (is_slot_color_timeline(timeline.key())) signs.v4_0 = true;
      if (timeline.key() == "color" || timeline.key() == "twoColor") signs.v3_8 = true;
    }
  }
}

void look_at_rotate_keys(const JsonNode& bones, KeySigns& signs) {
  for (const JsonNode& bone : bones) {
    const JsonNode* rotate = bone.find("rotate");
    if (!rotate) continue;
    for (const JsonNode& key : *rotate) signs.v3_8 = signs.v3_8 || key.find("angle");
  }
}

/// For files without a version. Spec: skeleton-json.md 1, the table.
FormatVersion version_by_content(const JsonNode& root) {
  if (root.find("constraints")) return FormatVersion::v4_3;
  if (root.find("physics")) return FormatVersion::v4_2;
  if (const JsonNode* bones = root.find("bones")) {
    for (const JsonNode& bone : *bones) {
      if (bone.find("inherit")) return FormatVersion::v4_2;
    }
  }
  KeySigns signs;
  if (const JsonNode* skins = root.find("skins")) signs.v3_8 = skins->is(JsonType::object);  // likewise
  const JsonNode* animations = root.find("animations");
  if (!animations) return signs.v3_8 ? FormatVersion::v3_8 : FormatVersion::v4_2;
  for (const JsonNode& animation : *animations) {
    if (animation.find("physics")) return FormatVersion::v4_2;
  }
  for (const JsonNode& animation : *animations) {
    if (animation.find("attachments")) return FormatVersion::v4_1;
    if (const JsonNode* slots = animation.find("slots")) look_at_slot_timelines(*slots, signs);
    if (const JsonNode* bones = animation.find("bones")) look_at_rotate_keys(*bones, signs);
    look_at_keys(animation, signs);
  }
  if (signs.v4_0) return FormatVersion::v4_0;
  return signs.v3_8 ? FormatVersion::v3_8 : FormatVersion::v4_2;
}

void read_version(Reading& reading, const JsonNode& root, const JsonNode* header) {
  JsonFields& json = reading.json;
  SkeletonData& data = reading.data;
  const JsonNode* node = header ? header->find("spine") : nullptr;
  if (node) data.version_text = reading.keep(json.text(*node));
  if (json.failed()) return;

  const std::optional<LayoutChoice> choice = node ? choose_layout(data.version_text) : std::nullopt;
  if (choice) {
    data.version = choice->layout;
    if (choice->between && version_by_content(root) == FormatVersion::v3_8) data.version = FormatVersion::v3_8;
    if (choice->doubt.empty()) return;
    json.warn(*node, ErrorCode::unsupported_version,
              choice->doubt + "; the file is read as " + std::string(name_of(data.version)) + ".");
    reading.version_doubt = choice->doubt + "; supported are 3.8 to 4.3.";
    return;
  }
  data.version = version_by_content(root);
  const bool empty = data.version_text.empty();
  json.warn(node     ? *node
            : header ? *header
                     : root,
            ErrorCode::missing_member,
            (empty ? std::string("The header gives no version ('spine')")
                   : "The header's version ('spine') is " + quoted(data.version_text) + ", which is none") +
                "; by its content the file is read as " + std::string(name_of(data.version)) + ".");
  reading.version_doubt = (empty ? std::string("The header gives no version")
                                 : "The header's version " + quoted(data.version_text) + " is none") +
                          ", and the file was read as " + std::string(name_of(data.version)) +
                          "; supported are 3.8 to 4.3.";
}

}  // namespace

void read_header(Reading& reading, const JsonNode& root, const LoadOptions& options) {
  JsonFields& json = reading.json;
  SkeletonData& data = reading.data;
  const JsonNode* header = json.object(root, "skeleton");
  if (json.failed()) return;
  read_version(reading, root, header);
  if (header) data.hash = reading.keep(json.text(*header, "hash"));
  data.semantics =
      options.semantics == Semantics::automatic ? automatic_semantics(data.hash, data.version_text) : options.semantics;
  data.reference_scale = 100 * reading.scale;
  if (!header || json.failed()) return;

  data.x = json.number(*header, "x", 0);
  data.y = json.number(*header, "y", 0);
  data.width = json.number(*header, "width", 0);
  data.height = json.number(*header, "height", 0);
  data.fps = json.number(*header, "fps", 30);
  data.images = reading.keep(json.text(*header, "images"));
  data.audio = reading.keep(json.text(*header, "audio"));
  if (const JsonNode* reference = reading.since(FormatVersion::v4_2) ? header->find("referenceScale") : nullptr) {
    const double value = json.number(*reference);
    if (!json.failed() && value <= 0) {
      json.fail(*reference, ErrorCode::bad_value, "The reference scale must be above 0.");
    }
    data.reference_scale = value * reading.scale;
  }
}

}  // namespace sinew::skeleton_json
