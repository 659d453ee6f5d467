#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "app/words/messages.h"
#include "engine/base/time.h"

// Numbers as people read them: three significant digits, a unit that fits, thousands apart by a thin space that no line
// breaks at.

namespace strata::inline canvas {

std::string formatDuration(Duration duration);  ///< "340 ns", "61.8 µs", "1.42 ms", "2.31 s", "3 min 20 s", "2 h 5 min"
/// Of a difference: "+1.42 ms", "−340 ns", "0 ns".
std::string formatDifference(Duration difference);
/// A point of a time axis, with as many digits as `resolution` can tell apart: "412.35 µs".
std::string formatTimePoint(Duration sinceStart, Duration resolution);
/// The same in the unit that `latest` has, for a column of points none of which is later.
std::string formatTimePoint(Duration sinceStart, Duration resolution, Duration latest);
std::string formatBytes(double bytes);         ///< "512 B", "8 KiB", "64 MiB", "1.5 GiB"
std::string formatCount(std::uint64_t count);  ///< "1 204 318", with thin spaces
/// "1 event" in the words for one, else "12 events" in those for many.
std::string counted(std::uint64_t count, Msg one, Msg many);
/// "tiled, vectorized"; of more than so many: "tiled, vectorized and 12 more".
std::string joinedNames(std::span<const std::string_view> names, std::size_t most = SIZE_MAX);
std::string formatByteRate(double bytesPerSecond);  ///< "55.2 GB/s", decimal as data sheets count
std::string formatFlopRate(double gflops);          ///< "6.87 MFLOP/s", "309 GFLOP/s", "1 987 GFLOP/s", "23.2 TFLOP/s"
std::string formatPercent(double share);            ///< 0.05 is "5 %"; below half a percent "< 1 %"
std::string formatPartPercent(double share);        ///< 0.125 is "12.5 %", 0.5 "50 %"; below half a percent "< 1 %"
std::string formatShare(double share);              ///< 0.147 is "14.7 %"; below a thousandth "< 0.1 %"
std::string formatOneDecimal(double value);         ///< "3.5", "2"
std::string formatNumber(double value, int digits = 3);  ///< "0.25", "12.5", "1 987", "8.1e-7"
/// A value in the unit that a counter or argument brings: bytes and nanoseconds get a unit that fits.
std::string formatValue(double value, std::string_view unit);
/// A number of these as lessons of that language have it: "de" with a comma, in which a thin space between thousands is
/// usual too; empty: English.
std::string asWrittenIn(std::string_view language, std::string number);

}  // namespace strata::inline canvas
