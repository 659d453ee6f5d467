#include "app/facts/wall_clock.h"

#include <array>
#include <optional>

namespace strata::inline facts {
namespace {

std::string formatted(std::time_t moment, const char* format) {
  std::tm parts{};
  std::array<char, 32> words{};
  if (!::localtime_r(&moment, &parts)) return {};
  return {words.data(), std::strftime(words.data(), words.size(), format, &parts)};
}

std::optional<std::time_t> momentOf(const TraceSnapshot& session) {
  const auto recorded = session.recordedAt();
  return recorded ? std::optional(static_cast<std::time_t>(*recorded / 1'000'000'000)) : std::nullopt;
}

}  // namespace

std::string dateOf(std::time_t moment) {
  return formatted(moment, "%Y-%m-%d");
}

std::string minuteOf(std::time_t moment) {
  return formatted(moment, "%Y-%m-%d %H:%M");
}

std::string timeOfDay(std::time_t moment) {
  return formatted(moment, "%H:%M:%S");
}

std::string dateAndTimeOf(std::time_t moment) {
  const std::string date = dateOf(moment);
  return date.empty() ? date : date + formatted(moment, " at %H:%M");
}

std::string recordedOf(const TraceSnapshot& session) {
  const auto moment = momentOf(session);
  return moment ? minuteOf(*moment) : std::string();
}

std::string recordedIsoOf(const TraceSnapshot& session) {
  const auto moment = momentOf(session);
  std::string time = moment ? formatted(*moment, "%Y-%m-%dT%H:%M:%S%z") : std::string();
  if (time.size() > 2) time.insert(time.size() - 2, ":");
  return time;
}

}  // namespace strata::inline facts
