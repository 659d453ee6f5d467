#include "engine/interchange/device_numbers.h"

#include <charconv>

#include "engine/interchange/chrome_layout.h"
#include "engine/trace/device_work.h"

namespace strata::inline interchange {

namespace {

/// By the name of its stream, else by what the first event there says.
std::optional<std::int64_t> saidDevice(const TraceSnapshot& snapshot, std::uint32_t track) {
  if (const auto said = numberBehind("GPU ", deviceInName(snapshot.tracks()[track].name))) return said;
  if (snapshot.rowCount(track) == 0 || snapshot.row(track, 0).size() == 0) return std::nullopt;
  const auto said = snapshot.number(snapshot.row(track, 0)[0], arg::kDevice);
  const bool isIndex = said && *said >= 0 && *said < static_cast<double>(kFirstSpareTid);
  return isIndex ? std::optional(static_cast<std::int64_t>(*said)) : std::nullopt;
}

}  // namespace

std::optional<std::int64_t> numberBehind(std::string_view word, std::string_view text) {
  const std::size_t at = text.find(word);
  if (at == text.npos) return std::nullopt;
  std::int64_t number = 0;
  const char* first = text.data() + at + word.size();
  const bool read = std::from_chars(first, text.data() + text.size(), number).ec == std::errc{};
  return read && number >= 0 && number < kFirstSpareTid ? std::optional(number) : std::nullopt;
}

std::map<std::size_t, DeviceNumber> deviceNumbers(const TraceSnapshot& snapshot,
                                                  std::span<const std::optional<std::size_t>> devices,
                                                  std::set<std::int64_t> taken) {
  std::map<std::size_t, DeviceNumber> numbers;
  for (std::uint32_t track = 0; track < devices.size(); ++track) {
    if (!devices[track] || numbers.contains(*devices[track])) continue;
    DeviceNumber& number = numbers[*devices[track]];
    number.said = number.own = saidDevice(snapshot, track).value_or(static_cast<std::int64_t>(*devices[track]));
    while (!taken.insert(number.own).second) ++number.own;
  }
  return numbers;
}

}  // namespace strata::inline interchange
