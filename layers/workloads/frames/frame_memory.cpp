#include "layers/workloads/frames/frame_memory.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstring>

#include "engine/frames/frame_story.h"
#include "layers/common/current_call.h"

namespace strata::inline workloads {
namespace {

std::uint32_t freshNumber() {
  static std::atomic<std::uint32_t> last{0};
  return ++last;
}

/// Closed when the viewer is gone or says what cannot be; Unsupported when it refuses. What answers an earlier ask, of
/// a run that was stopped before it came, is left out.
Result<FrameMessage> answerTo(FrameSocket& socket, const FrameAsk& ask, const RunProgress& progress) {
  FrameMessage asked = askMessage(ask);
  asked.number = freshNumber();
  STRATA_TRY(socket.send(asked));
  constexpr Duration kLook{50'000'000};
  constexpr int kTries = 1200;  // a viewer that allocates much memory may take long on a busy machine
  for (int i = 0; i < kTries; ++i) {
    if (progress.stopRequested()) return Error{ErrorCode::Stopped, "Stopped while frames were set up", Storey::Model};
    STRATA_ASSIGN(std::optional<FrameMessage> message, socket.receive(kLook));
    if (!message || message->number != asked.number) continue;
    if (message->kind == FrameMessage::Kind::Offer) return std::move(*message);
    if (message->kind == FrameMessage::Kind::Reply)
      return Error{ErrorCode::Unsupported, message->reply.reason, message->reply.storey};
  }
  return Error{ErrorCode::Io, "The window did not answer for a minute: nobody shows these frames.", Storey::Other};
}

Error tooFew() {
  return {ErrorCode::Io, "The window sent fewer descriptors than its way of sharing needs.", Storey::Other};
}

std::size_t descriptorsFor(const FrameOffer& offer) {
  return (offer.ask.way == FrameWay::Device ? 1 + offer.ask.slotCount : 2) + (offer.timeline ? 1 : 0);
}

}  // namespace

Error noViewer() {
  return {ErrorCode::Unsupported,
          "No window shares memory with this agent: it runs on another machine, or nobody shows frames.",
          Storey::Model};
}

FrameMemory::FrameMemory(FrameSocket& socket, std::uint32_t number, FrameOffer offer, ControlPage page, Device& device,
                         Stream& stream, TraceRecorder& recorder, const RunProgress& progress)
    : m_socket(socket),
      m_number(number),
      m_offer(std::move(offer)),
      m_page(std::make_unique<ControlPage>(std::move(page))),
      m_producer(*m_page),
      m_device(device),
      m_stream(stream),
      m_recorder(recorder),
      m_progress(progress) {}

FrameMemory::~FrameMemory() {
  (void)m_stream.synchronize();  // the device may still write what goes now
  (void)m_socket.send(endMessage(m_number));
}

Result<std::unique_ptr<FrameMemory>> FrameMemory::open(FrameSocket& socket, const FrameAsk& ask, Device& device,
                                                       Stream& stream, TraceRecorder& recorder,
                                                       const RunProgress& progress) {
  STRATA_ASSIGN(FrameMessage message, answerTo(socket, ask, progress));
  const auto refuse = [&](const Error& error) {
    (void)socket.send(replyMessage({false, error.storey, error.message}));
    return error;
  };
  if (message.descriptors.size() != descriptorsFor(message.offer)) return refuse(tooFew());
  auto page = ControlPage::map(message.descriptors[0], message.offer.ask.slotCount);
  if (!page.ok()) return refuse(page.error());
  std::unique_ptr<FrameMemory> memory(new FrameMemory(socket, message.number, std::move(message.offer),
                                                      std::move(page).value(), device, stream, recorder, progress));
  if (const auto imported = memory->import(message.descriptors); !imported.ok()) return refuse(imported.error());
  STRATA_TRY(socket.send(replyMessage({true, Storey::Other, memory->m_signalling})));
  return memory;
}

Result<void> FrameMemory::import(std::vector<UniqueFd>& descriptors) {
  Interop* interop = m_device.interop();
  if (!interop)
    return Error{ErrorCode::Unsupported, "This device's backend shares no memory with other programs.",
                 Storey::Runtime};
  importTimeline(*interop, descriptors);
  bool kernelsWrite = false;
  if (way() == FrameWay::Pipe) {
    m_pipe = std::move(descriptors[1]);
    ::fcntl(m_pipe.get(), F_SETFL, ::fcntl(m_pipe.get(), F_GETFL) | O_NONBLOCK);
    STRATA_ASSIGN(m_staging, m_device.allocate(shape().bytes(), MemoryKind::Pinned));
  } else {
    const bool device = way() == FrameWay::Device;
    for (std::uint32_t slot = 0; slot < m_offer.ask.slotCount; ++slot) {
      MemoryHandle handle;
      handle.kind = device ? SharedKind::OpaqueMemory : SharedKind::HostMemory;
      handle.fd = descriptors[device ? 1 + slot : 1].get();
      handle.allocationBytes = m_offer.allocationBytes;
      handle.offset = device ? 0 : slot * m_offer.slotBytes;
      handle.bytes = shape().bytes();
      handle.owner = {m_offer.device, m_offer.driver};
      STRATA_ASSIGN(std::unique_ptr<Buffer> memory, interop->importMemory(handle));
      kernelsWrite = memory->kind() == MemoryKind::Device;
      m_shared.push_back(std::move(memory));
    }
  }
  if (!kernelsWrite) {
    STRATA_ASSIGN(m_own, m_device.allocate(shape().bytes(), MemoryKind::Device));
  }
  return {};
}

/// The best there is: Vulkan's timeline, the page's counter, the host.
void FrameMemory::importTimeline(Interop& interop, const std::vector<UniqueFd>& descriptors) {
  std::string why = m_offer.noTimeline;
  const auto take = [&](const TimelineHandle& handle, const char* words) {
    auto timeline = interop.importTimeline(handle);
    if (timeline.ok()) {
      m_timeline = std::move(timeline).value();
      m_signalling = words;
    } else if (why.empty()) {
      why = timeline.error().message;
    }
  };
  if (way() != FrameWay::Pipe) {
    if (m_offer.timeline)
      take({SharedKind::OpaqueTimeline, descriptors.back().get(), 0}, "a timeline of Vulkan, signalled in the stream");
    if (!m_timeline)
      take({SharedKind::HostTimeline, descriptors[0].get(), offsetof(ControlPage::Layout, produced)},
           "a counter in host memory, signalled in the stream");
  }
  if (!m_timeline) m_signalling = "the host, after it has waited for the stream";
  if (!why.empty()) m_signalling += ". " + why;
  (*m_page)->silent = m_timeline && !m_timeline->wakes() ? 1 : 0;
}

Buffer& FrameMemory::picture(std::uint32_t slot) {
  return m_own ? *m_own : *m_shared[slot];
}

Result<void> FrameMemory::deliver(std::uint32_t slot, const FrameNote& note) {
  if (m_own) STRATA_TRY(m_stream.copy(m_staging ? *m_staging : *m_shared[slot], *m_own, shape().bytes()));
  m_producer.queue(slot, note);
  if (!m_pipe.valid()) return signal(note.frame);
  STRATA_TRY(m_stream.synchronize());
  m_producer.handOver(note.frame);
  return write();
}

Result<void> FrameMemory::drawn() {
  while (!m_end) {
    const auto heard = m_socket.receive(Duration{});
    if (!heard.ok())
      return Error{ErrorCode::Io, "The window has closed its end: nobody shows these frames. Run again.",
                   Storey::Other};
    const std::optional<FrameMessage>& message = heard.value();
    if (!message) return {};
    if (message->kind == FrameMessage::Kind::End && message->number == m_number)
      m_end = Error{ErrorCode::Unavailable, message->reply.reason, message->reply.storey};
  }
  return *m_end;
}

Result<void> FrameMemory::signal(std::uint64_t frame) {
  if (m_timeline) return m_device.interop()->signal(m_stream, *m_timeline, frame);
  STRATA_TRY(m_stream.synchronize());
  m_producer.handOver(frame);
  return {};
}

Result<void> FrameMemory::write() {
  const TraceScope slice(m_recorder, Storey::Driver, m_recorder.intern(story::kWrite), currentCall());
  m_recorder.arg(m_recorder.intern(arg::kBytes), static_cast<std::int64_t>(shape().bytes()));
  const auto* data = static_cast<const std::byte*>(m_staging->data());
  std::size_t left = shape().bytes();
  while (left > 0) {
    const ssize_t written = ::write(m_pipe.get(), data, left);
    if (written > 0) {
      data += written;
      left -= static_cast<std::size_t>(written);
      continue;
    }
    if (written < 0 && errno == EAGAIN) {
      pollfd ready{m_pipe.get(), POLLOUT, 0};
      ::poll(&ready, 1, 50);
      m_progress.within(0);
      if (m_progress.stopRequested())
        return Error{ErrorCode::Stopped, "Stopped in the middle of a frame", Storey::Model};
      continue;
    }
    if (written < 0 && errno == EINTR) continue;
    STRATA_TRY(drawn());
    return Error{ErrorCode::Io, "The window has closed the pipe for frames.", Storey::Driver};
  }
  return {};
}

FrameMemory::Moved FrameMemory::moved() const {
  const std::uint64_t bytes = shape().bytes();
  return {m_own ? bytes : 0, m_pipe.valid() ? bytes : 0};
}

}  // namespace strata::inline workloads
