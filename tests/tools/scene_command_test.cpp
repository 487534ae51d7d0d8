// sinew scene, and sinew render of scenes.
#ifdef SINEW_COMMAND

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/command.hpp"
#include "support/temporary_folder.hpp"
#ifdef SINEW_HAS_RENDER
#include "media/image.hpp"
#include "media/png.hpp"
#endif

namespace sinew::test {
namespace {

// A red square of 10 x 10 units on the far layer, a blue one as the actor; both at the origin. The camera goes 20 to
// the right in a second.
const char* const stage_json = R"({
  "skeleton": {"hash": "", "spine": "4.2.0"},
  "bones": [{"name": "root"}, {"name": "camera", "parent": "root"}],
  "slots": [{"name": "hill", "bone": "root", "attachment": "red"}],
  "skins": [{"name": "default", "attachments": {"hill": {"red": {"width": 10, "height": 10}}}}],
  "animations": {"pan": {"bones": {"camera": {"translate": [{}, {"time": 1, "x": 20}]}}}}
})";
const char* const actor_json = R"({
  "skeleton": {"hash": "", "spine": "4.2.0"},
  "bones": [{"name": "root"}],
  "slots": [{"name": "box", "bone": "root", "attachment": "blue"}],
  "skins": [{"name": "default", "attachments": {"box": {"blue": {"width": 10, "height": 10}}}},
            {"name": "bare"}],
  "animations": {"hop": {"bones": {"root": {"translate": [{}, {"time": 1, "y": 20}]}}}}
})";
const char* const scene_json = R"({
  "scene": {"name": "meeting", "fps": 10, "width": 60, "height": 40, "background": "00ff00ff"},
  "stage": {"skeleton": "stage.json", "atlas": "art.atlas", "camera": "camera",
            "layers": [{"name": "far", "slots": ["hill"], "depth": 2}]},
  "actors": [{"name": "hero", "skeleton": "actor.json", "atlas": "art.atlas", "x": 15}],
  "shots": [
    {"name": "one", "duration": 1, "stage": [{"animation": "pan"}], "actors": {"hero": {"clips": [{"animation": "hop"}]}}},
    {"name": "two", "duration": 0.5, "actors": {"hero": {"x": -20, "flip": true}}}]
})";

class SceneCommand : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_.write("stage.json", stage_json);
    folder_.write("actor.json", actor_json);
    folder_.write(
        "art.atlas",
        "page.png\nsize: 8, 4\nfilter: Nearest, Nearest\nred\nbounds: 0, 0, 4, 4\nblue\nbounds: 4, 0, 4, 4\n");
    folder_.write("a.scene.json", scene_json);
#ifdef SINEW_HAS_RENDER
    Image page(8, 4);
    for (int y = 0; y < 4; ++y) {
      for (int x = 0; x < 8; ++x) {
        page.at(x, y)[x < 4 ? 0 : 2] = 255;
        page.at(x, y)[3] = 255;
      }
    }
    ASSERT_TRUE(write_png(folder_ / "page.png", page).has_value());
#endif
  }

  CommandResult run(std::vector<std::string> arguments) {
    return run_sinew(arguments, folder_.path().string());
  }

  void change(const std::string& from, const std::string& to) {
    std::string text = scene_json;
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    folder_.write("a.scene.json", text.replace(at, from.size(), to));
  }

  TemporaryFolder folder_;
};

TEST_F(SceneCommand, InfoListsWhatIsInAScene) {
  const CommandResult result = run({"scene", "info", "a.scene.json"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, R"(a.scene.json

  name        meeting
  picture     60 x 40 on 00ff00ff
  frame rate  10
  duration    1.500 s

Stage
  stage.json with art.atlas
  camera      camera
  layer       far, depth 2, 1 slot

Actors
  hero: actor.json with art.atlas; at 15, 0, order 0

Shots
  one: 1.000 s
    stage
      0.000 s  track 0  pan
    hero: at 15, 0
      0.000 s  track 0  hop
  two: 0.500 s
    hero: at -20, 0, flipped
)");
  const CommandResult json = run({"scene", "info", "--json", "a.scene.json"});
  EXPECT_EQ(json.exit_code, 0);
  EXPECT_NE(json.out.find("\"animation\": \"hop\""), std::string::npos);
  EXPECT_NE(json.out.find("\"camera\": \"camera\""), std::string::npos);
}

TEST_F(SceneCommand, CheckSaysWhatIsWrongAndWhere) {
  change("\"name\": \"meeting\"", "\"name\": \"meeting\", \"mood\": 1");
  CommandResult result = run({"scene", "check", "a.scene.json"});
  EXPECT_EQ(result.exit_code, 0);
#ifdef SINEW_HAS_RENDER
  EXPECT_EQ(result.out, "a.scene.json: valid, 1 warning\n");
#endif
  EXPECT_NE(result.err.find("a.scene.json:2:40: /scene/mood: The field 'mood' is not known; it is ignored."),
            std::string::npos)
      << result.err;

  change("\"hop\"", "\"hup\"");
  result = run({"scene", "check", "a.scene.json"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.out, "a.scene.json: not valid\n");
  EXPECT_NE(result.err.find("/shots/0/actors/hero/clips/0/animation: The skeleton 'actor.json' has no animation called "
                            "'hup'."),
            std::string::npos)
      << result.err;
  const CommandResult json = run({"scene", "check", "--json", "a.scene.json", "b.scene.json"});
  EXPECT_EQ(json.exit_code, 1);
  EXPECT_NE(json.out.find("\"pointer\": \"/shots/0/actors/hero/clips/0/animation\""), std::string::npos) << json.out;
  EXPECT_NE(json.out.find("\"code\": \"file_not_found\""), std::string::npos);
  EXPECT_EQ(run({"scene", "check"}).exit_code, 2);
  EXPECT_EQ(run({"scene"}).exit_code, 2);
}

TEST_F(SceneCommand, CheckNamesImagesThatAreMissing) {
  folder_.write("art.atlas", "other.png\nsize: 8, 4\nfilter: Nearest, Nearest\nred\nbounds: 0, 0, 4, 4\n");
  const CommandResult result = run({"scene", "check", "a.scene.json"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.out, "a.scene.json: valid, 2 warnings\n");
  EXPECT_NE(result.err.find("The image 'blue' of actor.json is not in this atlas."), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("other.png' is missing."), std::string::npos);
}

#ifdef SINEW_HAS_RENDER

/// "r", "g", "b": what a pixel is; y counts from the top.
char colour(const Image& image, int x, int y) {
  const std::uint8_t* pixel = image.at(x, y);
  return pixel[0] > 200 ? 'r' : pixel[1] > 200 ? 'g' : pixel[2] > 200 ? 'b' : '?';
}

TEST_F(SceneCommand, RenderDrawsAMomentOfTheScene) {
  const auto still = [&](const std::string& time) {
    const CommandResult result = run({"render", "a.scene.json", "--time", time, "-o", "a.png"});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(result.err, "");
    auto image = read_png(folder_ / "a.png");
    EXPECT_TRUE(image.has_value());
    return image ? *std::move(image) : Image(60, 40);
  };
  Image image = still("0");
  EXPECT_EQ(image.width, 60);
  EXPECT_EQ(image.height, 40);
  EXPECT_EQ(colour(image, 30, 20), 'r');
  EXPECT_EQ(colour(image, 45, 20), 'b');
  EXPECT_EQ(colour(image, 2, 2), 'g');
  // The camera is at 10: the hill is seen 5 to the left, the actor 10 to the left and 10 up.
  image = still("0.5");
  EXPECT_EQ(colour(image, 21, 20), 'r');
  EXPECT_EQ(colour(image, 33, 20), 'g');
  EXPECT_EQ(colour(image, 35, 10), 'b');
  // The second shot.
  image = still("1.2");
  EXPECT_EQ(colour(image, 30, 20), 'r');
  EXPECT_EQ(colour(image, 10, 20), 'b');
}

TEST_F(SceneCommand, RenderSaysWhenTheSceneIsOver) {
  CommandResult result = run({"render", "a.scene.json", "--time", "99", "-o", "late.png"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_NE(result.out.find("the scene at 1.5 s, its end,"), std::string::npos) << result.out;
  result = run({"render", "a.scene.json", "--time", "1.5", "-o", "end.png"});
  EXPECT_NE(result.out.find("the scene at 1.5 s,"), std::string::npos) << result.out;
  EXPECT_EQ(folder_.read("late.png"), folder_.read("end.png"));
  result = run({"render", "a.scene.json", "--shot", "one", "--time", "7", "-o", "one.png"});
  EXPECT_NE(result.out.find("one at 1 s, its end,"), std::string::npos) << result.out;
}

TEST_F(SceneCommand, RenderKnowsASceneByWhatIsInIt) {
  folder_.write("meeting.json", scene_json);
  const CommandResult result = run({"render", "meeting.json", "--shot", "two", "--time", "0", "-o", "a.png"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(run({"render", "meeting.json", "--skin", "bare", "-o", "b.png"}).exit_code, 2);
}

TEST_F(SceneCommand, RenderPutsNoBlanksIntoFileNames) {
  change("\"two\"", "\"the end\"");
  const CommandResult result = run({"render", "a.scene.json", "--shot", "all", "--time", "0", "-o", "a.png"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_TRUE(std::filesystem::exists(folder_ / "a-the-end.png"));
}

TEST_F(SceneCommand, RenderDrawsClipsOfTheSceneAndOfItsShots) {
  CommandResult result = run({"render", "a.scene.json", "-o", "all-%02d.png"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_NE(result.out.find("60 x 40, 15 frames, 1.5 s"), std::string::npos) << result.out;
  result = run({"render", "a.scene.json", "--shot", "two", "--size", "30x20", "--fps", "20", "-o", "two.apng"});
  EXPECT_NE(result.out.find("30 x 20, 10 frames, 0.5 s"), std::string::npos) << result.out;
  result = run({"render", "a.scene.json", "--shot", "all", "-o", "{shot}-%02d.png"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  // A shot by itself is what it is in the scene.
  EXPECT_EQ(folder_.read("one-07.png"), folder_.read("all-07.png"));
  EXPECT_EQ(folder_.read("two-03.png"), folder_.read("all-13.png"));
  EXPECT_NE(folder_.read("one-07.png"), folder_.read("one-06.png"));
  // Loops start anew; a still at a step of the clip is its frame.
  result = run({"render", "a.scene.json", "--shot", "one", "--loops", "2", "-o", "loop-%02d.png"});
  EXPECT_EQ(folder_.read("loop-17.png"), folder_.read("one-07.png"));
  result = run({"render", "a.scene.json", "--time", "0.7", "--supersample", "3", "-o", "still.png"});
  const auto still = read_png(folder_ / "still.png"), frame = read_png(folder_ / "one-07.png");
  ASSERT_TRUE(still.has_value() && frame.has_value());
  EXPECT_EQ(still->pixels, frame->pixels);
}

TEST_F(SceneCommand, RenderKnowsWhatIsForScenesAlone) {
  EXPECT_EQ(run({"render", "actor.json", "--atlas", "art.atlas", "--shot", "one", "-o", "a.png"}).exit_code, 2);
  for (const char* option : {"--skin", "--animation", "--bounds", "--warmup", "--padding", "--atlas"}) {
    const std::string value = option == std::string("--bounds") ? "setup" : "1";
    const CommandResult result = run({"render", "a.scene.json", option, value, "-o", "a.png"});
    EXPECT_EQ(result.exit_code, 2) << option;
    EXPECT_NE(result.err.find(option), std::string::npos) << result.err;
  }
  const CommandResult unknown = run({"render", "a.scene.json", "--shot", "tow", "-o", "a.png"});
  EXPECT_EQ(unknown.exit_code, 1);
  EXPECT_NE(unknown.err.find("Did you mean 'two'?"), std::string::npos) << unknown.err;
  change("\"duration\": 1,", "\"duration\": 1e6,");
  const CommandResult endless = run({"render", "a.scene.json", "-o", "a.gif"});
  EXPECT_EQ(endless.exit_code, 1);
  EXPECT_EQ(folder_.names(),
            (std::vector<std::string>{"a.scene.json", "actor.json", "art.atlas", "page.png", "stage.json"}));
}

TEST_F(SceneCommand, RenderTakesBackgroundRegionAndOverlay) {
  CommandResult result = run({"render", "a.scene.json", "--background", "transparent", "--region", "20,10,20,20",
                              "--scale", "2", "--debug", "bones,meshes,bounds", "-o", "a.png"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const auto image = read_png(folder_ / "a.png");
  ASSERT_TRUE(image.has_value());
  EXPECT_EQ(image->width, 40);
  EXPECT_EQ(image->at(1, 1)[3], 0);
  EXPECT_EQ(image->at(14, 14)[3], 255);
}

#endif

}  // namespace
}  // namespace sinew::test

#endif
