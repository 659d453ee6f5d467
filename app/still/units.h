#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/device/made_for.h"

// Numbers as people read them, three significant digits.

namespace strata::inline still {

std::string formatSeconds(double seconds);              ///< "340 ns", "61.8 µs", "1.42 ms", "2.31 s", "2 h 5 min"
std::string formatNs(std::int64_t ns);                  ///< the same; "0" for nothing
std::string formatFigure(double value);                 ///< "0.0123", "12.3", "1230"
std::string formatFigure(std::optional<double> value);  ///< "–" for none
std::string formatShare(std::optional<double> share);   ///< 1 is "100 %"; "–" for none
std::string formatSmall(double value);                  ///< "3.1e-07"
std::string formatBytes(std::uint64_t bytes);           ///< "512 B", "1.50 GiB"

/// Of a column of rates: GFLOP/s, or TFLOP/s where the most is ten thousand of them.
struct FlopUnit {
  const char* name;
  double gflops;  ///< one is

  std::string figure(std::optional<double> rate) const;
};
FlopUnit flopUnit(double mostGflops);

/// "GPUs", "CPUs", "both"; "–" for a library.
std::string madeForText(std::optional<MadeFor> madeFor);

}  // namespace strata::inline still
