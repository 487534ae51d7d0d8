#include "model/schedule.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <limits>
#include <optional>

namespace sinew {

namespace {

BoneIndex source_of(const SkeletonData& data, const ConstraintData& constraint) {
  switch (constraint.type) {
    case ConstraintType::ik:
      return constraint.ik->target;
    case ConstraintType::transform:
      return constraint.transform->source;
    case ConstraintType::path:
      return data[constraint.path->slot].bone;
    case ConstraintType::physics:
      return constraint.physics->bone;
    case ConstraintType::slider:
      return {};
  }
  return {};
}

/// Collects steps, joining runs of neighbouring bones, and counts what a frame will do.
class Steps {
 public:
  /// `most`: how much may be counted; steps beyond it are not kept.
  Steps(const CompiledData& compiled, bool missing, std::size_t most)
      : compiled_(compiled), missing_(missing), most_(most) {
    steps.reserve(compiled.setup_constraints.size() * 4 + 64);
  }

  void bone(std::uint32_t i) {
    if (!count(1)) return;
    const auto kind = missing_             ? UpdateStep::Kind::compose_missing
                      : compiled_.plain[i] ? UpdateStep::Kind::compose_normal
                                           : UpdateStep::Kind::compose_any;
    if (!steps.empty() && steps.back().kind == kind && steps.back().first + steps.back().count == i) {
      ++steps.back().count;
    } else {
      steps.push_back({kind, PoseUse::reading, i, 1});
    }
  }
  void constraint(std::uint32_t i) {
    if (count(1)) steps.push_back({UpdateStep::Kind::constraint, PoseUse::reading, i, 1});
  }
  /// Work beside that of steps: bones that are looked at, timelines that are applied. False when it is too much.
  bool count(std::size_t work) {
    work_ += work;
    return work_ <= most_;
  }
  [[nodiscard]] bool too_much() const { return work_ > most_; }
  [[nodiscard]] std::size_t work() const { return work_; }

  std::vector<UpdateStep> steps;

 private:
  const CompiledData& compiled_;
  bool missing_;
  std::size_t most_, work_ = 0;
};

/// The path attachments of each slot, skin by skin: what path constraints may follow.
class PathsOfSlots {
 public:
  struct Path {
    SlotIndex slot;
    SkinIndex skin;
    std::uint32_t place;  ///< in the skin's list
    AttachmentIndex attachment;
  };

  explicit PathsOfSlots(const SkeletonData& data) {
    const auto for_each = [&](auto visit) {
      for (std::size_t skin = 0; skin < data.skins.size(); ++skin) {
        std::uint32_t place = 0;
        for (const SkinEntry& entry : data.skins[skin].entries) {
          if (entry.attachment && data[entry.attachment].path_shape) {
            visit(Path{data[entry.placeholder].slot, SkinIndex(skin), place, entry.attachment});
          }
          ++place;
        }
      }
    };
    std::size_t count = 0;
    for_each([&](const Path&) { ++count; });
    paths_.reserve(count);
    for_each([&](const Path& path) { paths_.push_back(path); });
    std::sort(paths_.begin(), paths_.end(), [](const Path& a, const Path& b) {
      if (a.slot != b.slot) return a.slot.value < b.slot.value;
      return a.skin != b.skin ? a.skin.value < b.skin.value : a.place < b.place;
    });
  }

  [[nodiscard]] std::span<const Path> operator[](SlotIndex slot) const {
    const auto before = [](const Path& a, const Path& b) { return a.slot.value < b.slot.value; };
    const auto [first, last] = std::equal_range(paths_.begin(), paths_.end(), Path{slot, {}, 0, {}}, before);
    return {first, last};
  }
  /// Those of one skin.
  [[nodiscard]] std::span<const Path> in_skin(SlotIndex slot, SkinIndex skin) const {
    const std::span<const Path> all = (*this)[slot];
    const auto before = [](const Path& a, const Path& b) { return a.skin.value < b.skin.value; };
    const auto [first, last] = std::equal_range(all.begin(), all.end(), Path{slot, skin, 0, {}}, before);
    return {first, last};
  }

 private:
  std::vector<Path> paths_;
};

/// The list of the editor's runtimes: constraints in order, and before each the bones it reads.
class SpineBuilder {
 public:
  SpineBuilder(const SkeletonData& data, const CompiledData& compiled, const ScheduleInput& input, std::size_t most)
      : data_(data),
        compiled_(compiled),
        input_(input),
        newer_(compiled.rules == RuleSet::spine_4_3),
        steps_(compiled, newer_ && !data.constraints.empty(), most),
        active_(active_constraints(data, input)) {
    chain_.reserve(64);
    const std::size_t bones = data.bones.size();
    memory_.resize(data.constraints.empty() ? bones : bones * 3);
    done_ = std::span(memory_).first(bones);
    for (std::size_t i = 0; i < bones; ++i) done_[i] = input.active_bones[i] ? 0 : 1;
    if (data.constraints.empty()) return;
    done_children_ = std::span(memory_).subspan(bones, bones);
    next_done_ = std::span(memory_).last(bones);
    std::fill(done_children_.begin(), done_children_.end(), nobody);
    std::fill(next_done_.begin(), next_done_.end(), not_listed);
  }

  Steps build() {
    const auto count = static_cast<std::int64_t>(data_.constraints.size());
    std::int64_t last_order = -1;
    for (std::uint32_t i = 0; i < data_.constraints.size(); ++i) {
      if (!newer_) {
        // Of several with one order the first, and none beyond the number of constraints.
        const std::int64_t order = data_.constraints[i].order;
        if (order < 0 || order >= count || order == last_order) continue;
        last_order = order;
      }
      if (active_[i]) insert(i);
      if (steps_.too_much()) return std::move(steps_);
    }
    for (std::uint32_t i = 0; i < done_.size(); ++i) need(i);
    return std::move(steps_);
  }

 private:
  static constexpr std::uint32_t nobody = 0xffffffffu, not_listed = 0xfffffffeu;

  void need(std::uint32_t bone) {
    if (done_[bone] || !input_.active_bones[bone]) return;
    chain_.clear();
    for (std::uint32_t i = bone; i != BoneIndex::none && !done_[i]; i = compiled_.parents[i]) {
      chain_.push_back(i);
      set_done(i);
    }
    for (std::size_t i = chain_.size(); i-- > 0;) steps_.bone(chain_[i]);
  }
  void need(BoneIndex bone) { need(bone.value); }

  void set_done(std::uint32_t bone) {
    done_[bone] = 1;
    const std::uint32_t parent = compiled_.parents[bone];
    if (next_done_.empty() || parent == BoneIndex::none || next_done_[bone] != not_listed) return;
    if (!input_.active_bones[bone]) return;
    next_done_[bone] = done_children_[parent];
    done_children_[parent] = bone;
  }
  void set_done(BoneIndex bone) { set_done(bone.value); }

  /// Descendants that were computed have to be computed again. Only those are visited, so that all of this together
  /// takes no longer than computing them did.
  void undo(BoneIndex bone) {
    // In a frame the solver looks at all children.
    if (newer_) steps_.count(compiled_.first_child[bone.value + std::size_t{1}] - compiled_.first_child[bone.value]);
    chain_.assign(1, bone.value);
    while (!chain_.empty()) {
      const std::uint32_t parent = chain_.back();
      chain_.pop_back();
      for (std::uint32_t child = done_children_[parent]; child != nobody;) {
        if (done_[child]) chain_.push_back(child);
        done_[child] = 0;
        const std::uint32_t next = next_done_[child];
        next_done_[child] = not_listed;
        child = next;
      }
      done_children_[parent] = nobody;
    }
  }

  void insert(std::uint32_t index) {
    const ConstraintData& constraint = data_.constraints[index];
    switch (constraint.type) {
      case ConstraintType::ik:
        insert_ik(index, *constraint.ik);
        break;
      case ConstraintType::transform:
        insert_transform(index, *constraint.transform);
        break;
      case ConstraintType::path:
        insert_path(index, *constraint.path);
        break;
      case ConstraintType::physics:
        need(constraint.physics->bone);
        steps_.constraint(index);
        undo(constraint.physics->bone);
        if (!newer_) set_done(constraint.physics->bone);
        break;
      case ConstraintType::slider:
        insert_slider(index, *constraint.slider);
        break;
    }
  }

  void insert_ik(std::uint32_t index, const IkData& ik) {
    need(ik.target);
    need(ik.bones[0]);
    if (newer_) {
      steps_.constraint(index);
      done_[ik.bones[0].value] = 0;
      undo(ik.bones[0]);
      return;
    }
    if (ik.bones.size() > 1) need(ik.bones[1]);
    steps_.constraint(index);
    undo(ik.bones[0]);
    if (ik.bones.size() > 1) set_done(ik.bones[1]);
  }

  void insert_transform(std::uint32_t index, const TransformData& transform) {
    if (!newer_) {
      need(transform.source);
      for (BoneIndex bone : transform.bones) {
        if (transform.local_target && data_[bone].parent) need(data_[bone].parent);
        need(bone);
      }
    } else {
      if (!transform.local_source) need(transform.source);
      if (!transform.local_target) {
        for (BoneIndex bone : transform.bones) need(bone);
      }
    }
    steps_.constraint(index);
    for (BoneIndex bone : transform.bones) undo(bone);
    for (BoneIndex bone : transform.bones) {
      if (!newer_ || !transform.local_target) {
        set_done(bone);
      } else {
        done_[bone.value] = 0;
      }
    }
  }

  void need_path(AttachmentIndex attachment) {
    if (!attachment) return;
    const Attachment& path = data_[attachment];
    if (!path.path_shape) return;
    const Vertices& vertices = path.path_shape->vertices;
    if (!steps_.count(vertices.bones.size() + 1)) return;
    if (!vertices.weighted()) {
      need(data_[path.slot].bone);
      return;
    }
    for (BoneIndex bone : vertices.bones) need(bone);
  }

  void need_paths(std::span<const PathsOfSlots::Path> paths) {
    for (const PathsOfSlots::Path& path : paths) need_path(path.attachment);
  }

  void insert_path(std::uint32_t index, const PathData& path) {
    if (!paths_) paths_.emplace(data_);
    if (input_.skin) need_paths(paths_->in_skin(path.slot, input_.skin));
    if (data_.default_skin && data_.default_skin != input_.skin) {
      need_paths(paths_->in_skin(path.slot, data_.default_skin));
    }
    if (!newer_ || input_.everything) need_paths((*paths_)[path.slot]);
    if (!input_.shown.empty()) need_path(input_.shown[path.slot.value]);
    for (BoneIndex bone : path.bones) need(bone);
    steps_.constraint(index);
    for (BoneIndex bone : path.bones) undo(bone);
    for (BoneIndex bone : path.bones) set_done(bone);
  }

  void insert_slider(std::uint32_t index, const SliderData& slider) {
    if (slider.bone && !slider.local) need(slider.bone);
    steps_.constraint(index);
    if (!slider.animation || !steps_.count(data_[slider.animation].timelines.size())) return;
    for (const Timeline& timeline : data_[slider.animation].timelines) {
      if (!timeline.bone) continue;
      done_[timeline.bone.value] = input_.active_bones[timeline.bone.value] ? 0 : 1;
      undo(timeline.bone);
    }
  }

  const SkeletonData& data_;
  const CompiledData& compiled_;
  const ScheduleInput& input_;
  bool newer_;
  Steps steps_;
  std::vector<std::uint8_t> active_;
  std::vector<std::uint32_t> chain_;
  std::vector<std::uint32_t> memory_;  ///< of the three below
  std::span<std::uint32_t> done_;      ///< by bone: 1 if it is up to date, or not active
  // A list for each bone of those active children that may be done.
  std::span<std::uint32_t> done_children_;  ///< by bone: the first, or `nobody`
  std::span<std::uint32_t> next_done_;      ///< by bone: its next sibling in the list; `not_listed`: it is in none
  std::optional<PathsOfSlots> paths_;
};

/// Up to 4.2 a constraint that changes a bone's matrix has its applied pose follow at once, and IK gives poses their
/// angles. Mostly nobody reads them. Going backwards, this finds what later steps want to know.
class Uses {
 public:
  Uses(const SkeletonData& data, const CompiledData& compiled)
      : data_(data), compiled_(compiled), later_(data.bones.size(), PoseUse::none), changed_(data.bones.size()) {
    bones_.reserve(data.bones.size());
  }

  void find(std::span<UpdateStep> steps) {
    for (std::size_t k = steps.size(); k-- > 0;) {
      if (steps[k].kind == UpdateStep::Kind::constraint) {
        before_constraint(steps[k]);
      } else {
        for (std::uint32_t i = steps[k].first + steps[k].count; i-- > steps[k].first;) {
          change(i);
          want(i, compiled_.plain[i] ? PoseUse::composing : PoseUse::reading);
        }
      }
    }
  }

 private:
  void want(std::uint32_t bone, PoseUse use) { later_[bone] = std::max(later_[bone], use); }

  /// A bone whose parent changes once more after its own last change does not show in the end what its pose was.
  void change(std::uint32_t bone) {
    if (bone != 0 && !changed_[bone] && changed_[compiled_.parents[bone]]) want(bone, PoseUse::reading);
    changed_[bone] = 1;
  }

  void before_constraint(UpdateStep& step) {
    const ConstraintData& constraint = data_.constraints[step.first];
    bones_.clear();
    bool pose_changes = false;
    for_each_constrained(data_, constraint, [&](BoneIndex bone, bool of_pose) {
      bones_.push_back(bone.value);
      pose_changes = of_pose;
    });
    step.use = PoseUse::none;
    for (std::size_t i = bones_.size(); i-- > 0;) {
      change(bones_[i]);
      step.use = std::max(step.use, later_[bones_[i]]);
    }
    if (pose_changes) {
      for (const std::uint32_t bone : bones_) want(bone, PoseUse::reading);
    }
    const TransformData* const transform = constraint.transform;
    if (transform && transform->local_target) want(transform->source.value, PoseUse::reading);
  }

  const SkeletonData& data_;
  const CompiledData& compiled_;
  std::vector<PoseUse> later_;
  std::vector<std::uint8_t> changed_;  // by a later step
  std::vector<std::uint32_t> bones_;
};

/// All bones, then each constraint followed by what hangs on the bones it changed. Spec: constraints.md 5.4.
Steps build_rigby(const SkeletonData& data, const CompiledData& compiled, const ScheduleInput& input,
                  std::size_t most) {
  Steps steps(compiled, false, most);
  const auto count = static_cast<std::uint32_t>(data.bones.size());
  for (std::uint32_t i = 0; i < count; ++i) steps.bone(i);
  const std::vector<std::uint8_t> active = active_constraints(data, input);
  enum : std::uint8_t { untouched, constrained, constrained_pose, below };
  std::vector<std::uint8_t> state(count);
  // A heap of bones that are not untouched, the first of the list on top: their descendants come to light in the order
  // of the list, and no other bone is looked at.
  std::vector<std::uint32_t> waiting;
  const auto wait = [&](std::uint32_t bone, std::uint8_t why) {
    if (state[bone] == untouched) {
      waiting.push_back(bone);
      std::push_heap(waiting.begin(), waiting.end(), std::greater<>());
    }
    state[bone] = why;
  };
  for (std::uint32_t k = 0; k < data.constraints.size() && !steps.too_much(); ++k) {
    if (!active[k]) continue;
    steps.constraint(k);
    const ConstraintData& constraint = data.constraints[k];
    if (constraint.slider && constraint.slider->animation &&
        !steps.count(data[constraint.slider->animation].timelines.size())) {
      break;
    }
    for_each_constrained(data, constraint, [&](BoneIndex bone, bool pose_changes) {
      wait(bone.value, pose_changes ? constrained_pose : constrained);
    });
    while (!waiting.empty()) {
      std::pop_heap(waiting.begin(), waiting.end(), std::greater<>());
      const std::uint32_t i = waiting.back();
      waiting.pop_back();
      if (state[i] != constrained) steps.bone(i);
      state[i] = untouched;
      for (std::uint32_t at = compiled.first_child[i]; at < compiled.first_child[i + 1]; ++at) {
        if (state[compiled.children[at]] == untouched) wait(compiled.children[at], below);
      }
    }
  }
  return steps;
}

Steps build(const SkeletonData& data, const CompiledData& compiled, const ScheduleInput& input, std::size_t most) {
  if (compiled.rules == RuleSet::rigby) return build_rigby(data, compiled, input, most);
  return SpineBuilder(data, compiled, input, most).build();
}

/// What no skin's schedule counts more than; nothing of it hangs on the order of constraints, so it is mostly far more.
double upper_bound(const SkeletonData& data) {
  std::size_t timelines = 0, paths = 0;
  for (const ConstraintData& constraint : data.constraints) {
    if (constraint.slider && constraint.slider->animation) {
      timelines = std::max(timelines, data[constraint.slider->animation].timelines.size());
    }
  }
  for (const Attachment& attachment : data.attachments) {
    if (attachment.path_shape) paths += attachment.path_shape->vertices.bones.size() + 1;
  }
  const auto number = [](std::size_t n) { return static_cast<double>(n); };
  return (number(data.constraints.size()) + 1) *
         (number(data.bones.size()) * 2 + number(timelines) + 3 * number(paths) + 1);
}

}  // namespace

std::vector<std::uint8_t> active_constraints(const SkeletonData& data, const ScheduleInput& input) {
  std::vector<std::uint8_t> active(data.constraints.size());
  find_active_constraints(data, input, active);
  return active;
}

void find_active_constraints(const SkeletonData& data, const ScheduleInput& input, std::span<std::uint8_t> active) {
  if (input.everything) {
    std::fill(active.begin(), active.end(), std::uint8_t{1});
    return;
  }
  const auto list = [&](SkinIndex skin) {
    if (!skin) return;
    for (ConstraintIndex constraint : data[skin].constraints) active[constraint.value] = 1;
  };
  list(input.skin);
  if (data.semantics == Semantics::rigby) list(data.default_skin);
  for (std::size_t i = 0; i < active.size(); ++i) {
    const ConstraintData& constraint = data.constraints[i];
    const bool listed = active[i] != 0;
    const BoneIndex source = source_of(data, constraint);
    active[i] = (!source || input.active_bones[source.value]) && (!constraint.skin_required || listed) ? 1 : 0;
  }
}

std::size_t count_updates(const SkeletonData& data, const CompiledData& compiled, std::size_t most) {
  if (upper_bound(data) <= static_cast<double>(most)) return 0;
  const std::vector<std::uint8_t> bones(data.bones.size(), std::uint8_t{1});
  ScheduleInput everything{{}, bones, {}};
  everything.everything = true;
  return build(data, compiled, everything, most).work();
}

std::vector<UpdateStep> build_schedule(const SkeletonData& data, const CompiledData& compiled,
                                       const ScheduleInput& input) {
  std::vector<UpdateStep> steps = build(data, compiled, input, std::numeric_limits<std::size_t>::max()).steps;
  if (compiled.rules == RuleSet::spine_4_2) Uses(data, compiled).find(steps);
  return steps;
}

}  // namespace sinew
