#include "app/views/timeline/timeline_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

#include "engine/base/fingerprint.h"
#include "engine/base/mutex.h"
#include "engine/trace/device_work.h"

namespace strata::inline views {
namespace {

/// "GPU 0 · 7" of "GPU 0 stream 7".
std::string withoutStream(const std::string& name) {
  const std::string_view device = deviceInName(name);
  const std::size_t stream = name.find(kStreamWord);
  return device.empty() || stream == name.npos
             ? name
             : fmt::format("{} · {}", device, name.substr(stream + kStreamWord.size()));
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

/// What names were shortened to, by a fingerprint of the lanes they stand beside, kind, name, width and size of
/// letters. Any thread may ask.
class KeptNames {
 public:
  using Key = std::tuple<std::string, TrackKind, std::string, float, float>;

  std::string get(const Key& key, const std::function<std::string()>& make) STRATA_EXCLUDES(m_mutex) {
    constexpr std::size_t kMostKept = 4096;  // a column that is pulled wider asks for each width once
    const Lock lock(m_mutex);
    if (const auto known = m_kept.find(key); known != m_kept.end()) return known->second;
    if (m_kept.size() == kMostKept) m_kept.clear();
    return m_kept[key] = make();
  }

 private:
  Mutex m_mutex;
  std::map<Key, std::string> m_kept STRATA_GUARDED_BY(m_mutex);
};

std::string fingerprintOf(const std::vector<TrackGroup>& groups) {
  std::string names;
  for (const TrackGroup& group : groups) names.append(group.name).append(group.kind == TrackKind::Queue ? "\n" : "\t");
  return fingerprint(names);
}

}  // namespace

std::string LaneNames::shorten(const Canvas& canvas, const TrackGroup& group, const TextStyle& style,
                               float width) const {
  std::vector<std::string> others;
  others.reserve(m_groups.size());
  for (const TrackGroup& each : m_groups)
    others.push_back(group.kind == TrackKind::Queue ? briefName(each) : each.name);
  const std::string name = briefName(group);
  if (auto kept = threadKept(canvas, name, others, style, width)) return std::move(*kept);
  std::string buffer;
  return std::string(elideApart(canvas, name, others, style, width, buffer));
}

std::string LaneNames::fitted(const Canvas& canvas, const TrackGroup& group, const TextStyle& style, float width) {
  static KeptNames kept;
  if (canvas.measure(group.name, style) <= width) return group.name;
  if (m_lanes.empty()) m_lanes = fingerprintOf(m_groups);
  return kept.get({m_lanes, group.kind, group.name, width, style.size},
                  [&] { return shorten(canvas, group, style, width); });
}

}  // namespace strata::inline views
