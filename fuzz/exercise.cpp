#include "exercise.hpp"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>

#include "sinew/animation_state.hpp"
#include "sinew/draw.hpp"

namespace sinew::fuzz {

namespace {

/// An atlas with a region for some of the images, so that what is drawn goes through every path.
std::shared_ptr<const Atlas> atlas_for(const SkeletonData& data) {
  std::string text = "page.png\nsize: 64, 64\n";
  std::size_t lines = 0;
  for (const Attachment& attachment : data.attachments) {
    if (attachment.path.find_first_of("\r\n:") != std::string_view::npos || ++lines > 50) continue;
    text += std::string(attachment.path) + "\nbounds: 2, 2, 20, 30\noffsets: 1, 2, 24, 40\n";
    if (lines % 2 == 0) text += "rotate: 90\n";
  }
  Result<Atlas> atlas = parse_atlas(text);
  if (!atlas) atlas = parse_atlas("page.png\nsize: 64, 64\nx\nbounds: 2, 2, 20, 30\n");
  if (!atlas) std::abort();
  return std::make_shared<const Atlas>(*std::move(atlas));
}

void check(const DrawList& list) {
  for (const std::uint32_t index : list.indices) {
    if (index >= list.vertices.size()) std::abort();
  }
  for (const DrawBatch& batch : list.batches) {
    if (batch.first_index > list.indices.size() || batch.index_count > list.indices.size() - batch.first_index) {
      std::abort();
    }
  }
}

}  // namespace

void play_and_draw(const SkeletonDataPtr& data, std::uint64_t seed, const Amount& amount) {
  static constexpr double steps[] = {0, 1e-6, 1.0 / 60, 0.1, 0.25, 1, 17, 1e6, -0.1};
  Random random(seed);
  const AtlasBinding binding(data, atlas_for(*data));
  DrawList list;
  list.max_vertices = std::size_t{1} << 18;
  list.max_indices = std::size_t{1} << 20;
  const std::size_t skins = std::min(data->skins.size(), amount.skins) + 1;
  for (std::size_t skin = 0; skin < skins; ++skin) {
    Skeleton skeleton(data);
    if (skin > 0) skeleton.set_skin(SkinIndex(static_cast<std::uint32_t>(skin - 1)));
    skeleton.set_to_setup_pose();
    skeleton.update(0);
    AnimationState state(data);
    state.set_default_mix(0.05);
    const std::size_t animations = std::min(data->animations.size(), amount.animations);
    for (std::size_t i = 0; i < std::max<std::size_t>(animations, 1); ++i) {
      if (animations > 0) {
        const AnimationIndex animation(static_cast<std::uint32_t>(i));
        state.set_animation(static_cast<std::uint32_t>(random.below(2)), animation,
                            random.below(2) == 0 ? Loop::yes : Loop::no);
      }
      for (std::size_t frame = 0; frame < amount.frames; ++frame) {
        const double dt = steps[random.below(std::size(steps))];
        state.update(dt);
        state.apply(skeleton);
        skeleton.update(dt);
        list.clear();
        draw(skeleton, binding, list);
        check(list);
      }
    }
    static_cast<void>(drawn_bounds(skeleton, binding, true, list));
  }
}

}  // namespace sinew::fuzz
