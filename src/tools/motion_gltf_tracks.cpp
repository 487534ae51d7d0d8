#include "tools/motion_gltf_tracks.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace sinew::tools {

namespace {

using motion::Interpolation;
using motion::Property;

/// Position or scale (three numbers), or a rotation (x, y, z, w).
using Value = std::array<double, 4>;

class Baker {
 public:
  Baker(const motion::Clip& clip, const motion::Track& track, const motion::Transform& rest, std::size_t& spare_keys)
      : track_(track), rest_(rest), spare_keys_(spare_keys), alone_{clip.kind, {},      {},     clip.duration,
                                                                    clip.loop, {track}, nullptr} {
    turns_ = track.property == Property::rotation;
    size_ = turns_ ? 4 : 3;
    double low = track.keys.front().value.x, high = low;
    for (const motion::Key& key : track.keys) {
      for (const double v : {key.value.x, key.value.y, key.value.z}) {
        low = std::min(low, v);
        high = std::max(high, v);
      }
    }
    tolerance_ = turns_ ? 0.05 * 3.14159265358979 / 180 : std::max((high - low) * 1e-4, 1e-9);
  }

  std::optional<GltfTrack> bake() {
    out_.path = turns_ ? "rotation" : track_.property == Property::position ? "translation" : "scale";
    // Ease in and out is what a cubic spline of level tangents does.
    const bool spline = !turns_ && track_.interpolation == Interpolation::smooth;
    const bool step = track_.interpolation == Interpolation::step;
    out_.interpolation = step ? "STEP" : spline ? "CUBICSPLINE" : "LINEAR";
    const auto& keys = track_.keys;
    // Players take the last key for the end of the animation.
    if (keys.front().time > 0) add(0, at(0));
    for (std::size_t k = 0; k < keys.size(); ++k) {
      const double time = keys[k].time;
      const Value value = at(time);
      if (k > 0 && !step && !spline) fill(keys[k - 1].time, last_, time, value, 0);
      add(time, value);
    }
    if (keys.back().time < alone_.duration) add(alone_.duration, at(alone_.duration));
    if (short_of_keys_) return std::nullopt;
    if (spline && out_.times.size() == 1) {  // all keys are one in single precision, and a spline needs two
      out_.interpolation = "LINEAR";
      out_.values = {out_.values.begin() + 3, out_.values.begin() + 6};
    }
    return std::move(out_);
  }

 private:
  [[nodiscard]] Value at(double time) const {
    const motion::Pose pose = motion::part_pose(alone_, track_.part, time, rest_);
    if (turns_) return {pose.rotation.x, pose.rotation.y, pose.rotation.z, pose.rotation.w};
    const motion::Vec3& v = track_.property == Property::position ? pose.position : pose.scale;
    return {v.x, v.y, v.z, 0};
  }

  /// How far a viewer would be off the clip.
  [[nodiscard]] double error(const Value& from, const Value& to, double u, const Value& wanted) const {
    if (!turns_) {
      double worst = 0;
      for (std::size_t i = 0; i < 3; ++i)
        worst = std::max(worst, std::fabs(from[i] + (to[i] - from[i]) * u - wanted[i]));
      return worst;
    }
    const double cosine = std::fabs(dot(from, to));
    const double sign = dot(from, to) < 0 ? -1 : 1;
    const double angle = std::acos(std::min(cosine, 1.0));
    if (angle > 0.79) return 10;  // over a quarter turn: too far for anything to be sure of the way
    Value between = {};
    const double a = angle < 1e-6 ? 1 - u : std::sin((1 - u) * angle) / std::sin(angle);
    const double b = angle < 1e-6 ? u : std::sin(u * angle) / std::sin(angle);
    for (std::size_t i = 0; i < 4; ++i) between[i] = a * from[i] + b * sign * to[i];
    // The chord between the two, either sign: exact for small angles, where the cosine of the angle would not be.
    double near = 0, far = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      near += (between[i] - wanted[i]) * (between[i] - wanted[i]);
      far += (between[i] + wanted[i]) * (between[i] + wanted[i]);
    }
    return 2 * std::sqrt(std::min(near, far));
  }

  static double dot(const Value& a, const Value& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]; }

  /// Adds keys between two times until straight lines are good enough.
  void fill(double from_time, const Value& from, double to_time, const Value& to, int depth) {
    constexpr int deepest = 11;
    if (depth == deepest || short_of_keys_) return;
    bool good = true;
    for (const double u : {0.5, 0.25, 0.75, 0.1, 0.9}) {
      good = good && error(from, to, u, at(from_time + (to_time - from_time) * u)) <= tolerance_;
    }
    if (good) return;
    short_of_keys_ = spare_keys_ == 0;
    if (short_of_keys_) return;
    --spare_keys_;
    const double middle = 0.5 * (from_time + to_time);
    const Value value = at(middle);
    fill(from_time, from, middle, value, depth + 1);
    add(middle, value);
    fill(middle, value, to_time, to, depth + 1);
  }

  void add(double time, Value value) {
    // Viewers turn the shorter way between quaternions of the same half; make that plain.
    if (turns_ && !out_.times.empty() && dot(value, last_) < 0) {
      for (double& v : value) v = -v;
    }
    last_ = value;
    const auto single = static_cast<float>(time);
    if (!out_.times.empty() && single <= out_.times.back()) {
      // Two keys that are one in single precision: the later one counts.
      out_.values.resize(out_.values.size() - stride());
      out_.times.pop_back();
    }
    out_.times.push_back(single);
    const bool spline = out_.interpolation == "CUBICSPLINE";
    if (spline) out_.values.insert(out_.values.end(), size_, 0.0f);
    for (std::size_t i = 0; i < size_; ++i) out_.values.push_back(static_cast<float>(value[i]));
    if (spline) out_.values.insert(out_.values.end(), size_, 0.0f);
  }
  [[nodiscard]] std::size_t stride() const { return out_.interpolation == "CUBICSPLINE" ? 3 * size_ : size_; }

  const motion::Track& track_;
  const motion::Transform& rest_;
  std::size_t& spare_keys_;
  bool short_of_keys_ = false;
  motion::Clip alone_;
  bool turns_ = false;
  std::size_t size_ = 3;
  double tolerance_ = 0;
  Value last_ = {};
  GltfTrack out_;
};

}  // namespace

std::optional<GltfTrack> gltf_track(const motion::Clip& clip, const motion::Track& track, const motion::Transform& rest,
                                    std::size_t& spare_keys) {
  return Baker(clip, track, rest, spare_keys).bake();
}

}  // namespace sinew::tools
