// Curves of 3.8 and older: one for all values of a key, in fractions of the time and of the change.
// Spec: skeleton-json.md 17.3, 17.4 and 18.1, step 6.
#include <array>

#include "formats/skeleton_json.hpp"

namespace sinew::skeleton_json {

namespace {

using Handles = std::array<double, 4>;

/// `curve`, `c2`, `c3`, `c4`; in files of 3.6 and 3.7 an array of the four. Nothing when the array is too short.
std::optional<Handles> read_handles(Reading& reading, const KeyNode& key) {
  JsonFields& json = reading.json;
  const JsonNode& curve = *key.curve_node;
  if (!curve.is(JsonType::array)) {
    return Handles{json.number(curve), json.number(*key.node, "c2", 0), json.number(*key.node, "c3", 1),
                   json.number(*key.node, "c4", 1)};
  }
  if (curve.size() != 4) {
    json.warn(curve, ErrorCode::bad_value,
              "Expected 4 numbers, found " + std::to_string(curve.size()) +
                  (curve.size() < 4 ? "; the key is linear." : "; the rest is left out."));
    if (curve.size() < 4) return std::nullopt;
  }
  Handles handles{};
  auto number = curve.begin();
  for (double& handle : handles) {
    handle = json.number(*number);
    ++number;
  }
  return handles;
}

}  // namespace

void read_old_curve(Reading& reading, const Timeline& timeline, std::size_t key, std::span<Bezier> beziers) {
  const double t1 = reading.keys[key].time, t2 = reading.keys[key + 1].time;
  const std::optional<Handles> handles = read_handles(reading, reading.keys[key]);
  for (std::size_t i = 0; i < beziers.size(); ++i) {
    const auto [v1, v2] = curve_ends(timeline, key, i);
    if (!handles) {
      beziers[i] = straight(t1, v1, t2, v2);
      continue;
    }
    const auto [x1, y1, x2, y2] = *handles;
    beziers[i] = {t1 + x1 * (t2 - t1), v1 + y1 * (v2 - v1), t1 + x2 * (t2 - t1), v1 + y2 * (v2 - v1)};
  }
}

}  // namespace sinew::skeleton_json
