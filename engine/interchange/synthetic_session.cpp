#include "engine/interchange/synthetic_session.h"

#include <array>
#include <bit>
#include <string>
#include <vector>

#include "engine/trace/trace_store.h"

namespace strata::inline interchange {

namespace {

constexpr std::uint64_t kWithRun = std::uint64_t{7} << 32;
constexpr std::uint32_t kThreads = 2, kStreams = 4, kNames = 64, kLaunchesPerCall = 3;
constexpr std::int64_t kPid = 4000, kMainTid = 4000;
constexpr std::array kHostStoreys{Storey::Model, Storey::Framework, Storey::Library, Storey::Runtime, Storey::Driver};
constexpr std::array<std::string_view, 10> kOddNames{"quote\" back\\slash / slash",
                                                     "line\nbreak\ttab\r\b\f",
                                                     "\x01\x1f\x7f",
                                                     "ünïcödé → 行列 🚀",
                                                     "Ядро матриц",
                                                     "مصفوفة",
                                                     "void gemm<float, 32>(float const*, int)::{lambda()#1}",
                                                     "</script><!--",
                                                     " leading, trailing; ",
                                                     "\xE2\x80\xA8 separator"};

class SessionMaker {
 public:
  explicit SessionMaker(const SyntheticOptions& options) : m_options(options) {
    for (std::uint32_t i = 0; i < kNames; ++i) m_names.push_back(m_store.intern(nameText(i)));
    for (std::uint32_t thread = 0; thread < kThreads; ++thread)
      for (const Storey storey : kHostStoreys) m_hostTracks.push_back(hostTrack(thread, storey));
    for (std::uint32_t stream = 1; stream <= kStreams; ++stream)
      m_streams.push_back(deviceTrack(TrackKind::Queue, "stream " + std::to_string(stream), stream));
    m_copies = deviceTrack(TrackKind::Copy, "copy H→D", 0);
    m_memory = counterTrack("device memory", "bytes");
    m_load = counterTrack("load", "%");
  }

  std::shared_ptr<const TraceSnapshot> make() {
    m_store.addMessage(
        {MessageKind::Hello, R"({"magic":"strata","agent":"none, generated","device":{"name":"generated"}})", {}});
    while (m_events < m_options.events) addCall();
    m_store.addMessage({MessageKind::End, R"({"events":0,"dropped":0,"clock_error_ns":0})", {}});
    return m_store.snapshot();
  }

 private:
  std::string nameText(std::uint32_t i) const {
    if (m_options.oddNames && i % 3 == 0)
      return std::string(kOddNames[i / 3 % kOddNames.size()]) + " " + std::to_string(i);
    return "operation_" + std::to_string(i) + "<float, " + std::to_string(i * 16) + ">";
  }

  std::uint32_t hostTrack(std::uint32_t thread, Storey storey) {
    TrackInfo info;
    info.uuid = kWithRun | (thread * 16 + 16 + static_cast<std::uint64_t>(storey));
    info.name = storeyInfo(storey).key;
    info.storey = storey;
    info.pid = kPid;
    info.tid = kMainTid + thread;
    info.thread = thread == 0 ? "main" : "worker";
    return m_store.track(info);
  }

  std::uint32_t deviceTrack(TrackKind kind, std::string name, std::uint32_t stream) {
    TrackInfo info;
    info.uuid = kWithRun | (100 + stream);
    info.name = std::move(name);
    info.kind = kind;
    info.storey = Storey::Hardware;
    info.stream = stream;
    return m_store.track(info);
  }

  std::uint32_t counterTrack(std::string name, std::string unit) {
    TrackInfo info;
    info.uuid = kWithRun | (200 + name.size());
    info.name = std::move(name);
    info.kind = TrackKind::Counter;
    info.storey = Storey::Hardware;
    info.pid = kPid;
    info.unit = std::move(unit);
    return m_store.track(info);
  }

  TraceEvent event(std::uint32_t track, Storey storey, EventKind kind, std::int64_t begin, std::int64_t length) {
    ++m_events;
    TraceEvent event;
    event.begin = {begin};
    event.payload = length;
    event.name = m_names[(m_events * 7 + m_call) % kNames];
    event.track = track;
    event.call = CallId{m_call};
    event.storey = storey;
    event.kind = kind;
    return event;
  }

  void add(const TraceEvent& event, std::initializer_list<Arg> args) {
    m_store.add(event, m_options.arguments ? std::span<const Arg>(args.begin(), args.size()) : std::span<const Arg>{});
  }

  Arg integer(std::string_view key, std::int64_t value) { return {m_store.intern(key), value}; }
  Arg text(std::string_view key, std::uint32_t i) { return {m_store.intern(key), m_names[i % kNames]}; }

  /// Slices from the model down to the library, with a launch for each of the library's kernels.
  void addCall() {
    ++m_call;
    const std::uint32_t thread = m_call % kThreads, first = thread * static_cast<std::uint32_t>(kHostStoreys.size());
    const std::int64_t length = 2000 + 4000 * kLaunchesPerCall;
    add(event(m_hostTracks[first], Storey::Model, EventKind::Slice, m_time, length), {integer("step", m_call)});
    add(event(m_hostTracks[first + 1], Storey::Framework, EventKind::Slice, m_time + 101, length - 300),
        {text("shapes", m_call), integer("m", 64 + m_call % 7)});
    add(event(m_hostTracks[first + 2], Storey::Library, EventKind::Slice, m_time + 202, length - 700),
        {{m_store.intern("efficiency"), 1.0 / (1 + m_call % 13)}, text("variant", m_call + 1)});
    if (m_call % 5 == 0) addValues(first);
    for (std::uint32_t i = 0; i < kLaunchesPerCall; ++i) addLaunch(first, m_time + 500 + i * 4000);
    if (m_options.foreign) addForeign(first);
    m_time += length + 500;
  }

  void addLaunch(std::uint32_t first, std::int64_t begin) {
    const CorrelationId arrow{++m_arrows};
    TraceEvent launch = event(m_hostTracks[first + 3], Storey::Runtime, EventKind::Slice, begin, 1503);
    launch.correlation = arrow;
    add(launch, {});
    add(event(m_hostTracks[first + 4], Storey::Driver, EventKind::Slice, begin + 350, 777), {});
    const bool copies = m_arrows % 4 == 0;
    const std::uint32_t stream = m_arrows * 5 / 4 % kStreams;
    std::int64_t& free = copies ? m_copiesFree : m_streamFree[stream];
    free = std::max(free, begin + 1200);
    const std::int64_t length = 900 + static_cast<std::int64_t>(m_arrows % 97) * 11;
    TraceEvent work = event(copies ? m_copies : m_streams[stream], Storey::Hardware,
                            copies ? EventKind::Copy : EventKind::Kernel, free, length);
    work.correlation = arrow;
    if (copies)
      add(work, {integer(arg::kBytes, 4096 + m_arrows % 1000)});
    else
      add(work, {integer(arg::kGridX, 128), integer(arg::kGridY, 1 + m_arrows % 9), integer(arg::kGridZ, 1),
                 integer(arg::kBlockX, 256), integer(arg::kBlockY, 1), integer(arg::kBlockZ, 1),
                 integer(arg::kRegisters, 32 + m_arrows % 64)});
    // Other tools' streams may show work that overlaps.
    free += m_options.foreign && m_arrows % 11 == 0 ? length / 2 : length;
  }

  void addValues(std::uint32_t first) {
    add(event(m_hostTracks[first + 3], Storey::Runtime, EventKind::Instant, m_time + 450, 0),
        {integer("epoch", m_call)});
    for (const std::uint32_t track : {m_memory, m_load}) {
      const double value = track == m_memory ? 1024.0 * m_call : 100.0 / (1 + m_call % 17);
      TraceEvent counter =
          event(track, Storey::Hardware, EventKind::Counter, m_time, std::bit_cast<std::int64_t>(value));
      counter.name = m_store.intern(track == m_memory ? "device memory" : "load");
      counter.call = CallId::None;
      add(counter, {});
    }
  }

  /// A slice that begins in one of the library's and ends behind it, and an arrow to it from the call's own.
  void addForeign(std::uint32_t first) {
    const std::int64_t begin = m_time + 600 + m_call % 50;
    TraceEvent late = event(m_hostTracks[first + 2], Storey::Library, EventKind::Slice, begin, 14'700);
    late.correlation = CorrelationId{++m_arrows};
    late.flags = kEndsFlow;
    TraceEvent from = event(m_hostTracks[first + 1], Storey::Framework, EventKind::Slice, m_time + 320, 60);
    from.correlation = late.correlation;
    add(from, {});
    add(late, {text("waits for", m_call)});
  }

  const SyntheticOptions m_options;
  TraceStore m_store;
  std::vector<NameId> m_names;
  std::vector<std::uint32_t> m_hostTracks, m_streams;
  std::array<std::int64_t, kStreams> m_streamFree{};
  std::int64_t m_copiesFree = 0;
  std::uint32_t m_copies = 0, m_memory = 0, m_load = 0;
  std::uint32_t m_call = 0, m_arrows = 0;
  std::uint64_t m_events = 0;
  std::int64_t m_time = 1'000'000;
};

}  // namespace

std::shared_ptr<const TraceSnapshot> syntheticSession(const SyntheticOptions& options) {
  return SessionMaker(options).make();
}

}  // namespace strata::inline interchange
