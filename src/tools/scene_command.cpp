// sinew scene: what is in a scene file, and whether it is in order.

#include <memory>

#include "base/number_text.hpp"
#include "base/visible_text.hpp"
#include "sinew/scene.hpp"
#include "tools/commands.hpp"
#include "tools/common.hpp"
#include "tools/file_kind.hpp"
#include "tools/json_output.hpp"
#include "tools/scene_files.hpp"

namespace sinew::tools {

namespace {

struct SceneArguments {
  std::vector<std::string> files;
  bool json = false;
};

std::string skin_name(const SceneSkeleton& skeleton, SkinIndex skin) {
  return skin ? std::string((*skeleton.data)[skin].name) : std::string();
}

std::string bone_name(const SceneSkeleton& skeleton, BoneIndex bone) {
  return bone ? std::string((*skeleton.data)[bone].name) : std::string();
}

// ---------------------------------------------------------------------------------------------------------------------
// For people.

/// "nila.json with nila.atlas, skin 'summer'".
std::string describe(const SceneSkeleton& skeleton, SkinIndex skin) {
  std::string text = skeleton.skeleton_name + " with " + skeleton.atlas_name;
  if (skin) text += ", skin '" + skin_name(skeleton, skin) + "'";
  return visible_text(text);
}

/// "at -120, 0, scale 0.8, flipped".
std::string describe(const ScenePlacement& placement) {
  std::string text = "at " + exact(placement.x) + ", " + exact(placement.y);
  if (placement.scale != 1) text += ", scale " + exact(placement.scale);
  if (placement.flip) text += ", flipped";
  if (!placement.visible) text += ", not visible";
  return text;
}

void describe(std::string& text, const std::vector<SceneClip>& clips, const SceneSkeleton& skeleton) {
  for (const SceneClip& clip : clips) {
    text += "      " + fixed(clip.start, 3) + " s  track " + std::to_string(clip.track) + "  " +
            visible_text((*skeleton.data)[clip.animation].name);
    if (clip.loop) text += ", looped";
    if (clip.mix > 0) text += ", mix " + exact(clip.mix) + " s";
    if (clip.speed != 1) text += ", speed " + exact(clip.speed);
    if (clip.offset > 0) text += ", from " + exact(clip.offset) + " s";
    text += '\n';
  }
}

std::string hex_color(const Color& color) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string text;
  for (const float channel : {color.r, color.g, color.b, color.a}) {
    const auto byte = static_cast<unsigned>(channel * 255 + 0.5f) & 0xffu;
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
  return text;
}

std::string for_people(const std::string& file, const Scene& scene, const std::vector<Warning>& warnings) {
  std::string text = visible_text(file) + "\n\n";
  text += "  name        " + (scene.name.empty() ? "none" : visible_text(scene.name)) + '\n';
  if (!scene.version.empty()) text += "  version     " + visible_text(scene.version) + '\n';
  text += "  picture     " + std::to_string(scene.width) + " x " + std::to_string(scene.height) + " on " +
          hex_color(scene.background) + '\n';
  text += "  frame rate  " + exact(scene.fps) + '\n';
  text += "  duration    " + fixed(scene.duration(), 3) + " s\n";

  const SceneStage& stage = scene.stage;
  text += "\nStage\n  " + describe(stage.skeleton, stage.skin) + '\n';
  text += "  camera      " + (stage.camera ? visible_text(bone_name(stage.skeleton, stage.camera)) : "none") + '\n';
  for (const SceneLayer& layer : stage.layers) {
    text += "  layer       " + visible_text(layer.name) + ", depth " + exact(layer.depth) + ", " +
            std::to_string(layer.slots.size()) + (layer.slots.size() == 1 ? " slot\n" : " slots\n");
  }
  if (!scene.actors.empty()) text += "\nActors\n";
  for (const SceneActor& actor : scene.actors) {
    text += "  " + visible_text(actor.name) + ": " + describe(actor.skeleton, actor.placement.skin) + "; " +
            describe(actor.placement);
    if (actor.ground != 0) text += ", ground " + exact(actor.ground);
    if (actor.layer) text += ", on layer '" + visible_text(stage.layers[actor.layer.value].name) + "'";
    text += ", order " + exact(actor.order) + '\n';
  }
  text += "\nShots\n";
  for (const SceneShot& shot : scene.shots) {
    text += "  " + visible_text(shot.name) + ": " + fixed(shot.duration, 3) + " s\n";
    if (!shot.stage.empty()) text += "    stage\n";
    describe(text, shot.stage, stage.skeleton);
    for (const SceneRole& role : shot.roles) {
      const SceneActor& actor = scene.actors[role.actor.value];
      text += "    " + visible_text(actor.name) + ": " + describe(role.placement);
      if (role.placement.skin != actor.placement.skin) {
        text += ", skin '" + visible_text(skin_name(actor.skeleton, role.placement.skin)) + "'";
      }
      text += '\n';
      describe(text, role.clips, actor.skeleton);
    }
  }
  if (!warnings.empty()) text += "\nWarnings\n";
  for (const Warning& warning : warnings) text += "  " + visible_text(warning.to_string()) + '\n';
  return text;
}

// ---------------------------------------------------------------------------------------------------------------------
// For programs.

void write_problem(JsonOutput& json, const Error& problem) {
  json.open_object();
  json.key("code").text(name_of(problem.code));
  json.key("message").text(problem.message);
  if (!problem.where.file.empty()) json.key("file").text(problem.where.file);
  if (problem.where.line != 0) json.key("line").count(problem.where.line);
  if (problem.where.column != 0) json.key("column").count(problem.where.column);
  if (!problem.where.pointer.empty()) json.key("pointer").text(problem.where.pointer);
  json.close_object();
}

void write_problems(JsonOutput& json, const std::vector<Warning>& warnings) {
  json.open_list();
  for (const Warning& warning : warnings) write_problem(json, warning);
  json.close_list();
}

void write_name(JsonOutput& json, std::string_view key, const std::string& name) {
  json.key(key);
  name.empty() ? json.null() : json.text(name);
}

void write_skeleton(JsonOutput& json, const SceneSkeleton& skeleton) {
  json.key("skeleton").text(skeleton.skeleton_name);
  json.key("atlas").text(skeleton.atlas_name);
}

void write_placement(JsonOutput& json, const SceneSkeleton& skeleton, const ScenePlacement& placement) {
  json.key("x").number(placement.x);
  json.key("y").number(placement.y);
  json.key("scale").number(placement.scale);
  json.key("flip").boolean(placement.flip);
  write_name(json, "skin", skin_name(skeleton, placement.skin));
  json.key("visible").boolean(placement.visible);
}

void write_clips(JsonOutput& json, const SceneSkeleton& skeleton, const std::vector<SceneClip>& clips) {
  json.open_list();
  for (const SceneClip& clip : clips) {
    json.open_object();
    json.key("animation").text((*skeleton.data)[clip.animation].name);
    json.key("start").number(clip.start);
    json.key("loop").boolean(clip.loop);
    json.key("mix").number(clip.mix);
    json.key("speed").number(clip.speed);
    json.key("offset").number(clip.offset);
    json.key("track").count(clip.track);
    json.close_object();
  }
  json.close_list();
}

std::string for_programs(const std::string& file, const Scene& scene, const std::vector<Warning>& warnings) {
  JsonOutput json;
  json.open_object();
  json.key("file").text(file);
  json.key("name").text(scene.name);
  json.key("version").text(scene.version);
  json.key("fps").number(scene.fps);
  json.key("width").integer(scene.width);
  json.key("height").integer(scene.height);
  json.key("background").text(hex_color(scene.background));
  json.key("duration").number(scene.duration());
  const SceneStage& stage = scene.stage;
  json.key("stage").open_object();
  write_skeleton(json, stage.skeleton);
  write_name(json, "skin", skin_name(stage.skeleton, stage.skin));
  write_name(json, "camera", bone_name(stage.skeleton, stage.camera));
  json.key("layers").open_list();
  for (const SceneLayer& layer : stage.layers) {
    json.open_object();
    json.key("name").text(layer.name);
    json.key("depth").number(layer.depth);
    json.key("slots").open_list();
    for (const SlotIndex slot : layer.slots) json.text((*stage.skeleton.data)[slot].name);
    json.close_list();
    json.close_object();
  }
  json.close_list();
  json.close_object();
  json.key("actors").open_list();
  for (const SceneActor& actor : scene.actors) {
    json.open_object();
    json.key("name").text(actor.name);
    write_skeleton(json, actor.skeleton);
    write_placement(json, actor.skeleton, actor.placement);
    json.key("ground").number(actor.ground);
    write_name(json, "layer", actor.layer ? stage.layers[actor.layer.value].name : std::string());
    json.key("order").number(actor.order);
    json.close_object();
  }
  json.close_list();
  json.key("shots").open_list();
  for (const SceneShot& shot : scene.shots) {
    json.open_object();
    json.key("name").text(shot.name);
    json.key("duration").number(shot.duration);
    json.key("stage");
    write_clips(json, stage.skeleton, shot.stage);
    json.key("actors").open_list();
    for (const SceneRole& role : shot.roles) {
      const SceneActor& actor = scene.actors[role.actor.value];
      json.open_object();
      json.key("name").text(actor.name);
      write_placement(json, actor.skeleton, role.placement);
      json.key("clips");
      write_clips(json, actor.skeleton, role.clips);
      json.close_object();
    }
    json.close_list();
    json.close_object();
  }
  json.close_list();
  json.key("warnings");
  write_problems(json, warnings);
  json.close_object();
  return json.take();
}

// ---------------------------------------------------------------------------------------------------------------------

int info(const SceneArguments& arguments) {
  const std::string& file = arguments.files.front();
  std::vector<Warning> warnings;
  SceneLoadOptions options;
  options.warnings = &warnings;
  const auto scene = load_scene(file, options);
  if (!scene) return print_error(explain_wrong_kind(scene.error(), file, ContentKind::scene));
  return print_result(arguments.json ? for_programs(file, **scene, warnings) : for_people(file, **scene, warnings));
}

int check(const SceneArguments& arguments) {
  int exit_code = exit_success;
  std::string text;
  JsonOutput json;
  json.open_list();
  for (const std::string& file : arguments.files) {
    std::vector<Warning> warnings;
    const auto scene = check_scene(file, warnings);
    if (!scene) exit_code = exit_fell_short;

    json.open_object();
    json.key("file").text(file);
    json.key("valid").boolean(scene.has_value());
    if (!scene) {
      json.key("error");
      write_problem(json, scene.error());
    }
    json.key("warnings");
    write_problems(json, warnings);
    json.close_object();
    if (arguments.json) continue;

    for (const Warning& warning : warnings) print_warning(warning);
    if (!scene) print_error(scene.error());
    text += visible_text(file) + (scene ? ": valid" : ": not valid");
    if (!warnings.empty()) {
      text += ", " + std::to_string(warnings.size()) + (warnings.size() == 1 ? " warning" : " warnings");
    }
    text += '\n';
  }
  json.close_list();
  const int written = print_result(arguments.json ? json.take() : text);
  return written == exit_success ? exit_code : written;
}

}  // namespace

void add_scene_command(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("scene", "Look into scene files (.scene.json), and check them");
  command->require_subcommand(1);
  command->footer(
      "'sinew render' draws scenes.\n\n"
      "Examples:\n"
      "  sinew scene info meeting.scene.json\n"
      "  sinew scene check scenes/*.scene.json\n\n"
      "'sinew scene COMMAND --help' says more about each command.");

  auto arguments = std::make_shared<SceneArguments>();
  CLI::App* info_command = command->add_subcommand(
      "info", "Say what is in a scene file\n\nLists stage, layers, actors and shots with their clips.");
  info_command->add_option("FILE", arguments->files, "Scene file")->required()->expected(1);
  info_command->add_flag("--json", arguments->json, "Print JSON instead of text");
  info_command->footer("Example:\n  sinew scene info meeting.scene.json");
  info_command->callback([arguments, &exit_code] { exit_code = info(*arguments); });

  CLI::App* check_command = command->add_subcommand(
      "check",
      "Say whether scene files are in order\n\n"
      "Loads each file with the skeletons and atlases that it names, and prints what is wrong and where.\n"
      "Fields that are not known and images that are missing are warnings.");
  check_command->add_option("FILE", arguments->files, "Scene files")->required();
  check_command->add_flag("--json", arguments->json, "Print JSON instead of text");
  check_command->footer(
      "The exit status is 1 when a file is not valid.\n\nExample:\n  sinew scene check scenes/*.scene.json");
  check_command->callback([arguments, &exit_code] { exit_code = check(*arguments); });
}

}  // namespace sinew::tools
