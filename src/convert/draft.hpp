// A skeleton whose parts can be changed and left out, on its way to another version.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/arena.hpp"
#include "convert/growth.hpp"
#include "sinew/convert.hpp"

namespace sinew::convert {

struct DraftAnimation {
  Animation head;
  std::vector<Timeline> timelines;
};

/// Spans and texts that nobody changed go on pointing into the source.
struct Draft {
  Draft(const SkeletonData& from, SkeletonData& into, const ConvertOptions& how, std::vector<Loss>& lost);

  const SkeletonData& source;
  SkeletonData& data;  ///< the header, and the arena for what is new; the arrays below go there at the end
  Arena& arena;
  const ConvertOptions& options;
  std::vector<Loss>& losses;

  std::vector<BoneData> bones;
  std::vector<SlotData> slots;
  std::vector<ConstraintData> constraints;
  std::vector<SkinData> skins;
  std::vector<Attachment> attachments;
  std::vector<DraftAnimation> animations;
  Allowance new_keys, copied_keys, copied_numbers;
  std::optional<Error> failure;  ///< what is beyond a limit: the steps end when there is one

  [[nodiscard]] bool spine() const noexcept { return data.semantics == Semantics::spine; }
  /// A new number as the file would have it: a float where all are, else a millionth as the smallest part.
  [[nodiscard]] double tidy(double value) const noexcept {
    return data.single_precision ? static_cast<double>(static_cast<float>(value)) : std::round(value * 1e6) / 1e6;
  }

  void lose(Loss::Kind kind, std::string path, std::string message, bool changes_pose, double error = 0) {
    losses.push_back({kind, std::move(path), std::move(message), changes_pose, error});
  }
  [[nodiscard]] std::string path_of(const ConstraintData& constraint, std::string_view member = {}) const;
  [[nodiscard]] std::string path_of(const Attachment& attachment, std::string_view member = {}) const;
  [[nodiscard]] std::string path_of(const DraftAnimation& animation, const Timeline& timeline) const;

  // Whether so much may be added; false: that is an error now.
  /// Keys of a timeline, to 3.8.
  [[nodiscard]] bool allow_keys(std::uint64_t count, const DraftAnimation& animation, const Timeline& timeline);
  /// A copy of a timeline that holds so many numbers.
  [[nodiscard]] bool allow_copy(const DraftAnimation& animation, const Timeline& copy, std::uint64_t numbers);
  /// The numbers of a mesh that is no link any more.
  [[nodiscard]] bool allow_numbers(std::uint64_t count, const Attachment& mesh);
  /// The error of what is beyond one of ConvertOptions: a sentence that ends in the number of what it needs, and its
  /// unit.
  void exceed(std::string_view what, std::uint64_t found, std::string_view unit, std::uint64_t limit,
              std::string_view advice, std::string_view option, std::string path);

  /// Calls visit(animation, timeline) for every timeline.
  template <class Visit>
  void for_each_timeline(Visit visit) {
    for (DraftAnimation& animation : animations) {
      for (Timeline& timeline : animation.timelines) visit(animation, timeline);
    }
  }

  /// Leaves out the constraints that are marked, with their timelines and places in skins, and numbers the rest anew.
  void remove_constraints(const std::vector<bool>& removed);
  /// Leaves out timelines for which drop(animation, timeline) is true.
  template <class Drop>
  void remove_timelines(Drop drop) {
    for (DraftAnimation& animation : animations) {
      std::vector<Timeline> kept;
      kept.reserve(animation.timelines.size());
      for (const Timeline& timeline : animation.timelines) {
        if (!drop(animation, timeline)) kept.push_back(timeline);
      }
      animation.timelines = std::move(kept);
    }
  }
  /// An animation that lost its last keys goes on as long as before: another timeline holds its last value so long.
  void keep_durations();
  /// Which timelines a linked mesh follows, after links changed.
  void resolve_timeline_attachments();

  /// Everything into `data`, ready to be played.
  [[nodiscard]] Status finish();
};

// The steps, each from one version to the next. Spec: skeleton-json.md 18.
void upgrade_3_8_to_4_0(Draft& draft);
void upgrade_4_2_to_4_3(Draft& draft);
void downgrade_4_3_to_4_2(Draft& draft);
void downgrade_4_2_to_4_1(Draft& draft);
void downgrade_4_1_to_4_0(Draft& draft);
void downgrade_4_0_to_3_8(Draft& draft);

/// Up to 4.2, under spine semantics: leaves out constraints that are never applied because of their order, which
/// would be when it is given anew.
void remove_unapplied_constraints(Draft& draft);
/// What players of 4.2 and 4.3 compute differently.
void note_rules_of_4_3(Draft& draft);
/// Draw order folders become part of draw order timelines.
void merge_draw_order_folders(Draft& draft);
/// Timelines of single axes and parts of colours become timelines of both axes and whole colours.
void join_timelines(Draft& draft);
/// Curves and rotations as 3.8 has them.
void fit_curves_3_8(Draft& draft);

/// What the keys of all animations make of a constraint.
struct ConstraintKeys {
  std::size_t timelines = 0;
  std::array<bool, 6> mixes{};  ///< transform: which of the six mixes are ever not 0, in the keys or the setup
  bool negative_shear = false;  ///< transform: the mix of shear Y is ever below 0
  bool scales = false;          ///< ik: compress or stretch is ever on

  [[nodiscard]] bool mixes_any() const { return std::find(mixes.begin(), mixes.end(), true) != mixes.end(); }
};
/// By constraint. One pass over all keys.
[[nodiscard]] std::vector<ConstraintKeys> constraint_keys(const Draft& draft);

/// "1 timeline", "3 timelines".
[[nodiscard]] std::string counted(std::size_t count, std::string_view one, std::string_view many);

}  // namespace sinew::convert
