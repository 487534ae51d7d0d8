// Dressing a character at run time: skins put together, and single attachments exchanged.
#pragma once

#include <string_view>
#include <vector>

#include "sinew/load.hpp"

namespace sinew {

/// Puts a new skin together, piece by piece; what comes later replaces what has the same slot and key. The skeleton
/// that it is for is not changed: build() gives another one that shares everything with it and has one more skin.
///
///     sinew::SkinBuilder outfit(data);
///     outfit.add("body");
///     outfit.add("coat");
///     outfit.set("hand", "weapon", swords, swords->find_attachment({}, blade, "long"));
///     character.set_skin(outfit.build("mine"));
class SkinBuilder {
 public:
  explicit SkinBuilder(SkeletonDataPtr data);

  /// Everything of a skin: attachments, and the bones and constraints that it activates. None adds nothing.
  void add(SkinIndex skin);
  /// The same by name. Error unknown_name, and nothing is added.
  Status add(std::string_view skin);

  /// Shows an attachment of the skeleton, of any skin and slot, wherever (slot, key) is meant. Deform and sequence
  /// timelines still belong to the attachment that they were made for. Error unknown_name: there is no such slot, or no
  /// skin has that key in it; bad_value: no such attachment.
  Status set(std::string_view slot, std::string_view key, AttachmentIndex attachment);
  /// The same with an attachment of another skeleton, which is kept alive. The bones of a weighted one, and the slot at
  /// which a clipping ends, are found by name. Errors as above, and unknown_reference: this skeleton has no bone or
  /// slot of a name that is needed; not_supported: a path.
  Status set(std::string_view slot, std::string_view key, SkeletonDataPtr other, AttachmentIndex attachment);
  /// Takes (slot, key) out again: the default skin's attachment shows there. Errors as for set().
  Status remove(std::string_view slot, std::string_view key);

  /// The skeleton with the new skin, its last. Indices of everything else mean the same in both; atlases have to be
  /// bound anew. Errors are not possible; the builder may go on and build another.
  [[nodiscard]] SkeletonDataPtr build(std::string_view name) const;

 private:
  struct Piece {
    PlaceholderIndex placeholder;
    AttachmentIndex attachment;
    SkeletonDataPtr other;  ///< whose; null: the skeleton's own
  };

  Result<PlaceholderIndex> find(std::string_view slot, std::string_view key) const;
  void put(Piece piece);

  SkeletonDataPtr data_;
  std::vector<Piece> pieces_;
  std::vector<std::uint32_t> piece_of_;  ///< by placeholder
  std::vector<BoneIndex> bones_;
  std::vector<ConstraintIndex> constraints_;
};

/// Whether two skeletons are the same but for skins that were built at run time.
[[nodiscard]] bool same_skeleton(const SkeletonData& a, const SkeletonData& b) noexcept;

}  // namespace sinew
