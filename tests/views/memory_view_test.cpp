#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <vector>

#include "app/canvas/color_math.h"
#include "app/canvas/recording_canvas.h"
#include "app/canvas/theme.h"
#include "app/facts/memory_copies.h"
#include "app/facts/memory_facts.h"
#include "app/views/view.h"
#include "app/words/messages.h"
#include "tests/views/sample_session.h"

namespace strata::memory_view_test {
namespace {

constexpr Rect kArea{0, 0, 1294, 150};

RecordingCanvas drawn(const ViewState& state) {
  RecordingCanvas canvas;
  findView("memory")->draw(canvas, kArea, state);
  return canvas;
}

TEST(MemoryView, SpeedsAreBytesOverDuration) {
  SampleSession session;
  session.addRun(2);
  const MemoryFacts facts = memoryFacts(session.state());
  EXPECT_EQ(facts.down.copies, 2u);
  EXPECT_DOUBLE_EQ(*facts.down.best, 1'048'576 / 80e-6);
  EXPECT_DOUBLE_EQ(*facts.down.last, 1'048'576 / 120e-6);
  EXPECT_DOUBLE_EQ(*facts.up.best, 1'048'576 / 90e-6);
}

TEST(MemoryView, ACopyTooSmallForASpeedHasNone) {
  SampleSession session;
  session.add({session.copies("D→H"),
               "copy D→H",
               0,
               2370,
               0,
               0,
               EventKind::Copy,
               Storey::Hardware,
               {{arg::kBytes, 1}},
               {{arg::kDirection, "D→H"}}});
  const MemoryFacts facts = memoryFacts(session.state());
  EXPECT_EQ(facts.up.copies, 1u);
  EXPECT_EQ(facts.up.tooSmall, 1u);
  EXPECT_FALSE(facts.up.best);
  EXPECT_NE(drawn(session.state()).findTextWith("1 copy · 2.37 µs"), nullptr);
}

TEST(MemoryView, ACopyThatStaysInACoresCacheIsNoYardstickOfRam) {
  SampleSession session;
  const auto copy = [&](std::int64_t begin, std::int64_t bytes) {
    session.add({session.copies("H→D"),
                 "copy H→D",
                 begin,
                 begin + 10'000,
                 0,
                 0,
                 EventKind::Copy,
                 Storey::Hardware,
                 {{arg::kBytes, bytes}},
                 {{arg::kDirection, "H→D"}}});
  };
  copy(0, 65'536);
  copy(20'000, 40'000'000);
  copy(40'000, 4'000'000'000);
  ViewState state = session.state();
  EXPECT_FALSE(memoryFacts(state).down.inCache) << "nobody knows the cache";
  state.session.hello->device.facts.push_back({"L2 cache", 80e6, "B", Provenance::Spec});
  const MemoryFacts facts = memoryFacts(state);
  EXPECT_DOUBLE_EQ(*facts.down.inCache, 40e6 / 10e-6);
  EXPECT_DOUBLE_EQ(*facts.down.best, 4e9 / 10e-6);
  const CopyTable table = copyTable(state, facts);
  for (const CopyRow& row : table.rows) EXPECT_EQ(row.share.has_value(), row.bytes == 4e9);
  EXPECT_NE(drawn(state).findTextWith("MiB in a core’s L2"), nullptr);
  state.session.hello->device.backend = "cuda";
  EXPECT_FALSE(memoryFacts(state).down.inCache) << "it crosses a link";
}

TEST(MemoryView, WhereAllCopiesStayInACoresCacheTheirSpeedIsSaidToBeThat) {
  SampleSession session;
  session.add({session.copies("H→D"),
               "copy H→D",
               0,
               10'000,
               0,
               0,
               EventKind::Copy,
               Storey::Hardware,
               {{arg::kBytes, 1'000'000}},
               {{arg::kDirection, "H→D"}}});
  ViewState state = session.state();
  state.session.hello->device.facts.push_back({"L2 cache", 2e6, "B", Provenance::Spec});
  EXPECT_FALSE(memoryFacts(state).down.best) << "no yardstick";
  EXPECT_NE(drawn(state).findText("H→D 100 GB/s, in a core’s cache"), nullptr);
}

TEST(MemoryView, ABestSaysOfWhichCopiesAndACachesSpeedHasNoBarBesideIt) {
  const auto sample = [](bool throughRam) {
    SampleSession session;
    const auto copy = [&](const char* direction, std::int64_t begin, std::int64_t end, std::int64_t bytes) {
      session.add({session.copies(direction),
                   "copy",
                   begin,
                   end,
                   0,
                   0,
                   EventKind::Copy,
                   Storey::Hardware,
                   {{arg::kBytes, bytes}},
                   {{arg::kDirection, direction}}});
    };
    if (throughRam) copy("H→D", 0, 1'000'000, 3'000'000);
    copy("H→D", 2'000'000, 2'100'000, 800'000);
    copy("D→H", 3'000'000, 3'040'000, 800'000);
    ViewState state = session.state();
    state.session.hello->device.facts.push_back({"L2 cache", 2 << 20, "B", Provenance::Spec});
    return state;
  };
  const auto bars = [](const RecordingCanvas& canvas, Color color) {
    return std::ranges::count(canvas.of(DrawOp::Kind::Fill), mix(canvas.theme().meter, color, 0.45f), &DrawOp::color);
  };
  const ViewState both = sample(true);
  RecordingCanvas wide;
  findView("memory")->draw(wide, {0, 0, 2400, 150}, both);
  EXPECT_NE(wide.findTextWith("H→D best of copies above 1"), nullptr);
  const RecordingCanvas narrow = drawn(both);
  EXPECT_NE(narrow.findTextWith("above 1"), nullptr);
  EXPECT_EQ(bars(narrow, kCopyColor), 1);
  EXPECT_EQ(bars(narrow, narrow.theme().copyDark), 0) << "two kinds of speed have no scale in common";
  const RecordingCanvas caches = drawn(sample(false));
  EXPECT_EQ(bars(caches, kCopyColor), 1);
  EXPECT_EQ(bars(caches, caches.theme().copyDark), 1);
}

TEST(MemoryView, TheOnlyCopyTookAsLongWhateverIsSelected) {
  SampleSession session;
  const auto copy = [&](const char* direction, std::int64_t begin, std::int64_t end) {
    session.add({session.copies(direction),
                 "copy",
                 begin,
                 end,
                 0,
                 0,
                 EventKind::Copy,
                 Storey::Hardware,
                 {{arg::kBytes, 4}},
                 {{arg::kDirection, direction}}});
  };
  copy("P→P", 0, 500);
  copy("D→H", 1000, 3000);
  ViewState state = session.state();
  eachNewCopy(memoryFacts(state), *state.session.snapshot, [&](const TraceEvent& event, EventRef ref) {
    if (event.begin == HostTime{SampleSession::kStart}) state.sight.selection.event = ref;
  });
  ASSERT_TRUE(state.sight.selection.event);
  EXPECT_NE(drawn(state).findTextWith("D→H 1 copy · 2.00 µs"), nullptr);
}

TEST(MemoryView, WhatIsInUseIsSaidInFewerWordsBeforeTheyAreCut) {
  SampleSession session;
  session.count(session.counter("device memory allocated (PyTorch, GPU 0)", "bytes"), 20, 1 << 20);
  std::size_t brief = 0;
  for (float width = 300; width < 1300; width += 20) {
    RecordingCanvas canvas;
    findView("memory")->draw(canvas, {0, 0, width, 150}, session.state());
    for (const DrawOp* op : canvas.of(DrawOp::Kind::Text)) {
      EXPECT_FALSE(op->text.starts_with("1 MiB in") && op->text != "1 MiB in use") << width << ": " << op->text;
      brief += op->text == "1 MiB";
    }
  }
  EXPECT_GT(brief, 0u);
}

TEST(MemoryView, SaysWhoseAllocatorTold) {
  SampleSession session;
  const auto allocated = session.counter("device memory allocated (PyTorch, GPU 0)", "bytes");
  const auto reserved = session.counter("device memory reserved (PyTorch, GPU 0)", "bytes");
  session.count(allocated, 10, 2 << 20);
  session.count(allocated, 20, 1 << 20);
  session.count(reserved, 20, 8 << 20);
  const MemoryFacts facts = memoryFacts(session.state());
  EXPECT_EQ(facts.device->now->value, 1 << 20);
  EXPECT_EQ(facts.device->peak, 2 << 20);
  EXPECT_EQ(facts.reserved->now->value, 8 << 20);
  const RecordingCanvas canvas = drawn(session.state());
  EXPECT_NE(canvas.findText("1 MiB in use"), nullptr);
  EXPECT_NE(canvas.findText("allocated, says PyTorch, GPU 0"), nullptr);
  EXPECT_NE(canvas.findText("8 MiB reserved"), nullptr);
}

TEST(MemoryView, BytesInUseAreThoseAtTheSelection) {
  SampleSession session;
  session.addRun(2);
  ViewState state = session.state();
  EXPECT_EQ(memoryFacts(state).device->now->value, 0) << "all is freed at the end";
  EXPECT_EQ(memoryFacts(state).device->peak, 3 * 1'048'576.0);
  state.sight.selection = {state.session.snapshot->workOf(CorrelationId{2}), CallId{1}};
  EXPECT_EQ(memoryFacts(state).device->now->value, 3 * 1'048'576.0);
  EXPECT_NE(drawn(state).findText("3 MiB in use"), nullptr);
}

TEST(MemoryView, EffectiveBandwidthSaysWhichBytesItCounts) {
  SampleSession session;
  session.addRun(2);
  ViewState state = session.state();
  RunResult result;
  result.variant = "naive";
  result.gbytesPerSecond = 3.5;
  state.session.results = {result};
  const RecordingCanvas canvas = drawn(state);
  const DrawOp* title = canvas.findText("Effective bandwidth");
  ASSERT_NE(title, nullptr);
  EXPECT_NE(canvas.findText("3.5 GB/s"), nullptr);
  const auto hit = findView("memory")->hit(canvas, kArea, state, {title->rect.x + 1, title->rect.y + 1});
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->tooltip, text(Msg::EffectiveBandwidthNote));
}

TEST(MemoryView, TheLaunchIsThatOfTheSelection) {
  SampleSession session;
  session.addRun(2);
  const auto launch = [&](const char* name, std::int64_t at, std::int64_t grid) {
    session.add({session.stream(1),
                 name,
                 at,
                 at + 1000,
                 static_cast<std::uint32_t>(grid),
                 0,
                 EventKind::Kernel,
                 Storey::Hardware,
                 {{arg::kGridX, grid}, {arg::kBlockX, 256}},
                 {}});
  };
  launch("small", 10'000'000, 16);
  launch("large", 20'000'000, 98);
  ViewState state = session.state();
  EXPECT_EQ(memoryFacts(state).launch->blocks, 98) << "the newest";
  const EventRef small = memoryFacts(state).launch->ref;
  state.sight.selection.event = EventRef{small.track, small.row, small.index - 1};
  EXPECT_EQ(memoryFacts(state).launch->blocks, 16);
}

TEST(MemoryView, ALibrarysWorkHasNoGridThatOfAnotherCallWouldStandFor) {
  SampleSession session;
  session.addMatmul(1, 0);
  session.add({.track = session.stream(1),
               .name = "cblas_sgemm",
               .begin = 200'000,
               .end = 240'000,
               .call = 2,
               .kind = EventKind::Kernel,
               .storey = Storey::Hardware});
  ViewState state = session.state();
  EXPECT_TRUE(memoryFacts(state).launch) << "nothing is selected";
  state.sight.selection.call = CallId{2};
  const MemoryFacts facts = memoryFacts(state);
  EXPECT_FALSE(facts.launch);
  EXPECT_TRUE(facts.withoutGrid);
  EXPECT_NE(drawn(state).findText(text(Msg::LaunchWithoutGrid)), nullptr);
  state.sight.selection.call = CallId{1};
  EXPECT_TRUE(memoryFacts(state).launch);
  EXPECT_FALSE(memoryFacts(state).withoutGrid);
}

TEST(MemoryView, BytesAtASelectionAreThoseOfItsAgent) {
  TraceStore store;
  EventRef slice;
  for (std::uint32_t run = 1; run <= 2; ++run) {
    TrackInfo info;
    info.uuid = std::uint64_t{run} << 32;
    info.device = "cpu:0 X";
    TraceEvent event;
    event.begin = {1000 * run};
    event.payload = 500;
    event.track = store.track(info);
    const EventRef ref = store.add(event);
    if (run == 1) slice = ref;
    ++info.uuid;
    info.name = "device memory";
    info.unit = "bytes";
    info.kind = TrackKind::Counter;
    event.track = store.track(info);
    event.kind = EventKind::Counter;
    event.payload = std::bit_cast<std::int64_t>(4096.0 * run);
    store.add(event);
  }
  ViewState state;
  state.session.snapshot = store.snapshot();
  EXPECT_EQ(memoryFacts(state).device->now->value, 8192) << "the newest agent's";
  state.sight.selection.event = slice;
  EXPECT_EQ(memoryFacts(state).device->now->value, 4096);
}

TEST(MemoryView, SaysThatTheCpusDeviceMemoryIsTheSameRam) {
  SampleSession session;
  session.addRun(1);
  ViewState state = session.state();
  EXPECT_NE(drawn(state).findText(text(Msg::ArenaNote)), nullptr);
  state.session.hello->device.backend = "cuda";
  EXPECT_EQ(drawn(state).findText(text(Msg::ArenaNote)), nullptr);
  EXPECT_NE(drawn(state).findText("Device memory"), nullptr);
}

TEST(MemoryView, NumbersCarryTheirKind) {
  SampleSession session;
  session.addRun(1);
  ViewState state = session.state();
  state.session.results = {sampleResult("tiled", 4, 32.1)};
  const RecordingCanvas canvas = drawn(state);
  for (const std::string_view kind : {"measured", "counted", "modelled", "spec"})
    EXPECT_NE(canvas.findText(kind), nullptr) << kind;
  EXPECT_NE(canvas.findText("32.1 GB/s"), nullptr);
  EXPECT_NE(canvas.findText("256 blocks of 32×32 threads"), nullptr);
}

TEST(MemoryView, WhatALessonHidesIsSaidToBeHiddenAndNotUnseen) {
  SampleSession session;
  ViewState state = session.state();
  state.session.hidden = LessonHides::Answer;
  const RecordingCanvas canvas = drawn(state);
  EXPECT_NE(canvas.findTextWith("Hidden while the lesson asks"), nullptr);
  EXPECT_EQ(canvas.findTextWith(text(Msg::NotObserved)), nullptr);
  EXPECT_EQ(canvas.findTextWith(text(Msg::MemoryEmpty)), nullptr);
  for (float x = 5; x < kArea.w; x += 40) EXPECT_FALSE(findView("memory")->hit(canvas, kArea, state, {x, kArea.h / 2}));
}

TEST(MemoryView, WhatNobodySawIsNotObserved) {
  const RecordingCanvas canvas = drawn(ViewState{});
  EXPECT_GE(std::ranges::count_if(canvas.of(DrawOp::Kind::Text),
                                  [](const DrawOp* op) { return op->text.find("not observed") != std::string::npos; }),
            6);
  EXPECT_NE(canvas.findTextWith("Press Run"), nullptr);
}

TEST(MemoryView, AnotherToolsTraceTellsOfItsGpu) {
  ViewState state;
  DeviceInfo gpu;
  gpu.architecture = "sm_80";
  gpu.computeUnitName = "SM";
  gpu.computeUnits = 108;
  gpu.memoryBytes = std::uint64_t{80} << 30;
  state.session.foreignGpu = gpu;
  const RecordingCanvas canvas = drawn(state);
  EXPECT_NE(canvas.findTextWith("108 SM"), nullptr);
  EXPECT_NE(canvas.findTextWith("in all"), nullptr);
}

TEST(MemoryView, AnotherToolsTraceIsAskedForNothingThatOnlyOurRunsTell) {
  SampleSession session;
  session.add({session.copies("D→H"), "copy", 0, 2000, 0, 0, EventKind::Copy, Storey::Hardware, {}, {}});
  ViewState state = session.state();
  const auto draws = [&](std::string_view words) {
    RecordingCanvas canvas;
    findView("memory")->draw(canvas, {0, 0, 1294, 620}, state);
    return canvas.findTextWith(words) != nullptr;
  };
  for (const char* ours : {"pinned not observed", "pageable not observed", "Effective bandwidth", "host_memory="}) {
    state.session.hello = sampleHello();
    EXPECT_TRUE(draws(ours)) << ours;
    state.session.hello.reset();
    EXPECT_FALSE(draws(ours)) << ours;
  }
  EXPECT_TRUE(draws("Host RAM"));
}

TEST(MemoryView, TheKernelOfTheBlocksIsNamed) {
  SampleSession session;
  session.add({session.stream(1),
               "void gemm<float, 4>(float*)",
               0,
               100,
               0,
               0,
               EventKind::Kernel,
               Storey::Hardware,
               {{arg::kGridX, 3}, {arg::kBlockX, 64}},
               {}});
  EXPECT_NE(drawn(session.state()).findText("gemm<…>(…)"), nullptr);
}

TEST(MemoryView, OneCellForEachUnitAndIdleOnesDark) {
  SampleSession session;
  session.add({session.stream(1),
               "small",
               0,
               100,
               0,
               0,
               EventKind::Kernel,
               Storey::Hardware,
               {{arg::kGridX, 3}, {arg::kBlockX, 64}},
               {}});
  ViewState state = session.state();
  state.session.hello->device.computeUnits = 132;
  state.session.hello->device.computeUnitName = "SM";
  const RecordingCanvas canvas = drawn(state);
  EXPECT_NE(canvas.findText("132 SM"), nullptr);
  EXPECT_EQ(canvas.of(DrawOp::Kind::Fill, darkTheme().deviceBox).size(), 3u);
  EXPECT_EQ(canvas.of(DrawOp::Kind::Fill, darkTheme().unitIdle).size(), 129u);
}

TEST(MemoryView, HitOnTheLinkFindsTheLastCopy) {
  SampleSession session;
  session.addRun(1);
  const ViewState state = session.state();
  const RecordingCanvas canvas = drawn(state);
  const DrawOp* words = canvas.findTextWith("H→D");
  ASSERT_NE(words, nullptr);
  const auto hit = findView("memory")->hit(canvas, kArea, state, {words->rect.x + 3, words->rect.y + 3});
  ASSERT_TRUE(hit && hit->selection.event);
  EXPECT_EQ(state.session.snapshot->event(*hit->selection.event).begin.ns, SampleSession::kStart + 85'000);
  EXPECT_NE(hit->tooltip.find("bytes: 1 MiB"), std::string::npos) << hit->tooltip;
}

}  // namespace
}  // namespace strata::memory_view_test
