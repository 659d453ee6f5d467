#include "engine/interchange/csv.h"

#include <fmt/format.h>

#include <iterator>

#include "engine/interchange/text_file.h"

namespace strata {

namespace {

constexpr std::string_view kHead =
    "storey,kind,track,thread,name,begin_ns,duration_ns,value,call,correlation,provenance,arguments\r\n";

std::string_view kindKey(EventKind kind) {
  switch (kind) {
    case EventKind::Slice: return "slice";
    case EventKind::Kernel: return "kernel";
    case EventKind::Copy: return "copy";
    case EventKind::Instant: return "instant";
    case EventKind::Counter: return "counter";
    case EventKind::TracingCost: return "tracing_cost";
  }
  return "unknown";
}

/// RFC 4180: quoted where it holds a comma, a quote or a line break; quotes doubled.
void appendField(std::string& out, std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
    out += text;
    return;
  }
  out += '"';
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  out += '"';
}

class CsvWriter {
 public:
  CsvWriter(const TraceSnapshot& snapshot, TextFile& file) : m_snapshot(snapshot), m_file(file) {}

  ExportSummary write() {
    m_file.text() += kHead;
    for (std::uint32_t track = 0; track < m_snapshot.tracks().size(); ++track) {
      for (std::uint32_t r = 0; r < m_snapshot.rowCount(track); ++r) {
        const RowView& row = m_snapshot.row(track, r);
        for (std::size_t i = 0; i < row.size(); ++i) event(row[i]);
      }
      for (const TraceSnapshot::OpenEvent& open : m_snapshot.openEvents())
        if (open.event.track == track) event(open.event);
    }
    m_summary.flows = m_snapshot.totals().flows;
    return m_summary;
  }

 private:
  void event(const TraceEvent& event) {
    const TrackInfo& track = m_snapshot.tracks()[event.track];
    field(storeyInfo(event.storey).key);
    field(kindKey(event.kind));
    field(track.name);
    field(track.thread);
    field(m_snapshot.name(event.name));
    number(event.begin.ns);
    if (event.kind == EventKind::Counter || event.open())
      field("");
    else
      number(event.payload);
    field(event.kind == EventKind::Counter ? fmt::format("{}", event.value()) : "");
    number(static_cast<std::uint32_t>(event.call));
    number(static_cast<std::uint32_t>(event.correlation));
    field(provenanceKey(event.provenance));
    appendField(m_file.text(), arguments(event));
    m_file.text() += "\r\n";
    m_file.pass();
    const bool running = event.open() && (event.kind == EventKind::Kernel || event.kind == EventKind::Copy);
    if (event.kind == EventKind::Counter)
      ++m_summary.counters;
    else if (!running)
      ++m_summary.slices;
  }

  void field(std::string_view text) {
    appendField(m_file.text(), text);
    m_file.text() += ',';
  }

  void number(std::int64_t value) { fmt::format_to(std::back_inserter(m_file.text()), "{},", value); }

  std::string arguments(const TraceEvent& event) const {
    std::string text;
    for (const Arg& arg : m_snapshot.args(event)) {
      if (!text.empty()) text += "; ";
      text.append(m_snapshot.name(arg.key)).append("=");
      if (const auto* integer = std::get_if<std::int64_t>(&arg.value))
        fmt::format_to(std::back_inserter(text), "{}", *integer);
      else if (const auto* real = std::get_if<double>(&arg.value))
        fmt::format_to(std::back_inserter(text), "{}", *real);
      else
        text += m_snapshot.name(std::get<NameId>(arg.value));
    }
    return text;
  }

  const TraceSnapshot& m_snapshot;
  TextFile& m_file;
  ExportSummary m_summary;
};

}  // namespace

Result<ExportSummary> writeCsv(const TraceSnapshot& snapshot, const std::string& path) {
  TextFile file(path);
  ExportSummary summary;
  if (!file.failed()) summary = CsvWriter(snapshot, file).write();
  STRATA_TRY(file.finish());
  return summary;
}

}  // namespace strata
