// Linked meshes: where their sources are, and what they take from them. Spec: skeleton-json.md 8.3, 14.3.
#include "formats/skeleton_json.hpp"

namespace sinew::skeleton_json {

namespace {

/// The source as named, without following it further. None after an error.
AttachmentIndex find_source(Reading& reading, const PendingLink& pending) {
  JsonFields& json = reading.json;
  const SkeletonData& data = reading.data;
  const MeshLink& link = *pending.link;
  const Attachment& mesh = data[pending.mesh];
  const PlaceholderIndex placeholder = data.find_placeholder(pending.source_slot, link.source_key);
  const auto in_skin = [&](SkinIndex skin) {
    const AttachmentIndex found = placeholder && skin ? data[skin].find(placeholder) : AttachmentIndex{};
    return found == pending.mesh ? AttachmentIndex{} : found;
  };
  const auto missing = [&](const std::string& where) {
    json.fail(*pending.node, ErrorCode::unknown_reference,
              "The source of this linked mesh, " + quoted(link.source_key) + " in the slot " +
                  quoted(data[pending.source_slot].name) + ", is not in " + where + ".");
    return AttachmentIndex{};
  };
  if (!link.source_skin.empty()) {
    const SkinIndex skin = data.find_skin(link.source_skin);
    if (!skin) {
      json.fail(*pending.node->find("skin"), ErrorCode::unknown_reference,
                "There is no skin called " + quoted(link.source_skin) + ".");
      return {};
    }
    const AttachmentIndex found = placeholder ? data[skin].find(placeholder) : AttachmentIndex{};
    return found ? found : missing("the skin " + quoted(link.source_skin));
  }
  // Without a skin the editor means the default one, the Rigby2D page the linked mesh's own.
  const AttachmentIndex in_default = in_skin(data.default_skin), in_own = in_skin(mesh.skin);
  const AttachmentIndex first = reading.rigby() ? in_own : in_default;
  const AttachmentIndex second = reading.rigby() ? in_default : in_own;
  if (first) return first;
  return second ? second : missing("its own skin or the default skin");
}

}  // namespace

void resolve_links(Reading& reading, std::span<Attachment> attachments) {
  JsonFields& json = reading.json;
  if (reading.links.empty()) return;
  enum class State : std::uint8_t { no_link, open, on_path, done };
  std::vector<State> states(attachments.size(), State::no_link);
  std::vector<const PendingLink*> link_of(attachments.size(), nullptr);
  for (PendingLink& pending : reading.links) {
    pending.link->source = find_source(reading, pending);
    if (json.failed()) return;
    states[pending.mesh.value] = State::open;
    link_of[pending.mesh.value] = &pending;
  }

  std::vector<std::uint32_t> path;  // from a linked mesh towards the real mesh
  for (const PendingLink& pending : reading.links) {
    path.clear();
    std::uint32_t at = pending.mesh.value;
    while (states[at] == State::open) {
      states[at] = State::on_path;
      path.push_back(at);
      at = link_of[at]->link->source.value;
    }
    if (states[at] == State::on_path) {
      return json.fail(*link_of[at]->node, ErrorCode::bad_value,
                       "This linked mesh is its own source, directly or through others.");
    }
    for (; !path.empty(); path.pop_back()) {
      Attachment& mesh = attachments[path.back()];
      const Attachment& source = attachments[mesh.link->source.value];
      if (!source.mesh) {
        return json.fail(*link_of[path.back()]->node, ErrorCode::bad_value,
                         "The source of this linked mesh, " + quoted(mesh.link->source_key) + ", is not a mesh but a " +
                             std::string(name_of(source.type)) + ".");
      }
      mesh.mesh = source.mesh;
      const JsonNode& node = *link_of[path.back()]->node;
      if (!node.find("width")) mesh.width = source.width;
      if (!node.find("height")) mesh.height = source.height;
      if (mesh.link->timelines) mesh.timeline_attachment = source.timeline_attachment;
      states[path.back()] = State::done;
    }
  }
}

}  // namespace sinew::skeleton_json
