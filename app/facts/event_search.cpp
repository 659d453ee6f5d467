#include "app/facts/event_search.h"

#include <algorithm>
#include <tuple>

#include "app/facts/name_pattern.h"
#include "app/lessons/lesson_line.h"

namespace strata::inline facts {
namespace {

using MatchOrder = std::tuple<HostTime, EventRef>;  // the order in which matches are stepped through

/// None: nothing in the session is called so.
NameId idOf(const TraceSnapshot& snapshot, std::string_view name) {
  for (std::size_t id = 0; id < snapshot.nameCount(); ++id)
    if (snapshot.name(static_cast<NameId>(id)) == name) return static_cast<NameId>(id);
  return NameId::None;
}

MatchOrder orderOf(const TraceSnapshot& snapshot, EventRef ref) {
  return {snapshot.event(ref).begin, ref};
}

}  // namespace

EventSearch::EventSearch(const TraceSnapshot& snapshot, std::string text)
    : m_text(std::move(text)),
      m_names(namesWith(snapshot, m_text)),
      m_correlationKey(idOf(snapshot, arg::kFileCorrelation)) {
  if (m_text.empty()) return;
  if (m_correlationKey != NameId::None) m_correlation = wholeNumber<std::uint64_t>(m_text);
  for (std::uint32_t track = 0; track < snapshot.tracks().size(); ++track) {
    if (snapshot.tracks()[track].kind == TrackKind::Counter) continue;
    for (std::uint32_t r = 0; r < snapshot.rowCount(track); ++r) {
      Row found{track, r, {}};
      const RowView& row = snapshot.row(track, r);
      for (std::uint32_t i = 0; i < row.size(); ++i)
        if (matches(snapshot, row[i])) found.indices.push_back(i);
      m_count += found.indices.size();
      if (!found.indices.empty()) m_rows.push_back(std::move(found));
    }
  }
}

bool EventSearch::matches(NameId name) const {
  const auto index = static_cast<std::size_t>(name);
  return index < m_names.size() && m_names[index];
}

bool EventSearch::matches(const TraceSnapshot& snapshot, const TraceEvent& event) const {
  if (matches(event.name)) return true;
  if (!m_correlation) return false;
  const std::span<const Arg> args = snapshot.args(event);
  const auto said = std::ranges::find(args, m_correlationKey, &Arg::key);
  return said != args.end() && numberIn(said->value) == m_correlation;
}

std::size_t EventSearch::ordinal(const TraceSnapshot& snapshot, EventRef match) const {
  const MatchOrder key = orderOf(snapshot, match);
  std::size_t before = 0;
  for (const Row& row : m_rows)
    before += static_cast<std::size_t>(std::partition_point(row.indices.begin(), row.indices.end(),
                                                            [&](std::uint32_t i) {
                                                              return orderOf(snapshot, {row.track, row.row, i}) < key;
                                                            }) -
                                       row.indices.begin());
  return before;
}

std::optional<EventRef> EventSearch::next(const TraceSnapshot& snapshot, std::optional<EventRef> from, HostTime time,
                                          int by) const {
  const MatchOrder key = from ? orderOf(snapshot, *from) : MatchOrder{time, EventRef{}};
  std::optional<EventRef> best, first, last;
  const auto earlier = [&](EventRef a, EventRef b) { return orderOf(snapshot, a) < orderOf(snapshot, b); };
  for (const Row& row : m_rows) {
    const auto refOf = [&](std::uint32_t i) { return EventRef{row.track, row.row, i}; };
    const auto after = std::partition_point(row.indices.begin(), row.indices.end(), [&](std::uint32_t i) {
      const MatchOrder here = orderOf(snapshot, refOf(i));
      return by > 0 && from ? here <= key : here < key;
    });
    if (!first || earlier(refOf(row.indices.front()), *first)) first = refOf(row.indices.front());
    if (!last || earlier(*last, refOf(row.indices.back()))) last = refOf(row.indices.back());
    if (by > 0 && after != row.indices.end() && (!best || earlier(refOf(*after), *best))) best = refOf(*after);
    if (by < 0 && after != row.indices.begin() && (!best || earlier(*best, refOf(after[-1])))) best = refOf(after[-1]);
  }
  return best ? best : by > 0 ? first : last;
}

}  // namespace strata::inline facts
