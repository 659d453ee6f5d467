#include "engine/base/folder.h"

#include <dirent.h>
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <cstdlib>
#include <fstream>

namespace {

int g_readable = -1;  ///< how many more entries the system gives; -1: all

}  // namespace

/// The system's, until what it may give is used up.
extern "C" dirent* readdir(DIR* folder) {
  static const auto kOfTheSystem = reinterpret_cast<dirent* (*)(DIR*)>(::dlsym(RTLD_NEXT, "readdir"));
  if (g_readable == 0) {
    errno = EIO;
    return nullptr;
  }
  if (g_readable > 0) --g_readable;
  return kOfTheSystem(folder);
}

namespace strata {
namespace {

class FolderTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = ::testing::TempDir() + "strata-folder-XXXXXX";
    m_folder = mkdtemp(pattern.data());
    for (const char* name : {"b", "c", "a"}) std::ofstream(m_folder / name) << name;
  }
  void TearDown() override {
    g_readable = -1;
    std::filesystem::remove_all(m_folder);
  }

  std::filesystem::path m_folder;
  std::error_code m_failure;
};

TEST_F(FolderTest, IsReadInOrderOfNames) {
  const auto entries = entriesOf(m_folder, m_failure);
  EXPECT_EQ(entries, (std::vector<std::filesystem::path>{m_folder / "a", m_folder / "b", m_folder / "c"}));
  EXPECT_FALSE(m_failure);
}

TEST_F(FolderTest, ThatIsNotThereSaysSo) {
  EXPECT_TRUE(entriesOf(m_folder / "absent", m_failure).empty());
  EXPECT_EQ(m_failure, std::errc::no_such_file_or_directory);
}

TEST_F(FolderTest, ThatCannotBeReadToItsEndSaysSo) {
  g_readable = 4;  // of five: "." and ".." are two
  EXPECT_LE(entriesOf(m_folder, m_failure).size(), 3u);
  EXPECT_EQ(m_failure, std::errc::io_error);
}

TEST_F(FolderTest, OnesOwnIsMadeForOneselfWithThoseItIsIn) {
  using std::filesystem::perms;
  const auto permissions = [](const auto& folder) { return std::filesystem::status(folder).permissions(); };
  std::filesystem::permissions(m_folder, perms::owner_all | perms::others_read);
  EXPECT_FALSE(makeOwnFolder(m_folder / "data" / "strata" / "drafts"));
  for (const char* made : {"data", "data/strata", "data/strata/drafts"})
    EXPECT_EQ(permissions(m_folder / made), perms::owner_all) << made;
  EXPECT_FALSE(makeOwnFolder(m_folder / "data" / "strata" / "drafts")) << "it is there";
  EXPECT_EQ(permissions(m_folder), perms::owner_all | perms::others_read) << "it was there";
  EXPECT_EQ(makeOwnFolder(m_folder / "a" / "strata"), std::errc::not_a_directory);
}

}  // namespace
}  // namespace strata
