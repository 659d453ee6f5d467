#include <zlib.h>

#include <QAbstractItemView>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QTabBar>
#include <QTest>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "app/canvas/recording_canvas.h"
#include "app/facts/event_table.h"
#include "app/facts/launch_text.h"
#include "app/facts/short_name.h"
#include "app/facts/table_cells.h"
#include "app/studio/scene.h"
#include "app/studio/timeline_widget.h"
#include "app/studio/view_widget.h"
#include "app/views/timeline/timeline_layout.h"
#include "window_fixture.h"

// Which kernel takes most time on the device, how much, and what launched it: found in the window as a person finds
// it, and equal to what the file's JSON says.

namespace strata {
namespace {

/// Of a trace of PyTorch's profiler, read by the JSON library alone.
struct SlowestKernel {
  std::string name, launch, op;
  std::int64_t ns = 0, count = 0, allNs = 0;
};

std::string unzippedTrace(const std::filesystem::path& path) {
  std::string text;
  gzFile file = gzopen(path.c_str(), "rb");
  char piece[1 << 16];
  for (int n = 0; (n = gzread(file, piece, sizeof piece)) > 0;) text.append(piece, static_cast<std::size_t>(n));
  gzclose(file);
  return text;
}

std::int64_t nsOf(const nlohmann::json& event, const char* key) {
  return std::llround(event[key].get<double>() * 1000);
}

SlowestKernel slowestSaidBy(const std::filesystem::path& path) {
  const auto trace = nlohmann::json::parse(unzippedTrace(path));
  SlowestKernel slowest;
  std::map<std::string, std::pair<std::int64_t, std::int64_t>> kernels;
  for (const auto& event : trace["traceEvents"]) {
    const std::string category = event.value("cat", "");
    if (event.value("ph", "") != "X" || (category != "kernel" && category != "gpu_memcpy" && category != "gpu_memset"))
      continue;
    slowest.allNs += nsOf(event, "dur");
    auto& [ns, count] = kernels[event["name"]];
    ns += nsOf(event, "dur"), ++count;
  }
  for (const auto& [name, of] : kernels)
    if (of.first > slowest.ns) slowest.name = name, slowest.ns = of.first, slowest.count = of.second;
  const nlohmann::json *longest = nullptr, *launch = nullptr, *op = nullptr;
  for (const auto& event : trace["traceEvents"])
    if (event.value("name", "") == slowest.name && (!longest || nsOf(event, "dur") > nsOf(*longest, "dur")))
      longest = &event;
  for (const auto& event : trace["traceEvents"])
    if (event.value("cat", "") == "cuda_runtime" &&
        event["args"].value("correlation", 0) == (*longest)["args"]["correlation"])
      launch = &event;
  for (const auto& event : trace["traceEvents"])
    if (event.value("cat", "") == "cpu_op" && event["tid"] == (*launch)["tid"] &&
        nsOf(event, "ts") <= nsOf(*launch, "ts") &&
        nsOf(event, "ts") + nsOf(event, "dur") >= nsOf(*launch, "ts") + nsOf(*launch, "dur") &&
        (!op || nsOf(event, "ts") > nsOf(*op, "ts")))
      op = &event;
  slowest.launch = (*launch)["name"];
  slowest.op = (*op)["name"];
  return slowest;
}

class SlowestKernelTest : public WindowTest, public ::testing::WithParamInterface<const char*> {
 protected:
  static std::filesystem::path trace() {
    const char* folder = std::getenv("STRATA_TEST_DATA");
    const std::filesystem::path data =
        folder ? std::filesystem::path(folder) : std::filesystem::path(STRATA_SOURCE_DIR) / "../shared/data";
    return data / "traces" / GetParam();
  }
  const ViewState& state() { return window().scene().state(); }
  ViewWidget& table() { return *window().findChild<ViewWidget*>("Statistics"); }

  /// Also beside work that nobody sees.
  void waitForTable(const std::function<bool(const EventTable&)>& condition) {
    ASSERT_TRUE(waitUntil([&] { return state().sight.table && condition(*state().sight.table); }));
  }

  void open() {
    openWindow();
    openFile(trace());
    ASSERT_TRUE(waitUntil([&] { return window().session().origin().has_value(); }));
    m_since.start();
  }

  /// The selected row says what the file says.
  void expectFound() {
    EXPECT_LT(m_since.elapsed(), 30'000);
    const SlowestKernel expected = slowestSaidBy(trace());
    const EventTable& rows = *state().sight.table;
    ASSERT_TRUE(state().sight.selection.event);
    const TraceSnapshot& snapshot = *state().session.snapshot;
    const TraceEvent& event = snapshot.event(*state().sight.selection.event);
    EXPECT_EQ(snapshot.name(event.name), expected.name);
    const auto row = rows.rowOf(snapshot, *state().sight.selection.event);
    ASSERT_TRUE(row);
    const NameStatistics& of = rows.name(*row);
    EXPECT_EQ(of.total.ns, expected.ns);
    EXPECT_EQ(of.count, static_cast<std::uint64_t>(expected.count));
    EXPECT_NEAR(*rows.statistics().shareOf(of), static_cast<double>(expected.ns) / static_cast<double>(expected.allNs),
                1e-6);
    EXPECT_EQ(launchText(snapshot, event), "launched by " + expected.launch + " in " + expected.op);
    const TimelineWidget& timeline = window().scene().timelineWidget();
    const TimelineLayout layout = layoutTimeline(timeline.area(), state());
    const TrackGroup* group = layout.groupOf(event.track);
    ASSERT_TRUE(group);
    const Rect bar = layout.rowRect(*group, state().sight.selection.event->row);
    EXPECT_GE(bar.y, layout.plot.y - 1) << "the lane is in sight";
    EXPECT_LE(bar.bottom(), layout.plot.bottom() + 1);
  }

 private:
  QElapsedTimer m_since;
};

TEST_P(SlowestKernelTest, IsFoundWithKeysAlone) {
  if (!std::filesystem::exists(trace()))
    GTEST_SKIP() << "the test data is not here; set STRATA_TEST_DATA to its folder";
  open();
  const auto type = [&](Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
    press(*QApplication::focusWidget(), key, modifiers);
  };
  press(window().scene().timelineWidget(), Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
  ASSERT_EQ(QApplication::focusWidget(), &table());
  waitForTable([](const EventTable& rows) { return rows.size() > 0; });
  auto* storey = window().findChild<QComboBox*>("TableStorey");
  for (int i = 0; i < 7 && QApplication::focusWidget() != storey; ++i) type(Qt::Key_Backtab, Qt::ShiftModifier);
  ASSERT_EQ(QApplication::focusWidget(), storey);
  type(Qt::Key_K);
  waitForTable([](const EventTable& rows) { return rows.choices().filter.work; });
  for (int i = 0; i < 7 && QApplication::focusWidget() != &table(); ++i) type(Qt::Key_Tab);
  ASSERT_EQ(QApplication::focusWidget(), &table());
  type(Qt::Key_Home);
  expectFound();
  QApplication::clipboard()->clear();
  type(Qt::Key_C, Qt::ControlModifier);
  EXPECT_TRUE(QApplication::clipboard()->text().contains(QStringLiteral(",hardware,")));
}

TEST_P(SlowestKernelTest, IsFoundWithTheMouseAlone) {
  if (!std::filesystem::exists(trace()))
    GTEST_SKIP() << "the test data is not here; set STRATA_TEST_DATA to its folder";
  open();
  bool clicked = false;
  for (QTabBar* tabs : window().findChildren<QTabBar*>())
    for (int i = 0; i < tabs->count() && !clicked; ++i)
      if (tabs->isVisible() && tabs->tabText(i) == QStringLiteral("Statistics")) {
        QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(i).center());
        clicked = true;
      }
  ASSERT_TRUE(clicked);
  waitForTable([](const EventTable& rows) { return rows.size() > 0; });
  auto* storey = window().findChild<QComboBox*>("TableStorey");
  click(storey);
  QAbstractItemView* list = storey->view();
  ASSERT_TRUE(waitUntil([&] { return list->isVisible(); }));
  const QModelIndex kernels = list->model()->index(storey->findText(QStringLiteral("Kernels and copies")), 0);
  list->scrollTo(kernels);
  QTest::qWait(QApplication::doubleClickInterval() + 50);  // else the list takes the click for the one that opened it
  QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(kernels).center());
  waitForTable([](const EventTable& rows) { return rows.choices().filter.work; });
  ASSERT_TRUE(waitUntil([&] { return !list->isVisible() && QApplication::activePopupWidget() == nullptr; }));
  RecordingCanvas drawn;
  table().view().draw(drawn, table().area(), state());
  const EventTable& rows = *state().sight.table;
  const auto& first = state().session.snapshot->event(rows.event(0));
  const DrawOp* row = drawn.findTextWith(shortName(state().session.snapshot->name(first.name)).substr(0, 20));
  ASSERT_NE(row, nullptr);
  QTest::mouseClick(&table(), Qt::LeftButton, {},
                    QPoint(static_cast<int>(row->rect.x) + 2, static_cast<int>(row->rect.y) + 6));
  expectFound();
}

TEST_P(SlowestKernelTest, ANameIsFoundAsOneTypes) {
  if (!std::filesystem::exists(trace()))
    GTEST_SKIP() << "the test data is not here; set STRATA_TEST_DATA to its folder";
  open();
  press(window().scene().timelineWidget(), Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
  waitForTable([](const EventTable& rows) { return rows.size() > 0; });
  const std::size_t all = state().sight.table->size();
  auto* name = window().findChild<QLineEdit*>("TableName");
  QTest::keyClicks(name, QStringLiteral("ELEMENTWISE"));
  waitForTable([&](const EventTable& rows) { return rows.size() > 0 && rows.size() < all; });
  auto* expression = window().findChild<QWidget*>("TableExpression");
  QTest::mouseClick(expression, Qt::LeftButton);
  QTest::keyClicks(name, QStringLiteral("("));
  waitForTable([](const EventTable& rows) { return !rows.problem().empty(); });
}

INSTANTIATE_TEST_SUITE_P(Traces, SlowestKernelTest,
                         ::testing::Values("nv_h100_qwen1.5-0.5b.json.gz", "amd_mi300_qwen1.5-0.5b.json.gz"),
                         [](const auto& tried) {
                           return std::string(tried.param).substr(0, 2) == "nv" ? "H100" : "MI300";
                         });

}  // namespace
}  // namespace strata
