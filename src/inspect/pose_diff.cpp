// How far apart the poses of two skeletons are.
#include <algorithm>
#include <cmath>
#include <limits>

#include "sinew/animation.hpp"
#include "sinew/diff.hpp"

namespace sinew {

namespace {

/// Bones or slots of one name: their indices in a and b.
struct Pair {
  std::uint32_t a, b;
};

class PoseDiffer {
 public:
  PoseDiffer(const SkeletonDataPtr& a, const SkeletonDataPtr& b, const PoseDiffOptions& options)
      : a_(*a), b_(*b), options_(options), first_(a), second_(b) {
    for (std::uint32_t i = 0; i < a_.bones.size(); ++i) {
      if (const BoneIndex j = b_.find_bone(a_.bones[i].name)) bones_.push_back({i, j.value});
    }
    slot_in_b_.resize(a_.slots.size(), SlotIndex::none);
    slot_in_a_.resize(b_.slots.size(), SlotIndex::none);
    for (std::uint32_t i = 0; i < a_.slots.size(); ++i) {
      const SlotIndex j = b_.find_slot(a_.slots[i].name);
      if (!j || slot_in_a_[j.value] != SlotIndex::none) continue;
      slots_.push_back({i, j.value});
      slot_in_b_[i] = j.value;
      slot_in_a_[j.value] = i;
    }
  }

  PoseDifference run() {
    in_skin({}, {});
    for (std::uint32_t i = 0; options_.every_skin && i < a_.skins.size(); ++i) {
      const SkinIndex in_a(i), in_b = b_.find_skin(a_.skins[i].name);
      if (in_b && in_a != a_.default_skin && a_.find_skin(a_.skins[i].name) == in_a) in_skin(in_a, in_b);
    }
    return std::move(result_);
  }

 private:
  void in_skin(SkinIndex in_a, SkinIndex in_b) {
    where_.skin = in_a ? std::string(a_[in_a].name) : std::string();
    first_.set_skin(in_a);
    second_.set_skin(in_b);
    where_.animation.clear();
    pose(nullptr, nullptr, 0, 0);
    std::size_t animations = 0;
    for (std::uint32_t i = 0; i < a_.animations.size(); ++i) {
      const Animation& animation = a_.animations[i];
      const AnimationIndex other = b_.find_animation(animation.name);
      if (!other || a_.find_animation(animation.name) != AnimationIndex(i)) continue;
      ++animations;
      where_.animation = animation.name;
      play(animation, b_[other]);
    }
    result_.animations = animations;
  }

  void play(const Animation& x, const Animation& y) {
    const double duration = std::max(x.duration, y.duration);
    if (!std::isfinite(duration)) return;
    const double wanted = std::ceil(std::max(duration, 0.0) * options_.rate) + 2;
    const double count = std::min(wanted, static_cast<double>(std::max<std::size_t>(options_.most_poses, 2)));
    // The first at 0, the last behind the end, the others at no round times: keys that hold jump at their times, and
    // one of two numbers for the same time may be the smaller.
    const double step = (std::max(duration, 0.0) + 0.1) / (count - 1);
    first_.reset_physics();
    second_.reset_physics();
    double before = 0;
    for (double i = 0; i < count; ++i) {
      const double time = i == 0 ? 0 : i + 1 < count ? (i - 0.4142135623) * step : duration + 0.1;
      pose(&x, &y, time, time - before);
      before = time;
    }
  }

  void pose(const Animation* x, const Animation* y, double time, double elapsed) {
    const auto set = [&](Skeleton& skeleton, const Animation* animation) {
      skeleton.set_to_setup_pose();
      ApplyOptions apply_options;
      if (options_.physics) apply_options.previous_time = elapsed > 0 ? time - elapsed : -1;
      if (animation) apply(skeleton, *animation, time, apply_options);
      skeleton.update(elapsed, options_.physics ? PhysicsMode::update : PhysicsMode::none);
    };
    set(first_, x);
    set(second_, y);
    where_.time = time;
    ++result_.poses;
    compare_bones();
    compare_slots();
    compare_order();
  }

  void most(PoseDifference::Most& into, double distance, std::string_view what) {
    if (std::isnan(distance)) distance = std::numeric_limits<double>::infinity();
    if (!(distance > into.distance)) return;
    into.distance = distance;
    into.where = where_;
    into.where.what = what;
  }
  void differs(PoseDifference::Count& into, std::string_view what) {
    if (into.poses++ > 0) return;
    into.first = where_;
    into.first.what = what;
  }

  void compare_bones() {
    std::string_view inactive;
    bool other_activity = false;
    for (const Pair& pair : bones_) {
      const BoneIndex in_a(pair.a), in_b(pair.b);
      if (first_.active(in_a) != second_.active(in_b)) {
        if (!other_activity) inactive = a_[in_a].name;
        other_activity = true;
      }
      if (!first_.active(in_a) || !second_.active(in_b)) continue;
      const Affine &p = first_.world(in_a), &q = second_.world(in_b);
      const double distance = std::max({std::fabs(p.a - q.a), std::fabs(p.b - q.b), std::fabs(p.c - q.c),
                                        std::fabs(p.d - q.d), std::fabs(p.tx - q.tx), std::fabs(p.ty - q.ty)});
      const bool number =
          std::isfinite(p.a + p.b + p.c + p.d + p.tx + p.ty) && std::isfinite(q.a + q.b + q.c + q.d + q.tx + q.ty);
      most(result_.bone, number ? distance : std::numeric_limits<double>::infinity(), a_[in_a].name);
    }
    if (other_activity) differs(result_.activity, inactive);
  }

  static double apart(const Color& p, const Color& q, bool alpha) {
    const double rgb = std::max({std::fabs(double{p.r} - double{q.r}), std::fabs(double{p.g} - double{q.g}),
                                 std::fabs(double{p.b} - double{q.b})});
    return alpha ? std::max(rgb, std::fabs(double{p.a} - double{q.a})) : rgb;
  }

  void compare_slots() {
    std::string_view other;
    bool any_other = false;
    for (const Pair& pair : slots_) {
      const SlotIndex in_a(pair.a), in_b(pair.b);
      const AttachmentIndex shown_a = first_.attachment(in_a), shown_b = second_.attachment(in_b);
      const std::string_view name = a_[in_a].name;
      bool same = shown_a.valid() == shown_b.valid();
      if (same && shown_a) {
        same = a_[shown_a].key == b_[shown_b].key && first_.sequence_frame(in_a) == second_.sequence_frame(in_b);
      }
      if (!same && !any_other) other = name;
      any_other = any_other || !same;
      if (!same || !shown_a) continue;
      most(result_.color, apart(first_.color(in_a), second_.color(in_b), true), name);
      const std::optional<Color> dark_a = first_.dark_color(in_a), dark_b = second_.dark_color(in_b);
      if (dark_a && dark_b) most(result_.color, apart(*dark_a, *dark_b, false), name);
      const std::span<const double> x = first_.deform(in_a), y = second_.deform(in_b);
      for (std::size_t i = 0; i < std::max(x.size(), y.size()); ++i) {
        most(result_.deform, std::fabs((i < x.size() ? x[i] : 0) - (i < y.size() ? y[i] : 0)), name);
      }
    }
    if (any_other) differs(result_.attachment, other);
  }

  /// Slots that only one of the two has are left out.
  void compare_order() {
    const std::span<const SlotIndex> x = first_.draw_order(), y = second_.draw_order();
    std::size_t j = 0;
    for (const SlotIndex slot : x) {
      const std::uint32_t wanted = slot_in_b_[slot.value];
      if (wanted == SlotIndex::none) continue;
      while (j < y.size() && slot_in_a_[y[j].value] == SlotIndex::none) ++j;
      if (j == y.size() || y[j].value != wanted) return differs(result_.draw_order, a_[slot].name);
      ++j;
    }
  }

  const SkeletonData &a_, &b_;
  const PoseDiffOptions& options_;
  Skeleton first_, second_;
  std::vector<Pair> bones_, slots_;
  std::vector<std::uint32_t> slot_in_b_, slot_in_a_;
  PoseDifference::Place where_;
  PoseDifference result_;
};

}  // namespace

PoseDifference diff_poses(const SkeletonDataPtr& a, const SkeletonDataPtr& b, const PoseDiffOptions& options) {
  return PoseDiffer(a, b, options).run();
}

}  // namespace sinew
