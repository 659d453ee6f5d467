#include "layers/workloads/common/bytes_apart.h"

#include <fmt/format.h>

namespace strata::inline workloads {

std::string bytesText(double bytes, int digits) {
  constexpr double kKilo = 1e3, kMega = 1e6, kGiga = 1e9;
  if (bytes < kMega) return fmt::format("{:.{}f} kB", bytes / kKilo, digits);
  return bytes < kGiga ? fmt::format("{:.{}f} MB", bytes / kMega, digits)
                       : fmt::format("{:.{}f} GB", bytes / kGiga, digits);
}

BytesApart bytesApart(double needed, double available) {
  constexpr int kSingleBytes = 9;  // of a gigabyte
  BytesApart texts;
  for (int digits = 1; texts.needed == texts.available && digits <= kSingleBytes; ++digits)
    texts = {bytesText(needed, digits), bytesText(available, digits)};
  return texts;
}

}  // namespace strata::inline workloads
