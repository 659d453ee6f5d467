#include "engine/interchange/perfetto_trace.h"

namespace strata::inline interchange {

const Exporter& perfettoExporter() {
  static constexpr Exporter kExporter{
      "perfetto",
      "Perfetto trace",
      "pftrace",
      "a Perfetto trace with typed GPU events, as Strata's sessions are",
      [](const TraceSnapshot& snapshot, const std::string& path) { return writePerfettoTrace(snapshot, path); },
      [](const TraceSnapshot& snapshot, const std::string& path) {
        return writePerfettoTrace(snapshot, path, PerfettoWork::Slices);
      }};
  return kExporter;
}

}  // namespace strata::inline interchange
