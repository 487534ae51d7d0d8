#include "table.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <vector>

#include "known_rigs.hpp"

namespace sinew::benchmarks {

namespace {

template <class... Values>
std::string text(const char* format, Values... values) {
  char line[400];
  std::snprintf(line, sizeof line, format, values...);
  return line;
}

constexpr double not_measured = std::numeric_limits<double>::quiet_NaN();

/// A figure of a character; NaN when it was not measured.
class Character {
 public:
  Character(const Figures& figures, const std::string& name) : figures_(figures), prefix_("character/" + name + "/") {}
  [[nodiscard]] double operator()(const std::string& what, const char* figure = "best_us") const {
    const auto found = figures_.find(prefix_ + what);
    if (found == figures_.end()) return not_measured;
    const auto value = found->second.find(figure);
    return value == found->second.end() ? not_measured : value->second;
  }

 private:
  const Figures& figures_;
  std::string prefix_;
};

/// The ratios of one goal over all characters.
class Goal {
 public:
  Goal(const char* what, double aim, bool mean) : what_(what), aim_(aim), mean_(mean) {}
  void add(const char* name, double ratio) {
    if (std::isnan(ratio)) return;
    logarithms_ += std::log(ratio);
    ++count_;
    if (ratio <= worst_) return;
    worst_ = ratio;
    worst_name_ = name;
  }
  [[nodiscard]] std::string line() const {
    if (count_ == 0) return {};
    const double mean = std::exp(logarithms_ / count_), reached = mean_ ? mean : worst_;
    return text("%-42s %.3f mean, %.3f at most (%s); aim %.3f: %s\n", what_, mean, worst_, worst_name_, aim_,
                reached <= aim_ ? "reached" : "missed");
  }

 private:
  const char* what_;
  double aim_;
  bool mean_;
  double logarithms_ = 0, worst_ = 0;
  int count_ = 0;
  const char* worst_name_ = "";
};

std::string with_ratio(const char* format, double value, double reference) {
  if (std::isnan(value)) return "-";
  std::string cell = text(format, value);
  if (reference > 0) cell += text(" (%.2f)", value / reference);
  return cell;
}

}  // namespace

std::string character_table(const Figures& figures) {
  std::string table;
  Goal pose("animate + solve, geometric mean", 0.25, true), pose_each("animate + solve, each", 0.5, false),
      draw("draw, each", 0.125, false), all("all, geometric mean", 1.0 / 6, true), load("load JSON, each", 0.2, false),
      load_skel("load skel, each", 0.2, false), bytes("bytes per instance, each", 0.25, false),
      played("bytes after playing, each", 0.25, false);
  double most_json = 0, most_skel = 0;  // allocations
  for (const KnownRig& rig : known_rigs()) {
    const Character of(figures, rig.name);
    if (std::isnan(of("load"))) continue;
    const Reference reference = rig.reference.value_or(Reference{});
    if (table.empty()) {
      table =
          "Microseconds per skeleton and frame, in brackets the ratio to the reference runtime.\n\n"
          "| character, animation | bones / slots / vertices | animate | solve | draw | all | crossfade | load JSON ms "
          "| allocations | load skel ms | allocations | bytes | after playing | and its player |\n"
          "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n";
    }
    table += text("| %s, %s | ", rig.name, rig.animation) + with_ratio("%.0f", of("draw", "bones"), 0) + " / " +
             with_ratio("%.0f", of("draw", "slots"), 0) + " / " + with_ratio("%.0f", of("draw", "vertices"), 0) + ' ';
    const double animate = of("animate"), solve = of("solve");
    table += "| " + with_ratio("%.3f", animate, reference.animate) + " | " +
             with_ratio("%.3f", solve, reference.solve) + " | " + with_ratio("%.3f", of("draw"), reference.draw) +
             " | " + with_ratio("%.3f", of("frame"), reference.all) + " | " + with_ratio("%.3f", of("crossfade"), 0) +
             " | " + with_ratio("%.3f", of("load") / 1000, reference.load_json) + " | " +
             with_ratio("%.0f", of("load", "allocations"), 0) + " | " +
             with_ratio("%.3f", of("load skel") / 1000, reference.load_skel) + " | " +
             with_ratio("%.0f", of("load skel", "allocations"), 0) + " | " +
             with_ratio("%.0f", of("load", "bytes"), reference.bytes) + " | " +
             with_ratio("%.0f", of("load", "bytes_played"), reference.bytes) + " | " +
             with_ratio("%.0f", of("load", "bytes_with_player"), 0) + " |\n";
    if (!rig.reference) continue;
    const double ratio = (animate + solve) / (reference.animate + reference.solve);
    pose.add(rig.name, ratio);
    pose_each.add(rig.name, ratio);
    draw.add(rig.name, of("draw") / reference.draw);
    all.add(rig.name, of("frame") / reference.all);
    load.add(rig.name, of("load") / 1000 / reference.load_json);
    load_skel.add(rig.name, of("load skel") / 1000 / reference.load_skel);
    bytes.add(rig.name, of("load", "bytes") / reference.bytes);
    played.add(rig.name, of("load", "bytes_played") / reference.bytes);
    most_json = std::max(most_json, of("load", "allocations"));
    if (const double skel = of("load skel", "allocations"); skel > most_skel) most_skel = skel;
  }
  if (table.empty()) return table;
  for (const Goal& goal : {pose, pose_each, draw, all, load, load_skel, bytes, played}) table += '\n' + goal.line();
  const auto allocations = [&](const char* what, double most, int aim) {
    if (most > 0)
      table += text("\n%-42s %.0f at most; aim %d: %s\n", what, most, aim, most <= aim ? "reached" : "missed");
  };
  allocations("allocations to load JSON", most_json, 100);
  allocations("allocations to load skel", most_skel, 20);

  std::string crowds;
  for (const KnownRig& rig : known_rigs()) {
    const Character of(figures, rig.name);
    const double one = of("crowd of 10000/1 threads"), two = of("crowd of 10000/2 threads");
    if (std::isnan(one) || std::isnan(two)) continue;
    crowds += text("| %s | %.3f | %.3f | %.3f | %.3f | %.2f | %.3f |\n", rig.name, of("crowd of 1/1 threads"),
                   of("crowd of 100/1 threads"), one, two, one / two, of("hidden"));
  }
  if (crowds.empty()) return table;
  return table +
         "\nAnimate and solve with update_all(), microseconds an instance.\n\n| character | 1 | 100 | 10,000 | 10,000 "
         "on two "
         "threads | speed-up | 10,000 not visible |\n|---|---|---|---|---|---|---|\n" +
         crowds;
}

// ---------------------------------------------------------------------------------------------------------------------

namespace {

struct Point {
  double x, y;
};

/// The measurements "scale/<what>/<x>".
std::vector<Point> points_of(const Figures& figures, const std::string& what) {
  std::vector<Point> points;
  const std::string prefix = "scale/" + what + "/";
  for (const auto& [name, values] : figures) {
    if (name.compare(0, prefix.size(), prefix) != 0) continue;
    points.push_back({std::strtod(name.c_str() + prefix.size(), nullptr), values.at("best_us")});
  }
  std::sort(points.begin(), points.end(), [](Point a, Point b) { return a.x < b.x; });
  return points;
}

/// 1, 2 or 5 times a power of ten, about a quarter of `most`.
double tick_of(double most) {
  const double power = std::pow(10, std::floor(std::log10(most / 4)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power * 5 >= most) return factor * power;
  }
  return 10 * power;
}

std::string panel(const std::vector<Point>& points, double left, double top, const char* title, const char* unit) {
  constexpr double width = 330, height = 200;
  double most_x = 0, most_y = 0;
  for (const Point& point : points) most_x = std::max(most_x, point.x), most_y = std::max(most_y, point.y);
  most_y *= 1.15;
  const auto x = [&](double value) { return left + value / most_x * width; };
  const auto y = [&](double value) { return top + height - value / most_y * height; };
  std::string svg = text("<text x='%.1f' y='%.1f' font-size='14' font-weight='600'>%s</text>\n", left, top - 12, title);
  for (double tick = 0; tick <= most_y; tick += tick_of(most_y)) {
    svg += text("<line x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f' stroke='#8884'/>", left, y(tick), left + width, y(tick));
    svg += text("<text x='%.1f' y='%.1f' text-anchor='end'>%g</text>\n", left - 6, y(tick) + 4, tick);
  }
  for (double tick = 0; tick <= most_x; tick += tick_of(most_x)) {
    svg += text("<text x='%.1f' y='%.1f' text-anchor='middle'>%g</text>\n", x(tick), top + height + 16, tick);
  }
  svg += text("<text x='%.1f' y='%.1f' text-anchor='middle'>%s</text>\n", left + width / 2, top + height + 34, unit);
  svg += "<polyline fill='none' stroke='#3b82c4' stroke-width='2' points='";
  for (const Point& point : points) svg += text("%.1f,%.1f ", x(point.x), y(point.y));
  svg += "'/>\n";
  for (const Point& point : points)
    svg += text("<circle cx='%.1f' cy='%.1f' r='3' fill='#3b82c4'/>\n", x(point.x), y(point.y));
  return svg;
}

}  // namespace

std::string growth_plot(const Figures& figures) {
  struct Panel {
    const char *what, *title, *unit;
  };
  constexpr Panel panels[] = {
      {"bones", "Animate and solve, by bones (µs)", "bones"},
      {"vertices", "Draw, by vertices (µs)", "vertices, three bones each"},
      {"instances", "update_all(), by instances (µs)", "instances of 50 bones"},
      {"seconds of animation", "Animate and solve, by length (µs)", "seconds of animation, four keys and events each"},
  };
  std::string svg =
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 840 600' font-family='sans-serif' font-size='11' "
      "fill='#444'>\n<rect width='840' height='600' fill='#fff'/>\n";
  int at = 0;
  for (const Panel& one : panels) {
    const std::vector<Point> points = points_of(figures, one.what);
    if (points.size() < 2) return {};
    svg += panel(points, 70 + 420 * (at % 2), 50 + 290 * (at / 2), one.title, one.unit);
    ++at;
  }
  return svg + "</svg>\n";
}

}  // namespace sinew::benchmarks
