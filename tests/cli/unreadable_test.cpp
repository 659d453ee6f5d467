#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "app/session/exit_code.h"
#include "tests/cli/strata_command.h"

// A file that cannot be read is one thing to whoever calls Strata, whatever is wrong with it: exit status 6, and its
// name in the message.

namespace strata {
namespace {

struct Reading {
  std::string what;                 ///< in the test's name
  std::vector<std::string> before;  ///< the command up to the file's name
  std::string ending;               ///< that such files have
  bool noParameter = false;         ///< the file is a word of its own
};

std::ostream& operator<<(std::ostream& out, const Reading& reading) {
  return out << reading.what;
}

class UnreadableTest : public ::testing::TestWithParam<Reading> {
 protected:
  std::string file(const std::string& name, const std::string& bytes) {
    const std::string path = m_folder.file(name + GetParam().ending);
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
  }
  void expectUnreadable(const std::string& path) {
    std::vector<std::string> words = GetParam().before;
    GetParam().noParameter ? words.push_back(path) : void(words.back() += path);
    const test::Finished finished = test::strata(words);
    EXPECT_EQ(finished.code, static_cast<int>(ExitCode::Io)) << path << "\n" << finished.err;
    EXPECT_THAT(finished.err, ::testing::HasSubstr(path.substr(path.rfind('/') + 1)));
  }

  test::TemporaryFolder m_folder;
};

TEST_P(UnreadableTest, IsOneExitStatus) {
  expectUnreadable("/nowhere/missing" + GetParam().ending);
  expectUnreadable(file("empty", ""));
  expectUnreadable(file("text", "once upon a time"));
  expectUnreadable(file("zeros", std::string(4096, '\0')));
  expectUnreadable(file("gguf", std::string("GGUF\3\0\0\0", 8) + std::string(40, '\xff')));
  expectUnreadable(file("picture", "P5 28 28 255 too short"));
}

INSTANTIATE_TEST_SUITE_P(
    Each, UnreadableTest,
    ::testing::Values(Reading{"model", {"run", "transformer", "--device", "cpu", "--set", "model="}, ".bin"},
                      Reading{"tokenizer", {"run", "transformer", "--device", "cpu", "--set", "tokenizer="}, ".bin"},
                      Reading{"network", {"run", "cnn", "--device", "cpu", "--set", "model="}, ".onnx"},
                      Reading{"image", {"run", "cnn", "--device", "cpu", "--set", "image="}, ".pgm"},
                      Reading{"session", {"info"}, ".pftrace", true}, Reading{"report", {"report"}, ".json", true}),
    [](const auto& test) { return test.param.what; });

}  // namespace
}  // namespace strata
