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

  // What a conversion may make of a small file. What would be beyond is an error (ErrorCode::limit) that names the
  // member, and where it was.

  /// To 3.8: keys beside those that the skeleton has, of curves that become straight pieces, and of rotations that are
  /// cut into steps of less than half a turn. Where 128 for each key of the skeleton is more, so many.
  std::size_t max_new_keys = 100'000;
  /// To 4.2: keys of the timelines that are copied for linked meshes that become meshes of their own. Where 16 for each
  /// key of the skeleton is more, so many.
  std::size_t max_copied_keys = 100'000;
  /// Numbers of these meshes (positions, weights, texture coordinates, triangles, edges), and of the deforms that are
  /// copied for them. In memory they share the arrays of their source, but a file holds them each time. Where 16 for
  /// each such number of the skeleton is more, so many.
  std::size_t max_copied_numbers = 1'000'000;
  /// Draw order folders (4.3) merged into one draw order: slots, and slots of all folders, at each time that has a key.
  std::size_t max_draw_order_places = std::size_t{4} << 20;
  /// What a frame of the result may have to compute again: it hangs on the version.
  std::size_t max_updates = LoadLimits().max_updates;
  /// Memory of the result beside that of the source, in bytes.
  std::size_t max_memory = LoadLimits().max_memory;
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
/// The result refers to the memory of `data`, and keeps it alive. Linear in the size of the data, but for three things
/// that `options` bounds: merging draw order folders takes the number of slots for each of their keys; a linked mesh
/// that becomes a mesh of its own takes a copy of each timeline it followed; and a rotation to 3.8 takes a key for each
/// half turn.
///
/// Errors: limit (one of the options whose names begin with `max_`; memory). What comes of `losses` then is not whole.
[[nodiscard]] Result<SkeletonDataPtr> convert_skeleton(const SkeletonDataPtr& data, FormatVersion target,
                                                       const ConvertOptions& options = {},
                                                       std::vector<Loss>* losses = nullptr);

}  // namespace sinew
