// Small skeletons for tests, written as the JSON that a file would have.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "sinew/animation.hpp"
#include "sinew/load.hpp"
#include "sinew/skeleton.hpp"

namespace sinew::test {

/// Whose rules a test skeleton is played by.
enum class Rules { rigby, spine_3_8, spine_4_2, spine_4_3 };

/// Those that take documents of one shape: 3.8 names much otherwise.
inline constexpr Rules every_rules[] = {Rules::rigby, Rules::spine_4_2, Rules::spine_4_3};
inline constexpr Rules both_spine[] = {Rules::spine_4_2, Rules::spine_4_3};

inline std::string_view name_of(Rules rules) {
  if (rules == Rules::spine_3_8) return "spine 3.8";
  return rules == Rules::rigby ? "rigby" : rules == Rules::spine_4_2 ? "spine 4.2" : "spine 4.3";
}

/// Reads `members`, the document's members but for the header, e.g. R"("bones": [{"name": "root"}])".
/// Fails the test and returns null when the reader does not accept them.
inline SkeletonDataPtr make_data(Rules rules, std::string_view members) {
  std::string json = R"({"skeleton": {"hash": "test", "spine": ")";
  json += rules == Rules::spine_4_3 ? "4.3.13" : rules == Rules::spine_3_8 ? "3.8.99" : "4.2.43";
  json += "\"}, ";
  json += members;
  json += "}";
  LoadOptions options;
  options.semantics = rules == Rules::rigby ? Semantics::rigby : Semantics::spine;
  Result<SkeletonDataPtr> data = parse_skeleton(json, "test.json", options);
  if (!data) {
    ADD_FAILURE() << data.error().to_string() << "\nin " << json;
    return nullptr;
  }
  return *std::move(data);
}

/// A skeleton whose bone "bone" hangs on "root", with one animation "a" that holds `timelines` of that bone.
inline SkeletonDataPtr with_bone_timelines(Rules rules, std::string_view setup, std::string_view timelines) {
  std::string members = R"("bones": [{"name": "root"}, {"name": "bone", "parent": "root")";
  if (!setup.empty()) members += ", ";
  members += setup;
  members += R"(}], "animations": {"a": {"bones": {"bone": {)";
  members += timelines;
  members += "}}}}";
  return make_data(rules, members);
}

inline const Animation& animation(const SkeletonDataPtr& data, std::string_view name) {
  const AnimationIndex index = data->find_animation(name);
  if (!index) {
    ADD_FAILURE() << "no animation " << name;
    static const Animation none;
    return none;
  }
  return (*data)[index];
}

inline BoneIndex bone(const SkeletonDataPtr& data, std::string_view name) {
  return data->find_bone(name);
}
inline BoneIndex bone(const Skeleton& skeleton, std::string_view name) {
  return skeleton.data().find_bone(name);
}
inline SlotIndex slot(const Skeleton& skeleton, std::string_view name) {
  return skeleton.data().find_slot(name);
}

/// The local pose of a bone.
inline BonePose pose_of(const Skeleton& skeleton, std::string_view name) {
  return skeleton.local_pose(skeleton.data().find_bone(name));
}

/// The key of the attachment that a slot shows; empty: nothing.
inline std::string shown(const Skeleton& skeleton, std::string_view slot_name) {
  const AttachmentIndex index = skeleton.attachment(skeleton.data().find_slot(slot_name));
  return index ? std::string(skeleton.data()[index].key) : std::string();
}

/// The names of the slots back to front, without anything between them.
inline std::string order_of(const Skeleton& skeleton) {
  std::string names;
  for (SlotIndex index : skeleton.draw_order()) names += skeleton.data()[index].name;
  return names;
}

}  // namespace sinew::test
