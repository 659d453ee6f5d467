#include "engine/trace/far_times.h"

#include <algorithm>

#include "engine/base/how_many.h"

namespace strata::inline trace {

namespace {

constexpr std::int64_t kDay = std::int64_t{24} * 3600 * 1'000'000'000;
constexpr std::int64_t kYear = 366 * kDay;
/// By this much of a timeline's width all others would be less than a pixel.
constexpr std::uint64_t kTooMuch = 1000;
constexpr std::uint64_t kFew = 10;  ///< less than one in so many

std::int64_t dayOf(std::int64_t ns) {
  return ns >= 0 ? ns / kDay : -1 - (-1 - ns) / kDay;
}

std::uint64_t between(HostTime from, HostTime to) {
  return static_cast<std::uint64_t>(to.ns) - static_cast<std::uint64_t>(from.ns);
}

}  // namespace

bool FarTimes::isEndless(std::int64_t length) {
  return length > kYear;
}

void FarTimes::addTo(Some& all, const Some& more) {
  if (all.count == 0) {
    all = more;
    return;
  }
  if (more.order < all.order) {
    all.order = more.order;
    all.first = more.first;
  }
  all.begin = std::min(all.begin, more.begin);
  all.lastBegin = std::max(all.lastBegin, more.lastBegin);
  all.end = std::max(all.end, more.end);
  all.count += more.count;
}

void FarTimes::note(HostTime begin, std::int64_t length, FilePlace place) {
  Some one{begin, begin, begin, 1, m_noted++, place};
  if (isEndless(length)) return addTo(m_endless, one);
  one.end.ns += std::clamp<std::int64_t>(length, 0, INT64_MAX - std::max<std::int64_t>(begin.ns, 0));
  const std::int64_t day = dayOf(begin.ns);
  if (!m_last || day != m_lastDay) m_last = &m_days[m_lastDay = day];
  addTo(*m_last, one);
}

/// Groups with more than a day of nothing between them, by time.
std::vector<FarTimes::Some> FarTimes::clusters() const {
  std::vector<Some> all;
  for (const auto& [day, some] : m_days) {
    const bool apart = all.empty() || (some.begin > all.back().end && between(all.back().end, some.begin) > kDay);
    if (apart)
      all.push_back(some);
    else
      addTo(all.back(), some);
  }
  return all;
}

std::uint64_t FarTimes::distance(const Some& a, const Some& b) {
  if (a.end < b.begin) return between(a.end, b.begin);
  return b.end < a.begin ? between(b.end, a.begin) : 0;
}

FarTimes::Found FarTimes::find() const {
  const std::vector<Some> all = clusters();
  Found found{.count = m_endless.count, .first = m_endless.first};
  if (all.size() < 2) return found;
  const Some& most = *std::ranges::max_element(all, {}, &Some::count);
  const std::uint64_t total = m_noted - m_endless.count;
  if (most.count * 2 <= total) return found;
  const auto isYears = [&](const Some& some) { return distance(most, some) > kYear; };
  const auto hidesMost = [&](const Some& some) {
    return distance(most, some) / kTooMuch > between(most.begin, most.end);
  };
  std::uint64_t hiding = 0;
  for (const Some& some : all)
    if (hidesMost(some) && !isYears(some)) hiding += some.count;
  const bool few = hiding * kFew < total;
  Some near = most, far = m_endless;
  for (const Some& some : all)
    if (!isYears(some) && !(few && hidesMost(some))) addTo(near, some);
  for (const Some& some : all) {
    if (near.begin <= some.begin && some.begin <= near.lastBegin) continue;
    addTo(far, some);
    found.years = found.years && isYears(some);
  }
  found.kept = {near.begin, {near.lastBegin.ns + 1}};
  found.count = far.count;
  found.first = far.first;
  return found;
}

std::string FarTimes::Found::kind() const {
  return std::string("events more than ").append(span()).append(" from most others");
}

std::string FarTimes::Found::sentence(std::string_view table) const {
  const bool one = count == 1;
  std::string text = howMany(count, "event begins or ends more than ", "events begin or end more than ");
  text += span();
  text += one ? " from most others and is left out" : " from most others and are left out";
  if (!table.empty())
    text.append(one ? ", in row " : ", the first in row ")
        .append(std::to_string(first.at))
        .append(" of the table ")
        .append(table);
  else if (first.at != 0)
    text.append(one ? ", at byte " : ", the first at byte ").append(std::to_string(first.at));
  return text + ".";
}

}  // namespace strata::inline trace
