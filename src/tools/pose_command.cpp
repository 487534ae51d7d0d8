// sinew pose: bones, slots and draw order at a time of an animation.

#include <cmath>
#include <limits>
#include <memory>
#include <optional>

#include "base/number_text.hpp"
#include "base/visible_text.hpp"
#include "model/names.hpp"
#include "sinew/animation.hpp"
#include "sinew/geometry.hpp"
#include "sinew/skeleton.hpp"
#include "tools/commands.hpp"
#include "tools/common.hpp"
#include "tools/json_output.hpp"

namespace sinew::tools {

namespace {

struct PoseArguments {
  std::string file;
  std::optional<std::string> animation, skin;  // any name, also an empty one
  double time = 0;
  Semantics semantics = Semantics::automatic;
  bool json = false;
};

/// What is shown of a pose.
struct Posed {
  const PoseArguments& arguments;
  const SkeletonData& data;
  const Skeleton& skeleton;
  const Animation* animation;  ///< null: the setup pose
  std::vector<const EventKey*> events;
};

/// A world transform as people think of it.
struct WorldPose {
  double rotation = 0, scale_x = 0, scale_y = 0, shear = 0;
};

WorldPose take_apart(const Affine& m) {
  constexpr double degrees = 180 / 3.14159265358979323846;
  WorldPose pose;
  pose.scale_x = std::hypot(m.a, m.b);
  pose.scale_y = std::hypot(m.c, m.d);
  pose.rotation = std::atan2(m.b, m.a) * degrees;
  double c = m.c, d = m.d;
  if (m.determinant() < 0) {  // mirrored: the y axis points the other way
    pose.scale_y = -pose.scale_y;
    c = -c;
    d = -d;
  }
  if (pose.scale_y != 0) pose.shear = std::remainder(std::atan2(d, c) * degrees - 90 - pose.rotation, 360);
  return pose;
}

std::string hex(const Color& color, bool with_alpha) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (const float channel : {color.r, color.g, color.b, color.a}) {
    const double limited = std::isnan(channel) ? 0 : std::fmin(std::fmax(channel, 0), 1);
    const auto byte = static_cast<std::size_t>(std::lround(limited * 255));
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
  return with_alpha ? text : text.substr(0, 6);
}

bool shows_image(const Attachment& attachment) {
  return attachment.region != nullptr || attachment.mesh != nullptr;
}

// ---------------------------------------------------------------------------------------------------------------------
// For people.

std::string for_people(const Posed& posed) {
  const SkeletonData& data = posed.data;
  const Skeleton& skeleton = posed.skeleton;
  std::string text = visible_text(posed.arguments.file) + ": ";
  if (posed.animation != nullptr) {
    text += "animation '" + visible_text(posed.animation->name) + "' at " + exact(posed.arguments.time) +
            " s (it takes " + rounded(posed.animation->duration, 3) + " s)";
  } else {
    text += "setup pose";
  }
  text += posed.arguments.skin ? ", skin '" + visible_text(*posed.arguments.skin) + "'" : ", default skin";
  text += ", " + std::string(name_of(data.semantics)) + " semantics\n";

  std::size_t bone_width = 4, slot_width = 4, attachment_width = 10;
  for (const BoneData& bone : data.bones) bone_width = wider(bone_width, bone.name);
  for (std::size_t i = 0; i < data.slots.size(); ++i) {
    slot_width = wider(slot_width, data.slots[i].name);
    const AttachmentIndex attachment = skeleton.attachment(SlotIndex(i));
    if (attachment) attachment_width = wider(attachment_width, data[attachment].key);
  }

  text += "\nBones, in the world\n  " + left("", bone_width);
  for (const char* column : {"x", "y", "rotation", "scale x", "scale y", "shear"}) text += ' ' + right(column, 9);
  text += '\n';
  for (std::size_t i = 0; i < data.bones.size(); ++i) {
    text += "  " + left(visible_text(data.bones[i].name), bone_width);
    const Affine& world = skeleton.world(BoneIndex(i));
    if (!skeleton.active(BoneIndex(i))) {
      text += "  not active\n";
      continue;
    }
    const WorldPose pose = take_apart(world);
    for (const double value : {world.tx, world.ty, pose.rotation}) text += ' ' + right(fixed(value, 2), 9);
    for (const double value : {pose.scale_x, pose.scale_y}) text += ' ' + right(fixed(value, 3), 9);
    text += ' ' + right(fixed(pose.shear, 2), 9) + '\n';
  }

  if (!data.slots.empty()) {
    text += "\nSlots, back to front\n  " + left("", slot_width) + "  " + left("attachment", attachment_width) +
            "  color     bone\n";
    for (const SlotIndex slot : skeleton.draw_order()) {
      const AttachmentIndex index = skeleton.attachment(slot);
      text += "  " + left(visible_text(data[slot].name), slot_width) + "  " +
              left(index ? visible_text(data[index].key) : "-", attachment_width) + "  " +
              hex(skeleton.color(slot), true) + "  " + visible_text(data[data[slot].bone].name);
      if (!skeleton.active(data[slot].bone)) text += " (not active)";
      if (const auto dark = skeleton.dark_color(slot)) text += ", dark " + hex(*dark, false);
      if (index && shows_image(data[index])) {
        const std::string image = image_path(data[index], skeleton.sequence_frame(slot));
        if (image != data[index].key) text += ", image '" + visible_text(image) + "'";
      }
      text += '\n';
    }
  }
  if (!posed.events.empty()) {
    text += "\nEvents up to this time\n";
    for (const EventKey* key : posed.events) {
      text += "  " + visible_text(data[key->event].name) + "  int " + std::to_string(key->int_value) + ", float " +
              exact(key->float_value);
      if (!key->string_value.empty()) text += ", string '" + visible_text(key->string_value) + "'";
      text += '\n';
    }
  }
  return text;
}

// ---------------------------------------------------------------------------------------------------------------------
// For programs.

void write_bone(JsonOutput& json, const Posed& posed, BoneIndex bone) {
  json.open_object();
  json.key("name").text(posed.data[bone].name);
  const bool active = posed.skeleton.active(bone);
  json.key("active").boolean(active);
  if (active) {
    const Affine& world = posed.skeleton.world(bone);
    const WorldPose pose = take_apart(world);
    json.key("world").matrix(world);
    json.key("x").number(world.tx);
    json.key("y").number(world.ty);
    json.key("rotation").number(pose.rotation);
    json.key("scaleX").number(pose.scale_x);
    json.key("scaleY").number(pose.scale_y);
    json.key("shear").number(pose.shear);
    const BonePose local = posed.skeleton.local_pose(bone);
    json.key("local").open_object();
    json.key("x").number(local.x);
    json.key("y").number(local.y);
    json.key("rotation").number(local.rotation);
    json.key("scaleX").number(local.scale_x);
    json.key("scaleY").number(local.scale_y);
    json.key("shearX").number(local.shear_x);
    json.key("shearY").number(local.shear_y);
    json.key("inherit").text(name_of(posed.skeleton.inherit(bone)));
    json.close_object();
  }
  json.close_object();
}

void write_slot(JsonOutput& json, const Posed& posed, SlotIndex slot) {
  const SkeletonData& data = posed.data;
  json.open_object();
  json.key("name").text(data[slot].name);
  json.key("bone").text(data[data[slot].bone].name);
  json.key("attachment");
  const AttachmentIndex index = posed.skeleton.attachment(slot);
  index ? json.text(data[index].key) : json.null();
  if (index && shows_image(data[index])) {
    json.key("image").text(image_path(data[index], posed.skeleton.sequence_frame(slot)));
  }
  json.key("color").color(posed.skeleton.color(slot));
  if (const auto dark = posed.skeleton.dark_color(slot)) json.key("dark").color(*dark);
  json.close_object();
}

std::string for_programs(const Posed& posed) {
  const SkeletonData& data = posed.data;
  JsonOutput json;
  json.open_object();
  json.key("file").text(posed.arguments.file);
  json.key("semantics").text(name_of(data.semantics));
  json.key("skin");
  posed.arguments.skin ? json.text(*posed.arguments.skin) : json.null();
  json.key("animation");
  posed.animation != nullptr ? json.text(posed.animation->name) : json.null();
  json.key("time").number(posed.arguments.time);
  if (posed.animation != nullptr) json.key("duration").number(posed.animation->duration);
  json.key("bones").open_list();
  for (std::size_t i = 0; i < data.bones.size(); ++i) write_bone(json, posed, BoneIndex(i));
  json.close_list();
  json.key("slots").open_list();
  for (std::size_t i = 0; i < data.slots.size(); ++i) write_slot(json, posed, SlotIndex(i));
  json.close_list();
  json.key("drawOrder").open_list();
  for (const SlotIndex slot : posed.skeleton.draw_order()) json.text(data[slot].name);
  json.close_list();
  json.key("events").open_list();
  for (const EventKey* key : posed.events) {
    json.open_object();
    json.key("name").text(data[key->event].name);
    json.key("int").integer(key->int_value);
    json.key("float").number(key->float_value);
    json.key("string").text(key->string_value);
    if (!data[key->event].audio.empty()) {
      json.key("volume").number(key->volume);
      json.key("balance").number(key->balance);
    }
    json.close_object();
  }
  json.close_list();
  json.close_object();
  return json.take();
}

int pose(const PoseArguments& arguments) {
  LoadOptions options;
  options.semantics = arguments.semantics;
  const Result<SkeletonDataPtr> loaded = load_and_warn(arguments.file, options);
  if (!loaded) return print_error(loaded.error());
  const SkeletonData& data = **loaded;

  Skeleton skeleton(*loaded);
  if (arguments.skin) {
    const SkinIndex skin = data.find_skin(*arguments.skin);
    if (!skin) return print_error(unknown_name_error("skin", *arguments.skin, names_of(data.skins), arguments.file));
    skeleton.set_skin(skin);
  }
  skeleton.set_to_setup_pose();
  Posed posed{arguments, data, skeleton, nullptr, {}};
  if (arguments.animation) {
    const AnimationIndex animation = data.find_animation(*arguments.animation);
    if (!animation) {
      return print_error(
          unknown_name_error("animation", *arguments.animation, names_of(data.animations), arguments.file));
    }
    posed.animation = &data[animation];
    apply(skeleton, *posed.animation, arguments.time);
    collect_events(*posed.animation, -1, arguments.time, posed.events);
  }
  skeleton.update(0);
  return print_result(arguments.json ? for_programs(posed) : for_people(posed));
}

}  // namespace

void add_pose_command(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<PoseArguments>();
  CLI::App* command = app.add_subcommand(
      "pose",
      "Say where everything is at a time of an animation\n\n"
      "Poses a skeleton, and prints where its bones are in the world, what its slots show, in which\n"
      "order they are drawn, and which events have been passed. Without --animation: the setup pose.");
  command->add_option("FILE", arguments->file, "Skeleton file")->required();
  CLI::Option* animation =
      command->add_option("--animation", arguments->animation, "Animation to apply, not looping")->option_text("NAME");
  command->add_option("--time", arguments->time, "Time in seconds (0)")
      ->option_text("SECONDS")
      ->needs(animation)
      ->check(number_between(-std::numeric_limits<double>::max(), std::numeric_limits<double>::max(),
                             "a number of seconds"));
  command->add_option("--skin", arguments->skin, "Skin to put on (the default skin alone)")->option_text("NAME");
  add_semantics_option(*command, arguments->semantics);
  command->add_flag("--json", arguments->json, "Print JSON instead of text: matrices, local poses, exact numbers");
  command->footer(
      "Examples:\n"
      "  sinew pose hero.json --animation walk --time 0.5\n"
      "  sinew pose hero.json --skin blue --json | jq '.bones[0].world'");
  command->callback([arguments, &exit_code] { exit_code = pose(*arguments); });
}

}  // namespace sinew::tools
