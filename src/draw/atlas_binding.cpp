#include <algorithm>
#include <limits>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

#include "base/trig.hpp"
#include "draw/binding.hpp"
#include "draw/tint.hpp"

namespace sinew {

namespace {

class Binder {
 public:
  Binder(AtlasBinding::Impl& impl, const BindingLimits& limits)
      : impl_(impl), data_(*impl.data), atlas_(*impl.atlas), limits_(limits) {}

  void bind() {
    bind_slots();
    const std::span<BoundAttachment> attachments = impl_.arena.array<BoundAttachment>(data_.attachments.size());
    lay_out_meshes();
    for (std::size_t i = 0; i < attachments.size(); ++i) {
      const Attachment& attachment = data_.attachments[i];
      BoundAttachment& bound = attachments[i];
      bound.color = clamped(attachment.color);
      bound.sequence = attachment.sequence != nullptr;
      current_ = AttachmentIndex(i);
      if (attachment.region != nullptr) {
        bind_region(attachment, bound);
      } else if (attachment.mesh != nullptr) {
        bind_mesh(attachment, bound);
      } else if (attachment.clipping != nullptr) {
        bind_clipping(attachment, bound);
      }
    }
    impl_.attachments = attachments;
  }

 private:
  void bind_slots() {
    const std::span<BoundSlot> slots = impl_.arena.array<BoundSlot>(data_.slots.size());
    for (std::size_t i = 0; i < slots.size(); ++i) slots[i] = {data_.slots[i].bone.value, data_.slots[i].blend};
    impl_.slots = slots;
  }

  void lay_out_meshes() {
    std::size_t vertices = 0;
    for (const Attachment& attachment : data_.attachments) {
      if (attachment.mesh == nullptr) continue;
      const auto [place, added] = layouts_.try_emplace(attachment.mesh, nullptr);
      if (!added) continue;
      MeshLayout* layout = impl_.arena.make<MeshLayout>();
      *layout = lay_out_mesh(*attachment.mesh, impl_.arena);
      place->second = layout;
      vertices += layout->vertex_count;
    }
    uv_budget_ = limits_.mapped_uvs + limits_.mapped_uvs_per_vertex * vertices;
  }

  /// How many frames to look up; see AtlasBinding::max_sequence_frames.
  std::uint32_t frames_of(const Attachment& attachment) {
    if (attachment.sequence == nullptr) return 1;
    const std::size_t most = std::min<std::size_t>(atlas_.regions().size() + 1024, frame_budget_);
    const auto count = static_cast<std::uint32_t>(std::min<std::size_t>(attachment.sequence->count, most));
    frame_budget_ -= count;
    return count;
  }

  /// The image of one frame; null and noted when it is missing.
  const AtlasRegion* find_image(const Attachment& attachment, std::uint32_t frame) {
    if (attachment.sequence == nullptr) {
      const AtlasRegion* region = atlas_.find(attachment.path);
      if (region == nullptr) note_missing(std::string(attachment.path));
      return region;
    }
    const std::int64_t number = std::int64_t{attachment.sequence->start} + frame;
    std::string name = image_path(attachment, frame);
    const int index = number >= 0 && number <= std::numeric_limits<int>::max() ? static_cast<int>(number) : -2;
    const AtlasRegion* region = atlas_.find_frame(name, attachment.path, index);
    if (region == nullptr) note_missing(std::move(name));
    return region;
  }

  void note_missing(std::string image) {
    if (missing_.insert(image).second) impl_.missing.push_back({std::move(image), current_});
  }

  void bind_region(const Attachment& attachment, BoundAttachment& bound) {
    const RegionShape& shape = *attachment.region;
    double sine = 0, cosine = 1;
    sincos_degrees(shape.rotation, sine, cosine);
    const std::span<RegionFrame> frames = impl_.arena.array<RegionFrame>(frames_of(attachment));
    for (std::uint32_t i = 0; i < frames.size(); ++i) {
      RegionFrame& frame = frames[i];
      RegionExtents extents{-shape.width / 2, shape.width / 2, -shape.height / 2, shape.height / 2};
      std::array<Vec2, 4> uvs{Vec2{0, 0}, Vec2{1, 0}, Vec2{1, 1}, Vec2{0, 1}};
      if (const AtlasRegion* region = find_image(attachment, i)) {
        frame.page = region->page;
        extents = trimmed_extents(*region, shape.width, shape.height);
        uvs = quad_uvs(*region, atlas_.page_of(*region));
      }
      const std::array<Vec2, 4> corners{Vec2{extents.left, extents.top}, Vec2{extents.right, extents.top},
                                        Vec2{extents.right, extents.bottom}, Vec2{extents.left, extents.bottom}};
      for (std::size_t k = 0; k < 4; ++k) {
        const double h = corners[k].x * shape.scale_x, v = corners[k].y * shape.scale_y;
        frame.corners[2 * k] = static_cast<float>(shape.x + h * cosine - v * sine);
        frame.corners[2 * k + 1] = static_cast<float>(shape.y + h * sine + v * cosine);
        frame.uvs[2 * k] = static_cast<float>(uvs[k].x);
        frame.uvs[2 * k + 1] = static_cast<float>(uvs[k].y);
      }
    }
    bound.kind = BoundAttachment::Kind::region;
    bound.frame_count = static_cast<std::uint32_t>(frames.size());
    bound.regions = frames.data();
  }

  void bind_mesh(const Attachment& attachment, BoundAttachment& bound) {
    const MeshLayout& layout = *layouts_.find(attachment.mesh)->second;
    const std::span<MeshFrame> frames = impl_.arena.array<MeshFrame>(frames_of(attachment));
    for (std::uint32_t i = 0; i < frames.size(); ++i) {
      const AtlasRegion* region = find_image(attachment, i);
      if (region == nullptr) continue;
      frames[i].page = region->page;
      frames[i].uv_transform = uv_transform(*region, atlas_.page_of(*region));
      frames[i].uvs = mapped_uvs(layout, *region, frames[i].uv_transform);
    }
    bound.kind = BoundAttachment::Kind::mesh;
    bound.frame_count = static_cast<std::uint32_t>(frames.size());
    bound.meshes = frames.data();
    bound.layout = &layout;
  }

  /// Shared by all attachments that show the same image on the same mesh; null once the budget is used up.
  const float* mapped_uvs(const MeshLayout& layout, const AtlasRegion& region, const Affine& transform) {
    const float*& known = mapped_[{&layout, &region}];
    if (known != nullptr || layout.vertex_count > uv_budget_) return known;
    uv_budget_ -= layout.vertex_count;
    const std::size_t count = layout.vertex_count;
    const std::span<float> uvs = impl_.arena.array<float>(2 * (count + 1));
    for (std::size_t i = 0; i < count; ++i) {
      const Vec2 mapped =
          transform.apply(static_cast<double>(layout.uvs[2 * i]), static_cast<double>(layout.uvs[2 * i + 1]));
      uvs[2 * i] = static_cast<float>(mapped.x);
      uvs[2 * i + 1] = static_cast<float>(mapped.y);
    }
    known = uvs.data();
    return known;
  }

  void bind_clipping(const Attachment& attachment, BoundAttachment& bound) {
    bound.kind = BoundAttachment::Kind::clipping;
    bound.clipping = attachment.clipping;
    const Vertices& vertices = attachment.clipping->vertices;
    if (vertices.weighted() || vertices.count < 3) return;
    std::vector<Vec2> polygon(vertices.count);
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      polygon[i] = {vertices.positions[2 * i], vertices.positions[2 * i + 1]};
    }
    if (has_no_area(polygon)) return;
    ConvexCutter cutter;
    cutter.cut(polygon);
    ClipTopology* topology = impl_.arena.make<ClipTopology>();
    topology->clockwise = doubled_area(polygon) < 0;
    topology->corners = impl_.arena.copy(std::span<const std::uint32_t>(cutter.corners));
    topology->pieces = impl_.arena.copy(std::span<const ConvexPiece>(cutter.pieces));
    bound.topology = topology;
  }

  struct PairHash {
    std::size_t operator()(const std::pair<const void*, const void*>& pair) const noexcept {
      const std::hash<const void*> hash;
      return hash(pair.first) * 31 + hash(pair.second);
    }
  };

  AtlasBinding::Impl& impl_;
  const SkeletonData& data_;
  const Atlas& atlas_;
  BindingLimits limits_;
  AttachmentIndex current_;
  std::unordered_map<const MeshShape*, const MeshLayout*> layouts_;
  std::unordered_map<std::pair<const void*, const void*>, const float*, PairHash> mapped_;
  std::set<std::string> missing_;
  std::size_t uv_budget_ = 0;
  std::size_t frame_budget_ = AtlasBinding::max_sequence_frames;
};

}  // namespace

std::unique_ptr<const AtlasBinding::Impl> bind_atlas(SkeletonDataPtr data, std::shared_ptr<const Atlas> atlas,
                                                     const BindingLimits& limits) {
  SINEW_ASSERT(data != nullptr && atlas != nullptr);
  auto impl = std::make_unique<AtlasBinding::Impl>();
  impl->data = std::move(data);
  impl->atlas = std::move(atlas);
  Binder(*impl, limits).bind();
  return impl;
}

AtlasBinding::AtlasBinding(SkeletonDataPtr data, std::shared_ptr<const Atlas> atlas)
    : impl_(bind_atlas(std::move(data), std::move(atlas))) {}
AtlasBinding::~AtlasBinding() = default;
AtlasBinding::AtlasBinding(AtlasBinding&&) noexcept = default;
AtlasBinding& AtlasBinding::operator=(AtlasBinding&&) noexcept = default;

const Atlas& AtlasBinding::atlas() const noexcept {
  return *impl_->atlas;
}
const SkeletonData& AtlasBinding::data() const noexcept {
  return *impl_->data;
}
std::span<const AtlasBinding::MissingImage> AtlasBinding::missing() const noexcept {
  return impl_->missing;
}

}  // namespace sinew
