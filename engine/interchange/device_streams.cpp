#include "engine/interchange/device_streams.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "engine/trace/device_work.h"

namespace strata::inline interchange {

namespace {

constexpr std::int64_t kAllStreams = 0xFFFFFFFF;  ///< a wait for the whole device

/// Behind all ids of threads: devices are numbered from 0, and in a container processes from 1.
std::int64_t threadOfNumber(std::int64_t stream, std::size_t alikeBefore) {
  const std::uint64_t further = (alikeBefore + 1) * static_cast<std::uint64_t>(kFurtherOfNumber);  // may wrap
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(stream == kAllStreams ? -1 : stream) + further);
}

std::string processText(std::int64_t process, const std::map<std::int64_t, std::string>& names) {
  const auto name = names.find(process);
  return name == names.end() || name->second.empty() ? fmt::format("process {}", process)
                                                     : fmt::format("{} (process {})", name->second, process);
}

}  // namespace

std::int64_t DeviceStreams::threadOf(std::int64_t device, std::int64_t stream, Owner owner) {
  std::vector<Owner>& owners = m_owners[{device, stream}];
  const auto known = std::ranges::find(owners, owner);
  const auto before = static_cast<std::size_t>(known - owners.begin());
  if (known == owners.end()) owners.push_back(owner);
  return threadOfNumber(stream, before);
}

std::vector<DeviceStreams::Place> DeviceStreams::placesOf(std::int64_t process, std::int64_t stream) const {
  std::vector<Place> places;
  for (const auto& [place, owners] : m_owners)
    for (const Owner& owner : owners)
      if (place.second == stream && owner.process == process) places.push_back({place.first, owner});
  return places;
}

void DeviceStreams::name(ForeignTrace& trace, const std::map<std::int64_t, std::string>& processes) const {
  std::set<std::int64_t> devices;
  for (const auto& entry : m_owners) devices.insert(entry.first.first);
  for (const auto& entry : m_owners) {
    const auto& [device, number] = entry.first;
    const std::vector<Owner>& owners = entry.second;
    for (std::size_t i = 0; i < owners.size(); ++i) {
      const Owner& own = owners[i];
      const auto ofProcess = std::ranges::count(owners, own.process, &Owner::process);
      std::string name =
          number == kAllStreams ? std::string(kAllStreamsWord) : fmt::format("{}{}", kStreamWord, number);
      if (number == kAllStreams && devices.size() > 1) name = fmt::format("GPU {} {}", device, name);
      if (ofProcess < std::ssize(owners)) name += " · " + processText(own.process, processes);
      if (ofProcess > 1) name += fmt::format(" · context {}", own.context);
      trace.nameThread(device, threadOfNumber(number, i), name);
    }
  }
}

}  // namespace strata::inline interchange
