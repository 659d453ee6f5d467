#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>

#include "engine/base/time.h"

namespace strata::inline base {

/// Of more than a minute, in two units: "3 min 20 s", "2 h 5 min", "11574 d 2 h".
inline std::string longDurationText(Duration duration) {
  constexpr std::int64_t kSecond = 1'000'000'000, kMinute = 60 * kSecond, kHour = 60 * kMinute;
  const std::int64_t ns = std::abs(duration.ns);
  const auto text = [&](std::int64_t unit, std::int64_t inGreater, const char* greater, const char* lesser) {
    const std::int64_t count = ns / unit + (ns % unit >= unit / 2 ? 1 : 0);
    return std::string(duration.ns < 0 ? "-" : "") + std::to_string(count / inGreater) + " " + greater + " " +
           std::to_string(count % inGreater) + " " + lesser;
  };
  if (ns < kHour - kSecond / 2) return text(kSecond, 60, "min", "s");
  if (ns < 24 * kHour - kMinute / 2) return text(kMinute, 60, "h", "min");
  return text(kHour, 24, "d", "h");
}

}  // namespace strata::inline base
