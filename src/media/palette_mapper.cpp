#include "media/palette_mapper.hpp"

#include <array>
#include <cmath>
#include <utility>

#include "media/blue_noise.hpp"

namespace sinew {

namespace {

// A colour so near to one of the palette is drawn plain: stray dots in a flat area show more than a shift of one level.
constexpr float plain_within = 1.0f;
// How much the unrest of a mixture counts against its wrong mean when the partner is chosen. 0 would mix black and
// white to any grey, 1 would never mix.
constexpr float unrest = 0.3f;
constexpr float miss_distance = 14.0f;

}  // namespace

PaletteMapper::PaletteMapper() : pairs_(std::size_t{1} << 21), thresholds_(BlueNoise::tile().ranks.data()) {}

void PaletteMapper::set_palette(std::vector<Rgb> palette) {
  palette_ = std::move(palette);
  points_.size = palette_.size();
  for (std::size_t i = 0; i < palette_.size(); ++i) points_.set(i, ColorPoint::from(palette_[i]));
  std::fill(pairs_.begin(), pairs_.end(), Pair{});
}

const PaletteMapper::Pair& PaletteMapper::pair_of(Rgb c) {
  const std::uint32_t cell = static_cast<std::uint32_t>(c.r >> 1) << 14 | static_cast<std::uint32_t>(c.g >> 1) << 7 |
                             static_cast<std::uint32_t>(c.b >> 1);
  Pair& pair = pairs_[cell];
  if (pair.known) return pair;
  const auto middle = [cell](unsigned shift) { return static_cast<float>((cell >> shift & 127u) << 1) + 0.5f; };
  const ColorPoint color = ColorPoint::from(middle(14), middle(7), middle(0));
  const std::size_t nearest = points_.nearest(color);
  const ColorPoint base = points_.at(nearest);
  const ColorPoint offset = color - base;
  // The partner's share is at most half. Where it is the nearest colour itself, 0, and the cost that of no mixture.
  std::array<float, 256> cost;
  for (std::size_t i = 0; i < points_.size; ++i) {
    const float dx = points_.x[i] - base.x, dy = points_.y[i] - base.y, dz = points_.z[i] - base.z;
    const float length = dx * dx + dy * dy + dz * dz;
    float share = (offset.x * dx + offset.y * dy + offset.z * dz) / (length + 1e-6f);
    // Clamped to 0 ... 0.5 by absolute values: comparisons would keep the compiler from vectorising the loop.
    share = 0.5f * (share + std::fabs(share));
    share = 0.5f * (share + 0.5f - std::fabs(share - 0.5f));
    const float rx = offset.x - dx * share, ry = offset.y - dy * share, rz = offset.z - dz * share;
    cost[i] = rx * rx + ry * ry + rz * rz + unrest * share * (1 - share) * length;
  }
  const std::size_t other = ColorColumns::smallest(cost, points_.size);
  pair.nearest = static_cast<std::uint8_t>(nearest);
  pair.other = cost[other] < cost[nearest] ? static_cast<std::uint8_t>(other) : pair.nearest;
  pair.known = true;
  return pair;
}

std::uint8_t PaletteMapper::index_of(Rgb color, std::size_t x, std::size_t y) {
  const Pair& pair = pair_of(color);
  if (pair.other == pair.nearest) return pair.nearest;
  const ColorPoint offset = ColorPoint::from(color) - points_.at(pair.nearest);
  const ColorPoint d = points_.at(pair.other) - points_.at(pair.nearest);
  const float along = offset.dot(d);
  const float length = d.dot(d);
  if (along * along < plain_within * plain_within * length) return pair.nearest;
  constexpr std::size_t mask = BlueNoise::side - 1;
  const float threshold = (static_cast<float>(thresholds_[(y & mask) * BlueNoise::side + (x & mask)]) + 0.5f) / 4096.0f;
  return along > threshold * length ? pair.other : pair.nearest;
}

PaletteFit PaletteMapper::fit(const std::vector<ColorHistogram::Entry>& entries) {
  PaletteFit fit;
  for (const ColorHistogram::Entry& entry : entries) {
    const ColorPoint d = entry.mean - points_.at(pair_of(entry.mean.to_rgb()).nearest);
    const float distance = d.dot(d);
    fit.error += entry.weight * distance;
    if (distance > miss_distance * miss_distance) fit.misses += entry.weight;
  }
  return fit;
}

}  // namespace sinew
