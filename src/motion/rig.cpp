// A whole hierarchy at a time of a clip.
#include <algorithm>
#include <numeric>

#include "base/memory_guard.hpp"
#include "motion/bound_clip.hpp"
#include "motion/easing.hpp"
#include "motion/rules.hpp"
#include "motion/source_place.hpp"

namespace sinew::motion {

struct Rig::Hierarchy {
  SamplingOptions options;
  std::vector<Part> parts;
  std::vector<Quaternion> rotations;  ///< of the rest poses
  std::vector<Matrix34> matrices;     ///< of the rest poses
  HierarchyOrder order;
  std::vector<std::uint32_t> by_name;  ///< sorted

  [[nodiscard]] std::uint32_t find(std::string_view name) const noexcept {
    const auto at = std::lower_bound(by_name.begin(), by_name.end(), name,
                                     [&](std::uint32_t part, std::string_view n) { return parts[part].name < n; });
    return at != by_name.end() && parts[*at].name == name ? *at : no_parent;
  }
};

namespace {

Error complain(ErrorCode code, std::string message) {
  return Error{code, std::move(message), {}};
}

/// The key at or before a time, starting from the one used last. `times` has at least two entries and begins at or
/// before the time.
std::uint32_t find_segment(const double* times, std::uint32_t count, std::uint32_t cursor, double time) noexcept {
  const auto holds = [&](std::uint32_t key) {
    return times[key] <= time && (key + 1 == count || time < times[key + 1]);
  };
  if (cursor < count) {
    if (holds(cursor)) return cursor;
    if (cursor + 1 < count && holds(cursor + 1)) return cursor + 1;
    if (cursor > 0 && holds(cursor - 1)) return cursor - 1;
  }
  return static_cast<std::uint32_t>(std::upper_bound(times, times + count, time) - times) - 1;
}

}  // namespace

double BoundClip::duration() const noexcept {
  return data_->duration;
}
bool BoundClip::looping() const noexcept {
  return data_->loop;
}

std::vector<Part> parts_of(const Binding& binding) {
  std::vector<Part> parts;
  parts.reserve(binding.nodes.size());
  for (const Node& node : binding.nodes) parts.push_back({node.id, node.parent, node.rest});
  return parts;
}

Result<Rig> Rig::create(std::span<const Part> rest, const Clip& clip, const SamplingOptions& options) {
  return guard_memory({}, [&] { return make(rest, clip, options); });
}

Result<Rig> Rig::make(std::span<const Part> rest, const Clip& clip, const SamplingOptions& options) {
  if (rest.empty() || rest.size() > max_nodes) return complain(ErrorCode::limit, std::string(message::node_count));
  auto hierarchy = std::make_shared<Hierarchy>();
  hierarchy->options = options;
  hierarchy->parts.assign(rest.begin(), rest.end());
  std::vector<Kinship> kin;
  kin.reserve(rest.size());
  for (const Part& part : rest) {
    for (const Verdict& wrong :
         {check_value(Property::position, part.rest.position), check_value(Property::rotation, part.rest.rotation),
          check_value(Property::scale, part.rest.scale)}) {
      if (wrong) return complain(wrong->code, wrong->message);
    }
    kin.push_back({part.name, part.parent});
  }
  if (const auto wrong = check_hierarchy(kin, hierarchy->order)) {
    return complain(wrong->complaint.code, wrong->complaint.message);
  }
  hierarchy->by_name.resize(rest.size());
  std::iota(hierarchy->by_name.begin(), hierarchy->by_name.end(), 0u);
  std::sort(hierarchy->by_name.begin(), hierarchy->by_name.end(),
            [&](std::uint32_t a, std::uint32_t b) { return rest[a].name < rest[b].name; });
  for (const Part& part : rest) {
    const Quaternion rotation = quaternion_from(part.rest.rotation, options.euler_order);
    hierarchy->rotations.push_back(rotation);
    hierarchy->matrices.push_back(matrix_from(part.rest.position, rotation, part.rest.scale));
  }
  Result<BoundClip> bound = bind(*hierarchy, clip);
  if (!bound) return bound.error();
  return Rig(std::move(hierarchy), *std::move(bound));
}

Rig::Rig(std::shared_ptr<const Hierarchy> hierarchy, BoundClip clip)
    : hierarchy_(std::move(hierarchy)), clip_(std::move(clip)) {
  const std::size_t count = hierarchy_->parts.size();
  locals_.resize(count);
  worlds_.resize(count);
  matrices_ = hierarchy_->matrices;
  if (hierarchy_->options.world == WorldComposition::without_shear) turned_.resize(count);
  cursors_.resize(max_tracks);
  touched_.reserve(count);
  for (std::uint32_t part = 0; part < count; ++part) touched_.push_back(part);
  reset();
}

Result<BoundClip> Rig::bind(const Clip& clip) const {
  return guard_memory({}, [&] { return bind(*hierarchy_, clip); });
}

Result<BoundClip> Rig::bind(const Hierarchy& hierarchy, const Clip& clip) {
  if (const Status checked = check_clip(clip); !checked) return checked.error();
  const SamplingOptions& options = hierarchy.options;
  auto data = std::make_shared<BoundClip::Data>();
  data->kind = clip.kind;
  data->duration = clip.duration;
  data->loop = clip.loop;
  data->parts = hierarchy.parts.size();
  const bool as_a_whole = clip.kind == ClipKind::rig && options.shortest_path == ShortestPath::as_a_whole;
  for (const Track& track : clip.tracks) {
    BoundClip::Data::Track bound;
    bound.part = hierarchy.find(track.part);
    if (bound.part == no_parent) {
      const auto index = static_cast<std::size_t>(&track - clip.tracks.data());
      Error error = complain(ErrorCode::unknown_reference, message::missing_part(track.part));
      error.where = place_in_source(clip, "/tracks/" + std::to_string(index) + "/part");
      return error;
    }
    bound.property = track.property;
    bound.interpolation = track.interpolation;
    bound.curve = track.curve;
    bound.arcs = as_a_whole && track.property == Property::rotation;
    bound.first_time = static_cast<std::uint32_t>(data->times.size());
    bound.first = static_cast<std::uint32_t>(bound.arcs ? data->arcs.size() : data->values.size());
    bound.count = static_cast<std::uint32_t>(track.keys.size());
    for (std::size_t k = 0; k < track.keys.size(); ++k) {
      const Key& key = track.keys[k];
      data->times.push_back(key.time);
      if (bound.arcs) {
        const Key& next = track.keys[k + 1 < track.keys.size() ? k + 1 : k];
        data->arcs.push_back(shorter_arc(quaternion_from(key.value, options.euler_order),
                                         quaternion_from(next.value, options.euler_order)));
      } else if (clip.kind == ClipKind::rig && track.property == Property::rotation && k > 0) {
        // Each angle by itself: written so that the straight way is the shorter one.
        data->values.push_back(nearest_turn(data->values.back(), key.value));
      } else {
        data->values.push_back(key.value);
      }
    }
    data->tracks.push_back(bound);
    if (std::find(data->parts_used.begin(), data->parts_used.end(), bound.part) == data->parts_used.end()) {
      data->parts_used.push_back(bound.part);
    }
  }
  return BoundClip(std::move(data));
}

void Rig::restore_rest() noexcept {
  for (const std::uint32_t part : touched_) {
    const Transform& rest = hierarchy_->parts[part].rest;
    locals_[part] = {rest.position, rest.rotation, rest.scale, hierarchy_->rotations[part], true};
    matrices_[part] = hierarchy_->matrices[part];
  }
  touched_.clear();
}

void Rig::reset() noexcept {
  restore_rest();
  compose();
}

void Rig::sample(const BoundClip& clip, double time, double weight) noexcept {
  const BoundClip::Data& data = *clip.data_;
  SINEW_ASSERT(data.parts == hierarchy_->parts.size());
  restore_rest();
  if (data.parts != hierarchy_->parts.size() || !std::isfinite(weight)) return compose();
  const SamplingOptions& options = hierarchy_->options;
  if (options.weight == WeightRange::clamped) weight = std::clamp(weight, 0.0, 1.0);
  if (std::isnan(time)) time = 0;

  for (std::size_t t = 0; t < data.tracks.size(); ++t) {
    const BoundClip::Data::Track& track = data.tracks[t];
    const double* const times = data.times.data() + track.first_time;
    std::uint32_t key = 0;
    double u = 0;
    if (time > times[0] && track.count > 1) {
      key = find_segment(times, track.count, cursors_[t], time);
      if (key + 1 < track.count) {
        const double way = (time - times[key]) / (times[key + 1] - times[key]);
        if (way > 0) u = ease(track.interpolation, track.curve, options.smooth, way);
      }
    }
    cursors_[t] = key;

    Local& local = locals_[track.part];
    if (track.arcs) {
      const Arc& arc = data.arcs[track.first + key];
      const Quaternion rotation = u == 0 ? arc.from : arc.at(u);
      local.rotation = weight == 1 ? rotation : shorter_arc(local.rotation, rotation).at(weight);
      local.angles_known = false;
      continue;
    }
    const Vec3* const values = data.values.data() + track.first + key;
    Vec3 value = u == 0 ? values[0] : mix(values[0], values[1], u);
    Vec3& target = track.property == Property::position ? local.position
                   : track.property == Property::scale  ? local.scale
                                                        : local.angles;
    if (weight != 1) {
      if (data.kind == ClipKind::rig && track.property == Property::rotation) value = nearest_turn(target, value);
      value = mix(target, value, weight);
    }
    target = value;
    if (track.property == Property::rotation) local.rotation = quaternion_from(value, options.euler_order);
  }
  for (const std::uint32_t part : data.parts_used) {
    const Local& local = locals_[part];
    matrices_[part] = matrix_from(local.position, local.rotation, local.scale);
    touched_.push_back(part);
  }
  compose();
}

void Rig::compose() noexcept {
  const bool shear = hierarchy_->options.world == WorldComposition::matrices;
  for (const std::uint32_t part : hierarchy_->order.order) {
    const std::uint32_t parent = hierarchy_->order.parents[part];
    if (shear) {
      worlds_[part] = parent == no_parent ? matrices_[part] : worlds_[parent] * matrices_[part];
      continue;
    }
    const Local& local = locals_[part];
    Local& world = turned_[part];
    world = local;
    if (parent != no_parent) {
      const Local& above = turned_[parent];
      const Vec3 scaled{above.scale.x * local.position.x, above.scale.y * local.position.y,
                        above.scale.z * local.position.z};
      const Vec3 moved = rotate(above.rotation, scaled);
      world.position = {above.position.x + moved.x, above.position.y + moved.y, above.position.z + moved.z};
      world.rotation = above.rotation * local.rotation;
      world.scale = {above.scale.x * local.scale.x, above.scale.y * local.scale.y, above.scale.z * local.scale.z};
    }
    worlds_[part] = matrix_from(world.position, world.rotation, world.scale);
  }
}

std::size_t Rig::size() const noexcept {
  return hierarchy_->parts.size();
}
std::string_view Rig::name(std::size_t part) const noexcept {
  return hierarchy_->parts[part].name;
}
std::optional<std::size_t> Rig::parent(std::size_t part) const noexcept {
  const std::uint32_t parent = hierarchy_->order.parents[part];
  return parent == no_parent ? std::nullopt : std::optional<std::size_t>(parent);
}
std::optional<std::size_t> Rig::find(std::string_view name) const noexcept {
  const std::uint32_t part = hierarchy_->find(name);
  return part == no_parent ? std::nullopt : std::optional<std::size_t>(part);
}
const Transform& Rig::rest(std::size_t part) const noexcept {
  return hierarchy_->parts[part].rest;
}
const SamplingOptions& Rig::options() const noexcept {
  return hierarchy_->options;
}

Pose Rig::local(std::size_t part) const noexcept {
  const Local& local = locals_[part];
  return {local.position, local.rotation,
          local.angles_known ? local.angles : angles_from(local.rotation, hierarchy_->options.euler_order),
          local.scale};
}

Result<Rig> bind(const Binding& binding, const Clip& clip, const SamplingOptions& options) {
  if (clip.kind != ClipKind::rig || clip.model != binding.name || binding.name.empty()) {
    Error error = complain(ErrorCode::unknown_reference, std::string(message::no_match));
    error.where = place_in_source(clip, "/model");
    return error;
  }
  return guard_memory({}, [&] { return Rig::create(parts_of(binding), clip, options); });
}

}  // namespace sinew::motion
