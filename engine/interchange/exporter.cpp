#include "engine/interchange/exporter.h"

#include <algorithm>
#include <array>

#include "engine/interchange/chrome_trace.h"
#include "engine/interchange/csv.h"

namespace strata {

std::span<const Exporter> exporters() {
  static constexpr std::array<Exporter, 2> kExporters{{
      {"chrome", "json", "Chrome trace JSON as PyTorch's profiler writes it, for Perfetto, HTA, Tracy and others",
       writeChromeTrace},
      {"csv", "csv", "a table with one row per event, for spreadsheets and scripts", writeCsv},
  }};
  return kExporters;
}

const Exporter* findExporter(std::string_view name) {
  const auto all = exporters();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Exporter& e) { return e.name == name; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace strata
