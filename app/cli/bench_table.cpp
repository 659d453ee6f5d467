#include "app/cli/bench_table.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <string_view>

#include "app/canvas/nothing_canvas.h"
#include "app/cli/heap_peak.h"
#include "app/facts/event_table.h"
#include "app/views/view.h"

namespace strata::inline cli {
namespace {

constexpr double kEvents = 1'020'000, kMostMs = 100, kMostBytesPerRow = 16;  // a million are rows
constexpr int kTurns = 10;
constexpr float kPage = 25, kPages = 200;  // lines, and turns of a page from the first row
constexpr std::string_view kTyped = "operation_1";
constexpr Rect kTableArea{0, 0, 1280, 540};

/// A table of a session's events, asked and drawn as the window does it, with a clock beside it.
class TimedTable {
 public:
  explicit TimedTable(const std::shared_ptr<const TraceSnapshot>& snapshot) {
    const TimeRange whole = *snapshot->bounds();
    const double share = kEvents / static_cast<double>(snapshot->totals().slices);
    const Duration half{static_cast<std::int64_t>(static_cast<double>(whole.length().ns) * std::min(1.0, share) / 2)};
    const HostTime middle = whole.begin + Duration{whole.length().ns / 2};
    m_state.session.snapshot = snapshot;
    m_state.sight.range = {middle - half, middle + half};
    m_state.sight.statistics =
        std::make_shared<const EventStatistics>(statisticsOf(*snapshot, m_state.sight.range, NameId::None));
  }

  std::size_t rows() const { return m_state.sight.table->size(); }

  /// Milliseconds until the table that is asked for is drawn.
  double ask(TableColumn column, bool ascending, std::string_view name = {}) {
    return timed([&] {
      const TableChoices choices{{.name = std::string(name)}, /*eachEvent=*/true, column, ascending};
      m_state.sight.choices.table = choices;
      m_state.sight.table = std::make_shared<const EventTable>(*m_state.session.snapshot, m_state.sight.statistics,
                                                               NameId::None, choices, m_state.sight.table.get());
    });
  }

  double scroll(float lines) {
    return timed([&] { m_state.sight.choices = m_view.scrolled(m_canvas, kTableArea, m_state, lines); });
  }

  void select(std::size_t row) { m_state.sight.selection.event = m_state.sight.table->event(row); }

 private:
  template <class Act>
  double timed(const Act& act) {
    const auto begin = std::chrono::steady_clock::now();
    act();
    m_view.draw(m_canvas, kTableArea, m_state);
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  }

  const View& m_view = *findView("statistics");
  NothingCanvas m_canvas;
  ViewState m_state;
};

std::vector<double> sortTimes(TimedTable& table, TableColumn column) {
  std::vector<double> times;
  for (int turn = 0; turn < kTurns; ++turn) times.push_back(table.ask(column, turn % 2 != 0));
  return times;
}

/// A time for each letter that is typed, and for each that is taken back.
std::vector<double> typeTimes(TimedTable& table) {
  std::vector<double> times;
  for (std::size_t letters = 1; letters <= kTyped.size(); ++letters)
    times.push_back(table.ask(TableColumn::Length, false, kTyped.substr(0, letters)));
  for (std::size_t letters = kTyped.size(); letters-- > 0;)
    times.push_back(table.ask(TableColumn::Length, false, kTyped.substr(0, letters)));
  return times;
}

/// With a row selected, as after a click.
std::vector<double> scrollTimes(TimedTable& table) {
  table.select(table.rows() - 1);
  std::vector<double> times{table.scroll(-static_cast<float>(table.rows()))};
  for (float page = 0; page < kPages; ++page) times.push_back(table.scroll(kPage));
  return times;
}

void add(BenchFigures& figures, const std::string& what, const std::vector<double>& times) {
  const auto figure = [&](const char* which, double ms) {
    figures.push_back({what + which, ms, "ms", Provenance::Measured, kMostMs, std::nullopt});
  };
  figure(", median", median(times));
  figure(", worst", std::ranges::max(times));
}

}  // namespace

BenchFigures tableFigures(const std::shared_ptr<const TraceSnapshot>& snapshot) {
  TimedTable table(snapshot);
  const std::size_t before = heapBytes();
  table.ask(TableColumn::Begin, true);
  const auto rows = static_cast<double>(table.rows());
  const double bytes = static_cast<double>(heapBytes() - before) / rows;
  BenchFigures figures;
  add(figures, "table sorted by duration", sortTimes(table, TableColumn::Length));
  add(figures, "table sorted by name", sortTimes(table, TableColumn::Name));
  add(figures, "table filtered, a letter typed", typeTimes(table));
  add(figures, "table scrolled by a page", scrollTimes(table));
  figures.push_back({"memory for a row of the table", bytes, "bytes", Provenance::Counted, kMostBytesPerRow, {}});
  figures.push_back(benchFigure("rows of the table", rows, "rows", Provenance::Counted));
  return figures;
}

}  // namespace strata::inline cli
