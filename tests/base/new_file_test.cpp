#include "engine/base/new_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace strata {
namespace {

namespace fs = std::filesystem;

/// The limit is the process's: only in one that ends.
[[noreturn]] void writeBeyondTheLimit(const std::string& path) {
  std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{1000, 1000};
  ::setrlimit(RLIMIT_FSIZE, &small);
  const auto written = writeWholeFile(path, std::string(100'000, 'x'));
  std::fputs(written.ok() ? "written" : written.error().message.c_str(), stderr);
  std::exit(0);
}

class NewFileTest : public testing::Test {
 protected:
  NewFileTest() {
    std::string name = (fs::temp_directory_path() / "strata-new-file-XXXXXX").string();
    EXPECT_NE(::mkdtemp(name.data()), nullptr);
    folder = name;
    path = (folder / "out").string();
  }
  ~NewFileTest() override {
    std::error_code ignored;
    fs::remove_all(folder, ignored);
  }

  static std::string read(const fs::path& file) {
    std::ostringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    return text.str();
  }
  std::size_t filesInFolder() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
  }

  fs::path folder;
  std::string path;
};

TEST_F(NewFileTest, ADashIsStandardOutput) {
  std::fflush(stdout);
  const int before = ::dup(STDOUT_FILENO), file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  ASSERT_GE(::write(file, "before ", 7), 0);
  ::dup2(file, STDOUT_FILENO);
  const auto written = writeWholeFile("-", "and what is written");
  ::dup2(before, STDOUT_FILENO);
  ::close(before);
  ::close(file);
  EXPECT_TRUE(written.ok());
  EXPECT_EQ(read(path), "before and what is written");
  EXPECT_FALSE(fs::exists("-"));
}

TEST_F(NewFileTest, TakesItsPlaceWhenItIsWhole) {
  ASSERT_TRUE(writeWholeFile(path, "old").ok());
  ASSERT_EQ(::chmod(path.c_str(), 0640), 0);
  NewFile file(path);
  file.write("new");
  EXPECT_EQ(read(path), "old");
  ASSERT_TRUE(file.finish().ok());
  EXPECT_EQ(read(path), "new");
  struct stat facts {};
  ASSERT_EQ(::stat(path.c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 07777, 0640u) << "permissions stay";
  EXPECT_EQ(filesInFolder(), 1u);
}

TEST_F(NewFileTest, WhatIsNotFinishedLeavesNothing) {
  ASSERT_TRUE(writeWholeFile(path, "old").ok());
  { NewFile(path).write("half"); }
  EXPECT_EQ(read(path), "old");
  EXPECT_EQ(filesInFolder(), 1u);
}

TEST_F(NewFileTest, FollowsALink) {
  ASSERT_TRUE(writeWholeFile(path, "old").ok());
  const fs::path link = folder / "link";
  fs::create_symlink("out", link);
  ASSERT_TRUE(writeWholeFile(link.string(), "new").ok());
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_EQ(read(path), "new");
}

TEST_F(NewFileTest, NoRoomIsSaidAndLosesNothing) {
  ASSERT_TRUE(writeWholeFile(path, "old").ok());
  EXPECT_EXIT(writeBeyondTheLimit(path), testing::ExitedWithCode(0),
              "Cannot write .*out: File too large. It grew beyond the largest file");
  EXPECT_EQ(read(path), "old");
  EXPECT_EQ(filesInFolder(), 1u);
}

TEST_F(NewFileTest, PlacesThatCannotBeWrittenSayWhy) {
  const auto absent = writeWholeFile((folder / "no/such/folder").string(), "x");
  ASSERT_FALSE(absent.ok());
  EXPECT_NE(absent.error().message.find("Check the name"), std::string::npos) << absent.error().message;
  const auto isFolder = writeWholeFile(folder.string(), "x");
  ASSERT_FALSE(isFolder.ok());
  EXPECT_NE(isFolder.error().message.find("Name a file in it"), std::string::npos) << isFolder.error().message;
  const auto full = writeWholeFile("/dev/full", "x");
  ASSERT_FALSE(full.ok());
  EXPECT_NE(full.error().message.find("Free some space"), std::string::npos) << full.error().message;
  EXPECT_TRUE(writeWholeFile("/dev/null", "x").ok());
}

TEST_F(NewFileTest, OneFileByTwoNames) {
  ASSERT_TRUE(writeWholeFile(path, "x").ok());
  fs::create_symlink("out", folder / "link");
  EXPECT_TRUE(isSameFile(path, (folder / "link").string()));
  EXPECT_FALSE(isSameFile(path, (folder / "absent").string()));
  EXPECT_FALSE(isSameFile((folder / "absent").string(), (folder / "absent").string()));
}

}  // namespace
}  // namespace strata
