#include "app/views/timeline/timeline_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

#include "engine/base/mutex.h"
#include "engine/trace/device_work.h"

namespace strata::inline views {
namespace {

/// "GPU 0 · 7" of "GPU 0 stream 7".
std::string withoutStream(const std::string& name) {
  const std::string_view device = deviceInName(name);
  return device.empty() ? name
                        : fmt::format("{} · {}", device, name.substr(name.find(kStreamWord) + kStreamWord.size()));
}

std::string briefName(const TrackGroup& group) {
  return group.kind == TrackKind::Queue ? withoutStream(group.name) : group.name;
}

/// "tracin… · trace writer": of a storey and its thread the thread stays whole; nullopt: it has no room for that, or
/// one of the others could be shortened to that, too.
std::optional<std::string> threadKept(const Canvas& canvas, std::string_view name, std::span<const std::string> others,
                                      const TextStyle& style, float width) {
  constexpr std::string_view kBetween = " · ", kCut = "…", kFewest = "abc…";
  const std::size_t at = name.rfind(kBetween);
  const bool ofTwoParts = at != name.npos && at == name.find(kBetween);
  if (!ofTwoParts || canvas.measure(name, style) <= width) return std::nullopt;
  const std::string_view thread = name.substr(at);
  const float room = width - canvas.measure(thread, style);
  if (room < canvas.measure(kFewest, style)) return std::nullopt;
  std::string buffer;
  const std::string_view storey = elide(canvas, name.substr(0, at), style, room, buffer);
  const std::string_view begin = storey.substr(0, storey.rfind(kCut));
  const auto isToo = [&](const std::string& other) {
    return other != name && other.starts_with(begin) && other.ends_with(thread);
  };
  if (std::ranges::any_of(others, isToo)) return std::nullopt;
  return std::string(storey).append(thread);
}

}  // namespace

/// Of some lanes, by name, width and size of letters. Any thread may ask.
class ShortLaneNames {
 public:
  explicit ShortLaneNames(const std::vector<TrackGroup>& groups) {
    m_whole.reserve(groups.size());
    m_brief.reserve(groups.size());
    for (const TrackGroup& group : groups) {
      m_whole.push_back(group.name);
      m_brief.push_back(briefName(group));
    }
  }

  bool areOf(const std::vector<TrackGroup>& groups) const {
    return std::ranges::equal(m_whole, groups, {}, {}, &TrackGroup::name);
  }

  std::string get(const Canvas& canvas, const TrackGroup& group, const TextStyle& style, float width)
      STRATA_EXCLUDES(m_mutex) {
    constexpr std::size_t kMostKept = 4096;  // a column that is pulled wider asks for each width once
    const Lock lock(m_mutex);
    const auto key = std::tuple(group.name, width, style.size);
    if (const auto known = m_kept.find(key); known != m_kept.end()) return known->second;
    if (m_kept.size() == kMostKept) m_kept.clear();
    return m_kept[key] = shorten(canvas, group, style, width);
  }

 private:
  std::string shorten(const Canvas& canvas, const TrackGroup& group, const TextStyle& style, float width) const {
    const std::vector<std::string>& others = group.kind == TrackKind::Queue ? m_brief : m_whole;
    const std::string name = briefName(group);
    if (auto kept = threadKept(canvas, name, others, style, width)) return std::move(*kept);
    std::string buffer;
    return std::string(elideApart(canvas, name, others, style, width, buffer));
  }

  std::vector<std::string> m_whole, m_brief;  ///< of all lanes
  Mutex m_mutex;
  std::map<std::tuple<std::string, float, float>, std::string> m_kept STRATA_GUARDED_BY(m_mutex);
};

namespace {

/// Any thread may ask.
class LanesSeen {
 public:
  std::shared_ptr<ShortLaneNames> of(const std::vector<TrackGroup>& groups) STRATA_EXCLUDES(m_mutex) {
    constexpr std::size_t kMostSeen = 4;  // pinned lanes and those that scroll, of two sessions
    const Lock lock(m_mutex);
    const auto found = std::ranges::find_if(m_seen, [&](const auto& one) { return one->areOf(groups); });
    if (found != m_seen.end()) {
      std::rotate(found, found + 1, m_seen.end());
      return m_seen.back();
    }
    if (m_seen.size() == kMostSeen) m_seen.erase(m_seen.begin());
    return m_seen.emplace_back(std::make_shared<ShortLaneNames>(groups));
  }

 private:
  Mutex m_mutex;
  std::vector<std::shared_ptr<ShortLaneNames>> m_seen STRATA_GUARDED_BY(m_mutex);  ///< the newest last
};

}  // namespace

std::string LaneNames::fitted(const Canvas& canvas, const TrackGroup& group, const TextStyle& style, float width) {
  static LanesSeen seen;
  if (canvas.measure(group.name, style) <= width) return group.name;
  if (!m_short) m_short = seen.of(m_groups);
  return m_short->get(canvas, group, style, width);
}

}  // namespace strata::inline views
