#include "rigs.hpp"

#include <algorithm>

namespace sinew::benchmarks {

namespace {

/// A linear congruential generator: the standard library's distributions differ from one library to the next.
class Random {
 public:
  double between(double low, double high) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * static_cast<double>(state_ >> 11) / 9007199254740992.0;
  }

 private:
  std::uint64_t state_ = 1;
};

std::string number(double value) {
  // Thousandths, without the locale's decimal point.
  const auto thousandths = static_cast<long long>(value * 1000 + (value < 0 ? -0.5 : 0.5));
  const auto size = thousandths < 0 ? -thousandths : thousandths;
  std::string text = thousandths < 0 ? "-" : "";
  text += std::to_string(size / 1000) + '.';
  const std::string fraction = std::to_string(size % 1000);
  return text + std::string(3 - fraction.size(), '0') + fraction;
}

std::string bone_name(std::uint32_t i) {
  return "bone" + std::to_string(i);
}

/// Every limb but the first hangs on a bone in the middle of the ones before it: as wide as it is deep, like a
/// character.
std::uint32_t parent_of(std::uint32_t i, std::uint32_t limb) {
  return (i - 1) % limb == 0 ? (i - 1) / 2 : i - 1;
}

std::string bones_of(const RigOptions& options, Random& random) {
  std::string text = R"("bones": [{"name": "bone0"})";
  for (std::uint32_t i = 1; i < options.bones; ++i) {
    text += ",\n{\"name\": \"" + bone_name(i) + "\", \"parent\": \"" + bone_name(parent_of(i, options.limb)) +
            "\", \"length\": 20, \"x\": " + number(random.between(5, 20)) +
            ", \"y\": " + number(random.between(-5, 5)) + ", \"rotation\": " + number(random.between(-30, 30)) + "}";
  }
  return text + "]";
}

/// A strip of quads along three bones.
std::string mesh_of(const RigOptions& options, std::uint32_t first_bone, Random& random) {
  std::string uvs, vertices, triangles;
  const std::uint32_t columns = 4;
  const auto bone = [&](std::uint32_t k) { return std::to_string(std::min(first_bone + k, options.bones - 1)); };
  for (std::uint32_t row = 0; row <= options.mesh_rows; ++row) {
    for (std::uint32_t column = 0; column < columns; ++column) {
      if (!uvs.empty()) uvs += ", ", vertices += ", ";
      uvs += number(static_cast<double>(column) / (columns - 1)) + ", " +
             number(static_cast<double>(row) / options.mesh_rows);
      vertices += "3";
      const std::string weights[] = {"0.5", "0.3", "0.2"};
      for (std::uint32_t k = 0; k < 3; ++k) {
        vertices += ", " + bone(k) + ", " + number(random.between(-20, 20)) + ", " + number(random.between(-20, 20)) +
                    ", " + weights[k];
      }
      if (row == options.mesh_rows || column == columns - 1) continue;
      const std::uint32_t at = row * columns + column;
      for (std::uint32_t corner : {at, at + 1, at + columns, at + 1, at + columns + 1, at + columns}) {
        if (!triangles.empty()) triangles += ", ";
        triangles += std::to_string(corner);
      }
    }
  }
  return "{\"type\": \"mesh\", \"uvs\": [" + uvs + "], \"triangles\": [" + triangles + "], \"vertices\": [" + vertices +
         "], \"hull\": 4}";
}

std::string slots_and_skin_of(const RigOptions& options, Random& random) {
  std::string slots, attachments;
  const auto add = [&](const std::string& name, std::uint32_t bone, const std::string& attachment) {
    if (!slots.empty()) slots += ",\n", attachments += ",\n";
    slots += "{\"name\": \"" + name + "\", \"bone\": \"" + bone_name(bone) + "\", \"attachment\": \"" + name + "\"}";
    attachments += '"' + name + "\": {\"" + name + "\": " + attachment + "}";
  };
  for (std::uint32_t i = 0; i < options.bones; ++i) {
    if (i % options.bones_per_region == 0) {
      add("region" + std::to_string(i), i, R"({"x": 10, "width": 40, "height": 20})");
    }
    if (i % options.bones_per_mesh == 0) add("mesh" + std::to_string(i), i, mesh_of(options, i, random));
  }
  return "\"slots\": [" + slots + "],\n\"skins\": [{\"name\": \"default\", \"attachments\": {" + attachments + "}}]";
}

/// Keys at even times, every other with a Bezier for each of its `names`.
std::string keys_of(double duration, std::uint32_t count, std::initializer_list<const char*> names, double low,
                    double high, Random& random) {
  std::string text = "[";
  for (std::uint32_t k = 0; k < count; ++k) {
    const double step = count > 1 ? duration / (count - 1) : 0, time = step * k;
    if (k != 0) text += ", ";
    text += "{\"time\": " + number(time);
    for (const char* name : names) text += ", \"" + std::string(name) + "\": " + number(random.between(low, high));
    if (k % 2 == 0 && k + 1 < count) {
      text += ", \"curve\": [";
      for (std::size_t c = 0; c < names.size(); ++c) {
        if (c != 0) text += ", ";
        text += number(time + step * 0.25) + ", " + number(random.between(low, high)) + ", " +
                number(time + step * 0.75) + ", " + number(random.between(low, high));
      }
      text += ']';
    }
    text += '}';
  }
  return text + "]";
}

std::string animation_of(const RigOptions& options, Random& random) {
  std::string text = R"("animations": {"move": {"bones": {)";
  for (std::uint32_t i = 0; i < options.bones; ++i) {
    if (i != 0) text += ",\n";
    text += '"' + bone_name(i) +
            "\": {\"rotate\": " + keys_of(options.seconds, options.rotate_keys, {"value"}, -40, 40, random);
    if (i % options.bones_per_translate == 0) {
      text += ", \"translate\": " + keys_of(options.seconds, options.translate_keys, {"x", "y"}, -5, 5, random);
    }
    if (i % options.bones_per_scale == 0) {
      text += ", \"scale\": " + keys_of(options.seconds, options.scale_keys, {"x", "y"}, 0.9, 1.1, random);
    }
    text += '}';
  }
  text += '}';
  const auto events = static_cast<std::uint32_t>(options.seconds * options.events_per_second);
  for (std::uint32_t i = 0; i < events; ++i) {
    text += i == 0 ? ",\n\"events\": [" : ", ";
    text += "{\"time\": " + number(static_cast<double>(i) / options.events_per_second) + ", \"name\": \"step\"}";
  }
  if (events != 0) text += ']';
  return text + "}}";
}

}  // namespace

std::string make_rig(const RigOptions& options) {
  Random random;
  std::string text = "{\"skeleton\": {\"spine\": \"4.2.0\"},\n";
  text += bones_of(options, random) + ",\n";
  text += slots_and_skin_of(options, random) + ",\n";
  if (options.events_per_second != 0) text += "\"events\": {\"step\": {}},\n";
  text += animation_of(options, random) + "}\n";
  return text;
}

}  // namespace sinew::benchmarks
