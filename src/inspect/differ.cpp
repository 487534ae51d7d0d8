#include "inspect/differ.hpp"

#include <algorithm>

#include "base/number_text.hpp"

namespace sinew::inspect {

std::string json_text(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string quoted = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      quoted += '\\';
      quoted += c;
    } else if (c == part_separator) {
      quoted += '/';
    } else if (byte < 0x20 || byte == 0x7f) {
      quoted += "\\u00";
      quoted += digits[byte >> 4u];
      quoted += digits[byte & 15u];
    } else {
      quoted += c;
    }
  }
  return quoted + '"';
}

void append_part(std::string& path, std::string_view name) {
  path += '/';
  for (const char c : name) {
    if (c == '~') {
      path += "~0";
    } else if (c == '/') {
      path += "~1";
    } else if (c == part_separator) {
      path += '/';
    } else {
      path += c;
    }
  }
}

void Differ::report(std::string_view part, std::string x, std::string y, double distance, std::size_t count) {
  if (full()) return;
  Difference difference{path_, std::move(x), std::move(y), distance, count};
  if (!part.empty()) append_part(difference.path, part);
  found.push_back(std::move(difference));
}

namespace {

/// A number of a file of floats with as many decimals as make it that float, not the double that a float happens to be.
std::string short_text(double value, const SkeletonData& data) {
  if (!data.single_precision || !(std::fabs(value) < 1e9)) return exact(value);
  double scale = 1;
  for (int decimals = 0; decimals <= 9; ++decimals, scale *= 10) {
    const auto read_back = static_cast<float>(std::round(value * scale) / scale);
    if (static_cast<double>(read_back) == value) return rounded(value, decimals);
  }
  return exact(value);
}

}  // namespace

void Differ::report_numbers(std::string_view part, double x, double y, std::size_t count) {
  std::string text_x = short_text(x, a), text_y = short_text(y, b);
  if (text_x == text_y) text_x = exact(x), text_y = exact(y);  // they do differ
  report(part, std::move(text_x), std::move(text_y), std::fabs(x - y), count);
}

void Differ::number(std::string_view part, double x, double y) {
  if (!alike(x, y)) report_numbers(part, x, y);
}

void Differ::text(std::string_view part, std::string_view x, std::string_view y) {
  if (x != y) report(part, json_text(x), json_text(y));
}

void Differ::boolean(std::string_view part, bool x, bool y) {
  if (x != y) report(part, x ? "true" : "false", y ? "true" : "false");
}

void Differ::color(std::string_view part, const Color& x, const Color& y) {
  const float channels_x[] = {x.r, x.g, x.b, x.a}, channels_y[] = {y.r, y.g, y.b, y.a};
  double distance = 0;
  bool same = true;
  for (int i = 0; i < 4; ++i) {
    const double p = double{channels_x[i]}, q = double{channels_y[i]};
    same = same && alike(p, q);
    distance = std::max(distance, std::fabs(p - q));
  }
  if (same) return;
  const auto list = [](const float* c) {
    std::string text = "[";
    for (int i = 0; i < 4; ++i) text += (i > 0 ? "," : "") + rounded(double{c[i]}, 6);
    return text + ']';
  };
  report(part, list(channels_x), list(channels_y), distance);
}

void Differ::lengths(std::string_view part, std::size_t x, std::size_t y) {
  if (x == y) return;
  const auto words = [](std::size_t n) { return "[" + std::to_string(n) + (n == 1 ? " element]" : " elements]"); };
  report(part, words(x), words(y));
}

void Differ::Farthest::report(Differ& differ, std::string_view part) const {
  if (count > 0) differ.report_numbers(part, x, y, count);
}

void Differ::number_repeats(std::vector<std::string>& names) {
  std::map<std::string, std::size_t> seen;
  for (std::string& name : names) {
    const std::size_t times = ++seen[name];
    if (times > 1) name += '#' + std::to_string(times);
  }
}

Matches Differ::match(const std::vector<std::string>& x, const std::vector<std::string>& y) {
  std::map<std::string_view, std::uint32_t> places;
  for (std::uint32_t j = 0; j < y.size(); ++j) places.emplace(y[j], j);
  std::vector<bool> taken(y.size());
  Matches matches;
  for (std::uint32_t i = 0; i < x.size(); ++i) {
    const auto place = places.find(x[i]);
    matches.emplace_back(i, place == places.end() ? no_index : place->second);
    if (place != places.end()) taken[place->second] = true;
  }
  for (std::uint32_t j = 0; j < y.size(); ++j) {
    if (!taken[j]) matches.emplace_back(no_index, j);
  }
  return matches;
}

void Differ::order(const std::vector<std::string>& x, const std::vector<std::string>& y, const Matches& matches) {
  std::vector<std::uint32_t> in_y;
  for (const auto& [i, j] : matches) {
    if (i != no_index && j != no_index) in_y.push_back(j);
  }
  if (std::is_sorted(in_y.begin(), in_y.end())) return;
  std::vector<std::uint32_t> sorted = in_y;
  std::sort(sorted.begin(), sorted.end());
  // The first place where the common ones do not go on alike.
  std::size_t at = 0;
  for (const auto& [i, j] : matches) {
    if (i == no_index || j == no_index) continue;
    if (j != sorted[at]) {
      return report("order", json_text(x[i]) + " comes next", json_text(y[sorted[at]]) + " comes next");
    }
    ++at;
  }
}

std::string_view bone_name(const SkeletonData& data, BoneIndex bone) {
  return bone ? data[bone].name : std::string_view{};
}

std::string_view slot_name(const SkeletonData& data, SlotIndex slot) {
  return slot ? data[slot].name : std::string_view{};
}

void diff_bone_lists(Differ& differ, std::string_view part, std::span<const BoneIndex> x,
                     std::span<const BoneIndex> y) {
  const bool same = std::equal(x.begin(), x.end(), y.begin(), y.end(),
                               [&](BoneIndex p, BoneIndex q) { return differ.a[p].name == differ.b[q].name; });
  if (same) return;
  differ.report(part, name_list(x, [&](BoneIndex p) { return differ.a[p].name; }),
                name_list(y, [&](BoneIndex q) { return differ.b[q].name; }));
}

}  // namespace sinew::inspect
