#include "app/facts/named_events.h"

#include "app/facts/event_search.h"
#include "app/facts/event_statistics.h"
#include "engine/protocol/nearest_name.h"

namespace strata::inline facts {

std::optional<EventRef> longestNamed(const TraceSnapshot& snapshot, const std::string& part) {
  const auto bounds = snapshot.bounds();
  if (!bounds) return std::nullopt;
  const EventSearch search(snapshot, part);
  std::optional<EventRef> longest;
  Duration most{-1};
  for (const NameStatistics& of : statisticsOf(snapshot, *bounds, NameId::None).names)
    if (search.matches(of.name) && of.most > most) {
      longest = of.longest;
      most = of.most;
    }
  return longest;
}

std::string nearestEventName(const TraceSnapshot& snapshot, const std::string& words) {
  std::vector<std::string> names;
  if (const auto bounds = snapshot.bounds())
    for (const NameStatistics& of : statisticsOf(snapshot, *bounds, NameId::None).names)
      names.emplace_back(snapshot.name(of.name));
  return nearestName(words, names);
}

}  // namespace strata::inline facts
