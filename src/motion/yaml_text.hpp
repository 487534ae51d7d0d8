// Clips and rigs as YAML text.
#pragma once

#include <string>
#include <string_view>

#include "sinew/motion.hpp"

namespace sinew::motion {

/// A scalar that reads back as this text: plain where no reader could take it for anything else, else in double quotes.
[[nodiscard]] std::string yaml_scalar(std::string_view text);
/// "[1, 2, 3]"
[[nodiscard]] std::string yaml_vector(const Vec3& value);
[[nodiscard]] std::string yaml_curve(const Curve& curve);

/// An item of a block list whose dashes are in this column (from 0), with its dash and line ends ("\n").
[[nodiscard]] std::string yaml_item(const Key& key, std::size_t column);
[[nodiscard]] std::string yaml_item(const Track& track, std::size_t column);
[[nodiscard]] std::string yaml_item(const Node& node, std::size_t column);
/// The same in braces.
[[nodiscard]] std::string yaml_in_braces(const Key& key);
[[nodiscard]] std::string yaml_in_braces(const Track& track);
[[nodiscard]] std::string yaml_in_braces(const Node& node);

/// Whole files.
[[nodiscard]] std::string yaml_file(const Clip& clip);
[[nodiscard]] std::string yaml_file(const Binding& binding);

}  // namespace sinew::motion
