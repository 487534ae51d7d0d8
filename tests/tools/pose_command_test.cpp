#include <gtest/gtest.h>
#include <rapidjson/document.h>

#include "golden/golden_example.hpp"
#include "support/command.hpp"
#include "support/temporary_folder.hpp"

#ifdef SINEW_COMMAND

namespace sinew {
namespace {

class PoseCommand : public ::testing::Test {
 protected:
  PoseCommand() { folder_.write("hero.json", test::example_skeleton); }

  [[nodiscard]] test::CommandResult pose(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {"pose", folder_ / "hero.json"});
    return test::run_sinew(arguments);
  }
  [[nodiscard]] rapidjson::Document pose_json(std::vector<std::string> arguments) const {
    arguments.push_back("--json");
    const test::CommandResult result = pose(arguments);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    rapidjson::Document document;
    document.Parse(result.out.c_str());
    EXPECT_FALSE(document.HasParseError()) << result.out;
    return document;
  }

  test::TemporaryFolder folder_;
};

TEST_F(PoseCommand, PrintsTheWorldAtThatTime) {
  const rapidjson::Document pose = pose_json({"--animation", "go", "--time", "0.5"});
  EXPECT_STREQ(pose["semantics"].GetString(), "rigby");
  EXPECT_STREQ(pose["animation"].GetString(), "go");
  EXPECT_EQ(pose["duration"].GetDouble(), 1);
  const auto& arm = pose["bones"][1];
  EXPECT_STREQ(arm["name"].GetString(), "arm");
  EXPECT_TRUE(arm["active"].GetBool());
  const double expected[] = {0, 1, -1, 0, 14, 0};
  for (rapidjson::SizeType i = 0; i < 6; ++i) EXPECT_NEAR(arm["world"][i].GetDouble(), expected[i], 1e-12) << i;
  EXPECT_NEAR(arm["rotation"].GetDouble(), 90, 1e-9);
  EXPECT_NEAR(arm["scaleX"].GetDouble(), 1, 1e-12);
  EXPECT_NEAR(arm["shear"].GetDouble(), 0, 1e-9);
  EXPECT_NEAR(arm["local"]["x"].GetDouble(), 14, 1e-12);
  EXPECT_FALSE(pose["bones"][2]["active"].GetBool());
  EXPECT_STREQ(pose["slots"][0]["attachment"].GetString(), "box");
  EXPECT_STREQ(pose["slots"][0]["image"].GetString(), "art/box");
  EXPECT_NEAR(pose["slots"][0]["color"][3].GetDouble(), 128 / 255.0, 1e-7);
  EXPECT_EQ(pose["slots"][0]["dark"][1].GetDouble(), 1);
  EXPECT_TRUE(pose["slots"][1]["attachment"].IsNull());
  EXPECT_STREQ(pose["drawOrder"][0].GetString(), "back");
  ASSERT_EQ(pose["events"].Size(), 2u);
  EXPECT_STREQ(pose["events"][1]["name"].GetString(), "horn");
  EXPECT_EQ(pose["events"][1]["balance"].GetDouble(), -1);
}

TEST_F(PoseCommand, KnowsDrawOrderSkinAndSetupPose) {
  EXPECT_STREQ(pose_json({"--animation", "go", "--time", "1"})["drawOrder"][0].GetString(), "front");
  EXPECT_TRUE(pose_json({"--skin", "full"})["bones"][2]["active"].GetBool());
  const rapidjson::Document setup = pose_json({});
  EXPECT_TRUE(setup["animation"].IsNull());
  EXPECT_NEAR(setup["bones"][1]["world"][4].GetDouble(), 10, 1e-12);
  EXPECT_NEAR(pose_json({"--animation", "go", "--time", "-3"})["bones"][1]["world"][4].GetDouble(), 10, 1e-12);
}

TEST_F(PoseCommand, TellsPeopleTheSame) {
  const test::CommandResult result = pose({"--animation", "go", "--time", "0.5"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err, "");
  for (const char* line :
       {"hero.json: animation 'go' at 0.5 s (it takes 1 s), default skin, rigby semantics\n",
        "  arm       14.00      0.00     90.00     1.000     1.000      0.00\n", "  extra  not active\n",
        "  back   box         ff000080  arm, dark 00ff00, image 'art/box'\n", "  front  -           ffffffff  root\n",
        "  horn  int 0, float 0\n"}) {
    EXPECT_NE(result.out.find(line), std::string::npos) << line << "is not in\n" << result.out;
  }
}

TEST_F(PoseCommand, SuggestsNamesForOnesThatAreNotThere) {
  const test::CommandResult animation = pose({"--animation", "og", "--time", "0"});
  EXPECT_EQ(animation.exit_code, 1);
  EXPECT_EQ(animation.out, "");
  EXPECT_NE(animation.err.find("There is no animation called 'og'. Did you mean 'go'?"), std::string::npos)
      << animation.err;
  const test::CommandResult other = pose({"--animation", "somersault"});
  EXPECT_EQ(other.exit_code, 1);
  EXPECT_NE(other.err.find("There is no animation called 'somersault'. There is 'go'."), std::string::npos)
      << other.err;
  const test::CommandResult skin = pose({"--skin", "ful"});
  EXPECT_EQ(skin.exit_code, 1);
  EXPECT_NE(skin.err.find("There is no skin called 'ful'. Did you mean 'full'?"), std::string::npos) << skin.err;
}

TEST_F(PoseCommand, TakesAnEmptyNameForAName) {
  for (const char* option : {"--animation", "--skin"}) {
    const test::CommandResult result = pose({option, ""});
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_EQ(result.out, "");
    EXPECT_NE(result.err.find("called ''"), std::string::npos) << result.err;
  }
  folder_.write("hero.json", R"({"skeleton": {"spine": "4.2.0"}, "bones": [{"name": "a"}],
                                 "animations": {"": {"bones": {"a": {"translate": [{"x": 7}]}}}}})");
  EXPECT_EQ(pose_json({"--animation", ""})["bones"][0]["x"].GetDouble(), 7);
}

TEST_F(PoseCommand, RefusesWrongUsage) {
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"--time", "1"},
                                             {"--animation", "go", "--time", "soon"},
                                             {"--animation", "go", "--time", "nan"},
                                             {"--animation", "go", "--time", ""},
                                             {"--animation"},
                                             {"--semantics", "mine"},
                                             {"--surprise"},
                                             {"second.json"}}) {
    const test::CommandResult result = pose(arguments);
    EXPECT_EQ(result.exit_code, 2) << arguments[0];
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(result.err.find("sinew pose: "), 0u) << result.err;
    EXPECT_NE(result.err.find("See 'sinew pose --help'."), std::string::npos) << result.err;
  }
}

TEST_F(PoseCommand, SolvesConstraints) {
  // The bone points along x at rest and is to point at a target straight above it.
  folder_.write("ik.json",
                R"({"skeleton": {"spine": "4.2.0"},
          "bones": [{"name": "a"}, {"name": "b", "parent": "a", "length": 10}, {"name": "t", "parent": "a", "y": 20}],
          "ik": [{"name": "k", "bones": ["b"], "target": "t"}]})");
  const test::CommandResult result = test::run_sinew({"pose", folder_ / "ik.json", "--json"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err, "");
  rapidjson::Document document;
  document.Parse(result.out.c_str());
  ASSERT_FALSE(document.HasParseError()) << result.out;
  const double expected[] = {0, 1, -1, 0, 0, 0};
  for (rapidjson::SizeType i = 0; i < 6; ++i) {
    EXPECT_NEAR(document["bones"][1]["world"][i].GetDouble(), expected[i], 1e-12) << i;
  }
}

}  // namespace
}  // namespace sinew

#endif
