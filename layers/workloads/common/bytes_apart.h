#pragma once

#include <string>

namespace strata::inline workloads {

struct BytesApart {
  std::string needed, available;
};

/// "512.0 kB", "1.5 GB".
std::string bytesText(double bytes, int digits = 1);

/// "1.5 GB" and "1.4 GB", with as many digits as it takes to tell them apart.
BytesApart bytesApart(double needed, double available);

}  // namespace strata::inline workloads
