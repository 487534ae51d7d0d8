// How the parts of the skeleton JSON writer work together. Spec: skeleton-json.md 13, and 14 to 17 for the versions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "formats/json_emitter.hpp"
#include "model/names.hpp"
#include "sinew/skeleton_data.hpp"

namespace sinew::skeleton_json {

/// What writing one file needs everywhere.
struct Writing {
  Writing(const SkeletonData& skeleton, const UnknownFields* unknown, std::vector<Warning>* warning_list)
      : data(skeleton),
        version(skeleton.version),
        warnings(warning_list),
        json(skeleton.single_precision ? NumberDigits::of_float : NumberDigits::of_double, unknown) {}

  const SkeletonData& data;
  FormatVersion version;
  std::vector<Warning>* warnings;  ///< may be null
  JsonEmitter json;

  [[nodiscard]] bool v3_8() const { return version <= FormatVersion::v3_8; }
  [[nodiscard]] bool before_4_1() const { return version < FormatVersion::v4_1; }
  [[nodiscard]] bool before_4_2() const { return version < FormatVersion::v4_2; }
  [[nodiscard]] bool v4_3() const { return version >= FormatVersion::v4_3; }
  [[nodiscard]] bool failed() const { return json.error().has_value(); }

  /// The layout of this version has no place for something. "Version 4.1 has no physics constraints."
  void no_place_for(std::string_view what, std::string_view name = {}) {
    json.fail(name, ErrorCode::not_supported,
              "Version " + std::string(name_of(version)) + " has no " + std::string(what) + ".");
  }

  void warn(std::string_view pointer, std::string message) {
    if (!warnings) return;
    warnings->push_back({ErrorCode::unsupported_version, std::move(message), {{}, 0, 0, {}, std::string(pointer)}});
  }

  // References are names: an error when the name leads to something else. An empty name that a reader would take for
  // "none" is one, too.
  void bone(std::string_view member, BoneIndex index);
  void slot(std::string_view member, SlotIndex index);
  void bones(std::string_view member, std::span<const BoneIndex> indices);
  /// A member of an object that has the name of something as key; `unique` says whether it leads there.
  [[nodiscard]] std::string_view key(std::string_view name, bool unique, std::string_view kind);
};

/// The constraints of one type in the order in which the arrays up to 4.2 list them: the editor's, by name and folder
/// in the order of application if two constraints share an `order`, because then places decide.
[[nodiscard]] std::vector<ConstraintIndex> constraints_of_type(const SkeletonData& data, ConstraintType type);

void write_bones(Writing& writing);
void write_slots(Writing& writing);
void write_constraints(Writing& writing);
void write_skins(Writing& writing);
void write_attachment(Writing& writing, const Attachment& attachment, std::string_view key);
void write_events(Writing& writing);
void write_animations(Writing& writing);
/// The keys of a timeline as an array called `name`.
void write_keys(Writing& writing, std::string_view name, const Timeline& timeline);

}  // namespace sinew::skeleton_json
