#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <memory>

#include "app/canvas/format.h"
#include "app/canvas/recording_canvas.h"
#include "app/views/memory/memory_details.h"
#include "app/views/memory/memory_layout.h"
#include "app/views/view.h"
#include "app/words/messages.h"
#include "tests/views/sample_session.h"

namespace strata::memory_details_test {
namespace {

constexpr Rect kArea{0, 0, 1100, 620};
constexpr double kMiB = 1 << 20;

RecordingCanvas drawn(const ViewState& state, Rect area = kArea) {
  RecordingCanvas canvas;
  findView("memory")->draw(canvas, area, state);
  return canvas;
}

void change(SampleSession& session, std::uint32_t counter, std::int64_t at, double total, std::int64_t address) {
  TraceEvent event;
  event.begin = {SampleSession::kStart + at};
  event.payload = std::bit_cast<std::int64_t>(total);
  event.track = counter;
  event.kind = EventKind::Counter;
  event.provenance = Provenance::Counted;
  const Arg arg{session.store().intern(arg::kAddress), address};
  session.store().add(event, std::span(&arg, 1));
}

void slice(SampleSession& session, Storey storey, std::string_view name, std::int64_t begin, std::int64_t end) {
  session.add({session.host(storey), name, begin, end, 1, 0, EventKind::Slice, storey, {}, {}});
}

/// Weights for the whole session; two scratch pieces of one size, of which the second is freed first.
void addAllocations(SampleSession& session) {
  const std::uint32_t device = session.counter("device memory", "bytes");
  slice(session, Storey::Model, "weights", 0, 1'000);
  slice(session, Storey::Model, "forward", 2'000, 9'000);
  slice(session, Storey::Framework, "conv2d", 2'500, 4'000);
  change(session, device, 500, 4 * kMiB, 0x1000);
  change(session, device, 3'000, 5 * kMiB, 0x9000);  // in conv2d, in forward
  change(session, device, 5'000, 6 * kMiB, 0xA000);  // in forward alone
  change(session, device, 6'000, 5 * kMiB, 0xA000);
  change(session, device, 8'000, 4 * kMiB, 0x9000);
  slice(session, Storey::Model, "the end", 9'500, 10'000);
}

MemoryFacts factsOf(const ViewState& state) {
  return memoryFacts(state);
}

AllocationMap deviceMap(const ViewState& state) {
  return allocationMap(*state.session.snapshot, factsOf(state).device->track, state.session.snapshot->bounds()->end);
}

std::string ownerOf(const ViewState& state, const Allocation& one) {
  return one.owner ? std::string(state.session.snapshot->name(state.session.snapshot->event(*one.owner).name)) : "";
}

TEST(MemoryMap, WhatWasThereBeforeTheFirstChangeIsNoAllocation) {
  SampleSession session;
  const std::uint32_t counter = session.counter("device memory allocated (PyTorch, GPU 0)", "bytes");
  slice(session, Storey::Model, "forward", 0, 1'000);
  const auto piece = [&](std::int64_t at, std::int64_t total, std::int64_t bytes) {
    TraceEvent event;
    event.begin = {SampleSession::kStart + at};
    event.payload = std::bit_cast<std::int64_t>(static_cast<double>(total));
    event.track = counter;
    event.kind = EventKind::Counter;
    const Arg args[] = {{session.store().intern(arg::kAddress), std::int64_t{0x1000}},
                        {session.store().intern(arg::kBytes), bytes}};
    session.store().add(event, args);
  };
  piece(100, 10'000'000, 512);
  piece(200, 9'999'488, -512);
  const AllocationMap map = deviceMap(session.state());
  ASSERT_EQ(map.largest.size(), 1u);
  EXPECT_EQ(map.largest[0].bytes, 512);
  EXPECT_EQ(map.before, 9'999'488);
  EXPECT_NE(drawn(session.state()).findTextWith("from before"), nullptr);
  EXPECT_TRUE(map.largest[0].end);
}

TEST(MemoryMap, WhatNoCallAllocatedSaysSo) {
  SampleSession session;
  const std::uint32_t device = session.counter("device memory", "bytes");
  slice(session, Storey::Model, "the end", 9'500, 10'000);
  change(session, device, 500, 4 * kMiB, 0x1000);
  EXPECT_NE(drawn(session.state()).findTextWith("outside calls"), nullptr);
}

TEST(MemoryCopies, AreListedLongestFirstWithTheirShareOfTheBest) {
  SampleSession session;
  session.addRun(1);
  const ViewState state = session.state();
  const CopyTable table = copyTable(state, factsOf(state));
  ASSERT_EQ(table.rows.size(), 3u);
  EXPECT_EQ(table.rows[0].duration.ns, 120'000);
  EXPECT_EQ(table.rows[0].hostMemory, "pageable");
  EXPECT_DOUBLE_EQ(*table.rows[0].share, 80.0 / 120.0);
  EXPECT_EQ(table.rows[1].direction, "D→H");
  EXPECT_DOUBLE_EQ(*table.rows[1].share, 1) << "each direction has a best of its own";
  EXPECT_FALSE(table.ofSpec);
  EXPECT_NE(drawn(state).findText("share of the best seen (measured)"), nullptr);
}

TEST(MemoryCopies, SharesAreOfTheLinksDataSheetWhereThereIsOne) {
  SampleSession session;
  session.addRun(1);
  ViewState state = session.state();
  state.session.hello->device.facts.push_back({"link bandwidth", 55.0, "GB/s", Provenance::Spec});
  const CopyTable table = copyTable(state, factsOf(state));
  EXPECT_TRUE(table.ofSpec);
  EXPECT_DOUBLE_EQ(*table.rows[0].share, 1'048'576 / 120e-6 / 55e9);
  EXPECT_NE(drawn(state).findText("share of the link (spec)"), nullptr);
}

TEST(MemoryCopies, ARowSelectsItsCopy) {
  SampleSession session;
  session.addRun(1);
  const ViewState state = session.state();
  const RecordingCanvas canvas = drawn(state);
  for (const auto& [words, begin] : {std::pair{"120 µs", 85'000}, {"80.0 µs", 4'000}}) {
    const DrawOp* cell = canvas.findText(words);
    ASSERT_NE(cell, nullptr) << words;
    const auto hit = findView("memory")->hit(canvas, kArea, state, {cell->rect.x + 2, cell->rect.y + 6});
    ASSERT_TRUE(hit && hit->selection.event) << words;
    EXPECT_EQ(state.session.snapshot->event(*hit->selection.event).begin.ns, SampleSession::kStart + begin);
  }
}

TEST(MemoryCopies, ColumnsGoWithoutRoomButNeverTheSize) {
  SampleSession session;
  session.addRun(1);
  const RecordingCanvas narrow = drawn(session.state(), {0, 0, 200, 620});
  EXPECT_NE(narrow.findText(text(Msg::CopySize)), nullptr);
  EXPECT_EQ(narrow.findText(text(Msg::CopyTook)), nullptr);
  EXPECT_NE(drawn(session.state()).findText(text(Msg::CopyTook)), nullptr);
}

TEST(MemoryCopies, OnTheStreamOfTheirKernelsAreSeenToo) {
  SampleSession session;
  const std::uint32_t stream = session.stream(1);
  for (std::int64_t i = 0; i < 2000; ++i)
    session.add({stream, "gemm", i * 100, i * 100 + 50, 0, 0, EventKind::Kernel, Storey::Hardware, {}, {}});
  session.add({stream,
               "Memcpy",
               60,
               90,
               0,
               0,
               EventKind::Copy,
               Storey::Hardware,
               {{arg::kBytes, 6000}},
               {{arg::kDirection, "H→D"}}});
  session.add({stream, "Memcpy", 160, 190, 0, 0, EventKind::Copy, Storey::Hardware, {}, {{arg::kDirection, "D→H"}}});
  const ViewState state = session.state();
  const MemoryFacts facts = factsOf(state);
  EXPECT_EQ(facts.down.copies, 1u);
  EXPECT_DOUBLE_EQ(facts.down.best.value_or(0), 6000 / 30e-9);
  EXPECT_EQ(facts.up.copies, 1u);
  EXPECT_FALSE(facts.up.best) << "its size is not told";
  const CopyTable table = copyTable(state, facts);
  EXPECT_EQ(table.copies, 2u);
  EXPECT_EQ(table.rows.size(), 2u);
  const RecordingCanvas canvas = drawn(state);
  EXPECT_EQ(canvas.findText(text(Msg::CopiesEmpty)), nullptr);
  EXPECT_NE(canvas.findTextWith("of unknown size"), nullptr);
}

TEST(MemoryPinned, BestAndMedianOfEachWhereBothOccurred) {
  SampleSession session;
  session.addRun(1);
  const std::uint32_t down = session.copies("H→D");
  for (const std::int64_t ns : {200'000, 50'000})
    session.add({down,
                 "copy",
                 400'000 + ns * 2,
                 400'000 + ns * 3,
                 0,
                 0,
                 EventKind::Copy,
                 Storey::Hardware,
                 {{arg::kBytes, 1'000'000}},
                 {{arg::kDirection, "H→D"}, {arg::kHostMemory, "pageable"}}});
  const ViewState state = session.state();
  const CopyTable table = copyTable(state, factsOf(state));
  ASSERT_EQ(table.comparisons.size(), 1u) << "D→H was pinned only";
  EXPECT_EQ(table.comparisons[0].direction, "H→D");
  EXPECT_DOUBLE_EQ(table.comparisons[0].pinned.median, 1'048'576 / 80e-6);
  EXPECT_EQ(table.comparisons[0].pageable.copies, 3u);
  EXPECT_DOUBLE_EQ(table.comparisons[0].pageable.best, 1e6 / 50e-6);
  EXPECT_DOUBLE_EQ(table.comparisons[0].pageable.median, 1'048'576 / 120e-6);
}

/// One of 1 µs from host to device.
void addCopy(SampleSession& session, std::int64_t begin, std::int64_t bytes, std::string_view memory) {
  session.add({session.copies("H→D"),
               "copy",
               begin,
               begin + 1'000,
               0,
               0,
               EventKind::Copy,
               Storey::Hardware,
               {{arg::kBytes, bytes}},
               {{arg::kDirection, "H→D"}, {arg::kHostMemory, memory}}});
}

TEST(MemoryPinned, TheMedianOfTwoCopiesIsTheSpeedAndTheSizeOfOne) {
  SampleSession session;
  addCopy(session, 0, 12288, "pinned");
  addCopy(session, 2'000, 4096, "pinned");
  addCopy(session, 4'000, 4096, "pageable");
  const ViewState state = session.state();
  const CopyTable table = copyTable(state, factsOf(state));
  ASSERT_EQ(table.comparisons.size(), 1u);
  EXPECT_DOUBLE_EQ(table.comparisons[0].pinned.median, 4096 / 1e-6);
  EXPECT_DOUBLE_EQ(table.comparisons[0].pinned.medianBytes, 4096);
}

TEST(MemoryPinned, NoRatioBetweenCopiesOfUnlikeSizes) {
  SampleSession session;
  addCopy(session, 0, 4096, "pinned");
  addCopy(session, 2'000, 65536, "pageable");
  EXPECT_NE(drawn(session.state()).findTextWith("4 KiB versus 64 KiB"), nullptr);
  EXPECT_EQ(drawn(session.state()).findTextWith("× pageable"), nullptr);
  addCopy(session, 4'000, 65536, "pinned");
  addCopy(session, 6'000, 65536, "pinned");
  EXPECT_NE(drawn(session.state()).findTextWith("pinned is 1 × pageable"), nullptr);
}

TEST(MemoryPinned, CopiesThatStayInACoresCacheAreNotCompared) {
  SampleSession session;
  addCopy(session, 0, 4096, "pinned");
  addCopy(session, 2'000, 4096, "pageable");
  ViewState state = session.state();
  state.session.hello->device.backend = "cpu";
  state.session.hello->device.facts.push_back({"L2 cache", 16384, "B", Provenance::Spec});
  EXPECT_TRUE(copyTable(state, factsOf(state)).comparisons.empty());
  EXPECT_NE(drawn(state).findTextWith("All pinned or all"), nullptr);
  EXPECT_EQ(drawn(state).findTextWith("× pageable"), nullptr);
  addCopy(session, 4'000, 65536, "pinned");
  addCopy(session, 6'000, 65536, "pageable");
  state.session.snapshot = session.state().session.snapshot;
  const CopyTable table = copyTable(state, factsOf(state));
  ASSERT_EQ(table.comparisons.size(), 1u);
  EXPECT_EQ(table.comparisons[0].pinned.copies, 1u);
  EXPECT_DOUBLE_EQ(table.comparisons[0].pageable.medianBytes, 65536);
  EXPECT_FALSE(table.onlyInCache);
}

TEST(MemoryPinned, SaysHowToSeeTheOtherKind) {
  SampleSession session;
  session.add({session.copies("H→D"),
               "copy",
               0,
               10,
               0,
               0,
               EventKind::Copy,
               Storey::Hardware,
               {{arg::kBytes, 64}},
               {{arg::kHostMemory, "pinned"}}});
  EXPECT_NE(drawn(session.state()).findTextWith("host_memory=pageable"), nullptr);
}

TEST(MemoryPinned, AdvisesNoParameterThatTheExperimentHasNot) {
  SampleSession session;
  session.add({session.copies("D→H"),
               "copy",
               0,
               10,
               0,
               0,
               EventKind::Copy,
               Storey::Hardware,
               {{arg::kBytes, 64}},
               {{arg::kHostMemory, "pinned"}}});
  ViewState state = session.state();
  ExperimentInfo info;
  info.name = "frames";
  state.session.experiment = std::make_shared<const ExperimentInfo>(info);
  EXPECT_EQ(drawn(state).findTextWith("host_memory="), nullptr);
  EXPECT_NE(drawn(state).findTextWith("pinned"), nullptr) << "what was seen is still said";
  info.parameters.emplace_back().name = "host_memory";
  state.session.experiment = std::make_shared<const ExperimentInfo>(info);
  EXPECT_NE(drawn(state).findTextWith("host_memory=pageable"), nullptr);
}

TEST(MemoryMap, AddressesSayWhichPieceWasFreed) {
  SampleSession session;
  addAllocations(session);
  const ViewState state = session.state();
  const AllocationMap map = deviceMap(state);
  EXPECT_FALSE(map.bySize);
  EXPECT_EQ(map.peak, 6 * kMiB);
  EXPECT_EQ(map.peakAt.ns, SampleSession::kStart + 5'000);
  ASSERT_EQ(map.largest.size(), 3u);
  EXPECT_EQ(map.largest[0].bytes, 4 * kMiB);
  EXPECT_FALSE(map.largest[0].end) << "the weights stay";
  EXPECT_EQ(map.largest[1].end->ns, SampleSession::kStart + 8'000);
  EXPECT_EQ(map.largest[2].end->ns, SampleSession::kStart + 6'000);
}

TEST(MemoryMap, TheInnermostStepIsWhoAllocated) {
  SampleSession session;
  addAllocations(session);
  const ViewState state = session.state();
  const AllocationMap map = deviceMap(state);
  ASSERT_EQ(map.largest.size(), 3u);
  EXPECT_EQ(ownerOf(state, map.largest[0]), "weights");
  EXPECT_EQ(ownerOf(state, map.largest[1]), "conv2d");
  EXPECT_EQ(ownerOf(state, map.largest[2]), "forward");
}

TEST(MemoryMap, WithoutAddressesTheOldestOfThatSizeIsFreedAndTheViewSaysSo) {
  SampleSession session;
  session.addRun(1);
  const ViewState state = session.state();
  EXPECT_TRUE(deviceMap(state).bySize);
  EXPECT_NE(drawn(state).findText(text(Msg::AllocationsBySize)), nullptr);
}

TEST(MemoryMap, PiecesStandOnOneAnotherAndReachThePeak) {
  SampleSession session;
  addAllocations(session);
  const ViewState state = session.state();
  const MemoryFacts facts = factsOf(state);
  const std::vector<AllocationPlot> plots = allocationPlots(layoutMemory(kArea).map, state, facts);
  ASSERT_EQ(plots.size(), 1u);
  const AllocationPlot& plot = plots[0];
  float top = plot.plot.bottom();
  double area = 0;
  forEachPiece(plot, [&](const Allocation&, Rect rect) {
    top = std::min(top, rect.y);
    area += static_cast<double>(rect.w) * static_cast<double>(rect.h);
    return true;
  });
  EXPECT_NEAR(top, plot.plot.y, 0.01);
  // 4 MiB for 9.5 µs, 1 MiB for 5 µs and for 1 µs; the plot is 6 MiB high and 10 µs wide.
  const double whole = static_cast<double>(plot.plot.w) * static_cast<double>(plot.plot.h);
  EXPECT_NEAR(area / whole, (4 * 9.5 + 5 + 1) / 60, 1e-3);
}

TEST(MemoryMap, HoverNamesThePieceAndAClickSelectsWhoAllocatedIt) {
  SampleSession session;
  addAllocations(session);
  const ViewState state = session.state();
  const RecordingCanvas canvas = drawn(state);
  const DrawOp* label = canvas.findTextWith("weights");
  ASSERT_NE(label, nullptr);
  const auto hit = findView("memory")->hit(canvas, kArea, state, {label->rect.x + 3, label->rect.y + 5});
  ASSERT_TRUE(hit && hit->selection.event);
  EXPECT_EQ(state.session.snapshot->name(state.session.snapshot->event(*hit->selection.event).name), "weights");
  EXPECT_NE(hit->tooltip.find("4 MiB"), std::string::npos) << hit->tooltip;
  EXPECT_NE(hit->tooltip.find("not freed"), std::string::npos) << hit->tooltip;
}

TEST(MemoryMap, ThePeakIsMarkedWithItsValueAndTime) {
  SampleSession session;
  addAllocations(session);
  const RecordingCanvas canvas = drawn(session.state());
  EXPECT_NE(canvas.findText("peak 6 MiB at 5.00 µs"), nullptr);
}

TEST(MemoryMap, OfManyAllocationsTheLargestAreShownAndTheRestCounted) {
  SampleSession session;
  const std::uint32_t device = session.counter("device memory", "bytes");
  change(session, device, 0, 1e6, 1);
  for (std::int64_t i = 0; i < 20'000; ++i) {
    change(session, device, 10 + i * 20, 1e6 + 64 + static_cast<double>(i % 7), 2 + i);
    change(session, device, 20 + i * 20, 1e6, 2 + i);
  }
  const ViewState state = session.state();
  const AllocationMap map = deviceMap(state);
  EXPECT_EQ(map.largest.size(), kMostAllocations);
  EXPECT_EQ(map.folded, 20'001 - kMostAllocations);
  EXPECT_EQ(map.largest[0].bytes, 1e6) << "the one that lives longest is the lowest";
  EXPECT_TRUE(std::ranges::all_of(map.largest, [](const Allocation& one) { return one.bytes >= 70; }));
  EXPECT_LT(drawn(state).ops().size(), 6000u);
  EXPECT_NE(drawn(state).findTextWith(formatCount(19'905)), nullptr);
}

TEST(MemoryMap, ChangesTooOldToReadAreCountedNotForgotten) {
  SampleSession session;
  const std::uint32_t device = session.counter("device memory", "bytes");
  for (std::size_t i = 0; i < kMostChanges + 1'234; ++i)
    change(session, device, static_cast<std::int64_t>(10 * i), i % 2 == 0 ? 64 : 0, 1);
  const ViewState state = session.state();
  EXPECT_EQ(deviceMap(state).unread, 1'234u);
  EXPECT_NE(drawn(state, {0, 0, 1600, 620}).findTextWith(formatCount(1'234)), nullptr);
}

TEST(MemoryDetails, TheStripAloneWhereTheAreaIsLow) {
  SampleSession session;
  session.addRun(1);
  const RecordingCanvas low = drawn(session.state(), {0, 0, 1300, 170});
  EXPECT_EQ(low.findText(text(Msg::CopiesTitle)), nullptr);
  EXPECT_NE(drawn(session.state(), {0, 0, 1300, 290}).findText(text(Msg::CopiesTitle)), nullptr);
}

}  // namespace
}  // namespace strata::memory_details_test
