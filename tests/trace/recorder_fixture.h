#pragma once

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <memory>
#include <string>

#include "engine/trace/trace_recorder.h"
#include "engine/trace/trace_writer.h"
#include "tests/trace/writer_decode.h"

namespace strata::test {

inline constexpr Duration kPatience{30'000'000'000};
inline constexpr std::uint64_t kRun = 0x2A;

/// A recorder whose stream goes to a file in memory. The writer starts only when asked, so a test can fill buffers
/// first.
class Recording : public ::testing::Test {
 protected:
  explicit Recording(RecorderOptions options = {}) : recorder(options), fd(memfd_create("trace", MFD_CLOEXEC)) {}
  ~Recording() override {
    writer.reset();
    ::close(fd);
  }

  TraceWriter& start(bool events = true) {
    TraceWriterOptions options;
    options.fd = fd;
    options.run = kRun;
    options.events = events;
    writer = std::make_unique<TraceWriter>(recorder, options);
    return *writer;
  }
  Session now() {
    if (!writer) start();
    EXPECT_TRUE(writer->flush(kPatience));
    return readAll(contents(fd));
  }
  Session finish() {
    if (!writer) start();
    writer->close(kPatience);
    return readAll(contents(fd));
  }
  NameId name(std::string_view text) { return recorder.intern(text); }

  TraceRecorder recorder;
  int fd;
  std::unique_ptr<TraceWriter> writer;
};

/// The same with buffers of 64 records.
class SmallRecording : public Recording {
 protected:
  SmallRecording() : Recording({.recordsPerThread = 64}) {}
};

}  // namespace strata::test
