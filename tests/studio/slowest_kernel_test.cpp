#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QTest>
#include <filesystem>
#include <map>

#include "app/canvas/recording_canvas.h"
#include "app/facts/event_table.h"
#include "app/facts/launch_text.h"
#include "app/facts/short_name.h"
#include "app/facts/table_cells.h"
#include "app/studio/scene.h"
#include "app/studio/timeline_widget.h"
#include "app/studio/view_widget.h"
#include "app/views/timeline/timeline_layout.h"
#include "traced_json.h"
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

SlowestKernel slowestSaidBy(const std::filesystem::path& path) {
  const std::vector<TracedEvent> events = tracedEvents(path);
  SlowestKernel slowest;
  std::map<std::string, std::pair<std::int64_t, std::int64_t>> kernels;
  for (const TracedEvent& event : events) {
    if (!event.isWork()) continue;
    slowest.allNs += event.length();
    auto& [ns, count] = kernels[event.name];
    ns += event.length(), ++count;
  }
  for (const auto& [name, of] : kernels)
    if (of.first > slowest.ns) slowest.name = name, slowest.ns = of.first, slowest.count = of.second;
  const TracedEvent *longest = nullptr, *launch = nullptr, *op = nullptr;
  for (const TracedEvent& event : events)
    if (event.name == slowest.name && (!longest || event.length() > longest->length())) longest = &event;
  for (const TracedEvent& event : events)
    if (event.category == "cuda_runtime" && event.correlation == longest->correlation) launch = &event;
  for (const TracedEvent& event : events)
    if (event.category == "cpu_op" && event.tid == launch->tid && event.begin <= launch->begin &&
        event.end >= launch->end && (!op || event.begin > op->begin))
      op = &event;
  slowest.launch = launch->name;
  slowest.op = op->name;
  return slowest;
}

class SlowestKernelTest : public WindowTest, public ::testing::WithParamInterface<const char*> {
 protected:
  static std::filesystem::path trace() { return tracedFile(GetParam()); }
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
  raiseByMouse("Statistics");
  waitForTable([](const EventTable& rows) { return rows.size() > 0; });
  auto* storey = window().findChild<QComboBox*>("TableStorey");
  chooseByMouse(*storey, "Kernels, copies, memsets");
  waitForTable([](const EventTable& rows) { return rows.choices().filter.work; });
  RecordingCanvas drawn;
  table().view().draw(drawn, table().area(), state());
  const EventTable& rows = *state().sight.table;
  const auto& first = state().session.snapshot->event(rows.event(0));
  const DrawOp* row = drawn.findTextWith(shortName(state().session.snapshot->name(first.name)).substr(0, 10));
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
