#include "app/facts/wall_clock.h"

#include <array>

namespace strata::inline facts {
namespace {

std::string formatted(std::time_t moment, const char* format) {
  std::tm parts{};
  std::array<char, 32> words{};
  if (!::localtime_r(&moment, &parts)) return {};
  return {words.data(), std::strftime(words.data(), words.size(), format, &parts)};
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

}  // namespace strata::inline facts
