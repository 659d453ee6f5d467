#include "app/session/foreign_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
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

/// Watches the reading of all files as one.
class ImportWatch {
 public:
  using Importing = std::function<bool(std::uint64_t bytes, std::uint64_t of)>;

  ImportWatch(TraceFiles& traces, const Importing& told) : m_traces(traces), m_told(told) {
    if (!told) return;
    for (InputFile& file : traces.files) {
      std::error_code ignored;
      const std::uintmax_t size = std::filesystem::file_size(file.path(), ignored);
      if (ignored) continue;
      file.watchWith([this, before = m_all, size](std::uint64_t bytes) {
        return goesOn(before + std::min<std::uint64_t>(bytes, size));
      });
      m_all += size;
    }
  }
  ~ImportWatch() {
    for (InputFile& file : m_traces.files) file.watchWith({});
  }
  ImportWatch(const ImportWatch&) = delete;
  ImportWatch& operator=(const ImportWatch&) = delete;

  /// A file may be read twice: what is told never grows less.
  bool goesOn(std::uint64_t bytes) {
    m_furthest = std::max(m_furthest, bytes);
    m_stopped = m_stopped || (m_told && !m_told(m_furthest, m_all));
    return !m_stopped;
  }
  bool allRead() { return goesOn(m_all); }

 private:
  TraceFiles& m_traces;
  const Importing& m_told;
  std::uint64_t m_all = 0, m_furthest = 0;
  bool m_stopped = false;
};

}  // namespace

Error openingStopped(const std::string& file) {
  return {ErrorCode::Stopped, fmt::format("Opening {} was stopped.", file)};
}

Result<ForeignSession> sessionOfForeign(TraceFiles& traces, const ImportWatch::Importing& importing) {
  STRATA_ASSIGN(const Importer* importer, importerOf(traces.files.front()));
  ForeignSession session;
  const bool one = traces.files.size() == 1 && traces.leftOut.empty();
  if (one && importer->name == kPerfetto && !isGzipped(traces.files.front().path())) return session;
  TraceStore store;
  ImportWatch watch(traces, importing);
  const auto read = readTraces(traces, store);
  if (!watch.allRead()) return openingStopped(traces.files.front().name());
  if (!read.ok()) return read.error();
  const auto snapshot = store.snapshot();
  session.problems.assign(snapshot->problems().begin(), snapshot->problems().end());
  STRATA_ASSIGN(NewTemporaryFile made, newTemporaryFile("import"));
  session.file = std::move(made.file);
  STRATA_TRY(findExporter(kPerfetto)->write(*snapshot, session.file.path()));
  return session;
}

}  // namespace strata::inline session
