#include "model/schedule.hpp"

#include <algorithm>
#include <cstddef>

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

/// Collects steps, joining runs of neighbouring bones.
class Steps {
 public:
  Steps(const CompiledData& compiled, bool missing) : compiled_(compiled), missing_(missing) {
    steps.reserve(compiled.setup_constraints.size() * 4 + 64);
  }

  void bone(std::uint32_t i) {
    const auto kind = missing_             ? UpdateStep::Kind::compose_missing
                      : compiled_.plain[i] ? UpdateStep::Kind::compose_normal
                                           : UpdateStep::Kind::compose_any;
    if (!steps.empty() && steps.back().kind == kind && steps.back().first + steps.back().count == i) {
      ++steps.back().count;
    } else {
      steps.push_back({kind, PoseUse::reading, i, 1});
    }
  }
  void constraint(std::uint32_t i) { steps.push_back({UpdateStep::Kind::constraint, PoseUse::reading, i, 1}); }

  std::vector<UpdateStep> steps;

 private:
  const CompiledData& compiled_;
  bool missing_;
};

/// The list of the editor's runtimes: constraints in order, and before each the bones it reads.
class SpineBuilder {
 public:
  SpineBuilder(const SkeletonData& data, const CompiledData& compiled, const ScheduleInput& input)
      : data_(data),
        compiled_(compiled),
        input_(input),
        newer_(compiled.rules == RuleSet::spine_4_3),
        steps_(compiled, newer_ && !data.constraints.empty()),
        done_(data.bones.size()),
        active_(active_constraints(data, input)) {
    chain_.reserve(64);
    for (std::size_t i = 0; i < done_.size(); ++i) done_[i] = input.active_bones[i] ? 0 : 1;
  }

  std::vector<UpdateStep> build() {
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
    }
    for (std::uint32_t i = 0; i < done_.size(); ++i) need(i);
    return std::move(steps_.steps);
  }

 private:
  void need(std::uint32_t bone) {
    if (done_[bone] || !input_.active_bones[bone]) return;
    chain_.clear();
    for (std::uint32_t i = bone; i != BoneIndex::none && !done_[i]; i = compiled_.parents[i]) {
      chain_.push_back(i);
      done_[i] = 1;
    }
    for (std::size_t i = chain_.size(); i-- > 0;) steps_.bone(chain_[i]);
  }
  void need(BoneIndex bone) { need(bone.value); }

  /// Descendants that were computed have to be computed again.
  void undo(BoneIndex bone) {
    chain_.assign(1, bone.value);
    while (!chain_.empty()) {
      const std::uint32_t parent = chain_.back();
      chain_.pop_back();
      for (std::uint32_t at = compiled_.first_child[parent]; at < compiled_.first_child[parent + 1]; ++at) {
        const std::uint32_t child = compiled_.children[at];
        if (!input_.active_bones[child]) continue;
        if (done_[child]) chain_.push_back(child);
        done_[child] = 0;
      }
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
        if (!newer_) done_[constraint.physics->bone.value] = 1;
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
    if (ik.bones.size() > 1) done_[ik.bones[1].value] = 1;
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
    for (BoneIndex bone : transform.bones) done_[bone.value] = !newer_ || !transform.local_target ? 1 : 0;
  }

  void need_path(AttachmentIndex attachment) {
    if (!attachment) return;
    const Attachment& path = data_[attachment];
    if (!path.path_shape) return;
    const Vertices& vertices = path.path_shape->vertices;
    if (!vertices.weighted()) {
      need(data_[path.slot].bone);
      return;
    }
    for (BoneIndex bone : vertices.bones) need(bone);
  }

  void need_paths(SkinIndex skin, SlotIndex slot) {
    if (!skin) return;
    for (const SkinEntry& entry : data_[skin].entries) {
      if (data_[entry.placeholder].slot == slot) need_path(entry.attachment);
    }
  }

  void insert_path(std::uint32_t index, const PathData& path) {
    need_paths(input_.skin, path.slot);
    if (data_.default_skin != input_.skin) need_paths(data_.default_skin, path.slot);
    if (!newer_) {
      for (std::size_t skin = 0; skin < data_.skins.size(); ++skin) need_paths(SkinIndex(skin), path.slot);
    }
    if (!input_.shown.empty()) need_path(input_.shown[path.slot.value]);
    for (BoneIndex bone : path.bones) need(bone);
    steps_.constraint(index);
    for (BoneIndex bone : path.bones) undo(bone);
    for (BoneIndex bone : path.bones) done_[bone.value] = 1;
  }

  void insert_slider(std::uint32_t index, const SliderData& slider) {
    if (slider.bone && !slider.local) need(slider.bone);
    steps_.constraint(index);
    if (!slider.animation) return;
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
  std::vector<std::uint8_t> done_;
  std::vector<std::uint8_t> active_;
  std::vector<std::uint32_t> chain_;
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
std::vector<UpdateStep> build_rigby(const SkeletonData& data, const CompiledData& compiled,
                                    const ScheduleInput& input) {
  Steps steps(compiled, false);
  const auto count = static_cast<std::uint32_t>(data.bones.size());
  for (std::uint32_t i = 0; i < count; ++i) steps.bone(i);
  const std::vector<std::uint8_t> active = active_constraints(data, input);
  enum : std::uint8_t { untouched, constrained, constrained_pose, below };
  std::vector<std::uint8_t> state(count);
  for (std::uint32_t k = 0; k < data.constraints.size(); ++k) {
    if (!active[k]) continue;
    steps.constraint(k);
    std::fill(state.begin(), state.end(), std::uint8_t{untouched});
    std::uint32_t first = count;
    for_each_constrained(data, data.constraints[k], [&](BoneIndex bone, bool pose_changes) {
      state[bone.value] = pose_changes ? constrained_pose : constrained;
      if (bone.value < first) first = bone.value;
    });
    for (std::uint32_t i = first; i < count; ++i) {
      const std::uint32_t parent = compiled.parents[i];
      if (state[i] == untouched && parent != BoneIndex::none && state[parent] != untouched) state[i] = below;
      if (state[i] == constrained_pose || state[i] == below) steps.bone(i);
    }
  }
  return std::move(steps.steps);
}

}  // namespace

std::vector<std::uint8_t> active_constraints(const SkeletonData& data, const ScheduleInput& input) {
  std::vector<std::uint8_t> active(data.constraints.size());
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
  return active;
}

std::vector<UpdateStep> build_schedule(const SkeletonData& data, const CompiledData& compiled,
                                       const ScheduleInput& input) {
  if (compiled.rules == RuleSet::rigby) return build_rigby(data, compiled, input);
  std::vector<UpdateStep> steps = SpineBuilder(data, compiled, input).build();
  if (compiled.rules == RuleSet::spine_4_2) Uses(data, compiled).find(steps);
  return steps;
}

}  // namespace sinew
