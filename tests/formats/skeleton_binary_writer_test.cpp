// The binary writer: the specification's test vectors, what each version has no place for, and every skeleton there is.
#include "sinew/write.hpp"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <iostream>
#include <map>

#include "sinew/animation.hpp"
#include "sinew/file.hpp"
#include "sinew/skeleton.hpp"
#include "skeleton_binary_fixture.hpp"
#include "skeleton_json_fixture.hpp"
#include "support/corpus.hpp"
#include "support/equal_models.hpp"

namespace sinew::test {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view json_of_vector_a =
    R"({"skeleton":{"hash":"AAECAwQFBgc","spine":"4.3.0","x":-10,"y":0,"width":20,"height":40},
     "bones":[{"name":"root"},{"name":"arm","parent":"root","length":50,"x":10,"rotation":90}],
     "slots":[{"name":"s","bone":"arm","attachment":"img"}],
     "skins":[{"name":"default","attachments":{"s":{"img":{"width":32,"height":16}}}}],
     "events":{"hit":{}},
     "animations":{"a":{"bones":{"arm":{"rotate":[{"curve":[0.25,0,0.75,90]},{"time":1,"value":90}]}},
                        "events":[{"time":0.5,"name":"hit"}]}}})";

constexpr std::string_view json_of_vector_b =
    R"({"skeleton":{"spine":"4.3.0"},
     "bones":[{"name":"r"},{"name":"t","parent":"r"}],
     "slots":[{"name":"s0","bone":"r"},{"name":"s1","bone":"t"}],
     "constraints":[
      {"type":"ik","name":"k","bones":["r"],"target":"t","mix":0.5,"bendPositive":false,"scaleY":"volume"},
      {"type":"transform","name":"x","bones":["t"],"source":"r","localSource":true,"rotation":45,
       "properties":{"rotate":{"to":{"x":{"offset":1,"max":100,"scale":2}}}},"mixX":0.5},
      {"type":"physics","name":"p","bone":"t","scaleX":0.25,"scaleY":"uniform","mass":2,"mix":0},
      {"type":"slider","name":"d","animation":"a","loop":true,"bone":"r","property":"y","from":8,"scale":0.5,"local":true}],
     "animations":{"a":{
      "ik":{"k":[{"curve":"stepped"},{"time":1,"mix":0,"softness":2}]},
      "physics":{"":{"wind":[{"value":3}]}},
      "drawOrder":[{"offsets":[{"slot":"s1","offset":-1}]},{"time":1}],
      "drawOrderFolder":[{"slots":["s1","s0"],"keys":[{"time":0.5,"offsets":[{"slot":"s0","offset":-1}]}]}]}}})";

std::string hex_of(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) {
    text += "0123456789abcdef"[static_cast<unsigned char>(c) >> 4];
    text += "0123456789abcdef"[static_cast<unsigned char>(c) & 15];
  }
  return text;
}

Result<std::string> write_plain(const SkeletonData& data) {
  WriteOptions options;
  options.nonessential = false;
  return write_skeleton_binary(data, options);
}

TEST(SkeletonBinaryWriter, WritesTheTestVectors) {
  const std::pair<std::string_view, std::string> vectors[] = {{json_of_vector_a, vector_a()},
                                                              {json_of_vector_b, vector_b()}};
  for (const auto& [json, bytes] : vectors) {
    const Loaded from_json = load(json);
    ASSERT_TRUE(from_json.data) << *from_json.error;
    const Result<std::string> written = write_plain(*from_json.data);
    ASSERT_TRUE(written) << written.error();
    EXPECT_EQ(hex_of(*written), hex_of(bytes));
    const BinaryLoaded from_bytes = load_binary(bytes);
    EXPECT_EQ(hex_of(*write_skeleton_binary(*from_bytes.data)), hex_of(bytes));
  }
}

TEST(SkeletonBinaryWriter, KeepsATextThatIsNoHashOfEightBytesApart) {
  const auto hash_bytes = [](std::string_view hash) {
    std::string json(json_of_vector_a);
    json.replace(json.find("AAECAwQFBgc"), 11, hash);
    return write_plain(*load(json).data)->substr(0, 8);
  };
  EXPECT_EQ(hash_bytes(""), std::string(8, '\0'));
  EXPECT_NE(hash_bytes("abc"), hash_bytes("abd"));
  EXPECT_NE(hash_bytes("abc"), std::string(8, '\0'));
  EXPECT_EQ(hash_bytes("abc"), hash_bytes("abc"));
}

TEST(SkeletonBinaryWriter, WritesAVersionThatLeadsToTheLayout) {
  const auto version_of = [](std::string_view version) {
    std::vector<Warning> warnings;
    WriteOptions options;
    options.warnings = &warnings;
    const Result<std::string> bytes =
        write_skeleton_binary(*load_good(version, R"("bones":[{"name":"r"}])").data, options);
    const BinaryLoaded loaded = load_binary(*bytes);
    EXPECT_TRUE(loaded.data) << *loaded.error;
    return std::string(loaded->version_text) + (warnings.empty() ? "" : " (warning)");
  };
  EXPECT_EQ(version_of("4.2.43"), "4.2.43");
  EXPECT_EQ(version_of("4.9.1"), "4.3.13 (warning)");
  EXPECT_EQ(version_of("4.9.0"), "4.3.0 (warning)");
  EXPECT_EQ(version_of("3.8.75"), "3.8.99 (warning)");
}

/// The error of writing a skeleton of this version.
std::string write_error(std::string_view version, std::string_view members) {
  const Loaded loaded = load_good(version, members);
  const Result<std::string> bytes = write_skeleton_binary(*loaded.data);
  return bytes ? std::string() : bytes.error().to_string();
}

constexpr std::string_view two_bones =
    R"("bones":[{"name":"r"},{"name":"b","parent":"r"}],"slots":[{"name":"s","bone":"b"}],)";

std::string in_animation(std::string_view timelines) {
  return std::string(two_bones) + R"("animations":{"a":{)" + std::string(timelines) + "}}";
}

TEST(SkeletonBinaryWriter, SaysWhatAVersionHasNoPlaceFor) {
  // Curves of x and y that one curve of 3.8 cannot stand for; 4.0 has them. A model of 3.8 can have such curves only if
  // it was made by other means than reading 3.8, so the version of the text is what makes the difference here.
  EXPECT_EQ(write_error("4.0.64", in_animation(R"("bones":{"b":{"translate":[
                {"curve":[0.1,0,0.5,1,0.5,0,0.6,2]},{"time":1,"x":1,"y":2}]}})")),
            "");
  // What a file of the version can hold as JSON and not in binary.
  EXPECT_EQ(write_error("4.3.13",
                        R"("bones":[{"name":"r"}],"constraints":[{"type":"physics","name":"p","bone":"r","fps":500}])"),
            "/constraints/0: The steps a second of physics must be a whole number from 1 to 255.");
  EXPECT_EQ(
      write_error("4.3.13", R"("bones":[{"name":"r"}],"constraints":[
                {"type":"physics","name":"p","bone":"r","scaleX":2,"scaleY":"uniform"}])"),
      "/constraints/0: A binary file holds an amount of scale X from 0 on, with the scale Y mode 'uniform' up to 1.");
  EXPECT_EQ(write_error("4.2.43", R"("bones":[{"name":"r","x":1e300}])"),
            "/bones/0: A number is too large for a binary file, which has single precision.");
  EXPECT_EQ(write_error("4.2.43", R"("bones":[{"name":""}])"), "/bones/0: A bone without a name cannot be written.");
  EXPECT_EQ(write_error("4.2.43",
                        std::string(two_bones) + R"("skins":[{"name":"default","attachments":{"s":{"m":{"type":"mesh",
                "uvs":[0,0,1,0,1,1],"vertices":[0,0,1,0,1,1],"triangles":[0,1,2,0,1,2,0,1,2,0,1,2,0,1,2]}}}}])"),
            "/skins/0/attachments/s/m: A mesh of 3 vertices with 5 triangles cannot be written: from 4.2 on there are "
            "at most 4.");
}

TEST(SkeletonBinaryWriter, ReplacesWhatTheEncodingHasNoPlaceFor) {
  const Loaded loaded =
      load_good("4.2.43", std::string(two_bones) + R"("skins":[{"name":"default","bones":["b"],"attachments":{"s":{
      "c":{"type":"clipping","vertexCount":3,"vertices":[0,0,1,0,1,1]},
      "m":{"type":"mesh","uvs":[0,0,1,0,1,1],"vertices":[0,0,1,0,1,1],"triangles":[0,1,2]}}}}])");
  std::vector<Warning> warnings;
  WriteOptions options;
  options.warnings = &warnings;
  const Result<std::string> bytes = write_skeleton_binary(*loaded.data, options);
  ASSERT_TRUE(bytes) << bytes.error();
  std::vector<std::string> pointers;
  for (const Warning& warning : warnings) pointers.push_back(warning.where.pointer);
  EXPECT_EQ(pointers, (std::vector<std::string>{"/skins/0", "/skins/0/attachments/s/c", "/skins/0/attachments/s/m"}));
  const BinaryLoaded again = load_binary(*bytes);
  EXPECT_TRUE(again->skins[0].bones.empty());
  EXPECT_EQ(again->attachments[0].clipping->end, SlotIndex(0));
  EXPECT_EQ(again->attachments[1].mesh->hull, 3u);
}

/// Reads, writes, reads and writes again: equal models and equal bytes.
void expect_round_trip(const SkeletonData& first, std::string_view bytes, const std::string& name) {
  const BinaryLoaded second = load_binary(bytes);
  ASSERT_TRUE(second.data) << name << ": " << *second.error;
  EXPECT_EQ(differences(first, *second.data), "") << name;
  const Result<std::string> again = write_skeleton_binary(*second.data);
  ASSERT_TRUE(again) << name << ": " << again.error();
  EXPECT_TRUE(*again == bytes) << name;
}

std::vector<fs::path> files(const fs::path& folder, std::string_view ending) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with(ending) && !name.ends_with(".golden.json") && !name.ends_with(".runs.json")) {
      paths.push_back(entry.path());
    }
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

TEST(SkeletonBinaryWriter, WritesEveryBinarySkeletonAgain) {
  const auto folder = corpus();
  if (!folder) GTEST_SKIP() << "There is no corpus here; SINEW_CORPUS names its folder.";
  std::size_t same = 0, all = 0;
  for (const fs::path& path : files(*folder, ".skel")) {
    const Result<std::string> bytes = read_file(path.string());
    ASSERT_TRUE(bytes);
    const BinaryLoaded loaded = load_binary(*bytes);
    ASSERT_TRUE(loaded.data) << path;
    const Result<std::string> written = write_skeleton_binary(*loaded.data);
    ASSERT_TRUE(written) << path << ": " << written.error();
    expect_round_trip(*loaded.data, *written, path.string());
    ++all;
    if (*written == *bytes) ++same;
    // An editor's export is written as it was. Not so in 3.8, where the model does not keep what has no effect: curves
    // between equal values, and whole turns of angles. The project's own files of 4.2 list constraints in another
    // order.
    const bool editor = loaded->version >= FormatVersion::v4_0 && loaded->version != FormatVersion::v4_3
                            ? fs::exists(path.parent_path() / "license.txt")
                            : loaded->version == FormatVersion::v4_3;
    if (editor) {
      EXPECT_TRUE(*written == *bytes) << path << " is not the same byte for byte";
    }
  }
  std::cout << same << " of " << all << " files are the same byte for byte\n";
}

/// The largest difference of bone matrices over all animations.
double pose_difference(const SkeletonDataPtr& a, const SkeletonDataPtr& b) {
  double largest = 0;
  Skeleton first(a), second(b);
  for (std::size_t i = 0; i < a->animations.size(); ++i) {
    for (const double part : {0.0, 0.31, 0.77}) {
      const double time = a->animations[i].duration * part;
      for (Skeleton* one : {&first, &second}) {
        one->set_to_setup_pose();
        apply(*one, one->data().animations[i], time);
        one->update(0);
      }
      for (std::size_t bone = 0; bone < a->bones.size(); ++bone) {
        const Affine x = first.world(BoneIndex(bone)), y = second.world(BoneIndex(bone));
        for (const double distance : {x.a - y.a, x.b - y.b, x.c - y.c, x.d - y.d, x.tx - y.tx, x.ty - y.ty}) {
          largest = std::max(largest, std::abs(distance));
        }
      }
    }
  }
  return largest;
}

TEST(SkeletonBinaryWriter, JsonAndBinaryOfOneSkeletonPoseAlike) {
  const auto folder = corpus();
  if (!folder) GTEST_SKIP() << "There is no corpus here; SINEW_CORPUS names its folder.";
  std::size_t compared = 0;
  for (const char* version : {"4.2", "4.3"}) {
    for (const fs::path& path : files(*folder / version, ".skel")) {
      // The others are two exports of one project, which are not so close.
      const fs::path project = path.parent_path();
      const bool own = !fs::exists(project / "license.txt");
      const bool encoded = own || (version == std::string_view("4.3") && !project.string().ends_with("-editor"));
      if (!encoded) continue;
      const Result<SkeletonDataPtr> binary = load_skeleton(path.string());
      const Result<SkeletonDataPtr> json = load_skeleton(fs::path(path).replace_extension(".json").string());
      ASSERT_TRUE(binary) << binary.error();
      ASSERT_TRUE(json) << json.error();
      EXPECT_EQ((*binary)->hash, (*json)->hash) << path;
      EXPECT_EQ((*binary)->constraints.size(), (*json)->constraints.size()) << path;
      EXPECT_EQ((*binary)->attachments.size(), (*json)->attachments.size()) << path;
      EXPECT_LT(pose_difference(*json, *binary), 5e-4) << path;
      ++compared;
    }
  }
  EXPECT_GE(compared, 40u);
}

TEST(SkeletonBinaryWriter, WritesSkeletonsThatWereJson) {
  std::vector<fs::path> paths = files(fs::path(SINEW_TEST_DATA) / "golden", ".json");
  if (const auto folder = corpus()) {
    for (const char* version : {"3.8", "4.0", "4.1", "4.2", "4.3"}) {
      for (const fs::path& path : files(*folder / version, ".json")) paths.push_back(path);
    }
  }
  double largest = 0;
  std::string where;
  for (const fs::path& path : paths) {
    const Result<SkeletonDataPtr> data = load_skeleton(path.string());
    ASSERT_TRUE(data) << data.error();
    const Result<std::string> bytes = write_skeleton_binary(**data);
    ASSERT_TRUE(bytes) << path << ": " << bytes.error();
    LoadOptions options;
    options.semantics = (*data)->semantics;
    const Result<SkeletonDataPtr> binary = parse_skeleton(*bytes, path.string(), options);
    ASSERT_TRUE(binary) << binary.error();
    expect_round_trip(**binary, *bytes, path.string());
    const double difference = pose_difference(*data, *binary);
    if (difference > largest) largest = difference, where = path.string();
  }
  std::cout << paths.size() << " skeletons in JSON; as binary their poses differ by up to " << largest << " (" << where
            << ")\n";
  EXPECT_LT(largest, 0.02) << where;
}

TEST(SkeletonBinaryWriter, WarnsOfChannelsThatAreRoundedToBytes) {
  const Result<SkeletonDataPtr> data = parse_skeleton(R"({"skeleton": {"hash": "x", "spine": "4.2.43"},
    "bones": [{"name": "root"}], "slots": [{"name": "slot", "bone": "root"}],
    "animations": {"a": {"slots": {"slot": {"alpha": [{"value": 0.2}, {"time": 1, "value": 0.18}],
                                            "rgb": [{"color": "123456"}]}}}}})");
  ASSERT_TRUE(data) << data.error();
  std::vector<Warning> warnings;
  ASSERT_TRUE(write_skeleton_binary(**data, {.warnings = &warnings}));
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0].message,
            "Channels of colours are bytes in binary files: 1 value is rounded, by 0.00039 at most.");
}

}  // namespace
}  // namespace sinew::test
