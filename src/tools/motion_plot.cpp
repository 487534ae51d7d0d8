#include "tools/motion_plot.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/number_text.hpp"
#include "tools/motion_reports.hpp"

namespace sinew::tools {

namespace {

using motion::Vec3;

// Pixels.
constexpr double kLeft = 260, kPlotWidth = 780, kRight = 52;
constexpr double kWidth = kLeft + kPlotWidth + kRight;
constexpr double kTop = 92, kRow = 118, kRowGap = 16, kStrip = 14, kPartGap = 14, kBottom = 44;

constexpr double kMostTicks = 30;  // there are about 10, but for durations next to nothing

constexpr double kPi = 3.14159265358979323846;
constexpr std::array<std::string_view, 3> kNames = {"x", "y", "z"};
constexpr std::array<std::string_view, 3> kColors = {"#d6336c", "#2b8a3e", "#1c7ed6"};

std::string number(double value) {
  return rounded(value, 2);
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '"') {
      out += "&quot;";
    } else {
      out += byte < 0x20 || byte == 0x7f ? ' ' : c;
    }
  }
  return out;
}

/// Text that fits beside the plots.
std::string shortened(const std::string& text, std::size_t most) {
  std::size_t characters = 0, at = 0;
  for (; at < text.size(); ++at) {
    if ((static_cast<unsigned char>(text[at]) & 0xC0) != 0x80 && characters++ == most) break;
  }
  return at == text.size() ? text : text.substr(0, at) + "\xE2\x80\xA6";
}

using Values = std::array<double, 3>;

Values values_of(const Vec3& v, double factor) {
  return {v.x * factor, v.y * factor, v.z * factor};
}

/// Of all sets of angles that make the same rotation, the one nearest to those before.
Vec3 unwound(const Vec3& angles, const Vec3& before) {
  const auto nearest = [](double angle, double from) { return from + std::remainder(angle - from, 2 * kPi); };
  const auto near_to = [&](const Vec3& a) {
    return Vec3{nearest(a.x, before.x), nearest(a.y, before.y), nearest(a.z, before.z)};
  };
  const auto distance = [&](const Vec3& a) {
    return std::fabs(a.x - before.x) + std::fabs(a.y - before.y) + std::fabs(a.z - before.z);
  };
  const Vec3 one = near_to(angles), other = near_to({angles.x + kPi, kPi - angles.y, angles.z + kPi});
  return distance(other) < distance(one) ? other : one;
}

/// A track's values, at its keys and between them.
struct Line {
  struct Point {
    double time;
    Values values;
    bool key, held;
  };
  std::vector<Point> points;
  double low = 0, high = 0;

  Line(const motion::Clip& clip, const motion::Track& track) {
    const bool turns = track.property == motion::Property::rotation;
    const double factor = turns ? 180 / kPi : 1;
    const bool unwinds = turns && clip.kind == motion::ClipKind::rig;
    const bool straight = track.interpolation == motion::Interpolation::linear && !unwinds;
    const motion::Clip alone{clip.kind, {}, {}, clip.duration, clip.loop, {track}, nullptr};
    Vec3 before = track.keys.front().value;
    const auto add = [&](double time, bool key, bool held) {
      const motion::Pose pose = motion::part_pose(alone, track.part, time, {});
      Vec3 value = track.property == motion::Property::position ? pose.position : turns ? pose.angles : pose.scale;
      if (unwinds) before = value = unwound(value, before);
      points.push_back({time, values_of(value, factor), key, held});
    };

    const auto& keys = track.keys;
    if (keys.front().time > 0) add(0, false, true);
    for (std::size_t k = 0; k < keys.size(); ++k) {
      add(keys[k].time, true, false);
      if (k + 1 == keys.size()) break;
      const double span = keys[k + 1].time - keys[k].time;
      if (track.interpolation == motion::Interpolation::step) {
        // Up to the next key, then a jump.
        points.push_back({keys[k + 1].time, points.back().values, false, false});
        continue;
      }
      // A point every other pixel.
      const double pixels = span / clip.duration * kPlotWidth;
      const int steps = straight ? 1 : static_cast<int>(std::clamp(std::ceil(pixels / 2), 1.0, kPlotWidth));
      for (int i = 1; i < steps; ++i) add(keys[k].time + span * i / steps, false, false);
    }
    if (keys.back().time < clip.duration) add(clip.duration, false, true);

    low = high = points.front().values[0];
    for (const Point& point : points) {
      for (const double value : point.values) {
        low = std::min(low, value);
        high = std::max(high, value);
      }
    }
    const double least = std::max({1e-3 * std::fabs(low), 1e-3 * std::fabs(high), turns ? 10 : 0.1});
    const double margin = std::max((high - low) * 0.1, high - low < least ? least : 0);
    low -= margin;
    high += margin;
  }

  /// Whether two of the lines are one.
  [[nodiscard]] bool same(std::size_t a, std::size_t b) const {
    const double close = (high - low) * 1e-3;
    return std::all_of(points.begin(), points.end(),
                       [&](const Point& point) { return std::fabs(point.values[a] - point.values[b]) <= close; });
  }
};

/// A round distance between ticks, so that there are about `count` in the range.
double tick_step(double range, int count, bool degrees) {
  const double rough = range / count;
  if (degrees && rough > 4) {
    for (const double step : {5.0, 10.0, 15.0, 30.0, 45.0, 90.0, 180.0, 360.0, 720.0, 1800.0}) {
      if (step >= rough) return step;
    }
  }
  const double power = std::pow(10, std::floor(std::log10(rough)));
  for (const double step : {1.0, 2.0, 5.0}) {
    if (step * power >= rough) return step * power;
  }
  return 10 * power;
}

std::string tick_text(double value, double step) {
  const double decimals = std::clamp(-std::floor(std::log10(step)), 0.0, 6.0);  // a step of 0 has no logarithm
  return rounded(value, static_cast<int>(decimals));
}

class Picture {
 public:
  Picture(const std::string& name, const motion::Clip& clip) : clip_(clip) {
    for (const motion::Track& track : clip.tracks) {
      if (std::find(parts_.begin(), parts_.end(), track.part) == parts_.end()) parts_.push_back(track.part);
    }
    const double height = kTop + kBottom + static_cast<double>(clip.tracks.size()) * (kRow + kRowGap) +
                          static_cast<double>(parts_.size()) * kPartGap;
    open(name, height);
    double y = kTop;
    for (std::size_t part = 0; part < parts_.size(); ++part) y = draw_part(part, y);
    draw_time_axis(kTop - 8, y, height);
    out_ += "</svg>\n";
  }

  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  void text(double x, double y, std::string_view attributes, std::string_view content) {
    out_ += "<text x=\"" + number(x) + "\" y=\"" + number(y) + "\" " + std::string(attributes) + '>' +
            escaped(content) + "</text>\n";
  }
  void line(double x1, double y1, double x2, double y2, std::string_view attributes) {
    out_ += "<line x1=\"" + number(x1) + "\" y1=\"" + number(y1) + "\" x2=\"" + number(x2) + "\" y2=\"" + number(y2) +
            "\" " + std::string(attributes) + "/>\n";
  }
  void box(double x, double y, double width, double height, std::string_view attributes) {
    out_ += "<rect x=\"" + number(x) + "\" y=\"" + number(y) + "\" width=\"" + number(width) + "\" height=\"" +
            number(height) + "\" " + std::string(attributes) + "/>\n";
  }
  [[nodiscard]] double x_of(double time) const { return kLeft + time / clip_.duration * kPlotWidth; }

  void open(const std::string& name, double height) {
    out_ = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + number(kWidth) + "\" height=\"" + number(height) +
           "\" viewBox=\"0 0 " + number(kWidth) + ' ' + number(height) +
           "\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"12\">\n<title>" + escaped(name) + "</title>\n";
    box(0, 0, kWidth, height, "fill=\"#ffffff\"");
    const std::size_t slash = name.rfind('/');
    text(20, 34, "font-size=\"20\" font-weight=\"bold\" fill=\"#212529\"",
         slash == std::string::npos ? name : name.substr(slash + 1));
    text(20, 56, "fill=\"#495057\" font-size=\"13\"", describe(clip_).substr(2) + ", of '" + clip_.model + "'");
    double x = kLeft + kPlotWidth - 130;
    for (std::size_t i = 0; i < 3; ++i, x += 50) {
      line(x, 30, x + 22, 30, "stroke=\"" + std::string(kColors[i]) + "\" stroke-width=\"3\"");
      text(x + 27, 34, "font-weight=\"bold\" fill=\"" + std::string(kColors[i]) + "\"", kNames[i]);
    }
  }

  /// A part's rows in one card. Returns where the next begins.
  double draw_part(std::size_t part, double y) {
    std::size_t rows = 0;
    for (const motion::Track& track : clip_.tracks) rows += track.part == parts_[part] ? 1u : 0u;
    const double height = static_cast<double>(rows) * (kRow + kRowGap);
    box(8, y, kWidth - 16, height, "rx=\"8\" fill=\"#f1f3f5\"");
    box(8, y, 6, height, "rx=\"3\" fill=\"#868e96\"");
    text(26, y + 28, "font-size=\"16\" font-weight=\"bold\" fill=\"#212529\"", shortened(parts_[part], 22));
    bool first = true;
    for (const motion::Track& track : clip_.tracks) {
      if (track.part != parts_[part]) continue;
      draw_track(track, y + kRowGap / 2, first);
      first = false;
      y += kRow + kRowGap;
    }
    return y + kPartGap;
  }

  void draw_track(const motion::Track& track, double top, bool first) {
    const bool turns = track.property == motion::Property::rotation;
    const double bottom = top + kRow - kStrip;
    const double label = top + (first ? 40 : 20);
    text(26, label, "font-size=\"14\" fill=\"#212529\"", motion::name_of(track.property));
    text(26, label + 18, "fill=\"#495057\"",
         std::string(motion::name_of(track.interpolation)) + ", " + std::to_string(track.keys.size()) +
             (track.keys.size() == 1 ? " key" : " keys"));
    if (track.interpolation == motion::Interpolation::bezier) draw_easing(track.curve, 26, label + 26);

    const Line values(clip_, track);
    const auto y_of = [&](double value) {
      return bottom - 4 - (value - values.low) / (values.high - values.low) * (bottom - top - 8);
    };
    box(kLeft, top, kPlotWidth, bottom - top, "fill=\"#ffffff\"");
    draw_grid(values, top, bottom, turns, y_of);
    draw_lines(values, y_of);
    draw_keys(track, values, bottom, y_of);
  }

  void draw_easing(const motion::Curve& curve, double x, double y) {
    constexpr double size = 30;
    box(x, y, size, size, "fill=\"#ffffff\" stroke=\"#ced4da\"");
    out_ += "<path d=\"M" + number(x) + ' ' + number(y + size) + 'C' + number(x + curve.x1 * size) + ' ' +
            number(y + size - curve.y1 * size) + ' ' + number(x + curve.x2 * size) + ' ' +
            number(y + size - curve.y2 * size) + ' ' + number(x + size) + ' ' + number(y) +
            "\" fill=\"none\" stroke=\"#495057\" stroke-width=\"1.5\"/>\n";
  }

  template <class YOf>
  void draw_grid(const Line& values, double top, double bottom, bool turns, YOf y_of) {
    const double step = tick_step(values.high - values.low, 4, turns);
    const double first = std::ceil(values.low / step);
    for (double i = first; i * step <= values.high && i < first + kMostTicks; ++i) {
      const double value = i * step, y = y_of(value);
      line(kLeft, y, kLeft + kPlotWidth, y, value == 0 ? "stroke=\"#adb5bd\"" : "stroke=\"#e9ecef\"");
      text(kLeft - 8, y + 4, "text-anchor=\"end\" fill=\"#495057\"",
           tick_text(value, step) + (turns ? "\xC2\xB0" : ""));
    }
    const double seconds = time_step();
    for (double i = 0; i * seconds <= clip_.duration * (1 + 1e-9) && i < kMostTicks; ++i) {
      line(x_of(i * seconds), top, x_of(i * seconds), bottom, "stroke=\"#e9ecef\"");
    }
    line(x_of(clip_.duration), top, x_of(clip_.duration), bottom, "stroke=\"#adb5bd\"");
  }

  template <class YOf>
  void draw_lines(const Line& values, YOf y_of) {
    for (std::size_t axis = 3; axis-- > 0;) {
      // A line that lies on another one is dashed, so that both are seen.
      std::size_t below = 0;
      for (std::size_t other = axis + 1; other < 3; ++other) below += values.same(axis, other) ? 1u : 0u;
      const std::string_view gaps = below == 0   ? ""
                                    : below == 1 ? " stroke-dasharray=\"12 12\""
                                                 : " stroke-dasharray=\"8 16\" stroke-dashoffset=\"-2\"";
      const std::string look =
          "fill=\"none\" stroke-linejoin=\"round\" stroke-width=\"2.2\" stroke=\"" + std::string(kColors[axis]) + '"';
      // What is held before the first key and after the last is pale.
      for (std::size_t begin = 0; begin + 1 < values.points.size();) {
        const auto held = [&](std::size_t i) { return values.points[i].held || values.points[i + 1].held; };
        std::size_t end = begin + 1;
        while (end + 1 < values.points.size() && held(end) == held(begin)) ++end;
        out_ += "<polyline points=\"";
        for (std::size_t i = begin; i <= end; ++i) {
          out_ += number(x_of(values.points[i].time)) + ',' + number(y_of(values.points[i].values[axis])) + ' ';
        }
        out_.pop_back();
        out_ += "\" " + look + std::string(gaps) + (held(begin) ? " opacity=\"0.4\"" : "") + "/>\n";
        begin = end;
      }
    }
    draw_names(values, y_of);
  }

  /// Which line is which, at their right ends.
  template <class YOf>
  void draw_names(const Line& values, YOf y_of) {
    const Values& last = values.points.back().values;
    std::array<std::size_t, 3> order = {0, 1, 2};
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return last[a] != last[b] ? last[a] > last[b] : a < b; });
    double lowest = -1e9, x = kLeft + kPlotWidth + 6, before = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const double y = y_of(last[order[i]]);
      // Side by side where the ends are one, below each other where they are close.
      const bool together = i > 0 && std::fabs(y - before) < 1;
      x = together ? x + 9 : kLeft + kPlotWidth + 6;
      if (!together) lowest = std::max(y, lowest + 11);
      text(x, lowest + 4, "font-weight=\"bold\" fill=\"" + std::string(kColors[order[i]]) + "\"", kNames[order[i]]);
      before = y;
    }
  }

  template <class YOf>
  void draw_keys(const motion::Track& track, const Line& values, double bottom, YOf y_of) {
    const bool many = track.keys.size() > 120;
    const double strip = bottom + kStrip / 2;
    line(kLeft, strip, kLeft + kPlotWidth, strip, "stroke=\"#ced4da\"");
    for (const Line::Point& point : values.points) {
      if (!point.key) continue;
      const double x = x_of(point.time), size = many ? 2 : 4;
      out_ += "<g><title>" + exact(point.time) + " s: " + number(point.values[0]) + ", " + number(point.values[1]) +
              ", " + number(point.values[2]) + "</title>";
      out_ += "<path d=\"M" + number(x - size) + ' ' + number(strip) + 'L' + number(x) + ' ' + number(strip - size) +
              'L' + number(x + size) + ' ' + number(strip) + 'L' + number(x) + ' ' + number(strip + size) +
              "Z\" fill=\"#495057\"/>";
      for (std::size_t axis = 3; axis-- > 0;) {
        out_ += "<circle cx=\"" + number(x) + "\" cy=\"" + number(y_of(point.values[axis])) + "\" r=\"" +
                std::string(many ? "1.5" : "3.4") + "\" fill=\"" + std::string(kColors[axis]) +
                "\" stroke=\"#ffffff\" stroke-width=\"" + std::string(many ? "0" : "1") + "\"/>";
      }
      out_ += "</g>\n";
    }
  }

  [[nodiscard]] double time_step() const { return tick_step(clip_.duration, 10, false); }

  void draw_time_axis(double top, double bottom, double height) {
    const double step = time_step();
    for (double i = 0; i * step <= clip_.duration * (1 + 1e-9) && i < kMostTicks; ++i) {
      const double x = x_of(i * step);
      for (const double y : {top, bottom + 6}) {
        text(x, y, "text-anchor=\"middle\" fill=\"#495057\"", tick_text(i * step, step) + " s");
      }
    }
    text(kLeft + kPlotWidth, height - 14, "text-anchor=\"end\" fill=\"#868e96\" font-size=\"11\"",
         std::string(clip_.loop ? "Begins again" : "Holds") + " at " + exact(clip_.duration) +
             " s. Pale: held before the first key and after the last.");
  }

  const motion::Clip& clip_;
  std::vector<std::string> parts_;
  std::string out_;
};

}  // namespace

std::string motion_plot(const std::string& name, const motion::Clip& clip) {
  return Picture(name, clip).take();
}

}  // namespace sinew::tools
