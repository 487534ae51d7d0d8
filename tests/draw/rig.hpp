// A small character made of text, ready to be drawn.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "sinew/animation.hpp"
#include "sinew/draw.hpp"

namespace sinew::test {

[[nodiscard]] inline SkeletonDataPtr parse_rig(std::string_view json) {
  auto data = parse_skeleton(json, "rig.json");
  if (!data) throw std::runtime_error(data.error().to_string());
  return *data;
}

[[nodiscard]] inline std::shared_ptr<const Atlas> parse_pages(std::string_view text) {
  auto atlas = parse_atlas(text, "rig.atlas");
  if (!atlas) throw std::runtime_error(atlas.error().to_string());
  return std::make_shared<const Atlas>(std::move(*atlas));
}

struct Rig {
  Rig(std::string_view json, std::string_view atlas)
      : data(parse_rig(json)), binding(data, parse_pages(atlas)), skeleton(data) {}

  /// Poses an animation from the setup pose.
  void pose(std::string_view animation, double time) {
    skeleton.set_to_setup_pose();
    apply(skeleton, (*data)[data->find_animation(animation)], time);
    skeleton.update(0);
  }

  /// Draws into an empty list.
  DrawList& draw() {
    list.clear();
    sinew::draw(skeleton, binding, list);
    return list;
  }

  [[nodiscard]] SlotIndex slot(std::string_view name) const { return data->find_slot(name); }

  SkeletonDataPtr data;
  AtlasBinding binding;
  Skeleton skeleton;
  DrawList list;
};

inline void expect_vertex(const Vertex& v, double x, double y, double page_x, double page_y, double page_width,
                          double page_height) {
  EXPECT_NEAR(v.x, x, 1e-4);
  EXPECT_NEAR(v.y, y, 1e-4);
  EXPECT_NEAR(static_cast<double>(v.u) * page_width, page_x, 1e-4);
  EXPECT_NEAR(static_cast<double>(v.v) * page_height, page_y, 1e-4);
}

}  // namespace sinew::test
