#include "formats/format_versions.hpp"

#include <algorithm>
#include <array>

#include "formats/json_fields.hpp"
#include "model/builder.hpp"

namespace sinew {

std::optional<LayoutChoice> choose_layout(std::string_view version_text) {
  ParsedVersion parsed;
  if (!parse_version(version_text, parsed)) return std::nullopt;
  const std::string version = "Version " + quoted(version_text);
  const int number = parsed.major * 1000 + std::min(parsed.minor, 999);
  LayoutChoice choice;
  if (number > 4003) {
    choice.layout = FormatVersion::v4_3;
    choice.doubt = version + " is newer than 4.3";
  } else if (number >= 4000) {
    constexpr std::array layouts = {FormatVersion::v4_0, FormatVersion::v4_1, FormatVersion::v4_2, FormatVersion::v4_3};
    choice.layout = layouts[static_cast<std::size_t>(parsed.minor)];
  } else if (number > 3008) {
    choice.layout = FormatVersion::v4_0;
    choice.between = true;
    choice.doubt = version + " lies between 3.8 and 4.0";
  } else {
    choice.layout = FormatVersion::v3_8;
    if (number < 3008) {
      choice.doubt = version + " is older than 3.8";
    } else if (parsed.patch == 75) {
      choice.doubt = version + " was a beta with a layout of its own";
    }
  }
  if (choice.doubt.empty() && parsed.has_more) choice.doubt = version + " is no release";
  return choice;
}

std::string substitute_version(std::string_view version_text, FormatVersion layout) {
  constexpr std::array<std::string_view, 5> released = {"3.8.99", "4.0.64", "4.1.24", "4.2.43", "4.3.13"};
  ParsedVersion parsed;
  const bool patched = parse_version(version_text, parsed) && parsed.patch != 0;
  return patched ? std::string(released[static_cast<std::size_t>(layout)]) : std::string(name_of(layout)) + ".0";
}

}  // namespace sinew
