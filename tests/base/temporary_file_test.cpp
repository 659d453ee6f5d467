#include "engine/base/temporary_file.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "engine/base/new_file.h"

namespace strata {
namespace {

namespace fs = std::filesystem;

class TemporaryFileTest : public testing::Test {
 protected:
  TemporaryFileTest() {
    std::string name = (fs::temp_directory_path() / "strata-temporary-XXXXXX").string();
    EXPECT_NE(::mkdtemp(name.data()), nullptr);
    folder = name;
  }
  ~TemporaryFileTest() override {
    std::error_code ignored;
    fs::remove_all(folder, ignored);
  }

  std::string made(const char* name) const {
    std::ofstream(folder / name) << "x";
    return (folder / name).string();
  }
  std::size_t filesInFolder() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
  }

  fs::path folder;
};

TEST_F(TemporaryFileTest, IsThereAsLongAsItsOwner) {
  TemporaryFile later;
  {
    TemporaryFile file(made("a"));
    later = std::move(file);
    EXPECT_TRUE(file.empty());
  }
  EXPECT_TRUE(fs::exists(later.path()));
  later = TemporaryFile(made("b"));
  EXPECT_FALSE(fs::exists(folder / "a"));
  later.letGo();
  EXPECT_TRUE(fs::exists(folder / "b"));
}

TEST_F(TemporaryFileTest, ManyAreOwnedAllTheSame) {
  {
    std::vector<TemporaryFile> many;
    for (int i = 0; i < 40; ++i) many.emplace_back(made(std::to_string(i).c_str()));
    EXPECT_EQ(filesInFolder(), 40u);
  }
  EXPECT_EQ(filesInFolder(), 0u);
}

TEST_F(TemporaryFileTest, GoesWhereASignalEndsTheProgram) {
  for (const int signal : {SIGHUP, SIGINT, SIGTERM}) {
    const auto endWhileWriting = [&] {
      removeTemporariesOnSignals();
      const TemporaryFile file(made("a"));
      NewFile gathers((folder / "out").string());
      gathers.write("half");
      if (filesInFolder() == 2) ::raise(signal);
    };
    EXPECT_EXIT(endWhileWriting(), testing::KilledBySignal(signal), "");
    EXPECT_EQ(filesInFolder(), 0u) << signal;
  }
}

TEST_F(TemporaryFileTest, ASignalBetweenAFileAndItsOwnerLeavesNone) {
  const auto endBetween = [&] {
    removeTemporariesOnSignals();
    TemporaryFile file;
    {
      const SignalsWait wait;
      const std::string name = made("a");
      ::raise(SIGTERM);
      file = TemporaryFile(name);
    }
    std::exit(0);
  };
  EXPECT_EXIT(endBetween(), testing::KilledBySignal(SIGTERM), "");
  EXPECT_EQ(filesInFolder(), 0u);
}

TEST_F(TemporaryFileTest, ANewOneHasANameOfItsOwnAndCanBeWritten) {
  auto one = newTemporaryFile("test"), other = newTemporaryFile("test");
  ASSERT_TRUE(one.ok() && other.ok());
  EXPECT_NE(one.value().file.path(), other.value().file.path());
  EXPECT_EQ(::write(one.value().fd.get(), "x", 1), 1);
  EXPECT_EQ(fs::file_size(one.value().file.path()), 1u);
}

TEST_F(TemporaryFileTest, ANewOneEndsAsItsReaderWantsIt) {
  const auto one = newTemporaryFile("bench", ".json"), other = newTemporaryFile("bench", ".json");
  ASSERT_TRUE(one.ok() && other.ok());
  EXPECT_TRUE(one.value().file.path().ends_with(".json"));
  EXPECT_NE(one.value().file.path(), other.value().file.path());
}

TEST_F(TemporaryFileTest, AFolderThatTakesNoneIsNamedWithWhatToDo) {
  const auto inMissing = [&] {
    ::setenv("TMPDIR", (folder / "missing").c_str(), 1);
    const auto made = newTemporaryFile("test");
    std::fputs(made.ok() ? "made" : made.error().message.c_str(), stderr);
    std::exit(0);
  };
  EXPECT_EXIT(inMissing(), testing::ExitedWithCode(0),
              "The temporary folder .*/missing takes no file: No such file or directory.*TMPDIR");
}

TEST_F(TemporaryFileTest, StaysWhereThatWasAskedForAndASignalEndsTheProgram) {
  const auto endWhileRecording = [&] {
    removeTemporariesOnSignals();
    NewFile gathers((folder / "run.pftrace").string(), OnSignal::Stay);
    gathers.write("half");
    ::raise(SIGTERM);
  };
  EXPECT_EXIT(endWhileRecording(), testing::KilledBySignal(SIGTERM), "");
  EXPECT_EQ(filesInFolder(), 1u);
  { const NewFile given((folder / "other.pftrace").string(), OnSignal::Stay); }
  EXPECT_EQ(filesInFolder(), 1u) << "without a signal it goes";
}

TEST_F(TemporaryFileTest, ASignalThatWasIgnoredStaysIgnored) {
  const auto hangUp = [&] {
    std::signal(SIGHUP, SIG_IGN);
    removeTemporariesOnSignals();
    const TemporaryFile file(made("a"));
    ::raise(SIGHUP);
    std::exit(fs::exists(file.path()) ? 0 : 1);
  };
  EXPECT_EXIT(hangUp(), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace strata
