#include <algorithm>
#include <bit>
#include <numeric>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "engine/trace/trace_args.h"
#include "engine/trace/trace_query.h"

namespace strata::inline trace {

namespace {

/// Mixes words and texts into 64 bits, in order (after MurmurHash's finisher; the constants are part of the value).
class Mixer {
 public:
  void word(std::uint64_t value) {
    m_state ^= value + 0x9E3779B97F4A7C15u;
    m_state = (m_state ^ (m_state >> 33)) * 0xFF51AFD7ED558CCDu;
    m_state = (m_state ^ (m_state >> 33)) * 0xC4CEB9FE1A85EC53u;
    m_state ^= m_state >> 33;
  }

  void text(std::string_view text) {
    word(text.size());
    for (std::size_t i = 0; i < text.size(); i += 8) {
      std::uint64_t packed = 0;
      for (std::size_t k = i; k < std::min(i + 8, text.size()); ++k)
        packed = packed << 8 | static_cast<unsigned char>(text[k]);
      word(packed);
    }
  }

  std::uint64_t value() const { return m_state; }

 private:
  std::uint64_t m_state = 0;
};

/// Numbers ids by first use, so that the hash does not depend on how they were given out.
class Renumber {
 public:
  std::uint64_t operator()(std::uint32_t id) {
    return id == 0 ? 0 : m_numbers.try_emplace(id, m_numbers.size() + 1).first->second;
  }

 private:
  std::unordered_map<std::uint32_t, std::uint64_t> m_numbers;
};

class SnapshotHash {
 public:
  explicit SnapshotHash(const TraceSnapshot& snapshot) : m_snapshot(snapshot) {}

  std::uint64_t run() {
    for (const std::uint32_t track : tracksByUuid()) addTrack(track);
    addMessages();
    m_mixer.word(m_snapshot.totals().unmatchedEnds);
    return m_mixer.value();
  }

 private:
  std::vector<std::uint32_t> tracksByUuid() const {
    std::vector<std::uint32_t> order(m_snapshot.tracks().size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [this](std::uint32_t a, std::uint32_t b) {
      return m_snapshot.tracks()[a].uuid < m_snapshot.tracks()[b].uuid;
    });
    return order;
  }

  void addTrack(std::uint32_t track) {
    const TrackInfo& info = m_snapshot.tracks()[track];
    for (const std::uint64_t word : {info.uuid, static_cast<std::uint64_t>(info.kind),
                                     static_cast<std::uint64_t>(info.storey), static_cast<std::uint64_t>(info.pid),
                                     static_cast<std::uint64_t>(info.tid), std::uint64_t{info.stream}, info.dropped})
      m_mixer.word(word);
    for (const std::string& text : {info.name, info.unit, info.thread}) m_mixer.text(text);
    if (!info.process.empty()) m_mixer.text(info.process);
    for (std::uint32_t r = 0; r < m_snapshot.rowCount(track); ++r) {
      const RowView& row = m_snapshot.row(track, r);
      m_mixer.word(row.size());
      for (std::size_t i = 0; i < row.size(); ++i) addEvent(row[i]);
    }
    for (const TraceSnapshot::OpenEvent& open : m_snapshot.openEvents())
      if (open.event.track == track) addEvent(open.event);
  }

  void addEvent(const TraceEvent& event) {
    m_mixer.word(static_cast<std::uint64_t>(event.begin.ns));
    m_mixer.word(static_cast<std::uint64_t>(event.payload));
    m_mixer.word(nameHash(event.name));
    m_mixer.word(static_cast<std::uint64_t>(event.storey) << 24 | static_cast<std::uint64_t>(event.kind) << 16 |
                 static_cast<std::uint64_t>(event.provenance) << 8 | event.flags);
    m_mixer.word(m_calls(static_cast<std::uint32_t>(event.call)));
    m_mixer.word(m_correlations(static_cast<std::uint32_t>(event.correlation)));
    for (const Arg& arg : m_snapshot.args(event)) addArg(arg);
  }

  /// The mark of exports says no more than the name of its call does.
  void addArg(const Arg& arg) {
    const std::uint64_t key = nameHash(arg.key);
    if (key == m_onlyCounts) return;
    m_mixer.word(key);
    m_mixer.word(arg.value.index());
    if (const auto* integer = std::get_if<std::int64_t>(&arg.value))
      m_mixer.word(static_cast<std::uint64_t>(*integer));
    else if (const auto* real = std::get_if<double>(&arg.value))
      m_mixer.word(std::bit_cast<std::uint64_t>(*real));
    else
      m_mixer.word(nameHash(std::get<NameId>(arg.value)));
  }

  void addMessages() {
    for (const SessionMessage& message : m_snapshot.messages()) {
      if (message.kind == MessageKind::Marks) continue;
      m_mixer.word(static_cast<std::uint64_t>(message.kind));
      m_mixer.text(message.json);
      m_mixer.word(message.blob.size());
      for (const float value : message.blob) m_mixer.word(std::bit_cast<std::uint32_t>(value));
    }
  }

  std::uint64_t nameHash(NameId id) {
    const auto [known, isNew] = m_names.try_emplace(id, 0);
    if (isNew) known->second = textHash(m_snapshot.name(id));
    return known->second;
  }

  static std::uint64_t textHash(std::string_view text) {
    Mixer mixer;
    mixer.text(text);
    return mixer.value();
  }

  const TraceSnapshot& m_snapshot;
  Mixer m_mixer;
  Renumber m_calls, m_correlations;
  const std::uint64_t m_onlyCounts = textHash(arg::kOnlyCounts);
  std::unordered_map<NameId, std::uint64_t> m_names;
};

}  // namespace

std::uint64_t contentHash(const TraceSnapshot& snapshot) {
  return SnapshotHash(snapshot).run();
}

}  // namespace strata::inline trace
