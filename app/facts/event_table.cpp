#include "app/facts/event_table.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "app/facts/event_text.h"
#include "app/facts/short_name.h"
#include "app/facts/sort_by_key.h"

namespace strata::inline facts {
namespace {

/// In the order of unsigned numbers.
std::uint64_t keyOf(std::int64_t value) {
  return static_cast<std::uint64_t>(value) ^ (std::uint64_t{1} << 63);
}

/// Of a number that is not negative.
std::uint64_t keyOf(double value) {
  return std::bit_cast<std::uint64_t>(value);
}

/// By NameId, where each name stands in the alphabet.
std::vector<std::uint32_t> alphabet(const TraceSnapshot& snapshot) {
  std::vector<std::uint32_t> names(snapshot.nameCount());
  std::iota(names.begin(), names.end(), 0);
  std::ranges::sort(names, {}, [&](std::uint32_t name) { return snapshot.name(NameId{name}); });
  std::vector<std::uint32_t> places(names.size());
  for (std::uint32_t place = 0; place < names.size(); ++place) places[names[place]] = place;
  return places;
}

std::uint64_t keyOf(const EventStatistics& statistics, const NameStatistics& of, TableColumn column) {
  switch (column) {
    case TableColumn::ThreadShare:
    case TableColumn::StreamShare: return keyOf(shareIn(column, statistics, of).value_or(0));
    case TableColumn::Self: return keyOf(of.self.ns);
    case TableColumn::Count: return of.count;
    case TableColumn::Mean: return keyOf(of.mean());
    case TableColumn::Least: return keyOf(of.least.ns);
    case TableColumn::Median: return keyOf(of.median.ns);
    case TableColumn::P99: return keyOf(of.p99.value_or(Duration{}).ns);
    case TableColumn::Most: return keyOf(of.most.ns);
    default: return keyOf(of.total.ns);
  }
}

}  // namespace

std::optional<double> shareIn(TableColumn column, const EventStatistics& statistics, const NameStatistics& of) {
  return isWork(of.kind) == (column == TableColumn::StreamShare) ? statistics.shareOf(of) : std::nullopt;
}

EventTable::EventTable(const TraceSnapshot& snapshot, const std::shared_ptr<const EventStatistics>& all,
                       const NameAndShape& chosen, const TableChoices& choices, const EventTable* before)
    : m_choices(choices), m_statistics(all) {
  m_sizeOfAll = choices.eachEvent ? all->events : all->names.size();
  const auto sieve = EventSieve::of(snapshot, choices.filter);
  if (!sieve.ok()) {
    m_problem = sieve.error().message;
    return;
  }
  countNames(snapshot, all, chosen, sieve.value(), before);
  choices.eachEvent ? sortEvents(snapshot, sieve.value()) : sortNames(snapshot);
}

void EventTable::countNames(const TraceSnapshot& snapshot, const std::shared_ptr<const EventStatistics>& all,
                            const NameAndShape& chosen, const EventSieve& sieve, const EventTable* before) {
  const bool byShape = m_choices.rowsOfShapes();
  if (m_choices.filter == EventFilter{} && !byShape) return;
  const bool holds = before && before->m_problem.empty() && before->m_choices.filter == m_choices.filter &&
                     before->m_choices.rowsOfShapes() == byShape && before->m_statistics->state == all->state &&
                     before->m_statistics->range == all->range && before->m_statistics->chosen == chosen;
  if (holds)
    m_statistics = before->m_statistics;
  else
    m_statistics = std::make_shared<const EventStatistics>(
        sieve.ofNames() && !byShape ? statisticsOfNames(snapshot, *all, chosen.name, sieve)
                                    : statisticsOf(snapshot, all->range, chosen, sieve, {}, byShape));
}

void EventTable::sortNames(const TraceSnapshot& snapshot) {
  const std::vector<NameStatistics>& names = m_statistics->names;
  m_rows.resize(names.size());
  std::iota(m_rows.begin(), m_rows.end(), 0);
  const bool byName = m_choices.column == TableColumn::Name;
  const std::vector<std::uint32_t> places = byName ? alphabet(snapshot) : std::vector<std::uint32_t>();
  std::vector<std::uint64_t> keys;
  std::vector<std::string_view> whole;
  keys.reserve(names.size());
  for (const NameStatistics& of : names) {
    whole.push_back(snapshot.name(of.name));
    const std::uint64_t key =
        byName ? places[static_cast<std::size_t>(of.name)] : keyOf(*m_statistics, of, m_choices.column);
    keys.push_back(m_choices.ascending ? key : ~key);
  }
  m_labels = toldApart(whole);
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i].shape) m_labels[i] += " " + launchShapeText(names[i].shape);
  sortByKey(m_rows, std::move(keys));
}

void EventTable::sortEvents(const TraceSnapshot& snapshot, const EventSieve& sieve) {
  m_events = NumberedEvents(snapshot, m_statistics->range);
  const bool byName = m_choices.column == TableColumn::Name, byBegin = m_choices.column == TableColumn::Begin;
  const std::vector<std::uint32_t> places = byName ? alphabet(snapshot) : std::vector<std::uint32_t>();
  std::vector<std::uint64_t> keys;
  m_rows.reserve(m_statistics->events);
  keys.reserve(m_statistics->events);
  CountingEvents counting(snapshot);
  m_events.each(snapshot, [&](std::uint32_t number, const TraceEvent& event) {
    if (!isCounted(event) || counting.leavesOut(event) || !sieve.passes(event)) return;
    const std::uint64_t key = byName    ? places[static_cast<std::size_t>(event.name)]
                              : byBegin ? keyOf(event.begin.ns)
                                        : keyOf(event.duration().ns);
    keys.push_back(m_choices.ascending ? key : ~key);
    m_rows.push_back(number);
  });
  sortByKey(m_rows, std::move(keys));
}

EventRef EventTable::event(std::size_t row) const {
  return m_choices.eachEvent ? m_events.at(m_rows[row]) : name(row).longest;
}

std::optional<std::size_t> EventTable::rowOf(const TraceSnapshot& snapshot, EventRef event) const {
  const TraceEvent* found = findEvent(snapshot, event);
  if (!found) return std::nullopt;
  const auto wanted = m_choices.eachEvent ? m_events.numberOf(event) : std::nullopt;
  const NameAndShape line = nameAndShape(snapshot, *found, m_choices.rowsOfShapes());
  const auto row = std::ranges::find_if(m_rows, [&](std::uint32_t index) {
    if (m_choices.eachEvent) return wanted == index;
    const NameStatistics& of = m_statistics->names[index];
    return of.key() == line && of.storey == found->storey;
  });
  return row == m_rows.end() ? std::nullopt : std::optional(static_cast<std::size_t>(row - m_rows.begin()));
}

}  // namespace strata::inline facts
