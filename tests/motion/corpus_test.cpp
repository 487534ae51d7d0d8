// Every clip and rig of the corpus gives the recorded poses, or the message that it must be refused with.
#include <gtest/gtest.h>

#include "motion/motion_cases.hpp"
#include "support/corpus.hpp"

namespace sinew {
namespace {

TEST(MotionCorpus, EveryCaseIsAsExpected) {
  const auto corpus = test::corpus();
  if (!corpus || !std::filesystem::is_directory(*corpus / "motion")) GTEST_SKIP() << "There is no corpus of clips.";
  std::size_t cases = 0;
  for (const char* folder : {"good", "bad", "open/good", "open/bad"}) {
    const std::filesystem::path path = *corpus / "motion" / folder;
    for (const std::string& name : test::motion_cases(path)) {
      test::check_motion_case(path, name);
      ++cases;
    }
  }
  EXPECT_GE(cases, 150u);
}

}  // namespace
}  // namespace sinew
