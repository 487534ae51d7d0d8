#include "tools/skeleton_summary.hpp"

#include "model/builder.hpp"
#include "sinew/skeleton.hpp"

namespace sinew::tools {

namespace {

std::string reason(const SkeletonData& data) {
  const Semantics by_header = automatic_semantics(data.hash, data.version_text);
  if (by_header != data.semantics) return "as asked for";
  if (by_header == Semantics::spine) return "the header has a hash, and the version's patch number is not 0";
  if (data.hash.empty()) return "the header has no hash";
  ParsedVersion version;
  if (parse_version(data.version_text, version) && version.has_patch) return "the version's patch number is 0";
  return "the version has no patch number";
}

}  // namespace

SkeletonSummary summarize(const SkeletonDataPtr& pointer) {
  const SkeletonData& data = *pointer;
  SkeletonSummary summary;
  summary.semantics_reason = reason(data);
  for (const BoneData& bone : data.bones) summary.skin_bones += bone.skin_required ? 1 : 0;
  for (const ConstraintData& constraint : data.constraints)
    ++summary.constraints[static_cast<std::size_t>(constraint.type)];
  for (const Attachment& attachment : data.attachments) {
    ++summary.attachments[static_cast<std::size_t>(attachment.type)];
    if (attachment.type != AttachmentType::mesh) continue;
    const MeshShape& mesh = *attachment.mesh;
    summary.vertices += mesh.vertices.count;
    if (mesh.vertices.weighted()) summary.weighted_vertices += mesh.vertices.count;
    summary.triangles += mesh.triangles.size() / 3;
  }
  for (const SkinData& skin : data.skins) {
    summary.skins.push_back({skin.name, skin.entries.size(), skin.bones.size(), skin.constraints.size()});
  }
  for (const Animation& animation : data.animations) {
    std::size_t keys = 0;
    for (const Timeline& timeline : animation.timelines) keys += timeline.times.size();
    summary.animations.push_back({animation.name, animation.duration, animation.timelines.size(), keys});
  }
  const Skeleton skeleton(pointer);
  summary.setup_bounds = bounds(skeleton);
  return summary;
}

}  // namespace sinew::tools
