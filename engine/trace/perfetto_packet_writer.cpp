#include "engine/trace/perfetto_packet_writer.h"

#include <time.h>

#include <algorithm>
#include <array>
#include <protozero/pbf_writer.hpp>
#include <utility>

namespace strata::inline trace {
namespace {

using namespace perfetto;
using protozero::pbf_writer;

std::uint64_t now(clockid_t clock) {
  timespec t{};
  clock_gettime(clock, &t);
  return static_cast<std::uint64_t>(t.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(t.tv_nsec);
}

constexpr std::size_t kLengthRoom = 15;  ///< a tag and a length

void addText(pbf_writer& message, Field field, std::string_view text) {
  message.add_string(field, text.data(), text.size());
}

/// A packet that is written piece by piece, and is whole when this goes.
struct OpenPacket {
  pbf_writer trace, packet;

  OpenPacket(std::string& bytes, std::uint32_t sequence) : trace(bytes), packet(trace, trace_message::kPacket) {
    packet.add_uint32(packet::kSequenceId, sequence);
  }
};

/// One that describes a track.
struct OpenTrack : OpenPacket {
  pbf_writer track;

  OpenTrack(std::string& bytes, std::uint32_t sequence, std::uint64_t uuid, std::optional<std::uint64_t> parent = {})
      : OpenPacket(bytes, sequence), track(packet, packet::kTrackDescriptor) {
    track.add_uint64(track_descriptor::kUuid, uuid);
    if (parent) track.add_uint64(track_descriptor::kParentUuid, *parent);
  }
};

std::optional<std::string>& slotOf(std::vector<std::optional<std::string>>& slots, ArgsId list) {
  const auto index = static_cast<std::size_t>(list);
  if (index >= slots.size()) slots.resize(index + 1);
  return slots[index];
}

void writeSize(pbf_writer& launch, Field field, const std::int64_t* xyz) {
  if (xyz[0] == 0) return;
  pbf_writer size(launch, field);
  size.add_uint32(render_stage::kX, static_cast<std::uint32_t>(xyz[0]));
  size.add_uint32(render_stage::kY, static_cast<std::uint32_t>(std::max<std::int64_t>(xyz[1], 1)));
  size.add_uint32(render_stage::kZ, static_cast<std::uint32_t>(std::max<std::int64_t>(xyz[2], 1)));
}

}  // namespace

std::vector<ClockReading> readClocks() {
  return {{clock_snapshot::kMonotonic, now(CLOCK_MONOTONIC)},
          {clock_snapshot::kBoottime, now(CLOCK_BOOTTIME)},
          {clock_snapshot::kRealtime, now(CLOCK_REALTIME)}};
}

PerfettoPacketWriter::PerfettoPacketWriter(PacketNames& names, std::string& bytes, std::uint32_t run)
    : m_names(names),
      m_bytes(bytes),
      m_run(run),
      m_kernelStage(names.intern("kernel")),
      m_copyStage(names.intern("copy")),
      m_waitStage(names.intern("wait")),
      m_callKey(names.intern("call")),
      m_provenanceKey(names.intern("provenance")) {
  for (std::string_view key : {arg::kGridX, arg::kGridY, arg::kGridZ, arg::kBlockX, arg::kBlockY, arg::kBlockZ})
    m_sizeKeys.push_back(names.intern(key));
}

bool PerfettoPacketWriter::firstUse(Field table, std::size_t index) {
  std::vector<bool>& known = m_known[std::min(table, kLastTable)];
  if (index >= known.size()) known.resize(std::max(index + 1, known.size() * 2));
  if (known[index]) return false;
  known[index] = true;
  return true;
}

std::uint64_t PerfettoPacketWriter::use(Field table, NameId name, std::uint32_t category) {
  const auto iid = static_cast<std::uint64_t>(name);
  if (firstUse(table, iid)) m_newNames.push_back({table, iid, std::string(m_names.text(name)), category});
  return iid;
}

void PerfettoPacketWriter::useQueue(std::uint32_t queueId, std::string_view name) {
  if (!firstUse(0, queueId)) return;
  m_newNames.push_back(
      {interned_data::kGpuSpecifications, queueIid(queueId), std::string(name), interned_data::kCategoryCompute});
}

void PerfettoPacketWriter::useAnnotations(std::span<const Arg> args) {
  for (const Arg& arg : args) {
    use(interned_data::kDebugAnnotationNames, arg.key);
    if (const NameId* text = std::get_if<NameId>(&arg.value)) use(interned_data::kDebugAnnotationStrings, *text);
  }
}

void PerfettoPacketWriter::useArgNames(std::span<const Arg> args) {
  for (const Arg& arg : args) use(interned_data::kComputeArgNames, arg.key);
}

/// The names that the next packet brings, and with them what it says of the context.
std::string PerfettoPacketWriter::takeNewNames() {
  std::string bytes;
  pbf_writer packet(bytes);
  pbf_writer interned(packet, packet::kInternedData);
  if (std::exchange(m_contextIsNew, false)) {
    pbf_writer entry(interned, interned_data::kGraphicsContexts);
    entry.add_uint64(interned_data::kIid, kContextIid);
    entry.add_int32(graphics_context::kPid, static_cast<std::int32_t>(m_context->pid));
    entry.add_enum(graphics_context::kApi, static_cast<std::int32_t>(m_context->api));
  }
  for (const NewName& name : m_newNames) {
    pbf_writer entry(interned, name.table);
    entry.add_uint64(interned_data::kIid, name.iid);
    entry.add_string(interned_data::kName, name.text);
    if (name.category != 0) entry.add_enum(interned_data::kSpecCategory, static_cast<std::int32_t>(name.category));
  }
  m_newNames.clear();
  interned.commit();
  return bytes;
}

/// What all packets of events begin with, written from behind; `size` is how much follows.
template <class Message>
void PerfettoPacketWriter::prependHead(Message& message, HostTime time, std::size_t size) const {
  const std::size_t before = message.size();
  message.prependVarint(packet::kSequenceFlags, packet::kNeedsState);
  message.prependVarint(packet::kSequenceId, m_run);
  message.prependVarint(packet::kTimestamp, static_cast<std::uint64_t>(time.ns));
  message.prependLength(trace_message::kPacket, message.size() - before + size);
}

/// One packet of an event: time, sequence, the names it brings, then the event's fields and `more` of them. Nearly all
/// bytes of a trace pass here.
void PerfettoPacketWriter::packet(HostTime time, Field field, EventMessage& event,
                                  std::initializer_list<std::string_view> more) {
  std::size_t size = 0;
  for (const std::string_view piece : more) size += piece.size();
  event.prependLength(field, event.size() + size);
  if (m_newNames.empty() && !m_contextIsNew) {
    prependHead(event, time, event.size() + size);
  } else {
    const std::string names = takeNewNames();
    ShortMessage<0, kHeadRoom> head;
    prependHead(head, time, names.size() + event.size() + size);
    m_bytes.append(head.bytes()).append(names);
  }
  m_bytes.append(event.bytes());
  for (const std::string_view piece : more)
    if (!piece.empty()) m_bytes.append(piece);
}

void PerfettoPacketWriter::head(std::span<const ClockReading> clocks) {
  {
    OpenPacket open(m_bytes, m_run);
    open.packet.add_uint32(packet::kSequenceFlags, packet::kStateCleared);
    open.packet.add_bool(packet::kFirstOnSequence, true);
    pbf_writer defaults(open.packet, packet::kDefaults);
    defaults.add_uint32(defaults::kTimestampClockId, clock_snapshot::kMonotonic);
  }
  OpenPacket open(m_bytes, m_run);
  pbf_writer snapshot(open.packet, packet::kClockSnapshot);
  for (const ClockReading& reading : clocks) {
    pbf_writer clock(snapshot, clock_snapshot::kClocks);
    clock.add_uint32(clock_snapshot::kClockId, reading.clock);
    clock.add_uint64(clock_snapshot::kTimestamp, reading.ns);
  }
  snapshot.add_enum(clock_snapshot::kPrimaryTraceClock, clock_snapshot::kMonotonic);
}

void writeMessage(std::string& bytes, std::uint32_t sequence, const SessionMessage& message) {
  OpenPacket open(bytes, sequence);
  pbf_writer strata(open.packet, packet::kStrata);
  strata.add_uint32(strata_message::kKind, static_cast<std::uint32_t>(message.kind));
  strata.add_string(strata_message::kJson, message.json);
  if (!message.blob.empty())
    strata.add_bytes(strata_message::kBlob, reinterpret_cast<const char*>(message.blob.data()),
                     message.blob.size() * sizeof(float));
}

void PerfettoPacketWriter::processTrack(std::uint64_t uuid, std::int64_t pid, std::string_view name) {
  OpenTrack open(m_bytes, m_run, uuid);
  pbf_writer process(open.track, track_descriptor::kProcess);
  process.add_int32(track_descriptor::kProcessPid, static_cast<std::int32_t>(pid));
  process.add_string(track_descriptor::kProcessName, name.data(), name.size());
}

void PerfettoPacketWriter::threadTrack(std::uint64_t uuid, std::uint64_t parent, std::int64_t pid, std::int64_t tid,
                                       std::string_view name) {
  OpenTrack open(m_bytes, m_run, uuid, parent);
  open.track.add_enum(track_descriptor::kChildOrdering, track_descriptor::kExplicitOrder);
  pbf_writer thread(open.track, track_descriptor::kThread);
  thread.add_int32(track_descriptor::kThreadPid, static_cast<std::int32_t>(pid));
  thread.add_int64(track_descriptor::kThreadTid, tid);
  thread.add_string(track_descriptor::kThreadName, name.data(), name.size());
}

void PerfettoPacketWriter::groupTrack(std::uint64_t uuid, std::uint64_t parent, std::string_view name) {
  OpenTrack open(m_bytes, m_run, uuid, parent);
  open.track.add_string(track_descriptor::kName, name.data(), name.size());
  open.track.add_enum(track_descriptor::kChildOrdering, track_descriptor::kExplicitOrder);
}

void PerfettoPacketWriter::sliceTrack(std::uint64_t uuid, std::uint64_t parent, std::string_view name,
                                      std::int32_t rank) {
  OpenTrack open(m_bytes, m_run, uuid, parent);
  open.track.add_string(track_descriptor::kName, name.data(), name.size());
  open.track.add_int32(track_descriptor::kSiblingOrderRank, rank);
}

void PerfettoPacketWriter::counterTrack(std::uint64_t uuid, std::uint64_t parent, std::string_view name,
                                        std::string_view unit) {
  OpenTrack open(m_bytes, m_run, uuid, parent);
  open.track.add_string(track_descriptor::kName, name.data(), name.size());
  pbf_writer counter(open.track, track_descriptor::kCounter);
  if (unit == "bytes") counter.add_enum(track_descriptor::kCounterUnit, track_descriptor::kUnitBytes);
  if (unit == "count") counter.add_enum(track_descriptor::kCounterUnit, track_descriptor::kUnitCount);
  counter.add_string(track_descriptor::kCounterUnitName, unit.data(), unit.size());
}

void PerfettoPacketWriter::writeAnnotations(std::string& event, std::span<const Arg> args) {
  for (const Arg& arg : args) {
    ShortMessage<2, kLengthRoom> annotation;
    annotation.addVarint(debug_annotation::kNameIid, static_cast<std::uint64_t>(arg.key));
    if (const auto* integer = std::get_if<std::int64_t>(&arg.value))
      annotation.addVarint(debug_annotation::kInt, static_cast<std::uint64_t>(*integer));
    else if (const auto* real = std::get_if<double>(&arg.value))
      annotation.addDouble(debug_annotation::kDouble, *real);
    else
      annotation.addVarint(debug_annotation::kStringIid, static_cast<std::uint64_t>(std::get<NameId>(arg.value)));
    annotation.prependLength(track_event::kDebugAnnotations, annotation.size());
    event.append(annotation.bytes());
  }
}

/// A list is encoded once; the names it needs come with the packet that needs it first.
const std::string& PerfettoPacketWriter::annotationsOf(ArgsId list) {
  std::optional<std::string>& known = slotOf(m_annotations, list);
  if (!known) {
    useAnnotations(m_names.args(list));
    writeAnnotations(known.emplace(), m_names.args(list));
  }
  return *known;
}

const std::string& PerfettoPacketWriter::launchOf(ArgsId list) {
  std::optional<std::string>& known = slotOf(m_launches, list);
  if (!known) {
    useArgNames(m_names.args(list));
    writeLaunchArgs(known.emplace(), m_names.args(list));
  }
  return *known;
}

void PerfettoPacketWriter::writeArrows(const HostEvent& event) {
  const auto wire = [this](CorrelationId id) { return withRun(static_cast<std::uint32_t>(id)); };
  pbf_writer track(m_rest);
  for (const CorrelationId id : event.flows) track.add_fixed64(track_event::kFlowIds, wire(id));
  for (const CorrelationId id : event.ends) track.add_fixed64(track_event::kTerminatingFlowIds, wire(id));
  if (event.correlation == CorrelationId::None) return;
  if (event.moreLaunches.empty()) {
    ShortMessage<1, kLengthRoom> link;
    link.addVarint(track_event::kSubmissionEventIds, wire(event.correlation));
    link.prependLength(track_event::kGpuCorrelation, link.size());
    m_rest.append(link.bytes());
    return;
  }
  pbf_writer link(track, track_event::kGpuCorrelation);
  link.add_uint64(track_event::kSubmissionEventIds, wire(event.correlation));
  for (const CorrelationId id : event.moreLaunches) link.add_uint64(track_event::kSubmissionEventIds, wire(id));
}

void PerfettoPacketWriter::hostEvent(std::uint32_t type, const HostEvent& event, std::span<const Arg> args) {
  const std::uint64_t category = use(interned_data::kEventCategories, event.category);
  const std::uint64_t name = use(interned_data::kEventNames, event.name);
  const std::string& known = annotationsOf(event.list);
  useAnnotations(args);
  EventMessage track;
  track.addVarint(track_event::kType, type);
  track.addVarint(track_event::kTrackUuid, event.track);
  track.addVarint(track_event::kCategoryIids, category);
  track.addVarint(track_event::kNameIid, name);
  if (event.call != CallId::None)
    track.addVarint(track_event::kCorrelationId, withRun(static_cast<std::uint32_t>(event.call)));
  m_rest.clear();
  writeArrows(event);
  writeAnnotations(m_rest, args);
  packet(event.time, packet::kTrackEvent, track, {known, m_rest});
}

void PerfettoPacketWriter::sliceBegin(const HostEvent& event, std::span<const Arg> args) {
  hostEvent(track_event::kSliceBegin, event, args);
}

void PerfettoPacketWriter::instant(const HostEvent& event, std::span<const Arg> args) {
  hostEvent(track_event::kInstant, event, args);
}

void PerfettoPacketWriter::sliceEnd(std::uint64_t uuid, HostTime time, std::span<const Arg> args) {
  useAnnotations(args);
  EventMessage track;
  track.addVarint(track_event::kType, track_event::kSliceEnd);
  track.addVarint(track_event::kTrackUuid, uuid);
  m_rest.clear();
  writeAnnotations(m_rest, args);
  packet(time, packet::kTrackEvent, track, {m_rest});
}

void PerfettoPacketWriter::counter(std::uint64_t uuid, HostTime time, double value, std::span<const Arg> args) {
  useAnnotations(args);
  EventMessage track;
  track.addVarint(track_event::kType, track_event::kCounter);
  track.addVarint(track_event::kTrackUuid, uuid);
  track.addDouble(track_event::kDoubleCounterValue, value);
  m_rest.clear();
  writeAnnotations(m_rest, args);
  packet(time, packet::kTrackEvent, track, {m_rest});
}

bool PerfettoPacketWriter::sizeSlot(NameId key, std::size_t& slot) const {
  slot = static_cast<std::size_t>(std::find(m_sizeKeys.begin(), m_sizeKeys.end(), key) - m_sizeKeys.begin());
  return slot < m_sizeKeys.size();
}

void PerfettoPacketWriter::writeLaunchArgs(std::string& bytes, std::span<const Arg> args) {
  if (args.empty()) return;
  pbf_writer launch(bytes);
  std::array<std::int64_t, 6> sizes{};
  std::size_t slot = 0;
  for (const Arg& arg : args) {
    const auto* integer = std::get_if<std::int64_t>(&arg.value);
    if (integer && sizeSlot(arg.key, slot)) sizes[slot] = *integer;
  }
  writeSize(launch, render_stage::kGridSize, &sizes[0]);
  writeSize(launch, render_stage::kWorkgroupSize, &sizes[3]);
  for (const Arg& arg : args) {
    const auto* integer = std::get_if<std::int64_t>(&arg.value);
    if (integer && sizeSlot(arg.key, slot)) continue;
    pbf_writer extra(launch, render_stage::kArgs);
    extra.add_uint64(render_stage::kArgNameIid, static_cast<std::uint64_t>(arg.key));
    if (integer)
      extra.add_int64(render_stage::kArgInt, *integer);
    else if (const auto* real = std::get_if<double>(&arg.value))
      extra.add_double(render_stage::kArgDouble, *real);
    else
      addText(extra, render_stage::kArgString, m_names.text(std::get<NameId>(arg.value)));
  }
}

/// What a launch says beside its arguments.
void PerfettoPacketWriter::writeOrigin(const WorkPacket& work) {
  if (work.call != CallId::None) {
    ShortMessage<2, kLengthRoom> call;
    call.addVarint(render_stage::kArgNameIid, static_cast<std::uint64_t>(m_callKey));
    call.addVarint(render_stage::kArgUint, withRun(static_cast<std::uint32_t>(work.call)));
    call.prependLength(render_stage::kArgs, call.size());
    m_rest.append(call.bytes());
  }
  if (work.provenance != Provenance::Measured) {
    pbf_writer launch(m_rest);
    pbf_writer provenance(launch, render_stage::kArgs);
    provenance.add_uint64(render_stage::kArgNameIid, static_cast<std::uint64_t>(m_provenanceKey));
    addText(provenance, render_stage::kArgString, provenanceKey(work.provenance));
  }
}

void PerfettoPacketWriter::work(const WorkPacket& work, std::span<const Arg> args) {
  const bool kernel = work.kind == EventKind::Kernel;
  const NameId other = work.kind == EventKind::Wait ? m_waitStage : m_copyStage;
  const std::uint64_t stage = use(interned_data::kGpuSpecifications, kernel ? m_kernelStage : other,
                                  kernel ? interned_data::kCategoryCompute : interned_data::kCategoryOther);
  const std::uint64_t name = use(interned_data::kEventNames, work.name);
  useQueue(work.queueId, work.queueName);
  use(interned_data::kComputeArgNames, m_callKey);
  if (work.provenance != Provenance::Measured) use(interned_data::kComputeArgNames, m_provenanceKey);
  const std::string& known = launchOf(work.list);
  useArgNames(args);
  m_contextIsNew = m_context && firstUse(interned_data::kGraphicsContexts, kContextIid);
  EventMessage event;
  // trace_processor shows no event without an id; none is 0, which no launch names.
  const auto id = static_cast<std::uint32_t>(work.correlation);
  event.addVarint(render_stage::kEventId, id == 0 ? 0 : withRun(id));
  event.addVarint(render_stage::kDuration, static_cast<std::uint64_t>(std::max<std::int64_t>(work.duration.ns, 0)));
  if (work.gpu != 0) event.addVarint(render_stage::kGpuId, work.gpu);
  event.addVarint(render_stage::kHwQueueIid, queueIid(work.queueId));
  event.addVarint(render_stage::kStageIid, stage);
  if (m_context) event.addVarint(render_stage::kContext, kContextIid);
  event.addVarint(render_stage::kNameIid, name);
  m_rest.clear();
  writeLaunchArgs(m_rest, args);
  writeOrigin(work);
  event.addLength(render_stage::kLaunch, known.size() + m_rest.size());
  packet(work.begin, packet::kGpuRenderStageEvent, event, {known, m_rest});
}

}  // namespace strata::inline trace
