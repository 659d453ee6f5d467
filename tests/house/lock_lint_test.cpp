#include "tests/house/lock_lint.h"

#include <gtest/gtest.h>

#include "tests/house/house_files.h"

namespace strata {
namespace {

TEST(LockLint, MutexesSayWhatTheyGuard) {
  const auto files = houseFiles(STRATA_SOURCE_DIR);
  EXPECT_GT(files.size(), 500u);
  for (const HouseFile& file : files) {
    if (file.path == "engine/base/mutex.h") continue;
    for (const StandardLock& lock : standardLocksOf(file.text))
      ADD_FAILURE() << file.path << ":" << lock.line << " names " << lock.name
                    << ", of which clang checks nothing: take one of engine/base/mutex.h";
  }
}

TEST(LockLint, FindsThoseOfTheStandardLibrary) {
  const auto locks = standardLocksOf(
      "std::mutex a;\nstd::shared_mutex b;\nstd::condition_variable_any c;\nconst std::lock_guard d(a);\n"
      "std::unique_lock e(a);\nstd::scoped_lock f(a);\n");
  ASSERT_EQ(locks.size(), 6u);
  EXPECT_EQ(locks[2].name, "std::condition_variable_any");
  EXPECT_EQ(locks[5].line, 6);
}

TEST(LockLint, LeavesTheHousesOwnAlone) {
  EXPECT_TRUE(standardLocksOf("Mutex m_mutex;\nconst Lock lock(m_mutex);\nstd::move(mutex);\n").empty());
}

}  // namespace
}  // namespace strata
