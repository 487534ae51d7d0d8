// Curves as tables: the channels of time of an animation, and the values of its timelines along them.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "model/compile_animations.hpp"
#include "model/curve_pieces.hpp"
#include "model/sample_curves.hpp"

namespace sinew {

namespace {

std::uint64_t bits(double x) {
  std::uint64_t number;
  std::memcpy(&number, &x, sizeof number);
  return number;
}

/// Far from where differences and products overflow.
bool are_ordinary(std::span<const double> numbers) {
  constexpr double most = 1e290;
  auto all = absolute(splat(0)) < splat(most);
  std::size_t i = 0;
  for (; i + 2 <= numbers.size(); i += 2) all &= absolute(load2(numbers.data() + i)) < splat(most);
  return all[0] != 0 && all[1] != 0 && (i == numbers.size() || std::fabs(numbers[i]) < most);
}

bool is_ordinary(const Timeline& timeline) {
  static_assert(sizeof(Bezier) == 4 * sizeof(double));
  return are_ordinary(timeline.times) && are_ordinary(timeline.values) &&
         (timeline.beziers.empty() || are_ordinary({&timeline.beziers.front().cx1, timeline.beziers.size() * 4}));
}

/// How many channels timelines can have: one for each component.
std::size_t most_channels(std::span<const Timeline> timelines) {
  std::size_t most = 0;
  for (const Timeline& timeline : timelines) most += std::max<std::size_t>(timeline.components, 1);
  return most;
}

/// Of a hash table; at most half of them are taken.
std::size_t places_for(std::size_t channels) {
  std::size_t places = 16;
  while (places < channels * 2) places *= 2;
  return places;
}

class TrackCompiler {
 public:
  TrackCompiler(Arena& arena, AnimationProgram& program, TrackScratch& scratch, std::size_t most)
      : arena_(arena),
        program_(program),
        channels_(scratch.channels),
        sources_(scratch.sources),
        places_(scratch.places) {
    channels_.clear();
    sources_.clear();
    places_.assign(places_for(most), nobody);
  }

  const TimelineTracks* compile(const Timeline& timeline) {
    TimelineTracks& compiled = *arena_.make<TimelineTracks>();
    compiled.program = &program_;
    const bool deform = timeline.type == TimelineType::deform;
    const std::size_t n = timeline.components;
    const bool together = n < 2 || same_times_in_all(timeline);
    const std::span<ValueTrack> tracks = arena_.array<ValueTrack>(together ? 1 : n);
    for (std::size_t c = 0; c < tracks.size(); ++c) {
      ValueTrack& track = tracks[c];
      track.channel = channel_of(timeline, c);
      track.lanes = static_cast<std::uint32_t>(deform ? 2 : together ? n : 1);
      if (deform) {
        track.values = progress_of(timeline, channels_[track.channel].count);
      } else if (n != 0) {
        track.values = values_of(timeline, c, track.lanes, channels_[track.channel].count);
      }
    }
    compiled.tracks = tracks;
    // The flags of IK hold from key to key beside interpolated numbers.
    if (deform || timeline.type == TimelineType::ik) {
      compiled.keys = piece_keys(timeline, channels_[tracks[0].channel].count);
    }
    return &compiled;
  }

  void finish(double duration) {
    program_.channels = arena_.copy(std::span<const TimeChannel>(channels_));
    const std::size_t count = channels_.size();
    if (count > AnimationProgram::most_channels) return;
    static constexpr std::uint32_t nothing[1] = {};
    program_.cells = nothing;
    if (count == 0) return;
    std::size_t all = 0, most = 0;
    for (const TimeChannel& channel : channels_) {
      all += channel.count;
      most = std::max<std::size_t>(most, channel.count);
    }
    // About one start a cell; half the memory that the starts themselves take.
    std::size_t cells = std::clamp<std::size_t>(all / count, 1, std::max<std::size_t>(most, 1));
    cells = std::min<std::size_t>(cells, std::size_t{1} << 24);
    double per_second = static_cast<double>(cells) / duration;
    if (!(duration > 0 && per_second < 1e300)) {
      cells = 1;
      per_second = 0;
    }
    const auto last = static_cast<double>(cells - 1);
    // Where a channel's first start in each cell or behind it is: as many starts lie in the cells before.
    const std::span<std::uint32_t> rows = arena_.room<std::uint32_t>((cells + 1) * count);
    std::fill(rows.begin(), rows.end(), 0u);
    for (std::size_t k = 0; k < count; ++k) {
      count_starts(channels_[k], per_second, last, rows.data() + count + k, count, four_);
    }
    for (std::size_t i = count; i < rows.size(); ++i) rows[i] += rows[i - count];
    program_.cells = rows.data();
    program_.cells_per_second = per_second;
    program_.last_cell = last;
  }

 private:
  static constexpr std::uint32_t nobody = 0xffffffffu;

  static bool same_times_in_all(const Timeline& timeline) {
    for (std::size_t key = 0; key < timeline.times.size(); ++key) {
      if (curve_from(timeline, key) != Curve::bezier) continue;
      const Bezier& first = handles_of(timeline, key, 0);
      for (std::size_t c = 1; c < timeline.components; ++c) {
        const Bezier& other = handles_of(timeline, key, c);
        if (first.cx1 != other.cx1 || first.cx2 != other.cx2) return false;
      }
    }
    return true;
  }

  static bool same_times(const Timeline& a, std::size_t component_a, const Timeline& b, std::size_t component_b) {
    const std::size_t keys = a.times.size();
    if (b.times.size() != keys || !std::equal(a.times.begin(), a.times.end(), b.times.begin())) return false;
    for (std::size_t key = 0; key < keys; ++key) {
      const Curve kind = curve_from(a, key);
      if (curve_from(b, key) != kind) return false;
      if (kind != Curve::bezier) continue;
      const Bezier &p = handles_of(a, key, component_a), &q = handles_of(b, key, component_b);
      if (p.cx1 != q.cx1 || p.cx2 != q.cx2) return false;
    }
    return true;
  }

  static std::uint64_t hash_of(const Timeline& timeline, std::size_t component) {
    std::uint64_t hash = timeline.times.size();
    for (std::size_t key = 0; key < timeline.times.size(); ++key) {
      const Curve kind = curve_from(timeline, key);
      std::uint64_t number = bits(timeline.times[key] + 0.0) + static_cast<std::uint64_t>(kind);
      if (kind == Curve::bezier) {
        const std::uint64_t handle = bits(handles_of(timeline, key, component).cx1 + 0.0);
        number ^= handle << 23 | handle >> 41;
      }
      hash = (hash ^ number ^ hash >> 29) * 0x9e3779b97f4a7c15u;
    }
    return hash ^ hash >> 32;
  }

  std::uint32_t channel_of(const Timeline& timeline, std::size_t component) {
    const std::uint64_t hash = hash_of(timeline, component);
    std::size_t place = static_cast<std::size_t>(hash) & (places_.size() - 1);
    for (; places_[place] != nobody; place = (place + 1) & (places_.size() - 1)) {
      const TrackScratch::Source& source = sources_[places_[place]];
      if (source.hash == hash && same_times(*source.timeline, source.component, timeline, component)) {
        return places_[place];
      }
    }
    places_[place] = static_cast<std::uint32_t>(channels_.size());
    sources_.push_back({&timeline, component, hash});
    channels_.push_back(make_channel(timeline, component));
    return places_[place];
  }

  TimeChannel make_channel(const Timeline& timeline, std::size_t component) {
    const std::size_t count = count_pieces(timeline);
    const std::span<double> starts = arena_.room<double>(count + TimeChannel::padding);
    const std::span<Piece> pieces = arena_.room<Piece>(count + 1);
    pieces[0] = {};
    sample_times(timeline, component, starts.data(), pieces.data() + 1, four_);
    for (std::size_t i = 0; i < TimeChannel::padding; ++i) starts[count + i] = std::numeric_limits<double>::quiet_NaN();
    return {starts.data(), pieces.data(), static_cast<std::uint32_t>(count)};
  }

  /// The values of `lanes` components from `first` on; before all pieces and behind them, too.
  const double* values_of(const Timeline& timeline, std::size_t first, std::size_t lanes, std::size_t pieces) {
    const std::span<double> values = arena_.room<double>((pieces + 2) * lanes);
    for (std::size_t lane = 0; lane < lanes; ++lane) values[lane] = neutral(timeline, first + lane);
    sample_values(timeline, first, lanes, values.data() + lanes, four_);
    double* const end = values.data() + (pieces + 1) * lanes;
    std::copy(end - lanes, end, end);
    return values.data();
  }

  /// What leaves the setup pose as it is.
  static double neutral(const Timeline& timeline, std::size_t component) {
    switch (timeline.type) {
      case TimelineType::scale:
      case TimelineType::scale_x:
      case TimelineType::scale_y:
        return 1;
      case TimelineType::rotate:
      case TimelineType::translate:
      case TimelineType::translate_x:
      case TimelineType::translate_y:
      case TimelineType::shear:
      case TimelineType::shear_x:
      case TimelineType::shear_y:
        return 0;
      default:
        return timeline.values[component];
    }
  }

  const double* progress_of(const Timeline& timeline, std::size_t pieces) {
    const std::span<double> values = arena_.room<double>((pieces + 1) * 2);
    values[0] = values[1] = 0;
    sample_progress(timeline, values.data() + 2, four_);
    return values.data();
  }

  const std::uint32_t* piece_keys(const Timeline& timeline, std::size_t pieces) {
    const std::span<std::uint32_t> of = arena_.room<std::uint32_t>(pieces + 1);
    std::size_t at = 0;
    of[at++] = 0;
    for (std::uint32_t key = 0; key < timeline.times.size(); ++key) {
      const std::size_t count = curve_from(timeline, key) == Curve::bezier ? pieces_of_bezier : 1;
      for (std::size_t i = 0; i < count; ++i) of[at++] = key;
    }
    return of.data();
  }

  Arena& arena_;
  AnimationProgram& program_;
  bool four_ = has_four_lanes();
  ScratchVector<TimeChannel>& channels_;
  ScratchVector<TrackScratch::Source>& sources_;
  ScratchVector<std::uint32_t>& places_;
};

}  // namespace

void TrackScratch::reserve(std::span<const Animation> animations) {
  std::size_t most = 0;
  for (const Animation& animation : animations) most = std::max(most, most_channels(animation.timelines));
  channels.reserve(most);
  sources.reserve(most);
  places.reserve(places_for(most));
}

void compile_tracks(Arena& arena, std::span<Timeline> timelines, double duration, AnimationProgram& program,
                    TrackScratch& scratch) {
  TrackCompiler compiler(arena, program, scratch, most_channels(timelines));
  for (Timeline& timeline : timelines) {
    const bool sampled = timeline.type != TimelineType::event && timeline.type != TimelineType::physics_reset;
    timeline.tracks = sampled && is_ordinary(timeline) ? compiler.compile(timeline) : nullptr;
  }
  compiler.finish(duration);
}

}  // namespace sinew
