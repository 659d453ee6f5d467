#include "engine/interchange/exporter.h"

#include <algorithm>

#include "engine/base/how_many.h"

namespace strata::inline interchange {

std::string writtenText(const ExportSummary& summary) {
  if (summary.results) return howMany(*summary.results, "result", "results");
  return howMany(summary.slices, "slice", "slices") + ", " + howMany(summary.flows, "flow", "flows") + ", " +
         howMany(summary.counters, "counter value", "counter values");
}

const Exporter* findExporter(std::string_view name) {
  const auto all = exporters();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Exporter& e) { return e.name == name; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace strata::inline interchange
