#include "app/session/foreign_session.h"

#include <fstream>
#include <utility>

#include "engine/interchange/exporter.h"
#include "engine/interchange/importer.h"

namespace strata::inline session {
namespace {

constexpr std::string_view kPerfetto = "perfetto";

bool isGzipped(const std::string& file) {
  char magic[2] = {};
  std::ifstream(file, std::ios::binary).read(magic, sizeof magic);
  return magic[0] == '\x1f' && magic[1] == '\x8b';
}

}  // namespace

Result<ForeignSession> sessionOfForeign(const TraceFiles& traces) {
  STRATA_ASSIGN(const Importer* importer, importerOf(traces.files.front()));
  ForeignSession session;
  const bool one = traces.files.size() == 1 && traces.leftOut.empty();
  if (one && importer->name == kPerfetto && !isGzipped(traces.files.front().path())) return session;
  TraceStore store;
  STRATA_TRY(readTraces(traces, store));
  const auto snapshot = store.snapshot();
  session.problems.assign(snapshot->problems().begin(), snapshot->problems().end());
  STRATA_ASSIGN(NewTemporaryFile made, newTemporaryFile("import"));
  session.file = std::move(made.file);
  STRATA_TRY(findExporter(kPerfetto)->write(*snapshot, session.file.path()));
  return session;
}

}  // namespace strata::inline session
