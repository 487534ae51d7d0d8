#include "motion/motion_cases.hpp"

#include <gtest/gtest.h>
#include <rapidjson/document.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <optional>

#include "sinew/motion.hpp"
#include "support/number_text.hpp"

namespace sinew::test {

namespace {

using Json = rapidjson::Value;
constexpr double kTolerance = 1e-6;
constexpr std::string_view kEnding = ".expected.json";

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file.good()) << path;
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::string text(const Json& json) {
  return json.IsNull() ? std::string() : std::string(json.GetString());
}

motion::Vec3 vector(const Json& json) {
  return {json[0].GetDouble(), json[1].GetDouble(), json[2].GetDouble()};
}

motion::Transform transform(const Json& json) {
  return {vector(json["position"]), vector(json["rotation"]), vector(json["scale"])};
}

std::vector<motion::Part> rest_parts(const Json& json) {
  std::vector<motion::Part> parts;
  for (const Json& part : json.GetArray()) {
    const bool child = part.HasMember("parent") && !part["parent"].IsNull();
    parts.push_back({part["name"].GetString(), child ? part["parent"].GetString() : "", transform(part)});
  }
  return parts;
}

void expect_near(double actual, double expected, const std::string& what) {
  const double scale = std::max({1.0, std::fabs(actual), std::fabs(expected)});
  EXPECT_LE(std::fabs(actual - expected), kTolerance * scale) << what << ": " << actual << ", expected " << expected;
}

template <class Numbers>
void expect_numbers(const Numbers& actual, const Json& expected, const std::string& what) {
  ASSERT_EQ(expected.Size(), std::size(actual)) << what;
  for (rapidjson::SizeType i = 0; i < expected.Size(); ++i) {
    expect_near(actual[i], expected[i].GetDouble(), what + '[' + std::to_string(i) + ']');
  }
}

std::array<double, 3> list(const motion::Vec3& v) {
  return {v.x, v.y, v.z};
}

std::array<double, 9> rotation_matrix(const motion::Quaternion& q) {
  const motion::Matrix34 m = motion::matrix_from({}, q, {1, 1, 1});
  return {m.m[0], m.m[1], m.m[2], m.m[4], m.m[5], m.m[6], m.m[8], m.m[9], m.m[10]};
}

void check_pose(const motion::Pose& pose, const Json& expected, const std::string& what) {
  expect_numbers(list(pose.position), expected["position"], what + " position");
  expect_numbers(list(pose.scale), expected["scale"], what + " scale");
  if (expected.HasMember("angles")) expect_numbers(list(pose.angles), expected["angles"], what + " angles");
  if (expected.HasMember("rotation")) {
    expect_numbers(rotation_matrix(pose.rotation), expected["rotation"], what + " rotation");
    // The angles give the rotation, whatever the kind of clip.
    expect_numbers(rotation_matrix(motion::quaternion_from(pose.angles)), expected["rotation"],
                   what + " rotation from angles");
  }
}

void check_samples(motion::Rig& rig, const motion::Clip& clip, const Json& samples) {
  for (const Json& sample : samples.GetArray()) {
    const double time = sample["time"].GetDouble(), weight = sample["weight"].GetDouble();
    rig.sample(time, weight);
    for (const Json& part : sample["parts"].GetArray()) {
      const std::string name = part["name"].GetString();
      const std::string what = name + " at " + test::fixed(time) + ", weight " + test::fixed(weight);
      const std::optional<std::size_t> index = rig.find(name);
      ASSERT_TRUE(index) << what;
      check_pose(rig.local(*index), part, what);
      if (part.HasMember("world")) expect_numbers(rig.world(*index).m, part["world"], what + " world");
      if (weight == 1) check_pose(motion::part_pose(clip, name, time, rig.rest(*index)), part, what + " (part_pose)");
    }
  }
}

void check_binding(const motion::Binding& binding, const Json& expected) {
  EXPECT_EQ(binding.name, expected["rig"]["name"].GetString());
  EXPECT_EQ(binding.scene, expected["rig"]["scene"].GetBool());
  ASSERT_EQ(binding.nodes.size(), expected["nodes"].Size());
  for (rapidjson::SizeType i = 0; i < expected["nodes"].Size(); ++i) {
    const Json& node = expected["nodes"][i];
    const motion::Node& read = binding.nodes[i];
    EXPECT_EQ(read.id, node["id"].GetString());
    EXPECT_EQ(motion::name_of(read.kind), node["kind"].GetString());
    EXPECT_EQ(read.name, node["name"].GetString());
    EXPECT_EQ(read.parent, text(node["parent"]));
    EXPECT_EQ(read.model, text(node["model"]));
    EXPECT_EQ(read.rest, transform(node)) << read.id;
  }
}

void check_good(const Json& expected, const std::optional<Result<motion::Clip>>& clip,
                const std::optional<Result<motion::Binding>>& binding) {
  if (clip) {
    ASSERT_TRUE(*clip) << clip->error();
  }
  if (binding) {
    ASSERT_TRUE(*binding) << binding->error();
    check_binding(**binding, expected);
  }
  if (!clip) return;
  const motion::Clip& read = **clip;
  if (expected.HasMember("info")) {
    const Json& info = expected["info"];
    EXPECT_EQ(motion::name_of(read.kind), info["kind"].GetString());
    EXPECT_EQ(read.model, info["model"].GetString());
    EXPECT_EQ(read.binding, text(info["binding"]));
    EXPECT_EQ(read.duration, info["duration"].GetDouble());
    EXPECT_EQ(read.loop, info["loop"].GetBool());
    EXPECT_EQ(read.tracks.size(), info["tracks"].GetUint());
  }
  if (expected.HasMember("times")) {
    for (const Json& time : expected["times"].GetArray()) {
      const double elapsed = time["elapsed"].GetDouble();
      expect_near(motion::clip_time(read, elapsed), time["time"].GetDouble(), "time of " + test::fixed(elapsed));
    }
  }
  if (!expected.HasMember("samples")) return;
  Result<motion::Rig> rig =
      binding ? motion::bind(**binding, read) : motion::Rig::create(rest_parts(expected["rest"]), read);
  ASSERT_TRUE(rig) << rig.error();
  check_samples(*rig, read, expected["samples"]);
}

/// What went wrong, or nothing.
std::optional<Error> problem_of(const Json& expected, const std::optional<Result<motion::Clip>>& clip,
                                const std::optional<Result<motion::Binding>>& binding) {
  const std::string stage = expected["stage"].GetString();
  if (stage == "clip") return *clip ? std::nullopt : std::optional<Error>(clip->error());
  if (stage == "binding") return *binding ? std::nullopt : std::optional<Error>(binding->error());
  EXPECT_TRUE(*clip) << clip->error();
  if (!*clip) return std::nullopt;
  if (binding && !*binding) {
    ADD_FAILURE() << binding->error();
    return std::nullopt;
  }
  const Result<motion::Rig> rig =
      stage == "bind" ? motion::bind(**binding, **clip) : motion::Rig::create(rest_parts(expected["rest"]), **clip);
  return rig ? std::nullopt : std::optional<Error>(rig.error());
}

void check_bad(const Json& expected, const std::optional<Error>& problem) {
  const bool loads = expected.HasMember("loads") && expected["loads"].GetBool();
  const std::string wanted = text(expected["error"]);
  if (!problem && loads) return;
  if (problem && !loads && expected["error"].IsNull()) return;  // any message
  if (problem && !wanted.empty()) {
    if (problem->message == wanted) return;
    if (expected.HasMember("match") && problem->message.starts_with(wanted)) return;
  }
  if (expected.HasMember("alternatives")) {
    for (const Json& alternative : expected["alternatives"].GetArray()) {
      const std::string other = alternative.GetString();
      if (problem ? other == problem->message || other == "any message" : other == "loads") return;
    }
  }
  ADD_FAILURE() << (problem ? problem->to_string() : "It loads.") << "\nexpected: " << (loads ? "it loads" : wanted);
}

}  // namespace

std::vector<std::string> motion_cases(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with(kEnding)) names.push_back(name.substr(0, name.size() - kEnding.size()));
  }
  std::sort(names.begin(), names.end());
  return names;
}

void check_motion_case(const std::filesystem::path& folder, const std::string& name) {
  SCOPED_TRACE((folder / name).string());
  rapidjson::Document expected;
  expected.Parse(read(folder / (name + std::string(kEnding))).c_str());
  ASSERT_FALSE(expected.HasParseError());
  ASSERT_STREQ(expected["format"].GetString(), "sinew-motion-golden/1");

  std::optional<Result<motion::Clip>> clip;
  std::optional<Result<motion::Binding>> binding;
  if (!expected["clip"].IsNull()) clip = motion::load_clip((folder / expected["clip"].GetString()).string());
  if (!expected["binding"].IsNull()) {
    binding = motion::load_binding((folder / expected["binding"].GetString()).string());
  }
  if (!expected.HasMember("stage")) return check_good(expected, clip, binding);
  const std::optional<Error> problem = problem_of(expected, clip, binding);
  check_bad(expected, problem);
  const std::string stage = expected["stage"].GetString();
  if (problem && (stage == "clip" || stage == "binding")) {
    EXPECT_GT(problem->where.line, 0u) << "no place";
    EXPECT_GT(problem->where.column, 0u);
    EXPECT_FALSE(problem->where.file.empty());
  }
}

std::map<std::string, std::string> motion_messages(const std::filesystem::path& folder) {
  std::map<std::string, std::string> messages;
  for (const std::string& name : motion_cases(folder)) {
    rapidjson::Document expected;
    expected.Parse(read(folder / (name + std::string(kEnding))).c_str());
    if (expected.HasMember("stage")) messages[name] = text(expected["error"]);
  }
  return messages;
}

}  // namespace sinew::test
