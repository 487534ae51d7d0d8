// What a skeleton file says, in one shape for every version (that of 4.3). Immutable once loaded; share it freely.
//
// Lengths are artwork pixels at scale 1 with y up, angles are degrees counterclockwise, times are seconds, mixes and
// colour channels are fractions (1 is full). All text and all arrays live in the SkeletonData that they were loaded
// into.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "sinew/result.hpp"
#include "sinew/types.hpp"

namespace sinew {

class Arena;

// ---------------------------------------------------------------------------------------------------------------------
// Enumerations. The names in files are in model/names.hpp.

/// Whose rules a skeleton is played by; see docs/semantics.md.
enum class Semantics : std::uint8_t {
  automatic,  ///< decided by the header: spine when the hash is not empty and the patch number is not 0, else rigby
  rigby,      ///< the Rigby2D page, to the letter
  spine,      ///< as the Spine editor's own runtimes behave
};

/// The format's version, as far as layouts and rules differ.
enum class FormatVersion : std::uint8_t { v3_8, v4_0, v4_1, v4_2, v4_3 };

/// What a bone takes from its parent's world transform beside the position.
enum class Inherit : std::uint8_t {
  normal,
  only_translation,
  no_rotation_or_reflection,
  no_scale,
  no_scale_or_reflection
};

enum class BlendMode : std::uint8_t { normal, additive, multiply, screen };

enum class AttachmentType : std::uint8_t { region, mesh, linked_mesh, bounding_box, path, point, clipping };

enum class SequenceMode : std::uint8_t { hold, once, loop, ping_pong, once_reverse, loop_reverse, ping_pong_reverse };

enum class ConstraintType : std::uint8_t { ik, transform, path, physics, slider };

/// What happens to scale Y when a constraint multiplies scale X by f (4.3).
enum class ScaleYMode : std::uint8_t { none, uniform, volume };

/// A property of a bone that transform constraints and sliders read or write.
enum class BoneProperty : std::uint8_t { rotate, x, y, scale_x, scale_y, shear_y };

enum class PositionMode : std::uint8_t { fixed, percent };
enum class SpacingMode : std::uint8_t { length, fixed, percent, proportional };
enum class RotateMode : std::uint8_t { tangent, chain, chain_scale };

enum class TimelineType : std::uint8_t {
  // bones
  rotate,
  translate,
  translate_x,
  translate_y,
  scale,
  scale_x,
  scale_y,
  shear,
  shear_x,
  shear_y,
  inherit,
  // slots
  attachment,
  rgba,
  rgb,
  alpha,
  rgba2,
  rgb2,
  // constraints
  ik,
  transform,
  path_position,
  path_spacing,
  path_mix,
  physics_inertia,
  physics_strength,
  physics_damping,
  physics_mass,
  physics_wind,
  physics_gravity,
  physics_mix,
  physics_reset,
  slider_time,
  slider_mix,
  // attachments
  deform,
  sequence,
  // the skeleton
  draw_order,
  draw_order_folder,
  event,
};

// ---------------------------------------------------------------------------------------------------------------------
// Bones and slots.

/// A bone's transform relative to its parent.
struct BonePose {
  double x = 0, y = 0;
  double rotation = 0;
  double scale_x = 1, scale_y = 1;
  double shear_x = 0, shear_y = 0;
};

struct BoneData {
  std::string_view name;
  BoneIndex parent;   ///< always a lower index; none for the root, which is bone 0
  double length = 0;  ///< along the bone's own x axis
  BonePose setup;
  Inherit inherit = Inherit::normal;
  bool skin_required = false;  ///< active only while a skin that lists it is active
  // Editor display only.
  bool visible = true;
  Color color{155 / 255.0f, 155 / 255.0f, 155 / 255.0f, 1};
  std::string_view icon;
  double icon_size = 1, icon_rotation = 0;
};

struct SlotData {
  std::string_view name;
  BoneIndex bone;
  Color color;
  Color dark{0, 0, 0, 1};  ///< alpha is not used
  bool has_dark = false;   ///< two-colour tinting is on, whatever the dark colour is
  BlendMode blend = BlendMode::normal;
  bool visible = true;           ///< editor display only
  std::string_view attachment;   ///< key of the setup attachment; empty: none
  PlaceholderIndex placeholder;  ///< the same, resolved; none when no skin has such a key in this slot
};

// ---------------------------------------------------------------------------------------------------------------------
// Attachments.

/// Frame-by-frame images of a region or mesh. Frame i shows image path + decimal (start + i), padded to `digits`.
struct Sequence {
  std::uint32_t count = 1;        ///< at least 1
  std::int32_t start = 1;         ///< number of the first image
  std::uint32_t digits = 0;       ///< at least so many digits, zeros on the left
  std::uint32_t setup_index = 0;  ///< frame of the setup pose, from 0
};

struct RegionShape {
  double x = 0, y = 0, rotation = 0, scale_x = 1, scale_y = 1;
  double width = 32, height = 32;  ///< of the whole, untrimmed image
};

/// Vertices of a mesh, bounding box, path or clipping polygon.
///
/// Unweighted: `positions` has two numbers a vertex, in the slot bone's space; the other arrays are empty.
/// Weighted: vertex i has the bone entries first_entry[i] .. first_entry[i + 1] - 1; entry e has the position
/// positions[2 e], positions[2 e + 1] in the space of bone `bones[e]`, and the weight `weights[e]`.
struct Vertices {
  std::uint32_t count = 0;  ///< number of vertices
  std::span<const double> positions;
  std::span<const double> weights;
  std::span<const BoneIndex> bones;
  std::span<const std::uint32_t> first_entry;  ///< count + 1 numbers when weighted

  [[nodiscard]] bool weighted() const noexcept { return !first_entry.empty(); }
  /// How many numbers a deform of these vertices has.
  [[nodiscard]] std::uint32_t deform_size() const noexcept { return static_cast<std::uint32_t>(positions.size()); }
};

struct MeshShape {
  Vertices vertices;
  std::span<const float> uvs;                ///< two a vertex, 0 to 1 over the untrimmed image, v down
  std::span<const std::uint32_t> triangles;  ///< three vertex indices each, every one below vertices.count
  std::uint32_t hull = 0;                    ///< the first so many vertices are the outline
  std::span<const std::uint32_t> edges;      ///< nonessential: pairs, each twice a vertex index, as in the file
};

/// What makes a linked mesh: it has the geometry of `source`, and its own image, colour and sequence.
struct MeshLink {
  std::string_view source_key;   ///< as the file has it
  std::string_view source_skin;  ///< as the file has it; empty: not given
  std::string_view source_slot;  ///< 4.3; empty: the own slot
  AttachmentIndex source;        ///< as named: a mesh or another linked mesh
  bool timelines = true;         ///< deform and sequence timelines of the source apply to it too
};

struct PathShape {
  Vertices vertices;
  bool closed = false;
  bool constant_speed = true;
  std::span<const double> lengths;  ///< vertices.count / 3
};

struct PointShape {
  double x = 0, y = 0, rotation = 0;
};

struct ClippingShape {
  Vertices vertices;
  SlotIndex end;         ///< last slot that is clipped; none: to the end of the skeleton
  bool convex = false;   ///< use the convex hull
  bool inverse = false;  ///< show what is outside
};

/// One entry of a skin. Exactly one of the shape pointers is set, by `type` (a linked mesh has `mesh`, that of its
/// source, and `link`).
struct Attachment {
  AttachmentType type = AttachmentType::region;
  SkinIndex skin;
  SlotIndex slot;
  std::string_view key;          ///< the name in the skin's map: what timelines, slots and links refer to
  std::string_view name;         ///< the attachment's own name; the key when the file gives none
  std::string_view path;         ///< image path: what to look up in the atlas, before any sequence number
  Color color;                   ///< tint of regions and meshes; editor display for the rest
  double width = 0, height = 0;  ///< nonessential image size of meshes
  const Sequence* sequence = nullptr;
  const RegionShape* region = nullptr;
  const MeshShape* mesh = nullptr;
  const MeshLink* link = nullptr;
  const Vertices* bounding_box = nullptr;
  const PathShape* path_shape = nullptr;
  const PointShape* point = nullptr;
  const ClippingShape* clipping = nullptr;

  /// The attachment whose deform and sequence timelines apply to this one: the source's for a linked mesh that follows
  /// it (through chains), else itself.
  AttachmentIndex timeline_attachment;

  /// The vertices of a mesh, bounding box, path or clipping polygon; null for regions and points.
  [[nodiscard]] const Vertices* vertices() const noexcept {
    if (mesh) return &mesh->vertices;
    if (bounding_box) return bounding_box;
    if (path_shape) return &path_shape->vertices;
    if (clipping) return &clipping->vertices;
    return nullptr;
  }
};

/// A (slot, key) pair that some skin has an attachment for.
struct Placeholder {
  SlotIndex slot;
  std::string_view key;
};

struct SkinEntry {
  PlaceholderIndex placeholder;
  AttachmentIndex attachment;
};

struct SkinData {
  std::string_view name;
  std::span<const SkinEntry> entries;                       ///< in file order
  std::span<const SkinEntry> sorted;                        ///< the same, ascending by placeholder
  std::span<const BoneIndex> bones;                         ///< bones with skin_required that this skin activates
  std::span<const ConstraintIndex> constraints;             ///< constraints with skin_required that this skin activates
  Color color{254 / 255.0f, 158 / 255.0f, 79 / 255.0f, 1};  ///< editor display only

  /// This skin's own attachment for a placeholder, without falling back to the default skin. Logarithmic.
  [[nodiscard]] AttachmentIndex find(PlaceholderIndex placeholder) const noexcept;
};

// ---------------------------------------------------------------------------------------------------------------------
// Constraints.

struct IkData {
  std::span<const BoneIndex> bones;  ///< one or two, the parent first
  BoneIndex target;
  double mix = 1, softness = 0;
  bool bend_positive = true, compress = false, stretch = false;
  ScaleYMode scale_y = ScaleYMode::none;  ///< `uniform` is what 4.2 calls uniform
};

/// One arrow of a transform constraint: to what a source property is mapped.
struct PropertyTarget {
  BoneProperty property = BoneProperty::rotate;
  double offset = 0, max = 1, scale = 1;
};
struct PropertySource {
  BoneProperty property = BoneProperty::rotate;
  double offset = 0;
  std::span<const PropertyTarget> to;
};

struct TransformData {
  std::span<const BoneIndex> bones;
  BoneIndex source;
  bool local_source = false, local_target = false, additive = false, clamp = false;
  std::span<const PropertySource> properties;  ///< in order of application; up to 4.2: every property to itself
  double rotation = 0, x = 0, y = 0, scale_x = 0, scale_y = 0, shear_y = 0;  ///< offsets added to the source
  double mix_rotate = 1, mix_x = 1, mix_y = 1, mix_scale_x = 1, mix_scale_y = 1, mix_shear_y = 1;
};

struct PathData {
  std::span<const BoneIndex> bones;
  SlotIndex slot;  ///< its path attachment is followed
  PositionMode position_mode = PositionMode::percent;
  SpacingMode spacing_mode = SpacingMode::length;
  RotateMode rotate_mode = RotateMode::tangent;
  double rotation = 0, position = 0, spacing = 0;
  double mix_rotate = 1, mix_x = 1, mix_y = 1;
};

struct PhysicsData {
  BoneIndex bone;
  double x = 0, y = 0, rotate = 0, scale_x = 0, shear_x = 0;  ///< how much physics drives each, 0 to 1
  ScaleYMode scale_y = ScaleYMode::none;
  double limit = 5000;
  double fps = 60;  ///< steps a second
  double inertia = 0.5, strength = 100, damping = 0.85, mass = 1, wind = 0, gravity = 0, mix = 1;
  bool inertia_global = false, strength_global = false, damping_global = false, mass_global = false;
  bool wind_global = false, gravity_global = false, mix_global = false;
};

struct SliderData {
  AnimationIndex animation;
  bool additive = false, loop = false, local = false;
  double mix = 1, time = 0;
  BoneIndex bone;  ///< none: `time` is the position
  BoneProperty property = BoneProperty::rotate;
  double from = 0, to = 0, scale = 1;
  double max = 0;  ///< editor display only
};

/// One constraint. Exactly one of the pointers is set, by `type`.
struct ConstraintData {
  std::string_view name;  ///< unique within its type
  ConstraintType type = ConstraintType::ik;
  bool skin_required = false;
  /// Place in the order of application as the file gives it: up to 4.2 its `order`, in 4.3 its place in the array.
  std::int32_t order = 0;
  const IkData* ik = nullptr;
  const TransformData* transform = nullptr;
  const PathData* path = nullptr;
  const PhysicsData* physics = nullptr;
  const SliderData* slider = nullptr;
};

// ---------------------------------------------------------------------------------------------------------------------
// Events and animations.

struct EventData {
  std::string_view name;
  std::int32_t int_value = 0;
  double float_value = 0;
  std::string_view string_value;
  std::string_view audio;  ///< empty: a silent event
  double volume = 1, balance = 0;
};

/// How values go from one key to the next.
enum class Curve : std::uint8_t { linear, stepped, bezier };

/// The handles of one value's curve: x in seconds, y in the value's own unit (a deform's: the fraction from 0 to 1).
struct Bezier {
  double cx1 = 0, cy1 = 0, cx2 = 0, cy2 = 0;
};

struct DeformKey {
  std::uint32_t offset = 0;          ///< index of the first number of `vertices` in the full array
  std::span<const double> vertices;  ///< offsets to the vertices; every number not covered is 0
};
struct SequenceKey {
  SequenceMode mode = SequenceMode::hold;
  std::int32_t index = 0;
  double delay = 0;  ///< seconds a frame; carried over from the key before where the file leaves it out
};
struct IkFlags {
  bool bend_positive = true, compress = false, stretch = false;
};
/// Moves entry `slot` (of all slots, or of a folder's list) by `offset` places from its place in the setup order.
struct DrawOrderOffset {
  std::uint32_t slot = 0;
  std::int32_t offset = 0;
};
struct DrawOrderKey {
  bool setup = true;                         ///< the setup order; `offsets` is empty
  std::span<const DrawOrderOffset> offsets;  ///< ascending by slot, each slot at most once
};
/// An event key, every value resolved against the event's own.
struct EventKey {
  EventIndex event;
  std::int32_t int_value = 0;
  double float_value = 0;
  std::string_view string_value;
  double volume = 1, balance = 0;
};

/// The keys of one property over time. Which of the arrays are filled hangs on the type.
struct Timeline {
  TimelineType type = TimelineType::rotate;
  std::uint8_t components =
      0;  ///< interpolated numbers a key: as many as skeleton JSON lists; 0 for held ones and deforms
  std::uint8_t curves_per_key = 0;  ///< Beziers a key: `components`, or 1 for a deform

  BoneIndex bone;              ///< bone timelines
  SlotIndex slot;              ///< slot and attachment timelines
  AttachmentIndex attachment;  ///< deform and sequence
  ConstraintIndex constraint;  ///< constraint timelines; none: a physics timeline for all ("global")

  std::span<const double> times;   ///< ascending, at least one
  std::span<const double> values;  ///< times.size() x components, key by key
  /// Per key how it goes on: kLinear, kStepped, or the index of its first Bezier. Empty when nothing is interpolated.
  std::span<const std::uint32_t> curves;
  std::span<const Bezier> beziers;
  /// For the pose engine (model/animation_program.hpp), under spine semantics; else null.
  const struct TimelineTracks* tracks = nullptr;
  /// Rotations of 3.8: keys there go the short way round, `values` are plain numbers. What the last one lacks to be the
  /// file's angle, in degrees: whole turns.
  double turns_at_end = 0;

  std::span<const PlaceholderIndex> attachments;       ///< attachment keys; none hides
  std::span<const std::string_view> attachment_names;  ///< attachment keys, as in the file
  std::span<const Inherit> inherits;                   ///< inherit keys
  std::span<const DeformKey> deforms;                  ///< deform keys
  std::span<const SequenceKey> sequences;              ///< sequence keys
  std::span<const IkFlags> ik_flags;                   ///< ik keys, beside mix and softness in `values`
  std::span<const DrawOrderKey> draw_orders;           ///< draw order and folder keys
  std::span<const SlotIndex> folder;                   ///< the slots of a draw order folder, in the list's order
  std::span<const EventKey> events;                    ///< event keys

  static constexpr std::uint32_t kLinear = 0xffffffffu;
  static constexpr std::uint32_t kStepped = 0xfffffffeu;

  [[nodiscard]] Curve curve(std::size_t key) const noexcept {
    if (curves.empty() || curves[key] == kLinear) return Curve::linear;
    return curves[key] == kStepped ? Curve::stepped : Curve::bezier;
  }
};

struct Animation {
  std::string_view name;
  double duration = 0;                  ///< time of the last key of any timeline, not below 0
  std::span<const Timeline> timelines;  ///< in order of application
  const Timeline* events = nullptr;     ///< the event timeline among them, if there is one
  Color color;                          ///< 4.3, editor display only
  /// For the pose engine (model/animation_program.hpp), under spine semantics; else null.
  const struct AnimationProgram* program = nullptr;
};

// ---------------------------------------------------------------------------------------------------------------------
// The whole.

/// Names sorted for look-up: indices into some array of things with names.
using NameOrder = std::span<const std::uint32_t>;

/// A loaded skeleton. Get one from load_skeleton() or parse_skeleton(); it never changes afterwards.
class SkeletonData {
 public:
  SkeletonData();
  ~SkeletonData();
  SkeletonData(const SkeletonData&) = delete;
  SkeletonData& operator=(const SkeletonData&) = delete;

  // The header.
  std::string_view hash;          ///< changes whenever the exported data change
  std::string_view version_text;  ///< as in the file, e.g. "4.2.43"; empty: not given
  FormatVersion version = FormatVersion::v4_2;
  Semantics semantics = Semantics::rigby;      ///< never automatic
  double x = 0, y = 0, width = 0, height = 0;  ///< bounds of the setup pose, as the file says; informational
  double reference_scale = 100;
  double fps = 30;                 ///< frame rate of the keys; informational
  std::string_view images, audio;  ///< folders; nonessential
  bool single_precision = false;   ///< every number is a 32-bit float: read from a binary file
  /// Of a binary file its table of texts, in its order. The texts of the data that came from it are these very views,
  /// so that a writer can refer to the same entries again. Empty otherwise.
  std::span<const std::string_view> string_table;
  bool nonessential = true;  ///< a binary file says whether it has what only editors show; JSON just has it or not

  std::span<const BoneData> bones;              ///< every bone after its parent
  std::span<const SlotData> slots;              ///< in setup draw order, back to front
  std::span<const ConstraintData> constraints;  ///< in order of application
  std::span<const SkinData> skins;              ///< in file order
  SkinIndex default_skin;                       ///< the one called "default"; none if there is none
  std::span<const Attachment> attachments;      ///< of all skins, skin by skin
  std::span<const Placeholder> placeholders;
  std::span<const EventData> events;
  std::span<const Animation> animations;  ///< in file order

  // By name: the first of that name, or none. Logarithmic.
  [[nodiscard]] BoneIndex find_bone(std::string_view name) const noexcept;
  [[nodiscard]] SlotIndex find_slot(std::string_view name) const noexcept;
  [[nodiscard]] SkinIndex find_skin(std::string_view name) const noexcept;
  [[nodiscard]] EventIndex find_event(std::string_view name) const noexcept;
  [[nodiscard]] AnimationIndex find_animation(std::string_view name) const noexcept;
  [[nodiscard]] ConstraintIndex find_constraint(ConstraintType type, std::string_view name) const noexcept;
  [[nodiscard]] PlaceholderIndex find_placeholder(SlotIndex slot, std::string_view key) const noexcept;

  /// The attachment for (slot, key): the given skin's, else the default skin's, else none.
  [[nodiscard]] AttachmentIndex find_attachment(SkinIndex skin, SlotIndex slot, std::string_view key) const noexcept;

  /// What an index stands for. It must be valid: not none, and of this skeleton.
  [[nodiscard]] const BoneData& operator[](BoneIndex i) const { return at(bones, i.value); }
  [[nodiscard]] const SlotData& operator[](SlotIndex i) const { return at(slots, i.value); }
  [[nodiscard]] const SkinData& operator[](SkinIndex i) const { return at(skins, i.value); }
  [[nodiscard]] const Attachment& operator[](AttachmentIndex i) const { return at(attachments, i.value); }
  [[nodiscard]] const Placeholder& operator[](PlaceholderIndex i) const { return at(placeholders, i.value); }
  [[nodiscard]] const ConstraintData& operator[](ConstraintIndex i) const { return at(constraints, i.value); }
  [[nodiscard]] const EventData& operator[](EventIndex i) const { return at(events, i.value); }
  [[nodiscard]] const Animation& operator[](AnimationIndex i) const { return at(animations, i.value); }

  // For readers (model/builder.hpp) and the pose engine (model/compiled.hpp).
  NameOrder bone_names, slot_names, skin_names, event_names, animation_names, constraint_names, placeholder_names;
  const struct CompiledData* compiled = nullptr;
  /// For writers (model/unknown_fields.hpp): null unless the skeleton was loaded with LoadOptions::keep_unknown.
  const struct UnknownFields* unknown = nullptr;
  [[nodiscard]] Arena& arena() noexcept { return *arena_; }
  [[nodiscard]] const Arena& arena() const noexcept { return *arena_; }

 private:
  template <class T>
  [[nodiscard]] static const T& at(std::span<const T> list, std::uint32_t i) {
    SINEW_ASSERT(i < list.size());
    return list[i];
  }

  std::unique_ptr<Arena> arena_;
};

}  // namespace sinew
