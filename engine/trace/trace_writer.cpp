#include "engine/trace/trace_writer.h"

#include <fmt/format.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <deque>
#include <iterator>
#include <thread>
#include <utility>

#include "engine/base/mutex.h"
#include "engine/trace/perfetto_packet_writer.h"
#include "engine/trace/recorder_impl.h"
#include "engine/trace/trace_output.h"
#include "engine/trace/writer_drain.h"
#include "engine/trace/writer_tracks.h"

namespace strata::inline trace {
namespace {

constexpr Duration kLongestPeriod{50'000'000};
constexpr Duration kRefreshEvery{1'000'000'000};
constexpr Duration kLongestHold{10'000'000'000};
constexpr std::size_t kPieceBytes = std::size_t{1} << 18;

std::uint32_t runOf(std::uint64_t run) {
  const auto folded = static_cast<std::uint32_t>(run ^ run >> 32);
  return folded == 0 ? 1 : folded;
}

class RecorderNames final : public PacketNames {
 public:
  explicit RecorderNames(TraceRecorder& recorder) : m_recorder(recorder) {}
  NameId intern(std::string_view text) override { return m_recorder.intern(text); }
  std::string_view text(NameId id) override { return RecorderConsumer::of(m_recorder).nameOf(id); }
  std::span<const Arg> args(ArgsId id) override { return RecorderConsumer::of(m_recorder).argsOf(id); }

 private:
  TraceRecorder& m_recorder;
};

/// Wakes a thread that polls.
class Wakeup {
 public:
  Wakeup() : m_fd(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}
  ~Wakeup() { ::close(m_fd); }
  Wakeup(const Wakeup&) = delete;
  Wakeup& operator=(const Wakeup&) = delete;
  int fd() const { return m_fd; }
  void ring() { eventfd_write(m_fd, 1); }
  void clear() {
    eventfd_t count = 0;
    eventfd_read(m_fd, &count);
  }

 private:
  int m_fd;
};

/// A write to a pipe nobody reads must be an error here, not the end of the process.
void blockSigpipe() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

}  // namespace

struct TraceWriter::Impl {
  Impl(TraceRecorder& traceRecorder, TraceWriterOptions writerOptions);

  // The writer thread.
  void run();
  bool finished() const;
  void sleep();
  void takeRequests();
  void drainIfDue();
  bool drainAll();
  bool drainInPieces();
  void writeHead();
  void writeMessages();
  void writeNews();
  void writeCost(TimeRange drained);
  void writeEnd();
  void writeOut();
  void noteFlushed();
  void refreshClock();
  bool holds(HostTime now) const;
  bool asked() const { return !messages.empty() || flushTaken > flushDrained || (closeTaken && !endWritten); }
  bool roomAgain() const { return unfinished && output.pending() < options.pendingBytes / 2; }

  TraceRecorder& recorder;
  const TraceWriterOptions options;
  TraceOutput output;
  RecorderNames names;
  PerfettoPacketWriter packets;
  WriterTracks tracks;
  WriterDrain drain;
  Wakeup wakeup;
  std::atomic<std::uint64_t> eventsWritten{0}, dropped{0};

  // Shared with the threads that post.
  Mutex mutex;
  Condition flushedChanged;
  std::deque<SessionMessage> inbox STRATA_GUARDED_BY(mutex);
  std::uint64_t flushAsked STRATA_GUARDED_BY(mutex) = 0;
  std::uint64_t flushDone STRATA_GUARDED_BY(mutex) = 0;
  bool closing STRATA_GUARDED_BY(mutex) = false;
  bool closed STRATA_GUARDED_BY(mutex) = false;
  bool broken STRATA_GUARDED_BY(mutex) = false;
  HostTime closeDeadline STRATA_GUARDED_BY(mutex);

  // The writer thread's.
  std::deque<SessionMessage> messages;
  std::uint64_t flushTaken = 0, flushDrained = 0;
  std::uint64_t flushMark = 0;  ///< bytes of the stream that must be written for flushDrained
  bool closeTaken = false, headWritten = false, endWritten = false;
  HostTime deadline;        ///< of close(), once taken
  bool unfinished = false;  ///< the last drain stopped for want of room
  HostTime started, nextDrain, nextRefresh;
  HostTime heldUntil;
  std::uint64_t costEvents = 0;
  TimeRange lastWrite;
  const NameId drainName, writeName, costCategory;

  std::thread thread;
};

TraceWriter::Impl::Impl(TraceRecorder& traceRecorder, TraceWriterOptions writerOptions)
    : recorder(traceRecorder),
      options(writerOptions),
      output(writerOptions.fd),
      names(traceRecorder),
      packets(names, output.bytes(), runOf(writerOptions.run)),
      tracks(traceRecorder, packets),
      drain(traceRecorder, packets, tracks),
      started(hostNow()),
      nextDrain(started + std::min(options.period, kLongestPeriod)),
      heldUntil(started + kLongestHold),
      drainName(traceRecorder.intern("drain the recorder")),
      writeName(traceRecorder.intern("write the trace")),
      costCategory(traceRecorder.intern(slotKey(kCostSlot))) {}

void TraceWriter::Impl::run() {
  pthread_setname_np(pthread_self(), "strata trace");
  const sched_param none{};
  pthread_setschedparam(pthread_self(), SCHED_BATCH, &none);  // waking up takes no core from who works on one
  blockSigpipe();
  while (!finished()) {
    sleep();
    takeRequests();
    drainIfDue();
    writeOut();
    noteFlushed();
  }
  const Lock lock(mutex);
  closed = true;
  flushedChanged.notifyAll();
}

bool TraceWriter::Impl::finished() const {
  return closeTaken && (output.broken() || (endWritten && output.pending() == 0) || hostNow() >= deadline);
}

void TraceWriter::Impl::sleep() {
  const HostTime until = closeTaken ? std::min(nextDrain, deadline) : nextDrain;
  const std::int64_t ms = roomAgain() ? 0 : ((until - hostNow()).ns + 999'999) / 1'000'000;
  std::array<pollfd, 2> fds{{{wakeup.fd(), POLLIN, 0}, {output.fd(), POLLOUT, 0}}};
  poll(fds.data(), output.pending() > 0 ? 2 : 1, static_cast<int>(std::max<std::int64_t>(ms, 0)));
  if (fds[0].revents != 0) wakeup.clear();
}

void TraceWriter::Impl::takeRequests() {
  const Lock lock(mutex);
  std::move(inbox.begin(), inbox.end(), std::back_inserter(messages));
  inbox.clear();
  flushTaken = flushAsked;
  closeTaken = closing;
  deadline = closeDeadline;
}

void TraceWriter::Impl::drainIfDue() {
  const HostTime now = hostNow();
  if (now < nextDrain && !(asked() && !unfinished) && !roomAgain()) return;
  if (options.helloFirst && !headWritten && messages.empty() && !closeTaken) {
    nextDrain = now + std::min(options.period, kLongestPeriod);
    return;
  }
  nextDrain = now + std::min(options.period, kLongestPeriod);
  refreshClock();
  if (!headWritten) {
    if (!asked() && !drain.waiting()) return;  // leaves the first place to a Hello that is still to come
    writeHead();
  }
  if (holds(now)) return writeMessages();
  const bool all = asked();
  if (options.hold) writeMessages();
  unfinished = !drainAll();
  if (unfinished) return;
  heldUntil = now + kLongestHold;
  writeNews();
  if (!all) return;
  writeMessages();
  if (closeTaken) writeEnd();
  flushDrained = flushTaken;
  flushMark = output.written() + output.pending();
}

bool TraceWriter::Impl::holds(HostTime now) const {
  const bool wanted = closeTaken || flushTaken > flushDrained;
  return options.hold && !wanted && !unfinished && now < heldUntil && !drain.halfFull();
}

/// Moves what has been recorded into the output's bytes; false if there was no room for all of it.
bool TraceWriter::Impl::drainAll() {
  if (!options.events || output.broken()) {
    drain.discard();
    return true;
  }
  const std::uint64_t before = drain.events();
  const HostTime begin = hostNow();
  const bool complete = drainInPieces();
  if (drain.events() != before) writeCost({begin, hostNow()});
  eventsWritten.store(drain.events() + costEvents, std::memory_order_relaxed);
  return complete;
}

/// What is encoded goes out while it is in the processor's cache, and little memory is needed.
bool TraceWriter::Impl::drainInPieces() {
  const std::size_t pieces = std::max<std::size_t>(options.pendingBytes / kPieceBytes, 1);
  for (std::size_t i = 0; i < pieces; ++i) {
    if (i > 0) output.writeSome();
    const std::size_t room = options.pendingBytes - std::min(options.pendingBytes, output.pending());
    if (drain.drain(output.bytes().size() + std::min(room, kPieceBytes))) return true;
  }
  return false;
}

void TraceWriter::Impl::writeHead() {
  if (!messages.empty() && messages.front().kind == MessageKind::Hello) {
    packets.message(messages.front());
    if (const auto context = gpuContextOf(messages.front().json)) packets.workOf(*context);
    messages.pop_front();
  }
  packets.head(readClocks());
  tracks.introduceProcess();
  headWritten = true;
}

/// What the drain found out: records dropped, device work that runs.
void TraceWriter::Impl::writeNews() {
  if (!options.events) return;
  if (const auto drops = tracks.takeDrops(drain.threads())) packets.message(*drops);
  if (const auto running = drain.takeOpenWork()) packets.message(*running);
  dropped.store(tracks.dropped(), std::memory_order_relaxed);
}

void TraceWriter::Impl::writeMessages() {
  for (const SessionMessage& message : messages) packets.message(message);
  messages.clear();
}

void TraceWriter::Impl::writeCost(TimeRange drained) {
  HostEvent event{tracks.cost(), drained.begin, costCategory, drainName, CallId::None, CorrelationId::None};
  if (lastWrite.length().ns > 0) {
    event.time = lastWrite.begin;
    event.name = writeName;
    packets.sliceBegin(event, {});
    packets.sliceEnd(event.track, lastWrite.end, {});
    ++costEvents;
  }
  event.time = drained.begin;
  event.name = drainName;
  packets.sliceBegin(event, {});
  packets.sliceEnd(event.track, drained.end, {});
  ++costEvents;
  lastWrite = {};
}

void TraceWriter::Impl::writeEnd() {
  if (std::exchange(endWritten, true)) return;
  packets.message({MessageKind::End,
                   fmt::format(R"({{"events":{},"dropped":{},"clock_error_ns":{}}})", eventsWritten.load(),
                               dropped.load(), recorder.clockErrorNs()),
                   {}});
}

void TraceWriter::Impl::writeOut() {
  const std::uint64_t before = output.written();
  const HostTime begin = hostNow();
  output.writeSome();
  if (output.written() != before) lastWrite = {begin, hostNow()};
}

void TraceWriter::Impl::noteFlushed() {
  const Lock lock(mutex);
  if (!output.broken() && (flushDone == flushDrained || output.written() < flushMark)) return;
  broken = output.broken();
  flushDone = flushDrained;
  flushedChanged.notifyAll();
}

void TraceWriter::Impl::refreshClock() {
  const HostTime now = hostNow();
  if (now < nextRefresh && now - started > kRefreshEvery) return;
  nextRefresh = now + kRefreshEvery;
  RecorderConsumer::of(recorder).clock.refresh();
}

TraceWriter::TraceWriter(TraceRecorder& recorder, TraceWriterOptions options)
    : m_impl(std::make_unique<Impl>(recorder, options)) {
  m_impl->thread = std::thread([impl = m_impl.get()] { impl->run(); });
}

TraceWriter::~TraceWriter() {
  close();
}

void TraceWriter::post(SessionMessage message) {
  {
    const Lock lock(m_impl->mutex);
    if (m_impl->closing) return;
    m_impl->inbox.push_back(std::move(message));
  }
  m_impl->wakeup.ring();
}

bool TraceWriter::flush(Duration patience) {
  const HostTime end = hostNow() + patience;
  Lock lock(m_impl->mutex);
  const std::uint64_t ticket = ++m_impl->flushAsked;
  m_impl->wakeup.ring();
  while (m_impl->flushDone < ticket && !m_impl->closed && !m_impl->broken &&
         m_impl->flushedChanged.waitUntil(lock, end))
    continue;
  return m_impl->flushDone >= ticket && !m_impl->broken;
}

void TraceWriter::close(Duration patience) {
  if (!m_impl->thread.joinable()) return;
  {
    const Lock lock(m_impl->mutex);
    m_impl->closing = true;
    m_impl->closeDeadline = hostNow() + patience;
  }
  m_impl->wakeup.ring();
  m_impl->thread.join();
}

std::uint64_t TraceWriter::eventsWritten() const {
  return m_impl->eventsWritten.load(std::memory_order_relaxed);
}
std::uint64_t TraceWriter::dropped() const {
  return m_impl->dropped.load(std::memory_order_relaxed);
}

}  // namespace strata::inline trace
