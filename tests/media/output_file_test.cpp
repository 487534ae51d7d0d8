#include "media/output_file.hpp"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "clip_fixtures.hpp"

namespace sinew {
namespace {

using test::bytes_of;
using test::TemporaryFolder;
using Bytes = std::vector<std::uint8_t>;

const Bytes hello = {'h', 'e', 'l', 'l', 'o'};

TEST(OutputFile, AppearsOnCommitOnly) {
  TemporaryFolder folder;
  auto file = OutputFile::create(folder / "out.bin");
  ASSERT_TRUE(file) << file.error();
  ASSERT_TRUE(file->write(hello));
  EXPECT_FALSE(std::filesystem::exists(folder / "out.bin"));
  ASSERT_TRUE(file->commit());
  EXPECT_EQ(bytes_of(folder / "out.bin"), hello);
  EXPECT_EQ(file->size(), 5u);
  EXPECT_EQ(folder.names(), std::vector<std::string>{"out.bin"});
}

TEST(OutputFile, LeavesTheOldFileWhenItIsNotCommitted) {
  TemporaryFolder folder;
  std::ofstream(folder / "out.bin") << "old";
  {
    auto file = OutputFile::create(folder / "out.bin");
    ASSERT_TRUE(file);
    ASSERT_TRUE(file->write(hello));
    OutputFile moved = std::move(*file);
    ASSERT_TRUE(moved.write(hello));
  }
  EXPECT_EQ(folder.names(), std::vector<std::string>{"out.bin"});
  EXPECT_EQ(bytes_of(folder / "out.bin"), (Bytes{'o', 'l', 'd'}));
}

TEST(OutputFile, BytesCanBeReplacedLater) {
  TemporaryFolder folder;
  auto file = OutputFile::create(folder / "out.bin");
  ASSERT_TRUE(file);
  ASSERT_TRUE(file->write(hello));
  ASSERT_TRUE(file->write_at(1, Bytes{'a', 'b'}));
  ASSERT_TRUE(file->write(Bytes{'!'}));
  ASSERT_TRUE(file->commit());
  EXPECT_EQ(bytes_of(folder / "out.bin"), (Bytes{'h', 'a', 'b', 'l', 'o', '!'}));
}

TEST(OutputFile, HasThePermissionsOfOtherNewFilesOrOfTheOneItReplaces) {
  TemporaryFolder folder;
  const mode_t mask = ::umask(022);
  const auto mode_after_writing = [&folder] {
    auto file = OutputFile::create(folder / "out.bin");
    EXPECT_TRUE(file && file->commit());
    struct stat status = {};
    ::stat((folder / "out.bin").c_str(), &status);
    return status.st_mode & 0777;
  };
  EXPECT_EQ(mode_after_writing(), 0644u);
  ::chmod((folder / "out.bin").c_str(), 0640);
  EXPECT_EQ(mode_after_writing(), 0640u);
  ::umask(mask);
}

TEST(OutputFile, FollowsSymbolicLinks) {
  TemporaryFolder folder;
  std::filesystem::create_directory(folder / "real");
  std::ofstream(folder / "real/out.bin") << "old";
  std::filesystem::create_symlink("real/out.bin", folder / "link.bin");
  std::filesystem::create_symlink("real/new.bin", folder / "dangling.bin");
  for (const char* name : {"link.bin", "dangling.bin"}) {
    auto file = OutputFile::create(folder / name);
    ASSERT_TRUE(file) << file.error();
    ASSERT_TRUE(file->write(hello));
    ASSERT_TRUE(file->commit());
    EXPECT_TRUE(std::filesystem::is_symlink(folder / name));
  }
  EXPECT_EQ(bytes_of(folder / "real/out.bin"), hello);
  EXPECT_EQ(bytes_of(folder / "real/new.bin"), hello);
}

TEST(OutputFile, SaysWhyItCannotBeWritten) {
  TemporaryFolder folder;
  std::filesystem::create_directory(folder / "sub");
  std::ofstream(folder / "file") << "x";
  const auto message = [](const std::string& path) {
    const auto file = OutputFile::create(path);
    if (file) return std::string("it was opened");
    EXPECT_EQ(file.error().code, ErrorCode::file_not_writable);
    EXPECT_EQ(file.error().where.file, path);
    return file.error().message;
  };
  EXPECT_EQ(message(folder / "none/out.gif"),
            "The file cannot be written: its folder does not exist; create it first.");
  EXPECT_EQ(message(folder / "sub"), "The file cannot be written: it is a folder.");
  EXPECT_EQ(message(folder / "sub/"), "The file cannot be written: it is a folder.");
  EXPECT_EQ(message(folder / "file/out.gif"), "The file cannot be written: a part of its path is not a folder.");
  EXPECT_EQ(message(""), "The name of the output file is empty.");
}

TEST(OutputFile, WritesDevicesDirectlyAndReportsAFullOne) {
  TemporaryFolder folder;
  std::filesystem::create_symlink("/dev/full", folder / "out.gif");
  auto file = OutputFile::create(folder / "out.gif");
  ASSERT_TRUE(file) << file.error();
  const Status written = file->write(hello);
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().to_string(),
            folder / "out.gif" + ": The file cannot be written: no space is left on the disk.");
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));

  auto null = OutputFile::create("/dev/null");
  ASSERT_TRUE(null);
  EXPECT_TRUE(null->write(hello));
  EXPECT_TRUE(null->commit());
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

class OutputFileInterrupt : public testing::TestWithParam<int> {};

TEST_P(OutputFileInterrupt, RemovesTheTemporary) {
  TemporaryFolder folder;
  int ready[2];
  ASSERT_EQ(::pipe(ready), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    remove_temporary_files_on_interrupt();
    auto committed = OutputFile::create(folder / "done.bin");
    auto file = OutputFile::create(folder / "out.bin");
    if (!committed || !file || !committed->commit() || !file->write(hello)) ::_exit(1);
    [[maybe_unused]] const ssize_t told = ::write(ready[1], "x", 1);
    for (;;) ::pause();
  }
  char byte = 0;
  ASSERT_EQ(::read(ready[0], &byte, 1), 1);
  EXPECT_EQ(folder.names().size(), 2u);  // done.bin and the temporary
  ::kill(child, GetParam());
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(WTERMSIG(status), GetParam());
  EXPECT_EQ(folder.names(), std::vector<std::string>{"done.bin"});
  ::close(ready[0]);
  ::close(ready[1]);
}

INSTANTIATE_TEST_SUITE_P(Signals, OutputFileInterrupt, testing::Values(SIGINT, SIGTERM, SIGHUP));

}  // namespace
}  // namespace sinew
