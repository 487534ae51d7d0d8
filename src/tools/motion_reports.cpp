#include "tools/motion_reports.hpp"

#include <algorithm>

#include "base/number_text.hpp"
#include "base/visible_text.hpp"
#include "tools/common.hpp"
#include "tools/json_output.hpp"

namespace sinew::tools {

namespace {

using motion::Vec3;

constexpr double kDegrees = 180 / 3.14159265358979323846;

std::string counted(std::size_t count, std::string_view what) {
  return std::to_string(count) + ' ' + std::string(what) + (count == 1 ? "" : "s");
}

void write(JsonOutput& json, std::string_view name, const Vec3& v) {
  json.key(name).numbers({v.x, v.y, v.z});
}

void text_or_null(JsonOutput& json, std::string_view name, const std::string& text) {
  json.key(name);
  text.empty() ? json.null() : json.text(text);
}

std::string vector_text(const Vec3& v, std::size_t width = 9) {
  return right(fixed(v.x, 3), width) + ' ' + right(fixed(v.y, 3), width) + ' ' + right(fixed(v.z, 3), width);
}

std::size_t levels_of(const motion::Binding& binding, std::size_t node) {
  std::size_t level = 0;
  for (std::string parent = binding.nodes[node].parent; !parent.empty(); ++level) {
    const auto at = std::find_if(binding.nodes.begin(), binding.nodes.end(),
                                 [&](const motion::Node& other) { return other.id == parent; });
    if (at == binding.nodes.end()) break;
    parent = at->parent;
  }
  return level;
}

void add_node(const motion::Binding& binding, std::size_t node, std::vector<std::size_t>& order) {
  order.push_back(node);
  for (std::size_t i = 0; i < binding.nodes.size(); ++i) {
    if (binding.nodes[i].parent == binding.nodes[node].id) add_node(binding, i, order);
  }
}

/// Every node, children behind their parents.
std::vector<std::size_t> as_tree(const motion::Binding& binding) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < binding.nodes.size(); ++i) {
    if (binding.nodes[i].parent.empty()) add_node(binding, i, order);
  }
  return order;
}

}  // namespace

std::string describe(const motion::Clip& clip) {
  return "a " + std::string(motion::name_of(clip.kind)) + " clip of " + counted(clip.tracks.size(), "track") + ", " +
         exact(clip.duration) + " s" + (clip.loop ? ", looping" : "");
}

std::string describe(const motion::Binding& binding) {
  return binding.scene ? "a scene of " + std::to_string(binding.nodes.size()) +
                             (binding.nodes.size() == 1 ? " entity" : " entities")
                       : "a rig of " + counted(binding.nodes.size(), "node");
}

std::string motion_info(const std::string& file, const motion::Clip& clip) {
  std::string text = visible_text(file) + ": " + describe(clip) + "\n\n";
  text += "  model    " + visible_text(clip.model) + '\n';
  if (clip.kind == motion::ClipKind::rig) text += "  binding  " + visible_text(clip.binding) + '\n';
  std::size_t part_width = 4;
  for (const motion::Track& track : clip.tracks) part_width = wider(part_width, track.part);
  text += "\nTracks\n  " + left("part", part_width) + "  property  interpolation  keys  from     to\n";
  for (const motion::Track& track : clip.tracks) {
    text += "  " + left(visible_text(track.part), part_width) + "  " + left(motion::name_of(track.property), 8) + "  " +
            left(motion::name_of(track.interpolation), 13) + "  " + right(std::to_string(track.keys.size()), 4) + "  " +
            left(rounded(track.keys.front().time, 3), 7) + "  " + rounded(track.keys.back().time, 3) + '\n';
  }
  return text;
}

std::string motion_info(const std::string& file, const motion::Binding& binding) {
  std::string text = visible_text(file) + ": " + describe(binding);
  text +=
      binding.name.empty() ? ", without a name (no clip fits it)\n" : " called '" + visible_text(binding.name) + "'\n";
  std::vector<std::string> names;
  const std::vector<std::size_t> order = as_tree(binding);
  for (const std::size_t node : order) {
    names.push_back(std::string(2 * levels_of(binding, node), ' ') + visible_text(binding.nodes[node].id));
  }
  std::size_t width = 5;
  for (const std::string& name : names) width = wider(width, name);
  text += "\nNodes\n  " + left("", width) + "  kind        " + right("x", 9) + ' ' + right("y", 9) + ' ' +
          right("z", 9) + "\n";
  for (std::size_t i = 0; i < order.size(); ++i) {
    const motion::Node& node = binding.nodes[order[i]];
    text += "  " + left(names[i], width) + "  " + left(motion::name_of(node.kind), 10) + "  " +
            vector_text(node.rest.position);
    if (node.name != node.id) text += "  '" + visible_text(node.name) + "'";
    if (!node.model.empty()) text += "  shows '" + visible_text(node.model) + "'";
    text += '\n';
  }
  return text;
}

std::string motion_info_json(const std::string& file, const motion::Clip& clip) {
  JsonOutput json;
  json.open_object();
  json.key("file").text(file);
  json.key("kind").text(motion::name_of(clip.kind));
  json.key("model").text(clip.model);
  text_or_null(json, "binding", clip.binding);
  json.key("duration").number(clip.duration);
  json.key("loop").boolean(clip.loop);
  json.key("tracks").open_list();
  for (const motion::Track& track : clip.tracks) {
    json.open_object();
    json.key("part").text(track.part);
    json.key("property").text(motion::name_of(track.property));
    json.key("interpolation").text(motion::name_of(track.interpolation));
    if (track.interpolation == motion::Interpolation::bezier) {
      json.key("curve").numbers({track.curve.x1, track.curve.y1, track.curve.x2, track.curve.y2});
    }
    json.key("keys").open_list();
    for (const motion::Key& key : track.keys) {
      json.open_object();
      json.key("time").number(key.time);
      write(json, "value", key.value);
      json.close_object();
    }
    json.close_list();
    json.close_object();
  }
  json.close_list();
  json.close_object();
  return json.take();
}

std::string motion_info_json(const std::string& file, const motion::Binding& binding) {
  JsonOutput json;
  json.open_object();
  json.key("file").text(file);
  json.key("kind").text(binding.scene ? "scene" : "binding");
  json.key("name").text(binding.name);
  json.key("nodes").open_list();
  for (const motion::Node& node : binding.nodes) {
    json.open_object();
    json.key("id").text(node.id);
    json.key("kind").text(motion::name_of(node.kind));
    json.key("name").text(node.name);
    text_or_null(json, "parent", node.parent);
    text_or_null(json, "model", node.model);
    write(json, "position", node.rest.position);
    write(json, "rotation", node.rest.rotation);
    write(json, "scale", node.rest.scale);
    json.close_object();
  }
  json.close_list();
  json.close_object();
  return json.take();
}

std::string motion_samples(const std::string& file, const MotionAssets& assets, motion::Rig& rig,
                           const MotionSamples& samples) {
  std::string text;
  std::size_t width = 4;
  for (std::size_t part = 0; part < rig.size(); ++part) width = wider(width, rig.name(part));
  for (const double time : samples.times) {
    rig.sample(time, samples.weight);
    if (!text.empty()) text += '\n';
    text += visible_text(file) + " at " + exact(time) + " of " + exact(assets.clip.duration) + " s";
    if (samples.weight != 1) text += ", weight " + exact(samples.weight);
    text += samples.world ? ", in the world\n" : ", relative to the parents\n";
    text += "  " + left("", width) + "  " + left("position", 29) + "  " + left("rotation (degrees)", 29) +
            (samples.world ? "\n" : "  scale\n");
    for (std::size_t part = 0; part < rig.size(); ++part) {
      motion::Pose pose = rig.local(part);
      if (samples.world) {
        // Without its scale, the map of a part below no uneven scale is a rotation.
        const auto& m = rig.world(part).m;
        pose.position = {m[3], m[7], m[11]};
        const auto length = [&](std::size_t c) {
          return std::sqrt(m[c] * m[c] + m[c + 4] * m[c + 4] + m[c + 8] * m[c + 8]);
        };
        const double x = length(0), y = length(1), z = length(2);
        pose.angles = {std::atan2(m[9] / y, m[10] / z), std::atan2(-m[8], std::sqrt(m[0] * m[0] + m[4] * m[4])),
                       std::atan2(m[4] / x, m[0] / x)};
      }
      const Vec3 degrees{pose.angles.x * kDegrees, pose.angles.y * kDegrees, pose.angles.z * kDegrees};
      text += "  " + left(visible_text(rig.name(part)), width) + "  " + vector_text(pose.position) + "  " +
              vector_text(degrees);
      if (!samples.world) text += "  " + vector_text(pose.scale);
      text += '\n';
    }
  }
  return text;
}

std::string motion_samples_json(const std::string& file, const MotionAssets& assets, motion::Rig& rig,
                                const MotionSamples& samples) {
  JsonOutput json;
  json.open_object();
  json.key("clip").text(file);
  json.key("kind").text(motion::name_of(assets.clip.kind));
  json.key("duration").number(assets.clip.duration);
  json.key("samples").open_list();
  for (const double time : samples.times) {
    rig.sample(time, samples.weight);
    json.open_object();
    json.key("time").number(time);
    json.key("weight").number(samples.weight);
    json.key("parts").open_list();
    for (std::size_t part = 0; part < rig.size(); ++part) {
      const motion::Pose pose = rig.local(part);
      json.open_object();
      json.key("name").text(rig.name(part));
      write(json, "position", pose.position);
      if (assets.clip.kind == motion::ClipKind::model) write(json, "angles", pose.angles);
      const auto r = motion::matrix_from({}, pose.rotation, {1, 1, 1}).m;
      json.key("rotation").numbers({r[0], r[1], r[2], r[4], r[5], r[6], r[8], r[9], r[10]});
      write(json, "scale", pose.scale);
      const auto& w = rig.world(part).m;
      json.key("world").numbers({w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7], w[8], w[9], w[10], w[11]});
      json.close_object();
    }
    json.close_list();
    json.close_object();
  }
  json.close_list();
  json.close_object();
  return json.take();
}

}  // namespace sinew::tools
