#include "engine/interchange/firefox_thread.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "engine/interchange/frame_stack.h"
#include "engine/interchange/json_document.h"

namespace strata::inline interchange {

namespace {

using Json = nlohmann::json;

constexpr double kMs = 1e6;
constexpr std::size_t kDeepestStack = 4096;
enum class Phase : std::int64_t { Instant, Interval, Start, End };

/// Pids are texts, tids numbers or texts; what holds no number gets `otherwise`.
std::int64_t idOf(const Json& value, std::int64_t otherwise) {
  if (value.is_number_integer()) return value.get<std::int64_t>();
  const std::string text(textOf(value));
  char* end = nullptr;
  const long long number = std::strtoll(text.c_str(), &end, 10);
  return text.empty() || *end != 0 ? otherwise : number;
}

class FirefoxThread {
 public:
  FirefoxThread(const FirefoxProfile& profile, const Json& thread, std::int64_t number)
      : m_profile(profile),
        m_thread(thread),
        m_pid(idOf(memberOf(thread, "pid"), 0)),
        m_tid(idOf(memberOf(thread, "tid"), -1 - number)),
        m_name(textOf(memberOf(thread, "name"))),
        m_strings(tableOf("stringArray")),
        m_stacks(tableOf("stackTable")) {}

  void read() {
    const std::string_view process = textOf(memberOf(m_thread, "processName"));
    if (!process.empty()) m_profile.trace.nameProcess(m_pid, std::string(process));
    if (m_name.empty()) m_name = "thread " + std::to_string(m_tid);
    m_profile.trace.nameThread(m_pid, m_tid, m_name);
    readSamples();
    readMarkers();
    for (const char* table : {"jsAllocations", "nativeAllocations"})
      if (const std::int64_t rows = indexOf(memberOf(memberOf(m_thread, table), "length")); rows > 0)
        m_profile.facts.leftOut["allocations"] += static_cast<std::uint64_t>(rows);
  }

 private:
  /// Of this thread, or of all.
  const Json& tableOf(std::string_view name) const {
    const Json& own = memberOf(m_thread, name);
    return own.is_null() ? memberOf(m_profile.shared, name) : own;
  }

  static const Json& at(const Json& column, std::int64_t row) {
    return elementOf(column, row < 0 ? SIZE_MAX : static_cast<std::size_t>(row));
  }

  void leaveOut(const char* what) { ++m_profile.facts.leftOut[what]; }

  NameId stringOf(const Json& index) const { return m_profile.store.intern(textOf(at(m_strings, indexOf(index)))); }

  NameId frameName(std::int64_t frame) const {
    const std::int64_t function = indexOf(at(memberOf(tableOf("frameTable"), "func"), frame));
    return stringOf(at(memberOf(tableOf("funcTable"), "name"), function));
  }

  /// The stack above this one; a stack stands behind those above it, or there is no end to it.
  std::int64_t prefixOf(std::int64_t stack) const {
    if (const Json& offsets = memberOf(m_stacks, "prefixOffset"); offsets.is_array()) {
      const std::int64_t offset = indexOf(at(offsets, stack));
      return offset > 0 ? stack - offset : -1;
    }
    const std::int64_t prefix = indexOf(at(memberOf(m_stacks, "prefix"), stack));
    return prefix < stack ? prefix : -1;
  }

  void framesOf(std::int64_t stack, std::vector<NameId>& frames) {
    frames.clear();
    const Json& column = memberOf(m_stacks, "frame");
    for (; stack >= 0 && frames.size() < kDeepestStack; stack = prefixOf(stack)) {
      if (!at(column, stack).is_number()) return leaveOut("stacks that are not in the file");
      frames.push_back(frameName(indexOf(at(column, stack))));
    }
    std::reverse(frames.begin(), frames.end());
  }

  void readSamples() {
    const Json& samples = memberOf(m_thread, "samples");
    const Json &stacks = memberOf(samples, "stack"), &times = memberOf(samples, "time");
    const Json& steps = memberOf(samples, "timeDeltas");
    FrameStack stack(m_profile.trace, m_profile.trace.thread(m_pid, m_tid), m_profile.store.intern("sample"),
                     Provenance::Modelled);
    std::vector<NameId> frames;
    double ms = 0;
    const std::size_t count = stacks.is_array() ? stacks.size() : 0;
    for (std::size_t i = 0; i < count && m_profile.wanted(); ++i) {
      const Json& time = elementOf(times.is_array() ? times : steps, i);
      if (!time.is_number()) {
        leaveOut("samples without a time");
        continue;
      }
      ms = times.is_array() ? time.get<double>() : ms + time.get<double>();
      framesOf(indexOf(stacks[i]), frames);
      stack.seen(timeOf(ms, kMs), frames);
    }
    stack.closeAll(timeOf(ms + m_profile.intervalMs, kMs));
  }

  void readMarkers() {
    const Json& markers = memberOf(m_thread, "markers");
    const Json &names = memberOf(markers, "name"), &phases = memberOf(markers, "phase");
    const std::size_t count = names.is_array() ? names.size() : 0;
    for (std::size_t i = 0; i < count && m_profile.wanted(); ++i) {
      const Json &begin = elementOf(memberOf(markers, "startTime"), i),
                 &end = elementOf(memberOf(markers, "endTime"), i);
      const auto phase = static_cast<Phase>(indexOf(elementOf(phases, i)));
      const Json& time = phase == Phase::End ? end : begin;
      if (!time.is_number() || phase < Phase::Instant || phase > Phase::End) {
        leaveOut("markers without a time");
        continue;
      }
      TraceEvent event;
      event.name = stringOf(names[i]);
      event.begin = timeOf(time.get<double>(), kMs);
      event.args = argsOf(elementOf(memberOf(markers, "data"), i));
      place(phase, event, end);
    }
    for (auto& [name, open] : m_begun)
      for (TraceEvent& event : open) {
        setEventStep(event, EventStep::Begin);
        add(event);
      }
  }

  /// Starts wait for the next end of their name.
  void place(Phase phase, TraceEvent& event, const Json& end) {
    std::vector<TraceEvent>& begun = m_begun[event.name];
    const auto lasting = [](TraceEvent e, HostTime until) {
      e.payload = std::max<std::int64_t>((until - e.begin).ns, 0);
      return e;
    };
    switch (phase) {
      case Phase::Instant: event.kind = EventKind::Instant; return add(event);
      case Phase::Interval: return add(lasting(event, timeOf(numberOf(end, event.begin.ns / kMs), kMs)));
      case Phase::Start: return begun.push_back(event);
      case Phase::End: break;
    }
    if (begun.empty()) return leaveOut("markers that end what never began");
    add(lasting(begun.back(), event.begin));
    begun.pop_back();
  }

  void add(const TraceEvent& event) {
    if (!m_markers) m_markers = &m_profile.trace.named(m_pid, m_name + " (markers)");
    m_profile.trace.add(*m_markers, event, m_profile.store.intern("marker"));
  }

  /// What a marker says of itself, as far as it is numbers and texts.
  std::uint32_t argsOf(const Json& data) {
    std::vector<Arg> args;
    if (!data.is_object()) return 0;
    for (const auto& [key, value] : data.items()) {
      const NameId name = m_profile.store.intern(key);
      if (value.is_string())
        args.push_back({name, m_profile.store.intern(textOf(value))});
      else if (value.is_number_integer())
        args.push_back({name, value.get<std::int64_t>()});
      else if (value.is_number())
        args.push_back({name, value.get<double>()});
      else if (value.is_structured())
        leaveOut("nested details of markers");
    }
    return args.empty() ? 0 : m_profile.store.keepArgs(args);
  }

  const FirefoxProfile& m_profile;
  const Json& m_thread;
  const std::int64_t m_pid, m_tid;
  std::string m_name;
  const Json &m_strings, &m_stacks;
  ForeignTrackGroup* m_markers = nullptr;
  std::map<NameId, std::vector<TraceEvent>> m_begun;
};

}  // namespace

void readFirefoxThread(const FirefoxProfile& profile, const Json& thread, std::int64_t number) {
  FirefoxThread(profile, thread, number).read();
}

}  // namespace strata::inline interchange
