// The order in which bones and constraints are computed.
#pragma once

#include <vector>

#include "model/compiled.hpp"

namespace sinew {

/// What an instance's skin makes of the skeleton.
struct ScheduleInput {
  SkinIndex skin;
  std::span<const std::uint8_t> active_bones;  ///< by bone
  std::span<const AttachmentIndex> shown;      ///< by slot: the attachment it shows now; may be empty
};

/// Whether a constraint is active: its source is, and when it is skin_required, a skin that counts lists it.
/// Spec: constraints.md 5.1. One entry a constraint.
[[nodiscard]] std::vector<std::uint8_t> active_constraints(const SkeletonData& data, const ScheduleInput& input);

/// Builds the update steps by the rules of the skeleton's semantics and version. Spec: constraints.md 5.2 to 5.4.
[[nodiscard]] std::vector<UpdateStep> build_schedule(const SkeletonData& data, const CompiledData& compiled,
                                                     const ScheduleInput& input);

}  // namespace sinew
