#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QElapsedTimer>
#include <QInputDialog>
#include <QLineEdit>
#include <QMenu>
#include <QTest>
#include <QToolButton>
#include <algorithm>
#include <cstdlib>
#include <map>

#include "app/canvas/recording_canvas.h"
#include "app/facts/comparison.h"
#include "app/facts/device_use.h"
#include "app/facts/table_cells.h"
#include "app/still/session_text.h"
#include "app/still/still.h"
#include "app/studio/comparer.h"
#include "app/studio/right_click.h"
#include "app/studio/scene.h"
#include "app/studio/session_files.h"
#include "app/studio/timeline_widget.h"
#include "app/studio/ui_text.h"
#include "app/studio/view_widget.h"
#include "app/views/device/device_layout.h"
#include "app/views/timeline/timeline_lanes.h"
#include "traced_json.h"
#include "window_fixture.h"

// What people who read traces look for: the device's largest gap and what the host did meanwhile, the operation that
// differs most between two machines, with the mouse alone and with keys alone, equal to what the files' JSON says.

namespace strata {
namespace {

constexpr const char* kH100 = "nv_h100_qwen1.5-0.5b.json.gz";
constexpr const char* kMi300 = "amd_mi300_qwen1.5-0.5b.json.gz";

struct LongestGap {
  std::int64_t ns = 0, busy = 0, count = 0, hostSelf = 0;
  std::string next, host;  ///< the work that ended it; what its thread spent most of it in
};

std::vector<const TracedEvent*> inOrder(const std::vector<TracedEvent>& events, const auto& wanted) {
  std::vector<const TracedEvent*> found;
  for (const TracedEvent& event : events)
    if (wanted(event)) found.push_back(&event);
  std::ranges::stable_sort(found, [](const TracedEvent* a, const TracedEvent* b) {
    return a->begin != b->begin ? a->begin < b->begin : a->end > b->end;
  });
  return found;
}

const TracedEvent* launchIn(const std::vector<TracedEvent>& events, const TracedEvent& work) {
  const auto found = std::ranges::find_if(
      events, [&](const TracedEvent& event) { return event.isLaunch() && event.correlation == work.correlation; });
  return found == events.end() ? nullptr : &*found;
}

/// By name, how long it was what had begun last of all that ran on a thread, in a part of time.
std::map<std::string, std::int64_t> selvesIn(const std::vector<const TracedEvent*>& thread, std::int64_t begin,
                                             std::int64_t end) {
  std::map<std::string, std::int64_t> selves;
  std::vector<std::int64_t> edges{begin, end};
  for (const TracedEvent* event : thread)
    for (const std::int64_t edge : {event->begin, event->end})
      if (edge > begin && edge < end) edges.push_back(edge);
  std::ranges::sort(edges);
  for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
    const TracedEvent* last = nullptr;
    for (const TracedEvent* event : thread)
      if (event->begin <= edges[i] && event->end >= edges[i + 1]) last = event;
    if (last) selves[last->name] += edges[i + 1] - edges[i];
  }
  return selves;
}

LongestGap longestGapSaidBy(const std::string& file) {
  const std::vector<TracedEvent> events = tracedEvents(tracedFile(file));
  LongestGap longest;
  const TracedEvent* next = nullptr;
  std::int64_t reached = 0, from = 0;
  for (const TracedEvent* work : inOrder(events, [](const TracedEvent& of) { return of.isWork(); })) {
    if (reached != 0 && work->begin > reached) {
      ++longest.count;
      if (work->begin - reached > longest.ns) longest.ns = work->begin - reached, next = work, from = reached;
    }
    longest.busy += std::max<std::int64_t>(0, work->end - std::max(work->begin, reached));
    reached = std::max(reached, work->end);
  }
  longest.next = next->name;
  const TracedEvent* launch = launchIn(events, *next);
  const auto thread = inOrder(events, [&](const TracedEvent& of) {
    return !of.isWork() && of.category != "gpu_user_annotation" && of.pid == launch->pid && of.tid == launch->tid;
  });
  for (const auto& [name, self] : selvesIn(thread, from, next->begin))
    if (self > longest.hostSelf) longest.host = name, longest.hostSelf = self;
  return longest;
}

/// Work by the outermost operation around its launch.
std::map<std::string, std::int64_t> workByOp(const std::string& file) {
  const std::vector<TracedEvent> events = tracedEvents(tracedFile(file));
  std::map<std::int64_t, const TracedEvent*> launches;
  for (const TracedEvent& event : events)
    if (event.isLaunch() && event.correlation != 0) launches[event.correlation] = &event;
  const auto ops = inOrder(events, [](const TracedEvent& of) { return of.category == "cpu_op"; });
  std::map<std::string, std::int64_t> work;
  for (const TracedEvent& event : events) {
    if (!event.isWork() || !launches.contains(event.correlation)) continue;
    const TracedEvent& launch = *launches[event.correlation];
    const auto around = std::ranges::find_if(ops, [&](const TracedEvent* op) {
      return op->tid == launch.tid && op->begin <= launch.begin && op->end >= launch.end;
    });
    if (around != ops.end()) work[(*around)->name] += event.length();
  }
  return work;
}

class HabitsTest : public WindowTest {
 protected:
  const ViewState& state() { return window().scene().state(); }
  std::string nameOfSelection() {
    const auto& event = state().sight.selection.event;
    return event ? std::string(state().session.snapshot->name(state().session.snapshot->event(*event).name)) : "";
  }
  void type(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) { press(*QApplication::focusWidget(), key, modifiers); }
  void tabTo(QWidget* widget, Qt::Key key) {
    for (int i = 0; i < 9 && QApplication::focusWidget() != widget; ++i)
      type(key, key == Qt::Key_Backtab ? Qt::ShiftModifier : Qt::NoModifier);
    ASSERT_EQ(QApplication::focusWidget(), widget);
  }

  void openTrace(const char* name) {
    openWindow();
    openFile(tracedFile(name));
    ASSERT_TRUE(waitUntil([&] { return window().session().origin().has_value(); }));
    waitUntilPanelsRest();  // they are others than those of a run
    m_since.start();
  }
  void waitForDevice() {
    ASSERT_TRUE(waitUntil([&] { return state().sight.device && state().sight.device->work > 0; }));
    m_whole = state().sight.device;  // a gap that is measured has a use of its own
  }
  void expectGap(const char* file) {
    EXPECT_LT(m_since.elapsed(), 30'000);
    const LongestGap expected = longestGapSaidBy(file);
    const DeviceUse& use = *m_whole;
    const DeviceGap& gap = use.gaps.front();
    EXPECT_EQ(gap.range.length().ns, expected.ns);
    EXPECT_EQ(use.busy.ns, expected.busy);
    EXPECT_EQ(use.gapCount, static_cast<std::uint64_t>(expected.count));
    EXPECT_EQ(state().session.snapshot->name(state().session.snapshot->event(gap.after.value()).name), expected.next);
    EXPECT_EQ(nameOfSelection(), expected.host);
    EXPECT_EQ(gap.hostSelf.ns, expected.hostSelf);
    EXPECT_EQ(state().sight.measured, gap.range);
    EXPECT_LE(state().sight.range.begin, gap.range.begin);
    EXPECT_LT(state().sight.range.length().ns, 2 * gap.range.length().ns) << "zoomed to it";
  }

  void compare() {
    openTrace(kH100);
    window().comparer().open(QString::fromStdString(tracedFile(kMi300).string()));
    ASSERT_TRUE(waitUntil([&] { return state().sight.comparison != nullptr; }));
    QApplication::setActiveWindow(&window());  // no window manager makes it active
    ASSERT_TRUE(waitUntil([&] { return QApplication::focusWidget() == &view("Compare"); }));
  }
  void expectGreatestDifference() {
    EXPECT_LT(m_since.elapsed(), 30'000);
    const auto a = workByOp(kH100), b = workByOp(kMi300);
    const auto in = [](const auto& of, const std::string& name) { return of.contains(name) ? of.at(name) : 0; };
    std::string greatest;
    std::int64_t most = 0;
    for (const auto& side : {a, b})
      for (const auto& [name, ns] : side)
        if (const std::int64_t difference = std::abs(in(a, name) - in(b, name)); difference > most)
          most = difference, greatest = name;
    const CompareChoices& choices = state().sight.choices.compare;
    ASSERT_EQ(choices.row, 0u);
    const Comparison& comparison = *state().sight.comparison;
    const ComparedName& row = comparison.of(choices.of)[comparedRows(comparison, choices).front()];
    EXPECT_EQ(row.label(), greatest);
    EXPECT_EQ(row.total[0].ns, in(a, greatest));
    EXPECT_EQ(row.total[1].ns, in(b, greatest));
    EXPECT_EQ(nameOfSelection(), greatest);
  }

 private:
  QElapsedTimer m_since;
  std::shared_ptr<const DeviceUse> m_whole;
};

#define STRATA_NEEDS_TRACES()                      \
  if (!std::filesystem::exists(tracedFile(kH100))) \
  GTEST_SKIP() << "the test data is not here; set STRATA_TEST_DATA to its folder"

TEST_F(HabitsTest, TheLargestGapIsFoundWithKeysAlone) {
  STRATA_NEEDS_TRACES();
  for (const char* trace : {kH100, kMi300}) {
    openTrace(trace);
    press(window().scene().timelineWidget(), Qt::Key_D, Qt::ControlModifier | Qt::ShiftModifier);
    ASSERT_EQ(QApplication::focusWidget(), &view("Device"));
    waitForDevice();
    type(Qt::Key_Home);
    EXPECT_FALSE(state().sight.measured) << "the keys go there alone";
    type(Qt::Key_Return);
    expectGap(trace);
    ASSERT_TRUE(waitUntil([&] { return state().sight.device->measured.has_value(); }));
    ASSERT_GT(state().sight.device->listed().size(), 1u);
    type(Qt::Key_Down);
    type(Qt::Key_Return);
    EXPECT_EQ(state().sight.measured, state().sight.device->listed()[1].range) << "from gap to gap";
  }
}

TEST_F(HabitsTest, TheLargestGapIsFoundWithTheMouseAlone) {
  STRATA_NEEDS_TRACES();
  for (const char* trace : {kH100, kMi300}) {
    openTrace(trace);
    raiseByMouse("Device");
    waitForDevice();
    clickOn(view("Device"), layOutDevice(view("Device").area(), state()).gaps.row(0));
    expectGap(trace);
  }
}

TEST_F(HabitsTest, TheOperationThatDiffersMostIsFoundWithKeysAlone) {
  STRATA_NEEDS_TRACES();
  compare();
  auto* of = window().findChild<QComboBox*>("CompareOf");
  tabTo(of, Qt::Key_Backtab);
  type(Qt::Key_Down);
  type(Qt::Key_Down);
  ASSERT_EQ(state().sight.choices.compare.of, CompareOf::OpWork);
  tabTo(&view("Compare"), Qt::Key_Tab);
  type(Qt::Key_Home);
  expectGreatestDifference();
}

TEST_F(HabitsTest, TheOperationThatDiffersMostIsFoundWithTheMouseAlone) {
  STRATA_NEEDS_TRACES();
  compare();
  chooseByMouse(*window().findChild<QComboBox*>("CompareOf"), "Operations: device time for them");
  const Rect area = view("Compare").area();
  for (float y = 0; y < area.h && !state().sight.choices.compare.row; y += 8)
    for (float x = 10; x < area.w && !state().sight.choices.compare.row; x += 40)
      if (const auto hit = view("Compare").view().hit(RecordingCanvas{}, area, state(), {x, y});
          hit && hit->choices && hit->choices->compare.row == 0u)
        QTest::mouseClick(&view("Compare"), Qt::LeftButton, {}, QPoint(static_cast<int>(x), static_cast<int>(y)));
  expectGreatestDifference();
  QTest::keyClicks(window().findChild<QLineEdit*>("CompareName"), QStringLiteral("LINEAR"));
  const Comparison& comparison = *state().sight.comparison;
  EXPECT_EQ(comparedRows(comparison, state().sight.choices.compare).size(), 1u);
  QTest::mouseClick(window().findChild<QToolButton*>("CompareCopy"), Qt::LeftButton);
  EXPECT_EQ(QGuiApplication::clipboard()->text().toStdString(), comparedCsv(comparison, state().sight.choices.compare));
}

TEST_F(HabitsTest, BackAndForthThroughWhatWasLookedAt) {
  openWindow();
  ASSERT_TRUE(runSmall());
  Scene& scene = window().scene();
  const TimeRange all = scene.timeline().all();
  scene.showRange({all.begin, all.begin + Duration{all.length().ns / 4}});
  const TimeRange first = state().sight.range;
  QTest::qWait(600);
  scene.showRange({all.begin + Duration{all.length().ns / 2}, all.end});
  const TimeRange second = state().sight.range;
  press(scene.timelineWidget(), Qt::Key_Left, Qt::AltModifier);
  EXPECT_EQ(state().sight.range, first);
  press(scene.timelineWidget(), Qt::Key_Right, Qt::AltModifier);
  EXPECT_EQ(state().sight.range, second);
}

TEST_F(HabitsTest, BookmarksAndLanesComeBackWithTheSession) {
  openAttendedWindow();
  ASSERT_TRUE(runSmall());
  const std::string file = temporary("kept.pftrace");
  ASSERT_TRUE(window().session().save(file).ok());
  openFile(file);
  TimelineWidget& timeline = window().scene().timelineWidget();
  ASSERT_TRUE(state().sight.selection.event);
  const std::uint32_t track = state().sight.selection.event->track;
  press(timeline, Qt::Key_N);
  auto* ask = window().findChild<QInputDialog*>();
  ASSERT_NE(ask, nullptr);
  ask->setTextValue(QStringLiteral("the slow one"));
  ask->accept();
  ASSERT_EQ(state().sight.marks.size(), 1u);
  const TimelineMark mark = state().sight.marks.front();
  EXPECT_EQ(mark.note, "the slow one");
  press(timeline, Qt::Key_P);
  press(timeline, Qt::Key_C);
  const LaneChoices lanes = state().sight.choices.lanes;
  EXPECT_EQ(lanes.pinned.size(), 1u);
  EXPECT_EQ(lanes.folded.size(), 1u);
  EXPECT_TRUE(layoutTimeline(timeline.area(), state()).groups.front().holds(track));
  endWindow();
  openAttendedWindow();
  openFile(file);
  EXPECT_EQ(state().sight.marks, std::vector{mark});
  EXPECT_EQ(state().sight.choices.lanes, lanes);
  openFile(temporary("kept.pftrace"));
  press(window().scene().timelineWidget(), Qt::Key_B);
  EXPECT_TRUE(state().sight.marks.empty()) << "the one where the selection begins goes";
}

TEST_F(HabitsTest, BookmarksGoWithTheFileTheyWereSavedIn) {
  openWindow();
  ASSERT_TRUE(runSmall());
  window().scene().turnMark();
  window().scene().writeNote("for you");
  const std::vector<TimelineMark> marks = state().sight.marks;
  ASSERT_EQ(marks.size(), 1u);
  const std::string file = temporary("given.pftrace");
  ASSERT_TRUE(window().session().save(file).ok());
  Session given;
  ASSERT_TRUE(given.open(file).ok());
  EXPECT_EQ(stillOf(given).sight.marks, marks) << "pictures and pages have them";
  EXPECT_NE(infoText(given).find(": for you\n"), std::string::npos) << infoText(given);
  openWindow();  // somebody else's
  openFile(file);
  EXPECT_EQ(state().sight.marks, marks);
  EXPECT_TRUE(state().session.snapshot->complete());
  window().scene().setMarks({});
  ASSERT_TRUE(window().session().save(file).ok());
  openWindow();
  openFile(file);
  EXPECT_TRUE(state().sight.marks.empty()) << "taken out again";
}

TEST_F(HabitsTest, ARightClickOnALaneFoldsPinsMovesAndHidesIt) {
  openWindow();
  ASSERT_TRUE(runSmall());
  TimelineWidget& timeline = window().scene().timelineWidget();
  const auto groups = [&] { return layoutTimeline(timeline.area(), state()).groups; };
  const std::uint32_t track = groups()[1].tracks.front();
  const auto act = [&](Msg words) {
    const TimelineLayout layout = layoutTimeline(timeline.area(), state());
    const Rect row = layout.rowRect(*layout.groupOf(track), 0);
    const std::unique_ptr<QMenu> menu(
        window().rightClick().menuFor(timeline, QPoint(static_cast<int>(row.x) + 5, static_cast<int>(row.y) + 3)));
    for (QAction* action : menu->actions())
      if (action->text().toStdString() == text(words)) return action->trigger();
    ADD_FAILURE() << text(words) << " is not offered";
  };
  act(Msg::LaneUp);
  EXPECT_TRUE(groups()[0].holds(track));
  act(Msg::LanePin);
  EXPECT_TRUE(groups()[0].pinned);
  const auto offers = window().findChildren<QAction*>();
  const auto ofGo = std::ranges::find(offers, say(Msg::LanesHideQuiet), &QAction::text);
  ASSERT_NE(ofGo, offers.end());
  const HostTime begin = state().session.snapshot->bounds()->begin;
  window().scene().showRange({begin, begin + Duration{1000}});
  ASSERT_TRUE(anyQuietLane(state()));
  act(Msg::LanesHideQuiet);
  EXPECT_GE(state().sight.choices.lanes.hidden.size(), 1u);
  EXPECT_TRUE(groups()[0].holds(track)) << "it is pinned";
  auto* go = qobject_cast<QMenu*>((*ofGo)->parent());
  ASSERT_NE(go, nullptr);
  emit go->aboutToShow();
  EXPECT_FALSE((*ofGo)->isEnabled()) << "none is left to hide";
  emit go->aboutToHide();
  EXPECT_TRUE((*ofGo)->isEnabled());
  act(Msg::LaneUnpin);
  act(Msg::LaneFold);
  EXPECT_TRUE(layoutTimeline(timeline.area(), state()).groupOf(track)->folded);
  act(Msg::LaneHide);
  EXPECT_EQ(layoutTimeline(timeline.area(), state()).groupOf(track), nullptr);
}

TEST_F(HabitsTest, ALaneIsHiddenByItsButtonAndShownByTheHeader) {
  openWindow();
  window().resize(1900, 1060);  // where lanes are high enough for buttons
  ASSERT_TRUE(runSmall());
  TimelineWidget& timeline = window().scene().timelineWidget();
  const TimelineLayout before = layoutTimeline(timeline.area(), state());
  const auto high = std::ranges::find_if(
      before.groups, [&](const TrackGroup& group) { return laneButton(before, group, LaneAct::Hide).has_value(); });
  ASSERT_NE(high, before.groups.end());
  const Rect button = *laneButton(before, *high, LaneAct::Hide);
  QTest::mouseClick(&timeline, Qt::LeftButton, {},
                    QPoint(static_cast<int>(button.x + button.w / 2), static_cast<int>(button.y + button.h / 2)));
  EXPECT_EQ(layoutTimeline(timeline.area(), state()).groups.size(), before.groups.size() - 1);
  QTest::mouseClick(&timeline, Qt::LeftButton, {},
                    QPoint(static_cast<int>(before.header.x) + 60, static_cast<int>(before.header.y) + 8));
  EXPECT_EQ(layoutTimeline(timeline.area(), state()).groups.size(), before.groups.size());
}

}  // namespace
}  // namespace strata
