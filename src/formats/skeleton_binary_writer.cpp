// The binary skeleton as a whole, its header, bones, slots and events. Spec: skeleton-binary.md 3 to 6, 10, 18.
#include "formats/skeleton_binary_writer.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "base/memory_guard.hpp"
#include "formats/json_fields.hpp"
#include "formats/skeleton_binary.hpp"
#include "model/builder.hpp"

namespace sinew {

namespace skeleton_binary {

namespace {

int base64_digit(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}

/// The eight bytes that a hash text of JSON stands for.
std::optional<std::uint64_t> decode_hash(std::string_view text) {
  if (text.size() != 11) return std::nullopt;
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int digit = base64_digit(text[i]);
    if (digit < 0) return std::nullopt;
    // Eleven digits are two bits more than eight bytes.
    if (i + 1 == text.size()) {
      if ((digit & 3) != 0) return std::nullopt;
      bits = bits << 4 | static_cast<std::uint64_t>(digit >> 2);
    } else {
      bits = bits << 6 | static_cast<std::uint64_t>(digit);
    }
  }
  return bits != 0 ? std::optional(bits) : std::nullopt;
}

/// FNV-1a; never 0.
std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash != 0 ? hash : 1;
}

void write_hash(Writing& writing) {
  const std::string_view hash = writing.data.hash;
  if (writing.before(FormatVersion::v4_0)) return writing.text(hash);
  std::uint64_t bits = 0;
  if (!hash.empty()) {
    const std::optional<std::uint64_t> decoded = decode_hash(hash);
    bits = decoded ? *decoded : hash_of(hash);
  }
  writing.out.u32(static_cast<std::uint32_t>(bits >> 32));
  writing.out.u32(static_cast<std::uint32_t>(bits & 0xffffffffu));
}

/// Readers go by this text: it has to lead them to the layout, be printable, and may not be longer than they look for
/// it.
void write_version(Writing& writing) {
  constexpr std::string_view released[] = {"3.8.99", "4.0.64", "4.1.24", "4.2.43", "4.3.13"};
  const std::string_view text = writing.data.version_text;
  const std::string_view version = name_of(writing.data.version);
  const bool leads = text.starts_with(version) && (text.size() == 3 || text[3] < '0' || text[3] > '9') &&
                     text.size() <= 32 && !text.starts_with("3.8.75") &&
                     std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
  if (leads) return writing.text(text);
  ParsedVersion parsed;
  const bool patched = parse_version(text, parsed) && parsed.patch != 0;
  const std::string substitute =
      patched ? std::string(released[static_cast<std::size_t>(writing.data.version)]) : std::string(version) + ".0";
  writing.warn(ErrorCode::unsupported_version, "The version is written as " + substitute + ", not as " + quoted(text) +
                                                   ", which does not lead readers to the layout.");
  writing.text(substitute);
}

/// Up to 4.2 an absent folder is empty text: some readers fail on null.
void write_folder(Writing& writing, std::string_view folder) {
  writing.before(FormatVersion::v4_3) ? writing.text(folder) : writing.text_or_null(folder);
}

void write_header(Writing& writing) {
  const WriteScope scope(writing, "skeleton");
  const SkeletonData& data = writing.data;
  write_hash(writing);
  write_version(writing);
  writing.number(data.x);
  writing.number(data.y);
  writing.number(data.width);
  writing.number(data.height);
  if (!writing.before(FormatVersion::v4_2)) writing.number(data.reference_scale);
  writing.out.boolean(writing.nonessential);
  if (!writing.nonessential) return;
  writing.number(data.fps);
  write_folder(writing, data.images);
  write_folder(writing, data.audio);
}

void write_bone(Writing& writing, const BoneData& bone) {
  ByteWriter& out = writing.out;
  const auto inherit = static_cast<std::uint8_t>(bone.inherit);
  writing.name(bone.name, "bone");
  if (bone.parent) writing.index(bone.parent.value);
  writing.number(bone.setup.rotation);
  writing.number(bone.setup.x);
  writing.number(bone.setup.y);
  writing.number(bone.setup.scale_x);
  writing.number(bone.setup.scale_y);
  writing.number(bone.setup.shear_x);
  writing.number(bone.setup.shear_y);
  const bool inherit_first = !writing.before(FormatVersion::v4_3);
  if (inherit_first) out.u8(inherit);
  writing.number(bone.length);
  if (!inherit_first) out.u8(inherit);  // as a `uv` up to 4.1, which is the same
  out.boolean(bone.skin_required);
  if (!writing.nonessential) return;
  writing.rgba(bone.color);
  if (writing.before(FormatVersion::v4_2)) return;
  writing.text_or_null(bone.icon);
  if (!writing.before(FormatVersion::v4_3)) {
    writing.number(bone.icon_size);
    writing.number(bone.icon_rotation);
  }
  out.boolean(bone.visible);
}

void write_slot(Writing& writing, const SlotData& slot) {
  writing.name(slot.name, "slot");
  writing.index(slot.bone.value);
  writing.rgba(slot.color);
  if (slot.has_dark) {
    writing.out.u8(0);
    for (const float one : {slot.dark.r, slot.dark.g, slot.dark.b}) writing.channel(static_cast<double>(one));
  } else {
    writing.out.u32(0xffffffffu);
  }
  writing.reference(slot.attachment);
  writing.index(static_cast<std::uint32_t>(slot.blend));
  if (writing.nonessential && !writing.before(FormatVersion::v4_2)) writing.out.boolean(slot.visible);
}

void write_event(Writing& writing, const EventData& event) {
  writing.before(FormatVersion::v4_2) ? writing.required_reference(event.name, "event")
                                      : writing.name(event.name, "event");
  writing.out.sv(event.int_value);
  writing.number(event.float_value);
  writing.text(event.string_value);
  writing.text_or_null(event.audio);
  if (event.audio.empty()) return;
  writing.number(event.volume);
  writing.number(event.balance);
}

template <class Things, class Write>
void write_list(Writing& writing, std::string_view name, const Things& things, Write write) {
  const WriteScope list(writing, name);
  writing.count(things.size());
  for (std::size_t i = 0; i < things.size() && !writing.failed(); ++i) {
    const WriteScope scope(writing, i);
    write(writing, things[i]);
  }
}

Result<std::string> write(const SkeletonData& data, const WriteOptions& options) {
  Writing writing(data, options);
  write_header(writing);
  const std::string header = writing.out.take();
  writing.out = {};
  constexpr void (*parts[])(Writing&) = {write_bones, write_slots,  write_constraints,
                                         write_skins, write_events, write_animations};
  for (const auto part : parts) {
    if (!writing.failed()) part(writing);
  }
  // The texts that were referred to come before all that refers to them.
  const std::string body = writing.out.take();
  writing.out = {};
  writing.count(writing.strings().size());
  for (const std::string_view string : writing.strings()) writing.text(string);
  if (writing.failed()) return writing.take_error();
  const std::string_view strings = writing.out.view();
  std::string bytes;
  bytes.reserve(header.size() + strings.size() + body.size());
  bytes += header;
  bytes += strings;
  bytes += body;
  return bytes;
}

}  // namespace

void write_bones(Writing& writing) {
  write_list(writing, "bones", writing.data.bones, write_bone);
}
void write_slots(Writing& writing) {
  write_list(writing, "slots", writing.data.slots, write_slot);
}
void write_events(Writing& writing) {
  write_list(writing, "events", writing.data.events, write_event);
}

}  // namespace skeleton_binary

Result<std::string> write_skeleton_binary(const SkeletonData& data, const WriteOptions& options) {
  return guard_memory({}, [&] { return skeleton_binary::write(data, options); });
}

}  // namespace sinew
