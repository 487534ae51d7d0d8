// Step by step along 3.8 - 4.0 - 4.1 - 4.2 - 4.3. Spec: skeleton-json.md 18.
#include "sinew/convert.hpp"

#include <array>

#include "base/memory_guard.hpp"
#include "convert/draft.hpp"
#include "model/builder.hpp"
#include "model/names.hpp"
#include "model/unknown_fields.hpp"

namespace sinew {

namespace {

/// The text of the header: that of the last editor of the version, but with the patch number 0 where it was 0 or not
/// given.
std::string_view version_text(std::string_view before, FormatVersion version) {
  constexpr auto patched = std::to_array<std::string_view>({"3.8.99", "4.0.64", "4.1.24", "4.2.43", "4.3.13"});
  constexpr auto plain = std::to_array<std::string_view>({"3.8.0", "4.0.0", "4.1.0", "4.2.0", "4.3.0"});
  ParsedVersion parsed;
  const bool zero = !parse_version(before, parsed) || parsed.patch == 0;
  return (zero ? plain : patched)[static_cast<std::size_t>(version)];
}

bool names_version(std::string_view text, FormatVersion version) {
  ParsedVersion parsed;
  if (!parse_version(text, parsed)) return false;
  return std::to_string(parsed.major) + '.' + std::to_string(parsed.minor) == name_of(version);
}

void copy_header(const SkeletonData& from, SkeletonData& to, FormatVersion version) {
  to.hash = from.hash;
  to.version_text =
      names_version(from.version_text, version) ? from.version_text : version_text(from.version_text, version);
  to.version = version;
  to.semantics = from.semantics;
  to.x = from.x;
  to.y = from.y;
  to.width = from.width;
  to.height = from.height;
  to.reference_scale = from.reference_scale;
  to.fps = from.fps;
  to.images = from.images;
  to.audio = from.audio;
  to.single_precision = from.single_precision;
  to.nonessential = from.nonessential;
}

/// Data that point into what they were made from.
struct Converted {
  SkeletonDataPtr source;
  SkeletonData data;
};

void run_steps(convert::Draft& draft, FormatVersion from, FormatVersion to) {
  constexpr void (*up[])(convert::Draft&) = {convert::upgrade_3_8_to_4_0, nullptr, nullptr,
                                             convert::upgrade_4_2_to_4_3};
  constexpr void (*down[])(convert::Draft&) = {convert::downgrade_4_0_to_3_8, convert::downgrade_4_1_to_4_0,
                                               convert::downgrade_4_2_to_4_1, convert::downgrade_4_3_to_4_2};
  const auto last = static_cast<std::size_t>(to);
  for (auto at = static_cast<std::size_t>(from); at < last; ++at) {
    if (up[at]) up[at](draft);  // the model has 4.3's shape: the others only change the header
  }
  for (auto at = static_cast<std::size_t>(from); at > last && !draft.failure; --at) down[at - 1](draft);
}

Result<SkeletonDataPtr> convert_data(const SkeletonDataPtr& data, FormatVersion target, const ConvertOptions& options,
                                     std::vector<Loss>& losses) {
  if (data->version == target && names_version(data->version_text, target)) return data;
  auto converted = std::make_shared<Converted>();
  converted->source = data;
  copy_header(*data, converted->data, target);
  for (const UnknownField& field : data->unknown ? data->unknown->fields : std::span<const UnknownField>()) {
    losses.push_back({Loss::Kind::dropped, std::string(field.owner) + '/' + std::string(field.name),
                      "What a member means that no version knows may hang on the version; left out.", false});
  }
  converted->data.arena().set_limit(options.max_memory);
  convert::Draft draft(*data, converted->data, options, losses);
  if (target != data->version && target != FormatVersion::v4_3) convert::remove_unapplied_constraints(draft);
  run_steps(draft, data->version, target);
  if (draft.failure) return *std::move(draft.failure);
  if (const Status finished = draft.finish(); !finished) return finished.error();
  return SkeletonDataPtr(converted, &converted->data);
}

/// Limits that loading has too are named as its members; here they are those of ConvertOptions.
Error as_of_conversion(Error error) {
  constexpr std::string_view loading = "LoadLimits::";
  const std::size_t at = error.message.find(loading);
  if (at != std::string::npos) error.message.replace(at, loading.size(), "ConvertOptions::");
  return error;
}

}  // namespace

std::string_view name_of(Loss::Kind kind) noexcept {
  constexpr auto names = std::to_array<std::string_view>({"dropped", "changed", "rules"});
  return names[static_cast<std::size_t>(kind)];
}

Result<SkeletonDataPtr> convert_skeleton(const SkeletonDataPtr& data, FormatVersion target,
                                         const ConvertOptions& options, std::vector<Loss>* losses) {
  Result<SkeletonDataPtr> result = guard_memory({}, [&] {
    std::vector<Loss> unwanted;
    return convert_data(data, target, options, losses ? *losses : unwanted);
  });
  if (result || result.error().code != ErrorCode::limit) return result;
  return guard_memory({}, [&]() -> Result<SkeletonDataPtr> { return as_of_conversion(result.error()); });
}

}  // namespace sinew
