#include "media/steady_palette.hpp"

#include <utility>

namespace sinew {

using Entry = ColorHistogram::Entry;

std::size_t SteadyPalette::ExactColors::slot_of(Rgb color) const noexcept {
  const std::uint32_t key =
      static_cast<std::uint32_t>(color.r) << 16 | static_cast<std::uint32_t>(color.g) << 8 | color.b;
  std::size_t slot = key * 2654435761u >> 22;
  while (slots_[slot] >= 0 && !(colors_[static_cast<std::size_t>(slots_[slot])] == color))
    slot = (slot + 1) % slots_.size();
  return slot;
}

void SteadyPalette::ExactColors::add(Rgb color) {
  if (!usable_) return;
  const std::size_t slot = slot_of(color);
  if (slots_[slot] >= 0) return;
  if (colors_.size() == max_size) {
    usable_ = false;
    return;
  }
  slots_[slot] = static_cast<std::int16_t>(colors_.size());
  colors_.push_back(color);
}

void SteadyPalette::begin_frame() {
  histogram_.clear();
}

void SteadyPalette::add(Rgb color, std::uint32_t count) {
  exact_.add(color);
  histogram_.add(color, count);
}

bool SteadyPalette::end_frame() {
  const std::vector<Entry> entries = histogram_.entries();
  if (entries.empty() && has_palette_) return false;  // nothing to see, whatever the palette
  for (const Entry& entry : entries) past_.add(entry.mean.to_rgb(), double(entry.weight));
  if (exact_.usable()) {
    const bool grown = !has_palette_ || exact_.colors().size() != colors().size();
    if (grown) mapper_.set_palette(exact_.colors().empty() ? std::vector<Rgb>{Rgb{}} : exact_.colors());
    has_palette_ = true;
    expected_misfit_ = 0;
    return grown;
  }

  const float misfit = has_palette_ ? mapper_.misfit(entries) : 0;
  // With these margins a thing of 7 x 7 pixels in a character of 500 x 500 that the palette misses by 60 levels counts,
  // and the mixed colours along the edges of moving things, which are a little different in every frame, do not.
  bool changed = !has_palette_ || misfit > 1.5f * expected_misfit_ + 1.0f;
  if (changed) {
    ColorHistogram both;
    for (const Entry& entry : entries) both.add(entry.mean.to_rgb(), double(entry.weight));
    for (const Entry& entry : past_.entries()) both.add(entry.mean.to_rgb(), double(entry.weight));
    std::vector<Rgb> old = colors();
    mapper_.set_palette(make_palette(both.entries(), max_size, old));
    expected_misfit_ = mapper_.misfit(entries);
    if (has_palette_ && expected_misfit_ > 0.85f * misfit) {
      // Nothing much better is to be had: keep it, and hold later frames against that.
      mapper_.set_palette(std::move(old));
      expected_misfit_ = misfit;
      changed = false;
    }
    has_palette_ = true;
  }
  return changed;
}

}  // namespace sinew
