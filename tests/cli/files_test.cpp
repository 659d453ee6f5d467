#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <map>

#include "tests/cli/strata_command.h"

// Every command that reads or writes a file, with inputs of every kind and places that take nothing: the exit code of
// the table, no signal, and nothing lost or left behind.

namespace strata {
namespace {

namespace fs = std::filesystem;
using test::Finished;
using ::testing::HasSubstr;

using Line = std::vector<std::string>;
constexpr int kUsage = 2, kUnavailable = 3, kIo = 6, kFirstSignal = 128;

/// A command with IN where it reads and OUT where it writes.
struct Command {
  const char* name;
  Line line;
};

std::string nameOf(const ::testing::TestParamInfo<Command>& info) {
  return info.param.name;
}

const Command kExport{"export", {"export", "IN", "--to", "chrome", "--out", "OUT"}};
const Command kTable{"table", {"export", "IN", "--to", "csv", "--out", "OUT"}};
const Command kPacked{"packed", {"export", "IN", "--to", "perfetto", "--out", "OUT.gz"}};
const Command kImport{"import", {"import", "IN", "--out", "OUT"}};
const Command kSvg{"svg", {"render", "IN", "--view", "timeline", "--out", "OUT.svg"}};
const Command kPng{"png", {"render", "IN", "--view", "stack", "--out", "OUT.png"}};
const Command kInfo{"info", {"info", "IN"}};
const Command kReport{"report", {"report", "IN", "--json"}};
const Command kRun{"run", {"run", "saxpy", "--device", "cpu", "--set", "n=1000", "--repeat", "1", "--out", "OUT"}};

class FilesTest : public ::testing::TestWithParam<Command> {
 protected:
  FilesTest() {
    test::recordRun(m_session, 1);
    fs::create_directory(m_place);
    for (const fs::path& folder : {m_place.parent_path(), m_place}) fs::permissions(folder, fs::perms::all);
  }

  /// The command within a line of bash.
  Finished run(const std::string& shell, const std::string& in) const {
    Line line = GetParam().line;
    for (std::string& word : line) {
      if (word.ends_with("IN")) word.replace(word.size() - 2, 2, in);
      if (word.starts_with("OUT")) word.replace(0, 3, (m_place / "out").string());
    }
    return test::strataIn(shell, line);
  }

  /// What the folder of outputs holds.
  std::map<std::string, std::string> held() const {
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::directory_iterator(m_place)) {
      const auto bytes = test::bytesOf(entry.path().string());
      files[entry.path().filename().string()] = {bytes.begin(), bytes.end()};
    }
    return files;
  }

  /// As a user who may not do everything, where root runs the tests.
  static std::string asAnother() {
    return ::geteuid() == 0 ? R"(setpriv --reuid=65534 --regid=65534 --clear-groups "$0" "$@")" : R"("$0" "$@")";
  }

  const test::TemporaryFolder m_folder;
  const std::string m_session = m_folder.file("session.pftrace");
  const fs::path m_place = m_folder.file("place");
};

class InputsTest : public FilesTest {
 protected:
  void expectRefused(const Finished& finished, std::string_view words) const {
    EXPECT_EQ(finished.code, kIo) << finished.err;
    EXPECT_THAT(finished.err, HasSubstr(std::string(words)));
    EXPECT_TRUE(held().empty()) << held().begin()->first;
  }
};

TEST_P(InputsTest, AFileReadsTheSameThroughAPipe) {
  const std::string fifo = m_folder.file("fifo");
  const Finished plain = run(R"("$0" "$@")", m_session);
  EXPECT_EQ(plain.code, 0) << plain.err;
  const auto expected = held();
  for (const auto& [shell, in] : std::map<std::string, std::string>{
           {fmt::format(R"(cat {} | "$0" "$@")", m_session), "-"},
           {fmt::format(R"(cat {} | "$0" "$@")", m_session), "/dev/stdin"},
           {fmt::format(R"(mkfifo {0}; cat {1} >{0} & "$0" "$@")", fifo, m_session), fifo}}) {
    SCOPED_TRACE(shell);
    const Finished piped = run(shell, in);
    EXPECT_EQ(piped.code, 0) << piped.err;
    EXPECT_EQ(held(), expected);
    EXPECT_EQ(piped.out.size() > 0, plain.out.size() > 0);
  }
}

TEST_P(InputsTest, WhatHoldsNothingIsSaid) {
  const std::string empty = m_folder.file("empty"), folder = m_folder.file("folder");
  test::writeBytes(empty, "");
  fs::create_directory(folder);
  expectRefused(run(R"("$0" "$@")", m_folder.file("nowhere")), "nowhere");
  expectRefused(run(R"("$0" "$@")", empty), "empty");
  expectRefused(run(R"("$0" "$@")", folder), "folder");
  expectRefused(run(R"("$0" "$@")", "/dev/null"), "/dev/null");
  expectRefused(run(R"("$0" "$@" </dev/null)", "-"), "standard input");
  expectRefused(run(R"(: | "$0" "$@")", "-"), "empty");
}

TEST_P(InputsTest, WhatMayNotBeReadIsSaid) {
  const std::string secret = m_folder.file("secret");
  fs::copy(m_session, secret);
  fs::permissions(secret, fs::perms::none);
  expectRefused(run(asAnother(), secret), "ermission");
}

TEST_P(InputsTest, AFileThatVanishesWhileItIsReadEndsNothingBySignal) {
  for (const char* vanish : {"rm", "truncate -s 1000"}) {
    const std::string large = m_folder.file("large");
    test::recordRun(large, 1, 20000);
    const std::string shell = fmt::format(R"("$0" "$@" & sleep 0.03; {} {}; wait $!)", vanish, large);
    EXPECT_LT(run(shell, large).code, kFirstSignal) << vanish;
  }
}

INSTANTIATE_TEST_SUITE_P(Commands, InputsTest,
                         ::testing::Values(kInfo, kReport, kImport, kExport, kTable, kPacked, kSvg, kPng), nameOf);

/// Models, tokenizers and pictures: files that are mapped, so neither pipe nor device.
class ModelInputsTest : public FilesTest {};

const Command kPicture{"picture", {"run", "cnn", "--device", "cpu", "--no-trace", "--set", "image=IN"}};
const Command kDigits{"digits", {"run", "cnn", "--device", "cpu", "--no-trace", "--set", "model=IN"}};
const Command kText{"text", {"run", "transformer", "--device", "cpu", "--no-trace", "--set", "model=IN"}};
const Command kRuns{"runs", {"kernels", "--runs", "IN"}};

TEST_P(ModelInputsTest, WhatIsNoneOfTheirsIsSaid) {
  const std::string empty = m_folder.file("empty"), folder = m_folder.file("folder"), fifo = m_folder.file("fifo");
  test::writeBytes(empty, "");
  fs::create_directory(folder);
  const std::string piped = fmt::format(R"(mkfifo {0}; (timeout 5 cat {1} >{0}) & "$0" "$@")", fifo, m_session);
  for (const std::string& in : {m_folder.file("nowhere"), empty, folder, std::string("/dev/null"), m_session, fifo}) {
    SCOPED_TRACE(in);
    const Finished finished = run(in == fifo ? piped : R"("$0" "$@")", in);
    EXPECT_TRUE(finished.code == kIo || finished.code == kUsage || finished.code == kUnavailable) << finished.code;
    EXPECT_THAT(finished.err, HasSubstr(fs::path(in).filename().string()));
  }
}

TEST_P(ModelInputsTest, WhatMayNotBeReadIsSaid) {
  const std::string secret = m_folder.file("secret");
  fs::copy(m_session, secret);
  fs::permissions(secret, fs::perms::none);
  const Finished finished = run("HOME=/nowhere; " + asAnother(), secret);
  EXPECT_EQ(finished.code, kIo) << finished.err;
  EXPECT_THAT(finished.err, HasSubstr("ermission"));
}

INSTANTIATE_TEST_SUITE_P(Commands, ModelInputsTest, ::testing::Values(kPicture, kDigits, kText, kRuns), nameOf);

class OutputsTest : public FilesTest {
 protected:
  OutputsTest() {
    for (const char* name : {"out", "out.gz", "out.svg", "out.png"})
      test::writeBytes((m_place / name).string(), "what stood there");
  }

  void expectRefused(const Finished& finished, std::string_view words) const {
    EXPECT_EQ(finished.code, kIo) << finished.err;
    EXPECT_THAT(finished.err, HasSubstr(std::string(words)));
    EXPECT_EQ(held(), m_before) << "something was lost or left behind";
  }

  std::map<std::string, std::string> m_before;
};

TEST_P(OutputsTest, WhatMayNotBeWrittenStaysAsItWas) {
  m_before = held();
  for (const auto& [name, bytes] : m_before) fs::permissions(m_place / name, fs::perms::owner_read);
  expectRefused(run(asAnother(), m_session), "ermission");
  for (const auto& [name, bytes] : m_before) fs::permissions(m_place / name, fs::perms::all);
  fs::permissions(m_place,
                  fs::perms::owner_read | fs::perms::owner_exec | fs::perms::others_read | fs::perms::others_exec);
  expectRefused(run(asAnother(), m_session), "ermission");
}

TEST_P(OutputsTest, AFileThatMayNotGrowStaysAsItWas) {
  m_before = held();
  expectRefused(run(R"((ulimit -f 0; "$0" "$@" 2>&1 >/dev/null) | cat >&2; exit ${PIPESTATUS[0]})", m_session),
                "ulimit -f");
}

TEST_P(OutputsTest, OnAFullDiskNothingIsLeftBehind) {
  const std::string mounted = fmt::format("mount -t tmpfs -o size=16k none {0} 2>/dev/null", m_place.string());
  if (test::strataIn("unshare -m bash -c '" + mounted + "'", {}).code != 0) GTEST_SKIP() << "no mounts here";
  const std::string inside =
      fmt::format(R"({0} && head -c 16384 /dev/zero >{1}/full; "$0" "$@"; code=$?; ls -A {1} >{2}; exit $code)",
                  mounted, m_place.string(), m_folder.file("there"));
  const Finished finished = run(fmt::format(R"(unshare -m bash -c '{}' "$0" "$@")", inside), m_session);
  EXPECT_EQ(finished.code, kIo) << finished.err;
  EXPECT_THAT(finished.err, HasSubstr("Free some space"));
  const auto there = test::bytesOf(m_folder.file("there"));
  EXPECT_EQ(std::string(there.begin(), there.end()), "full\n");
}

TEST_P(OutputsTest, TheInputIsNoPlaceForTheOutput) {
  if (GetParam().name == std::string_view("run")) GTEST_SKIP() << "it reads no file";
  for (const char* name : {"out", "out.gz", "out.svg", "out.png"}) {
    fs::remove(m_place / name);
    fs::create_symlink(m_session, m_place / name);
  }
  m_before = held();
  const Finished finished = run(R"("$0" "$@")", m_session);
  EXPECT_EQ(finished.code, kUsage) << finished.err;
  EXPECT_THAT(finished.err, HasSubstr("name another"));
  EXPECT_EQ(held(), m_before);
  EXPECT_TRUE(fs::is_symlink(m_place / "out"));
}

INSTANTIATE_TEST_SUITE_P(Commands, OutputsTest, ::testing::Values(kImport, kExport, kTable, kPacked, kSvg, kPng, kRun),
                         nameOf);

}  // namespace
}  // namespace strata
