#include "media/color_quantizer.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <utility>

namespace sinew {

namespace {

using Entry = ColorHistogram::Entry;
using Members = std::vector<std::uint32_t>;  // positions in the list of entries

struct Cluster {
  Members members;
  double weight = 0;
  std::array<double, 3> mean = {};
  // The best way to split it: what the squared error falls by, and the two halves' members in order.
  double gain = 0;
  std::size_t cut = 0;
};

std::array<double, 3> coordinates(const ColorPoint& p) {
  return {double(p.x), double(p.y), double(p.z)};
}

/// What joining two clusters adds to the squared error (Ward); also what separating them takes away.
double merge_cost(double weight_a, const std::array<double, 3>& a, double weight_b, const std::array<double, 3>& b) {
  double distance = 0;
  for (std::size_t i = 0; i < 3; ++i) distance += (a[i] - b[i]) * (a[i] - b[i]);
  return weight_a * weight_b / (weight_a + weight_b) * distance;
}

/// The direction in which a cluster is longest, by power iteration on its covariance.
std::array<double, 3> main_axis(const Cluster& cluster, const std::vector<Entry>& entries) {
  std::array<std::array<double, 3>, 3> covariance = {};
  for (const std::uint32_t m : cluster.members) {
    const std::array<double, 3> p = coordinates(entries[m].mean);
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) {
        covariance[i][j] += double(entries[m].weight) * (p[i] - cluster.mean[i]) * (p[j] - cluster.mean[j]);
      }
    }
  }
  std::size_t longest = 0;
  for (std::size_t i = 1; i < 3; ++i) {
    if (covariance[i][i] > covariance[longest][longest]) longest = i;
  }
  std::array<double, 3> axis = covariance[longest];
  for (int step = 0; step < 12; ++step) {
    const double length = std::sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    if (length < 1e-300) return {1, 0, 0};
    std::array<double, 3> next = {};
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) next[i] += covariance[i][j] * axis[j] / length;
    }
    axis = next;
  }
  return axis;
}

/// Fills in all that depends on the members: weight, mean, the best split.
void measure(Cluster& cluster, const std::vector<Entry>& entries) {
  cluster.weight = 0;
  cluster.mean = {};
  for (const std::uint32_t m : cluster.members) {
    const std::array<double, 3> p = coordinates(entries[m].mean);
    cluster.weight += double(entries[m].weight);
    for (std::size_t i = 0; i < 3; ++i) cluster.mean[i] += double(entries[m].weight) * p[i];
  }
  for (double& value : cluster.mean) value /= cluster.weight;
  cluster.gain = 0;
  cluster.cut = 0;
  if (cluster.members.size() < 2) return;

  const std::array<double, 3> axis = main_axis(cluster, entries);
  std::vector<std::pair<double, std::uint32_t>> order;
  order.reserve(cluster.members.size());
  for (const std::uint32_t m : cluster.members) {
    const std::array<double, 3> p = coordinates(entries[m].mean);
    order.emplace_back(p[0] * axis[0] + p[1] * axis[1] + p[2] * axis[2], m);
  }
  std::sort(order.begin(), order.end());
  double weight = 0;
  std::array<double, 3> sum = {};
  for (std::size_t k = 0; k < order.size(); ++k) {
    cluster.members[k] = order[k].second;
    if (k > 0) {
      const double rest = cluster.weight - weight;
      std::array<double, 3> left = {}, right = {};
      for (std::size_t i = 0; i < 3; ++i) {
        left[i] = sum[i] / weight;
        right[i] = (cluster.mean[i] * cluster.weight - sum[i]) / rest;
      }
      const double gain = rest > 0 ? merge_cost(weight, left, rest, right) : 0;
      if (gain > cluster.gain) {
        cluster.gain = gain;
        cluster.cut = k;
      }
    }
    const Entry& entry = entries[order[k].second];
    const std::array<double, 3> p = coordinates(entry.mean);
    weight += double(entry.weight);
    for (std::size_t i = 0; i < 3; ++i) sum[i] += double(entry.weight) * p[i];
  }
}

std::size_t best_to_split(const std::vector<Cluster>& clusters) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < clusters.size(); ++i) {
    if (clusters[i].gain > clusters[best].gain) best = i;
  }
  return best;
}

void split(std::vector<Cluster>& clusters, std::size_t which, const std::vector<Entry>& entries) {
  const auto middle = clusters[which].members.begin() + static_cast<std::ptrdiff_t>(clusters[which].cut);
  Cluster half;
  half.members.assign(middle, clusters[which].members.end());
  clusters[which].members.erase(middle, clusters[which].members.end());
  measure(half, entries);
  measure(clusters[which], entries);
  clusters.push_back(std::move(half));
}

struct Merge {
  std::size_t a = 0, b = 0;
  double cost = std::numeric_limits<double>::infinity();
};

Merge cheapest_merge(const std::vector<Cluster>& clusters) {
  Merge best;
  for (std::size_t i = 0; i < clusters.size(); ++i) {
    for (std::size_t j = i + 1; j < clusters.size(); ++j) {
      const double cost = merge_cost(clusters[i].weight, clusters[i].mean, clusters[j].weight, clusters[j].mean);
      if (cost < best.cost) best = {i, j, cost};
    }
  }
  return best;
}

std::vector<Members> assign(const ColorColumns& centres, const std::vector<Entry>& entries) {
  std::vector<Members> members(centres.size);
  for (std::uint32_t i = 0; i < entries.size(); ++i) members[centres.nearest(entries[i].mean)].push_back(i);
  return members;
}

std::vector<Cluster> clusters_of(const std::vector<Rgb>& palette, const std::vector<Entry>& entries) {
  ColorColumns centres;
  centres.size = palette.size();
  for (std::size_t i = 0; i < palette.size(); ++i) centres.set(i, ColorPoint::from(palette[i]));
  std::vector<Cluster> clusters;
  for (Members& members : assign(centres, entries)) {
    if (members.empty()) continue;
    clusters.emplace_back();
    clusters.back().members = std::move(members);
    measure(clusters.back(), entries);
  }
  return clusters;
}

/// The colour of a cluster: its mean, or the colour that more than half of its pixels have. A flat area thus gets its
/// very colour, not one pulled aside by its smooth edges.
ColorPoint colour_of(const Members& members, const std::vector<Entry>& entries) {
  double weight = 0, heaviest = 0;
  std::array<double, 3> sum = {};
  std::uint32_t main = 0;
  for (const std::uint32_t m : members) {
    const double w = double(entries[m].weight);
    const std::array<double, 3> p = coordinates(entries[m].mean);
    for (std::size_t i = 0; i < 3; ++i) sum[i] += w * p[i];
    weight += w;
    if (w > heaviest) {
      heaviest = w;
      main = m;
    }
  }
  if (heaviest * 2 > weight) return entries[main].mean;
  return {static_cast<float>(sum[0] / weight), static_cast<float>(sum[1] / weight),
          static_cast<float>(sum[2] / weight)};
}

}  // namespace

Rgb ColorPoint::to_rgb() const noexcept {
  const auto level = [](float value) { return static_cast<std::uint8_t>(std::clamp(value + 0.5f, 0.0f, 255.0f)); };
  return {level(x / 0.816f), level(y / 1.155f), level(z)};
}

std::size_t ColorColumns::smallest(const std::array<float, 256>& values, std::size_t size) noexcept {
  // Floats of one sign sort like their bits. With the position in the lowest ones a plain minimum finds it, which
  // the compiler vectorises: three times as fast as comparing one by one.
  std::array<std::int32_t, 256> keys;
  std::memcpy(keys.data(), values.data(), sizeof keys);
  std::int32_t best = std::numeric_limits<std::int32_t>::max();
  for (std::size_t i = 0; i < size; ++i) {
    const std::int32_t key = (keys[i] & ~0xff) | static_cast<std::int32_t>(i);
    best = key < best ? key : best;
  }
  return static_cast<std::size_t>(best & 0xff);
}

std::size_t ColorColumns::nearest(const ColorPoint& p) const noexcept {
  std::array<float, 256> distance;
  for (std::size_t i = 0; i < size; ++i) {
    const float dx = x[i] - p.x, dy = y[i] - p.y, dz = z[i] - p.z;
    distance[i] = dx * dx + dy * dy + dz * dz;
  }
  return smallest(distance, size);
}

ColorHistogram::ColorHistogram() : slots_(std::size_t{1} << 16) {}

void ColorHistogram::clear() {
  std::fill(slots_.begin(), slots_.end(), Cell{});
  used_ = 0;
  // The cells stay as coarse as they had to become: the next frame has about as many colours.
}

ColorHistogram::Cell& ColorHistogram::cell_of(Rgb color) {
  const auto upper = [this](std::uint8_t level) { return static_cast<std::uint32_t>(level >> dropped_bits_); };
  const std::uint32_t key = upper(color.r) << 16 | upper(color.g) << 8 | upper(color.b);
  std::size_t slot = key * 2654435761u >> 16;
  while (slots_[slot].weight > 0 && slots_[slot].key != key) slot = (slot + 1) % slots_.size();
  slots_[slot].key = key;
  return slots_[slot];
}

void ColorHistogram::add(Rgb color, double weight) {
  Cell* cell = &cell_of(color);
  if (cell->weight == 0 && ++used_ > slots_.size() / 2) {
    coarsen();
    cell = &cell_of(color);
    if (cell->weight == 0) ++used_;
  }
  cell->weight += weight;
  cell->r += weight * color.r;
  cell->g += weight * color.g;
  cell->b += weight * color.b;
}

void ColorHistogram::coarsen() {
  std::vector<Cell> old(slots_.size());
  old.swap(slots_);
  used_ = 0;
  ++dropped_bits_;
  for (const Cell& from : old) {
    if (from.weight == 0) continue;
    const auto level = [&](double sum) { return static_cast<std::uint8_t>(sum / from.weight); };
    Cell& to = cell_of({level(from.r), level(from.g), level(from.b)});
    if (to.weight == 0) ++used_;
    to.weight += from.weight;
    to.r += from.r;
    to.g += from.g;
    to.b += from.b;
  }
}

std::vector<ColorHistogram::Entry> ColorHistogram::entries() const {
  std::vector<Entry> list;
  list.reserve(used_);
  double total = 0;
  for (const Cell& cell : slots_) total += cell.weight;
  for (const Cell& cell : slots_) {
    if (cell.weight == 0) continue;
    const auto channel = [&](double sum) { return static_cast<float>(sum / cell.weight); };
    list.push_back(
        {ColorPoint::from(channel(cell.r), channel(cell.g), channel(cell.b)), static_cast<float>(cell.weight / total)});
  }
  return list;
}

std::vector<Rgb> make_palette(std::vector<Entry> entries, std::size_t size, const std::vector<Rgb>& previous) {
  size = std::min<std::size_t>(size, 256);
  if (entries.empty() || size == 0) return {};
  // Small things must not lose their colours to large ones of many shades.
  for (Entry& entry : entries) entry.weight = std::pow(entry.weight, 0.9f);
  std::vector<Cluster> clusters;
  if (previous.empty()) {
    clusters.emplace_back();
    clusters[0].members.resize(entries.size());
    std::iota(clusters[0].members.begin(), clusters[0].members.end(), 0u);
    measure(clusters[0], entries);
  } else {
    clusters = clusters_of(previous, entries);
  }
  while (clusters.size() < size) {
    const std::size_t which = best_to_split(clusters);
    if (clusters[which].gain <= 0) break;  // every entry has a colour of its own
    split(clusters, which, entries);
  }
  for (std::size_t exchange = 0; exchange < size && clusters.size() > 1; ++exchange) {
    const Merge merge = cheapest_merge(clusters);
    const std::size_t which = best_to_split(clusters);
    // The margin keeps clusters from moving for nothing.
    if (which == merge.a || which == merge.b || clusters[which].gain < 1.2 * merge.cost) break;
    split(clusters, which, entries);
    Cluster& into = clusters[merge.a];
    const Members& from = clusters[merge.b].members;
    into.members.insert(into.members.end(), from.begin(), from.end());
    measure(into, entries);
    clusters.erase(clusters.begin() + static_cast<std::ptrdiff_t>(merge.b));
  }

  ColorColumns centres;
  centres.size = clusters.size();
  for (std::size_t i = 0; i < clusters.size(); ++i) centres.set(i, colour_of(clusters[i].members, entries));
  for (int round = 0; round < 4; ++round) {
    const std::vector<Members> members = assign(centres, entries);
    for (std::size_t i = 0; i < members.size(); ++i) {
      if (!members[i].empty()) centres.set(i, colour_of(members[i], entries));
    }
  }
  std::vector<Rgb> palette;
  for (std::size_t i = 0; i < centres.size; ++i) {
    const Rgb color = ColorPoint{centres.x[i], centres.y[i], centres.z[i]}.to_rgb();
    if (std::find(palette.begin(), palette.end(), color) == palette.end()) palette.push_back(color);
  }
  return palette;
}

}  // namespace sinew
