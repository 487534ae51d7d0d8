#include "pose_hashes.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <iostream>

#include "sinew/animation_state.hpp"
#include "sinew/draw.hpp"
#include "sinew/load.hpp"

namespace sinew::test {

namespace {

namespace fs = std::filesystem;

class Hash {
 public:
  template <class T>
  void add(const T& value) {
    unsigned char bytes[sizeof(T)];
    std::memcpy(bytes, &value, sizeof(T));
    for (const unsigned char byte : bytes) state_ = (state_ ^ byte) * 1099511628211u;
  }
  /// Every NaN alike: which one an operation makes is the processor's choice.
  void add_number(double value) { add(value == value ? value : -12345.0); }
  [[nodiscard]] std::uint64_t value() const { return state_; }

 private:
  std::uint64_t state_ = 14695981039346656037u;
};

void add_frame(Hash& hash, const Skeleton& skeleton, const DrawList& list) {
  for (const Affine& m : skeleton.world_transforms()) {
    for (const double number : {m.a, m.b, m.c, m.d, m.tx, m.ty}) hash.add_number(number);
  }
  for (const SlotIndex slot : skeleton.draw_order()) {
    hash.add(slot.value);
    hash.add(skeleton.attachment(slot).value);
    const Color color = skeleton.color(slot);
    for (const float channel : {color.r, color.g, color.b, color.a}) hash.add_number(double{channel});
    for (const double number : skeleton.deform(slot)) hash.add_number(number);
  }
  for (const Vertex& vertex : list.vertices) {
    hash.add_number(double{vertex.x});
    hash.add_number(double{vertex.y});
    hash.add(vertex.light);
  }
  for (const std::uint32_t index : list.indices) hash.add(index);
}

std::shared_ptr<const Atlas> atlas_for(const SkeletonData& data) {
  std::string text = "page.png\nsize: 256, 256\n";
  for (const Attachment& attachment : data.attachments) {
    text += std::string(attachment.path) + "\nbounds: 3, 5, 40, 30\noffsets: 1, 2, 44, 35\n";
  }
  Result<Atlas> atlas = parse_atlas(text);
  if (!atlas) atlas = parse_atlas("page.png\nsize: 256, 256\nx\nbounds: 3, 5, 40, 30\n");
  return std::make_shared<const Atlas>(*std::move(atlas));
}

std::uint64_t hash_of(const SkeletonDataPtr& data) {
  Hash hash;
  Skeleton skeleton(data);
  AnimationState state(data);
  state.set_default_mix(0.2);
  const std::size_t count = data->animations.size();
  if (count > 0) {
    state.set_animation(0, AnimationIndex(0u), Loop::yes);
    for (std::size_t i = 1; i < std::min<std::size_t>(count, 4); ++i) {
      state.add_animation(0, AnimationIndex(i), Loop::yes, 0.4);
    }
    const EntryId upper = state.set_animation(1, AnimationIndex(count - 1), Loop::yes);
    state.set_alpha(upper, 0.4);
  }
  const AtlasBinding binding(data, atlas_for(*data));
  DrawList list;
  for (int frame = 0; frame < 90; ++frame) {
    const double dt = frame % 10 == 7 ? 0.05 : 1.0 / 47;
    if (frame == 40) skeleton.set_position(31, -17);
    state.update(dt);
    state.apply(skeleton);
    skeleton.update(dt);
    list.clear();
    draw(skeleton, binding, list);
    if (frame % 3 == 0) add_frame(hash, skeleton, list);
  }
  return hash.value();
}

bool ends_with(const std::string& text, std::string_view end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

}  // namespace

std::vector<PoseHash> pose_hashes(const std::string& data_folder) {
  std::vector<PoseHash> hashes;
  for (const char* const part : {"golden", "cases/animation", "cases/constraints"}) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(fs::path(data_folder) / part, error)) {
      const std::string name = entry.path().filename().string();
      if (!ends_with(name, ".json") || ends_with(name, ".golden.json") || ends_with(name, ".runs.json")) continue;
      hashes.push_back({std::string(part) + '/' + name, 0});
    }
  }
  std::sort(hashes.begin(), hashes.end(), [](const PoseHash& a, const PoseHash& b) { return a.skeleton < b.skeleton; });
  for (PoseHash& entry : hashes) {
    const Result<SkeletonDataPtr> data = load_skeleton((fs::path(data_folder) / entry.skeleton).string());
    if (!data) {
      std::cerr << data.error() << '\n';
      return {};
    }
    entry.hash = hash_of(*data);
  }
  return hashes;
}

std::string to_text(const std::vector<PoseHash>& hashes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (const PoseHash& entry : hashes) {
    for (int shift = 60; shift >= 0; shift -= 4) text += digits[(entry.hash >> shift) & 15];
    text += "  " + entry.skeleton + '\n';
  }
  return text;
}

}  // namespace sinew::test
