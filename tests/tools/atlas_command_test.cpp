// The atlas command as a shell sees it.
#include <gtest/gtest.h>

#include "support/command.hpp"

#if defined(SINEW_COMMAND) && defined(SINEW_HAS_RENDER)

#include <rapidjson/document.h>

#include "media/generated_image.hpp"
#include "media/png.hpp"
#include "support/temporary_folder.hpp"

namespace sinew {
namespace {

namespace fs = std::filesystem;
using test::CommandResult;
using test::run_sinew;

class AtlasCommand : public ::testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(folder / "images/arms");
    ASSERT_TRUE(write_png(folder / "images/arms/left.png", left));
    ASSERT_TRUE(write_png(folder / "images/head.png", head));
  }
  [[nodiscard]] CommandResult run(const std::vector<std::string>& arguments) const {
    std::vector<std::string> all = {"atlas"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    return run_sinew(all, folder.path().string());
  }

  test::TemporaryFolder folder;
  Image left = test::noise_image(30, 20, 1, 2, 2, 2, 2);
  Image head = test::noise_image(12, 12, 2);
};

TEST_F(AtlasCommand, PacksUnpacksAndDescribes) {
  CommandResult result = run({"pack", "images", "-o", "hero.atlas"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.out.find("hero.atlas: 2 pictures on 1 page\nhero.png: "), 0u) << result.out;

  result = run({"unpack", "hero.atlas"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.out, "hero/arms/left.png\nhero/head.png\n");
  EXPECT_TRUE(test::same_visible(*read_png(folder / "hero/arms/left.png"), left));
  EXPECT_TRUE(test::same_visible(*read_png(folder / "hero/head.png"), head));

  result = run({"info", "hero.atlas"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_NE(result.out.find("2 regions with 2 names on 1 page"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("1 trimmed"), std::string::npos) << result.out;
}

TEST_F(AtlasCommand, NamesTheAtlasAfterTheFolderAndAddsTheEnding) {
  EXPECT_EQ(run({"pack", "images/"}).exit_code, 0);
  EXPECT_TRUE(fs::exists(folder / "images.atlas"));
  EXPECT_EQ(run({"pack", "images", "-o", "other"}).exit_code, 0);
  EXPECT_TRUE(fs::exists(folder / "other.atlas"));
  EXPECT_TRUE(fs::exists(folder / "other.png"));
}

TEST_F(AtlasCommand, HandsItsOptionsOn) {
  const CommandResult result =
      run({"pack", "images", "-o", "x.atlas", "--pma", "--power-of-two", "--padding", "0", "--max-size", "32",
           "--no-trim", "--no-rotate", "--filter", "MipMap,Nearest", "--layout", "compact"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const std::string text = folder.read("x.atlas");
  EXPECT_EQ(text,
            "x.png\nsize:32,32\nfilter:MipMap,Nearest\npma:true\narms/left\nbounds:0,0,30,20\n"
            "head\nbounds:0,20,12,12\n");
}

TEST_F(AtlasCommand, PrintsJson) {
  ASSERT_EQ(run({"pack", "images", "-o", "hero.atlas"}).exit_code, 0);
  for (const bool with_regions : {false, true}) {
    std::vector<std::string> arguments = {"info", "--json", "hero.atlas"};
    if (with_regions) arguments.push_back("--regions");
    const CommandResult result = run(arguments);
    EXPECT_EQ(result.exit_code, 0);
    rapidjson::Document document;
    document.Parse(result.out.c_str());
    ASSERT_FALSE(document.HasParseError()) << result.out;
    EXPECT_EQ(document["counts"]["regions"].GetInt(), 2);
    EXPECT_EQ(std::string(document["pages"][0]["name"].GetString()), "hero.png");
    ASSERT_EQ(document.HasMember("regions"), with_regions);
    if (with_regions) {
      EXPECT_EQ(std::string(document["regions"][0]["name"].GetString()), "arms/left");
    }
  }
}

TEST_F(AtlasCommand, EndsWithOneWhenSomethingFallsShort) {
  CommandResult result = run({"pack", "nowhere"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.out, "");
  EXPECT_NE(result.err.find("nowhere: There is no such folder."), std::string::npos) << result.err;

  result = run({"pack", "images", "--max-size", "11"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.err.find("left.png"), std::string::npos) << result.err;
  EXPECT_FALSE(fs::exists(folder / "images.atlas"));

  EXPECT_EQ(run({"unpack", "none.atlas"}).exit_code, 1);
  EXPECT_EQ(run({"info", "none.atlas"}).exit_code, 1);

  // One region cannot be unpacked: the other is, and the exit code says so.
  ASSERT_TRUE(write_png(folder / "p.png", head));
  folder.write("p.atlas", "p.png\na\nbounds:0,0,4,4\nb\nbounds:10,10,4,4\n");
  result = run({"unpack", "p.atlas", "-o", "out"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.out, "out/a.png\n");
  EXPECT_NE(result.err.find("'b'"), std::string::npos) << result.err;
}

TEST_F(AtlasCommand, EndsWithTwoOnWrongUsage) {
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{},
                                             {"pack"},
                                             {"pack", "images", "--max-size", "0"},
                                             {"pack", "images", "--padding", "x"},
                                             {"pack", "images", "--filter", "Cubic"},
                                             {"pack", "images", "--layout", "new"},
                                             {"unpack", "x.atlas", "--pma", "--straight"},
                                             {"info", "x.atlas", "--unknown"}}) {
    const CommandResult result = run(arguments);
    EXPECT_EQ(result.exit_code, 2) << result.err;
    EXPECT_EQ(result.out, "");
    EXPECT_NE(result.err, "");
  }
}

TEST_F(AtlasCommand, ExplainsItself) {
  for (const char* const command : {"pack", "unpack", "info"}) {
    const CommandResult result = run({command, "--help"});
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_NE(result.out.find("Examples:\n  sinew atlas " + std::string(command)), std::string::npos) << result.out;
  }
}

}  // namespace
}  // namespace sinew

#endif
