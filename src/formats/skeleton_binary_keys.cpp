// What the keys of all timelines have in common: times and curves. Spec: skeleton-binary.md 11.1 and 16.
#include <algorithm>

#include "formats/skeleton_binary.hpp"

namespace sinew::skeleton_binary {

KeyReader::KeyReader(Reading& reading, TimelineType type, std::size_t least, std::uint8_t curves_per_key)
    : reading_(reading), per_key_(curves_per_key), old_(reading.before(FormatVersion::v4_0)) {
  const std::size_t at = reading.in.offset();
  size_ = reading.count(least);
  if (size_ == 0 && per_key_ != 0) {
    reading.fail(at, ErrorCode::bad_value, "A timeline of this kind has at least one key, but this one has none.");
  }
  Timeline& timeline = reading.timelines.emplace_back();
  timeline.type = type;
  timeline.curves_per_key = per_key_;
  times_ = reading.arena.room<double>(size_);
  timeline.times = times_;
  if (per_key_ == 0) return;
  if (old_) {
    reading.normalised.clear();
    reading.normalised.reserve(64);
    return;
  }
  bezier_count_offset_ = reading.in.offset();
  const std::uint32_t beziers = reading.count(16);
  if (size_ != 0 && beziers > (size_ - std::uint64_t{1}) * per_key_) {
    reading.fail(bezier_count_offset_, ErrorCode::bad_value,
                 std::to_string(size_) + " keys cannot have " + std::to_string(beziers) + " curves.");
  }
  if (!reading.failed()) beziers_ = reading.arena.room<Bezier>(beziers);
}

void KeyReader::fail_order(std::size_t at) {
  reading_.fail(at, ErrorCode::bad_order, "The time of this key is before that of the key before it.");
}

void KeyReader::fail_count() {
  reading_.fail(
      bezier_count_offset_, ErrorCode::bad_value,
      "The keys that follow have more curves than the " + std::to_string(beziers_.size()) + " that are given here.");
}

void KeyReader::start_curves() {
  curves_ = reading_.arena.room<std::uint32_t>(size_);
  std::fill(curves_.begin(), curves_.end(), Timeline::kLinear);
}

/// Before 4.0: a curve stands with the key from which it starts.
void KeyReader::read_old_curve(std::uint32_t key) {
  if (key + 1 >= size_) return;
  const std::size_t at = reading_.in.offset();
  const std::uint8_t kind = reading_.in.u8();
  if (kind == 1) {
    curves()[key] = Timeline::kStepped;
  } else if (kind == 2) {
    curves()[key] = static_cast<std::uint32_t>(reading_.normalised.size() * per_key_);
    Bezier& bezier = reading_.normalised.emplace_back();
    bezier.cx1 = reading_.number();
    bezier.cy1 = reading_.number();
    bezier.cx2 = reading_.number();
    bezier.cy2 = reading_.number();
  } else {
    reading_.choice_number(at, kind, 3, "curve");
  }
}

/// 3.8 has one curve for all components, in fractions of the way from key to key.
void KeyReader::finish_normalised() {
  const std::span<Bezier> beziers = reading_.arena.room<Bezier>(reading_.normalised.size() * per_key_);
  const Timeline& line = timeline();
  for (std::size_t key = 0; key + 1 < size_; ++key) {
    if (curves_[key] == Timeline::kLinear || curves_[key] == Timeline::kStepped) continue;
    const Bezier& from = reading_.normalised[curves_[key] / per_key_];
    const double t1 = times_[key], t = times_[key + 1] - t1;
    for (std::size_t c = 0; c < per_key_; ++c) {
      const bool deform = line.components == 0;
      const double v1 = deform ? 0 : line.values[key * line.components + c];
      const double v = deform ? 1 : line.values[(key + 1) * line.components + c] - v1;
      beziers[curves_[key] + c] = {t1 + from.cx1 * t, v1 + from.cy1 * v, t1 + from.cx2 * t, v1 + from.cy2 * v};
    }
  }
  beziers_ = beziers;
  used_ = beziers.size();
}

bool KeyReader::finish() {
  if (reading_.failed()) return false;
  if (old_ && !reading_.normalised.empty()) finish_normalised();
  if (used_ != beziers_.size()) {
    reading_.fail(bezier_count_offset_, ErrorCode::bad_value,
                  "The keys that follow have " + std::to_string(used_) + " curves, not the " +
                      std::to_string(beziers_.size()) + " that are given here.");
    return false;
  }
  timeline().curves = curves_;
  timeline().beziers = beziers_;
  return true;
}

}  // namespace sinew::skeleton_binary
