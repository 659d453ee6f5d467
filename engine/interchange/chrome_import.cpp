#include "engine/interchange/chrome_import.h"

#include <algorithm>
#include <string>
#include <unordered_set>

#include "engine/interchange/allocator_event.h"
#include "engine/interchange/chrome_async.h"
#include "engine/interchange/chrome_facts.h"
#include "engine/interchange/chrome_stream.h"
#include "engine/interchange/chrome_values.h"
#include "engine/interchange/foreign_trace.h"

namespace strata::inline interchange {

namespace {

constexpr HostTime kLatest{std::int64_t{1} << 62};
constexpr ChromeValue kNobody{ChromeValue::Kind::Text, ""};  ///< the id of no process
constexpr const char* kOutOfRange = "with a time out of range";

/// Puts the events of a Chrome trace into groups.
class ChromeImport {
 public:
  explicit ChromeImport(TraceStore& store)
      : m_store(store), m_trace(store), m_values(store), m_facts(store), m_async(store, m_trace, m_facts) {}

  void take(const ChromeRecord& record, std::uint64_t offset);
  void fact(std::string_view key, const ChromeValue& value) { m_facts.take(key, value); }
  void finish(bool cutOff);

 private:
  void place(const ChromeRecord& record);
  bool isName(const ChromeValue& value) const;
  std::int64_t processOf(const ChromeRecord& record);
  ForeignTrackGroup& groupOf(const ChromeRecord& record);
  TraceEvent eventOf(const ChromeRecord& record);
  void slice(const ChromeRecord& record, std::uint64_t offset);
  void push(const ChromeRecord& record, ForeignTrackGroup& group, const TraceEvent& event);
  void instant(const ChromeRecord& record);
  void allocator(const ChromeRecord& record);
  void counter(const ChromeRecord& record);
  void flow(const ChromeRecord& record, FlowPoint::Phase phase, const ChromeValue& id, bool own);
  bool isSaidByCorrelation(const ChromeRecord& record, FlowPoint::Phase phase, const ForeignTrackGroup& group);
  void boundFlow(const ChromeRecord& record);
  void async(const ChromeRecord& record, std::uint64_t offset);
  void metadata(const ChromeRecord& record);

  TraceStore& m_store;
  ForeignTrace m_trace;
  ChromeValues m_values;
  ChromeFacts m_facts;
  HostTime m_time;
  std::string m_pidText, m_tidText;
  ForeignTrackGroup* m_group = nullptr;  ///< of the event before, whose ids are those texts
  /// The event before in each group, for arrows that stand behind it.
  struct Before {
    TraceEvent event;
    ForeignTrackGroup* group = nullptr;
  } m_before;
  ChromeAsync m_async;
  std::unordered_set<std::string> m_ofSeveral;  ///< counters with several values, each called by its key, too
  std::uint32_t m_flowPoints = 0;
};

void ChromeImport::take(const ChromeRecord& record, std::uint64_t offset) {
  if (record.phase == 'M') return metadata(record);
  if (!m_values.time(record.ts, m_time))
    return m_facts.skip(m_values.isTooGreat(record.ts) ? kOutOfRange : "without a time", offset);
  if (std::max(m_time, HostTime{-m_time.ns}) > kLatest) return m_facts.skip(kOutOfRange, offset);
  m_trace.readsAt({.at = offset});
  switch (record.phase) {
    case 'X':
    case 'B':
    case 'E': return slice(record, offset);
    case 'i':
    case 'I':
    case 'R': return instant(record);
    case 'C': return counter(record);
    case 's': return flow(record, FlowPoint::Phase::Start, record.id, false);
    case 't': return flow(record, FlowPoint::Phase::Step, record.id, false);
    case 'f': return flow(record, FlowPoint::Phase::End, record.id, false);
    case 'b':
    case 'n':
    case 'e':
    case 'S':
    case 'T':
    case 'p':
    case 'F': return async(record, offset);
    default:
      return m_facts.skip(record.phase ? std::string("of phase '") + record.phase + "'" : "without a phase", offset);
  }
}

bool ChromeImport::isName(const ChromeValue& value) const {
  return value.kind == ChromeValue::Kind::Text && m_values.isName(value.text);
}

/// A process whose id is a text is called by it, if by nothing else.
std::int64_t ChromeImport::processOf(const ChromeRecord& record) {
  const std::int64_t pid = m_values.id(record.pid);
  if (isName(record.pid) && m_trace.processName(pid).empty()) m_trace.nameProcess(pid, std::string(record.pid.text));
  return pid;
}

ForeignTrackGroup& ChromeImport::groupOf(const ChromeRecord& record) {
  if (m_group && record.pid.text == m_pidText && record.tid.text == m_tidText) return *m_group;
  m_pidText = record.pid.text;
  m_tidText = record.tid.text;
  const std::int64_t pid = processOf(record), tid = m_values.id(record.tid);
  if (isName(record.tid)) m_trace.nameThread(pid, tid, m_tidText);
  return *(m_group = &m_trace.thread(pid, tid));
}

TraceEvent ChromeImport::eventOf(const ChromeRecord& record) {
  TraceEvent event;
  event.begin = m_time;
  event.name = m_values.names().intern(record.name);
  m_values.readArgs(record, event, m_trace);
  return event;
}

void ChromeImport::push(const ChromeRecord& record, ForeignTrackGroup& group, const TraceEvent& event) {
  m_trace.add(group, event, m_values.names().intern(record.category));
  m_before = {event, &group};
}

void ChromeImport::slice(const ChromeRecord& record, std::uint64_t offset) {
  ForeignTrackGroup& group = groupOf(record);
  TraceEvent event = eventOf(record);
  if (m_values.ours() && record.category == "overhead") event.kind = EventKind::TracingCost;
  Duration length;
  const bool whole = record.phase == 'X' && m_values.length(record.duration, length) && !m_values.unfinished();
  if (record.phase == 'E')
    setEventStep(event, EventStep::End);
  else if (!whole)
    setEventStep(event, EventStep::Begin);
  if (whole && length.ns < 0) m_facts.mend("with a negative duration", "with none", offset);
  if (record.phase == 'X' && !whole && !m_values.ours())
    m_facts.mend(m_values.isTooGreat(record.duration) ? "with a duration out of range" : "without a duration",
                 "without an end", offset);
  event.payload = whole ? std::clamp<std::int64_t>(length.ns, 0, (kLatest - event.begin).ns) : kOpen.ns;
  push(record, group, event);
  if (record.bindId.given() && record.phase != 'E') boundFlow(record);
}

void ChromeImport::instant(const ChromeRecord& record) {
  const bool ofThread = !record.tid.text.empty();  // Kineto's "Record Window End" has empty ids
  ForeignTrackGroup& group = ofThread              ? groupOf(record)
                             : record.scope == "g" ? m_trace.named(m_values.id(kNobody), "all processes")
                                                   : m_trace.named(processOf(record), "process");
  TraceEvent event = eventOf(record);
  event.kind = EventKind::Instant;
  push(record, group, event);
  if (!m_values.ours()) allocator(record);  // an export of ours has the counters
}

void ChromeImport::allocator(const ChromeRecord& record) {
  const auto told = allocatorEventOf(record);
  if (!told) return;
  std::vector<Arg> piece;
  if (told->address) piece.push_back({m_values.names().intern(arg::kAddress), *told->address});
  if (told->bytes) piece.push_back({m_values.names().intern(arg::kBytes), *told->bytes});
  const auto add = [&](const std::string& name, double bytes, const std::vector<Arg>& args) {
    const std::uint32_t track = m_trace.counter(processOf(record), name, "bytes");
    TraceEvent said;
    said.provenance = Provenance::Counted;
    said.args = m_store.keepArgs(args);
    m_trace.addValue(track, m_time, bytes, said);
  };
  add(told->allocated, told->bytesAllocated, piece);
  if (!told->reserved.empty()) add(told->reserved, told->bytesReserved, {});
}

void ChromeImport::counter(const ChromeRecord& record) {
  const std::int64_t pid = processOf(record);
  std::string name(record.name);
  if (record.id.given()) name.append(" [id: ").append(record.id.text).append("]");
  TraceEvent own;
  if (!record.own.empty()) m_values.readArgs(record.own, {}, own, m_trace);
  if (record.args.size() > 1) m_ofSeveral.insert(name);
  const bool several = m_ofSeveral.contains(name);
  for (const ChromeRecord::Arg& arg : record.args) {
    double value = 0;
    if (!m_values.number(arg.value, value)) {
      m_facts.leaveOut("counter values that are no number");
      continue;
    }
    const bool isUnit = m_values.isUnit(arg.key);
    const std::string series = arg.key.empty() || (isUnit && !several) ? name : name + " " + std::string(arg.key);
    const std::string unit(isUnit && arg.key != "value" ? arg.key : std::string_view{});
    m_trace.addValue(m_trace.counter(pid, series, unit, own.storey), m_time, value, own);
  }
}

/// The arrows of Kineto's launches stand right behind their events, which bear their id as correlation: nothing about
/// them needs to be remembered.
bool ChromeImport::isSaidByCorrelation(const ChromeRecord& record, FlowPoint::Phase phase,
                                       const ForeignTrackGroup& group) {
  const TraceEvent& event = m_before.event;
  std::int64_t id = 0;
  if (record.category != "ac2g" || m_before.group != &group || phase == FlowPoint::Phase::Step) return false;
  if (event.correlation == CorrelationId::None || eventStep(event) != EventStep::Add) return false;
  if (record.id.kind != ChromeValue::Kind::Integer || !toInteger(record.id.text, id)) return false;
  if (m_trace.correlation(static_cast<std::uint64_t>(id)) != event.correlation) return false;
  if (m_time < event.begin || event.end() < m_time) return false;
  TraceEvent& kept = m_before.group->events.last();
  if (kept.flags & kArrowSaid) return false;
  kept.flags |= kArrowSaid;
  if (phase == FlowPoint::Phase::End) kept.flags |= kEndsFlow;
  return true;
}

void ChromeImport::flow(const ChromeRecord& record, FlowPoint::Phase phase, const ChromeValue& id, bool own) {
  ForeignTrackGroup& group = groupOf(record);
  if (!own && !record.args.empty()) m_facts.leaveOut("arrow ends' arguments");
  if (!own && isSaidByCorrelation(record, phase, group)) return;
  FlowPoint point;
  point.phase = phase;
  point.bindsNext = phase == FlowPoint::Phase::End && !record.bindsEnclosing && !own;
  point.order = m_flowPoints++;
  point.key = own ? m_values.flowKey(id, {}, {}, {})
                  : m_values.flowKey(id, record.category, record.name, record.idIsLocal ? record.pid.text : "");
  point.time = m_time;
  std::int64_t launch = 0;
  if (!own && record.category == "ac2g" && phase != FlowPoint::Phase::Step && toInteger(id.text, launch) && launch != 0)
    point.sameCorrelation = m_trace.correlation(static_cast<std::uint64_t>(launch));
  point.name = m_values.names().intern(record.name);
  if (m_before.group == &group) point.hint = {m_before.event.begin, m_before.event.payload, m_before.event.name};
  group.flows.push_back(point);
}

/// An arrow that a slice names itself.
void ChromeImport::boundFlow(const ChromeRecord& record) {
  if (!record.flowIn && !record.flowOut) return;
  const FlowPoint::Phase phase = record.flowIn && record.flowOut ? FlowPoint::Phase::Step
                                 : record.flowOut                ? FlowPoint::Phase::Start
                                                                 : FlowPoint::Phase::End;
  flow(record, phase, record.bindId, true);
}

void ChromeImport::async(const ChromeRecord& record, std::uint64_t offset) {
  m_async.take(record, eventOf(record), m_values.names().intern(record.category), processOf(record), offset);
}

void ChromeImport::metadata(const ChromeRecord& record) {
  if (record.name != "process_name" && record.name != "thread_name")
    m_facts.leaveOut("metadata events other than names of processes and threads");
  for (const ChromeRecord::Arg& arg : record.args) {
    if (arg.key != "name" || !arg.value.given()) continue;
    const std::int64_t pid = m_values.id(record.pid), tid = m_values.id(record.tid);
    if (record.name == "process_name") m_trace.nameProcess(pid, std::string(arg.value.text));
    if (record.name == "thread_name") m_trace.nameThread(pid, tid, std::string(arg.value.text));
  }
}

void ChromeImport::finish(bool cutOff) {
  m_async.finish();
  m_trace.says(m_facts.tool());
  if (m_values.ours()) {
    m_trace.trustsTimes();
    m_trace.forgetProcessName(kUnnamedProcess);
  }
  m_trace.finish(m_values.ours() ? m_facts.ownBase() : 0);
  m_facts.finish(m_values.ours(), m_trace, cutOff);
}

}  // namespace

bool importChrome(ByteSource& source, TraceStore& store) {
  ChromeImport import(store);
  ChromeStream stream(source, {[&](const ChromeRecord& record, std::uint64_t offset) { import.take(record, offset); },
                               [&](std::string_view key, const ChromeValue& value) { import.fact(key, value); },
                               [&](std::string text) { store.addProblem(std::move(text)); }});
  const bool isTrace = stream.read();
  import.finish(stream.cutOff() || !source.failure().empty());
  return isTrace;
}

}  // namespace strata::inline interchange
