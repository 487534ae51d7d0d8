// Any sequence of calls with any numbers: nothing crashes, nothing takes for ever.
#include <limits>
#include <optional>
#include <random>
#include <vector>

#include "sinew/blend_space.hpp"
#include "support/player.hpp"

namespace sinew {
namespace {

using test::Rules;

SkeletonDataPtr three_animations(Rules rules) {
  return test::make_data(rules, R"(
    "bones": [{"name": "root"}, {"name": "bone", "parent": "root", "rotation": 20, "x": 5}], "events": {"hit": {}},
    "slots": [{"name": "A", "bone": "bone", "attachment": "x"}, {"name": "B", "bone": "bone"}],
    "skins": [{"name": "default", "attachments": {"A": {"x": {"width": 1, "height": 1}, "y": {"width": 1, "height": 1}}}}],
    "animations": {
      "turn": {"bones": {"bone": {"rotate": [{"value": -100}, {"time": 1, "value": 140}], "scale": [{}, {"time": 2, "x": 3}]}},
               "events": [{"time": 0.5, "name": "hit"}]},
      "move": {"bones": {"root": {"translate": [{}, {"time": 1, "x": 10}]}, "bone": {"rotate": [{"value": 100}]}}},
      "dress": {"slots": {"A": {"attachment": [{"name": "y"}, {"time": 1, "name": null}], "rgba": [{"color": "ff0000ff"}]}},
                "drawOrder": [{"offsets": [{"slot": "A", "offset": 1}]}], "events": [{"name": "hit"}]},
      "short": {"events": [{"time": 1e-6, "name": "hit"}]}})");
}

/// A program that calls the player at random.
class Caller {
 public:
  Caller(SkeletonDataPtr data, std::uint32_t seed)
      : random_(seed), data_(std::move(data)), skeleton_(data_), state_(data_) {
    if (below(2) == 0) {
      state_.add_listener([this](AnimationState& state, const StateEvent&) {
        if (++told_ < 200 && told_ % 7 == 0) state.set_empty_all(number());
      });
    }
    if (const auto space = blend_line(data_, {{"turn", 0}, {"move", 1}})) {
      space_ = *space;
    }
  }

  void call() {
    const EntryId entry = entries_.empty() ? EntryId() : entries_[below(entries_.size())];
    switch (below(26)) {
      case 0:
      case 1:
        return made(state_.set_animation(track(), animation(), loop()));
      case 2:
      case 3:
        return made(state_.add_animation(track(), animation(), loop(), number()));
      case 4:
        return made(state_.set_empty(track(), number()));
      case 5:
        return made(state_.add_empty(track(), number(), number()));
      case 6:
        return state_.set_default_mix(number());
      case 7:
        return state_.set_mix(animation(), animation(), number());
      case 8:
        return state_.set_alpha(entry, number());
      case 9:
        return state_.set_time_scale(entry, number());
      case 10:
        return state_.set_track_time(entry, number());
      case 11:
        return state_.set_settings(entry, settings());
      case 12:
        return state_.set_animation_last(entry, number());
      case 13:
        return state_.set_mix_duration(entry, number());
      case 14:
        return state_.set_mix_duration(entry, number(), number());
      case 15:
        return state_.set_loop(entry, loop());
      case 16:
        return state_.set_sync(entry, static_cast<Sync>(below(3)));
      case 17:
        return below(4) == 0 ? state_.set_time_scale(number()) : state_.reset_rotation(entry);
      case 18:
        return state_.set_root_motion(below(2) == 0 ? std::optional<RootMotionOptions>(RootMotionOptions{BoneIndex(0u)})
                                                    : std::nullopt);
      case 19:
        return below(4) == 0 ? state_.clear() : state_.clear(track());
      case 20:
        return copy();
      case 21:
        return made(state_.set_blend(track(), space_, loop()));
      case 22:
        return state_.set_blend_position(entry, number(), number());
      case 23:
        return skeleton_.update(number(), static_cast<PhysicsMode>(below(3)));
      case 24:
        return state_.update(number());
      default:
        state_.update(number());
        state_.apply(skeleton_);
    }
  }

 private:
  std::size_t below(std::size_t n) { return random_() % n; }
  double number() {
    constexpr double infinity = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
    constexpr double some[] = {0,   -0.0, 1e-320, 1e-9,  0.016, 0.1, 0.5,    1,        2,         100,
                               1e9, 1e18, 1e308,  -1e-9, -0.3,  -1,  -1e308, infinity, -infinity, nan};
    return some[below(std::size(some))];
  }
  std::uint32_t track() {
    constexpr std::uint32_t some[] = {0, 0, 0, 1, 1, 2, 7, 4096, 0xffffffffu};
    return some[below(std::size(some))];
  }
  AnimationIndex animation() {
    const std::size_t i = below(data_->animations.size() + 1);
    return i < data_->animations.size() ? AnimationIndex(i) : AnimationIndex();
  }
  Loop loop() {
    const std::size_t kind = below(4);
    return kind == 0 ? Loop::no : kind == 1 ? Loop::times(static_cast<std::uint32_t>(random_())) : Loop::yes;
  }
  EntrySettings settings() {
    EntrySettings s;
    s.alpha = number();
    s.time_scale = number();
    s.reverse = below(2) == 0;
    s.additive = below(2) == 0;
    s.hold_previous = below(2) == 0;
    s.shortest_rotation = below(2) == 0;
    s.animation_start = number();
    if (below(2) == 0) s.animation_end = number();
    if (below(2) == 0) s.track_end = number();
    s.event_threshold = number();
    s.mix_attachment_threshold = number();
    s.mix_draw_order_threshold = number();
    s.alpha_attachment_threshold = number();
    s.mix_interpolation = static_cast<MixInterpolation>(below(5));
    return s;
  }
  void made(EntryId entry) { entries_.push_back(entry); }
  void copy() {
    AnimationState other(state_);
    other.update(number());
    other.apply(skeleton_);
    state_ = std::move(other);
  }

  std::mt19937 random_;
  SkeletonDataPtr data_;
  Skeleton skeleton_;
  AnimationState state_;
  BlendSpacePtr space_;
  std::vector<EntryId> entries_;
  std::size_t told_ = 0;
};

TEST(AnyCalls, AreSurvived) {
  for (const Rules rules : test::every_rules) {
    const SkeletonDataPtr data = three_animations(rules);
    ASSERT_TRUE(data);
    for (std::uint32_t seed = 0; seed < 400; ++seed) {
      SCOPED_TRACE(std::string(name_of(rules)) + ", seed " + std::to_string(seed));
      Caller caller(data, seed);
      for (int i = 0; i < 60; ++i) caller.call();
    }
  }
}

}  // namespace
}  // namespace sinew
