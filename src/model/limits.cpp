#include "model/limits.hpp"

#include <algorithm>

#include "base/limit_error.hpp"

namespace sinew {

namespace {

/// The size of the longest text but for the strings that events carry, which are a program's own data.
std::size_t longest_text(const SkeletonData& data) {
  std::size_t longest = 0;
  const auto look = [&](std::string_view text) { longest = std::max(longest, text.size()); };
  for (const std::string_view text : {data.hash, data.images, data.audio}) look(text);
  for (const std::string_view text : data.string_table) look(text);
  for (const BoneData& bone : data.bones) {
    look(bone.name);
    look(bone.icon);
  }
  for (const SlotData& slot : data.slots) {
    look(slot.name);
    look(slot.attachment);
  }
  for (const ConstraintData& constraint : data.constraints) look(constraint.name);
  for (const SkinData& skin : data.skins) look(skin.name);
  for (const Attachment& attachment : data.attachments) {
    look(attachment.key);
    look(attachment.name);
    look(attachment.path);
  }
  for (const EventData& event : data.events) {
    look(event.name);
    look(event.audio);
  }
  for (const Animation& animation : data.animations) {
    look(animation.name);
    for (const Timeline& timeline : animation.timelines) {
      for (const std::string_view key : timeline.attachment_names) look(key);
    }
  }
  return longest;
}

}  // namespace

Status check_counts(const SkeletonData& data, const LoadLimits& limits, std::string_view file_name) {
  std::size_t vertices = 0, keys = 0;
  for (const Attachment& attachment : data.attachments) {
    if (const Vertices* own = attachment.vertices()) vertices += own->count;
  }
  for (const Animation& animation : data.animations) {
    for (const Timeline& timeline : animation.timelines) keys += timeline.times.size();
  }
  const struct {
    std::size_t found, limit;
    std::string_view unit, member;
  } counts[] = {
      {data.bones.size(), limits.max_bones, "bones", "max_bones"},
      {data.slots.size(), limits.max_slots, "slots", "max_slots"},
      {data.constraints.size(), limits.max_constraints, "constraints", "max_constraints"},
      {data.attachments.size(), limits.max_attachments, "attachments", "max_attachments"},
      {vertices, limits.max_vertices, "vertices", "max_vertices"},
      {data.animations.size(), limits.max_animations, "animations", "max_animations"},
      {keys, limits.max_keys, "keys", "max_keys"},
  };
  if (const std::size_t longest = longest_text(data); longest > limits.max_name) {
    return limit_error("A name or path of the skeleton has", longest, "bytes", limits.max_name, "max_name", file_name);
  }
  for (const auto& [found, limit, unit, member] : counts) {
    if (found > limit) return limit_error("The skeleton has", found, unit, limit, member, file_name);
  }
  return ok();
}

}  // namespace sinew
