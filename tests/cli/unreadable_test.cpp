#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "app/session/exit_code.h"
#include "engine/trace/reader_framing.h"
#include "tests/cli/strata_command.h"

// A file that cannot be read is one thing to whoever calls Strata, whatever is wrong with it: exit status 6, and its
// name in the message.

namespace strata {
namespace {

constexpr const char* kSession = STRATA_SOURCE_DIR "/assets/sessions/matmul-h200.pftrace";

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

/// Of a session before its agent's greeting, in a packet and between two.
TEST(Unreadable, ASessionCutInItsHeaderIsOne) {
  const test::TemporaryFolder folder;
  const std::string cut = folder.file("cut.pftrace");
  const std::string onlyBegun("\x0a\x11\x50\x80\x80\xb8\xca\x04\x68\x01\xb8\x05\x01\xda\x03\x03\xd0\x03\x03", 19);
  std::ifstream whole(kSession, std::ios::binary);
  std::string header(700, '\0');
  ASSERT_TRUE(whole.read(header.data(), static_cast<std::streamsize>(header.size())));
  for (const std::string& bytes : {header.substr(0, 1), header.substr(0, 5), header, onlyBegun})
    for (const std::vector<std::string>& command :
         {std::vector<std::string>{"info"}, {"report"}, {"export", "--to", "csv", "--out", "-"}}) {
      std::ofstream(cut, std::ios::binary) << bytes;
      std::vector<std::string> words = command;
      words.push_back(cut);
      const test::Finished finished = test::strata(words);
      EXPECT_EQ(finished.code, static_cast<int>(ExitCode::Io)) << words[0] << " of " << bytes.size();
      EXPECT_THAT(finished.err, ::testing::HasSubstr("cut.pftrace"));
    }
}

/// Of another tool's trace, made a session, behind any packet before the first event, also where a part was left out.
TEST(Unreadable, AnImportedSessionCutBeforeItsFirstEventIsOne) {
  const test::TemporaryFolder folder;
  const std::string trace = folder.file("trace.json"), session = folder.file("whole.pftrace"),
                    cut = folder.file("cut.pftrace");
  std::ofstream(trace) << R"([{"ph":"X","cat":"cpu_op","name":"mm","pid":9,"tid":9,"ts":10,"dur":60},
      {"ph":"P","name":"s","ts":11}])";
  ASSERT_EQ(test::strata({"import", trace, "--out", session}).code, 0);
  const auto bytes = test::bytesOf(session);
  const std::string_view whole(bytes.data(), bytes.size());
  const std::size_t event = whole.find("category");
  ASSERT_NE(event, whole.npos);
  std::vector<std::size_t> ends;
  PacketFraming framing({[&](const PacketView&, std::uint64_t offset) { ends.push_back(offset); }, [](auto) {}});
  framing.feed(whole.substr(0, event));
  ASSERT_GT(ends.size(), 3u);
  ends.front() = framing.wholeBytes();  // where the event begins; before the first packet is nothing
  for (const std::size_t end : ends) {
    std::ofstream(cut, std::ios::binary) << whole.substr(0, end);
    const test::Finished finished = test::strata({"info", cut});
    EXPECT_EQ(finished.code, static_cast<int>(ExitCode::Io)) << end << " of " << whole.size() << "\n" << finished.out;
    EXPECT_THAT(finished.err, ::testing::HasSubstr("cut.pftrace: it ends before its first event")) << end;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Each, UnreadableTest,
    ::testing::Values(Reading{"model", {"run", "transformer", "--device", "cpu", "--set", "model="}, ".bin"},
                      Reading{"tokenizer", {"run", "transformer", "--device", "cpu", "--set", "tokenizer="}, ".bin"},
                      Reading{"network", {"run", "cnn", "--device", "cpu", "--set", "model="}, ".onnx"},
                      Reading{"image", {"run", "cnn", "--device", "cpu", "--set", "image="}, ".pgm"},
                      Reading{"session", {"info"}, ".pftrace", true}, Reading{"report", {"report"}, ".json", true},
                      Reading{"comparison", {"report", kSession, "--compare"}, ".pftrace", true},
                      Reading{"compared", {"report", "--compare", kSession}, ".pftrace", true},
                      Reading{"export", {"export", "--to", "csv", "--out", "-"}, ".pftrace", true}),
    [](const auto& test) { return test.param.what; });

}  // namespace
}  // namespace strata
