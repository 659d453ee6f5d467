#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/ids.h"
#include "engine/base/provenance.h"
#include "engine/base/storey.h"
#include "engine/base/time.h"
#include "engine/trace/gpu_context.h"
#include "engine/trace/packet_names.h"
#include "engine/trace/perfetto_fields.h"
#include "engine/trace/session_message.h"
#include "engine/trace/short_message.h"
#include "engine/trace/trace_args.h"
#include "engine/trace/trace_event.h"

namespace strata::inline trace {

/// A slice's begin or an instant, ready to be written.
struct HostEvent {
  std::uint64_t track = 0;  ///< uuid
  HostTime time;
  NameId category = NameId::None;
  NameId name = NameId::None;
  CallId call = CallId::None;
  CorrelationId correlation = CorrelationId::None;       ///< the device work it launches
  std::span<const CorrelationId> moreLaunches = {};      ///< further device work of the same launch
  std::span<const CorrelationId> flows = {}, ends = {};  ///< arrows to and from other host events
  ArgsId list = ArgsId::None;                            ///< arguments before those given with it
};

/// What a clock of the host shows; `clock` is a number of Perfetto's (perfetto::clock_snapshot).
struct ClockReading {
  std::uint32_t clock = 0;
  std::uint64_t ns = 0;
};

/// All clocks of this host, now.
std::vector<ClockReading> readClocks();

/// Appends a packet with one of our own messages; `sequence` is the run of who says it.
void writeMessage(std::string& bytes, std::uint32_t sequence, const SessionMessage& message);

/// A finished kernel or copy.
struct WorkPacket {
  std::uint32_t gpu = 0;
  std::uint32_t queueId = 0;  ///< within its recorder
  std::string_view queueName;
  EventKind kind = EventKind::Kernel;
  HostTime begin;
  Duration duration;
  NameId name = NameId::None;
  CallId call = CallId::None;
  CorrelationId correlation = CorrelationId::None;
  Provenance provenance = Provenance::Measured;
  ArgsId list = ArgsId::None;  ///< arguments before those given with it
};

/// Encodes packets of one run behind each other (docs/trace-format.md). Knows which names the stream has already,
/// nothing else of what it wrote. One thread.
class PerfettoPacketWriter {
 public:
  /// Appends to `bytes`. `run` is not 0.
  PerfettoPacketWriter(PacketNames& names, std::string& bytes, std::uint32_t run);

  const std::string& bytes() const { return m_bytes; }
  std::uint64_t withRun(std::uint32_t id) const { return std::uint64_t{m_run} << 32 | id; }
  /// The id of a queue's specification, as its Track message must say.
  static std::uint64_t queueIid(std::uint32_t queueId) { return kFirstQueueIid + queueId; }

  /// The first packets: the sequence, and what clocks read at one moment, CLOCK_MONOTONIC first.
  void head(std::span<const ClockReading> clocks);
  /// Whose all device work from now on is.
  void workOf(GpuContext context) { m_context = context; }
  void message(const SessionMessage& message) { writeMessage(m_bytes, m_run, message); }

  void processTrack(std::uint64_t uuid, std::int64_t pid, std::string_view name);
  void threadTrack(std::uint64_t uuid, std::uint64_t parent, std::int64_t pid, std::int64_t tid, std::string_view name);
  /// A named group of a process's tracks that is no thread.
  void groupTrack(std::uint64_t uuid, std::uint64_t parent, std::string_view name);
  void sliceTrack(std::uint64_t uuid, std::uint64_t parent, std::string_view name, std::int32_t rank);
  void counterTrack(std::uint64_t uuid, std::uint64_t parent, std::string_view name, std::string_view unit);

  void sliceBegin(const HostEvent& event, std::span<const Arg> args);
  void sliceEnd(std::uint64_t track, HostTime time, std::span<const Arg> args);
  void instant(const HostEvent& event, std::span<const Arg> args);
  void counter(std::uint64_t track, HostTime time, double value, std::span<const Arg> args);
  void work(const WorkPacket& work, std::span<const Arg> args);

 private:
  /// A name that the next packet must bring along.
  struct NewName {
    perfetto::Field table;
    std::uint64_t iid;
    std::string text;
    std::uint32_t category;
  };
  static constexpr std::uint64_t kFirstQueueIid = std::uint64_t{1} << 32;
  static constexpr std::uint64_t kContextIid = 1;
  /// Tables of names are told apart by their field; the only one beyond this stands here.
  static constexpr perfetto::Field kLastTable = 32;
  static constexpr std::size_t kHeadRoom = 75;  ///< five fields
  using EventMessage = ShortMessage<8, kHeadRoom>;

  std::uint64_t use(perfetto::Field table, NameId name, std::uint32_t category = 0);
  void useQueue(std::uint32_t queueId, std::string_view name);
  bool firstUse(perfetto::Field table, std::size_t index);
  void useAnnotations(std::span<const Arg> args);
  void useArgNames(std::span<const Arg> args);
  const std::string& annotationsOf(ArgsId list);
  const std::string& launchOf(ArgsId list);
  template <class Message>
  void prependHead(Message& message, HostTime time, std::size_t size) const;
  void packet(HostTime time, perfetto::Field field, EventMessage& event, std::initializer_list<std::string_view> more);
  std::string takeNewNames();
  static void writeAnnotations(std::string& event, std::span<const Arg> args);
  void writeArrows(const HostEvent& event);
  void writeLaunchArgs(std::string& bytes, std::span<const Arg> args);
  void writeOrigin(const WorkPacket& work);
  void hostEvent(std::uint32_t type, const HostEvent& event, std::span<const Arg> args);
  bool sizeSlot(NameId key, std::size_t& slot) const;

  PacketNames& m_names;
  std::string& m_bytes;
  const std::uint32_t m_run;
  std::string m_rest;  ///< of the event being encoded: what is not in each of its kind
  std::vector<NewName> m_newNames;
  std::optional<GpuContext> m_context;
  bool m_contextIsNew = false;                                        ///< the next packet must bring it along
  std::array<std::vector<bool>, kLastTable + 1> m_known;              ///< by table
  std::vector<NameId> m_sizeKeys;                                     ///< grid x, y, z, block x, y, z
  std::vector<std::optional<std::string>> m_annotations, m_launches;  ///< of each list, once it was needed
  NameId m_kernelStage, m_copyStage, m_waitStage, m_callKey, m_provenanceKey;
};

}  // namespace strata::inline trace
