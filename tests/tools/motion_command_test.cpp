#include <gtest/gtest.h>
#include <rapidjson/document.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>

#include "sinew/motion.hpp"
#include "support/command.hpp"
#include "support/temporary_folder.hpp"

#ifdef SINEW_COMMAND

namespace sinew {
namespace {

using test::CommandResult;

const std::string kGood = SINEW_TEST_DATA "/motion/good/";
const std::string kBad = SINEW_TEST_DATA "/motion/bad/";

CommandResult motion_command(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "motion");
  return test::run_sinew(arguments);
}

rapidjson::Document json_of(std::vector<std::string> arguments) {
  const CommandResult result = motion_command(std::move(arguments));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  rapidjson::Document document;
  document.Parse<rapidjson::kParseFullPrecisionFlag>(result.out.c_str());
  EXPECT_FALSE(document.HasParseError()) << result.out;
  return document;
}

TEST(MotionCommand, ChecksClipsRigsAndBothTogether) {
  EXPECT_EQ(motion_command({"check", kGood + "toy.motion"}).out,
            kGood + "toy.motion: fine, a model clip of 4 tracks, 2.5 s.\n");
  EXPECT_EQ(motion_command({"check", kGood + "digger.rig"}).out, kGood + "digger.rig: fine, a rig of 4 nodes.\n");
  const CommandResult both = motion_command({"check", kGood + "digger.motion", kGood + "digger.rig"});
  EXPECT_EQ(both.exit_code, 0);
  EXPECT_NE(both.out.find("; fits "), std::string::npos);

  const CommandResult bad = motion_command({"check", kBad + "curve-large.motion"});
  EXPECT_EQ(bad.exit_code, 1);
  EXPECT_EQ(bad.out, "");
  EXPECT_EQ(bad.err,
            "sinew: error: " + kBad +
                "curve-large.motion:10:12: /tracks/0/curve: Curve coordinates must be finite and between 0 and 1\n");
  const CommandResult apart = motion_command({"check", kGood + "door.motion", kGood + "digger.rig"});
  EXPECT_EQ(apart.exit_code, 1);
  EXPECT_NE(apart.err.find("Clip does not match its joint/scene binding"), std::string::npos);
  const CommandResult rig = motion_command({"check", kBad + "rig-cycle.rig"});
  EXPECT_EQ(rig.exit_code, 1);
  EXPECT_NE(rig.err.find("Part hierarchy contains a cycle"), std::string::npos);
  EXPECT_EQ(motion_command({"check", "no-such.motion"}).exit_code, 1);
  EXPECT_EQ(motion_command({"check"}).exit_code, 2);
  EXPECT_EQ(motion_command({"chek"}).exit_code, 2);
}

TEST(MotionCommand, SaysThatASecondClipIsNoRig) {
  const CommandResult two = motion_command({"check", kGood + "toy.motion", kGood + "digger.motion"});
  EXPECT_EQ(two.exit_code, 2);
  EXPECT_NE(two.err.find("digger.motion' is a clip"), std::string::npos) << two.err;
  EXPECT_NE(two.err.find("one at a time"), std::string::npos) << two.err;
}

TEST(MotionCommand, RefusesEndingsOfOtherFormats) {
  const test::TemporaryFolder folder;
  const CommandResult plot = motion_command({"plot", kGood + "digger.motion", "-o", folder / "p.png"});
  EXPECT_EQ(plot.exit_code, 2);
  EXPECT_NE(plot.err.find("'.svg'"), std::string::npos) << plot.err;
  const CommandResult glb =
      motion_command({"convert", kGood + "digger.motion", "--rig", kGood + "digger.rig", "-o", folder / "u.glb"});
  EXPECT_EQ(glb.exit_code, 2);
  EXPECT_NE(glb.err.find("'.gltf'"), std::string::npos) << glb.err;
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  EXPECT_EQ(motion_command({"plot", kGood + "digger.motion", "-o", folder / "p.SVG"}).exit_code, 0);
}

TEST(MotionCommand, SamplesAsTheCasesAreLaidOut) {
  const rapidjson::Document out = json_of({"sample", kGood + "digger.motion", "--rig", kGood + "digger.rig", "--time",
                                           "4", "--time", "0.5", "--clip-time", "3", "--weight", "0.5", "--json"});
  ASSERT_EQ(out["samples"].Size(), 3u);
  EXPECT_EQ(out["samples"][0]["time"].GetDouble(), 1);
  EXPECT_EQ(out["samples"][1]["time"].GetDouble(), 0.5);
  EXPECT_EQ(out["samples"][2]["time"].GetDouble(), 3);
  EXPECT_EQ(out["samples"][0]["weight"].GetDouble(), 0.5);
  motion::Rig rig =
      *motion::bind(*motion::load_binding(kGood + "digger.rig"), *motion::load_clip(kGood + "digger.motion"));
  for (const auto& sample : out["samples"].GetArray()) {
    rig.sample(sample["time"].GetDouble(), 0.5);
    ASSERT_EQ(sample["parts"].Size(), rig.size());
    for (rapidjson::SizeType part = 0; part < rig.size(); ++part) {
      const auto& shown = sample["parts"][part];
      EXPECT_EQ(shown["name"].GetString(), rig.name(part));
      EXPECT_FALSE(shown.HasMember("angles"));
      ASSERT_EQ(shown["rotation"].Size(), 9u);
      ASSERT_EQ(shown["world"].Size(), 12u);
      for (rapidjson::SizeType i = 0; i < 12; ++i) EXPECT_EQ(shown["world"][i].GetDouble(), rig.world(part).m[i]);
      EXPECT_EQ(shown["scale"][1].GetDouble(), rig.local(part).scale.y);
    }
  }
  const rapidjson::Document model = json_of({"sample", kGood + "toy.motion", "--clip-time", "2", "--json"});
  ASSERT_EQ(model["samples"][0]["parts"].Size(), 2u);
  EXPECT_EQ(model["samples"][0]["parts"][0]["angles"][2].GetDouble(), 12.5);
  const CommandResult text = motion_command({"sample", kGood + "toy.motion", "--time", "99"});
  EXPECT_NE(text.out.find("at 2.5 of 2.5 s, relative to the parents"), std::string::npos) << text.out;
  const CommandResult world =
      motion_command({"sample", kGood + "door.motion", "--rig", kGood + "door.scene", "--world"});
  EXPECT_NE(world.out.find("in the world"), std::string::npos) << world.out;
  EXPECT_EQ(motion_command({"sample", kGood + "toy.motion", "--time", "soon"}).exit_code, 2);
  EXPECT_EQ(motion_command({"sample", kGood + "toy.motion", "--weight", "nan"}).exit_code, 2);
}

TEST(MotionCommand, TellsWhatIsInAFile) {
  const CommandResult clip = motion_command({"info", kGood + "digger.motion"});
  EXPECT_NE(clip.out.find("boom    rotation  bezier            2  0.5      2\n"), std::string::npos) << clip.out;
  const CommandResult rig = motion_command({"info", kGood + "digger.rig"});
  EXPECT_NE(rig.out.find("        bucket  attachment"), std::string::npos) << rig.out;
  const rapidjson::Document scene = json_of({"info", kGood + "door.scene", "--json"});
  EXPECT_STREQ(scene["kind"].GetString(), "scene");
  EXPECT_STREQ(scene["nodes"][1]["parent"].GetString(), "door");
  const rapidjson::Document json = json_of({"info", kGood + "toy.motion", "--json"});
  EXPECT_EQ(json["tracks"][0]["keys"][1]["value"][2].GetDouble(), 12.5);
  EXPECT_EQ(motion_command({"info", kBad + "rig-levels.rig"}).exit_code, 1);
}

TEST(MotionCommand, PlotsEveryTrack) {
  const test::TemporaryFolder folder;
  ASSERT_EQ(motion_command({"plot", kGood + "digger.motion", "-o", folder / "digger.svg"}).exit_code, 0);
  const std::string svg = folder.read("digger.svg");
  EXPECT_EQ(svg.rfind("<svg xmlns=", 0), 0u);
  EXPECT_EQ(svg.substr(svg.size() - 7), "</svg>\n");
  const auto count = [&](const std::string& what) {
    std::size_t found = 0;
    for (std::size_t at = svg.find(what); at != std::string::npos; at = svg.find(what, at + 1)) ++found;
    return found;
  };
  EXPECT_EQ(count("<circle "), 3u * (3 + 2 + 3 + 2 + 3));  // a dot for each number of each key
  EXPECT_EQ(count(">base</text>"), 1u);
  EXPECT_EQ(count(">bucket</text>"), 1u) << "both of its tracks in one card";
  EXPECT_EQ(count(">rotation</text>"), 3u);
  EXPECT_EQ(count("nan"), 0u);
  EXPECT_EQ(count("null"), 0u);
  EXPECT_EQ(motion_command({"plot", kBad + "curve-large.motion", "-o", folder / "bad.svg"}).exit_code, 1);
  EXPECT_EQ(folder.names().size(), 1u);
}

// ---------------------------------------------------------------------------------------------------------------------
// glTF, played as its specification says.

using Json = rapidjson::Value;

std::string from_base64(const std::string& text) {
  std::string bytes;
  std::uint32_t group = 0;
  int bits = 0;
  for (const char c : text) {
    const char* digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char* at = c == '=' ? nullptr : std::strchr(digits, c);
    if (at == nullptr) break;
    group = group << 6 | static_cast<std::uint32_t>(at - digits);
    bits += 6;
    if (bits >= 8) bytes += static_cast<char>(group >> (bits -= 8) & 0xff);
  }
  return bytes;
}

class GltfPlayer {
 public:
  explicit GltfPlayer(const std::string& text) {
    document_.Parse(text.c_str());
    const std::string uri = document_["buffers"][0]["uri"].GetString();
    bytes_ = from_base64(uri.substr(uri.find(',') + 1));
    EXPECT_EQ(bytes_.size(), document_["buffers"][0]["byteLength"].GetUint());
  }

  [[nodiscard]] const Json& json() const { return document_; }

  /// The world matrix of every node, by name.
  std::map<std::string, motion::Matrix34> world(double time) const {
    std::vector<std::array<double, 10>> poses;  // translation, rotation (x, y, z, w), scale
    for (const Json& node : document_["nodes"].GetArray()) {
      std::array<double, 10> pose = {0, 0, 0, 0, 0, 0, 1, 1, 1, 1};
      copy(node, "translation", &pose[0]);
      copy(node, "rotation", &pose[3]);
      copy(node, "scale", &pose[7]);
      poses.push_back(pose);
    }
    const Json& animation = document_["animations"][0];
    for (const Json& channel : animation["channels"].GetArray()) {
      const std::string path = channel["target"]["path"].GetString();
      const std::vector<double> value =
          sampled(animation["samplers"][channel["sampler"].GetUint()], time, path == "rotation");
      auto& pose = poses[channel["target"]["node"].GetUint()];
      std::copy(value.begin(), value.end(), pose.begin() + (path == "translation" ? 0 : path == "rotation" ? 3 : 7));
    }
    std::map<std::string, motion::Matrix34> worlds;
    for (const Json& root : document_["scenes"][0]["nodes"].GetArray()) place(root.GetUint(), {}, poses, worlds);
    return worlds;
  }

 private:
  static void copy(const Json& node, const char* name, double* to) {
    if (!node.HasMember(name)) return;
    for (const Json& number : node[name].GetArray()) *to++ = number.GetDouble();
  }

  std::vector<double> floats(std::size_t accessor) const {
    const Json& a = document_["accessors"][static_cast<rapidjson::SizeType>(accessor)];
    const Json& view = document_["bufferViews"][a["bufferView"].GetUint()];
    std::vector<double> numbers;
    for (std::size_t i = 0; i < view["byteLength"].GetUint(); i += 4) {
      float value = 0;
      std::memcpy(&value, bytes_.data() + view["byteOffset"].GetUint() + i, 4);
      numbers.push_back(double{value});
    }
    return numbers;
  }

  std::vector<double> sampled(const Json& sampler, double time, bool rotation) const {
    const std::vector<double> times = floats(sampler["input"].GetUint()), values = floats(sampler["output"].GetUint());
    const std::string interpolation = sampler["interpolation"].GetString();
    const std::size_t size = rotation ? 4 : 3;
    const bool spline = interpolation == "CUBICSPLINE";
    const auto value = [&](std::size_t key, std::size_t i) {
      return values[spline ? (3 * key + 1) * size + i : key * size + i];
    };
    std::size_t key = 0;
    while (key + 1 < times.size() && times[key + 1] <= time) ++key;
    std::vector<double> out(size);
    const bool last = key + 1 == times.size() || time <= times[0] || interpolation == "STEP";
    const double u = last ? 0 : (time - times[key]) / (times[key + 1] - times[key]);
    double dot = 0, angle = 0;
    if (rotation && !last) {
      for (std::size_t i = 0; i < 4; ++i) dot += value(key, i) * value(key + 1, i);
      angle = std::acos(std::min(std::fabs(dot), 1.0));
    }
    for (std::size_t i = 0; i < size; ++i) {
      const double a = value(key, i), b = last ? a : value(key + 1, i);
      if (rotation) {
        const double low = angle < 1e-6 ? 1 - u : std::sin((1 - u) * angle) / std::sin(angle);
        const double high = angle < 1e-6 ? u : std::sin(u * angle) / std::sin(angle);
        out[i] = low * a + high * (dot < 0 ? -b : b);
      } else if (spline && !last) {
        const double step = times[key + 1] - times[key], u2 = u * u, u3 = u2 * u;
        const double leaves = values[(3 * key + 2) * size + i], arrives = values[(3 * key + 3) * size + i];
        out[i] = (2 * u3 - 3 * u2 + 1) * a + step * (u3 - 2 * u2 + u) * leaves + (3 * u2 - 2 * u3) * b +
                 step * (u3 - u2) * arrives;
      } else {
        out[i] = a + (b - a) * u;
      }
    }
    return out;
  }

  void place(std::uint32_t node, const motion::Matrix34& parent, const std::vector<std::array<double, 10>>& poses,
             std::map<std::string, motion::Matrix34>& worlds) const {
    const auto& p = poses[node];
    const motion::Matrix34 world =
        parent * motion::matrix_from({p[0], p[1], p[2]}, {p[6], p[3], p[4], p[5]}, {p[7], p[8], p[9]});
    const Json& json = document_["nodes"][node];
    worlds[json["name"].GetString()] = world;
    if (!json.HasMember("children")) return;
    for (const Json& child : json["children"].GetArray()) place(child.GetUint(), world, poses, worlds);
  }

  rapidjson::Document document_;
  std::string bytes_;
};

/// Plays a converted clip beside the clip itself.
void expect_same_motion(const std::string& clip_path, const std::string& rig_path) {
  SCOPED_TRACE(clip_path);
  const CommandResult converted = rig_path.empty()
                                      ? motion_command({"convert", clip_path, "-o", "-"})
                                      : motion_command({"convert", clip_path, "--rig", rig_path, "-o", "-"});
  ASSERT_EQ(converted.exit_code, 0) << converted.err;
  const GltfPlayer player(converted.out);
  const motion::Clip clip = *motion::load_clip(clip_path);
  std::vector<motion::Part> parts;
  if (!rig_path.empty()) parts = motion::parts_of(*motion::load_binding(rig_path));
  for (const motion::Track& track : clip.tracks) {
    const bool known =
        std::any_of(parts.begin(), parts.end(), [&](const auto& part) { return part.name == track.part; });
    if (!known) parts.push_back({track.part, "", {}});
  }
  motion::Rig rig = *motion::Rig::create(parts, clip);
  for (int i = 0; i <= 211; ++i) {
    const double time = clip.duration * i / 211;
    rig.sample(time);
    const auto worlds = player.world(time);
    for (std::size_t part = 0; part < rig.size(); ++part) {
      const auto found = worlds.find(std::string(rig.name(part)));
      ASSERT_NE(found, worlds.end());
      for (std::size_t k = 0; k < 12; ++k) {
        ASSERT_NEAR(found->second.m[k], rig.world(part).m[k], 0.01) << rig.name(part) << " at " << time << ", " << k;
      }
    }
  }
}

TEST(MotionCommand, ConvertsToGltfThatMovesTheSame) {
  expect_same_motion(kGood + "digger.motion", kGood + "digger.rig");
  expect_same_motion(kGood + "door.motion", kGood + "door.scene");
  expect_same_motion(kGood + "toy.motion", "");
}

TEST(MotionCommand, ConvertsNodesWithTheirShapes) {
  const CommandResult shown =
      motion_command({"convert", kGood + "digger.motion", "--rig", kGood + "digger.rig", "-o", "-"});
  const GltfPlayer player(shown.out);
  EXPECT_EQ(player.json()["nodes"].Size(), 4u + 4 + 3);  // a shape for each node, and for each way to a child
  EXPECT_STREQ(player.json()["nodes"][0]["extras"]["model"].GetString(), "bucket_2m");
  // The shape of a way reaches from a node to its child.
  const auto worlds = player.world(0);
  const motion::Matrix34 way = worlds.at("boom to stick (shape)"), stick = worlds.at("stick");
  for (const std::size_t row : {0u, 4u, 8u}) EXPECT_NEAR(way.m[row + 1] + way.m[row + 3], stick.m[row + 3], 1e-6);
  const CommandResult bare =
      motion_command({"convert", kGood + "digger.motion", "--rig", kGood + "digger.rig", "-o", "-", "--nodes-only"});
  EXPECT_EQ(GltfPlayer(bare.out).json()["nodes"].Size(), 4u);
  EXPECT_EQ(motion_command({"convert", kGood + "digger.motion", "-o", "-"}).exit_code, 2);
  EXPECT_EQ(motion_command({"convert", kGood + "toy.motion", "--rig", kGood + "digger.rig", "-o", "-"}).exit_code, 1);
}

/// A clip whose keys are one in single precision.
constexpr const char* kInstant =
    "format:\n  version: 1.0.0\nmodel: top\nduration: 5e-324\nloop: true\ntracks:\n  - part: p\n    "
    "property: scale\n    interpolation: smooth\n    keys:\n      - time: 0\n        value: [1, 1, 1]\n      - "
    "time: 5e-324\n        value: [1000000, 1e-9, 1]\n";

TEST(MotionCommand, StaysReasonableWithUnreasonableClips) {
  const test::TemporaryFolder folder;
  std::string spin = "format:\n  version: 1.0.0\nmodel: top\nduration: 3600\nloop: true\ntracks:\n";
  for (int i = 0; i < 4; ++i) {
    spin += "  - part: p" + std::to_string(i) + "\n    property: rotation\n    interpolation: linear\n    keys:\n";
    for (int k = 0; k < 512; ++k) {
      spin += "      - {time: " + std::to_string(k) + ", value: [0, " + (k % 2 == 0 ? "" : "-") + "1000000, 0]}\n";
    }
  }
  folder.write("spin.motion", spin);
  const CommandResult converted = motion_command({"convert", folder / "spin.motion", "-o", folder / "spin.gltf"});
  EXPECT_EQ(converted.exit_code, 1);
  EXPECT_NE(converted.err.find("turns so much"), std::string::npos) << converted.err;
  EXPECT_EQ(motion_command({"plot", folder / "spin.motion", "-o", folder / "spin.svg"}).exit_code, 0);

  folder.write("instant.motion", kInstant);
  EXPECT_EQ(motion_command({"plot", folder / "instant.motion", "-o", folder / "instant.svg"}).exit_code, 0);
  const CommandResult instant = motion_command({"convert", folder / "instant.motion", "-o", "-"});
  EXPECT_EQ(GltfPlayer(instant.out).world(0).at("p").m[0], 1e6);
}

TEST(MotionCommand, ConvertsToValidGltf) {
  const test::TemporaryFolder folder;
  folder.write("instant.motion", kInstant);
  const std::string validate = "node '" SINEW_SOURCE_DIR "/tests/support/validate_gltf.js' '" + (folder / "out.gltf") +
                               "' > '" + (folder / "report") + "' 2>&1";
  const std::vector<std::vector<std::string>> conversions = {
      {kGood + "digger.motion", "--rig", kGood + "digger.rig"},
      {kGood + "digger.motion", "--rig", kGood + "digger.rig", "--nodes-only"},
      {kGood + "door.motion", "--rig", kGood + "door.scene"},
      {kGood + "toy.motion"},
      {folder / "instant.motion"}};
  for (std::vector<std::string> arguments : conversions) {
    arguments.insert(arguments.begin(), "convert");
    arguments.insert(arguments.end(), {"-o", folder / "out.gltf"});
    ASSERT_EQ(motion_command(arguments).exit_code, 0);
    const int status = std::system(validate.c_str());
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    if (code == 77 || code == 127) GTEST_SKIP() << "No Node, or no npm package gltf-validator in NODE_PATH.";
    EXPECT_EQ(code, 0) << arguments[1] << ": " << folder.read("report");
  }
}

}  // namespace
}  // namespace sinew

#endif
