#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/session/session.h"
#include "tests/session/recorded_stream.h"

namespace strata {
namespace {

using test::bytesOf;
using test::RecordedStream;
using test::recordRun;
using test::TemporaryFolder;
using test::writeBytes;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Protobuf of another kind, in whose bytes some look like packets: a model says its version and producer first.
std::string onnxLike() {
  std::string bytes(
      "\x08\x03\x12\x04"
      "CNTK"
      "\x1a\x03"
      "2.5"
      "\x3a\x20",
      15);
  for (char i = 0; i < 40; ++i) bytes += std::string("\x0a\x06\x82\x01\x03", 5) + i + std::string("\x01zz\xff");
  return bytes;
}

class OpenTest : public ::testing::Test {
 protected:
  OpenTest() { recordRun(good, 7, 100); }

  TemporaryFolder folder;
  const std::string good = folder.file("good.pftrace"), bad = folder.file("bad.pftrace");
};

TEST_F(OpenTest, FilesThatAreNoSessionAreSaid) {
  writeBytes(folder.file("empty"), "");
  writeBytes(folder.file("text"), std::string(5000, 'x'));
  std::filesystem::create_directory(folder.file("folder"));
  writeBytes(folder.file("model"), onnxLike());
  for (const std::string& name : {folder.file("model"), folder.file("missing"), folder.file("empty"),
                                  folder.file("text"), folder.file("folder")}) {
    Session session;
    const auto opened = session.open(name);
    ASSERT_FALSE(opened.ok()) << name;
    EXPECT_EQ(opened.error().code, ErrorCode::Io);
    EXPECT_THAT(opened.error().message, HasSubstr(name));
  }
}

TEST_F(OpenTest, TracksNameTheDeviceOfTheirAgent) {
  Session session;
  ASSERT_TRUE(session.open(good).ok());
  const DeviceInfo device = session.hello()->device;
  ASSERT_FALSE(session.snapshot()->tracks().empty());
  for (const TrackInfo& track : session.snapshot()->tracks())
    EXPECT_EQ(track.device, deviceInTracks(device.backend, device.index, device.name)) << track.name;
}

TEST_F(OpenTest, ATruncatedSessionShowsItsReadablePart) {
  const auto bytes = bytesOf(good);
  std::size_t callsBefore = 1;
  std::uint64_t slicesBefore = 0;
  for (const std::size_t tenths : {3u, 6u, 9u}) {
    writeBytes(bad, {bytes.data(), bytes.size() * tenths / 10});
    Session session;
    ASSERT_TRUE(session.open(bad).ok());
    EXPECT_FALSE(session.snapshot()->complete());
    // A call's slices on the device may come long after those that began it, so the last part may hold no new call.
    EXPECT_GE(session.snapshot()->callCount(), callsBefore);
    EXPECT_GT(session.snapshot()->totals().slices, slicesBefore);
    callsBefore = session.snapshot()->callCount();
    slicesBefore = session.snapshot()->totals().slices;
  }
}

TEST_F(OpenTest, AgentsThatDiedBeforeTheNewestRunAreNoErrorOfThisSession) {
  {
    RecordedStream died(bad, 6);
    died.call("first");
    died.cutOff();
  }
  const auto open = [&](std::string_view streams) {
    writeBytes(folder.file("joined"), streams);
    Session session;
    EXPECT_TRUE(session.open(folder.file("joined")).ok());
    EXPECT_THAT(session.snapshot()->problems(), ElementsAre(HasSubstr("without saying it was done")));
    return session.errors().size();
  };
  const auto died = bytesOf(bad), ran = bytesOf(good);
  const std::string first(died.begin(), died.end());
  EXPECT_EQ(open(first + std::string(ran.begin(), ran.end())), 0u);
  { RecordedStream(bad, 8).finish(); }
  const auto idle = bytesOf(bad);
  EXPECT_EQ(open(first + std::string(idle.begin(), idle.end())), 1u) << "nobody ran anything after it";
}

TEST_F(OpenTest, ADamagedSessionShowsItsReadablePartAndSaysSo) {
  const auto bytes = bytesOf(good);
  std::string damaged(bytes.begin(), bytes.end());
  damaged.replace(damaged.size() / 2, 100, std::string(100, '\xFF'));
  writeBytes(bad, damaged);
  Session session;
  ASSERT_TRUE(session.open(bad).ok());
  ASSERT_FALSE(session.errors().empty());
  EXPECT_EQ(session.errors().front().code, ErrorCode::Io);
  EXPECT_GT(session.snapshot()->callCount(), 90u);
  EXPECT_TRUE(session.snapshot()->complete());
}

TEST_F(OpenTest, AKernelsTextIsCalledOneAndWhatOpensAndRunsItIsSaid) {
  const std::string kernel = "__global__ void oob(float* x) { x[1] = 0; }\n";
  const std::string sizes = "// strata:\n//   n = 4\n//   inout float x[n] = 0\n//   oob<<<1, 1>>>(x)\n";
  const auto refusal = [&](const char* name, const std::string& words) {
    const std::string file = folder.file(name);
    writeBytes(file, words);
    Session session;
    const auto opened = session.open(file);
    return opened.ok() ? "it opened" : opened.error().message;
  };
  for (const char* name : {"oob.cu", "oob.cuh", "oob.hip", "oob.cpp"}) {
    const std::string said = refusal(name, kernel);
    EXPECT_THAT(said, HasSubstr("is the text of a kernel"));
    EXPECT_THAT(said, HasSubstr("strata-studio FILE opens it"));
    EXPECT_THAT(said, HasSubstr("strata run EXPERIMENT --kernel FILE runs it"));
  }
  EXPECT_THAT(refusal("step.cu", "// experiment: matmul\n" + kernel), HasSubstr("strata run matmul --kernel FILE"));
  EXPECT_THAT(refusal("free.cu", sizes + kernel), HasSubstr("strata run kernel --file FILE"));
  EXPECT_THAT(refusal("missing/none.cu", ""), HasSubstr("none.cu"));
}

TEST_F(OpenTest, AModelIsCalledOneAndWhatOpensAndRunsItIsSaid) {
  const auto refusal = [](const std::vector<std::string>& files) {
    Session session;
    const auto opened = session.open(files);
    return opened.ok() ? "it opened" : opened.error().message;
  };
  const std::string model = folder.file("m.gguf"), net = folder.file("net.onnx");
  writeBytes(model, "GGUF, and more");
  writeBytes(net, "\x08\x07\x12\x01x");
  EXPECT_THAT(refusal({model}), HasSubstr("m.gguf is a language model, no session"));
  EXPECT_THAT(refusal({model}), HasSubstr("strata run transformer --set model=" + model));
  EXPECT_THAT(refusal({net}), HasSubstr("strata run cnn --set model=" + net));
  EXPECT_THAT(refusal({good, model}), HasSubstr("is a language model")) << "among traces, too";
}

TEST_F(OpenTest, AKernelAmongTracesIsSaid) {
  const std::string kernel = folder.file("a.cu");
  writeBytes(kernel, "__global__ void a(float* x) { x[1] = 0; }\n");
  Session session;
  const auto opened = session.open(std::vector{good, kernel});
  ASSERT_FALSE(opened.ok());
  EXPECT_THAT(opened.error().message, HasSubstr("a.cu is the text of a kernel"));
}

TEST_F(OpenTest, ASessionOpensOnlyOnce) {
  Session session;
  ASSERT_TRUE(session.open(good).ok());
  EXPECT_FALSE(session.open(good).ok());
  EXPECT_EQ(session.path(), good);
}

}  // namespace
}  // namespace strata
