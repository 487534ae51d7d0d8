// What `make bench` prints and draws from the measurements.
#pragma once

#include <map>
#include <string>

namespace sinew::benchmarks {

/// Figures by benchmark and name of the figure: figures["character/owl-pro/draw"]["best_us"].
using Figures = std::map<std::string, std::map<std::string, double>>;

/// The table of all characters, with the ratios to the reference and how they compare with what was aimed for. Empty
/// when no character was measured.
[[nodiscard]] std::string character_table(const Figures& figures);

/// A picture (SVG) of how costs grow. Empty when that was not measured.
[[nodiscard]] std::string growth_plot(const Figures& figures);

}  // namespace sinew::benchmarks
