// Keeping what no reader of skeleton JSON knows, so that the writer can write it again.
#pragma once

#include "formats/json_document.hpp"
#include "sinew/skeleton_data.hpp"

namespace sinew::skeleton_json {

/// Fills `data.unknown` (model/unknown_fields.hpp) from the document that `data` were read from. Kept are: members of
/// the root, the header, bones, slots, constraints, skins, attachments and their sequences, events, animations, their
/// groups and keys that this version does not have; attachments of unknown types; timelines that were left out. Not
/// kept are constraints of unknown types, keys of unknown events, and members of keys where the reader left some out.
void keep_unknown_fields(SkeletonData& data, const JsonDocument& document);

}  // namespace sinew::skeleton_json
