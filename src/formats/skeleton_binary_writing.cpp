// Values and problems while a binary skeleton is written. Spec: skeleton-binary.md 1, 4.2 and 18.
#include <cmath>

#include "base/utf8.hpp"
#include "formats/json_fields.hpp"
#include "formats/skeleton_binary_writer.hpp"
#include "formats/skeleton_json_writer.hpp"

namespace sinew::skeleton_binary {

Writing::Writing(const SkeletonData& skeleton, const WriteOptions& options)
    : data(skeleton),
      nonessential(skeleton.nonessential && options.nonessential),
      warnings_(options.warnings),
      strings_(data.string_table.begin(), data.string_table.end()) {
  for (std::size_t i = 0; i < strings_.size(); ++i) {
    string_numbers_.emplace(strings_[i], static_cast<std::uint32_t>(i));
    string_places_.emplace(strings_[i].data(), static_cast<std::uint32_t>(i));
  }
  constraint_numbers_.resize(data.constraints.size());
  for (std::size_t i = 0; i < constraint_numbers_.size(); ++i) constraint_numbers_[i] = static_cast<std::uint32_t>(i);
  for (std::size_t type = 0; before(FormatVersion::v4_3) && type < EnumNames<ConstraintType>::values.size(); ++type) {
    std::uint32_t number = 0;
    for (const ConstraintIndex one : constraints_of(static_cast<ConstraintType>(type))) {
      constraint_numbers_[one.value] = number++;
    }
  }
  if (has_default_skin()) skins_.push_back(data.default_skin);
  for (std::size_t i = 0; i < data.skins.size(); ++i) {
    if (SkinIndex(i) != data.default_skin) skins_.push_back(SkinIndex(i));
  }
  skin_numbers_.resize(data.skins.size(), SkinIndex::none);
  for (std::size_t i = 0; i < skins_.size(); ++i) skin_numbers_[skins_[i].value] = static_cast<std::uint32_t>(i);
}

bool Writing::has_default_skin() const {
  return data.default_skin && !data[data.default_skin].entries.empty();
}

std::vector<ConstraintIndex> Writing::constraints_of(ConstraintType type) const {
  if (before(FormatVersion::v4_3)) return skeleton_json::constraints_of_type(data, type);
  std::vector<ConstraintIndex> list;
  for (std::size_t i = 0; i < data.constraints.size(); ++i) {
    if (data.constraints[i].type == type) list.push_back(ConstraintIndex(i));
  }
  return list;
}

void Writing::fail(ErrorCode code, std::string message) {
  if (error_) return;
  error_ = Error{code, std::move(message), {{}, 0, 0, {}, pointer_to(place_part_)}};
}

void Writing::no_place_for(std::string_view what) {
  fail(ErrorCode::not_supported,
       "Version " + std::string(name_of(data.version)) + " has no " + std::string(what) + ".");
}

void Writing::warn(ErrorCode code, std::string message) {
  if (!warnings_ || error_) return;
  warnings_->push_back({code, std::move(message), {{}, 0, 0, {}, pointer_to(place_part_)}});
}

float Writing::single(double value) {
  const auto rounded = static_cast<float>(value);
  if (std::isfinite(rounded)) return rounded;
  fail(ErrorCode::bad_value, "A number is too large for a binary file, which has single precision.");
  return 0;
}

void Writing::channel(double value) {
  const double byte = std::floor(value * 255 + 0.5);
  out.u8(!(byte > 0) ? std::uint8_t{0} : byte > 255 ? std::uint8_t{255} : static_cast<std::uint8_t>(byte));
}

void Writing::rgba(const Color& color) {
  for (const float one : {color.r, color.g, color.b, color.a}) channel(static_cast<double>(one));
}

void Writing::count(std::size_t value) {
  if (value > 0x7fffffffu) fail(ErrorCode::limit, "There is more of something than a binary file can count.");
  out.uv(static_cast<std::uint32_t>(value));
}

void Writing::bones(std::span<const BoneIndex> list) {
  count(list.size());
  for (const BoneIndex bone : list) index(bone.value);
}

bool Writing::check_text(std::string_view text) {
  const bool good = check_utf8(text) == Utf8::good && text.find('\0') == std::string_view::npos;
  if (!good) fail(ErrorCode::encoding, "The text " + quoted(text) + " is not UTF-8 without zero bytes.");
  return good;
}

void Writing::text(std::string_view text) {
  if (!check_text(text)) return;
  count(text.size() + 1);
  out.bytes(text);
}

void Writing::name(std::string_view name, std::string_view thing) {
  if (name.empty()) fail(ErrorCode::bad_value, "A " + std::string(thing) + " without a name cannot be written.");
  text(name);
}

void Writing::reference(std::string_view text) {
  if (text.empty()) return out.uv(0);
  if (!check_text(text)) return;
  // An editor's table may have one text several times: which of them this is, its place in memory says.
  const auto kept = string_places_.find(text.data());
  if (kept != string_places_.end() && strings_[kept->second] == text) return out.uv(kept->second + 1);
  const auto [entry, added] = string_numbers_.emplace(text, static_cast<std::uint32_t>(strings_.size()));
  if (added) strings_.push_back(text);
  out.uv(entry->second + 1);
}

void Writing::required_reference(std::string_view text, std::string_view thing) {
  if (text.empty()) fail(ErrorCode::bad_value, "A " + std::string(thing) + " without a name cannot be written.");
  reference(text);
}

void Writing::skin_reference(SkinIndex index) {
  if (index == data.default_skin) return reference({});
  const std::string_view name = data[index].name;
  required_reference(name, "skin");
  if (data.find_skin(name) == index) return;
  fail(ErrorCode::duplicate, "Up to 4.1 a binary file refers to skins by their names, and " + quoted(name) +
                                 " means another one; rename one of the skins.");
}

void Writing::key_reference(AttachmentIndex index, std::string_view thing) {
  const Attachment& attachment = data[index];
  required_reference(attachment.key, thing);
  const PlaceholderIndex placeholder = data.find_placeholder(attachment.slot, attachment.key);
  if (placeholder && data[attachment.skin].find(placeholder) == index) return;
  fail(ErrorCode::duplicate, "A binary file tells the attachments of a slot in a skin apart by their names, and " +
                                 quoted(attachment.key) + " means another one; rename one of them.");
}

}  // namespace sinew::skeleton_binary
