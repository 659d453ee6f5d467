// Writes frames of frame_pattern.h: stand_in_agent way=host width=64 height=64 slots=2 frames=10 pacing=lock hash=1 …
// Prints what it was refused, and at its end the median time from a frame's hand-over until it was drawn.

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <map>
#include <string>
#include <thread>

#include <fmt/format.h>

#include "engine/frames/frame_slots.h"
#include "engine/frames/frame_socket.h"
#include "tests/graphics/frame_pattern.h"
#include "tests/graphics/opaque_import.h"

namespace strata {
namespace {

constexpr Duration kPatience{10'000'000'000};

class StandIn {
 public:
  StandIn(FrameSocket socket, std::map<std::string, std::string> options)
      : m_socket(std::move(socket)), m_options(std::move(options)) {}
  int run();

 private:
  std::uint64_t number(const char* name, std::uint64_t otherwise) const {
    const auto found = m_options.find(name);
    return found == m_options.end() ? otherwise : std::stoull(found->second);
  }
  FrameAsk firstAsk();
  FramePacing pacing() const;
  bool agree(const FrameAsk& ask);
  Result<void> accept(FrameMessage offer);
  bool follow(FrameAsk& ask);
  bool write(std::uint64_t frame);
  void announce(FrameProducer& producer, std::uint64_t frame);
  bool toPipe();
  void popReports();
  void awaitReports();

  FrameSocket m_socket;
  std::map<std::string, std::string> m_options;
  std::unique_ptr<OpaqueImport> m_import;
  FrameOffer m_offer;
  std::unique_ptr<ControlPage> m_page;
  MappedMemory m_memory, m_timeline;
  std::vector<std::byte*> m_slots;
  UniqueFd m_pipe;
  std::vector<std::byte> m_pixels;
  std::uint32_t m_asked = 0, m_seenWish = 0;
  bool m_wishOff = false, m_wishLock = false;
  std::map<std::uint64_t, HostTime> m_handed;
  std::vector<std::int64_t> m_latencies;
  std::uint64_t m_reports = 0;
};

FrameAsk StandIn::firstAsk() {
  FrameAsk ask;
  ask.way = frameWayFromKey(m_options["way"]).value_or(FrameWay::Host);
  ask.width = static_cast<std::uint32_t>(number("width", 64));
  ask.height = static_cast<std::uint32_t>(number("height", ask.width));
  ask.slotCount = static_cast<std::uint32_t>(number("slots", 2));
  ask.pacing = pacing();
  if (auto import = OpaqueImport::create(); import.ok()) {
    m_import = std::move(import).value();
    ask.device = m_import->identity().device;
    ask.driver = m_import->identity().driver;
  }
  if (m_options.contains("faked")) ask.device[0] ^= 1;
  if (m_options.contains("driver")) ask.driver[0] ^= 1;
  if (m_options.contains("driverless")) ask.driver = {};
  return ask;
}

FramePacing StandIn::pacing() const {
  if (m_seenWish != 0) {
    if (m_wishOff) return FramePacing::SemaphoreOff;
    return m_wishLock ? FramePacing::LockStep : FramePacing::NewestWins;
  }
  const auto found = m_options.find("pacing");
  if (found == m_options.end() || found->second == "newest") return FramePacing::NewestWins;
  return found->second == "lock" ? FramePacing::LockStep : FramePacing::SemaphoreOff;
}

Result<void> StandIn::accept(FrameMessage message) {
  m_offer = message.offer;
  const bool pipe = m_offer.ask.way == FrameWay::Pipe, device = m_offer.ask.way == FrameWay::Device;
  const std::size_t expected = (device ? 1 + m_offer.ask.slotCount : 2) + (m_offer.timeline ? 1 : 0);
  if (message.descriptors.size() != expected) return Error{ErrorCode::Io, "wrong number of descriptors", Storey::Other};
  m_page.reset();
  m_slots.clear();
  m_memory = {};
  m_timeline = {};
  m_pipe.reset();
  if (m_import) m_import->forgetAll();
  STRATA_ASSIGN(auto page, ControlPage::map(message.descriptors[0], m_offer.ask.slotCount));
  m_page = std::make_unique<ControlPage>(std::move(page));
  if (m_offer.timeline && m_options.contains("timeline")) {
    STRATA_ASSIGN(m_timeline, MappedMemory::map(message.descriptors.back().get(), sizeof(std::uint64_t)));
    (*m_page)->silent = 1;
  }
  if (pipe) {
    m_pipe = std::move(message.descriptors[1]);
    m_pixels.resize(m_offer.shape.bytes());
    m_slots.assign(m_offer.ask.slotCount, m_pixels.data());
    return {};
  }
  if (device) {
    for (std::uint32_t i = 0; i < m_offer.ask.slotCount; ++i) {
      STRATA_ASSIGN(std::byte * slot, m_import->map(std::move(message.descriptors[1 + i]), m_offer.allocationBytes));
      m_slots.push_back(slot);
    }
    return {};
  }
  STRATA_ASSIGN(m_memory, MappedMemory::map(message.descriptors[1].get(), m_offer.allocationBytes));
  for (std::uint32_t i = 0; i < m_offer.ask.slotCount; ++i) m_slots.push_back(m_memory.data() + i * m_offer.slotBytes);
  return {};
}

bool StandIn::agree(const FrameAsk& ask) {
  FrameMessage asked = askMessage(ask);
  asked.number = ++m_asked;
  if (!m_socket.send(asked).ok()) return false;
  auto message = m_socket.receive(kPatience);
  while (message.ok() && message.value() && message.value()->number != m_asked)  // of what was agreed on before
    message = m_socket.receive(kPatience);
  if (!message.ok() || !message.value()) {
    fmt::print("no answer: {}\n", message.ok() ? "nothing came" : message.error().message);
    return false;
  }
  if (message.value()->kind != FrameMessage::Kind::Offer) {
    fmt::print("refused by {}: {}\n", storeyInfo(message.value()->reply.storey).key, message.value()->reply.reason);
    return false;
  }
  const auto accepted = accept(std::move(*std::move(message).value()));
  if (!accepted.ok()) fmt::print("cannot: {}\n", accepted.error().message);
  const char* const announced = m_timeline.data() ? "a timeline" : "a counter";
  const FrameReply reply{accepted.ok(), Storey::Runtime, accepted.ok() ? announced : accepted.error().message};
  return m_socket.send(replyMessage(reply)).ok() && accepted.ok();
}

/// False where the viewer's wish cannot be fulfilled.
bool StandIn::follow(FrameAsk& ask) {
  const auto wish = (*m_page)->wish.read();
  if (!wish || wish->generation == m_seenWish) return true;
  m_seenWish = wish->generation;
  m_wishOff = wish->semaphoreOff;
  m_wishLock = wish->lockStep;
  FrameAsk next = ask;
  next.way = wish->way;
  if (wish->side != 0) next.width = next.height = wish->side;
  if (wish->slotCount != 0) next.slotCount = wish->slotCount;
  next.pacing = pacing();
  if (next.way == ask.way && next.width == ask.width && next.height == ask.height && next.slotCount == ask.slotCount &&
      next.pacing == ask.pacing)
    return true;
  ask = next;
  return agree(ask);
}

bool StandIn::toPipe() {
  for (std::size_t have = 0; have < m_pixels.size();) {
    const ssize_t wrote = ::write(m_pipe.get(), m_pixels.data() + have, m_pixels.size() - have);
    if (wrote <= 0) return false;
    have += static_cast<std::size_t>(wrote);
  }
  return true;
}

/// As vulkan_stand_in.h has timelines: a memory that holds the number.
void StandIn::announce(FrameProducer& producer, std::uint64_t frame) {
  if (!m_timeline.data()) return producer.handOver(frame);
  std::atomic_ref(*reinterpret_cast<std::uint64_t*>(m_timeline.data())).store(frame);
}

bool StandIn::write(std::uint64_t frame) {
  FrameProducer producer(*m_page);
  producer.finished(frame - 1);
  const FramePacing wanted = m_options.contains("ahead") ? pacing() : pacingOf(m_offer.ask.way, pacing());
  const auto slot = producer.acquire(wanted, kPatience);
  if (!slot) return false;
  FrameNote note{frame, 0, hostNow()};
  const std::uint64_t hashEvery = number("hash", 0);
  drawPattern(m_slots[*slot], m_offer.shape, frame);
  if (hashEvery != 0 && frame % hashEvery == 0) note.hash = frameHash(m_slots[*slot], m_offer.shape);
  if (m_options.contains("lie")) note.hash ^= 1;
  producer.queue(*slot, note);
  m_handed[frame] = hostNow();
  announce(producer, frame);
  return !m_pipe.valid() || toPipe();
}

void StandIn::popReports() {
  while (const auto report = (*m_page)->reports.pop()) {
    ++m_reports;
    if (const auto handed = m_handed.find(report->frame); handed != m_handed.end())
      m_latencies.push_back((report->draw.end - handed->second).ns);
  }
  while (m_handed.size() > 512) m_handed.erase(m_handed.begin());
}

void StandIn::awaitReports() {
  const HostTime end = hostNow() + Duration{2'000'000'000};
  while (m_reports + (*m_page)->dropped.load() < number("frames", 0) && hostNow() < end) {
    popReports();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

int StandIn::run() {
  FrameAsk ask = firstAsk();
  if (const std::uint64_t most = number("descriptors", 0); most != 0) {
    const rlimit limit{most, most};
    ::setrlimit(RLIMIT_NOFILE, &limit);
  }
  std::this_thread::sleep_for(std::chrono::microseconds(number("late", 0)));
  if (!agree(ask)) return 3;
  const std::uint64_t frames = number("frames", ~std::uint64_t{0});
  for (std::uint64_t frame = 1; frame <= frames; ++frame) {
    if (!follow(ask)) {
      ask.way = FrameWay::Host;
      if (!agree(ask)) return 3;
    }
    if (!write(frame)) return 4;
    popReports();
    if (const std::uint64_t pause = number("pause", 0)) std::this_thread::sleep_for(std::chrono::microseconds(pause));
  }
  awaitReports();
  if (m_latencies.empty()) return 0;
  std::ranges::nth_element(m_latencies, m_latencies.begin() + static_cast<std::ptrdiff_t>(m_latencies.size() / 2));
  fmt::print("latency {}\n", m_latencies[m_latencies.size() / 2]);
  return 0;
}

int standInMain(int count, char** words) {
  std::signal(SIGPIPE, SIG_IGN);
  auto socket = FrameSocket::inherited();
  if (!socket) return 2;
  std::map<std::string, std::string> options;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    const std::size_t equals = word.find('=');
    options[word.substr(0, equals)] = equals == word.npos ? "" : word.substr(equals + 1);
  }
  const int status = StandIn(std::move(*socket), std::move(options)).run();
  std::fflush(stdout);
  return status;
}

}  // namespace
}  // namespace strata

int main(int count, char** words) {
  return strata::standInMain(count, words);
}
