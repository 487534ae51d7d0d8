// Converting skeletons from one version of the format to another.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sinew/load.hpp"

namespace sinew {

struct ConvertOptions {
  /// To 3.8, where the values of a key share one curve: how far the four numbers of their curves, as fractions of the
  /// segment's duration and change, may be apart. The editor rounds, so the same curve differs by up to 0.002.
  double curve_tolerance = 0.002;
  /// Curves that the target cannot hold become straight pieces. Under spine semantics those are the ten pieces that
  /// players evaluate anyway, and nothing changes; under rigby semantics there are as many as keep the error below this
  /// fraction of the range that the curve goes through.
  double bake_error = 0.001;
  /// What a frame of the result may have to compute again: it hangs on the version.
  std::size_t max_updates = LoadLimits().max_updates;
};

/// Something that the target's format cannot say as the source did.
struct Loss {
  enum class Kind : std::uint8_t {
    dropped,  ///< left out
    changed,  ///< said in another way, which is not or not always the same
    rules,    ///< kept, but players of the target's version compute something else from it; no fault of the file
  };
  Kind kind = Kind::dropped;
  /// What it is about, with names for places as in Difference::path: "/constraints/physics/tail",
  /// "/animations/walk/bones/hip/inherit".
  std::string path;
  std::string message;       ///< a sentence
  bool changes_pose = true;  ///< whether poses, or what is drawn, can differ when one animation plays at full weight
  double error = 0;          ///< of curves: by how much values differ at most, measured, in their own unit
};

/// "dropped", "changed", "rules".
[[nodiscard]] std::string_view name_of(Loss::Kind kind) noexcept;

/// The skeleton as data of version `target`: what that version's format has no place for is expressed by what it has,
/// or left out, and listed in `losses`. Values are kept as they are, the header's version is the target's (its patch
/// number stays 0 where it was, since the semantics hang on it), the semantics stay. A skeleton of that version already
/// is returned as it is. Upwards nothing is lost; 4.2 to 4.3 and back is the identity. See docs/converting.md.
///
/// The result refers to the memory of `data`, and keeps it alive. Linear in the size of the data, but that merging draw
/// order folders takes the number of slots for each of their keys.
///
/// Errors: limit (merged draw orders of more than 64 million places, more updates than options.max_updates, memory).
[[nodiscard]] Result<SkeletonDataPtr> convert_skeleton(const SkeletonDataPtr& data, FormatVersion target,
                                                       const ConvertOptions& options = {},
                                                       std::vector<Loss>* losses = nullptr);

}  // namespace sinew
