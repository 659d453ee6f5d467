#include "app/still/units.h"

#include <fmt/core.h>

#include <cmath>

#include "engine/base/long_duration.h"

namespace strata::inline still {

std::string formatFigure(double value) {
  if (!std::isfinite(value)) return "not a number";
  const double size = std::abs(value);
  if (size >= 99.95 || size == 0) return fmt::format("{:.0f}", value);
  if (size >= 9.995) return fmt::format("{:.1f}", value);
  if (size >= 0.9995) return fmt::format("{:.2f}", value);
  return fmt::format("{:.3g}", value);
}

std::string formatFigure(std::optional<double> value) {
  return value ? formatFigure(*value) : "–";
}

std::string formatSeconds(double seconds) {
  const double size = std::abs(seconds);
  if (size < 0.9995e-6) return fmt::format("{:.0f} ns", seconds * 1e9);
  if (size < 0.9995e-3) return formatFigure(seconds * 1e6) + " µs";
  if (size < 0.9995) return formatFigure(seconds * 1e3) + " ms";
  if (size >= 3599.5 && size < 9e9) return longDurationText({std::llround(seconds * 1e9)});
  return formatFigure(seconds) + " s";
}

std::string formatNs(std::int64_t ns) {
  return ns == 0 ? "0" : formatSeconds(static_cast<double>(ns) * 1e-9);
}

std::string formatShare(std::optional<double> share) {
  if (!share) return "–";
  return *share < 0.095 ? fmt::format("{:.2g} %", *share * 100) : fmt::format("{:.0f} %", *share * 100);
}

std::string formatSmall(double value) {
  return fmt::format("{:.2g}", value);
}

std::string formatBytes(std::uint64_t bytes) {
  static constexpr const char* kUnits[] = {"KiB", "MiB", "GiB", "TiB"};
  if (bytes < 1024) return fmt::format("{} B", bytes);
  double value = static_cast<double>(bytes) / 1024;
  std::size_t unit = 0;
  for (; value >= 1023.5 && unit < 3; ++unit) value /= 1024;
  return fmt::format("{} {}", formatFigure(value), kUnits[unit]);
}

std::string FlopUnit::figure(std::optional<double> rate) const {
  return formatFigure(rate ? std::optional(*rate / gflops) : std::nullopt);
}

FlopUnit flopUnit(double mostGflops) {
  return mostGflops < 1e4 ? FlopUnit{"GFLOP/s", 1} : FlopUnit{"TFLOP/s", 1e3};
}

std::string madeForText(std::optional<MadeFor> madeFor) {
  if (!madeFor) return "–";
  if (*madeFor == MadeFor::Gpus) return "GPUs";
  return *madeFor == MadeFor::Processors ? "CPUs" : "both";
}

}  // namespace strata::inline still
