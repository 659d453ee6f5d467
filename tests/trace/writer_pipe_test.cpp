#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <string>
#include <thread>

#include "engine/trace/session_message.h"
#include "tests/trace/recorder_fixture.h"

namespace strata::test {
namespace {

/// A recorder whose stream goes through a pipe that the test reads, or does not.
class PipedRecording : public ::testing::Test {
 protected:
  explicit PipedRecording(bool hold = false) : recorder({.recordsPerThread = 1024}) {
    EXPECT_EQ(pipe2(ends.data(), O_CLOEXEC), 0);
    makeWriter(ends[1], hold);
  }
  ~PipedRecording() override {
    if (reader.joinable()) reader.join();
    writer.reset();
    closeEnd(0);
    closeEnd(1);
  }
  void makeWriter(int fd, bool hold = false) {
    TraceWriterOptions options;
    options.fd = fd;
    options.hold = hold;
    options.run = kRun;
    options.pendingBytes = 16 << 10;
    writer = std::make_unique<TraceWriter>(recorder, options);
  }
  void closeEnd(std::size_t end) {
    if (ends[end] >= 0) ::close(ends[end]);
    ends[end] = -1;
  }
  /// Reads on until `text` has come; what has come so far.
  const std::string& readUpTo(std::string_view text) {
    char byte = 0;
    while (bytes.find(text) == std::string::npos) {
      EXPECT_EQ(::read(ends[0], &byte, 1), 1);
      bytes += byte;
    }
    return bytes;
  }
  void startReading() {
    reader = std::thread([this] {
      std::array<char, 4096> buffer{};
      for (ssize_t n = 0; (n = ::read(ends[0], buffer.data(), buffer.size())) > 0;)
        bytes.append(buffer.data(), static_cast<std::size_t>(n));
    });
  }
  Session finish() {
    writer->close(kPatience);
    closeEnd(1);
    reader.join();
    return readAll(bytes);
  }
  void recordSlices(int count) {
    const NameId slice = recorder.intern("slice");
    for (int i = 0; i < count; ++i) {
      TraceScope outer(recorder, Storey::Framework, slice);
      TraceScope inner(recorder, Storey::Runtime, slice);
    }
  }

  /// Records until the pipe and what the writer may keep are full; how many slices that took.
  std::uint64_t fillPipe() {
    std::uint64_t slices = 0;
    do {
      recordSlices(200);
      slices += 400;
    } while (writer->flush(Duration{100'000'000}));
    return slices;
  }

  TraceRecorder recorder;
  std::array<int, 2> ends{-1, -1};
  std::unique_ptr<TraceWriter> writer;
  std::thread reader;
  std::string bytes;
};

std::uint64_t keptSlices(const Session& session) {
  std::uint64_t kept = 0;
  for (const Session::Slice& slice : session.slices) kept += slice.name == "slice";
  return kept;
}

TEST_F(PipedRecording, AReaderThatDoesNotReadStallsNobodyAndTheDropsAreCounted) {
  writer->post({MessageKind::Hello, "{}", {}});
  const std::uint64_t filling = fillPipe();
  recordSlices(100'000);  // returns only if nobody waits for the reader
  for (int i = 0; i < 50; ++i) writer->post({MessageKind::Log, "{}", {}});
  startReading();
  const Session session = finish();
  EXPECT_EQ(keptSlices(session) + session.droppedTotal(), filling + 200'000u);
  EXPECT_GT(session.droppedTotal(), 0u);
  EXPECT_EQ(session.messages(static_cast<std::uint32_t>(MessageKind::Log)).size(), 50u) << "no message is dropped";
  EXPECT_EQ(session.packets.back().json["dropped"], session.droppedTotal());
}

TEST_F(PipedRecording, RecordingGoesOnAfterAStall) {
  fillPipe();
  recordSlices(100'000);
  startReading();
  ASSERT_TRUE(writer->flush(kPatience));
  TraceScope(recorder, Storey::Model, recorder.intern("after"));
  const Session session = finish();
  bool found = false;
  for (const Session::Slice& slice : session.slices) found |= slice.name == "after" && slice.end != 0;
  EXPECT_TRUE(found);
}

TEST_F(PipedRecording, CloseDoesNotWaitForAReaderForEver) {
  fillPipe();
  writer->close(Duration{1'000'000});
  EXPECT_FALSE(writer->flush(Duration{0}));
}

TEST_F(PipedRecording, AReaderThatWentAwayKillsNothing) {
  closeEnd(0);
  recordSlices(1000);
  EXPECT_FALSE(writer->flush(kPatience)) << "says so at once";
  recordSlices(100'000);
  writer->post({MessageKind::Log, "{}", {}});
  writer->close(kPatience);
}

TEST_F(PipedRecording, WhatIsRecordedArrivesUnasked) {
  recorder.begin(Storey::Model, recorder.intern("look at me"));
  readUpTo("look at me");
  startReading();
  EXPECT_EQ(finish().slices[0].end, 0u);
}

/// The same with a writer that holds events back; buffers have room for 1024 records.
class HeldRecording : public PipedRecording {
 protected:
  HeldRecording() : PipedRecording(true) {}
};

TEST_F(HeldRecording, MessagesOvertakeEventsWhichComeWithAFlush) {
  recordSlices(10);
  writer->post({MessageKind::Token, R"("first")", {}});
  writer->post({MessageKind::Token, R"("second")", {}});
  EXPECT_EQ(readUpTo("second").find("slice"), std::string::npos);
  startReading();
  EXPECT_TRUE(writer->flush(kPatience));
  recordSlices(10);
  const Session session = finish();
  EXPECT_EQ(keptSlices(session), 40u) << "and with the end";
  EXPECT_EQ(session.messages(static_cast<std::uint32_t>(MessageKind::Token)).size(), 2u);
}

TEST_F(HeldRecording, EventsThatHalfFillABufferArriveUnasked) {
  recordSlices(200);  // 800 records
  readUpTo("slice");
  startReading();
  const Session session = finish();
  EXPECT_EQ(keptSlices(session), 400u);
  EXPECT_EQ(session.droppedTotal(), 0u);
}

TEST_F(PipedRecording, TheDescriptorStaysAsItWas) {
  const int before = fcntl(ends[1], F_GETFL);
  startReading();
  recordSlices(1000);
  writer->close(kPatience);
  EXPECT_EQ(fcntl(ends[1], F_GETFL), before);
  EXPECT_EQ(fcntl(ends[1], F_GETFD), FD_CLOEXEC) << "still open";
  finish();
}

TEST_F(PipedRecording, ASocketServesAsWell) {
  writer->close(Duration{0});
  closeEnd(0);
  closeEnd(1);
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()), 0);
  makeWriter(ends[1]);
  recordSlices(50'000);
  startReading();
  const Session session = finish();
  EXPECT_EQ(keptSlices(session) + session.droppedTotal(), 100'000u);
}

TEST_F(PipedRecording, FlushFromManyThreads) {
  startReading();
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([this] {
      for (int i = 0; i < 20; ++i) {
        recordSlices(5);
        EXPECT_TRUE(writer->flush(kPatience));
      }
    });
  for (std::thread& thread : threads) thread.join();
  const Session session = finish();
  EXPECT_EQ(keptSlices(session), 4u * 20 * 5 * 2);
  EXPECT_EQ(session.droppedTotal(), 0u);
}

}  // namespace
}  // namespace strata::test
