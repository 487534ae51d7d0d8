// Reads `.scene.json`: docs/scenes.md has the layout. What the scene is lies in sinew/scene.hpp, whatever the layout.
#include <algorithm>
#include <initializer_list>
#include <map>

#include "base/memory_guard.hpp"
#include "formats/json_document.hpp"
#include "formats/json_fields.hpp"
#include "sinew/file.hpp"
#include "sinew/scene.hpp"

namespace sinew {

namespace {

constexpr int most_pixels = 65536;
constexpr double most_fps = 1000;

class SceneReader {
 public:
  SceneReader(JsonFields& json, const SceneAssets& assets, Scene& scene)
      : json_(json), assets_(assets), scene_(scene) {}

  void read(const JsonNode& root) {
    if (!json_.expect(root, JsonType::object)) return;
    only_known(root, {"scene", "stage", "actors", "shots"});
    if (const JsonNode* header = json_.object(root, "scene")) read_header(*header);
    const JsonNode* stage = json_.failed() ? nullptr : json_.required(root, "stage");
    if (stage == nullptr || !json_.expect(*stage, JsonType::object)) return;
    read_stage(*stage);
    if (const JsonNode* actors = json_.array(root, "actors")) read_actors(*actors);
    const JsonNode* shots = json_.failed() ? nullptr : json_.required_array(root, "shots");
    if (shots != nullptr) read_shots(*shots);
  }

 private:
  // -- What all parts need --------------------------------------------------------------------------------------------

  void only_known(const JsonNode& object, std::initializer_list<std::string_view> known) {
    for (const JsonNode& member : object) {
      if (std::find(known.begin(), known.end(), member.key()) != known.end()) continue;
      json_.warn(member, ErrorCode::unknown_name,
                 "The field " + quoted(member.key()) + " is not known; it is ignored.");
    }
  }

  bool is_object(const JsonNode& node) { return json_.expect(node, JsonType::object) && !json_.failed(); }

  void fail_if(bool wrong, const JsonNode& at, ErrorCode code, const char* message) {
    if (wrong && !json_.failed()) json_.fail(at, code, message);
  }

  /// A number that is not below 0.
  double not_negative(const JsonNode& object, std::string_view name, double otherwise) {
    const JsonNode* value = object.find(name);
    if (value == nullptr) return otherwise;
    const double number = json_.number(*value);
    fail_if(number < 0, *value, ErrorCode::bad_value, "This must not be below 0.");
    return number;
  }

  int pixels(const JsonNode& object, std::string_view name, int otherwise) {
    const JsonNode* value = object.find(name);
    if (value == nullptr) return otherwise;
    const int number = json_.integer(*value);
    fail_if(number < 1, *value, ErrorCode::bad_value, "A picture is at least one pixel wide and high.");
    fail_if(number > most_pixels, *value, ErrorCode::limit, "A picture may be 65536 pixels wide and high at most.");
    return number;
  }

  /// What a member names among the things of a skeleton; none when the member is absent.
  template <class Find>
  auto named(const JsonNode& object, std::string_view member, const char* kind, const SceneSkeleton& of, Find find) {
    const JsonNode* value = object.find(member);
    return value == nullptr ? decltype(find(std::string_view())){} : named(*value, kind, of, find);
  }
  template <class Find>
  auto named(const JsonNode& value, const char* kind, const SceneSkeleton& of, Find find) {
    const std::string_view name = json_.text(value);
    const auto found = find(name);
    if (!found && !json_.failed()) {
      json_.fail(value, ErrorCode::unknown_reference,
                 "The skeleton " + quoted(of.skeleton_name) + " has no " + kind + " called " + quoted(name) + ".");
    }
    return found;
  }

  SkinIndex skin(const JsonNode& object, const SceneSkeleton& of) {
    return named(object, "skin", "skin", of, [&](std::string_view name) { return of.data->find_skin(name); });
  }

  // -- Skeletons and atlases ------------------------------------------------------------------------------------------

  /// Provides what `node` names, once for all places that name it.
  template <class T, class Provide>
  T provided(const JsonNode& node, const char* kind, std::map<std::string, T>& known, const Provide& provide) {
    const std::string name(json_.text(node));
    if (json_.failed()) return {};
    const auto place = known.find(name);
    if (place != known.end()) return place->second;
    const auto got = provide ? provide(name) : Result<T>(Error{ErrorCode::file_not_found, "Nothing provides it.", {}});
    if (!got) {
      json_.fail(node, got.error().code,
                 std::string("The ") + kind + " " + quoted(name) + " cannot be loaded: " + got.error().to_string());
      return {};
    }
    return known[name] = *got;
  }

  void read_skeleton(const JsonNode& object, SceneSkeleton& skeleton) {
    const JsonNode* data = json_.required(object, "skeleton");
    const JsonNode* atlas = json_.failed() ? nullptr : json_.required(object, "atlas");
    if (data == nullptr || atlas == nullptr) return;
    skeleton.data = provided(*data, "skeleton", skeletons_, assets_.skeleton);
    fail_if(skeleton.data == nullptr, *data, ErrorCode::file_not_found, "This skeleton is not provided.");
    if (json_.failed()) return;
    const std::shared_ptr<const Atlas> images = provided(*atlas, "atlas", atlases_, assets_.atlas);
    if (json_.failed()) return;
    skeleton.skeleton_name = data->text();
    skeleton.atlas_name = atlas->text();
    if (images == nullptr) return;
    std::shared_ptr<const AtlasBinding>& binding = bindings_[{skeleton.data.get(), images.get()}];
    if (binding == nullptr) binding = std::make_shared<const AtlasBinding>(skeleton.data, images);
    skeleton.binding = binding;
  }

  // -- Header and stage -----------------------------------------------------------------------------------------------

  void read_header(const JsonNode& header) {
    only_known(header, {"name", "version", "fps", "width", "height", "background"});
    scene_.name = json_.text(header, "name");
    scene_.version = json_.text(header, "version");
    if (const JsonNode* fps = header.find("fps")) {
      scene_.fps = json_.number(*fps);
      fail_if(scene_.fps <= 0, *fps, ErrorCode::bad_value, "The frame rate must be above 0.");
      fail_if(scene_.fps > most_fps, *fps, ErrorCode::limit, "The frame rate may be 1000 at most.");
    }
    scene_.width = pixels(header, "width", scene_.width);
    scene_.height = pixels(header, "height", scene_.height);
    scene_.background = json_.color(header, "background", true, scene_.background);
  }

  void read_stage(const JsonNode& object) {
    only_known(object, {"skeleton", "atlas", "skin", "camera", "layers"});
    SceneStage& stage = scene_.stage;
    read_skeleton(object, stage.skeleton);
    if (json_.failed()) return;
    stage.skin = skin(object, stage.skeleton);
    stage.camera = named(object, "camera", "bone", stage.skeleton,
                         [&](std::string_view name) { return stage.skeleton.data->find_bone(name); });
    const JsonNode* layers = json_.array(object, "layers");
    if (layers == nullptr) return;
    fail_if(layers->size() > most_scene_layers, *layers, ErrorCode::limit, "A stage may have 256 layers at most.");
    std::map<SlotIndex, std::string, SlotOrder> taken;
    for (const JsonNode& layer : *layers) {
      if (json_.failed() || !is_object(layer)) return;
      read_layer(layer, taken);
    }
  }

  struct SlotOrder {
    bool operator()(SlotIndex a, SlotIndex b) const noexcept { return a.value < b.value; }
  };

  void read_layer(const JsonNode& object, std::map<SlotIndex, std::string, SlotOrder>& taken) {
    only_known(object, {"name", "slots", "depth"});
    SceneLayer layer;
    layer.name = json_.required_text(object, "name");
    if (json_.failed()) return;
    if (find_layer(layer.name)) {
      json_.fail(*object.find("name"), ErrorCode::duplicate,
                 "There is another layer called " + quoted(layer.name) + ".");
    }
    if (const JsonNode* depth = object.find("depth")) {
      layer.depth = json_.number(*depth);
      fail_if(layer.depth <= 0, *depth, ErrorCode::bad_value,
              "The depth must be above 0: 1 is the stage plane, larger is farther.");
    }
    if (const JsonNode* slots = json_.array(object, "slots")) {
      const SceneSkeleton& of = scene_.stage.skeleton;
      for (const JsonNode& node : *slots) {
        const SlotIndex slot = named(node, "slot", of, [&](std::string_view name) { return of.data->find_slot(name); });
        if (json_.failed()) return;
        const auto [place, fresh] = taken.emplace(slot, layer.name);
        if (!fresh) {
          json_.fail(node, ErrorCode::duplicate,
                     "The slot " + quoted(node.text()) + " is on the layer " + quoted(place->second) + " already.");
          return;
        }
        layer.slots.push_back(slot);
      }
    }
    scene_.stage.layers.push_back(std::move(layer));
  }

  [[nodiscard]] SceneLayerIndex find_layer(std::string_view name) const {
    const auto& layers = scene_.stage.layers;
    for (std::size_t i = 0; i < layers.size(); ++i) {
      if (layers[i].name == name) return SceneLayerIndex(i);
    }
    return {};
  }

  // -- Actors ---------------------------------------------------------------------------------------------------------

  /// The members that a shot may override.
  void read_placement(const JsonNode& object, const SceneSkeleton& of, ScenePlacement& placement) {
    placement.x = json_.number(object, "x", placement.x);
    placement.y = json_.number(object, "y", placement.y);
    if (const JsonNode* scale = object.find("scale")) {
      placement.scale = json_.number(*scale);
      fail_if(placement.scale == 0, *scale, ErrorCode::bad_value, "The scale must not be 0.");
    }
    placement.flip = json_.boolean(object, "flip", placement.flip);
    const SkinIndex own = skin(object, of);
    if (own) placement.skin = own;
  }

  void read_actors(const JsonNode& actors) {
    fail_if(actors.size() > most_scene_actors, actors, ErrorCode::limit, "A scene may have 1024 actors at most.");
    for (const JsonNode& actor : actors) {
      if (json_.failed() || !is_object(actor)) return;
      read_actor(actor);
    }
  }

  void read_actor(const JsonNode& object) {
    only_known(object, {"name", "skeleton", "atlas", "skin", "x", "y", "scale", "flip", "ground", "layer", "order"});
    SceneActor actor;
    actor.name = json_.required_text(object, "name");
    if (json_.failed()) return;
    if (!actor_numbers_.emplace(actor.name, SceneActorIndex(scene_.actors.size())).second) {
      json_.fail(*object.find("name"), ErrorCode::duplicate,
                 "There is another actor called " + quoted(actor.name) + ".");
      return;
    }
    read_skeleton(object, actor.skeleton);
    if (json_.failed()) return;
    read_placement(object, actor.skeleton, actor.placement);
    actor.ground = json_.number(object, "ground", 0);
    actor.order = json_.number(object, "order", 0);
    if (const JsonNode* layer = object.find("layer")) {
      const std::string_view name = json_.text(*layer);
      actor.layer = find_layer(name);
      if (!actor.layer && !json_.failed()) {
        json_.fail(*layer, ErrorCode::unknown_reference, "The stage has no layer called " + quoted(name) + ".");
      }
    }
    scene_.actors.push_back(std::move(actor));
  }

  // -- Shots ----------------------------------------------------------------------------------------------------------

  void read_shots(const JsonNode& shots) {
    fail_if(shots.size() == 0, shots, ErrorCode::bad_value, "A scene needs at least one shot.");
    for (const JsonNode& shot : shots) {
      if (json_.failed() || !is_object(shot)) return;
      read_shot(shot);
    }
  }

  void read_shot(const JsonNode& object) {
    only_known(object, {"name", "duration", "stage", "actors"});
    SceneShot shot;
    shot.name = json_.required_text(object, "name");
    const JsonNode* duration = json_.failed() ? nullptr : json_.required(object, "duration");
    if (duration == nullptr) return;
    if (!shot_names_.emplace(shot.name, true).second) {
      json_.fail(*object.find("name"), ErrorCode::duplicate, "There is another shot called " + quoted(shot.name) + ".");
    }
    shot.duration = json_.number(*duration);
    fail_if(shot.duration <= 0, *duration, ErrorCode::bad_value, "The duration of a shot must be above 0.");
    fail_if(shot.duration * scene_.fps > most_shot_steps, *duration, ErrorCode::limit,
            "A shot may have 16777216 frames at most.");
    if (const JsonNode* clips = json_.array(object, "stage")) {
      read_clips(*clips, scene_.stage.skeleton, shot.duration, shot.stage);
    }
    if (const JsonNode* roles = json_.object(object, "actors")) {
      for (const JsonNode& role : *roles) {
        if (json_.failed()) return;
        read_role(role, shot);
      }
    }
    scene_.shots.push_back(std::move(shot));
  }

  void read_role(const JsonNode& object, SceneShot& shot) {
    const auto place = actor_numbers_.find(std::string(object.key()));
    if (place == actor_numbers_.end()) {
      json_.fail(object, ErrorCode::unknown_reference, "The scene has no actor called " + quoted(object.key()) + ".");
      return;
    }
    if (object.is(JsonType::null) || !is_object(object)) return;
    only_known(object, {"x", "y", "scale", "flip", "skin", "visible", "clips"});
    const SceneActor& actor = scene_.actors[place->second.value];
    SceneRole role;
    role.actor = place->second;
    role.placement = actor.placement;
    read_placement(object, actor.skeleton, role.placement);
    role.placement.visible = json_.boolean(object, "visible", true);
    if (const JsonNode* clips = json_.array(object, "clips")) {
      read_clips(*clips, actor.skeleton, shot.duration, role.clips);
    }
    shot.roles.push_back(std::move(role));
  }

  void read_clips(const JsonNode& list, const SceneSkeleton& of, double duration, std::vector<SceneClip>& clips) {
    for (const JsonNode& object : list) {
      if (json_.failed() || !is_object(object)) return;
      only_known(object, {"animation", "start", "loop", "mix", "speed", "offset", "track"});
      const JsonNode* name = json_.required(object, "animation");
      if (name == nullptr) return;
      SceneClip clip;
      clip.animation =
          named(*name, "animation", of, [&](std::string_view wanted) { return of.data->find_animation(wanted); });
      clip.start = not_negative(object, "start", 0);
      clip.loop = json_.boolean(object, "loop", false);
      clip.mix = not_negative(object, "mix", 0);
      clip.speed = not_negative(object, "speed", 1);
      clip.offset = not_negative(object, "offset", 0);
      if (const JsonNode* track = object.find("track")) clip.track = json_.index(*track, most_scene_tracks - 1);
      if (clip.start >= duration) {
        json_.warn(object, ErrorCode::bad_value, "This clip starts when the shot is over; it never plays.");
      }
      clips.push_back(clip);
    }
    std::stable_sort(clips.begin(), clips.end(),
                     [](const SceneClip& a, const SceneClip& b) { return a.start < b.start; });
  }

  JsonFields& json_;
  const SceneAssets& assets_;
  Scene& scene_;
  std::map<std::string, SkeletonDataPtr> skeletons_;
  std::map<std::string, std::shared_ptr<const Atlas>> atlases_;
  std::map<std::pair<const SkeletonData*, const Atlas*>, std::shared_ptr<const AtlasBinding>> bindings_;
  std::map<std::string, SceneActorIndex> actor_numbers_;
  std::map<std::string, bool> shot_names_;
};

Result<std::shared_ptr<const Scene>> parse(std::string_view bytes, std::string_view file_name,
                                           const SceneAssets& assets, const SceneLoadOptions& options) {
  const Result<JsonDocument> document = JsonDocument::parse(bytes, file_name, options.limits);
  if (!document) return document.error();
  JsonFields fields(*document, file_name, options.warnings);
  for (const std::uint32_t member : document->repeated()) {
    const JsonNode& node = document->nodes()[member];
    fields.warn(node, ErrorCode::duplicate,
                "The member " + quoted(node.key()) + " occurs more than once in this object; the last one counts.");
  }
  const auto scene = std::make_shared<Scene>();
  SceneReader(fields, assets, *scene).read(document->root());
  fields.finish_warnings();
  if (fields.failed()) return fields.take_error();
  return std::shared_ptr<const Scene>(scene);
}

}  // namespace

Result<std::shared_ptr<const Scene>> parse_scene(std::string_view bytes, std::string_view file_name,
                                                 const SceneAssets& assets, const SceneLoadOptions& options) {
  return guard_memory(file_name, [&] { return parse(bytes, file_name, assets, options); });
}

SceneAssets scene_files(const std::string& scene_path, const LoadOptions& options) {
  const std::size_t slash = scene_path.rfind('/');
  const std::string folder = slash == std::string::npos ? std::string() : scene_path.substr(0, slash + 1);
  const auto path_of = [folder](const std::string& name) {
    return !name.empty() && name.front() == '/' ? name : folder + name;
  };
  SceneAssets assets;
  assets.skeleton = [path_of, options](const std::string& name) { return load_skeleton(path_of(name), options); };
  assets.atlas = [path_of, options](const std::string& name) -> Result<std::shared_ptr<const Atlas>> {
    auto atlas = load_atlas(path_of(name), options.warnings, options.limits);
    if (!atlas) return atlas.error();
    return std::make_shared<const Atlas>(std::move(*atlas));
  };
  return assets;
}

Result<std::shared_ptr<const Scene>> load_scene(const std::string& path, const SceneLoadOptions& options) {
  const Result<std::string> bytes = read_file(path, options.limits.max_bytes);
  if (!bytes) return bytes.error();
  LoadOptions of_skeletons;
  of_skeletons.limits = options.limits;
  of_skeletons.warnings = options.warnings;
  return parse_scene(*bytes, path, scene_files(path, of_skeletons), options);
}

}  // namespace sinew
