// Keyframe clips (.motion) and the hierarchies that they move (.rig, or a scene used as one): reading, checking,
// sampling, writing. Three dimensions, angles in radians. A library of its own, sinew::motion.
//
//     auto binding = sinew::motion::load_binding("weapon.rig");
//     auto clip = sinew::motion::load_clip("swing.motion");
//     auto rig = sinew::motion::bind(*binding, *clip);              // (errors: see Result)
//     rig->sample(sinew::motion::clip_time(*clip, elapsed));        // every frame; allocates nothing
//     const sinew::motion::Matrix34& hand = rig->world(*rig->find("hand"));
//
// docs/motion.md describes both formats, every message, and what was decided where the formats leave something open.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/limits.hpp"
#include "sinew/result.hpp"

namespace sinew::motion {

// ---------------------------------------------------------------------------------------------------------------------
// Numbers.

struct Vec3 {
  double x = 0, y = 0, z = 0;
  friend constexpr bool operator==(const Vec3& a, const Vec3& b) noexcept {
    return a.x == b.x && a.y == b.y && a.z == b.z;
  }
};

/// A rotation; of length 1.
struct Quaternion {
  double w = 1, x = 0, y = 0, z = 0;
};

/// An affine map, row by row: the turned and scaled axes are the columns 0 to 2, the position is column 3.
struct Matrix34 {
  std::array<double, 12> m = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
};

/// The order in which the three angles of a rotation are applied, all about the axes of the parent. `xyz`: about x
/// first, then y, then z, so that R = Rz * Ry * Rx.
enum class EulerOrder : std::uint8_t { xyz, xzy, yxz, yzx, zxy, zyx };

/// A pose relative to the parent, as files have it.
struct Transform {
  Vec3 position;
  Vec3 rotation;  ///< three angles in radians
  Vec3 scale = {1, 1, 1};
  friend constexpr bool operator==(const Transform& a, const Transform& b) noexcept {
    return a.position == b.position && a.rotation == b.rotation && a.scale == b.scale;
  }
};

/// A pose relative to the parent, as sampling gives it.
struct Pose {
  Vec3 position;
  Quaternion rotation;
  /// Angles (radians) that give `rotation`. In model clips those of the clip, also beyond a turn. In rig clips, which
  /// blend rotations as a whole, one of the sets of angles that give it.
  Vec3 angles;
  Vec3 scale = {1, 1, 1};
};

[[nodiscard]] Quaternion quaternion_from(const Vec3& angles, EulerOrder order = EulerOrder::xyz) noexcept;
/// One of the sets of angles: the middle angle is from -pi/2 to pi/2, the others from -pi to pi.
[[nodiscard]] Vec3 angles_from(const Quaternion& rotation, EulerOrder order = EulerOrder::xyz) noexcept;
/// Position, rotation and scale as one map: scales first, then turns, then moves.
[[nodiscard]] Matrix34 matrix_from(const Vec3& position, const Quaternion& rotation, const Vec3& scale) noexcept;
[[nodiscard]] Matrix34 operator*(const Matrix34& parent, const Matrix34& local) noexcept;

// ---------------------------------------------------------------------------------------------------------------------
// Clips.

/// What a clip moves: the parts of a procedural model (format 1.x) or the nodes of a rig or scene (format 2.x).
enum class ClipKind : std::uint8_t { model, rig };
enum class Property : std::uint8_t { position, rotation, scale };
enum class Interpolation : std::uint8_t { step, linear, smooth, bezier };

[[nodiscard]] std::string_view name_of(ClipKind kind) noexcept;
[[nodiscard]] std::string_view name_of(Property property) noexcept;
[[nodiscard]] std::string_view name_of(Interpolation interpolation) noexcept;

inline constexpr std::size_t max_tracks = 128;
inline constexpr std::size_t max_keys = 512;  ///< in a track
inline constexpr std::size_t max_nodes = 512;
inline constexpr std::size_t max_levels = 128;  ///< a node without a parent is level 1
inline constexpr double max_duration = 3600;    ///< seconds
inline constexpr double max_value = 1'000'000;

struct Key {
  double time = 0;  ///< seconds, from 0 to the clip's duration, more than the key before
  Vec3 value;  ///< position, angles in radians, or scale (above 0): relative to the parent, instead of the rest pose
  friend constexpr bool operator==(const Key& a, const Key& b) noexcept {
    return a.time == b.time && a.value == b.value;
  }
};

/// The easing of `bezier`, like CSS cubic-bezier(); each number is from 0 to 1.
struct Curve {
  double x1 = 0.25, y1 = 0.1, x2 = 0.25, y2 = 1;
  friend constexpr bool operator==(const Curve& a, const Curve& b) noexcept {
    return a.x1 == b.x1 && a.y1 == b.y1 && a.x2 == b.x2 && a.y2 == b.y2;
  }
};

/// One property of one part over time. Before the first key and after the last it holds that key's value.
struct Track {
  std::string part;  ///< model part name, or node id
  Property property = Property::position;
  Interpolation interpolation = Interpolation::linear;
  Curve curve;            ///< for every segment of a bezier track
  std::vector<Key> keys;  ///< 1 to max_keys, by time
  friend bool operator==(const Track&, const Track&) = default;
};

/// What a .motion file says. Plain data: change it as you like; check_clip() says whether it is still a clip.
struct Clip {
  ClipKind kind = ClipKind::rig;
  std::string binding;  ///< rig clips: project-relative path of the .rig or scene; model clips: not looked at
  std::string model;    ///< name of the procedural model, or of the rig
  double duration = 1;  ///< seconds, above 0 and at most max_duration
  bool loop = false;    ///< repeats, or holds the last pose
  std::vector<Track> tracks;
  /// The text that the clip was read from, so that writing it again changes nothing but what was changed; null: none.
  std::shared_ptr<const std::string> source;
};

/// Whether both say the same; the texts that they come from do not matter.
[[nodiscard]] bool same_content(const Clip& a, const Clip& b);

// ---------------------------------------------------------------------------------------------------------------------
// Rigs.

enum class NodeKind : std::uint8_t { joint, attachment, entity };
[[nodiscard]] std::string_view name_of(NodeKind kind) noexcept;

struct Node {
  std::string id;  ///< unique, not empty, without / and :
  NodeKind kind = NodeKind::joint;
  std::string name;    ///< for people; the id where the file has none
  std::string parent;  ///< id; empty: none
  std::string model;   ///< procedural model that is drawn here; empty: none
  Transform rest;
  friend bool operator==(const Node&, const Node&) = default;
};

/// What a .rig file says, or a scene: its entities of kind entity are the nodes.
struct Binding {
  std::string name;    ///< what a clip's `model` must be; empty when the file has none: no clip fits then
  bool scene = false;  ///< read from a scene
  std::vector<Node> nodes;
  std::shared_ptr<const std::string> source;  ///< as Clip::source
};

[[nodiscard]] bool same_content(const Binding& a, const Binding& b);

// ---------------------------------------------------------------------------------------------------------------------
// Reading. Errors carry the formats' own messages, word for word, in Error::message, and the place (line, column,
// pointer such as "/tracks/0/keys/3/value") beside it.

/// Which one counts where a file gives a field twice.
enum class DuplicateFields : std::uint8_t { last, first };

struct ReadOptions {
  DuplicateFields duplicates = DuplicateFields::last;
  /// Keep the text in Clip::source or Binding::source. Turn it off where nothing will be written again.
  bool keep_source = true;
  /// Where to append warnings (a field given twice), up to 100; null: nowhere.
  std::vector<Warning>* warnings = nullptr;
  /// What counts for clips and rigs: the size of the text, and how deep it is nested. Keep the nesting low: the
  /// parser's time grows by its square.
  LoadLimits limits = {.max_bytes = std::size_t{16} << 20};
};

/// `file` is what errors call the text. Texts beyond ReadOptions::limits or of more than 2,000,000 values are refused
/// (ErrorCode::limit), as are YAML aliases.
[[nodiscard]] Result<Clip> parse_clip(std::string_view text, std::string_view file = {}, const ReadOptions& = {});
[[nodiscard]] Result<Clip> load_clip(const std::string& path, const ReadOptions& = {});
/// A .rig file, or a scene: that is what has a list `entities` and no `nodes`.
[[nodiscard]] Result<Binding> parse_binding(std::string_view text, std::string_view file = {}, const ReadOptions& = {});
[[nodiscard]] Result<Binding> load_binding(const std::string& path, const ReadOptions& = {});

/// What loading would have said about this clip or rig if it came from a file.
[[nodiscard]] Status check_clip(const Clip& clip);
[[nodiscard]] Status check_binding(const Binding& binding);

/// What a text is, by the fields at its top; nothing: none of these, or not readable.
enum class FileKind : std::uint8_t { clip, rig, scene };
[[nodiscard]] std::optional<FileKind> kind_of_text(std::string_view text);

// ---------------------------------------------------------------------------------------------------------------------
// Writing.

/// The text of a .motion file. A clip with a source keeps that text: only the bytes of values that were changed are
/// replaced, and fields, comments and layout that are not ours stay. Keys are recognised by their time, tracks by part
/// and property; what stands at the same place between two that are recognised counts as changed, not as removed and
/// added. Errors: those of check_clip(); not_supported where the kind of the clip was changed (reset `source` then) or
/// the layout leaves no room for the change.
[[nodiscard]] Result<std::string> write_clip(const Clip& clip);
/// The same for rigs and scenes; nodes are recognised by their ids. A scene can only be written with its source.
[[nodiscard]] Result<std::string> write_binding(const Binding& binding);

// ---------------------------------------------------------------------------------------------------------------------
// Sampling.

/// Which way is the shortest between two rotations of a rig clip.
enum class ShortestPath : std::uint8_t {
  as_a_whole,  ///< the shorter arc between the two rotations, at constant speed
  each_angle,  ///< each of the three angles by itself takes the shorter way round
};
/// What `smooth` does with the way u from one key (0) to the next (1).
enum class SmoothCurve : std::uint8_t {
  cubic,    ///< 3u^2 - 2u^3
  quintic,  ///< 6u^5 - 15u^4 + 10u^3
  sine,     ///< (1 - cos(pi u)) / 2
};
enum class WeightRange : std::uint8_t { unlimited, clamped };
/// World poses below an uneven scale.
enum class WorldComposition : std::uint8_t {
  matrices,       ///< products of matrices: what is turned below an uneven scale is sheared
  without_shear,  ///< scales are multiplied axis by axis, and never shear
};
/// What a looping clip shows at the end of a turn.
enum class LoopEnd : std::uint8_t {
  wraps,      ///< at exactly the duration it is at 0 again
  shows_end,  ///< at exactly the duration (and its multiples above 0) it is at the duration
};

/// The defaults are what other programs are expected to do; docs/motion.md has the reasons.
struct SamplingOptions {
  EulerOrder euler_order = EulerOrder::xyz;
  ShortestPath shortest_path = ShortestPath::as_a_whole;
  SmoothCurve smooth = SmoothCurve::cubic;
  WeightRange weight = WeightRange::unlimited;
  WorldComposition world = WorldComposition::matrices;
};

/// From the seconds since a clip started to its time: looping clips wrap (also below 0), others stop at 0 and at the
/// duration. 0 where `elapsed` is not finite.
[[nodiscard]] double clip_time(const Clip& clip, double elapsed, LoopEnd end = LoopEnd::wraps) noexcept;

/// One part at a time of the clip, relative to its parent; properties without a track stay as in `rest`.
/// Looks through the tracks by name and solves what Rig prepares: for a part or two, or for tools.
[[nodiscard]] Pose part_pose(const Clip& clip, std::string_view part, double time, const Transform& rest,
                             const SamplingOptions& = {}) noexcept;

/// A part of a hierarchy.
struct Part {
  std::string name;
  std::string parent;  ///< empty: none
  Transform rest;
};
[[nodiscard]] std::vector<Part> parts_of(const Binding& binding);

/// A clip prepared for one Rig. Cheap to copy; may be shared by threads, and outlives the Clip that it comes from.
class BoundClip {
 public:
  struct Data;
  [[nodiscard]] double duration() const noexcept;
  [[nodiscard]] bool looping() const noexcept;

 private:
  friend class Rig;
  explicit BoundClip(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
  std::shared_ptr<const Data> data_;
};

/// A hierarchy in a pose. One thread at a time; copies are independent of each other.
class Rig {
 public:
  /// From parts with their rest poses, parents before or after children, and the clip that moves them. Errors: 1 to
  /// max_nodes parts; duplicate names, missing parents, cycles, depth, rest values out of range; a track whose part is
  /// missing; those of check_clip().
  [[nodiscard]] static Result<Rig> create(std::span<const Part> rest, const Clip& clip, const SamplingOptions& = {});

  /// Prepares another clip for this hierarchy.
  [[nodiscard]] Result<BoundClip> bind(const Clip& clip) const;

  /// Poses the hierarchy by the clip it was created with, at a time of the clip (see clip_time; a time before the
  /// first key or after the last holds that key). `weight` goes from the rest pose (0) to the clip (1), also beyond.
  /// Allocates nothing. Times that follow each other closely, in either direction, are found faster.
  void sample(double time, double weight = 1) noexcept { sample(clip_, time, weight); }
  /// The same by a clip prepared by bind() of this rig (or one with the same parts in the same order).
  void sample(const BoundClip& clip, double time, double weight = 1) noexcept;
  /// Back to the rest pose.
  void reset() noexcept;

  [[nodiscard]] std::size_t size() const noexcept;  ///< number of parts
  [[nodiscard]] std::string_view name(std::size_t part) const noexcept;
  [[nodiscard]] std::optional<std::size_t> parent(std::size_t part) const noexcept;
  /// The part of that name; nothing: there is none.
  [[nodiscard]] std::optional<std::size_t> find(std::string_view name) const noexcept;
  [[nodiscard]] const Transform& rest(std::size_t part) const noexcept;

  /// After sample(): relative to the parent.
  [[nodiscard]] Pose local(std::size_t part) const noexcept;
  /// After sample(): relative to the world. Parts are in the order in which they were given.
  [[nodiscard]] const Matrix34& world(std::size_t part) const noexcept { return worlds_[part]; }
  [[nodiscard]] std::span<const Matrix34> worlds() const noexcept { return worlds_; }

  [[nodiscard]] const SamplingOptions& options() const noexcept;
  [[nodiscard]] const BoundClip& clip() const noexcept { return clip_; }

 private:
  struct Hierarchy;
  Rig(std::shared_ptr<const Hierarchy> hierarchy, BoundClip clip);
  static Result<Rig> make(std::span<const Part> rest, const Clip& clip, const SamplingOptions& options);
  static Result<BoundClip> bind(const Hierarchy& hierarchy, const Clip& clip);
  void restore_rest() noexcept;
  void compose() noexcept;

  struct Local {
    Vec3 position, angles, scale;
    Quaternion rotation;
    bool angles_known = true;  ///< false: only `rotation` was set
  };
  std::shared_ptr<const Hierarchy> hierarchy_;
  BoundClip clip_;
  std::vector<Local> locals_;
  std::vector<Matrix34> matrices_;  ///< of the locals
  std::vector<Matrix34> worlds_;
  std::vector<Local> turned_;           ///< world position, rotation and scale, for WorldComposition::without_shear
  std::vector<std::uint32_t> touched_;  ///< parts that are not in their rest pose
  std::vector<std::uint32_t> cursors_;  ///< of each track, the segment used last
};

/// Connects a rig clip to its rig: the clip's `model` must be the rig's name, and every part of its tracks a node.
/// Errors say the place in the clip, with line and column where it has kept its text.
[[nodiscard]] Result<Rig> bind(const Binding& binding, const Clip& clip, const SamplingOptions& = {});

}  // namespace sinew::motion
