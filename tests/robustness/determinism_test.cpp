// The same bits on every machine: poses hash to the numbers in the repository. scripts/determinism.sh compares other
// compilers and optimisation levels with the same file.
#include <gtest/gtest.h>

#include "determinism/pose_hashes.hpp"
#include "sinew/file.hpp"

namespace sinew {
namespace {

TEST(Determinism, PosesHashToTheNumbersInTheRepository) {
  const std::string folder = SINEW_TEST_DATA;
  const Result<std::string> expected = read_file(folder + "/pose_hashes.txt");
  ASSERT_TRUE(expected) << expected.error();
  const std::string found = test::to_text(test::pose_hashes(folder));
  EXPECT_EQ(found, *expected) << "Where poses are meant to change, write the file anew with the pose_hashes program.";
}

}  // namespace
}  // namespace sinew
