// sinew render, through the command.
#if defined(SINEW_HAS_RENDER) && defined(SINEW_COMMAND)

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "media/png.hpp"
#include "support/corpus.hpp"
#include "support/temporary_folder.hpp"

namespace sinew {
namespace {

namespace fs = std::filesystem;
using Pixel = std::vector<int>;

struct Outcome {
  int exit_code = -1;
  std::string out, err;
};

// A box of 20 x 10 units, red on the left and blue on the right, half of the page transparent; its bone moves 40 to the
// right in a second. A second slot is black and only in the skin "dark".
const char* const skeleton_json = R"({
  "skeleton": {"hash": "x", "spine": "4.2.43"},
  "bones": [{"name": "root"}, {"name": "box", "parent": "root"}],
  "slots": [{"name": "box", "bone": "box", "attachment": "box"}, {"name": "lid", "bone": "box", "attachment": "lid"}],
  "skins": [
    {"name": "default", "attachments": {"box": {"box": {"path": "box", "width": 20, "height": 10}}}},
    {"name": "dark", "attachments": {"lid": {"lid": {"path": "lid", "width": 20, "height": 10}}}},
    {"name": "pale", "attachments": {"lid": {"lid": {"path": "lid", "color": "ffffff00", "width": 20, "height": 10}},
                                     "box": {"box": {"path": "box", "x": 100, "width": 20, "height": 10}}}}],
  "animations": {
    "move": {"bones": {"box": {"translate": [{}, {"time": 1, "x": 40}]}}},
    "in/out": {"bones": {"box": {"translate": [{}, {"time": 0.5, "y": 40}]}}}}
})";
const char* const atlas_text =
    "page.png\nsize: 8, 8\nfilter: Nearest, Nearest\nbox\nbounds: 0, 0, 4, 2\nlid\nbounds: 4, 0, 4, 2\n";

class RenderCommandTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_.write("rig.json", skeleton_json);
    folder_.write("rig.atlas", atlas_text);
    write_page("page.png");
  }

  void write_page(const std::string& name) {
    Image page(8, 8);
    for (int y = 0; y < 2; ++y) {
      for (int x = 0; x < 4; ++x) {
        std::uint8_t* pixel = page.at(x, y);
        pixel[x < 2 ? 0 : 2] = 255;
        pixel[3] = 255;
        page.at(x + 4, y)[3] = 255;
      }
    }
    ASSERT_TRUE(write_png(folder_ / name, page));
  }

  Outcome run(const std::string& arguments) {
    const std::string out = folder_ / "stdout.txt", err = folder_ / "stderr.txt";
    const std::string command = "cd '" + folder_.path().string() + "' && '" SINEW_COMMAND "' render " + arguments +
                                " >'" + out + "' 2>'" + err + "'";
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, folder_.read("stdout.txt"), folder_.read("stderr.txt")};
  }

  Image picture(const std::string& name) {
    auto image = read_png(folder_ / name);
    EXPECT_TRUE(image) << image.error();
    return image ? *image : Image(1, 1);
  }

  static Pixel at(const Image& image, int x, int y) {
    if (x >= image.width || y >= image.height) return {};
    const std::uint8_t* p = image.at(x, y);
    return {p[0], p[1], p[2], p[3]};
  }

  [[nodiscard]] bool exists(const std::string& name) const { return fs::exists(folder_ / name); }

  test::TemporaryFolder folder_;
};

const Pixel red{255, 0, 0, 255}, blue{0, 0, 255, 255}, black{0, 0, 0, 255}, nothing{0, 0, 0, 0};

TEST_F(RenderCommandTest, draws_the_setup_pose_as_a_still) {
  const Outcome outcome = run("rig.json -o still.png");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_NE(outcome.out.find("still.png: PNG, 36 x 26, setup pose, with alpha"), std::string::npos) << outcome.out;
  const Image image = picture("still.png");
  ASSERT_EQ(image.width, 36);  // 20 x 10 and a padding of 8
  ASSERT_EQ(image.height, 26);
  EXPECT_EQ(at(image, 8, 8), red);
  EXPECT_EQ(at(image, 27, 17), blue);
  EXPECT_EQ(at(image, 7, 12), nothing);
  EXPECT_EQ(at(image, 28, 12), nothing);
  EXPECT_EQ(at(image, 12, 7), nothing);
  EXPECT_EQ(at(image, 12, 18), nothing);
}

TEST_F(RenderCommandTest, frames_what_the_whole_animation_needs) {
  ASSERT_EQ(run("rig.json -o 'f%02d.png' --animation move --fps 4 --padding 1").exit_code, 0);
  EXPECT_FALSE(exists("f04.png"));  // a second at 4 frames a second; the last is not the first again
  for (const int frame : {0, 1, 2, 3}) {
    const Image image = picture("f0" + std::to_string(frame) + ".png");
    ASSERT_EQ(image.width, 52);  // 20 wide, moved by up to 30
    ASSERT_EQ(image.height, 12);
    EXPECT_EQ(at(image, 1 + 10 * frame, 1), red) << frame;
    EXPECT_EQ(at(image, 20 + 10 * frame, 10), blue) << frame;
    if (frame > 0) {
      EXPECT_EQ(at(image, 10 * frame, 5), nothing) << frame;
    }
  }
}

TEST_F(RenderCommandTest, frames_the_setup_pose_when_asked) {
  ASSERT_EQ(run("rig.json -o 's%d.png' --animation move --fps 2 --padding 0 --bounds setup").exit_code, 0);
  const Image image = picture("s1.png");
  EXPECT_EQ(image.width, 20);
  EXPECT_EQ(at(image, 5, 5), nothing);  // it has gone
}

TEST_F(RenderCommandTest, draws_a_moment_of_an_animation) {
  const Outcome outcome = run("rig.json -o t.png --animation move --time 0.5 --region -10,-5,60,10");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("move at 0.5 s"), std::string::npos) << outcome.out;
  const Image image = picture("t.png");
  ASSERT_EQ(image.width, 60);  // no padding
  ASSERT_EQ(image.height, 10);
  EXPECT_EQ(at(image, 19, 5), nothing);
  EXPECT_EQ(at(image, 20, 5), red);
  EXPECT_EQ(at(image, 39, 5), blue);
  EXPECT_EQ(at(image, 40, 5), nothing);
}

TEST_F(RenderCommandTest, size_and_scale_and_background) {
  ASSERT_EQ(run("rig.json -o a.png --size 100x30 --padding 5 --background 102030").exit_code, 0);
  const Image a = picture("a.png");
  ASSERT_EQ(a.width, 100);
  ASSERT_EQ(a.height, 30);
  EXPECT_EQ(at(a, 2, 2), (Pixel{16, 32, 48, 255}));
  EXPECT_EQ(at(a, 31, 15), red);  // 20 x 10 units in 40 x 20 pixels, in the middle
  EXPECT_EQ(at(a, 68, 15), blue);
  EXPECT_EQ(at(a, 28, 15), (Pixel{16, 32, 48, 255}));

  ASSERT_EQ(run("rig.json -o b.png --scale 0.5 --padding 0 --background ff000080").exit_code, 0);
  const Image b = picture("b.png");
  EXPECT_EQ(b.width, 10);
  EXPECT_EQ(b.height, 5);
  ASSERT_EQ(run("rig.json -o c.png --scale 1 --padding 1 --background ff000080").exit_code, 0);
  EXPECT_EQ(at(picture("c.png"), 0, 0), (Pixel{255, 0, 0, 128}));
}

TEST_F(RenderCommandTest, supersampling_smooths_edges) {
  const std::string place = " --region -10.5,-5,21,10 --size 21x10";
  ASSERT_EQ(run("rig.json -o one.png --supersample 1" + place).exit_code, 0);
  ASSERT_EQ(run("rig.json -o four.png --supersample 4" + place).exit_code, 0);
  EXPECT_EQ(at(picture("four.png"), 0, 5), (Pixel{255, 0, 0, 128}));
  const int alpha = at(picture("one.png"), 0, 5)[3];
  EXPECT_TRUE(alpha == 0 || alpha == 255) << alpha;
}

TEST_F(RenderCommandTest, combines_skins) {
  ASSERT_EQ(run("rig.json -o dark.png --skin dark").exit_code, 0);
  EXPECT_EQ(at(picture("dark.png"), 12, 12), black);
  // "pale" moves the box away and makes the lid invisible; "dark" over it puts the lid back.
  ASSERT_EQ(run("rig.json -o both.png --skin pale --skin dark --region -10,-5,120,10").exit_code, 0);
  const Image both = picture("both.png");
  EXPECT_EQ(at(both, 2, 5), black);
  EXPECT_EQ(at(both, 102, 5), red);
  ASSERT_EQ(run("rig.json -o other.png --skin dark --skin pale --region -10,-5,120,10").exit_code, 0);
  EXPECT_EQ(at(picture("other.png"), 2, 5), nothing);
}

// Characters whose default skin holds next to nothing are shown in the skin that fills the most, and that is said.
TEST_F(RenderCommandTest, puts_on_a_skin_where_the_default_one_is_bare) {
  folder_.write("bare.json", R"({"skeleton": {"hash": "x", "spine": "4.2.43"}, "bones": [{"name": "root"}],
    "slots": [{"name": "a", "bone": "root", "attachment": "a"}, {"name": "b", "bone": "root", "attachment": "b"}],
    "skins": [{"name": "default"},
      {"name": "half", "attachments": {"a": {"a": {"path": "lid", "width": 20, "height": 10}}}},
      {"name": "whole", "attachments": {"a": {"a": {"path": "box", "width": 20, "height": 10}},
                                        "b": {"b": {"path": "box", "width": 20, "height": 10}}}}]})");
  const Outcome outcome = run("bare.json -o a.png");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_NE(outcome.err.find("'whole'"), std::string::npos) << outcome.err;
  EXPECT_EQ(at(picture("a.png"), 12, 12), red);
  const Outcome nothing_drawn = run("bare.json -o a.png --animation jump");
  EXPECT_EQ(nothing_drawn.exit_code, 1);
  EXPECT_EQ(nothing_drawn.err.find("'whole'"), std::string::npos) << nothing_drawn.err;
  const Outcome bare = run("bare.json -o b.png --skin default");
  EXPECT_EQ(bare.exit_code, 1);
  EXPECT_NE(bare.err.find("--skin"), std::string::npos) << bare.err;
}

TEST_F(RenderCommandTest, shows_the_end_of_an_animation_beyond_it) {
  const Outcome late = run("rig.json -o late.png --animation move --time 99");
  ASSERT_EQ(late.exit_code, 0) << late.err;
  EXPECT_NE(late.out.find("move at 1 s, its end,"), std::string::npos) << late.out;
  const Outcome end = run("rig.json -o end.png --animation move --time 1");
  EXPECT_NE(end.out.find("move at 1 s,"), std::string::npos) << end.out;
  EXPECT_EQ(folder_.read("late.png"), folder_.read("end.png"));
}

TEST_F(RenderCommandTest, says_what_a_picture_must_be_called) {
  const Outcome outcome = run("rig.json -o x.jpg");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_NE(outcome.err.find(".png without one is a still"), std::string::npos) << outcome.err;
}

TEST_F(RenderCommandTest, writes_a_file_for_each_animation) {
  ASSERT_EQ(run("rig.json -o hero.gif --animation all").exit_code, 0);
  EXPECT_TRUE(exists("hero-move.gif"));
  EXPECT_TRUE(exists("hero-in-out.gif"));
  ASSERT_EQ(run("rig.json -o 'a {animation}.png' --animation move --animation in/out").exit_code, 0);
  EXPECT_TRUE(exists("a move.png"));
  EXPECT_TRUE(exists("a in-out.png"));
  ASSERT_EQ(run("rig.json -o 'n-%02d.png' --animation all --fps 2").exit_code, 0);
  EXPECT_TRUE(exists("n-move-01.png"));
  EXPECT_TRUE(exists("n-in-out-00.png"));
  EXPECT_FALSE(exists("n-in-out-01.png"));  // half a second at 2 frames a second
}

TEST_F(RenderCommandTest, says_what_it_wrote) {
  const Outcome gif = run("rig.json -o c.gif --animation move --fps 10 --loops 2 --size 60x20");
  ASSERT_EQ(gif.exit_code, 0) << gif.err;
  EXPECT_NE(gif.out.find("c.gif: GIF, 60 x 20, 20 frames, 2 s, with alpha"), std::string::npos) << gif.out;
  const Outcome webp =
      run("rig.json -o c.webp --animation move --fps 10 --duration 0.5 --size 60x20 --background ffffff");
  ASSERT_EQ(webp.exit_code, 0) << webp.err;
  EXPECT_NE(webp.out.find("60 x 20, 5 frames, 0.5 s, opaque"), std::string::npos) << webp.out;
  EXPECT_EQ(run("rig.json -o c.apng --animation move --fps 10 --size 60x20").exit_code, 0);
  EXPECT_EQ(folder_.read("c.gif").substr(0, 6), "GIF89a");
  EXPECT_EQ(folder_.read("c.webp").substr(8, 4), "WEBP");
  EXPECT_NE(folder_.read("c.apng").find("acTL"), std::string::npos);
}

TEST_F(RenderCommandTest, finds_the_only_atlas_of_another_name) {
  fs::rename(folder_ / "rig.atlas", folder_ / "common.atlas");
  EXPECT_EQ(run("rig.json -o a.png").exit_code, 0);
  folder_.write("second.atlas", atlas_text);
  const Outcome two = run("rig.json -o b.png");
  EXPECT_EQ(two.exit_code, 1);
  EXPECT_NE(two.err.find("'common.atlas' and 'second.atlas'"), std::string::npos) << two.err;
  EXPECT_FALSE(exists("b.png"));
  EXPECT_EQ(run("rig.json -o b.png --atlas second.atlas").exit_code, 0);
  fs::remove(folder_ / "common.atlas");
  fs::remove(folder_ / "second.atlas");
  const Outcome none = run("rig.json -o c.png");
  EXPECT_EQ(none.exit_code, 1);
  EXPECT_NE(none.err.find("--atlas"), std::string::npos) << none.err;
}

TEST_F(RenderCommandTest, names_all_missing_pages_at_once_and_draws_the_rest) {
  folder_.write("rig.atlas", std::string(atlas_text) + "\ngone.png\nsize: 8, 8\na\nbounds: 0, 0, 4, 2\n\n" +
                                 "away.png\nsize: 8, 8\nb\nbounds: 0, 0, 4, 2\n");
  const Outcome outcome = run("rig.json -o a.png");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_NE(outcome.err.find("'gone.png' and 'away.png'"), std::string::npos) << outcome.err;
  EXPECT_EQ(at(picture("a.png"), 8, 8), red);

  fs::remove(folder_ / "page.png");
  const Outcome nothing_left = run("rig.json -o b.png");
  EXPECT_EQ(nothing_left.exit_code, 1);
  EXPECT_NE(nothing_left.err.find("'page.png', 'gone.png' and 'away.png'"), std::string::npos) << nothing_left.err;
  EXPECT_FALSE(exists("b.png"));
}

TEST_F(RenderCommandTest, suggests_names) {
  const Outcome animation = run("rig.json -o a.gif --animation mvoe");
  EXPECT_EQ(animation.exit_code, 1);
  EXPECT_NE(animation.err.find("'move'"), std::string::npos) << animation.err;
  const Outcome skin = run("rig.json -o a.png --skin drak");
  EXPECT_EQ(skin.exit_code, 1);
  EXPECT_NE(skin.err.find("'dark'"), std::string::npos) << skin.err;
  EXPECT_FALSE(exists("a.gif"));
  EXPECT_FALSE(exists("a.png"));
}

TEST_F(RenderCommandTest, pages_may_be_declared_premultiplied) {
  Image page(8, 8);
  for (int x = 0; x < 4; ++x) {
    for (int y = 0; y < 2; ++y) {
      page.at(x, y)[0] = 64;
      page.at(x, y)[3] = 128;
    }
  }
  ASSERT_TRUE(write_png(folder_ / "page.png", page));
  ASSERT_EQ(run("rig.json -o s.png").exit_code, 0);
  ASSERT_EQ(run("rig.json -o p.png --pma").exit_code, 0);
  EXPECT_NEAR(at(picture("s.png"), 10, 10)[0], 64, 1);
  EXPECT_NEAR(at(picture("p.png"), 10, 10)[0], 128, 1);  // 64 / (128 / 255)
  folder_.write("rig.atlas", std::string("page.png\nsize: 8, 8\npma: true\nbox\nbounds: 0, 0, 4, 2\n"));
  ASSERT_EQ(run("rig.json -o q.png").exit_code, 0);
  EXPECT_NEAR(at(picture("q.png"), 10, 10)[0], 128, 1);
  ASSERT_EQ(run("rig.json -o r.png --straight").exit_code, 0);
  EXPECT_NEAR(at(picture("r.png"), 10, 10)[0], 64, 1);
}

TEST_F(RenderCommandTest, debug_shapes_lie_over_the_picture) {
  ASSERT_EQ(run("rig.json -o plain.png").exit_code, 0);
  for (const std::string kind : {"bones", "meshes", "bounds", "bones,meshes,bounds"}) {
    ASSERT_EQ(run("rig.json -o debug.png --debug " + kind).exit_code, 0);
    EXPECT_NE(picture("debug.png").pixels, picture("plain.png").pixels) << kind;
  }
}

TEST_F(RenderCommandTest, refuses_what_makes_no_sense) {
  for (const std::string arguments : {"",
                                      "rig.json",
                                      "-o a.png",
                                      "rig.json -o a.png --duration 1",
                                      "rig.json -o a.png --loops 2",
                                      "rig.json -o a.gif --time 1",
                                      "rig.json -o a.gif --bounds frame",
                                      "rig.json -o a.png --size 0x5",
                                      "rig.json -o a.png --size 5",
                                      "rig.json -o a.png --size 5x5 --scale 1",
                                      "rig.json -o a.png --background red",
                                      "rig.json -o a.png --region 1,2,3",
                                      "rig.json -o a.png --region 1,2,0,4",
                                      "rig.json -o a.png --fps 0",
                                      "rig.json -o a.png --fps nan",
                                      "rig.json -o a.png --scale nan",
                                      "rig.json -o a.png --time nan",
                                      "rig.json -o a.gif --duration nan",
                                      "rig.json -o a.gif --warmup nan",
                                      "rig.json -o a.gif --warmup ''",
                                      "rig.json -o ''",
                                      "rig.json -o a.png --atlas ''",
                                      "rig.json -o a.png --supersample 0",
                                      "rig.json -o a.png --pma --straight",
                                      "rig.json -o a.png --debug skulls",
                                      "rig.json -o a.gif --duration 1 --loops 1",
                                      "rig.json -o out --manifest m.json",
                                      "-o out --manifest m.json --fps 3",
                                      "rig.json -o a.png --bounds setup --region 0,0,1,1"}) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.exit_code, 2) << arguments << "\n" << outcome.err;
    EXPECT_NE(outcome.err, "") << arguments;
    EXPECT_EQ(outcome.out, "") << arguments;
  }
  EXPECT_FALSE(exists("a.png"));
}

TEST_F(RenderCommandTest, does_not_begin_what_would_never_end) {
  std::string json = skeleton_json;
  const std::string time = "\"time\": 0.5", later = "\"time\": 1e300";
  json.replace(json.find(time), time.size(), later);
  folder_.write("rig.json", json);
  for (const std::string arguments : {"-o a.gif", "-o 'a%d.png' --region 0,0,9,9", "-o a.png --bounds animation"}) {
    const Outcome outcome = run("rig.json --animation in/out " + arguments);
    EXPECT_EQ(outcome.exit_code, 1) << arguments;
    EXPECT_NE(outcome.err.find("The animation 'in/out' would take 1e300 s, more than 1000000 frames at 30 frames"),
              std::string::npos)
        << outcome.err;
  }
  EXPECT_EQ(run("rig.json --animation in/out -o a.gif --duration 0.1").exit_code, 0);
  EXPECT_EQ(run("rig.json --animation in/out -o a.png --bounds setup").exit_code, 0);
  EXPECT_EQ(run("rig.json --animation move -o b.gif --duration 86400 --fps 1000").exit_code, 1);
  EXPECT_FALSE(exists("b.gif"));
}

TEST_F(RenderCommandTest, leaves_no_file_when_it_fails) {
  folder_.write("old.png", "what was here");
  EXPECT_EQ(run("rig.json -o old.png --size 10x10").exit_code, 1);  // the padding leaves no room
  EXPECT_EQ(folder_.read("old.png"), "what was here");
  EXPECT_EQ(run("rig.json -o nowhere/a.gif").exit_code, 1);
  EXPECT_EQ(run("rig.json -o a.bmp").exit_code, 1);
  EXPECT_EQ(run("missing.json -o a.png").exit_code, 1);
  for (const auto& entry : fs::directory_iterator(folder_.path())) {
    const std::string name = entry.path().filename().string();
    EXPECT_TRUE(name == "rig.json" || name == "rig.atlas" || name == "page.png" || name == "old.png" ||
                name == "stdout.txt" || name == "stderr.txt")
        << name;
  }
}

std::string manifest_entry(const std::string& file, const std::string& atlas, const std::string& more = "") {
  return R"({"file": ")" + file + R"(", "skeleton": "rig.json", "atlas": ")" + atlas +
         R"(", "animation": "move", "skin": null, "fps": 2, "step": 1, "supersampling": 2,
         "world": {"x": -10, "y": -5, "width": 60, "height": 10}, "pixels": {"width": 60, "height": 10})" +
         more + "}";
}

std::string manifest(const std::string& entries) {
  return R"({"format": "sinew-pictures/1", "background": [0, 0, 0, 0], "semantics": "spine", "pictures": [)" + entries +
         "]}";
}

TEST_F(RenderCommandTest, draws_the_pictures_of_a_manifest) {
  folder_.write("second.atlas", atlas_text);
  folder_.write(
      "pictures/set/manifest.json",
      manifest(manifest_entry("a/move.png", "rig.atlas") + "," + manifest_entry("a/move.png", "second.atlas") + "," +
               manifest_entry("tinted.png", "rig.atlas", R"(, "skeletonColor": [0, 1, 0.5, 0.5])")));
  const Outcome outcome = run("--manifest pictures/set/manifest.json -o out/");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const Image image = picture("out/a/move.png");
  ASSERT_EQ(image.width, 60);
  EXPECT_EQ(at(image, 19, 5), nothing);
  EXPECT_EQ(at(image, 20, 5), red);  // step 1 at 2 steps a second: half way
  EXPECT_EQ(at(image, 39, 5), blue);
  EXPECT_EQ(picture("out/second/a/move.png").pixels, image.pixels);  // the same name, for another atlas
  EXPECT_EQ(at(picture("out/tinted.png"), 35, 5), (Pixel{0, 0, 128, 128}));
  EXPECT_NE(outcome.out.find("out: 2 pictures\n"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("out/second: 1 pictures"), std::string::npos) << outcome.out;
}

TEST_F(RenderCommandTest, says_what_is_wrong_with_a_manifest) {
  const auto problem = [&](const std::string& text) {
    folder_.write("pictures/set/manifest.json", text);
    const Outcome outcome = run("--manifest pictures/set/manifest.json -o out");
    EXPECT_EQ(outcome.exit_code, 1) << text;
    return outcome.err;
  };
  const auto has = [](const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos ? ::testing::AssertionSuccess() : ::testing::AssertionFailure() << text;
  };
  EXPECT_TRUE(has(problem("{"), "JSON"));
  EXPECT_TRUE(has(problem("[]"), "object"));
  EXPECT_TRUE(has(problem(R"({"format": "other"})"), "/format"));
  EXPECT_TRUE(has(problem(manifest("{}")), "/pictures/0/file"));
  EXPECT_TRUE(has(problem(manifest(manifest_entry("../a.png", "rig.atlas"))), "/pictures/0/file"));
  const std::string entry = manifest_entry("a.png", "rig.atlas");
  EXPECT_TRUE(has(problem(manifest(entry + "," + entry + "," + entry)), "/pictures/2/file"));
  // One that cannot be drawn does not keep the others from it.
  const std::string message = problem(manifest(manifest_entry("b.png", "gone.atlas") + "," + entry));
  EXPECT_TRUE(has(message, "b.png"));
  EXPECT_TRUE(exists("out/a.png"));
}

// Every example with an atlas is drawn, and something shows.
TEST_F(RenderCommandTest, draws_every_example) {
  const auto corpus = test::corpus();
  if (!corpus) GTEST_SKIP() << "no corpus";
  std::size_t drawn = 0;
  for (const std::string version : {"4.2", "4.3"}) {
    for (const test::CorpusRig& rig : test::corpus_rigs(*corpus / version)) {
      const Outcome outcome = run("'" + rig.skeleton.string() + "' --atlas '" + rig.atlas.string() +
                                  "' --time 0.4 --size 120x120 -o x.png");
      ASSERT_EQ(outcome.exit_code, 0) << rig.skeleton << "\n" << outcome.err;
      const Image image = picture("x.png");
      std::size_t visible = 0;
      for (std::size_t i = 3; i < image.pixels.size(); i += 4) visible += image.pixels[i] > 0;
      EXPECT_GT(visible, 100u) << rig.skeleton;
      ++drawn;
    }
  }
  EXPECT_GT(drawn, 15u);
}

}  // namespace
}  // namespace sinew

#endif
