#include "sinew/geometry.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace sinew {

namespace {

constexpr double radians_per_degree = 3.14159265358979323846 / 180;

void region_corners(const RegionShape& region, const Affine& bone, std::span<double> positions) {
  // The offset is a bone without shear (docs/drawing.md, "Regions").
  const double cosine = std::cos(region.rotation * radians_per_degree);
  const double sine = std::sin(region.rotation * radians_per_degree);
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

void unweighted(const Vertices& vertices, std::span<const double> deform, const Affine& bone,
                std::span<double> positions) {
  for (std::size_t i = 0; i < 2 * std::size_t{vertices.count}; i += 2) {
    double x = vertices.positions[i], y = vertices.positions[i + 1];
    if (!deform.empty()) {
      x += deform[i];
      y += deform[i + 1];
    }
    const Vec2 world = bone.apply(x, y);
    positions[i] = world.x;
    positions[i + 1] = world.y;
  }
}

void weighted(const Vertices& vertices, std::span<const double> deform, const Skeleton& skeleton,
              std::span<double> positions) {
  for (std::uint32_t i = 0; i < vertices.count; ++i) {
    Vec2 sum;
    for (std::uint32_t entry = vertices.first_entry[i]; entry < vertices.first_entry[i + 1]; ++entry) {
      double x = vertices.positions[2 * entry], y = vertices.positions[2 * entry + 1];
      if (!deform.empty()) {
        x += deform[2 * entry];
        y += deform[2 * entry + 1];
      }
      const Vec2 world = skeleton.world(vertices.bones[entry]).apply(x, y);
      sum.x += world.x * vertices.weights[entry];
      sum.y += world.y * vertices.weights[entry];
    }
    positions[2 * i] = sum.x;
    positions[2 * i + 1] = sum.y;
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
  if (vertices->weighted()) {
    weighted(*vertices, deform, skeleton, positions);
  } else {
    unweighted(*vertices, deform, bone, positions);
  }
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
