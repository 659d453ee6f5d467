#include "engine/interchange/importer.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "engine/interchange/json_document.h"
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

/// Whoever named or began it so meant JSON. A login's banner before a session may begin with '[', too.
bool claimsJson(const InputFile& file, std::string_view head) {
  const std::string_view name = file.name();
  const std::size_t first = head.find_first_not_of("\xEF\xBB\xBF \t\r\n");
  return name.ends_with(".json") || name.ends_with(".json.gz") || (first != head.npos && head[first] == '{');
}

/// Perfetto's reader takes any bytes where no other does.
bool isLastResort(const Importer* importer, std::string_view head) {
  return !importer || (importer->name == "perfetto" && importer->recognise(head) != Recognition::Sure);
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
  const Importer* importer = importerFor(head);
  const bool foreignJson = isLastResort(importer, head) && claimsJson(file, head);
  if (foreignJson)
    if (const auto damage = damageOfJson(file)) return unreadable(file, *damage + ".");
  if (importer && !foreignJson) return importer;
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
