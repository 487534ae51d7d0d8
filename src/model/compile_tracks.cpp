// Curves as tables: the channels of time of an animation, and the values of its timelines along them.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "model/compile_animations.hpp"
#include "model/curve_pieces.hpp"

namespace sinew {

namespace {

constexpr std::size_t pieces_of_bezier = 10;

std::uint64_t bits(double x) {
  std::uint64_t number;
  std::memcpy(&number, &x, sizeof number);
  return number;
}

/// The next larger number.
double next_after(double x) {
  std::uint64_t number = bits(x);
  if (x > 0) {
    ++number;
  } else {
    number = x == 0 ? 1 : number - 1;
  }
  std::memcpy(&x, &number, sizeof x);
  return x;
}

/// Far from where differences and products overflow.
bool is_ordinary(double x) {
  return std::fabs(x) < 1e290;
}

bool are_ordinary(std::span<const double> numbers) {
  return std::all_of(numbers.begin(), numbers.end(), is_ordinary);
}

bool is_ordinary(const Timeline& timeline) {
  return are_ordinary(timeline.times) && are_ordinary(timeline.values) &&
         std::all_of(timeline.beziers.begin(), timeline.beziers.end(), [](const Bezier& b) {
           return is_ordinary(b.cx1) && is_ordinary(b.cy1) && is_ordinary(b.cx2) && is_ordinary(b.cy2);
         });
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
        track.values = sample_progress(timeline, channels_[track.channel].count);
      } else if (n != 0) {
        track.values = sample_values(timeline, c, track.lanes, channels_[track.channel].count);
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
    const std::span<std::uint32_t> rows = arena_.room<std::uint32_t>((cells + 1) * count);
    for (std::size_t k = 0; k < count; ++k) {
      const TimeChannel& channel = channels_[k];
      std::uint32_t* row = rows.data() + k;
      std::uint32_t next = 0;
      for (std::uint32_t i = 0; i < channel.count; ++i) {
        const std::uint32_t cell = cell_of(channel.starts[i], per_second, last);
        for (; next <= cell; ++next, row += count) *row = i;
      }
      for (; next <= cells; ++next, row += count) *row = channel.count;
    }
    program_.cells = rows.data();
    program_.cells_per_second = per_second;
    program_.last_cell = last;
  }

 private:
  static constexpr std::uint32_t nobody = 0xffffffffu;

  static const Bezier& bezier(const Timeline& timeline, std::size_t key, std::size_t component) {
    return timeline.beziers[timeline.curves[key] + component];
  }

  /// How a key goes on; the last one holds.
  static Curve curve(const Timeline& timeline, std::size_t key) {
    if (key + 1 == timeline.times.size() || timeline.curves_per_key == 0) return Curve::stepped;
    return timeline.curve(key);
  }

  static bool same_times_in_all(const Timeline& timeline) {
    for (std::size_t key = 0; key < timeline.times.size(); ++key) {
      if (curve(timeline, key) != Curve::bezier) continue;
      const Bezier& first = bezier(timeline, key, 0);
      for (std::size_t c = 1; c < timeline.components; ++c) {
        const Bezier& other = bezier(timeline, key, c);
        if (first.cx1 != other.cx1 || first.cx2 != other.cx2) return false;
      }
    }
    return true;
  }

  static bool same_times(const Timeline& a, std::size_t component_a, const Timeline& b, std::size_t component_b) {
    const std::size_t keys = a.times.size();
    if (b.times.size() != keys || !std::equal(a.times.begin(), a.times.end(), b.times.begin())) return false;
    for (std::size_t key = 0; key < keys; ++key) {
      const Curve kind = curve(a, key);
      if (curve(b, key) != kind) return false;
      if (kind != Curve::bezier) continue;
      const Bezier &p = bezier(a, key, component_a), &q = bezier(b, key, component_b);
      if (p.cx1 != q.cx1 || p.cx2 != q.cx2) return false;
    }
    return true;
  }

  static std::uint64_t hash_of(const Timeline& timeline, std::size_t component) {
    std::uint64_t hash = timeline.times.size();
    const auto add = [&](std::uint64_t number) { hash = (hash ^ number ^ hash >> 29) * 0x9e3779b97f4a7c15u; };
    for (std::size_t key = 0; key < timeline.times.size(); ++key) {
      add(bits(timeline.times[key] + 0.0));
      const Curve kind = curve(timeline, key);
      add(static_cast<std::uint64_t>(kind));
      if (kind == Curve::bezier) add(bits(bezier(timeline, key, component).cx1 + 0.0));
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
    const std::size_t keys = timeline.times.size();
    std::size_t count = keys;
    for (std::size_t key = 0; key < keys; ++key) {
      if (curve(timeline, key) == Curve::bezier) count += pieces_of_bezier - 1;
    }
    const std::span<double> starts = arena_.room<double>(count + TimeChannel::padding);
    const std::span<Piece> pieces = arena_.room<Piece>(count + 1);
    double* next_start = starts.data();
    Piece* next_piece = pieces.data();
    *next_piece++ = {};
    const auto add = [&](double from, double start, double width) {
      *next_start++ = from;
      *next_piece++ = {start, width != 0 ? width : std::numeric_limits<double>::infinity()};
    };
    for (std::size_t key = 0; key < keys; ++key) {
      const double t1 = timeline.times[key];
      const Curve kind = curve(timeline, key);
      if (kind == Curve::stepped) {
        add(t1, t1, 0);
        continue;
      }
      const double t2 = timeline.times[key + 1];
      if (kind == Curve::linear) {
        add(t1, t1, t2 - t1);
        continue;
      }
      const Bezier& handles = bezier(timeline, key, component);
      double points[pieces_of_bezier];
      sample_cubic(t1, handles.cx1, handles.cx2, t2, points);
      points[9] = t2;
      add(t1, t1, points[0] - t1);
      double from = t1;
      for (std::size_t j = 1; j < pieces_of_bezier; ++j) {
        // The first piece is taken for times strictly before its end, the others up to and including it. Whoever comes
        // to a piece has passed the ends of all before it, wherever they are.
        const double start = points[j - 1];
        from = std::min(std::max(from, j == 1 ? start : next_after(start)), t2);
        add(from, start, points[j] - start);
      }
    }
    for (std::size_t i = 0; i < TimeChannel::padding; ++i) starts[count + i] = std::numeric_limits<double>::quiet_NaN();
    return {starts.data(), pieces.data(), static_cast<std::uint32_t>(count)};
  }

  /// The values of `lanes` components from `first` on.
  const double* sample_values(const Timeline& timeline, std::size_t first, std::size_t lanes, std::size_t pieces) {
    const std::size_t n = timeline.components, keys = timeline.times.size();
    const std::span<double> values = arena_.room<double>((pieces + 2) * lanes);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const std::size_t c = first + lane;
      double* out = values.data() + lane;
      *out = neutral(timeline, c);
      for (std::size_t key = 0; key < keys; ++key) {
        const double v1 = timeline.values[key * n + c];
        *(out += lanes) = v1;
        if (curve(timeline, key) != Curve::bezier) continue;
        const Bezier& handles = bezier(timeline, key, c);
        double points[pieces_of_bezier];
        sample_cubic(v1, handles.cy1, handles.cy2, timeline.values[(key + 1) * n + c], points);
        for (std::size_t j = 0; j + 1 < pieces_of_bezier; ++j) *(out += lanes) = points[j];
      }
      out[lanes] = *out;
    }
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

  /// Of a deform: how far it has gone to the next key, at the start and at the end of each piece.
  const double* sample_progress(const Timeline& timeline, std::size_t pieces) {
    const std::span<double> values = arena_.room<double>((pieces + 1) * 2);
    double* out = values.data();
    const auto add = [&](double start, double end) {
      *out++ = start;
      *out++ = end;
    };
    add(0, 0);
    for (std::size_t key = 0; key < timeline.times.size(); ++key) {
      const Curve kind = curve(timeline, key);
      if (kind != Curve::bezier) {
        add(0, kind == Curve::linear ? 1 : 0);
        continue;
      }
      const Bezier& handles = bezier(timeline, key, 0);
      double points[pieces_of_bezier];
      sample_cubic(0, handles.cy1, handles.cy2, 1, points);
      points[9] = 1;
      double start = 0;
      for (const double point : points) {
        add(start, point);
        start = point;
      }
    }
    return values.data();
  }

  const std::uint32_t* piece_keys(const Timeline& timeline, std::size_t pieces) {
    const std::span<std::uint32_t> of = arena_.room<std::uint32_t>(pieces + 1);
    std::size_t at = 0;
    of[at++] = 0;
    for (std::uint32_t key = 0; key < timeline.times.size(); ++key) {
      const std::size_t count = curve(timeline, key) == Curve::bezier ? pieces_of_bezier : 1;
      for (std::size_t i = 0; i < count; ++i) of[at++] = key;
    }
    return of.data();
  }

  Arena& arena_;
  AnimationProgram& program_;
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
