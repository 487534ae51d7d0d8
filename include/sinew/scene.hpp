// Scenes: several skeletons on a stage, in shots, seen by a camera. docs/scenes.md tells what the parts mean.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/animation_state.hpp"
#include "sinew/atlas.hpp"
#include "sinew/draw.hpp"
#include "sinew/load.hpp"
#include "sinew/result.hpp"
#include "sinew/skeleton.hpp"
#include "sinew/types.hpp"

namespace sinew {

using SceneActorIndex = Index<struct SceneActorTag>;  ///< into Scene::actors
using SceneLayerIndex = Index<struct SceneLayerTag>;  ///< into SceneStage::layers
using SceneShotIndex = Index<struct SceneShotTag>;    ///< into Scene::shots

// -- What a scene is --------------------------------------------------------------------------------------------------

/// A skeleton with the images it is drawn with.
struct SceneSkeleton {
  std::string skeleton_name, atlas_name;        ///< as the file calls them
  SkeletonDataPtr data;                         ///< never null
  std::shared_ptr<const AtlasBinding> binding;  ///< of `data`; null: nothing of it is drawn. Shared by equal pairs
};

/// An animation that plays on a track from a moment of a shot, until the next clip on this track or the shot's end.
struct SceneClip {
  AnimationIndex animation;
  double start = 0;  ///< seconds into the shot; not below 0
  bool loop = false;
  double mix = 0;     ///< seconds of crossfade from the clip before; not below 0
  double speed = 1;   ///< not below 0
  double offset = 0;  ///< animation time at the start, in seconds; not below 0
  std::uint32_t track = 0;
};

/// What lies nearer or farther than the stage plane, and so moves by its depth when the camera moves.
struct SceneLayer {
  std::string name;
  double depth = 1;              ///< 1: the stage plane; larger is farther; above 0
  std::vector<SlotIndex> slots;  ///< of the stage's skeleton; a slot is on one layer at most
};

struct SceneStage {
  SceneSkeleton skeleton;
  SkinIndex skin;    ///< none: the default skin alone
  BoneIndex camera;  ///< none: the picture is centred on the stage's origin, at scale 1
  std::vector<SceneLayer> layers;
};

/// Where an actor stands, and as what.
struct ScenePlacement {
  double x = 0, y = 0;
  double scale = 1;   ///< not 0
  bool flip = false;  ///< looks the other way
  SkinIndex skin;     ///< none: the default skin alone
  bool visible = true;
};

struct SceneActor {
  std::string name;
  SceneSkeleton skeleton;
  ScenePlacement placement;  ///< unless a shot says otherwise
  double ground = 0;         ///< added to y, so that feet stand on the ground
  SceneLayerIndex layer;     ///< none: the stage plane
  double order = 0;          ///< ascending from back to front; of equal ones the later is in front
};

/// An actor in a shot.
struct SceneRole {
  SceneActorIndex actor;  ///< in one role of a shot at most
  ScenePlacement placement;
  std::vector<SceneClip> clips;  ///< ascending by start
};

struct SceneShot {
  std::string name;
  double duration = 0;           ///< seconds, above 0
  std::vector<SceneClip> stage;  ///< ascending by start
  std::vector<SceneRole> roles;  ///< actors that are not among them keep their placement and play nothing
};

/// What a scene says, whatever the layout of its file; every index valid, everything in the ranges given above.
struct Scene {
  std::string name, version;
  double fps = 30;                  ///< physics advance in steps of this rate; above 0
  int width = 1920, height = 1080;  ///< of the picture, in pixels; above 0
  Color background = {0, 0, 0, 1};  ///< straight
  SceneStage stage;
  std::vector<SceneActor> actors;
  std::vector<SceneShot> shots;  ///< at least one; they play one after another

  [[nodiscard]] SceneActorIndex find_actor(std::string_view name) const noexcept;
  [[nodiscard]] SceneShotIndex find_shot(std::string_view name) const noexcept;
  /// All shots together, in seconds.
  [[nodiscard]] double duration() const noexcept;
};

// -- Loading ----------------------------------------------------------------------------------------------------------

/// Where a scene gets what it names. Names are those of the file, usually file names relative to it. Each name is asked
/// for once. An error that a function returns becomes the scene's error, at the place of the name in the scene file.
struct SceneAssets {
  std::function<Result<SkeletonDataPtr>(const std::string& name)> skeleton;
  /// Null is allowed: nothing of what uses it is drawn, but the scene plays. Page sizes should be known
  /// (Atlas::set_image_size()).
  std::function<Result<std::shared_ptr<const Atlas>>(const std::string& name)> atlas;
};

/// Reads skeletons and atlases from files, relative to the folder of the scene file. `options` are those of the
/// skeletons; warnings about skeletons and atlases go to options.warnings.
[[nodiscard]] SceneAssets scene_files(const std::string& scene_path, const LoadOptions& options = {});

struct SceneLoadOptions {
  LoadLimits limits;  ///< of the scene file and, with load_scene(), of what it names
  /// Fields that are not known, and what else is unusual but not wrong, if given.
  std::vector<Warning>* warnings = nullptr;
};

/// No scene has more actors and layers, no actor more tracks, and no shot more steps than this; the reader refuses what
/// has.
inline constexpr std::size_t most_scene_actors = 1024, most_scene_layers = 256, most_scene_tracks = 256;
inline constexpr double most_shot_steps = 1 << 24;

/// Reads a `.scene.json` from memory; `file_name` is only used in messages. Errors carry line, column and JSON pointer:
/// what cannot be provided, names that are not there or there twice, numbers out of range, a shot without positive
/// duration.
[[nodiscard]] Result<std::shared_ptr<const Scene>> parse_scene(std::string_view bytes, std::string_view file_name,
                                                               const SceneAssets& assets,
                                                               const SceneLoadOptions& options = {});

/// Reads a scene file, and with scene_files() what it names.
[[nodiscard]] Result<std::shared_ptr<const Scene>> load_scene(const std::string& path,
                                                              const SceneLoadOptions& options = {});

// -- Playing ----------------------------------------------------------------------------------------------------------

/// What happens at the end of a shot.
enum class SceneRepeat : std::uint8_t {
  none,   ///< the next shot; after the last one everything stays as it is at its end
  scene,  ///< the next shot; after the last one the first
  shot,   ///< the same shot again
};

/// An event key that an actor or the stage has passed.
struct SceneEvent {
  SceneShotIndex shot;
  SceneActorIndex actor;  ///< none: the stage
  FiredEvent event;
};

/// What the camera shows: (x, y) of the stage is in the middle of the picture.
struct SceneCamera {
  double x = 0, y = 0;
  double cosine = 1, sine = 0;      ///< of the camera's rotation; the picture turns the other way
  double scale_x = 1, scale_y = 1;  ///< of what is seen: 2 sees twice as much
};

/// What is under a point of the picture.
struct SceneHit {
  SceneActorIndex actor;  ///< none: nothing
  SlotIndex slot;         ///< the bounding box attachment's
};

/// Plays a scene.
///
/// A shot always starts from the same state: setup poses, springs at rest, nothing on the tracks. From there on it
/// advances in steps of 1 / fps, whatever the caller's frame rate; so a frame depends on the shot and the time in it
/// alone, not on how one got there: seeking and playing give the same bits. Between two steps the pose is that of the
/// exact time, with springs as of the step before.
///
/// Allocates where shots start; not from frame to frame once warmed up. Used by one thread at a time; any number of
/// players may share a scene.
class ScenePlayer {
 public:
  /// At the start of the first shot.
  explicit ScenePlayer(std::shared_ptr<const Scene> scene);
  ~ScenePlayer();
  ScenePlayer(ScenePlayer&&) noexcept;
  ScenePlayer& operator=(ScenePlayer&&) noexcept;

  [[nodiscard]] const Scene& scene() const noexcept { return *scene_; }

  // Time.

  void set_repeat(SceneRepeat repeat) noexcept { repeat_ = repeat; }
  [[nodiscard]] SceneRepeat repeat() const noexcept { return repeat_; }

  /// Advances by `seconds`, over the ends of shots. Negative numbers and those that are not finite count as 0. One call
  /// takes at most 10,000 steps (a shot's start is one); time beyond that is dropped.
  void advance(double seconds);
  /// Goes to a moment of a shot (none: stays where it is), 0 to its duration (clamped); at the duration exactly the
  /// shot's end is shown. Costs as much as playing from the shot's start, or from the present moment where that is
  /// earlier in the same shot.
  void seek(SceneShotIndex shot, double seconds);
  /// The same in the present shot.
  void seek(double seconds);
  /// Goes to a shot by name. Error unknown_name when there is none of that name; the player then stays where it is.
  Status jump(std::string_view shot, double seconds = 0);

  [[nodiscard]] SceneShotIndex shot() const noexcept { return shot_; }
  /// Seconds into the shot.
  [[nodiscard]] double time() const noexcept { return time_; }
  /// The last shot is over, and nothing repeats.
  [[nodiscard]] bool finished() const noexcept { return finished_; }

  /// Shots that ended in the last advance(), in order. seek() and jump() end nothing.
  [[nodiscard]] std::span<const SceneShotIndex> ended() const noexcept { return ended_; }
  /// Event keys that were passed in the last advance(), in order of steps: an event comes with the first step at or
  /// after its time. Those at the very start of a shot that was sought come with the advance() after it. At most
  /// 65,536; further ones are dropped.
  [[nodiscard]] std::span<const SceneEvent> events() const noexcept { return events_; }

  // What is shown now. An actor that is none stands for the stage, as in SceneEvent.

  /// Posed in its own space, which is the stage's.
  [[nodiscard]] const Skeleton& stage() const noexcept;
  /// Posed in its own, unscaled space.
  [[nodiscard]] const Skeleton& actor(SceneActorIndex actor) const noexcept;
  [[nodiscard]] const ScenePlacement& placement(SceneActorIndex actor) const noexcept;
  [[nodiscard]] const SceneCamera& camera() const noexcept { return camera_; }
  /// By how much what lies on a layer is moved with the camera, in stage space; (0, 0) for none, the stage plane.
  [[nodiscard]] Vec2 parallax(SceneLayerIndex layer) const noexcept;
  /// From an actor's own space to stage space: scale and flip, place, ground, and the parallax of its layer.
  [[nodiscard]] Affine actor_to_stage(SceneActorIndex actor) const noexcept;
  /// A bone's world transform in stage space.
  [[nodiscard]] Affine bone_in_stage(SceneActorIndex actor, BoneIndex bone) const noexcept;
  /// From stage space to the picture: pixels from its lower left corner, y up. What lies on a layer is moved by
  /// parallax() before.
  [[nodiscard]] Affine stage_to_picture() const noexcept;

  /// Appends the whole scene in picture space: a picture of it shows (0, 0) to (width, height), on Scene::background.
  /// Slots of layers beyond the stage plane from far to near, the stage plane's, actors by their order, slots of nearer
  /// layers. Slots keep the stage's draw order within a layer; a clipping attachment clips slots of its own layer.
  void draw(DrawList& list) const;

  /// The front actor, by draw order, with a bounding box attachment under a point of the picture (sinew/hit_test.hpp).
  [[nodiscard]] SceneHit hit_test(double picture_x, double picture_y) const;

 private:
  struct Puppet;  ///< scene/puppet.hpp: the stage, then the actors

  void start_shot(SceneShotIndex shot);
  void step_to(std::uint64_t step, std::vector<SceneEvent>* events);
  void pose_at(double time, std::vector<SceneEvent>* events);
  bool end_shot(std::uint64_t last_step);
  void show();
  [[nodiscard]] const Puppet& shown(std::size_t puppet) const noexcept;

  std::shared_ptr<const Scene> scene_;
  SceneRepeat repeat_ = SceneRepeat::none;
  SceneShotIndex shot_;
  double time_ = 0;
  std::uint64_t steps_ = 0;  ///< taken in the shot, the one at its start included
  bool finished_ = false, between_ = false;
  std::vector<Puppet> puppets_;        ///< as of the last step
  std::vector<Puppet> shown_puppets_;  ///< copies, at the exact time; used between two steps
  std::vector<ScenePlacement> placements_;
  std::vector<SceneActorIndex> back_to_front_;
  std::vector<SceneLayerIndex> far_to_near_;  ///< that have slots, and are not on the stage plane
  std::vector<std::uint32_t> slot_layers_;    ///< by slot of the stage: its layer; none's number for the stage plane
  SceneCamera camera_;
  std::vector<SceneShotIndex> ended_;
  std::vector<SceneEvent> events_, start_events_;  ///< start: of a shot's start that the next advance() leaves
};

}  // namespace sinew
