#include "media/palette_mapper.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "media/blue_noise.hpp"

namespace sinew {

namespace {

// A colour so near to one of the palette is drawn plain: stray dots in a flat area show more than a shift of one level.
constexpr float plain_within = 1.0f;
// How much the unrest of a mixture (the variance of its dots) counts against its wrong mean. 0 would mix black and
// white to any grey, 1 would never mix. Less than 0.3 makes pictures that are seen a little blurred hardly better, and
// the dots more visible.
constexpr float unrest = 0.3f;

}  // namespace

PaletteMapper::PaletteMapper() : mixtures_(std::size_t{1} << 21) {
  for (const std::uint16_t rank : BlueNoise::tile().ranks) {
    thresholds_.push_back(static_cast<std::uint8_t>(std::size_t{rank} * 255 / BlueNoise::tile().ranks.size()));
  }
}

void PaletteMapper::set_palette(std::vector<Rgb> palette) {
  palette_ = std::move(palette);
  points_.size = palette_.size();
  for (std::size_t i = 0; i < palette_.size(); ++i) points_.set(i, ColorPoint::from(palette_[i]));
  std::fill(mixtures_.begin(), mixtures_.end(), Mixture{});
}

/// What brings `mixed`, whose dots vary by `variance`, nearest to `color`. A share of 0: nothing does.
PaletteMapper::Part PaletteMapper::best_partner(ColorPoint color, ColorPoint mixed, float variance) const {
  const ColorPoint offset = color - mixed;
  const auto share_of = [&offset](float dx, float dy, float dz, float length) {
    const float share = (offset.x * dx + offset.y * dy + offset.z * dz) / (length + 1e-6f);
    // Clamped to 0 ... 0.5 by absolute values: comparisons would keep the compiler from vectorising the loop.
    const float positive = 0.5f * (share + std::fabs(share));
    return 0.5f * (positive + 0.5f - std::fabs(positive - 0.5f));
  };
  std::array<float, 256> cost;
  for (std::size_t i = 0; i < points_.size; ++i) {
    const float dx = points_.x[i] - mixed.x, dy = points_.y[i] - mixed.y, dz = points_.z[i] - mixed.z;
    const float length = dx * dx + dy * dy + dz * dz;
    const float share = share_of(dx, dy, dz, length);
    const float rx = offset.x - dx * share, ry = offset.y - dy * share, rz = offset.z - dz * share;
    cost[i] = rx * rx + ry * ry + rz * rz + unrest * (1 - share) * (share * length + variance);
  }
  const std::size_t best = ColorColumns::smallest(cost, points_.size);
  if (cost[best] >= offset.dot(offset) + unrest * variance) return {};
  const ColorPoint d = points_.at(best) - mixed;
  return {best, share_of(d.x, d.y, d.z, d.dot(d))};
}

const PaletteMapper::Mixture& PaletteMapper::mixture_of(Rgb c) {
  const std::uint32_t cell = static_cast<std::uint32_t>(c.r >> 1) << 14 | static_cast<std::uint32_t>(c.g >> 1) << 7 |
                             static_cast<std::uint32_t>(c.b >> 1);
  Mixture& mixture = mixtures_[cell];
  if (mixture.known) return mixture;
  const auto middle = [cell](unsigned shift) { return static_cast<float>((cell >> shift & 127u) << 1) + 0.5f; };
  const ColorPoint color = ColorPoint::from(middle(14), middle(7), middle(0));

  const std::size_t nearest = points_.nearest(color);
  std::array<Part, 3> parts = {Part{nearest, 1}, Part{nearest, 0}, Part{nearest, 0}};
  const ColorPoint offset = color - points_.at(nearest);
  if (offset.dot(offset) > plain_within * plain_within) {
    parts[1] = best_partner(color, points_.at(nearest), 0);
    const ColorPoint d = points_.at(parts[1].color) - points_.at(nearest);
    const float variance = parts[1].share * (1 - parts[1].share) * d.dot(d);
    if (parts[1].share > 0) parts[2] = best_partner(color, points_.at(nearest) + d * parts[1].share, variance);
    parts[1].share *= 1 - parts[2].share;
    parts[0].share = 1 - parts[1].share - parts[2].share;
  }
  // From dark to light, so that neighbouring colours have neighbouring patterns.
  const auto lightness = [this](const Part& part) {
    return 3 * palette_[part.color].r + 6 * palette_[part.color].g + palette_[part.color].b;
  };
  std::sort(parts.begin(), parts.end(), [&](const Part& a, const Part& b) { return lightness(a) < lightness(b); });
  float sum = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    mixture.colors[i] = static_cast<std::uint8_t>(parts[i].color);
    sum += parts[i].share;
    if (i < 2) mixture.limits[i] = static_cast<std::uint8_t>(std::lround(255 * sum));
  }
  mixture.known = true;
  return mixture;
}

std::uint8_t PaletteMapper::index_of(Rgb color, std::size_t x, std::size_t y) {
  const Mixture& mixture = mixture_of(color);
  const std::uint8_t threshold = thresholds_[y % BlueNoise::side * BlueNoise::side + x % BlueNoise::side];
  if (threshold < mixture.limits[0]) return mixture.colors[0];
  return threshold < mixture.limits[1] ? mixture.colors[1] : mixture.colors[2];
}

float PaletteMapper::misfit(const std::vector<ColorHistogram::Entry>& entries) const {
  double sum = 0;
  for (const ColorHistogram::Entry& entry : entries) {
    const ColorPoint d = entry.mean - points_.at(points_.nearest(entry.mean));
    const auto squared = static_cast<double>(d.dot(d));
    sum += static_cast<double>(entry.weight) * squared * squared;
  }
  return static_cast<float>(std::sqrt(std::sqrt(sum)));
}

}  // namespace sinew
