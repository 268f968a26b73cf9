// Files that are never half written, and what read_file refuses.

#include "core/util/file.hpp"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <system_error>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/util/available_cores.hpp"

namespace jungle {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMax = 1 << 24;

// An empty folder of its own, removed at the end.
class FileTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = testing::TempDir() + "jungle_file_XXXXXX";
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::size_t entries() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

  fs::path folder_;
};

using AtomicFileTest = FileTest;
using ReadFileTest = FileTest;

TEST_F(AtomicFileTest, WritesAnyBytesAndLeavesNothingElse) {
  std::string bytes(3'000'000, '\0');
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i * 131 >> 3);
  for (const std::string& content : {std::string(), std::string("text\n"), bytes}) {
    write_file_atomically(folder_ / "file", content);
    const Result<std::string> read = read_file(folder_ / "file", kMax);
    ASSERT_TRUE(read) << read.error();
    EXPECT_TRUE(*read == content) << content.size() << " bytes";
    EXPECT_EQ(entries(), 1U);
  }
}

TEST_F(AtomicFileTest, ReadersSeeTheOldFileUntilCommit) {
  write_file_atomically(folder_ / "file", "old");
  AtomicFile file(folder_ / "file");
  file.write("n");
  file.write("ew");
  EXPECT_EQ(*read_file(folder_ / "file", kMax), "old");
  file.commit();
  EXPECT_EQ(*read_file(folder_ / "file", kMax), "new");
}

TEST_F(AtomicFileTest, WithoutCommitTheBytesAreThrownAway) {
  write_file_atomically(folder_ / "file", "old");
  {
    AtomicFile file(folder_ / "file");
    file.write("new");
  }
  EXPECT_EQ(*read_file(folder_ / "file", kMax), "old");
  EXPECT_EQ(entries(), 1U);
}

TEST_F(AtomicFileTest, ATemporaryFileLeftByACrashIsReplaced) {
  std::ofstream(temporary_name(folder_ / "file")) << "left over, and longer";
  write_file_atomically(folder_ / "file", "new");
  EXPECT_EQ(*read_file(folder_ / "file", kMax), "new");
  EXPECT_EQ(entries(), 1U);
}

TEST_F(AtomicFileTest, ARefusalNamesThePath) {
  try {
    write_file_atomically(folder_ / "missing" / "file", "x");
    FAIL() << "wrote into a folder that does not exist";
  } catch (const std::system_error& error) {
    EXPECT_NE(std::string(error.what()).find((folder_ / "missing" / "file").string()), std::string::npos)
        << error.what();
    EXPECT_EQ(error.code(), std::errc::no_such_file_or_directory);
  }
}

TEST_F(AtomicFileTest, ARefusedRenameLeavesNoTemporaryFile) {
  fs::create_directories(folder_ / "taken" / "inside");
  EXPECT_THROW(write_file_atomically(folder_ / "taken", "x"), std::system_error);
  EXPECT_EQ(entries(), 1U);
}

TEST_F(AtomicFileTest, CommitsWhatAnotherLibraryWrote) {
  std::ofstream(temporary_name(folder_ / "file")) << "by another";
  commit_file(folder_ / "file");
  EXPECT_EQ(*read_file(folder_ / "file", kMax), "by another");
  EXPECT_EQ(entries(), 1U);
  EXPECT_THROW(commit_file(folder_ / "file"), std::system_error);  // nothing there to commit
}

TEST_F(ReadFileTest, RefusesWithTheReason) {
  const auto error = [&](const std::string& name) {
    const Result<std::string> read = read_file(folder_ / name, 4);
    return read ? "read " + *read : read.error();
  };
  const std::string prefix = folder_.string() + "/";
  EXPECT_EQ(error("missing"), prefix + "missing: No such file or directory");
  fs::create_directory(folder_ / "folder");
  EXPECT_EQ(error("folder"), prefix + "folder: not a regular file");
  write_file_atomically(folder_ / "five", "12345");
  EXPECT_EQ(error("five"), prefix + "five: 5 bytes, at most 4 expected");
  write_file_atomically(folder_ / "four", "1234");
  EXPECT_EQ(error("four"), "read 1234");
}

TEST_F(ReadFileTest, DoesNotWaitForAPipe) {
  ASSERT_EQ(::mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  const Result<std::string> read = read_file(folder_ / "pipe", kMax);
  ASSERT_FALSE(read);
  EXPECT_NE(read.error().find("not a regular file"), std::string::npos) << read.error();
}

TEST(AvailableCores, IsAtLeastOneAndNoMoreThanTheMachineHas) {
  EXPECT_GE(available_cores(), 1);
  EXPECT_LE(available_cores(), ::sysconf(_SC_NPROCESSORS_CONF));
}

TEST_F(AtomicFileTest, ASecondWriterIsRefusedAndHarmsNothing) {
  const fs::path path = folder_ / "shared";
  std::ofstream(temporary_name(path)) << "what a killed writer left, longer than the rest";
  AtomicFile first(path);
  first.write("from the ");
  EXPECT_THROW(AtomicFile{path}, std::system_error);
  EXPECT_THROW(write_file_atomically(path, "second"), std::system_error);
  first.write("first");
  first.commit();
  EXPECT_EQ(*read_file(path, kMax), "from the first");
  write_file_atomically(path, "second");
  EXPECT_EQ(*read_file(path, kMax), "second");
  EXPECT_EQ(entries(), 1U);
}

TEST_F(FileTest, AppendsToTheEnd) {
  append_to_file(folder_ / "log", "one\n");
  append_to_file(folder_ / "log", "two\n");
  EXPECT_EQ(*read_file(folder_ / "log", kMax), "one\ntwo\n");
}

TEST_F(FileTest, AWriteThatIsCutShortSaysWhy) {
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit before = {};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  rlimit small = before;
  small.rlim_cur = 5;  // as if the disk were full after five bytes
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  std::error_code reason;
  try {
    append_to_file(folder_ / "log", "0123456789");
  } catch (const std::system_error& error) {
    reason = error.code();
  }
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, SIG_DFL);
  EXPECT_EQ(reason, std::errc::file_too_large) << reason.message();
}

}  // namespace
}  // namespace jungle
