#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "tests/cli/strata_command.h"

// Every command, with outputs that take nothing: the exit code of the table, and no signal.

namespace strata {
namespace {

using test::Finished;
using test::strataIn;
using ::testing::HasSubstr;
using ::testing::Not;

using Line = std::vector<std::string>;
constexpr int kNotWritten = 6, kEndedBySignal = 128;

class StreamsTest : public ::testing::Test {
 protected:
  StreamsTest() {
    test::recordRun(m_session, 1);
    test::writeBytes(m_runs, "[]");
    test::writeBytes(m_kernel, "void f() { cudaFree(nullptr); }\n");
  }

  /// A line for each command, and those that end before one.
  std::vector<Line> lines() const {
    return {{"list"},
            {"list", "--json"},
            {"run", "matmul", "--device", "cpu", "--set", "n=8", "--variants", "naive", "--repeat", "1"},
            {"run", "matmul", "--variants", "none", "--json"},
            {"info", m_session},
            {"info", m_folder.file("nowhere")},
            {"import", m_session, "--out", m_folder.file("imported.pftrace")},
            {"export", m_session, "--to", "chrome", "--out", m_folder.file("exported.json")},
            {"export", m_session, "--to", "csv", "--out", "-"},
            {"render", m_session, "--view", "timeline", "--out", m_folder.file("timeline.svg")},
            {"report", m_session},
            {"report", m_session, "--json"},
            {"bench", "recorder"},
            {"doctor"},
            {"kernels", "--runs", m_runs},
            {"compile", "matmul", "naive", "--show", "source"},
            {"lens", m_kernel},
            {"lesson", "list"},
            {"completion", "bash"},
            {"--help"},
            {"run", "--help"},
            {"--version"},
            {"none"}};
  }

  const test::TemporaryFolder m_folder;
  const std::string m_session = m_folder.file("session.pftrace"), m_runs = m_folder.file("runs.json"),
                    m_kernel = m_folder.file("kernel.cu");
};

std::string shown(const Line& line) {
  std::string text;
  for (const std::string& word : line) text += word + " ";
  return text;
}

int codeWhenNothingIsTaken(const Finished& plain) {
  return plain.code == 0 && !plain.out.empty() ? kNotWritten : plain.code;
}

TEST_F(StreamsTest, EachCommandOfTheHelpIsAmongThem) {
  std::istringstream help(test::strata({"--help"}).out);
  bool commands = false;
  std::size_t count = 0;
  for (std::string text; std::getline(help, text) && text != "Exit codes:";) {
    std::string name;
    std::istringstream(text) >> name;
    if (commands && text.starts_with("  ") && text[2] != ' ') {
      ++count;
      const auto known = lines();
      EXPECT_TRUE(std::any_of(known.begin(), known.end(), [&](const Line& line) { return line[0] == name; })) << name;
    }
    commands = commands || name.starts_with("Subcommands") || name.starts_with("SUBCOMMANDS");
  }
  EXPECT_GE(count, 11u);
}

TEST_F(StreamsTest, AnOutputThatTakesNothingIsCodeSixAndSaid) {
  for (const Line& line : lines()) {
    const Finished plain = test::strata(line);
    for (const char* shell : {R"("$0" "$@" >/dev/full)", R"("$0" "$@" >&-)"}) {
      SCOPED_TRACE(shown(line) + shell);
      const Finished refused = strataIn(shell, line);
      EXPECT_EQ(refused.code, codeWhenNothingIsTaken(plain)) << refused.err;
      if (refused.code == kNotWritten && plain.code == 0) {
        EXPECT_THAT(refused.err, HasSubstr("Standard output did not take"));
      }
    }
  }
}

TEST_F(StreamsTest, AReaderThatLeavesEarlyIsNoFailureAndNotSpokenOf) {
  for (const Line& line : lines()) {
    SCOPED_TRACE(shown(line));
    const Finished plain = test::strata(line);
    const Finished left = strataIn(R"("$0" "$@" | :; exit ${PIPESTATUS[0]})", line);
    EXPECT_EQ(left.code, plain.code) << left.err;
    EXPECT_THAT(left.err, Not(HasSubstr("tandard output")));
  }
}

TEST_F(StreamsTest, WithoutStandardErrorTheResultIsTheSame) {
  for (const Line& line : lines()) {
    const Finished plain = test::strata(line);
    for (const char* shell : {R"("$0" "$@" 2>&-)", R"("$0" "$@" 2>/dev/full)"}) {
      SCOPED_TRACE(shown(line) + shell);
      const Finished unheard = strataIn(shell, line);
      EXPECT_EQ(unheard.code, plain.code);
      EXPECT_EQ(unheard.out.empty(), plain.out.empty());
    }
    EXPECT_EQ(strataIn(R"("$0" "$@" <&- >&- 2>&-)", line).code, codeWhenNothingIsTaken(plain)) << shown(line);
  }
}

TEST_F(StreamsTest, AFileThatMayNotGrowEndsNoCommandBySignal) {
  const std::string shell = "ulimit -f 0; \"$0\" \"$@\" >" + m_folder.file("limited");
  for (const Line& line : lines()) EXPECT_LT(strataIn(shell, line).code, kEndedBySignal) << shown(line);
}

}  // namespace
}  // namespace strata
