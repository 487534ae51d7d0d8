// What differs between two skeletons: what they say, and how they pose.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "sinew/load.hpp"

namespace sinew {

struct DiffOptions {
  /// Numbers that differ by no more than this are alike, in their own unit (pixels, degrees, seconds, fractions).
  /// 0: only the same double is. Skeletons read from JSON and from binary agree to about 1e-5 of the larger number.
  double tolerance = 0;
  /// The same relative to the larger of two numbers: numbers within either tolerance are alike.
  double relative_tolerance = 0;
  bool header = true;  ///< hash, version, bounds, frame rate, folders. Semantics are always compared
  bool editor =
      true;  ///< what only editors show: colours of bones, skins, outlines; icons; visible; edges; image sizes
  /// Orders that mean nothing: of skins and their entries, events, animations and their timelines; and the numbers that
  /// files up to 4.2 give for the order of constraints. Those of bones, slots and constraints are always compared.
  bool every_order = false;
  std::size_t most = 100000;  ///< stop after so many differences
};

/// One thing that two skeletons say differently.
struct Difference {
  /// Like a JSON pointer, with names for places: "/bones/hip/rotation",
  /// "/skins/default/attachments/arm/sleeve/vertices",
  /// "/animations/walk/bones/hip/rotate/3/value". Of several things of one name the second is "name#2".
  std::string path;
  /// Both values as JSON would have them; empty: the thing is not there.
  std::string a, b;
  /// For numbers: how far apart they are.
  double distance = 0;
  /// For arrays of numbers: how many differ by more than the tolerance; `path` names the array, `a` and `b` are the two
  /// that differ most.
  std::size_t count = 1;
};

/// Everything that differs, in the order of `a`. Bones, slots, skins, attachments, constraints, events, animations and
/// timelines are matched by name; keys by place or, where their numbers differ, by time. Draw orders are compared as
/// the orders that result, deforms as the whole arrays that they stand for. Linear in the size of both, times the
/// logarithm for names; draw order keys that are not
/// the same take the number of slots each.
[[nodiscard]] std::vector<Difference> diff_skeletons(const SkeletonData& a, const SkeletonData& b,
                                                     const DiffOptions& options = {});

struct PoseDiffOptions {
  double rate = 30;             ///< poses a second, between the frames so that none falls onto a key by chance
  std::size_t most_poses = 90;  ///< of one animation in one skin; longer ones are sampled more thinly
  bool every_skin = true;       ///< false: only the default skin alone
  bool physics = false;         ///< simulate physics constraints, from rest at each animation's start
};

/// How far apart the poses of two skeletons are, and where.
struct PoseDifference {
  /// Where something differs.
  struct Place {
    std::string animation;  ///< empty: the setup pose
    std::string skin;       ///< empty: the default skin alone
    std::string what;       ///< name of the bone or slot
    double time = 0;        ///< seconds
  };
  /// The largest distance of one kind of number.
  struct Most {
    double distance = 0;
    Place where;
  };
  /// Things that are either the same or not.
  struct Count {
    std::size_t poses = 0;  ///< poses in which they are not
    Place first;
  };
  Most bone;         ///< of the six numbers of bones' world transforms; the last two are pixels
  Most color;        ///< of slots' colours, light and dark, where both show something; from 0 to 1
  Most deform;       ///< of the numbers that deform keys add to vertices, pixels
  Count activity;    ///< bones that are active in only one of the two
  Count attachment;  ///< slots that show attachments of different keys, or other frames of a sequence
  Count draw_order;
  std::size_t poses = 0;       ///< how many were compared
  std::size_t animations = 0;  ///< of one name in both

  /// Whether no number is further apart than `tolerance` and nothing else differs.
  [[nodiscard]] bool alike(double tolerance) const noexcept {
    return bone.distance <= tolerance && color.distance <= tolerance && deform.distance <= tolerance &&
           activity.poses == 0 && attachment.poses == 0 && draw_order.poses == 0;
  }
};

/// Poses both in all animations of one name, in the default skin and every other skin of one name, each by its own
/// rules, and compares bones and slots of one name. Both pointers must not be null.
[[nodiscard]] PoseDifference diff_poses(const SkeletonDataPtr& a, const SkeletonDataPtr& b,
                                        const PoseDiffOptions& options = {});

}  // namespace sinew
