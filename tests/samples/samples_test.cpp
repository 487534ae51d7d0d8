// The samples do what their first lines say.
#include <gtest/gtest.h>

#include <cstdio>
#include <string>

namespace sinew {
namespace {

/// What a sample prints for the demo character; a failure when it does not end well.
std::string run(const std::string& sample, const std::string& arguments) {
  const std::string line = std::string(SINEW_SAMPLES) + "/" + sample + " " + SINEW_SOURCE_DIR +
                           "/examples/nuri/nuri.json " + arguments + " 2>&1";
  std::string out;
  FILE* pipe = popen(line.c_str(), "r");
  if (!pipe) {
    ADD_FAILURE() << "cannot run " << line;
    return out;
  }
  char buffer[4096];
  for (std::size_t got; (got = fread(buffer, 1, sizeof buffer, pipe)) > 0;) out.append(buffer, got);
  EXPECT_EQ(pclose(pipe), 0) << line << '\n' << out;
  return out;
}

void expect_all(const std::string& text, std::initializer_list<std::string_view> parts) {
  std::size_t at = 0;
  for (const std::string_view part : parts) {
    const std::size_t found = text.find(part, at);
    EXPECT_NE(found, std::string::npos) << part << " in this order in\n" << text;
    if (found != std::string::npos) at = found + part.size();
  }
}

TEST(Samples, ListenersGoOnFromInsideTheCall) {
  expect_all(run("listeners", "wave idle"),
             {"wave starts\n", "wave fires wave\n", "2.5 s: wave is complete\n", "wave fires wave\n",
              "4.875 s: wave is complete\n", "4.875 s: wave is interrupted\n", "4.875 s: idle starts\n", "wave ends\n",
              "wave is gone\n"});
}

TEST(Samples, OutfitExchangesOnePiece) {
  expect_all(run("outfit", "ember dusk scarf-long"),
             {"tail shows ember/tail\n", "scarf-short shows ember/scarf-short\n", "scarf-long shows dusk/scarf-long\n",
              "boot-far shows ember/boot\n"});
}

TEST(Samples, MaskMovesTheUpperBodyAlone) {
  const std::string out = run("mask", "walk wave chest");
  expect_all(out, {"arm-near is turned by "});
  EXPECT_EQ(out.find("thigh"), std::string::npos) << out;
  EXPECT_EQ(out.find("hips"), std::string::npos) << out;
}

TEST(Samples, RootMotionMovesTheCharacter) {
  const std::string out = run("root_motion", "jump body");
  expect_all(out,
             {"0.25 s: the character is at 0, ", "0.75 s: the character is at 0, ", "1.5 s: the character is at "});
}

TEST(Samples, SyncKeepsThePhase) {
  const std::string out = run("sync", "walk idle");
  std::size_t lines = 0, at = 0;
  while ((at = out.find("walk is at ", at)) != std::string::npos) {
    at += 11;
    const std::string percent = out.substr(at, out.find(' ', at) - at);
    EXPECT_NE(out.find("idle at " + percent + " %\n", at), std::string::npos) << out;
    ++lines;
  }
  EXPECT_EQ(lines, 4u);
}

TEST(Samples, BlendWeighs) {
  expect_all(run("blend", "idle walk jump"),
             {"speed 0: 100 % idle\n", "speed 50: 50 % idle 50 % walk\n", "speed 100: 100 % walk\n",
              "speed 250: 25 % walk 75 % jump\n", "at 0.25, 0.5: 25 % idle 25 % walk 50 % jump\n"});
}

#ifdef SINEW_HAS_RENDER
TEST(Samples, CrowdIsPosedByTheGpu) {
  expect_all(run("crowd", SINEW_SOURCE_DIR "/examples/nuri/nuri.atlas walk 20"),
             {" bytes stay on the GPU\n", "20 characters, ", " slots posed by the GPU, ", " bytes a character\n"});
}
#endif

TEST(Samples, HelloSaysWhereBonesAre) {
  expect_all(run("hello", "walk"), {"after 0.25 s\n", "root: ", "after 1 s\n"});
}

}  // namespace
}  // namespace sinew
