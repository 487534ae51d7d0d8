// Values and problems of binary skeletons. Spec: skeleton-binary.md 1 and 17.
#include <algorithm>
#include <new>

#include "base/utf8.hpp"
#include "formats/json_fields.hpp"
#include "formats/skeleton_binary.hpp"

namespace sinew::skeleton_binary {

void Reading::note_place_at_end() noexcept {
  try {
    note_place();
  } catch (const std::bad_alloc&) {  // a destructor cannot go on from here; take_error() will say so
    no_memory_ = true;
  }
}

void Reading::note_place() {
  if (place_noted_) return;
  place_noted_ = true;
  place_ = pointer();
}

void Reading::fail(std::size_t offset, ErrorCode code, std::string message) {
  if (failed()) return;
  in.stop(offset);
  note_place();
  code_ = code;
  message_ = std::move(message);
}

void Reading::warn(std::size_t offset, ErrorCode code, std::string message) {
  if (may_warn()) add_warning({code, std::move(message), {std::string(file_name_), 0, 0, offset, pointer()}});
}

void Reading::warn_at(std::string pointer, ErrorCode code, std::string message) {
  if (may_warn()) add_warning({code, std::move(message), {std::string(file_name_), 0, 0, {}, std::move(pointer)}});
}

bool Reading::may_warn() {
  if (!warnings_ || failed()) return false;
  ++warning_count_;
  return warnings_kept_ < JsonFields::kMostWarnings && warning_bytes_ <= JsonFields::kMostWarningBytes;
}

void Reading::add_warning(Warning warning) {
  ++warnings_kept_;
  warning_bytes_ += warning.where.pointer.size();
  warnings_->push_back(std::move(warning));
}

void Reading::finish_warnings() {
  if (warning_count_ == warnings_kept_) return;
  const std::size_t more = warning_count_ - warnings_kept_;
  warnings_->push_back({ErrorCode::limit,
                        more == 1 ? "One more warning is left out of this list."
                                  : std::to_string(more) + " more warnings are left out of this list.",
                        {std::string(file_name_), 0, 0, {}, {}}});
}

Error Reading::take_error() {
  if (no_memory_) throw std::bad_alloc();
  note_place();
  switch (in.problem()) {
    case ByteReader::Problem::none:
    case ByteReader::Problem::stopped:
      break;
    case ByteReader::Problem::end:
      code_ = ErrorCode::syntax;
      message_ = "The file ends in the middle of this item; it is damaged or incomplete.";
      break;
    case ByteReader::Problem::integer:
      code_ = ErrorCode::syntax;
      message_ = "This whole number takes more than 32 bits; the file is damaged.";
      break;
    case ByteReader::Problem::number:
      code_ = ErrorCode::bad_value;
      message_ = "This number is infinite or not a number.";
      break;
  }
  if (data.version == FormatVersion::v4_3 && data.version_text.find("beta") != std::string_view::npos) {
    message_ += " The file is of the beta " + std::string(data.version_text) +
                "; early betas of 4.3 had another layout: export it again with a released version.";
  }
  return {code_, std::move(message_), {std::string(file_name_), 0, 0, in.problem_offset(), std::move(place_)}};
}

Color Reading::rgba() {
  const float r = static_cast<float>(in.u8()) / 255.0f, g = static_cast<float>(in.u8()) / 255.0f;
  const float b = static_cast<float>(in.u8()) / 255.0f, a = static_cast<float>(in.u8()) / 255.0f;
  return {r, g, b, a};
}

std::uint32_t Reading::fail_count(std::size_t at, std::uint32_t count) {
  fail(at, ErrorCode::syntax,
       "Here " + std::to_string(count) + " items should follow, but the " + std::to_string(in.remaining()) +
           " bytes that are left cannot hold them; the file is damaged.");
  return 0;
}

std::uint32_t Reading::fail_index(std::size_t at, std::uint32_t index, std::size_t size, std::string_view thing) {
  fail(at, ErrorCode::unknown_reference,
       "There is no " + std::string(thing) + " " + std::to_string(index) + "; there " +
           (size == 1 ? "is 1" : "are " + std::to_string(size)) + ", numbered from 0.");
  return 0;
}

std::uint32_t Reading::choice_number(std::size_t at, std::uint32_t value, std::size_t size, std::string_view thing) {
  if (value < size) return value;
  fail(at, ErrorCode::bad_value,
       "The number " + std::to_string(value) + " means no " + std::string(thing) + "; the known ones are 0 to " +
           std::to_string(size - 1) + ".");
  return 0;
}

std::span<const BoneIndex> Reading::bones() {
  const Scope scope(*this, "bones");
  const std::span<BoneIndex> list = arena.room<BoneIndex>(count(1));
  for (BoneIndex& one : list) one = bone();
  return list;
}

std::optional<std::string_view> Reading::optional_text() {
  const std::size_t at = in.offset();
  const std::uint32_t size = in.uv();
  if (size == 0) return std::nullopt;
  const std::string_view bytes = in.bytes(size - 1);
  if (bytes.find('\0') != std::string_view::npos) {
    fail(at, ErrorCode::encoding, "This text has a zero byte in it.");
    return std::nullopt;
  }
  switch (check_utf8(bytes)) {
    case Utf8::good:
      break;
    case Utf8::surrogates: {
      const std::span<char> joined = arena.room<char>(bytes.size());
      return std::string_view(joined.data(), join_surrogates(bytes, joined.data()));
    }
    case Utf8::bad:
      fail(at, ErrorCode::encoding, "This text is not valid UTF-8.");
      return std::nullopt;
  }
  return arena.text(bytes);
}

std::string_view Reading::name(std::string_view thing) {
  const std::size_t at = in.offset();
  const std::string_view name = text();
  if (name.empty()) fail(at, ErrorCode::missing_member, "This " + std::string(thing) + " has no name.");
  return name;
}

std::string_view Reading::reference() {
  const std::size_t at = in.offset();
  const std::uint32_t number = in.uv();
  if (number == 0) return {};
  if (number <= data.string_table.size()) return data.string_table[number - 1];
  fail(at, ErrorCode::unknown_reference,
       "There is no text " + std::to_string(number - 1) + " in the string table; it has " +
           std::to_string(data.string_table.size()) + ", numbered from 0.");
  return {};
}

std::string_view Reading::required_reference(std::string_view thing) {
  const std::size_t at = in.offset();
  const std::string_view text = reference();
  if (text.empty()) fail(at, ErrorCode::missing_member, "The " + std::string(thing) + " is missing.");
  return text;
}

ConstraintIndex Reading::constraint(ConstraintType type) {
  const std::size_t at = in.offset();
  return constraint(type, in.uv(), at);
}

ConstraintIndex Reading::constraint(ConstraintType type, std::uint32_t number, std::size_t at) {
  const std::string_view kind = name_of(type);
  if (before(FormatVersion::v4_3)) {
    const std::span<const ConstraintIndex> list = constraint_lists[static_cast<std::size_t>(type)];
    if (number < list.size()) return list[number];
    fail(at, ErrorCode::unknown_reference,
         "There is no " + std::string(kind) + " constraint " + std::to_string(number) + "; there are " +
             std::to_string(list.size()) + ", numbered from 0.");
  } else if (number >= data.constraints.size()) {
    fail(at, ErrorCode::unknown_reference,
         "There is no constraint " + std::to_string(number) + "; there are " + std::to_string(data.constraints.size()) +
             ", numbered from 0.");
  } else if (data.constraints[number].type != type) {
    fail(at, ErrorCode::unknown_reference,
         "The constraint " + std::to_string(number) + " is no " + std::string(kind) + " constraint.");
  } else {
    return ConstraintIndex(number);
  }
  return {};
}

}  // namespace sinew::skeleton_binary
