#include "tools/motion_gltf.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include "tools/json_output.hpp"
#include "tools/motion_gltf_tracks.hpp"

namespace sinew::tools {

namespace {

using motion::Vec3;

constexpr std::int64_t kArrayBuffer = 34962, kFloat = 5126;

std::string base64(const std::string& bytes) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      group = group << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      out += i + k > bytes.size() ? '=' : digits[group >> (18 - 6 * k) & 63];
    }
  }
  return out;
}

/// The binary buffer, and the arrays in it.
class Buffer {
 public:
  /// Adds an array of elements of `size` floats. Returns its accessor.
  std::size_t add(const std::vector<float>& values, std::size_t size, bool with_bounds, bool vertices) {
    Accessor accessor{bytes_.size(), values.size() / size, size, vertices, {}, {}};
    if (with_bounds) {
      accessor.low.assign(size, std::numeric_limits<float>::max());
      accessor.high.assign(size, std::numeric_limits<float>::lowest());
      for (std::size_t i = 0; i < values.size(); ++i) {
        accessor.low[i % size] = std::min(accessor.low[i % size], values[i]);
        accessor.high[i % size] = std::max(accessor.high[i % size], values[i]);
      }
    }
    for (const float value : values) {  // little-endian, whatever the machine is
      std::uint32_t bits = 0;
      std::memcpy(&bits, &value, sizeof bits);
      for (unsigned shift = 0; shift < 32; shift += 8) bytes_ += static_cast<char>(bits >> shift & 0xff);
    }
    accessors_.push_back(std::move(accessor));
    return accessors_.size() - 1;
  }

  void write(JsonOutput& json) const {
    json.key("accessors").open_list();
    for (std::size_t i = 0; i < accessors_.size(); ++i) {
      const Accessor& accessor = accessors_[i];
      json.open_object();
      json.key("bufferView").count(i);
      json.key("componentType").integer(kFloat);
      json.key("count").count(accessor.count);
      json.key("type").text(accessor.size == 1 ? "SCALAR" : accessor.size == 3 ? "VEC3" : "VEC4");
      for (const auto& [name, bounds] : {std::pair{"min", &accessor.low}, std::pair{"max", &accessor.high}}) {
        if (bounds->empty()) continue;
        json.key(name).open_list();
        for (const float bound : *bounds) json.number(double{bound});
        json.close_list();
      }
      json.close_object();
    }
    json.close_list();
    json.key("bufferViews").open_list();
    for (const Accessor& accessor : accessors_) {
      json.open_object();
      json.key("buffer").count(0);
      json.key("byteOffset").count(accessor.offset);
      json.key("byteLength").count(accessor.count * accessor.size * sizeof(float));
      if (accessor.vertices) json.key("target").integer(kArrayBuffer);
      json.close_object();
    }
    json.close_list();
    json.key("buffers").open_list();
    json.open_object();
    json.key("byteLength").count(bytes_.size());
    json.key("uri").text("data:application/octet-stream;base64," + base64(bytes_));
    json.close_object();
    json.close_list();
  }

 private:
  struct Accessor {
    std::size_t offset, count, size;
    bool vertices;
    std::vector<float> low, high;
  };
  std::string bytes_;
  std::vector<Accessor> accessors_;
};

/// A double pyramid along y from 0 to 1, widest (1 across) at `waist`; flat faces.
void add_pyramids(double waist, std::vector<float>& positions, std::vector<float>& normals) {
  const std::array<Vec3, 4> ring = {{{0.5, waist, 0}, {0, waist, 0.5}, {-0.5, waist, 0}, {0, waist, -0.5}}};
  for (std::size_t i = 0; i < 4; ++i) {
    for (const Vec3& tip : {Vec3{0, 1, 0}, Vec3{0, 0, 0}}) {
      Vec3 a = ring[i], b = ring[(i + 1) % 4];
      if (tip.y > 0) std::swap(a, b);
      const Vec3 p{b.x - a.x, b.y - a.y, b.z - a.z}, q{tip.x - a.x, tip.y - a.y, tip.z - a.z};
      Vec3 n{p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x};
      const double length = std::sqrt(n.x * n.x + n.y * n.y + n.z * n.z);
      for (const Vec3& corner : {a, b, tip}) {
        for (const double c : {corner.x, corner.y, corner.z}) positions.push_back(static_cast<float>(c));
        for (const double c : {n.x, n.y, n.z}) normals.push_back(static_cast<float>(c / length));
      }
    }
  }
}

/// Nodes, meshes and animation of one file.
class Gltf {
 public:
  Gltf(const MotionAssets& assets, const motion::Rig& rest, bool shapes)
      : assets_(assets), rest_(rest), children_(assets.parts.size()) {
    for (std::size_t part = 0; part < assets.parts.size(); ++part) {
      if (const auto parent = rest.parent(part)) children_[*parent].push_back(part);
    }
    if (shapes) add_shapes();
  }

  Status prepare_tracks() {
    std::size_t spare_keys = 1'000'000;
    for (const motion::Track& track : assets_.clip.tracks) {
      const std::size_t part = *rest_.find(track.part);
      auto made = gltf_track(assets_.clip, track, assets_.parts[part].rest, spare_keys);
      if (!made) {
        return Error{ErrorCode::limit,
                     "The part '" + track.part + "' turns so much that glTF needs over 1000000 keys for this clip.",
                     {}};
      }
      tracks_.push_back(*std::move(made));
    }
    return ok();
  }

  std::string write() {
    JsonOutput json;
    json.open_object();
    json.key("asset").open_object();
    json.key("version").text("2.0");
    json.key("generator").text("Sinew");
    json.close_object();
    json.key("scene").count(0);
    json.key("scenes").open_list();
    json.open_object();
    json.key("name").text(assets_.clip.model);
    json.key("nodes").open_list();
    for (std::size_t part = 0; part < assets_.parts.size(); ++part) {
      if (!rest_.parent(part)) json.count(part);
    }
    json.close_list();
    json.close_object();
    json.close_list();
    write_nodes(json);
    if (!shapes_.empty()) write_meshes(json);
    write_animation(json);
    buffer_.write(json);
    json.close_object();
    return json.take();
  }

 private:
  /// A node that shows a mesh: at a part, or on the way from it to a child.
  struct Shape {
    std::string name;
    std::size_t mesh = 0;
    Vec3 position, scale;
    motion::Quaternion rotation;
  };
  enum Mesh : std::size_t { joint, attachment, entity, way };

  static std::array<double, 3> column(const motion::Matrix34& m, std::size_t c) {
    return {m.m[c], m.m[c + 4], m.m[c + 8]};
  }
  static double length(const std::array<double, 3>& v) { return std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

  void add_shapes() {
    // A part of the size of everything; the pieces of a single spot are as large as a hand.
    std::array<double, 3> low = {1e300, 1e300, 1e300}, high = {-1e300, -1e300, -1e300};
    for (const motion::Matrix34& world : rest_.worlds()) {
      const std::array<double, 3> at = column(world, 3);
      for (std::size_t i = 0; i < 3; ++i) {
        low[i] = std::min(low[i], at[i]);
        high[i] = std::max(high[i], at[i]);
      }
    }
    const double extent = length({high[0] - low[0], high[1] - low[1], high[2] - low[2]});
    const double size = extent > 0 ? extent * 0.06 : 0.1;

    for (std::size_t part = 0; part < assets_.parts.size(); ++part) {
      // Shown as large wherever it is, however its parents are scaled.
      const motion::Matrix34& world = rest_.world(part);
      const Vec3 scale{std::max(length(column(world, 0)), 1e-12), std::max(length(column(world, 1)), 1e-12),
                       std::max(length(column(world, 2)), 1e-12)};
      const auto kind = assets_.binding ? assets_.binding->nodes[part].kind : motion::NodeKind::joint;
      const std::string& name = assets_.parts[part].name;
      const Vec3 shown{size / scale.x, size / scale.y, size / scale.z};
      add_shape(part, {name + " (shape)", static_cast<std::size_t>(kind), {0, -0.5 * shown.y, 0}, shown, {}});
      const std::vector<std::size_t> children = children_[part];  // the shapes become children, too
      for (const std::size_t child : children) {
        if (child >= assets_.parts.size()) continue;
        const Vec3 to = assets_.parts[child].rest.position;
        const double way_length = std::sqrt(to.x * to.x + to.y * to.y + to.z * to.z);
        if (way_length < 1e-9) continue;
        const double thick = 0.45 * std::min({size / scale.x, size / scale.y, size / scale.z});
        add_shape(part, {name + " to " + assets_.parts[child].name + " (shape)",
                         way,
                         {0, 0, 0},
                         {thick, way_length, thick},
                         from_y_to(to, way_length)});
      }
    }
  }

  void add_shape(std::size_t part, Shape shape) {
    children_[part].push_back(assets_.parts.size() + shapes_.size());
    shapes_.push_back(std::move(shape));
  }

  /// Turns the y axis to a direction.
  static motion::Quaternion from_y_to(const Vec3& to, double distance) {
    const double w = 1 + to.y / distance;
    if (w < 1e-9) return {0, 1, 0, 0};  // straight down: half a turn about x
    const double x = to.z / distance, z = -to.x / distance, norm = std::sqrt(w * w + x * x + z * z);
    return {w / norm, x / norm, 0, z / norm};
  }

  static void write_pose(JsonOutput& json, const Vec3& position, const motion::Quaternion& q, const Vec3& scale) {
    if (!(position == Vec3{})) json.key("translation").numbers({position.x, position.y, position.z});
    if (q.x != 0 || q.y != 0 || q.z != 0) json.key("rotation").numbers({q.x, q.y, q.z, q.w});
    if (!(scale == Vec3{1, 1, 1})) json.key("scale").numbers({scale.x, scale.y, scale.z});
  }

  void write_nodes(JsonOutput& json) const {
    json.key("nodes").open_list();
    for (std::size_t part = 0; part < assets_.parts.size(); ++part) {
      const motion::Transform& rest = assets_.parts[part].rest;
      json.open_object();
      json.key("name").text(assets_.parts[part].name);
      write_pose(json, rest.position, motion::quaternion_from(rest.rotation), rest.scale);
      if (!children_[part].empty()) {
        json.key("children").open_list();
        for (const std::size_t child : children_[part]) json.count(child);
        json.close_list();
      }
      if (assets_.binding) {
        const motion::Node& node = assets_.binding->nodes[part];
        json.key("extras").open_object();
        json.key("kind").text(motion::name_of(node.kind));
        json.key("name").text(node.name);
        if (!node.model.empty()) json.key("model").text(node.model);
        json.close_object();
      }
      json.close_object();
    }
    for (const Shape& shape : shapes_) {
      json.open_object();
      json.key("name").text(shape.name);
      json.key("mesh").count(mesh_index(shape.mesh));
      write_pose(json, shape.position, shape.rotation, shape.scale);
      json.close_object();
    }
    json.close_list();
  }

  /// Only the meshes that are shown are written.
  [[nodiscard]] bool used(std::size_t mesh) const {
    return std::any_of(shapes_.begin(), shapes_.end(), [&](const Shape& shape) { return shape.mesh == mesh; });
  }
  [[nodiscard]] std::size_t mesh_index(std::size_t mesh) const {
    std::size_t index = 0;
    for (std::size_t other = 0; other < mesh; ++other) index += used(other) ? 1u : 0u;
    return index;
  }

  void write_meshes(JsonOutput& json) {
    struct Look {
      const char* name;
      double red, green, blue;
    };
    // In linear light.
    static constexpr std::array<Look, 4> looks = {{{"joint", 0.05, 0.25, 0.8},
                                                   {"attachment", 0.9, 0.3, 0.03},
                                                   {"entity", 0.1, 0.55, 0.15},
                                                   {"way", 0.45, 0.48, 0.52}}};
    std::array<std::vector<float>, 2> positions, normals;
    add_pyramids(0.5, positions[0], normals[0]);
    add_pyramids(0.15, positions[1], normals[1]);
    std::array<std::array<std::size_t, 2>, 2> accessors = {};
    for (std::size_t i = 0; i < 2; ++i) {
      if (i == 1 && !used(way)) continue;
      accessors[i] = {buffer_.add(positions[i], 3, true, true), buffer_.add(normals[i], 3, false, true)};
    }
    json.key("materials").open_list();
    for (std::size_t mesh = 0; mesh < looks.size(); ++mesh) {
      if (!used(mesh)) continue;
      json.open_object();
      json.key("name").text(looks[mesh].name);
      json.key("pbrMetallicRoughness").open_object();
      json.key("baseColorFactor").numbers({looks[mesh].red, looks[mesh].green, looks[mesh].blue, 1});
      json.key("metallicFactor").number(0);
      json.key("roughnessFactor").number(0.6);
      json.close_object();
      json.close_object();
    }
    json.close_list();
    json.key("meshes").open_list();
    for (std::size_t mesh = 0; mesh < looks.size(); ++mesh) {
      if (!used(mesh)) continue;
      const auto& [position, normal] = accessors[mesh == way ? 1 : 0];
      json.open_object();
      json.key("name").text(looks[mesh].name);
      json.key("primitives").open_list();
      json.open_object();
      json.key("attributes").open_object();
      json.key("POSITION").count(position);
      json.key("NORMAL").count(normal);
      json.close_object();
      json.key("material").count(mesh_index(mesh));
      json.close_object();
      json.close_list();
      json.close_object();
    }
    json.close_list();
  }

  void write_animation(JsonOutput& json) {
    json.key("animations").open_list();
    json.open_object();
    json.key("name").text(assets_.clip.model);
    json.key("channels").open_list();
    for (std::size_t i = 0; i < tracks_.size(); ++i) {
      json.open_object();
      json.key("sampler").count(i);
      json.key("target").open_object();
      json.key("node").count(*rest_.find(assets_.clip.tracks[i].part));
      json.key("path").text(tracks_[i].path);
      json.close_object();
      json.close_object();
    }
    json.close_list();
    json.key("samplers").open_list();
    for (const GltfTrack& track : tracks_) {
      json.open_object();
      json.key("input").count(buffer_.add(track.times, 1, true, false));
      json.key("interpolation").text(track.interpolation);
      json.key("output").count(buffer_.add(track.values, track.path == "rotation" ? 4 : 3, false, false));
      json.close_object();
    }
    json.close_list();
    json.key("extras").open_object();
    json.key("loop").boolean(assets_.clip.loop);
    json.key("duration").number(assets_.clip.duration);
    json.close_object();
    json.close_object();
    json.close_list();
  }

  const MotionAssets& assets_;
  const motion::Rig& rest_;
  std::vector<std::vector<std::size_t>> children_;
  std::vector<Shape> shapes_;
  std::vector<GltfTrack> tracks_;
  Buffer buffer_;
};

}  // namespace

Result<std::string> motion_gltf(const MotionAssets& assets, bool shapes) {
  Result<motion::Rig> rig = motion::Rig::create(assets.parts, assets.clip);
  if (!rig) return rig.error();
  rig->reset();
  Gltf gltf(assets, *rig, shapes);
  if (const Status prepared = gltf.prepare_tracks(); !prepared) return prepared.error();
  return gltf.write();
}

}  // namespace sinew::tools
