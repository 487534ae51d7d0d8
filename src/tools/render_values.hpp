// Options whose values are sizes and colours.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "tools/render_options.hpp"

namespace sinew::tools {

/// "ff8000", "#ff800080", "transparent"; nothing: it is none of these.
[[nodiscard]] std::optional<Color> parse_color(std::string_view text);
/// "640x480", each from 1 to max_image_side.
[[nodiscard]] std::optional<PictureSize> parse_size(std::string_view text);

/// Turns a text into a value with a function that returns an optional, or fails with a sentence.
template <class Value, class Parse>
CLI::Option* add_parsed(CLI::App& command, const char* name, Value& value, Parse parse, const char* expected,
                        const char* help) {
  return command.add_option_function<std::string>(
      name,
      [&value, parse, expected, name](const std::string& text) {
        const auto parsed = parse(text);
        if (!parsed) throw CLI::ValidationError(name, "'" + text + "' is not " + expected);
        value = *parsed;
      },
      help);
}

}  // namespace sinew::tools
