#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "engine/base/time.h"
#include "engine/trace/session_message.h"
#include "engine/trace/trace_recorder.h"

namespace strata::inline trace {

struct TraceWriterOptions {
  int fd = 1;                                       ///< where the packets go; never closed by the writer
  Duration period{20'000'000};                      ///< how often the recorder is drained; at most 50 ms
  std::size_t pendingBytes = std::size_t{8} << 20;  ///< encoded bytes kept while the reader does not read
  std::uint64_t run = 0;                            ///< this run's random number; all track uuids and flow ids carry it
  bool events = true;                               ///< false: only messages are written (--no-trace)
  /// Events stay in the recorder until flush() or close(), while its buffers are less than half full, and ten seconds
  /// at most; messages do not wait for them. For who reads only when the work is done: encoding then takes no time from
  /// it.
  bool hold = false;
  bool helloFirst = false;  ///< nothing is written before the first message is posted
};

/// Drains a recorder from a thread of its own, encodes Perfetto packets and writes them without ever blocking the work:
/// while the reader does not read, at most `pendingBytes` wait, then the recorder's buffers fill and count what they
/// drop. Messages are never dropped. A slice open at a drain is written as BEGIN and its END later; device work still
/// running is announced by a Message of kind OpenWork and written once, typed, when it ends. Any thread may call all
/// but close(), which is for its owner.
class TraceWriter {
 public:
  TraceWriter(TraceRecorder& recorder, TraceWriterOptions options);
  ~TraceWriter();  ///< close()

  /// Queues a message, behind everything recorded before on this thread unless events are held.
  void post(SessionMessage message);

  /// Drains all that was recorded before the call and waits until it is written or `patience` is over.
  bool flush(Duration patience);

  /// Writes what is left (waiting for the reader at most `patience`), the End message, and stops the thread.
  void close(Duration patience = {2'000'000'000});

  std::uint64_t eventsWritten() const;
  std::uint64_t dropped() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

}  // namespace strata::inline trace
