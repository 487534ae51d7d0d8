#include <gtest/gtest.h>

#include "support/command.hpp"
#include "support/temporary_folder.hpp"

namespace {

using sinew::test::CommandResult;
using sinew::test::run_sinew;
using sinew::test::TemporaryFolder;

constexpr const char* kSound = R"({
"skeleton": { "spine": "4.2.43" },
"bones": [ { "name": "root" } ],
"slots": [ { "name": "s", "bone": "root", "attachment": "img" } ],
"skins": [ { "name": "default", "attachments": {
  "s": { "img": { "width": 10, "height": 20 } } } } ]
})";
constexpr const char* kAtlas = "page.png\nsize: 64, 64\nimg\nbounds: 0, 0, 10, 20\n";

TEST(CheckCommand, ASoundFileHasNothingToReport) {
  const TemporaryFolder folder;
  folder.write("hero.json", kSound);
  folder.write("hero.atlas", kAtlas);
  folder.write("page.png", "");
  const CommandResult result = run_sinew({"check", "hero.json", "hero.atlas"}, folder.path().string());
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.out,
            "hero.json: 0 errors, 0 warnings, 0 hints (with hero.atlas)\n"
            "hero.atlas: 0 errors, 0 warnings, 0 hints\n");
}

TEST(CheckCommand, MissingImagesAndPagesAreErrorsWithTheirPlaces) {
  const TemporaryFolder folder;
  folder.write("hero.json", kSound);
  folder.write("hero.atlas", "page.png\nsize: 64, 64\nother\nbounds: 0, 0, 10, 20\n");
  const CommandResult result = run_sinew({"check", "hero.json"}, folder.path().string());
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.out.find("hero.json:6:17: error: /skins/default/attachments/s/img: The image 'img' is not in the "
                            "atlas. [missing-image]\n"),
            std::string::npos)
      << result.out;
  EXPECT_NE(result.out.find("[missing-page]"), std::string::npos);
  EXPECT_NE(result.out.find("hero.atlas: warning: /regions/other"), std::string::npos) << result.out;
  EXPECT_EQ(run_sinew({"check", folder / "hero.json", "--no-atlas"}).exit_code, 0);
  EXPECT_EQ(run_sinew({"check", folder / "hero.json", "--ignore", "missing-image,missing-page"}).exit_code, 0);
}

TEST(CheckCommand, FilesThatCannotBeReadAreReportedBesideTheOthers) {
  const TemporaryFolder folder;
  folder.write("bad.json", "{\n\"bones\": [ {} ]\n}");
  folder.write("hero.json", kSound);
  const CommandResult result =
      run_sinew({"check", "bad.json", "none.json", "hero.json", "--no-atlas"}, folder.path().string());
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.out.find("bad.json:2:12: error: /bones/0: "), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("[missing-member]"), std::string::npos);
  EXPECT_NE(result.out.find("[file-not-found]"), std::string::npos);
  EXPECT_NE(result.out.find("hero.json: 0 errors"), std::string::npos);
}

TEST(CheckCommand, WarningsFailOnlyWhenAskedAndHintsNever) {
  const TemporaryFolder folder;
  folder.write("w.json",
               R"({"skeleton": {"spine": "4.2.43"}, "bones": [{"name": "root"}, {"name": "b", "parent": "root"}],
                             "animations": {"a": {}}})");
  const std::string file = folder / "w.json";
  const CommandResult result = run_sinew({"check", file});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_NE(result.out.find("0 errors, 1 warning, 1 hint (without an atlas)"), std::string::npos) << result.out;
  EXPECT_EQ(run_sinew({"check", file, "--strict"}).exit_code, 1);
  EXPECT_EQ(run_sinew({"check", file, "--strict", "--ignore", "empty-animation"}).exit_code, 0);
  EXPECT_EQ(run_sinew({"check", file, "--no-hints"}).out.find("unused-bone"), std::string::npos);
}

TEST(CheckCommand, WritesJson) {
  const TemporaryFolder folder;
  folder.write("w.json", R"({"skeleton": {"spine": "4.2.43"}, "bones": [{"name": "root"}], "animations": {"a": {}}})");
  const CommandResult result = run_sinew({"check", folder / "w.json", "--json"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_NE(result.out.find("\"code\": \"empty-animation\""), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("\"warnings\": 1"), std::string::npos);
  EXPECT_NE(result.out.find("\"line\": 1"), std::string::npos);
}

}  // namespace
