// An interrupt that comes while a file is being made leaves nothing behind, whenever it comes.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>

#include "media/output_file.hpp"
#include "support/temporary_folder.hpp"

namespace sinew {
namespace {

/// Makes files one after the other, for ever; a byte on `ready` says that it has begun.
[[noreturn]] void make_files(const test::TemporaryFolder& folder, int ready) {
  remove_temporary_files_on_interrupt();
  for (int i = 0;; ++i) {
    auto file = OutputFile::create(folder / "out.bin");
    if (!file || !file->commit()) ::_exit(1);
    if (i == 0 && ::write(ready, "x", 1) != 1) ::_exit(1);
  }
}

TEST(OutputFileInterruptAtAnyTime, LeavesOnlyWholeFiles) {
  const test::TemporaryFolder folder;
  for (int repeat = 0; repeat < 100; ++repeat) {
    int ready[2];
    ASSERT_EQ(::pipe(ready), 0);
    const pid_t child = ::fork();
    if (child == 0) make_files(folder, ready[1]);
    ::close(ready[1]);
    char byte = 0;
    ASSERT_EQ(::read(ready[0], &byte, 1), 1);
    ::usleep(static_cast<useconds_t>(100 + 37 * repeat));
    ::kill(child, SIGINT);
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ::close(ready[0]);
    ASSERT_TRUE(WIFSIGNALED(status));
    for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
      ASSERT_EQ(entry.path().filename(), "out.bin") << "repeat " << repeat;
    }
  }
}

}  // namespace
}  // namespace sinew
