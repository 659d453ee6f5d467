#include "app/canvas/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/base/long_duration.h"

namespace strata::inline canvas {
namespace {

constexpr std::string_view kThinSpace = "\u202f";  // no line breaks there

// `digits` significant ones, no trailing zeros behind the point.
std::string significant(double value, int digits) {
  const double size = std::fabs(value);
  const int before = size < 1 ? 1 : static_cast<int>(std::floor(std::log10(size))) + 1;
  int behind = std::max(0, digits - before);
  if (size > 0 && size < 1) behind = std::min(9, digits - 1 - static_cast<int>(std::floor(std::log10(size))));
  std::string shown = fmt::format("{:.{}f}", value, behind);
  if (shown.find('.') == std::string::npos) return shown;
  shown.erase(shown.find_last_not_of('0') + 1);
  if (shown.back() == '.') shown.pop_back();
  return shown;
}

// Like `significant`, with the zeros kept so that columns and live numbers do not jump.
std::string steady(double value) {
  const double size = std::fabs(value);
  return fmt::format("{:.{}f}", value, size < 9.995 ? 2 : size < 99.95 ? 1 : 0);
}

std::string groupThousands(std::string digits) {
  constexpr std::size_t kMostAlone = 4;  // behind the point
  const std::size_t point = digits.find('.');
  if (point != std::string::npos && digits.size() > point + 1 + kMostAlone)
    for (std::size_t at = point + 4; at < digits.size(); at += 3 + kThinSpace.size()) digits.insert(at, kThinSpace);
  const std::size_t first = digits[0] == '-' ? 1 : 0;
  for (std::size_t at = digits.find('.') == std::string::npos ? digits.size() : digits.find('.'); at > first + 3;)
    digits.insert(at -= 3, kThinSpace);
  return digits;
}

}  // namespace

std::string formatDuration(Duration duration) {
  const double ns = static_cast<double>(duration.ns), size = std::fabs(ns);
  if (size < 1e3) return fmt::format("{} ns", duration.ns);
  if (size < 999.5e3) return steady(ns * 1e-3) + " µs";
  if (size < 999.5e6) return steady(ns * 1e-6) + " ms";
  if (size < 120e9) return steady(ns * 1e-9) + " s";
  return longDurationText(duration);
}

std::string formatDifference(Duration difference) {
  const char* sign = difference.ns > 0 ? "+" : difference.ns < 0 ? "−" : "";
  return sign + formatDuration({std::abs(difference.ns)});
}

std::string formatTimePoint(Duration sinceStart, Duration resolution) {
  return formatTimePoint(sinceStart, resolution, sinceStart);
}

std::string formatTimePoint(Duration sinceStart, Duration resolution, Duration latest) {
  const std::int64_t size = std::abs(latest.ns);
  const bool micro = size < 10'000'000, milli = size < 10'000'000'000;
  const std::int64_t unit = micro ? 1'000 : milli ? 1'000'000 : 1'000'000'000;
  int digits = 0;
  for (std::int64_t step = unit; step > std::max<std::int64_t>(1, resolution.ns); step /= 10) ++digits;
  const double value = static_cast<double>(sinceStart.ns) / static_cast<double>(unit);
  return fmt::format("{} {}", groupThousands(fmt::format("{:.{}f}", value, digits)), micro ? "µs" : milli ? "ms" : "s");
}

std::string formatBytes(double bytes) {
  static constexpr std::array kUnits{"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
  std::size_t unit = 0;
  while (std::fabs(bytes) >= (unit == 0 ? 1024 : 1023.95) && unit + 1 < kUnits.size()) {
    bytes /= 1024;
    ++unit;
  }
  return fmt::format("{} {}", significant(bytes, unit == 0 ? 9 : 3), kUnits[unit]);
}

std::string formatCount(std::uint64_t count) {
  return groupThousands(std::to_string(count));
}

std::string joinedNames(std::span<const std::string_view> names, std::size_t most) {
  const std::size_t shown = std::min(names.size(), most);
  std::string all = fmt::format("{}", fmt::join(names.first(shown), ", "));
  return shown == names.size() ? all : fillText(Msg::NamesMore, {all, formatCount(names.size() - shown)});
}

std::string counted(std::uint64_t count, Msg one, Msg many) {
  return count == 1 ? std::string(text(one)) : fillText(many, {formatCount(count)});
}

std::string formatByteRate(double bytesPerSecond) {
  static constexpr std::array kUnits{"B/s", "kB/s", "MB/s", "GB/s", "TB/s"};
  std::size_t unit = 0;
  while (std::fabs(bytesPerSecond) >= 999.5 && unit + 1 < kUnits.size()) {
    bytesPerSecond /= 1000;
    ++unit;
  }
  return fmt::format("{} {}", significant(bytesPerSecond, 3), kUnits[unit]);
}

std::string formatFlopRate(double gflops) {
  constexpr double kLarge = 1e4, kSmall = 0.9995;
  const double size = std::fabs(gflops);
  if (size >= kLarge) return formatNumber(gflops / 1e3) + " TFLOP/s";
  if (size == 0 || size >= kSmall) return formatNumber(gflops) + " GFLOP/s";
  if (size >= kSmall * 1e-3) return formatNumber(gflops * 1e3) + " MFLOP/s";
  return formatNumber(gflops * 1e6) + " kFLOP/s";
}

std::string formatPercent(double share) {
  if (share > 0 && share < 0.005) return "< 1 %";
  return fmt::format("{:.0f} %", std::round(share * 100));
}

std::string formatPartPercent(double share) {
  return share > 0 && share < 0.005 ? formatPercent(share) : formatOneDecimal(share * 100) + " %";
}

std::string formatShare(double share) {
  if (share > 0 && share < 0.0005) return "< 0.1 %";
  return fmt::format("{:.1f} %", share * 100);
}

std::string formatNumber(double value, int digits) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value < 0 ? "−∞" : "∞";
  const double size = std::fabs(value);
  if (size != 0 && (size < 1e-3 || size >= 1e15)) {
    std::string shown = fmt::format("{:.{}e}", value, digits - 1);
    const std::size_t e = shown.find('e');
    return significant(std::stod(shown.substr(0, e)), digits) + fmt::format("e{}", std::stoi(shown.substr(e + 1)));
  }
  return groupThousands(significant(value, digits));
}

std::string formatOneDecimal(double value) {
  return formatNumber(std::round(value * 10) / 10);
}

std::string formatValue(double value, std::string_view unit) {
  if (unit == "bytes" || unit == "B") return formatBytes(value);
  if (unit == "ns") return formatDuration({std::llround(value)});
  if (unit == "%") return formatNumber(value) + " %";
  if (unit.empty() || unit == "count") return formatNumber(value, 15);
  return formatNumber(value) + " " + std::string(unit);
}

std::string asWrittenIn(std::string_view language, std::string number) {
  if (language != "de") return number;
  const auto digit = [&](std::size_t at) { return at < number.size() && number[at] >= '0' && number[at] <= '9'; };
  for (auto at = number.find('.'); at != std::string::npos; at = number.find('.', at + 1))
    if (at > 0 && digit(at - 1) && digit(at + 1)) number[at] = ',';
  return number;
}

}  // namespace strata::inline canvas
