#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/trace/event_sorter.h"
#include "engine/trace/reader_clock.h"
#include "engine/trace/reader_known_args.h"
#include "engine/trace/reader_packet.h"
#include "engine/trace/reader_sequence.h"
#include "engine/trace/reader_tracks.h"
#include "engine/trace/storey_rules.h"
#include "engine/trace/trace_args.h"
#include "engine/trace/trace_event.h"
#include "engine/trace/trace_store.h"
#include "engine/trace/wire_ids.h"

namespace strata::inline trace {

/// Arrows at an event, other than that of its own correlation.
struct EventArrows {
  std::vector<std::uint64_t> flows, endingFlows;  ///< Perfetto's own, in other tools' traces
  std::vector<std::uint32_t> moreLaunches;        ///< correlations of further device work
};

/// One step of a trace as decoded, before it reaches the store.
struct DecodedEvent {
  EventStep step = EventStep::Add;
  TraceEvent event;       ///< of an End only `begin` (its time) and `track`; `args` is a set that the store has
  std::vector<Arg> args;  ///< further ones
  bool stopped = false;   ///< device work that was given up
  ForeignRole role = ForeignRole::Slice;  ///< of another tool's event
  std::unique_ptr<EventArrows> arrows;    ///< null: none

  EventArrows& makeArrows() {
    if (!arrows) arrows = std::make_unique<EventArrows>();
    return *arrows;
  }
};

/// All that the reader remembers between packets.
struct ReaderState {
  explicit ReaderState(TraceStore& target) : store(target), tracks(target) {}

  TraceStore& store;
  const NameId callKey = store.intern("call"), provenanceKey = store.intern("provenance"),
               stoppedKey = store.intern(arg::kStopped);
  StreamTracks tracks;
  ClockTable clocks;
  WireIds calls, correlations;
  KnownArgs annotations, launches;                                      ///< of all sequences
  std::uint64_t meanings = 0;                                           ///< given to sequences so far
  std::unordered_map<std::uint32_t, std::vector<TraceEvent>> openWork;  ///< by sequence, as last announced
  std::string device;                                                   ///< of the newest Hello
  bool strata = false;                                                  ///< a message of ours was seen
  std::uint64_t lostNames = 0;                                          ///< names whose definition was missing
  std::uint64_t timesOutOfRange = 0;                                    ///< of packets that were skipped for it

  Sequence& sequence(std::uint32_t id) {
    if (!m_lastSequence || m_lastSequence->first != id) m_lastSequence = &*m_sequences.try_emplace(id).first;
    return m_lastSequence->second;
  }

  /// The line of the table of storeys for another tool's event; null if none fits.
  const StoreyRule* ruleOf(NameId category, NameId name) {
    if (category == NameId::None) return nullptr;
    const auto key = std::uint64_t{static_cast<std::uint32_t>(category)} << 32 | static_cast<std::uint32_t>(name);
    const auto [found, isNew] = m_rules.try_emplace(key, nullptr);
    if (isNew) found->second = findStoreyRule(tool::kRocprofv3, {}, store.name(category), store.name(name));
    return found->second;
  }

  /// The name, or a stand-in if the stream lost its definition.
  NameId known(NameId name) {
    if (name != kLostName) return name;
    ++lostNames;
    return store.intern("(name lost)");
  }

 private:
  std::unordered_map<std::uint64_t, const StoreyRule*> m_rules;  ///< by category and name
  std::unordered_map<std::uint32_t, Sequence> m_sequences;
  std::pair<const std::uint32_t, Sequence>* m_lastSequence = nullptr;
};

// Each appends what the packet says to `out`; all throw what protozero throws, before anything is appended.

/// A TrackEvent.
void decodeTrackEvent(ReaderState& state, Sequence& sequence, const PacketView& packet, std::vector<DecodedEvent>& out);
/// A GpuRenderStageEvent.
void decodeRenderStage(ReaderState& state, Sequence& sequence, const PacketView& packet,
                       std::vector<DecodedEvent>& out);
/// A DebugAnnotation: one argument, or several if it is nested.
void decodeAnnotation(ReaderState& state, const Sequence& sequence, std::string_view message, std::vector<Arg>& args);

/// The time a packet states, in the trace's clock; nothing if a trace cannot hold it.
std::optional<HostTime> packetTime(ReaderState& state, const Sequence& sequence, const PacketView& packet);

/// Takes the argument "provenance" out of `args`, if it is there.
Provenance takeProvenance(ReaderState& state, std::vector<Arg>& args);

/// Whether `args` say that the work was given up before it was done.
bool sayStopped(const ReaderState& state, std::span<const Arg> args);

/// Gives an event the arguments that stand in `bytes`, and their provenance: `decode` appends them to a vector, where
/// the same bytes were not met before.
template <class Decode>
void setArgs(ReaderState& state, Sequence& sequence, KnownArgs& known, std::string_view bytes, DecodedEvent& out,
             Decode decode) {
  if (bytes.empty()) return;
  if (sequence.meaning == 0) sequence.meaning = ++state.meanings;
  KnownArgs::Entry& entry = known.at(sequence.meaning, bytes);
  if (!entry.is(sequence.meaning, bytes)) {
    const std::uint64_t lost = state.lostNames;
    std::vector<Arg> args;
    decode(args);
    entry.provenance = takeProvenance(state, args);
    entry.stopped = sayStopped(state, args);
    entry.set = state.store.keepArgs(args);
    entry.bytes = bytes;
    entry.meaning = lost == state.lostNames ? sequence.meaning : 0;  // a name may still come
  }
  out.event.args = entry.set;
  out.event.provenance = entry.provenance;
  out.stopped = entry.stopped;
}

/// One of our own messages; those that are state (Track, Drops, OpenWork) are applied, the others kept.
MessageKind readStrataMessage(ReaderState& state, Sequence& sequence, std::uint32_t sequenceId,
                              std::string_view message);

}  // namespace strata::inline trace
