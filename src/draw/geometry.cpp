#include "sinew/geometry.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "base/trig.hpp"
#include "pose/world_vertices.hpp"

namespace sinew {

namespace {

void region_corners(const RegionShape& region, const Affine& bone, std::span<double> positions) {
  // The offset is a bone without shear (docs/drawing.md, "Regions").
  double sine = 0, cosine = 1;
  sincos_degrees(region.rotation, sine, cosine);
  const double half_width = region.width / 2, half_height = region.height / 2;
  const std::array<Vec2, 4> corners = {
      {{-half_width, half_height}, {half_width, half_height}, {half_width, -half_height}, {-half_width, -half_height}}};
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const double h = corners[i].x * region.scale_x, k = corners[i].y * region.scale_y;
    const Vec2 world = bone.apply(region.x + h * cosine - k * sine, region.y + h * sine + k * cosine);
    positions[2 * i] = world.x;
    positions[2 * i + 1] = world.y;
  }
}

}  // namespace

std::size_t world_vertex_numbers(const Attachment& attachment) noexcept {
  if (attachment.region != nullptr) return 8;
  const Vertices* vertices = attachment.vertices();
  return vertices == nullptr ? 0 : 2 * std::size_t{vertices->count};
}

void world_vertices(const Skeleton& skeleton, SlotIndex slot, std::span<double> positions) {
  const AttachmentIndex index = skeleton.attachment(slot);
  if (!index) return;
  const Attachment& attachment = skeleton.data()[index];
  SINEW_ASSERT(positions.size() >= world_vertex_numbers(attachment));
  const Affine& bone = skeleton.world(skeleton.data()[slot].bone);
  if (attachment.region != nullptr) return region_corners(*attachment.region, bone, positions);
  const Vertices* vertices = attachment.vertices();
  if (vertices == nullptr) return;
  std::span<const double> deform = skeleton.deform(slot);
  if (deform.size() != vertices->deform_size()) deform = {};
  compute_world_vertices(*vertices, deform, skeleton.world_transforms(), skeleton.data()[slot].bone, positions);
}

std::string image_path(const Attachment& attachment, std::uint32_t sequence_frame) {
  std::string path(attachment.path);
  if (attachment.sequence == nullptr) return path;
  const Sequence& sequence = *attachment.sequence;
  const std::uint32_t frame = std::min(sequence_frame, sequence.count - 1);
  const std::string number = std::to_string(std::int64_t{sequence.start} + frame);
  if (number.size() < sequence.digits) path.append(sequence.digits - number.size(), '0');
  return path + number;
}

void Bounds::add(double x, double y) noexcept {
  if (empty()) {
    *this = {x, y, x, y};
    return;
  }
  min_x = std::min(min_x, x);
  min_y = std::min(min_y, y);
  max_x = std::max(max_x, x);
  max_y = std::max(max_y, y);
}

Bounds bounds(const Skeleton& skeleton) {
  const SkeletonData& data = skeleton.data();
  Bounds box;
  std::vector<double> positions;
  for (std::size_t i = 0; i < data.slots.size(); ++i) {
    const SlotIndex slot(i);
    const AttachmentIndex index = skeleton.attachment(slot);
    if (!index || !skeleton.active(data[slot].bone)) continue;
    const Attachment& attachment = data[index];
    if (attachment.region == nullptr && attachment.mesh == nullptr) continue;
    positions.resize(world_vertex_numbers(attachment));
    world_vertices(skeleton, slot, positions);
    for (std::size_t j = 0; j < positions.size(); j += 2) box.add(positions[j], positions[j + 1]);
  }
  return box;
}

}  // namespace sinew
