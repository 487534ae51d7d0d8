// Linked meshes: where their sources are, and what they take from them. Spec: skeleton-binary.md 9.5, 13 and 14.
#include "formats/skeleton_binary.hpp"

namespace sinew::skeleton_binary {

namespace {

/// The source as named, without following it further. None after an error.
AttachmentIndex find_source(Reading& reading, PendingLink& pending) {
  const SkeletonData& data = reading.data;
  MeshLink& link = *pending.link;
  if (!link.source_skin.empty()) {
    pending.skin = data.find_skin(link.source_skin);
    if (!pending.skin) {
      reading.fail(
          pending.offset, ErrorCode::unknown_reference,
          "There is no skin called " + quoted(link.source_skin) + ", which should hold the source of a linked mesh.");
      return {};
    }
  } else if (pending.skin.value >= data.skins.size()) {
    reading.fail(pending.offset, ErrorCode::unknown_reference,
                 "There is no skin " + std::to_string(pending.skin.value) +
                     ", which should hold the source of a linked mesh; there are " + std::to_string(data.skins.size()) +
                     ", numbered from 0.");
    return {};
  } else {
    link.source_skin = data[pending.skin].name;
  }
  const PlaceholderIndex placeholder = data.find_placeholder(pending.slot, link.source_key);
  const AttachmentIndex found = placeholder ? data[pending.skin].find(placeholder) : AttachmentIndex{};
  if (!found) {
    reading.fail(pending.offset, ErrorCode::unknown_reference,
                 "The source of this linked mesh, " + quoted(link.source_key) + " in the slot " +
                     quoted(data[pending.slot].name) + ", is not in the skin " + quoted(link.source_skin) + ".");
  }
  return found;
}

void take_over(Reading& reading, Attachment& mesh, const Attachment& source) {
  mesh.mesh = source.mesh;
  if (!reading.nonessential) {
    mesh.width = source.width;
    mesh.height = source.height;
  }
  if (mesh.link->timelines) mesh.timeline_attachment = source.timeline_attachment;
}

}  // namespace

void resolve_links(Reading& reading, std::span<Attachment> attachments) {
  if (reading.links.empty()) return;
  enum class State : std::uint8_t { no_link, open, on_path, done };
  const std::span<State> states = reading.arena.array<State>(attachments.size());
  const std::span<const PendingLink*> link_of = reading.arena.array<const PendingLink*>(attachments.size());
  for (PendingLink& pending : reading.links) {
    pending.link->source = find_source(reading, pending);
    if (reading.failed()) return;
    states[pending.mesh.value] = State::open;
    link_of[pending.mesh.value] = &pending;
  }
  // From a linked mesh towards the real mesh.
  const std::span<std::uint32_t> path = reading.arena.room<std::uint32_t>(reading.links.size());
  for (const PendingLink& pending : reading.links) {
    std::size_t length = 0;
    std::uint32_t at = pending.mesh.value;
    while (states[at] == State::open) {
      states[at] = State::on_path;
      path[length++] = at;
      at = link_of[at]->link->source.value;
    }
    if (states[at] == State::on_path) {
      return reading.fail(link_of[at]->offset, ErrorCode::bad_value,
                          "This linked mesh is its own source, directly or through others.");
    }
    for (; length > 0; --length) {
      const std::uint32_t index = path[length - 1];
      Attachment& mesh = attachments[index];
      const Attachment& source = attachments[mesh.link->source.value];
      if (!source.mesh) {
        return reading.fail(link_of[index]->offset, ErrorCode::bad_value,
                            "The source of this linked mesh, " + quoted(mesh.link->source_key) +
                                ", is not a mesh but a " + std::string(name_of(source.type)) + ".");
      }
      take_over(reading, mesh, source);
      states[index] = State::done;
    }
  }
}

}  // namespace sinew::skeleton_binary
