#include "engine/interchange/importer.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "engine/interchange/known_kinds.h"
#include "engine/interchange/ranks.h"
#include "engine/interchange/trace_files.h"

namespace strata::inline interchange {

namespace {

Error unreadable(const InputFile& file, std::string_view why) {
  return {ErrorCode::Io, fmt::format("Cannot read {}: {}", file.name(), why), Storey::Other};
}

std::string formatsText() {
  std::string formats;
  for (const Importer& importer : importers())
    formats += fmt::format("{}{}", formats.empty() ? "" : "; ", importer.description);
  return formats;
}

}  // namespace

const Importer* importerFor(std::string_view head) {
  const auto all = importers();
  for (const Recognition least : {Recognition::Sure, Recognition::Perhaps}) {
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const Importer& i) { return i.recognise(head) == least; });
    if (found != all.end()) return &*found;
  }
  return nullptr;
}

Result<const Importer*> importerOf(const InputFile& file) {
  STRATA_ASSIGN(const std::string head, headOf(file));
  if (const KnownKind* kind = knownKind(head))
    return unreadable(file, fmt::format("it is {}, which Strata does not read. {}", kind->what, kind->way));
  if (const Importer* importer = importerFor(head)) return importer;
  return unreadable(file, fmt::format("it is not a trace that Strata knows. It reads: {}.", formatsText()));
}

Result<void> readTraces(const TraceFiles& traces, TraceStore& store) {
  if (traces.files.size() > 1) return readRanks(traces, store);
  const InputFile& file = traces.files.front();
  STRATA_ASSIGN(const Importer* importer, importerOf(file));
  for (const std::string& left : traces.leftOut) store.addProblem("Left out: " + left);
  return importer->read(file, store);
}

Result<void> readAnyTrace(const std::string& name, TraceStore& store) {
  STRATA_ASSIGN(const TraceFiles traces, openTraceFiles(name));
  return readTraces(traces, store);
}

Result<void> readAnyTrace(std::span<const std::string> names, TraceStore& store) {
  STRATA_ASSIGN(const TraceFiles traces, openTraceFiles(names));
  return readTraces(traces, store);
}

}  // namespace strata::inline interchange
