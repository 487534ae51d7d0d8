// How the parts of the binary skeleton reader work together. Spec: skeleton-binary.md.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/arena.hpp"
#include "base/byte_reader.hpp"
#include "formats/json_fields.hpp"
#include "formats/place_part.hpp"
#include "sinew/load.hpp"
#include "sinew/skeleton_data.hpp"

namespace sinew {

/// What the first bytes of an input say about it.
struct BinarySigns {
  enum class Kind : std::uint8_t {
    none,         ///< not a binary skeleton
    skeleton,     ///< one of the versions that can be read
    unsupported,  ///< a binary skeleton, as it seems, of a version that cannot
  };
  Kind kind = Kind::none;
  FormatVersion version = FormatVersion::v4_3;
  std::string_view version_text;
  std::size_t version_offset = 0;
};
/// Spec: skeleton-binary.md 2. Text is never taken for binary.
[[nodiscard]] BinarySigns look_for_binary_skeleton(std::string_view bytes) noexcept;

/// Reads what look_for_binary_skeleton() found.
[[nodiscard]] Result<SkeletonDataPtr> parse_skeleton_binary(std::string_view bytes, const BinarySigns& signs,
                                                            std::string_view file_name, const LoadOptions& options);

namespace skeleton_binary {

class Reading;

/// Names what is being read while it lives, for messages: a part of the JSON pointer that the thing would have.
class Scope {
 public:
  Scope(Reading& reading, std::string_view name);
  Scope(Reading& reading, std::size_t number);
  ~Scope();
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

  void set_name(std::string_view name) { part_.name = name, part_.numbered = false; }
  void set_number(std::size_t number) { part_.number = number, part_.numbered = true; }

 private:
  void enter();

  Reading& reading_;
  PlacePart part_;
};

/// A linked mesh whose source has to be found once all skins are read.
struct PendingLink {
  AttachmentIndex mesh;
  MeshLink* link = nullptr;
  SkinIndex skin;
  SlotIndex slot;
  std::size_t offset = 0;
};

/// What reading one file needs everywhere: the bytes, where the data go, the first error, the warnings. The scratch
/// arrays are kept so that they are allocated once.
class Reading {
 public:
  Reading(std::string_view bytes, std::string_view file_name, SkeletonData& skeleton, const LoadOptions& options)
      : in(bytes),
        data(skeleton),
        arena(skeleton.arena()),
        scale(options.scale),
        file_name_(file_name),
        warnings_(options.warnings) {}

  ByteReader in;
  SkeletonData& data;
  Arena& arena;
  double scale;  ///< of lengths
  bool nonessential = false;

  [[nodiscard]] bool before(FormatVersion version) const { return data.version < version; }

  // Problems.
  [[nodiscard]] bool failed() const { return !in.ok(); }
  /// The first one sticks, and stops `in`.
  void fail(std::size_t offset, ErrorCode code, std::string message);
  void warn(std::size_t offset, ErrorCode code, std::string message);
  /// A warning about a thing that is not being read any more.
  void warn_at(std::string pointer, ErrorCode code, std::string message);
  /// Says how many warnings were left out. Call it once, at the end.
  void finish_warnings();
  [[nodiscard]] Error take_error();

  // Values. After a problem they are 0 or empty.
  [[nodiscard]] double number() { return static_cast<double>(in.f32()); }
  [[nodiscard]] double length() { return number() * scale; }
  [[nodiscard]] Color rgba();
  /// A count of items of which each takes `least` bytes or more: an error when so many cannot follow.
  [[nodiscard]] std::uint32_t count(std::size_t least) {
    const std::size_t at = in.offset();
    const std::uint32_t count = in.uv();
    return std::uint64_t{count} * least <= in.remaining() ? count : fail_count(at, count);
  }
  /// A number below `size`. An error, "There is no `thing` 7; ...", when it is not.
  [[nodiscard]] std::uint32_t index(std::size_t size, std::string_view thing) {
    const std::size_t at = in.offset();
    const std::uint32_t index = in.uv();
    return index < size ? index : fail_index(at, index, size, thing);
  }
  [[nodiscard]] BoneIndex bone() { return BoneIndex(index(data.bones.size(), "bone")); }
  [[nodiscard]] SlotIndex slot() { return SlotIndex(index(data.slots.size(), "slot")); }
  [[nodiscard]] std::span<const BoneIndex> bones();
  /// A byte or `uv` that stands for an enumerator.
  template <class E>
  [[nodiscard]] E choice(std::size_t size, std::string_view thing) {
    return static_cast<E>(choice_number(in.offset(), in.u8(), size, thing));
  }
  template <class E>
  [[nodiscard]] E choice_uv(std::size_t size, std::string_view thing) {
    const std::size_t at = in.offset();
    return static_cast<E>(choice_number(at, in.uv(), size, thing));
  }
  /// `value`, read at `at`, if it is below `size`; else an error.
  std::uint32_t choice_number(std::size_t at, std::uint32_t value, std::size_t size, std::string_view thing);

  /// Text in place; none: null.
  [[nodiscard]] std::optional<std::string_view> optional_text();
  [[nodiscard]] std::string_view text() { return optional_text().value_or(std::string_view()); }
  /// Text in place that must not be null or empty.
  [[nodiscard]] std::string_view name(std::string_view thing);
  /// Text of the string table; null is empty.
  [[nodiscard]] std::string_view reference();
  /// The same, which must not be null or empty.
  [[nodiscard]] std::string_view required_reference(std::string_view thing);

  /// The constraint that a `uv` means: up to 4.2 the place in the list of its type, in 4.3 that in the one list, where
  /// the type has to be right.
  [[nodiscard]] ConstraintIndex constraint(ConstraintType type);
  /// The constraint with this number. `at`: where it was read.
  [[nodiscard]] ConstraintIndex constraint(ConstraintType type, std::uint32_t number, std::size_t at);

  /// Up to 4.2, for each type: place in the list of the type -> index.
  std::span<const ConstraintIndex> constraint_lists[4];
  std::vector<SliderData*> sliders;  ///< whose animations come at the end of the file
  std::vector<Attachment> attachments;
  std::vector<PendingLink> links;
  std::vector<ConstraintIndex> constraints;
  std::vector<Timeline> timelines;
  std::vector<Bezier> normalised;       ///< curves of a timeline of 3.8
  std::uint32_t mark = 0;               ///< of the list of slots or places that is being read
  std::span<std::uint32_t> slot_marks;  ///< of each slot or place: the last mark it was given

 private:
  friend class Scope;
  void note_place();
  void note_place_at_end() noexcept;  ///< for destructors
  /// Counts a warning, and says whether it is to be kept.
  [[nodiscard]] bool may_warn();
  void add_warning(Warning warning);
  // Each gives 0.
  std::uint32_t fail_count(std::size_t at, std::uint32_t count);
  std::uint32_t fail_index(std::size_t at, std::uint32_t index, std::size_t size, std::string_view thing);
  [[nodiscard]] std::string pointer() const { return pointer_to(place_part_); }

  std::string_view file_name_;
  std::vector<Warning>* warnings_;
  std::size_t warning_count_ = 0, warnings_kept_ = 0, warning_bytes_ = 0;
  const PlacePart* place_part_ = nullptr;  ///< the innermost scope's
  bool place_noted_ = false, no_memory_ = false;
  std::string place_;  ///< pointer of the problem
  ErrorCode code_ = ErrorCode::syntax;
  std::string message_;
};

inline Scope::Scope(Reading& reading, std::string_view name) : reading_(reading) {
  set_name(name);
  enter();
}
inline Scope::Scope(Reading& reading, std::size_t number) : reading_(reading) {
  set_number(number);
  enter();
}
inline void Scope::enter() {
  // A problem since the last look belongs to what is around.
  if (reading_.failed()) reading_.note_place();
  part_.outer = reading_.place_part_;
  reading_.place_part_ = &part_;
}
inline Scope::~Scope() {
  if (reading_.failed()) reading_.note_place_at_end();
  reading_.place_part_ = part_.outer;
}

// The parts, in the order of the file.
void read_header(Reading& reading, const BinarySigns& signs, const LoadOptions& options);
void read_bones(Reading& reading);
void read_slots(Reading& reading);
/// 4.3: one list.
void read_constraints(Reading& reading);
/// Up to 4.2: a list for each type.
void read_constraint_lists(Reading& reading);
void read_skins(Reading& reading);
void read_events(Reading& reading);
void read_animations(Reading& reading);

// Constraints.
[[nodiscard]] constexpr bool bit(std::uint32_t flags, int number) {
  return (flags >> number & 1u) != 0;
}
void read_physics(Reading& reading, PhysicsData& physics, bool& skin_required);
/// Position, spacing and mixes of a path constraint whose modes are set.
void read_path_numbers(Reading& reading, PathData& path);
/// Warns about a second bone that is not a child of the first; an error when there are more than two or none.
void check_ik_bones(Reading& reading, const IkData& ik, std::size_t offset);

// Skins.
/// Fills an attachment whose skin, slot and key are set.
void read_attachment(Reading& reading, Attachment& attachment, AttachmentIndex index);
/// `count` vertices, read before. `expected_items`: 4.3 says how many numbers and entries there are; none otherwise.
[[nodiscard]] Vertices read_vertices(Reading& reading, std::uint32_t count, bool weighted,
                                     std::optional<std::uint32_t> expected_items = std::nullopt);
/// Finds the sources of all linked meshes, takes over their geometry and sets every timeline_attachment.
void resolve_links(Reading& reading, std::span<Attachment> attachments);

// Timelines. Each of these appends what it reads to reading.timelines.
void read_slot_timeline(Reading& reading, SlotIndex slot);
void read_bone_timeline(Reading& reading, BoneIndex bone);
void read_ik_timeline(Reading& reading, ConstraintIndex constraint);
void read_transform_timeline(Reading& reading, ConstraintIndex constraint);
void read_path_timeline(Reading& reading, ConstraintIndex constraint);
void read_physics_timeline(Reading& reading, ConstraintIndex constraint);
void read_slider_timeline(Reading& reading, ConstraintIndex constraint);
void read_attachment_timeline(Reading& reading, AttachmentIndex attachment);
void read_draw_order(Reading& reading);
void read_draw_order_folder(Reading& reading);
void read_event_keys(Reading& reading);

/// Warns about names that occur more than once. `names` is sorted by name; `pointer(i)` is where thing i would be.
template <class Things, class Pointer>
void warn_about_duplicates(Reading& reading, const Things& things, NameOrder names, std::string_view kind,
                           Pointer pointer) {
  for (std::size_t i = 1; i < names.size(); ++i) {
    const auto &first = things[names[i - 1]], &second = things[names[i]];
    if (first.name != second.name) continue;
    if constexpr (requires { first.type; }) {
      if (first.type != second.type) continue;
    }
    reading.warn_at(pointer(names[i]), ErrorCode::duplicate,
                    "There is an earlier " + std::string(kind) + " called " + quoted(second.name) +
                        "; the name refers to that one.");
  }
}

/// Times and curves of the keys of one timeline, whatever the version.
class KeyReader {
 public:
  static constexpr std::size_t kMostComponents = 7;

  /// Reads the number of keys, each of `least` bytes or more, and appends a timeline. With curves (`curves_per_key` of
  /// them) there is at least one key, and the number of Beziers is read as well.
  KeyReader(Reading& reading, TimelineType type, std::size_t least, std::uint8_t curves_per_key = 0);

  [[nodiscard]] std::uint32_t size() const { return size_; }
  [[nodiscard]] Timeline& timeline() { return reading_.timelines.back(); }
  /// What the values of each component are multiplied by, and so their curves; 1 if not set.
  void set_unit(std::size_t component, double unit) { units_[component] = unit; }
  void read_time(std::uint32_t key) {
    const std::size_t at = reading_.in.offset();
    times_[key] = reading_.number();
    if (key != 0 && times_[key] < times_[key - 1]) fail_order(at);
  }
  /// The curve that stands with a key, if one does.
  void read_curve(std::uint32_t key) {
    if (old_) return read_old_curve(key);
    // It leads to the key.
    if (key == 0) return;
    const std::size_t at = reading_.in.offset();
    const std::uint8_t kind = reading_.in.u8();
    if (kind == 2) {
      read_bezier(key);
    } else if (kind == 1) {
      set_stepped(key);
    } else if (kind != 0) {
      reading_.choice_number(at, kind, 3, "curve");
    }
  }
  // The curve from the key before `key` on, told apart otherwise than by a byte (ik keys from 4.2 on).
  void set_stepped(std::uint32_t key) { curves()[key - 1] = Timeline::kStepped; }
  void read_bezier(std::uint32_t key) {
    if (used_ + per_key_ > beziers_.size()) return fail_count();
    curves()[key - 1] = static_cast<std::uint32_t>(used_);
    for (std::size_t c = 0; c < per_key_; ++c) {
      double numbers[4];
      reading_.in.f32s(numbers);
      beziers_[used_++] = {numbers[0], numbers[1] * units_[c], numbers[2], numbers[3] * units_[c]};
    }
  }
  /// Checks the counts, and brings curves of 3.8 to their later form: needs the values. False after an error.
  bool finish();
  /// Takes the timeline back.
  void drop() { reading_.timelines.pop_back(); }

 private:
  [[nodiscard]] std::span<std::uint32_t> curves() {
    if (curves_.empty()) start_curves();
    return curves_;
  }
  void start_curves();
  void fail_order(std::size_t at);
  void fail_count();
  void read_old_curve(std::uint32_t key);
  void finish_normalised();

  Reading& reading_;
  std::uint32_t size_ = 0;
  std::uint8_t per_key_ = 0;
  bool old_;  ///< before 4.0
  std::span<double> times_;
  std::span<std::uint32_t> curves_;
  std::span<Bezier> beziers_;
  std::size_t used_ = 0;
  std::size_t bezier_count_offset_ = 0;
  double units_[kMostComponents] = {1, 1, 1, 1, 1, 1, 1};
};

}  // namespace skeleton_binary
}  // namespace sinew
