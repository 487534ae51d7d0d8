// Which version a binary skeleton is of, its header and its string table. Spec: skeleton-binary.md 2, 4, 13 to 16.
#include <algorithm>

#include "formats/format_versions.hpp"
#include "formats/skeleton_binary.hpp"
#include "model/builder.hpp"

namespace sinew {

namespace {

/// What JSON never has: control characters other than white space. Every binary header has some.
bool has_control_bytes(std::string_view bytes) {
  const std::string_view first = bytes.substr(0, 400);
  return std::any_of(first.begin(), first.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 && c != '\t' && c != '\n' && c != '\r';
  });
}

/// The text at `offset` if it looks like a version, in printable ASCII.
std::string_view version_at(std::string_view bytes, std::size_t offset) {
  if (offset >= bytes.size()) return {};
  const auto prefix = static_cast<unsigned char>(bytes[offset]);
  if (prefix < 4 || prefix > 33 || bytes.size() - offset < prefix) return {};
  const std::string_view text = bytes.substr(offset + 1, prefix - std::size_t{1});
  const bool printable = std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
  ParsedVersion parsed;
  return printable && parse_version(text, parsed) ? text : std::string_view();
}

/// "4.2", "4.2.22", "4.2-beta", but not "4.20".
bool starts_with_version(std::string_view text, std::string_view version) {
  return text.starts_with(version) && (text.size() == 3 || text[3] < '0' || text[3] > '9');
}

/// Where the text behind the hash text of 3.8 and older begins.
std::size_t second_text(std::string_view bytes) {
  ByteReader reader(bytes);
  const std::uint32_t size = reader.uv();
  if (size > 1) reader.skip(size - 1);
  return reader.ok() ? reader.offset() : bytes.size();
}

}  // namespace

BinarySigns look_for_binary_skeleton(std::string_view bytes) noexcept {
  constexpr std::string_view names[] = {"3.8", "4.0", "4.1", "4.2", "4.3"};
  using Kind = BinarySigns::Kind;
  if (!has_control_bytes(bytes)) return {};
  const std::size_t old_offset = second_text(bytes);
  const std::string_view newer = version_at(bytes, 8), old = version_at(bytes, old_offset);
  for (std::size_t i = 1; i < std::size(names); ++i) {
    if (starts_with_version(newer, names[i])) return {Kind::skeleton, static_cast<FormatVersion>(i), newer, 8};
  }
  if (starts_with_version(old, names[0])) return {Kind::skeleton, FormatVersion::v3_8, old, old_offset};
  if (!old.empty()) return {Kind::unsupported, FormatVersion::v3_8, old, old_offset};
  if (!newer.empty()) return {Kind::unsupported, FormatVersion::v4_3, newer, 8};
  return {};
}

namespace skeleton_binary {

namespace {

/// The text that JSON has for these eight bytes: base64 without padding; zeros: none.
std::string_view hash_text(Reading& reading, std::string_view bytes) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  if (bytes.find_first_not_of('\0') == std::string_view::npos) return {};
  const std::span<char> text = reading.arena.room<char>(11);
  std::uint32_t bits = 0, size = 0;
  std::size_t at = 0;
  for (const char c : bytes) {
    bits = bits << 8 | static_cast<unsigned char>(c);
    for (size += 8; size >= 6; size -= 6) text[at++] = digits[bits >> (size - 6) & 63];
  }
  text[at++] = digits[bits << (6 - size) & 63];
  return {text.data(), at};
}

void read_strings(Reading& reading) {
  const std::span<std::string_view> strings = reading.arena.room<std::string_view>(reading.count(1));
  for (std::string_view& string : strings) string = reading.text();
  reading.data.string_table = strings;
}

}  // namespace

void read_header(Reading& reading, const BinarySigns& signs, const LoadOptions& options) {
  const Scope scope(reading, "skeleton");
  SkeletonData& data = reading.data;
  ByteReader& in = reading.in;
  data.version = signs.version;
  data.single_precision = true;
  data.hash = reading.before(FormatVersion::v4_0) ? reading.text() : hash_text(reading, in.bytes(8));
  const std::size_t version_at = in.offset();
  data.version_text = reading.text();
  // Only a version with something behind the numbers can be in doubt: others are known or refused.
  ParsedVersion parsed;
  if (options.warnings && parse_version(data.version_text, parsed) && parsed.has_more) {
    if (const std::optional<LayoutChoice> choice = choose_layout(data.version_text); choice && !choice->doubt.empty()) {
      reading.warn(version_at, ErrorCode::unsupported_version,
                   choice->doubt + "; the file is read as " + std::string(name_of(data.version)) + ".");
    }
  }
  data.semantics =
      options.semantics == Semantics::automatic ? automatic_semantics(data.hash, data.version_text) : options.semantics;
  data.x = reading.number();
  data.y = reading.number();
  data.width = reading.number();
  data.height = reading.number();
  const std::size_t at = in.offset();
  data.reference_scale = (reading.before(FormatVersion::v4_2) ? 100 : reading.number()) * reading.scale;
  if (!reading.failed() && data.reference_scale / reading.scale <= 0) {
    reading.fail(at, ErrorCode::bad_value, "The reference scale must be above 0.");
  }
  data.nonessential = reading.nonessential = in.boolean();
  if (reading.nonessential) {
    data.fps = reading.number();
    data.images = reading.text();
    data.audio = reading.text();
  }
  read_strings(reading);
}

}  // namespace skeleton_binary
}  // namespace sinew
