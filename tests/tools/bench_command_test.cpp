// sinew bench, through the command.
#ifdef SINEW_COMMAND

#include <gtest/gtest.h>
#include <rapidjson/document.h>

#include <filesystem>

#ifdef SINEW_HAS_RENDER
#include "media/png.hpp"
#endif
#include "support/command.hpp"
#include "support/temporary_folder.hpp"

namespace sinew {
namespace {

using test::CommandResult;
using test::run_sinew;

const std::string nuri = std::string(SINEW_SOURCE_DIR) + "/examples/nuri/nuri.json";

rapidjson::Document parse(const std::string& text) {
  rapidjson::Document document;
  document.Parse(text.c_str());
  EXPECT_FALSE(document.HasParseError()) << text;
  return document;
}

bool says(const CommandResult& result, std::string_view part) {
  return (result.out + result.err).find(part) != std::string::npos;
}

TEST(BenchCharacter, TellsWhatEachStageTakes) {
  const CommandResult result =
      run_sinew({"bench", "character", nuri, "--count", "3", "--frames", "2", "--animation", "walk", "--json"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const rapidjson::Document json = parse(result.out);
  ASSERT_TRUE(json.IsObject());
  EXPECT_EQ(json["bones"].GetInt(), 59);
  EXPECT_EQ(json["slots"].GetInt(), 47);
  EXPECT_GT(json["load"]["fastest_ms"].GetDouble(), 0);
  ASSERT_EQ(json["animations"].Size(), 1u);
  const auto& walk = json["animations"][0];
  EXPECT_STREQ(walk["name"].GetString(), "walk");
  for (const char* const stage : {"animate", "solve", "draw"}) {
    EXPECT_GT(walk[stage]["fastest_us"].GetDouble(), 0) << stage;
    EXPECT_GE(walk[stage]["median_us"].GetDouble(), walk[stage]["fastest_us"].GetDouble()) << stage;
  }
}

TEST(BenchCharacter, PrintsALineAnAnimation) {
  const CommandResult result = run_sinew({"bench", "character", nuri, "--count", "2", "--frames", "1"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  for (const char* const name : {"idle", "walk", "jump", "wave", "travel", "59 bones, 47 slots"}) {
    EXPECT_TRUE(says(result, name)) << name;
  }
}

TEST(BenchCharacter, NeedsNoAtlas) {
  test::TemporaryFolder folder;
  folder.write("bare.json", R"({"skeleton": {"spine": "4.2.22"}, "bones": [{"name": "root"}], "slots": [],
    "animations": {"turn": {"bones": {"root": {"rotate": [{}, {"time": 1, "value": 90}]}}}}})");
  const CommandResult result =
      run_sinew({"bench", "character", folder / "bare.json", "--count", "2", "--frames", "1", "--json"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const rapidjson::Document json = parse(result.out);
  EXPECT_FALSE(json["animations"][0].HasMember("draw"));

  folder.write("still.json", R"({"skeleton": {"spine": "4.2.22"}, "bones": [{"name": "root"}]})");
  const CommandResult still = run_sinew({"bench", "character", folder / "still.json"});
  EXPECT_EQ(still.exit_code, 1);
  EXPECT_TRUE(says(still, "still.json: The skeleton has no animations to measure."));
}

TEST(BenchCharacter, SaysWhatIsNotThere) {
  const CommandResult animation = run_sinew({"bench", "character", nuri, "--animation", "wlak"});
  EXPECT_EQ(animation.exit_code, 1);
  EXPECT_TRUE(says(animation, "There is no animation called 'wlak'. Did you mean 'walk'?")) << animation.err;
  const CommandResult skin = run_sinew({"bench", "character", nuri, "--skin", "embr"});
  EXPECT_EQ(skin.exit_code, 1);
  EXPECT_TRUE(says(skin, "Did you mean 'ember'?")) << skin.err;
  EXPECT_EQ(run_sinew({"bench", "character", nuri, "--count", "0"}).exit_code, 2);
  EXPECT_EQ(run_sinew({"bench"}).exit_code, 2);
}

#ifdef SINEW_HAS_RENDER

TEST(BenchCrowd, DrawsTheSameBothWays) {
  test::TemporaryFolder folder;
  const CommandResult result = run_sinew({"bench", "crowd", nuri, "--count", "12", "--frames", "2", "--size", "300x200",
                                          "--threads", "2", "--json", "-o", folder / "crowd.png"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const rapidjson::Document json = parse(result.out);
  ASSERT_TRUE(json.IsObject());
  EXPECT_EQ(json["characters"].GetInt(), 12);
  EXPECT_EQ(json["frames"].GetInt(), 2);
  EXPECT_EQ(json["threads"].GetInt(), 2);
  EXPECT_EQ(json["animations"].Size(), 5u);
  ASSERT_EQ(json["skins"].Size(), 2u) << "both dress it as fully as each other";
  EXPECT_LE(json["different_pixels"].GetInt(), 6) << "one in ten thousand";
  EXPECT_GT(json["pose"]["fastest_ms"].GetDouble(), 0);
  for (const char* const way : {"cpu", "gpu"}) {
    for (const char* const stage : {"skin", "submit", "finish", "all"}) {
      EXPECT_GT(json[way][stage]["median_ms"].GetDouble(), 0) << way << ' ' << stage;
    }
    EXPECT_GT(json[way]["draw_calls"].GetInt(), 0);
  }
  EXPECT_EQ(json["cpu"]["draw_calls"].GetInt(), json["gpu"]["draw_calls"].GetInt());
  EXPECT_LT(json["gpu"]["uploaded_bytes"].GetInt(), json["cpu"]["uploaded_bytes"].GetInt());
  EXPECT_GT(json["gpu"]["gpu_slots"].GetInt(), json["gpu"]["cpu_slots"].GetInt());

  const auto picture = read_png(folder / "crowd.png");
  ASSERT_TRUE(picture) << picture.error();
  EXPECT_EQ(picture->width, 300);
  EXPECT_EQ(picture->height, 200);
  std::size_t other = 0;
  for (std::size_t i = 0; i < picture->pixels.size(); i += 4) {
    if (picture->pixels[i] != picture->pixels[0]) ++other;
  }
  EXPECT_GT(other, 5000u) << "more than the background";
}

TEST(BenchCrowd, MeasuresOneWayAlone) {
  for (const char* const who : {"cpu", "gpu"}) {
    const CommandResult result = run_sinew({"bench", "crowd", nuri, "--count", "3", "--frames", "1", "--size", "64x64",
                                            "--animation", "walk", "--skin", "dusk", "--skinning", who});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    const std::string other = std::string(who) == "cpu" ? "GPU" : "CPU";
    EXPECT_FALSE(says(result, "skinned by the " + other)) << result.out;
    EXPECT_FALSE(says(result, "same picture"));
    EXPECT_TRUE(says(result, "3 characters, walk; skins dusk\n1 frame of 64 x 64")) << result.out;
  }
}

TEST(BenchCrowd, SaysWhatIsWrongAndWhatToDo) {
  test::TemporaryFolder folder;
  folder.write("bare.json", R"({"skeleton": {"spine": "4.2.22"}, "bones": [{"name": "root"}]})");
  const CommandResult no_atlas = run_sinew({"bench", "crowd", folder / "bare.json"});
  EXPECT_EQ(no_atlas.exit_code, 1);
  EXPECT_TRUE(says(no_atlas, "There is no atlas beside this skeleton; --atlas says where it is.")) << no_atlas.err;
  const CommandResult nothing = run_sinew(
      {"bench", "crowd", folder / "bare.json", "--atlas", std::string(SINEW_SOURCE_DIR) + "/examples/nuri/nuri.atlas"});
  EXPECT_EQ(nothing.exit_code, 1);
  EXPECT_TRUE(says(nothing, "There is nothing to draw")) << nothing.err;
  const CommandResult animation = run_sinew({"bench", "crowd", nuri, "--animation", "wlak"});
  EXPECT_EQ(animation.exit_code, 1);
  EXPECT_TRUE(says(animation, "There is no animation called 'wlak'. Did you mean 'walk'?")) << animation.err;
  const CommandResult skin = run_sinew({"bench", "crowd", nuri, "--skin", "embr"});
  EXPECT_EQ(skin.exit_code, 1);
  EXPECT_TRUE(says(skin, "Did you mean 'ember'?")) << skin.err;

  EXPECT_EQ(run_sinew({"bench", "crowd", nuri, "-o", "crowd.gif"}).exit_code, 2);
  EXPECT_EQ(run_sinew({"bench", "crowd", nuri, "--skinning", "both of them"}).exit_code, 2);
  EXPECT_EQ(run_sinew({"bench", "crowd", nuri, "--size", "0x5"}).exit_code, 2);
  EXPECT_EQ(run_sinew({"bench", "crowd", nuri, "--count", "0"}).exit_code, 2);
  const CommandResult unwritable = run_sinew(
      {"bench", "crowd", nuri, "--count", "1", "--frames", "1", "--size", "16x16", "-o", folder / "not/there.png"});
  EXPECT_EQ(unwritable.exit_code, 1);
  EXPECT_EQ(unwritable.out, "");
}

#endif

}  // namespace
}  // namespace sinew

#endif
