#include "sinew/debug_overlay.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace sinew {
namespace {

constexpr Color mesh_colour{0.1f, 0.7f, 1, 0.6f}, outline_colour{1, 1, 0.2f, 1}, box_colour{1, 0.8f, 0, 1};
constexpr Color hit_colour{0.2f, 1, 0.3f, 1}, clip_colour{1, 0.2f, 0.3f, 1};

std::uint32_t premultiplied_bytes(const Color& colour) {
  const auto byte = [](float value) {
    return static_cast<std::uint32_t>(std::lround(std::clamp(value, 0.0f, 1.0f) * 255));
  };
  return byte(colour.r * colour.a) | byte(colour.g * colour.a) << 8 | byte(colour.b * colour.a) << 16 |
         byte(colour.a) << 24;
}

/// Appends shapes to a list as one batch.
class Pen {
 public:
  explicit Pen(DrawList& list) : list_(list), first_(list.indices.size()) {}
  ~Pen() {
    const std::size_t count = list_.indices.size() - first_;
    if (count == 0) return;
    list_.batches.push_back(
        {nullptr, 0, BlendMode::normal, static_cast<std::uint32_t>(first_), static_cast<std::uint32_t>(count)});
  }
  Pen(const Pen&) = delete;
  Pen& operator=(const Pen&) = delete;

  void quad(const std::array<Vec2, 4>& corners, const Color& colour) {
    const auto base = static_cast<std::uint32_t>(list_.vertices.size());
    const std::uint32_t light = premultiplied_bytes(colour);
    for (const Vec2& p : corners) {
      list_.vertices.push_back({static_cast<float>(p.x), static_cast<float>(p.y), 0, 0, light, 0xff000000u});
    }
    for (const std::uint32_t corner : {0u, 1u, 2u, 2u, 3u, 0u}) list_.indices.push_back(base + corner);
  }

  void line(const Vec2& from, const Vec2& to, double width, const Color& colour) {
    const double dx = to.x - from.x, dy = to.y - from.y, length = std::hypot(dx, dy);
    if (!(length > 0)) return;
    const double nx = -dy / length * width / 2, ny = dx / length * width / 2;
    quad({Vec2{from.x + nx, from.y + ny}, Vec2{to.x + nx, to.y + ny}, Vec2{to.x - nx, to.y - ny},
          Vec2{from.x - nx, from.y - ny}},
         colour);
  }

  void closed_line(std::span<const double> points, double width, const Color& colour) {
    const std::size_t count = points.size() / 2;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t next = (i + 1) % count;
      line({points[2 * i], points[2 * i + 1]}, {points[2 * next], points[2 * next + 1]}, width, colour);
    }
  }

 private:
  DrawList& list_;
  std::size_t first_;
};

bool slot_shows(const Skeleton& skeleton, SlotIndex slot) {
  return skeleton.attachment(slot) && skeleton.active(skeleton.data()[slot].bone);
}

}  // namespace

void overlay_bones(const Skeleton& skeleton, double pixel, DrawList& list) {
  Pen pen(list);
  const SkeletonData& data = skeleton.data();
  for (std::size_t i = 0; i < data.bones.size(); ++i) {
    const BoneIndex bone(i);
    if (!skeleton.active(bone)) continue;
    const Affine& world = skeleton.world(bone);
    const Vec2 joint{world.tx, world.ty}, tip = world.apply(data[bone].length, 0);
    const double dx = tip.x - joint.x, dy = tip.y - joint.y, length = std::hypot(dx, dy);
    Color fill = data[bone].color, edge = fill;
    fill.a = 0.45f;
    edge.a = 1;
    if (length < 4 * pixel) {
      const double side = 3 * pixel;
      pen.quad({Vec2{joint.x, joint.y + side}, Vec2{joint.x + side, joint.y}, Vec2{joint.x, joint.y - side},
                Vec2{joint.x - side, joint.y}},
               edge);
      continue;
    }
    // The kite is widest at a tenth of its length, but no wider than looks like a bone.
    const double half = std::min(length * 0.08, 6 * pixel), at = std::min(length * 0.1, 8 * pixel) / length;
    const Vec2 middle{joint.x + dx * at, joint.y + dy * at};
    const double nx = -dy / length * half, ny = dx / length * half;
    const std::array<Vec2, 4> kite{joint, Vec2{middle.x + nx, middle.y + ny}, tip, Vec2{middle.x - nx, middle.y - ny}};
    pen.quad(kite, fill);
    for (std::size_t k = 0; k < 4; ++k) pen.line(kite[k], kite[(k + 1) % 4], pixel, edge);
  }
}

void overlay_meshes(const Skeleton& skeleton, double pixel, DrawList& list) {
  Pen pen(list);
  const SkeletonData& data = skeleton.data();
  std::vector<double> positions;
  for (const SlotIndex slot : skeleton.draw_order()) {
    if (!slot_shows(skeleton, slot)) continue;
    const Attachment& attachment = data[skeleton.attachment(slot)];
    if (!attachment.region && !attachment.mesh) continue;
    positions.resize(world_vertex_numbers(attachment));
    world_vertices(skeleton, slot, positions);
    if (attachment.region) {
      pen.closed_line(positions, pixel, outline_colour);
      continue;
    }
    const MeshShape& mesh = *attachment.mesh;
    const auto vertex = [&](std::uint32_t i) { return Vec2{positions[2 * i], positions[2 * i + 1]}; };
    for (std::size_t i = 0; i + 2 < mesh.triangles.size(); i += 3) {
      for (std::size_t k = 0; k < 3; ++k) {
        pen.line(vertex(mesh.triangles[i + k]), vertex(mesh.triangles[i + (k + 1) % 3]), pixel, mesh_colour);
      }
    }
    const std::size_t hull = std::min<std::size_t>(2 * std::size_t{mesh.hull}, positions.size());
    pen.closed_line(std::span<const double>(positions).first(hull), pixel, outline_colour);
  }
}

void overlay_bounds(const Skeleton& skeleton, const Bounds& box, double pixel, DrawList& list) {
  Pen pen(list);
  const SkeletonData& data = skeleton.data();
  std::vector<double> positions;
  for (std::size_t i = 0; i < data.slots.size(); ++i) {
    const SlotIndex slot(i);
    if (!slot_shows(skeleton, slot)) continue;
    const Attachment& attachment = data[skeleton.attachment(slot)];
    if (!attachment.bounding_box && !attachment.clipping) continue;
    positions.resize(world_vertex_numbers(attachment));
    world_vertices(skeleton, slot, positions);
    pen.closed_line(positions, 2 * pixel, attachment.clipping ? clip_colour : hit_colour);
  }
  if (box.empty()) return;
  const std::array<double, 8> corners{box.min_x, box.min_y, box.max_x, box.min_y,
                                      box.max_x, box.max_y, box.min_x, box.max_y};
  pen.closed_line(corners, 2 * pixel, box_colour);
}

}  // namespace sinew
