// The steps of animations' programs: which timelines set what, sorted by what there is to do.
#include <algorithm>
#include <vector>

#include "model/compile_animations.hpp"

namespace sinew {

namespace {

/// What of a bone a timeline sets.
struct BoneNumbers {
  std::uint8_t group = 0;  ///< pose_group; 0: it is none that has steps
  std::uint8_t in_group = 0;
  std::uint8_t in_pose = 0;  ///< in doubles from the start of a BonePose
  bool scale = false;
};

BoneNumbers numbers_of(TimelineType type) {
  switch (type) {
    case TimelineType::translate:
    case TimelineType::translate_x:
      return {pose_group::translate, 0, 0, false};
    case TimelineType::translate_y:
      return {pose_group::translate, 1, 1, false};
    case TimelineType::rotate:
      return {pose_group::rotate, 0, 2, false};
    case TimelineType::scale:
    case TimelineType::scale_x:
      return {pose_group::scale, 0, 3, true};
    case TimelineType::scale_y:
      return {pose_group::scale, 1, 4, true};
    case TimelineType::shear:
    case TimelineType::shear_x:
      return {pose_group::shear, 0, 5, false};
    case TimelineType::shear_y:
      return {pose_group::shear, 1, 6, false};
    default:
      return {};
  }
}

class StepCompiler {
 public:
  StepCompiler(const SkeletonData& data, const CompiledData& compiled, Arena& scratch)
      : data_(data),
        compiled_(compiled),
        bone_marks_(data.bones.size() * numbers_per_pose, nobody, scratch),
        slot_marks_(data.slots.size() * 4, nobody, scratch),
        offsets_(scratch),
        offset_pairs_(scratch),
        scales_(scratch),
        scale_pairs_(scratch),
        colors_(scratch),
        rest_(scratch) {
    for (const BoneData& bone : data.bones) any_skin_bone_ = any_skin_bone_ || bone.skin_required;
    std::size_t most = 0;
    for (const Animation& animation : data.animations) most = std::max(most, animation.timelines.size());
    for (ScratchVector<NumberStep>* steps : {&offsets_, &offset_pairs_, &scales_, &scale_pairs_}) steps->reserve(most);
    colors_.reserve(most);
    rest_.reserve(most);
  }

  void compile(const Animation& animation, std::uint32_t number, Arena& arena, AnimationProgram& program) {
    animation_ = number;
    for (ScratchVector<NumberStep>* steps : {&offsets_, &offset_pairs_, &scales_, &scale_pairs_}) steps->clear();
    colors_.clear();
    rest_.clear();
    for (std::uint32_t i = 0; i < animation.timelines.size(); ++i) {
      const Timeline& timeline = animation.timelines[i];
      if (timeline.type == TimelineType::event) continue;
      if (!timeline.tracks && timeline.type != TimelineType::physics_reset) {
        program.cells = nullptr;  // not to be sampled
        return;
      }
      if (!set_numbers(timeline) && !set_color(timeline)) rest_.push_back(i);
    }
    program.offsets = arena.copy(std::span<const NumberStep>(offsets_));
    program.offset_pairs = arena.copy(std::span<const NumberStep>(offset_pairs_));
    program.scales = arena.copy(std::span<const NumberStep>(scales_));
    program.scale_pairs = arena.copy(std::span<const NumberStep>(scale_pairs_));
    program.colors = arena.copy(std::span<const ColorStep>(colors_));
    program.rest = arena.copy(std::span<const std::uint32_t>(rest_));
    program.checks_bones = any_skin_bone_;
  }

 private:
  static constexpr std::uint32_t nobody = 0xffffffffu;
  static constexpr std::size_t numbers_per_pose = sizeof(BonePose) / sizeof(double);

  /// Of two timelines that set the same the later one counts: it must stay behind the other. What is set twice is left
  /// to the timelines after all steps.
  bool take(ScratchVector<std::uint32_t>& marks, std::size_t first, std::size_t count) {
    bool free = true;
    for (std::size_t i = first; i < first + count; ++i) {
      free = free && marks[i] != animation_;
      marks[i] = animation_;
    }
    return free;
  }

  bool set_numbers(const Timeline& timeline) {
    const BoneNumbers numbers = numbers_of(timeline.type);
    if (numbers.group == 0) return false;
    const std::uint32_t bone = timeline.bone.value;
    const std::size_t wide = bone * numbers_per_pose + numbers.in_pose;
    const bool free = take(bone_marks_, wide, timeline.components);
    // 3.8 wraps angles on the way.
    if (!free || (timeline.type == TimelineType::rotate && compiled_.rules == RuleSet::spine_3_8)) return false;
    NumberStep step;
    step.wide = static_cast<std::uint32_t>(wide);
    step.bone = bone;
    if (compiled_.lean.possible) {
      const unsigned before = compiled_.lean.groups[bone] & (numbers.group - 1u);
      step.lean = compiled_.lean.first_number[bone] + ((before & 1) * 2 + (before >> 1 & 1) + (before >> 2 & 1) * 2) +
                  numbers.in_group;
    }
    const double* const setup = &compiled_.setup_bones[bone].x + numbers.in_pose;
    std::uint32_t c = 0;
    for (const ValueTrack& track : timeline.tracks->tracks) {
      NumberStep one = step;
      one.values = track.values;
      one.channel = track.channel;
      one.lean += c;
      one.wide += c;
      for (std::uint32_t lane = 0; lane < track.lanes; ++lane) one.setup[lane] = setup[c++];
      const bool pair = track.lanes == 2;
      (numbers.scale ? (pair ? scale_pairs_ : scales_) : (pair ? offset_pairs_ : offsets_)).push_back(one);
    }
    return true;
  }

  bool set_color(const Timeline& timeline) {
    const bool rgba = timeline.type == TimelineType::rgba, rgb = timeline.type == TimelineType::rgb;
    const bool dark = timeline.type == TimelineType::rgba2 || timeline.type == TimelineType::rgb2;
    if (!rgba && !rgb && !dark && timeline.type != TimelineType::alpha) return false;
    ColorStep step;
    step.first = static_cast<std::uint8_t>(rgba || rgb || dark ? 0 : 3);
    const std::size_t count = rgba || timeline.type == TimelineType::rgba2 ? 4 : rgb || dark ? 3 : 1;
    const bool free = take(slot_marks_, timeline.slot.value * std::size_t{4} + step.first, count);
    if (!free || dark || timeline.tracks->tracks.size() != 1) return false;
    const ValueTrack& track = timeline.tracks->tracks[0];
    step.values = track.values;
    step.channel = track.channel;
    step.lanes = static_cast<std::uint8_t>(track.lanes);
    step.slot = timeline.slot.value;
    step.bone = data_.slots[step.slot].bone.value;
    // As apply_color() (pose/apply.cpp) clamps.
    step.clamp = compiled_.rules != RuleSet::spine_4_2 || rgba;
    colors_.push_back(step);
    return true;
  }

  const SkeletonData& data_;
  const CompiledData& compiled_;
  bool any_skin_bone_ = false;
  std::uint32_t animation_ = 0;
  ScratchVector<std::uint32_t> bone_marks_, slot_marks_;  ///< the last animation that set a number
  ScratchVector<NumberStep> offsets_, offset_pairs_, scales_, scale_pairs_;
  ScratchVector<ColorStep> colors_;
  ScratchVector<std::uint32_t> rest_;
};

}  // namespace

void compile_steps(const SkeletonData& data, const CompiledData& compiled, Arena& arena,
                   std::span<AnimationProgram> programs, Arena& scratch) {
  if (programs.empty()) return;
  StepCompiler compiler(data, compiled, scratch);
  for (std::uint32_t i = 0; i < programs.size(); ++i) compiler.compile(data.animations[i], i, arena, programs[i]);
}

}  // namespace sinew
