#include "engine/interchange/chrome_trace.h"

namespace strata::inline interchange {

const Exporter& chromeExporter() {
  static constexpr Exporter kExporter{
      "chrome", "Chrome trace", "json",
      "Chrome trace JSON as PyTorch's profiler writes it, for Perfetto, HTA, Tracy and others", writeChromeTrace};
  return kExporter;
}

}  // namespace strata::inline interchange
