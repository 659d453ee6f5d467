#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "app/canvas/recording_canvas.h"
#include "app/views/timeline/timeline_lanes.h"
#include "app/views/view.h"
#include "tests/views/sample_session.h"

namespace strata::timeline_lanes_test {
namespace {

constexpr Rect kArea{0, 0, 1000, 700};

ViewState sampleRun() {
  SampleSession session;
  session.addRun(3);
  return session.state();
}

std::vector<std::string> namesOf(const ViewState& state) {
  std::vector<std::string> names;
  for (const TrackGroup& group : layoutTimeline(kArea, state).groups) names.push_back(group.name);
  return names;
}

std::uint32_t trackAt(const ViewState& state, std::size_t place) {
  return layoutTimeline(kArea, state).groups[place].tracks.front();
}

TEST(TimelineLanes, StreamsStandByDeviceAndThenByNumber) {
  SampleSession session;
  for (const auto& [number, device] : {std::pair(7u, 2u), {8u, 1u}, {9u, 10u}, {20u, 1u}, {21u, 2u}})
    session.add({.track = session.stream(number, device),
                 .name = "gemm",
                 .begin = 0,
                 .end = 100,
                 .kind = EventKind::Kernel,
                 .storey = Storey::Hardware});
  std::vector<std::string> names;
  const ViewState state = session.state();
  for (const TrackGroup& group : timelineGroups(*state.session.snapshot)) names.push_back(group.name);
  EXPECT_EQ(names, (std::vector<std::string>{"GPU 1 stream 8", "GPU 1 stream 20", "GPU 2 stream 7", "GPU 2 stream 21",
                                             "GPU 10 stream 9"}));
}

TEST(TimelineLanes, TheNumberOfAStreamIsReadWhereItsWholeNameHasNoRoom) {
  SampleSession session;
  for (std::uint32_t device = 0; device < 2; ++device) {
    TrackInfo info;
    info.uuid = 100 + device;
    info.name = "GPU " + std::to_string(device) + " stream 7";
    info.kind = TrackKind::Queue;
    info.storey = Storey::Hardware;
    info.stream = 7 + device;
    info.pid = 1 + device;
    session.add({session.store().track(info), "gemm", 0, 100, 0, 0, EventKind::Kernel, Storey::Hardware, {}, {}});
  }
  const auto draws = [state = session.state()](float width, std::string_view name) {
    RecordingCanvas canvas;
    findView("timeline")->draw(canvas, {0, 0, width, 700}, state);
    return canvas.findText(name) != nullptr;
  };
  EXPECT_TRUE(draws(1000, "GPU 1 stream 7"));
  EXPECT_TRUE(draws(450, "GPU 0 · 7"));
  EXPECT_TRUE(draws(450, "GPU 1 · 7"));
}

TEST(TimelineLanes, MoveFoldPinAndHide) {
  ViewState state = sampleRun();
  const auto act = [&](std::size_t place, LaneAct what) {
    state.sight.choices.lanes = laneActed(state, trackAt(state, place), what);
  };
  const std::vector<std::string> first = namesOf(state);
  ASSERT_GT(first.size(), 4u);
  act(1, LaneAct::Up);
  std::vector<std::string> swapped = first;
  std::swap(swapped[0], swapped[1]);
  EXPECT_EQ(namesOf(state), swapped);
  act(0, LaneAct::Up);
  EXPECT_EQ(namesOf(state), swapped) << "there is nothing above";
  act(0, LaneAct::Down);
  EXPECT_EQ(namesOf(state), first);
  act(3, LaneAct::Pin);
  EXPECT_EQ(namesOf(state).front(), first[3]);
  act(0, LaneAct::Down);
  EXPECT_EQ(namesOf(state).front(), first[3]) << "what is pinned stays among what is pinned";
  act(0, LaneAct::Pin);
  EXPECT_EQ(namesOf(state), first);
  act(2, LaneAct::Hide);
  EXPECT_EQ(namesOf(state).size(), first.size() - 1);
  EXPECT_EQ(hiddenLanes(*state.session.snapshot, state.sight.choices.lanes), 1u);
}

TEST(TimelineLanes, APinnedLaneStaysWhileOthersScrollBelowIt) {
  ViewState state = sampleRun();
  const std::size_t last = namesOf(state).size() - 1;
  state.sight.choices.lanes = laneActed(state, trackAt(state, last), LaneAct::Pin);
  state.sight.scroll = 60;
  const TimelineLayout layout = layoutTimeline(kArea, state);
  EXPECT_EQ(layout.yOf(layout.groups[0]), layout.plot.y);
  EXPECT_EQ(layout.groupAt(layout.plot.y + 2), &layout.groups[0]);
  EXPECT_LT(layout.yOf(layout.groups[1]), layout.plot.y + layout.groups[0].height);
  EXPECT_EQ(layout.stripOf(false).y, layout.plot.y + layout.groups[0].height);
  RecordingCanvas canvas;
  findView("timeline")->draw(canvas, kArea, state);
  for (const DrawOp* op : canvas.of(DrawOp::Kind::Text)) {
    const auto seen = op->visible();
    if (!seen || op->text != layout.groups[1].name) continue;
    EXPECT_GE(seen->y, layout.stripOf(false).y - 1) << "drawn over what is pinned";
  }
}

TEST(TimelineLanes, AFoldedLaneIsOneRowHigh) {
  SampleSession session;
  const auto host = session.host(Storey::Framework);
  for (int depth = 0; depth < 3; ++depth)
    session.add({.track = host, .name = "nested", .begin = depth, .end = 100 - depth, .storey = Storey::Framework});
  ViewState state = session.state();
  const TimelineLayout before = layoutTimeline(kArea, state);
  ASSERT_EQ(before.groups[0].rows, 3u);
  state.sight.choices.lanes = laneActed(state, host, LaneAct::Fold);
  const TimelineLayout after = layoutTimeline(kArea, state);
  EXPECT_EQ(after.groups[0].rows, 1u);
  EXPECT_LT(after.groups[0].height, before.groups[0].height);
  EXPECT_EQ(after.rowRect(after.groups[0], 2), after.rowRect(after.groups[0], 0)) << "its first row stands for all";
}

TEST(TimelineLanes, ButtonsStandUnderThePointerAndSayWhatTheyDo) {
  ViewState state = sampleRun();
  const TimelineLayout layout = layoutTimeline(kArea, state);
  const Rect hide = laneButton(layout, layout.groups[0], LaneAct::Hide).value();
  const auto hit = findView("timeline")->hit(RecordingCanvas{}, kArea, state, {hide.x + 5, hide.y + 5});
  ASSERT_TRUE(hit && hit->choices);
  EXPECT_EQ(hit->tooltip, "Hide this lane");
  EXPECT_EQ(hit->choices->lanes.hidden.size(), 1u);
  state.sight.choices = *hit->choices;
  RecordingCanvas canvas;
  findView("timeline")->draw(canvas, kArea, state);
  EXPECT_NE(canvas.findText("1 hidden"), nullptr);
}

TEST(TimelineLanes, ThoseWhoseNamesBeginAlikeAreToldApart) {
  SampleSession session;
  session.addRun(2);
  for (const char* why : {"waiting", "preempted"}) {
    const std::uint32_t counter = session.counter(std::string("context switches, ") + why, "count");
    session.count(counter, 10, 1);
    session.count(counter, 20, 2);
  }
  ViewState state = session.state();
  state.sight.scroll = kGroupsFitted;
  for (const float height : {700.f, 1400.f}) {
    RecordingCanvas canvas;
    findView("timeline")->draw(canvas, {0, 0, 1000, height}, state);
    std::set<std::string> names;
    for (const DrawOp* op : canvas.of(DrawOp::Kind::Text))
      if (op->text.starts_with("context")) names.insert(op->text);
    EXPECT_EQ(names.size(), 2u) << height;
    EXPECT_TRUE(std::ranges::any_of(names, [](const std::string& name) { return name.ends_with("waiting"); }));
  }
}

TEST(TimelineLanes, WhatTellsRanksAndCountersApartStaysInTheirNames) {
  SampleSession session;
  std::uint64_t uuid = 100;
  for (const char* rank : {"rank 0 · thread 4242 (python)", "rank 1 · thread 4243 (python)"}) {
    TrackInfo info;
    info.uuid = ++uuid;
    info.name = std::string("framework · ") + rank;
    info.storey = Storey::Framework;
    info.tid = static_cast<std::int64_t>(uuid);
    session.add({.track = session.store().track(info), .name = "mm", .begin = 0, .end = 90});
  }
  for (const char* name : {"device memory (PyTorch, GPU 0)", "device memory reserved (PyTorch, GPU 0)"}) {
    const std::uint32_t counter = session.counter(name, "bytes");
    session.count(counter, 10, 1);
    session.count(counter, 20, 2);
  }
  RecordingCanvas canvas;
  findView("timeline")->draw(canvas, kArea, session.state());
  for (const char* words : {"rank 0", "rank 1", "reserved"}) EXPECT_NE(canvas.findTextWith(words), nullptr) << words;
  const DrawOp* allocated = canvas.findTextWith("device memory (");
  EXPECT_NE(allocated, nullptr);
}

TEST(TimelineLanes, LanesWithoutAnEventInSightAreHiddenTogether) {
  SampleSession session;
  for (const auto& [thread, end] : {std::pair(100, 1000), {101, 10}, {102, 10}})
    session.add({.track = session.host(Storey::Framework, thread),
                 .name = "op",
                 .begin = 0,
                 .end = end,
                 .storey = Storey::Framework});
  ViewState state = session.state();
  EXPECT_EQ(quietLanesHidden(state), LaneChoices{}) << "all have one";
  EXPECT_FALSE(anyQuietLane(state));
  state.sight.choices.lanes = laneActed(state, session.host(Storey::Framework, 102), LaneAct::Pin);
  state.sight.range.begin = state.sight.range.begin + Duration{500};
  EXPECT_TRUE(anyQuietLane(state));
  state.sight.choices.lanes = quietLanesHidden(state);
  EXPECT_FALSE(anyQuietLane(state));
  EXPECT_EQ(state.sight.choices.lanes.hidden.size(), 1u);
  EXPECT_EQ(namesOf(state).size(), 2u) << "one has an event in sight, one is pinned";
}

TEST(TimelineLanes, TheDevicesLanesCanBeReadWhereManyThreadsWork) {
  SampleSession session;
  for (int thread = 0; thread < 120; ++thread)
    session.add({.track = session.host(Storey::Framework, 100 + thread),
                 .name = "op",
                 .begin = 0,
                 .end = 100,
                 .storey = Storey::Framework});
  session.add({.track = session.stream(7),
               .name = "gemm",
               .begin = 0,
               .end = 100,
               .kind = EventKind::Kernel,
               .storey = Storey::Hardware});
  ViewState state = session.state();
  state.sight.scroll = kGroupsFitted;
  const TimelineLayout layout = layoutTimeline(kArea, state);
  const auto queue = std::ranges::find(layout.groups, TrackKind::Queue, &TrackGroup::kind);
  ASSERT_NE(queue, layout.groups.end());
  EXPECT_GE(queue->rowHeight, 11);
  EXPECT_LE(layout.groups.back().top + layout.groups.back().height, layout.plot.h + 1) << "all are in sight";
}

/// Of so many threads in one picture.
ViewState crowded(int threads) {
  SampleSession session;
  for (int thread = 0; thread < threads; ++thread)
    session.add({.track = session.host(Storey::Framework, 100 + thread),
                 .name = "op",
                 .begin = 0,
                 .end = 100,
                 .storey = Storey::Framework});
  ViewState state = session.state();
  state.sight.scroll = kGroupsFitted;
  return state;
}

/// What stands in the column of names.
std::vector<const DrawOp*> drawnNames(const RecordingCanvas& canvas, const TimelineLayout& layout) {
  std::vector<const DrawOp*> names;
  for (const DrawOp* op : canvas.of(DrawOp::Kind::Text))
    if (layout.names.contains({op->rect.x, op->rect.y + op->rect.h / 2})) names.push_back(op);
  return names;
}

TEST(TimelineLanes, ACrowdedOnesLettersAreSmallerSoThatEachLaneHasItsName) {
  for (const int threads : {52, 58, 66, 75}) {
    const ViewState state = crowded(threads);
    const TimelineLayout layout = layoutTimeline(kArea, state);
    RecordingCanvas canvas;
    findView("timeline")->draw(canvas, kArea, state);
    const std::vector<const DrawOp*> names = drawnNames(canvas, layout);
    ASSERT_EQ(names.size(), layout.groups.size()) << threads;
    for (std::size_t i = 0; i < names.size(); ++i) {
      EXPECT_NEAR(names[i]->rect.y + names[i]->rect.h / 2, layout.yOf(layout.groups[i]) + layout.groups[i].height / 2,
                  1)
          << threads;
      EXPECT_GE(names[i]->style.size, 7) << threads;
    }
  }
}

TEST(TimelineLanes, WhereLanesAreTooThinForAnyLettersSomeAreNamedApartAndPointingNamesEach) {
  for (const int threads : {90, 150, 500}) {
    const ViewState state = crowded(threads);
    const TimelineLayout layout = layoutTimeline(kArea, state);
    RecordingCanvas canvas;
    findView("timeline")->draw(canvas, kArea, state);
    const std::vector<const DrawOp*> names = drawnNames(canvas, layout);
    EXPECT_GE(static_cast<float>(names.size()), layout.plot.h / 16) << threads;
    for (std::size_t i = 0; i < names.size(); ++i) {
      EXPECT_GE(names[i]->style.size, 7) << threads;
      if (i > 0) {
        EXPECT_GE(names[i]->rect.y - names[i - 1]->rect.y, 1.15f * names[i]->style.size - 0.1f) << threads;
      }
    }
    for (const TrackGroup& group : layout.groups) {
      const Point at{layout.names.x + 20, layout.yOf(group) + group.height / 2};
      const auto hit = findView("timeline")->hit(canvas, kArea, state, at);
      ASSERT_TRUE(hit) << threads;
      EXPECT_TRUE(hit->tooltip.starts_with(group.name + "\n")) << hit->tooltip;
    }
  }
}

TEST(TimelineMarks, StandOnTheRulerWithTheirNotes) {
  ViewState state = sampleRun();
  const TimeRange range = state.sight.range;
  const auto at = [&](int tenths) { return range.begin + Duration{range.length().ns * tenths / 10}; };
  state.sight.marks = {{at(3), "warm by now"}, {at(6), ""}, {range.end + Duration{10}, "later"}};
  RecordingCanvas canvas;
  findView("timeline")->draw(canvas, kArea, state);
  const DrawOp* note = canvas.findText("warm by now");
  ASSERT_NE(note, nullptr);
  EXPECT_EQ(canvas.findText("later"), nullptr);
  const auto hit = findView("timeline")->hit(canvas, kArea, state, {note->rect.x + 2, note->rect.y + 4});
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->tooltip.substr(0, 11), "warm by now");
}

TEST(TimelineMarks, CoverNoLabelOfTheRuler) {
  ViewState state = sampleRun();
  const TimelineLayout layout = layoutTimeline(kArea, state);
  const auto onRuler = [&](const DrawOp& op) {
    return op.kind == DrawOp::Kind::Text && op.rect.y >= layout.ruler.y - 1 && op.rect.bottom() <= layout.plot.y + 1 &&
           op.rect.x >= layout.ruler.x;
  };
  const auto labels = [&] {
    RecordingCanvas canvas;
    findView("timeline")->draw(canvas, kArea, state);
    std::vector<DrawOp> found;
    for (const DrawOp& op : canvas.ops())
      if (onRuler(op)) found.push_back(op);
    return found;
  };
  const std::vector<DrawOp> before = labels();
  ASSERT_GT(before.size(), 3u);
  const float x = before[2].rect.x;
  state.sight.marks = {{layout.timeAt(x + 1), ""}};
  const std::vector<DrawOp> beside = labels();
  ASSERT_EQ(beside.size(), before.size()) << "it stands right of the flag";
  EXPECT_EQ(beside[2].text, before[2].text);
  EXPECT_GE(beside[2].rect.x, x + 9);
  EXPECT_EQ(beside[1].rect.x, before[1].rect.x);
  state.sight.marks = {{layout.timeAt(x + 1), "a note that takes all of its place"}};
  for (const DrawOp& label : labels()) EXPECT_NE(label.text, before[2].text);
}

TEST(TimelineLanes, OfManyWithoutRoomTheFirstAreNamed) {
  SampleSession session;
  session.addRun(1);
  for (int i = 0; i < 30; ++i) session.count(session.counter("counter " + std::to_string(i), "bytes"), 10, i);
  ViewState state = session.state();
  state.sight.scroll = kGroupsFitted;
  const Rect area{0, 0, 1000, 260};
  const TimelineLayout layout = layoutTimeline(area, state);
  ASSERT_GT(layout.withoutRoom(), 8u);
  const auto hit = findView("timeline")->hit(RecordingCanvas(), area, state, {area.w / 2, layout.header.y + 5});
  ASSERT_TRUE(hit);
  EXPECT_NE(hit->tooltip.find(" and " + std::to_string(layout.withoutRoom() - 8) + " more"), std::string::npos)
      << hit->tooltip;
}

TEST(TimelineLanes, TheNameOfAThreadIsNotCutWhereThatOfItsStoreyCanBe) {
  SampleSession session;
  session.addRun(1);
  for (const char* thread : {"trace writer", "telemetry"}) {
    TrackInfo info;
    info.uuid = 900 + std::string_view(thread).size();
    info.name = "tracing cost";
    info.kind = TrackKind::TracingCost;
    info.thread = thread;
    session.add({session.store().track(info), "writer", 60'000, 64'000, 0, 0, EventKind::TracingCost, Storey::Other});
  }
  const ViewState state = session.state();
  std::size_t shortened = 0;
  for (float width = 680; width < 1000; width += 20) {
    RecordingCanvas canvas;
    findView("timeline")->draw(canvas, {0, 0, width, 700}, state);
    const DrawOp* name = canvas.findTextWith(" · trace writer");
    ASSERT_NE(name, nullptr) << width;
    shortened += name->text != "tracing cost · trace writer";
    EXPECT_LE(name->rect.right(), timelinePlot({0, 0, width, 700}).x) << width;
  }
  EXPECT_GT(shortened, 0u);
}

}  // namespace
}  // namespace strata::timeline_lanes_test
