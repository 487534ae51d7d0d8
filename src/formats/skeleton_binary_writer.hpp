// How the parts of the binary skeleton writer work together. Spec: skeleton-binary.md 18, and 4 to 16 for the layouts.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/byte_writer.hpp"
#include "formats/place_part.hpp"
#include "model/names.hpp"
#include "sinew/skeleton_data.hpp"
#include "sinew/write.hpp"

namespace sinew::skeleton_binary {

/// What writing one file needs everywhere.
/// By mesh, slots beside its own: those of mesh i are slots[first[i]] to slots[first[i + 1]].
struct FollowerSlots {
  std::vector<std::uint32_t> first;
  std::vector<SlotIndex> slots;
};

class Writing {
 public:
  Writing(const SkeletonData& skeleton, const WriteOptions& options);

  const SkeletonData& data;
  const bool nonessential;  ///< whether what only editors show is written
  ByteWriter out;
  std::optional<FollowerSlots> followers;  ///< of linked meshes; made when the first mesh asks

  [[nodiscard]] bool before(FormatVersion version) const { return data.version < version; }

  // Problems. The first error sticks; what is written after it is of no use.
  [[nodiscard]] bool failed() const { return error_.has_value(); }
  void fail(ErrorCode code, std::string message);
  /// "Version 4.1 has no physics constraints."
  void no_place_for(std::string_view what);
  /// Something is written in another way than the data have it.
  void warn(ErrorCode code, std::string message);
  [[nodiscard]] Error take_error() { return *std::move(error_); }

  // Values.
  /// As a number of single precision: an error when it does not fit.
  void number(double value) { out.f32(single(value)); }
  [[nodiscard]] float single(double value);
  void rgba(const Color& color);
  /// A channel of a colour, 0 to 1.
  void channel(double value);
  void index(std::uint32_t value) { out.uv(value); }
  void count(std::size_t value);
  void bones(std::span<const BoneIndex> list);
  /// Text in place. Empty text is null if `null` says so.
  void text(std::string_view text);
  void text_or_null(std::string_view text) { text.empty() ? out.uv(0) : this->text(text); }
  /// Text in place that must not be empty.
  void name(std::string_view name, std::string_view thing);
  /// Text of the string table, that of the file if the data come from one; empty: null.
  void reference(std::string_view text);
  void required_reference(std::string_view text, std::string_view thing);

  // References by name: an error when readers come to another thing by it, or to none.
  /// The skin by name, up to 4.1; the default one by no name.
  void skin_reference(SkinIndex index);
  /// The key of an attachment in its slot, whose skin and slot are known.
  void key_reference(AttachmentIndex index, std::string_view thing);

  /// The number of a constraint: up to 4.2 its place in the list of its type.
  [[nodiscard]] std::uint32_t constraint_number(ConstraintIndex index) const {
    return constraint_numbers_[index.value];
  }
  /// The constraints of a type in the order in which they are written: up to 4.2 that of the editor's lists.
  [[nodiscard]] std::vector<ConstraintIndex> constraints_of(ConstraintType type) const;
  /// The skins in the order in which they are written: the default one first if it has anything.
  [[nodiscard]] std::span<const SkinIndex> skins() const { return skins_; }
  [[nodiscard]] std::uint32_t skin_number(SkinIndex index) const { return skin_numbers_[index.value]; }
  [[nodiscard]] bool has_default_skin() const;

  /// The string table as it is so far.
  [[nodiscard]] std::span<const std::string_view> strings() const { return strings_; }

 private:
  friend class WriteScope;
  [[nodiscard]] bool check_text(std::string_view text);

  std::vector<Warning>* warnings_;
  std::optional<Error> error_;
  const PlacePart* place_part_ = nullptr;
  std::vector<std::string_view> strings_;
  std::unordered_map<std::string_view, std::uint32_t> string_numbers_;
  std::unordered_map<const char*, std::uint32_t> string_places_;  ///< of the table that was read
  std::vector<std::uint32_t> constraint_numbers_, skin_numbers_;
  std::vector<SkinIndex> skins_;
};

/// Names what is being written while it lives, as Scope does for reading.
class WriteScope {
 public:
  WriteScope(Writing& writing, std::string_view name) : WriteScope(writing, PlacePart{nullptr, name, 0, false}) {}
  WriteScope(Writing& writing, std::size_t number) : WriteScope(writing, PlacePart{nullptr, {}, number, true}) {}
  ~WriteScope() { writing_.place_part_ = part_.outer; }
  WriteScope(const WriteScope&) = delete;
  WriteScope& operator=(const WriteScope&) = delete;

 private:
  WriteScope(Writing& writing, const PlacePart& part) : writing_(writing), part_(part) {
    part_.outer = writing.place_part_;
    writing.place_part_ = &part_;
  }
  Writing& writing_;
  PlacePart part_;
};

/// Bits of a flags byte, lowest first.
[[nodiscard]] constexpr std::uint8_t flags(std::initializer_list<bool> bits) {
  unsigned value = 0, bit = 1;
  for (const bool set : bits) {
    if (set) value |= bit;
    bit <<= 1;
  }
  return static_cast<std::uint8_t>(value);
}

void write_bones(Writing& writing);
void write_slots(Writing& writing);
void write_constraints(Writing& writing);
void write_skins(Writing& writing);
void write_attachment(Writing& writing, AttachmentIndex index);
void write_events(Writing& writing);
void write_animations(Writing& writing);

/// Each of these writes the keys of a timeline, without its type.
void write_number_keys(Writing& writing, const Timeline& timeline);
void write_ik_keys(Writing& writing, const Timeline& timeline);
void write_held_keys(Writing& writing, const Timeline& timeline);
void write_deform_keys(Writing& writing, const Timeline& timeline);
void write_order_keys(Writing& writing, const Timeline& timeline);
void write_event_keys(Writing& writing, const Timeline& timeline);
/// The number of keys, and from 4.0 on that of the curves.
void write_key_count(Writing& writing, const Timeline& timeline);
/// The curve that stands with a key, if one does.
void write_curve(Writing& writing, const Timeline& timeline, std::size_t key);

/// One curve for all values from a key to the next, in fractions of the way, as 3.8 has it.
struct FractionCurve {
  float x1 = 0, y1 = 0, x2 = 1, y2 = 1;
};
/// Nothing when the values have curves that are too different.
[[nodiscard]] std::optional<FractionCurve> fraction_curve(const Timeline& timeline, std::size_t key);
/// The angles that 3.8 has for a rotate timeline, which are reached the short way round. Empty when a step is half a
/// turn or more.
[[nodiscard]] std::vector<double> short_way_angles(const Timeline& timeline);

}  // namespace sinew::skeleton_binary
