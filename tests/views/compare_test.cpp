#include <gtest/gtest.h>

#include <cmath>

#include "app/canvas/recording_canvas.h"
#include "app/facts/compared_sides.h"
#include "app/facts/table_cells.h"
#include "app/facts/wall_clock.h"
#include "app/views/compare/compare_room.h"
#include "app/views/view.h"
#include "engine/trace/trace_store.h"
#include "tests/views/compared_sessions.h"

namespace strata::compare_test {
namespace {

std::shared_ptr<const TraceSnapshot> sessionOf(std::int64_t kernelNs, bool extra) {
  SampleSession session;
  const auto runtime = session.host(Storey::Runtime), stream = session.stream(1);
  for (std::int64_t i = 0; i < 3; ++i) {
    session.add(
        {.track = runtime, .name = "launch", .begin = i * 10'000, .end = i * 10'000 + 100, .storey = Storey::Runtime});
    session.add({.track = stream,
                 .name = "gemm",
                 .begin = i * 10'000 + 200,
                 .end = i * 10'000 + 200 + kernelNs,
                 .kind = EventKind::Kernel,
                 .storey = Storey::Hardware});
  }
  if (extra)
    session.add({.track = runtime, .name = "only here", .begin = 40'000, .end = 40'010, .storey = Storey::Runtime});
  return session.state().session.snapshot;
}

TEST(CompareView, OnlyWhereItIsNarrowAndLowIsThereTheTableAlone) {
  ViewState state;
  state.sight.comparison = std::make_shared<Comparison>(
      compareSessions(side(sessionOf(1000, false), "one"), side(sessionOf(4000, true), "two"), std::nullopt));
  state.session.snapshot = state.sight.comparison->sides[0].snapshot;
  EXPECT_TRUE(compareTableAlone({0, 0, 580, 246}, state));
  EXPECT_FALSE(compareTableAlone({0, 0, 590, 246}, state)) << "lanes stand beside it";
  EXPECT_FALSE(compareTableAlone({0, 0, 580, 250}, state)) << "and above it";
}

TEST(Comparison, MatchesNamesAndPutsTheGreatestDifferenceFirst) {
  const Comparison comparison =
      compareSessions(side(sessionOf(1000, false), "one"), side(sessionOf(4000, true), "two"), std::nullopt);
  const std::vector<ComparedName>& names = comparison.of(CompareOf::Events);
  ASSERT_EQ(names.size(), 3u);
  EXPECT_EQ(names[0].label(), "gemm");
  EXPECT_EQ(names[0].total[0], Duration{3000});
  EXPECT_EQ(names[0].total[1], Duration{12'000});
  EXPECT_FALSE(lineOf(comparison, "only here").onBoth());
  EXPECT_EQ(names[2].label(), "launch") << "no difference comes last";
  const auto hardware = static_cast<std::size_t>(Storey::Hardware);
  EXPECT_EQ(comparison.busy[1][hardware], Duration{12'000});
}

/// Calls of "often", each so long, and one of "once".
std::shared_ptr<const TraceSnapshot> oftenAndOnce(std::int64_t often, std::int64_t oftenNs, std::int64_t onceNs) {
  SampleSession session;
  const auto runtime = session.host(Storey::Runtime);
  session.add({.track = runtime, .name = "once", .begin = 0, .end = onceNs, .storey = Storey::Runtime});
  for (std::int64_t i = 1; i <= often; ++i)
    session.add(
        {.track = runtime, .name = "often", .begin = i * 1000, .end = i * 1000 + oftenNs, .storey = Storey::Runtime});
  return session.state().session.snapshot;
}

TEST(Comparison, OfRunsOneCallIsComparedWithOneWhereCountsDiffer) {
  const auto namesOf = [](std::int64_t oftenNs) {
    const ComparedSession one = runSide(oftenAndOnce(40, 100, 100), "one"),
                          two = runSide(oftenAndOnce(10, oftenNs, 200), "two");
    return compareSessions(one, two, std::nullopt).of(CompareOf::Events);
  };
  const std::vector<ComparedName> same = namesOf(100);
  ASSERT_EQ(same.size(), 2u);
  EXPECT_EQ(same[0].label(), "once") << "the other is only called more often";
  EXPECT_EQ(same[1].difference(), Duration{0});
  EXPECT_EQ(same[1].count, (std::array<std::uint64_t, 2>{40, 10}));
  const std::vector<ComparedName> slower = namesOf(400);
  EXPECT_EQ(slower[0].label(), "often") << "though the totals are the same";
  EXPECT_EQ(slower[0].difference(), Duration{3000}) << "ten calls, each longer by 300";
}

TEST(CompareView, SaysWhereItComparesOneCall) {
  ViewState state;
  state.sight.comparison = std::make_shared<Comparison>(
      compareSessions(side(oftenAndOnce(40, 100, 100), "one"), side(oftenAndOnce(10, 100, 200), "two"), std::nullopt));
  state.session.snapshot = state.sight.comparison->sides[0].snapshot;
  state.sight.range = *state.session.snapshot->bounds();
  const Rect area{0, 0, 1300, 420};
  RecordingCanvas canvas;
  findView("compare")->draw(canvas, area, state);
  EXPECT_NE(canvas.findText("the same a call"), nullptr);
  EXPECT_NE(canvas.findText("B 2× longer"), nullptr) << "called once on both sides";
  const DrawOp* often = canvas.findText("often");
  ASSERT_NE(often, nullptr);
  const auto hit = findView("compare")->hit(canvas, area, state, {often->rect.x + 2, often->rect.y + 4});
  ASSERT_TRUE(hit);
  EXPECT_NE(hit->tooltip.find("A: 100 ns a call · B: 100 ns a call"), std::string::npos) << hit->tooltip;
}

TEST(Comparison, ItsRowsAreATableForSpreadsheets) {
  const Comparison comparison =
      compareSessions(side(oftenAndOnce(4, 100, 100), "one"), side(oftenAndOnce(4, 100, 250), "two"), std::nullopt);
  EXPECT_EQ(comparedCsv(comparison, {.name = "once"}),
            "name_a,name_b,storey,count_a,count_b,total_a_ns,total_b_ns,difference_ns,median_a_ns,median_b_ns,ratio,"
            "ratio_of,more_than_chance\n"
            "\"once\",\"once\",runtime,1,1,100,250,150,100,250,2.500000,medians,\n");
}

TEST(CompareView, ARatioIsSaidInFullWhereItHasAColumn) {
  ViewState state;
  state.sight.comparison = std::make_shared<Comparison>(
      compareSessions(side(oftenAndOnce(40, 100, 100), "one"), side(oftenAndOnce(10, 888, 200), "two"), std::nullopt));
  state.session.snapshot = state.sight.comparison->sides[0].snapshot;
  state.sight.range = *state.session.snapshot->bounds();
  for (const float width : {700.f, 900.f, 1300.f}) {
    RecordingCanvas canvas;
    findView("compare")->draw(canvas, {0, 0, width, 420}, state);
    EXPECT_NE(canvas.findText("B 8.88× longer a call"), nullptr) << width;
  }
}

TEST(CompareView, NamesOfBothSidesAreElidedAlike) {
  ViewState state;
  state.sight.comparison = std::make_shared<Comparison>(
      compareSessions(side(sessionOf(1000, false), "NVIDIA H200 · before-the-change.pftrace"),
                      side(sessionOf(1000, false), "NVIDIA H200 · after-the-change.pftrace"), std::nullopt));
  state.session.snapshot = state.sight.comparison->sides[0].snapshot;
  state.sight.range = *state.session.snapshot->bounds();
  for (const float width : {460.f, 560.f}) {
    RecordingCanvas canvas;
    findView("compare")->draw(canvas, {0, 0, width, 420}, state);
    const DrawOp *a = canvas.findTextWith("A: NV"), *b = canvas.findTextWith("B: NV");
    ASSERT_TRUE(a && b) << width;
    EXPECT_NE(a->text.find("bef"), std::string::npos) << a->text;
    EXPECT_NE(b->text.find("aft"), std::string::npos) << b->text;
    EXPECT_NEAR(a->rect.w, b->rect.w, 20) << a->text << " " << b->text;
    EXPECT_LE(b->rect.right(), width);
  }
  RecordingCanvas wide;
  findView("compare")->draw(wide, {0, 0, 1300, 420}, state);
  EXPECT_NE(wide.findText("A: NVIDIA H200 · before-the-change.pftrace"), nullptr);
  EXPECT_NE(wide.findText("B: NVIDIA H200 · after-the-change.pftrace"), nullptr);
}

TEST(CompareView, WhatTellsTheSidesApartStaysInTheirNames) {
  ViewState state;
  ComparedSession one = side(sessionOf(1000, false), "Run 1 · matmul · nightly-2026-11-29-epyc-box-release.pftrace"),
                  two = side(sessionOf(1000, false), "Run 1 · matmul · nightly-2026-11-30-epyc-box-release.pftrace");
  one.file = "/nights/nightly-2026-11-29-epyc-box-release.pftrace";
  state.sight.comparison = std::make_shared<Comparison>(compareSessions(one, two, std::nullopt));
  state.session.snapshot = state.sight.comparison->sides[0].snapshot;
  state.sight.range = *state.session.snapshot->bounds();
  for (const float width : {560.f, 700.f}) {
    RecordingCanvas canvas;
    findView("compare")->draw(canvas, {0, 0, width, 420}, state);
    const DrawOp *a = canvas.findTextWith("A: "), *b = canvas.findTextWith("B: ");
    ASSERT_TRUE(a && b) << width;
    EXPECT_NE(a->text.find("29"), std::string::npos) << a->text;
    EXPECT_NE(b->text.find("30"), std::string::npos) << b->text;
    EXPECT_LE(b->rect.right(), width);
    const auto hit = findView("compare")->hit(canvas, {0, 0, width, 420}, state, {a->rect.x + 2, a->rect.y + 4});
    ASSERT_TRUE(hit) << "what is cut there stands in the tooltip";
    EXPECT_EQ(hit->tooltip.find("A: " + one.title + "\n" + one.file + "\nB: " + two.title), 0u) << hit->tooltip;
  }
}

TEST(Comparison, FilesOfOneNameAreToldApartByTheirFoldersOrTheirTime) {
  const auto recorded = [](std::int64_t ns) {
    TraceStore store;
    TraceEvent event;
    event.track = store.track({});
    store.add(event);
    store.setWallClock(ns);
    return store.snapshot();
  };
  ComparedSession one = side(recorded(1'780'000'000'000'000'000), "Run 1 · mm.pftrace"), two = one;
  one.file = "/nights/mon/cpu/mm.pftrace";
  two.file = "/nights/tue/cpu/mm.pftrace";
  const auto titles = [&] {
    Comparison comparison;
    comparison.sides = {one, two};
    return sideTitles(comparison);
  };
  EXPECT_EQ(titles(), (std::array<std::string, 2>{"Run 1 · mon/cpu/mm.pftrace", "Run 1 · tue/cpu/mm.pftrace"}));
  two.file = one.file;
  EXPECT_EQ(titles(), (std::array<std::string, 2>{"Run 1 · mm.pftrace", "Run 1 · mm.pftrace"}));
  two.snapshot = recorded(1'780'000'120'000'000'000);
  EXPECT_EQ(titles()[1], "Run 1 · mm.pftrace · " + recordedOf(*two.snapshot)) << "it was written over since";
  EXPECT_NE(titles()[0], titles()[1]);
}

TEST(Comparison, ADeviceThatBothSidesShareIsNotSaid) {
  ComparedSession one = side(sessionOf(1000, false), "Run 2 · matmul 96×96×96"),
                  two = side(sessionOf(1000, false), "Run 1 · matmul 96×96×96");
  const auto titles = [&] { return sideTitles(compareSessions(one, two, std::nullopt)); };
  one.device = two.device = "NVIDIA H100";
  EXPECT_EQ(titles()[0], "Run 2 · matmul 96×96×96");
  two.device = "NVIDIA H200";
  EXPECT_EQ(titles()[0], "Run 2 · matmul 96×96×96 · NVIDIA H100");
  EXPECT_EQ(titles()[1], "Run 1 · matmul 96×96×96 · NVIDIA H200");
  one.title.clear();
  EXPECT_EQ(titles()[0], "NVIDIA H100");
}

TEST(Comparison, BusyTimeCountsParallelWorkOnce) {
  SampleSession session;
  const auto first = session.stream(1), second = session.stream(2);
  session.add(
      {.track = first, .name = "a", .begin = 0, .end = 100, .kind = EventKind::Kernel, .storey = Storey::Hardware});
  session.add(
      {.track = second, .name = "b", .begin = 50, .end = 150, .kind = EventKind::Kernel, .storey = Storey::Hardware});
  const auto snapshot = session.state().session.snapshot;
  const Comparison comparison = compareSessions(side(snapshot, "x"), side(snapshot, "y"), std::nullopt);
  EXPECT_EQ(comparison.busy[0][static_cast<std::size_t>(Storey::Hardware)], Duration{150});
}

TEST(CompareView, SaysOfWhatTheTimeOfAStoreyIs) {
  SampleSession session;
  for (std::uint32_t device = 1; device <= 2; ++device)
    session.add({.track = session.stream(device, device),
                 .name = "gemm",
                 .begin = 50 * device,
                 .end = 50 * device + 100,
                 .kind = EventKind::Kernel,
                 .storey = Storey::Hardware});
  ViewState state = session.state();
  const auto all = side(state.session.snapshot, "one");
  state.sight.comparison = std::make_shared<const Comparison>(compareSessions(all, all, std::nullopt));
  const Rect area{0, 0, 1300, 420};
  RecordingCanvas canvas;
  findView("compare")->draw(canvas, area, state);
  const DrawOp* storey = canvas.findText(storeyInfo(Storey::Hardware).title);
  ASSERT_NE(storey, nullptr);
  const auto hit = findView("compare")->hit(canvas, area, state, {storey->rect.x + 2, storey->rect.y + 6});
  ASSERT_TRUE(hit);
  EXPECT_NE(hit->tooltip.find("150 ns in A, 150 ns in B. The time in which any thread, stream or device worked"),
            std::string::npos)
      << hit->tooltip;
}

TEST(Comparison, CallsThatOnlyCountAreInNoLineAndNoBusyTime) {
  SampleSession session;
  const auto model = session.host(Storey::Model);
  session.add({.track = model, .name = "naive", .begin = 0, .end = 100, .call = 1, .storey = Storey::Model});
  session.add(
      {.track = model, .name = "naive, memory observed", .begin = 200, .end = 900, .call = 2, .storey = Storey::Model});
  const auto snapshot = session.state().session.snapshot;
  const Comparison comparison = compareSessions(side(snapshot, "x"), side(snapshot, "y"), std::nullopt);
  EXPECT_EQ(comparison.of(CompareOf::Events).size(), 1u);
  EXPECT_EQ(comparison.of(CompareOf::Ops).size(), 1u);
  EXPECT_EQ(comparison.busy[0][static_cast<std::size_t>(Storey::Model)], Duration{100});
}

TEST(Comparison, AnAnnotationOfTheDeviceIsNoBusyTime) {
  SampleSession session;
  session.add({.track = session.stream(1),
               .name = "a",
               .begin = 100,
               .end = 200,
               .kind = EventKind::Kernel,
               .storey = Storey::Hardware});
  session.add(
      {.track = session.host(Storey::Hardware), .name = "step", .begin = 0, .end = 900, .storey = Storey::Hardware});
  const auto snapshot = session.state().session.snapshot;
  const Comparison comparison = compareSessions(side(snapshot, "x"), side(snapshot, "y"), std::nullopt);
  EXPECT_EQ(comparison.busy[0][static_cast<std::size_t>(Storey::Hardware)], Duration{100});
}

TEST(Comparison, NamesThatMatchAndAreNestedCountOnce) {
  SampleSession session;
  const auto model = session.host(Storey::Model);
  for (const auto& [name, begin, end] : {std::tuple("step#1", 0, 1000), {"step#2", 100, 900}})
    session.add({.track = model, .name = name, .begin = begin, .end = end, .storey = Storey::Model});
  const auto snapshot = session.state().session.snapshot;
  const Comparison comparison = compareSessions(side(snapshot, "x"), side(snapshot, "y"), std::nullopt);
  const ComparedName& step = comparison.of(CompareOf::Events).front();
  EXPECT_EQ(step.count[0], 2u);
  EXPECT_EQ(step.total[0], Duration{1000});
  EXPECT_EQ(step.mean(0), 900) << "of whole events";
}

TEST(Comparison, AlignsTheSameOccurrenceOfAName) {
  const auto one = sessionOf(1000, false), two = sessionOf(4000, false);
  const EventRef third{1, 0, 2};
  ASSERT_EQ(one->name(one->event(third).name), "gemm");
  const Comparison comparison = compareSessions(side(one, "one"), side(two, "two"), third);
  EXPECT_EQ(comparison.sides[0].anchor, one->event(third).begin);
  EXPECT_EQ(comparison.sides[1].anchor, two->event(third).begin);
  EXPECT_EQ(comparison.alignedAt, "gemm");
  EXPECT_TRUE(compareSessions(side(one, "one"), side(two, "two"), std::nullopt).alignedAt.empty());
  const auto none = launchesOf({"cudaMalloc"});
  EXPECT_TRUE(compareSessions(side(one, "one"), side(none, "none"), third).alignedAt.empty())
      << "it is not on both sides";
}

TEST(Comparison, PartsOfOneSessionAreAlignedWithinEach) {
  const auto all = sessionOf(1000, false);
  const HostTime begin = all->bounds()->begin;
  const auto part = [&](std::int64_t from, std::int64_t to) {
    return ComparedSession{all, "run", {begin + Duration{from}, begin + Duration{to}}, {}};
  };
  const EventRef first{1, 0, 0}, second{1, 0, 1};
  const Comparison comparison = compareSessions(part(0, 5'000), part(10'000, 15'000), first);
  EXPECT_EQ(comparison.sides[0].anchor, all->event(first).begin);
  EXPECT_EQ(comparison.sides[1].anchor, all->event(second).begin) << "the first of its name in that part";
  EXPECT_EQ(lineOf(comparison, "gemm").count, (std::array<std::uint64_t, 2>{1, 1}));
}

TEST(CompareView, SaysWhatIsSummedAndWhatIsInThePicture) {
  SampleSession session;
  const auto runtime = session.host(Storey::Runtime);
  for (std::int64_t i = 0; i < 10; ++i)
    session.add(
        {.track = runtime, .name = "launch", .begin = i * 1000, .end = i * 1000 + 500, .storey = Storey::Runtime});
  ViewState state = session.state();
  const auto all = side(state.session.snapshot, "one");
  state.sight.comparison = std::make_shared<const Comparison>(compareSessions(all, all, std::nullopt));
  const auto says = [&] {
    RecordingCanvas canvas;
    findView("compare")->draw(canvas, {0, 0, 1600, 400}, state);
    return canvas.findTextWith("sums: all of A and B") != nullptr;
  };
  EXPECT_FALSE(says());
  state.sight.range.end = state.sight.range.begin + Duration{2000};
  EXPECT_TRUE(says());
}

TEST(CompareView, WithoutAComparisonItSaysWhereRunsAreChosen) {
  RecordingCanvas canvas;
  findView("compare")->draw(canvas, {0, 0, 1600, 400}, ViewState());
  for (const char* way : {"Compare › Compare with run", "Compare › Compare with a session…"})
    EXPECT_NE(canvas.findTextWith(way), nullptr) << way;
}

TEST(CompareView, SaysAtWhichEventItIsAligned) {
  ViewState state;
  const auto one = sessionOf(1000, false), two = sessionOf(4000, false);
  const auto says = [&](std::optional<EventRef> anchor, const char* words) {
    state.sight.comparison = std::make_shared<Comparison>(compareSessions(side(one, "one"), side(two, "two"), anchor));
    state.session.snapshot = one;
    RecordingCanvas canvas;
    findView("compare")->draw(canvas, {0, 0, 1600, 400}, state);
    return canvas.findText(words) != nullptr;
  };
  EXPECT_TRUE(says(EventRef{1, 0, 2}, "aligned at gemm"));
  EXPECT_TRUE(says(std::nullopt, "aligned at their beginnings"));
}

TEST(CompareView, BlamesTheFilterOnlyForWhatItLeavesOut) {
  ViewState state;
  const auto both = sessionOf(1000, false);
  state.sight.comparison =
      std::make_shared<Comparison>(compareSessions(side(both, "one"), side(both, "two"), std::nullopt));
  state.session.snapshot = both;
  const auto says = [&](const CompareChoices& choices, const char* words) {
    state.sight.choices.compare = choices;
    RecordingCanvas canvas;
    findView("compare")->draw(canvas, {0, 0, 1600, 400}, state);
    return canvas.findTextWith(words) != nullptr;
  };
  EXPECT_TRUE(says({.of = CompareOf::Modules}, "Neither A nor B has a call of a module"));
  EXPECT_TRUE(says({.of = CompareOf::Modules, .name = "gemm"}, "Neither A nor B has a call of a module"));
  EXPECT_TRUE(says({.of = CompareOf::OpWork}, "did the device work for an operation"));
  EXPECT_TRUE(says({.name = "conv"}, "No name passes the filter"));
  EXPECT_FALSE(says({.name = "gemm"}, "No name passes the filter"));
}

TEST(CompareView, NamesHaveRoomBeforeAllElse) {
  SampleSession session;
  const char* name = "at::native::sum_of_all";
  session.add(
      {.track = session.host(Storey::Runtime), .name = name, .begin = 0, .end = 500, .storey = Storey::Runtime});
  ViewState state = session.state();
  const auto all = side(state.session.snapshot, "one");
  state.sight.comparison = std::make_shared<const Comparison>(compareSessions(all, all, std::nullopt));
  RecordingCanvas canvas;
  findView("compare")->draw(canvas, {0, 0, 620, 200}, state);
  EXPECT_NE(canvas.findText(name), nullptr);
}

TEST(CompareView, TheSecondSideIsNeverOutOfSightAsAWhole) {
  ViewState state;
  const auto one = sessionOf(1000, true), two = sessionOf(1000, false);
  state.sight.comparison =
      std::make_shared<Comparison>(compareSessions(side(one, "one"), side(two, "two"), EventRef{1, 0, 0}));
  state.session.snapshot = one;
  const auto bars = [&](TimeRange range) {
    state.sight.range = range;
    RecordingCanvas canvas;
    findView("compare")->draw(canvas, {0, 0, 1300, 420}, state);
    std::vector<Rect> boxes;
    for (const DrawOp* fill : canvas.of(DrawOp::Kind::Fill)) boxes.push_back(fill->rect);
    return boxes;
  };
  const std::vector<Rect> all = bars(*one->bounds());
  const HostTime begin = one->bounds()->begin;
  EXPECT_EQ(bars({begin + Duration{39'000}, begin + Duration{40'010}}), all) << "behind the end of the second";
  EXPECT_NE(bars({begin, begin + Duration{9000}}), all);
}

TEST(CompareView, AStoreyThatDidNothingOnEitherSideKeepsItsRow) {
  ViewState state;
  const auto both = sessionOf(1000, false);
  state.sight.comparison =
      std::make_shared<Comparison>(compareSessions(side(both, "one"), side(both, "two"), std::nullopt));
  state.session.snapshot = both;
  RecordingCanvas canvas;
  findView("compare")->draw(canvas, {0, 0, 690, 330}, state);
  for (std::size_t i = 0; i < kStoreyCount; ++i)
    EXPECT_NE(canvas.findText(storeys()[i].title), nullptr) << storeys()[i].title;
  EXPECT_EQ(canvas.findText(storeys()[kStoreyCount].title), nullptr) << "other is none of the seven";
  const DrawOp* compiler = canvas.findText("– · –");
  ASSERT_NE(compiler, nullptr);
  for (const DrawOp& op : canvas.ops())
    EXPECT_FALSE(op.text == "0 ns" && std::abs(op.rect.y - compiler->rect.y) < compiler->rect.h)
        << "nobody measured that";
}

TEST(CompareView, SaysWhichSideIsLongerAndSelectsOnTheFirst) {
  ViewState state;
  state.sight.comparison = std::make_shared<Comparison>(
      compareSessions(side(sessionOf(1000, false), "one"), side(sessionOf(4000, true), "two"), std::nullopt));
  state.session.snapshot = state.sight.comparison->sides[0].snapshot;
  state.sight.range = *state.session.snapshot->bounds();
  const Rect area{0, 0, 1300, 420};
  RecordingCanvas canvas;
  findView("compare")->draw(canvas, area, state);
  EXPECT_NE(canvas.findText("B 4× longer"), nullptr);
  EXPECT_NE(canvas.findText("only in B"), nullptr);
  const DrawOp* gemm = canvas.findText("gemm");
  ASSERT_NE(gemm, nullptr);
  const auto hit = findView("compare")->hit(canvas, area, state, {gemm->rect.x + 2, gemm->rect.y + 4});
  ASSERT_TRUE(hit && hit->selection.event);
  EXPECT_EQ(state.session.snapshot->name(state.session.snapshot->event(*hit->selection.event).name), "gemm");
}

/// `calls` of "gemm" with kernels of so many nanoseconds.
std::shared_ptr<const TraceSnapshot> callsOf(std::uint32_t calls, std::int64_t kernelNs) {
  SampleSession session;
  const auto host = session.host(Storey::Framework), stream = session.stream(1);
  for (std::uint32_t i = 0; i < calls; ++i) {
    const std::int64_t begin = i * 10'000;
    session.add({.track = host,
                 .name = "gemm",
                 .begin = begin,
                 .end = begin + 500,
                 .call = i + 1,
                 .correlation = i + 1,
                 .storey = Storey::Framework});
    session.add({.track = stream,
                 .name = "gemm_128x128",
                 .begin = begin + 600,
                 .end = begin + 600 + kernelNs,
                 .call = i + 1,
                 .correlation = i + 1,
                 .kind = EventKind::Kernel,
                 .storey = Storey::Hardware});
  }
  return session.state().session.snapshot;
}

TEST(Comparison, OperationsHaveTheirTimeAndTheDevicesForThem) {
  const Comparison comparison =
      compareSessions(side(callsOf(2, 1000), "one"), side(callsOf(3, 4000), "two"), std::nullopt);
  ASSERT_EQ(comparison.of(CompareOf::Ops).size(), 1u);
  EXPECT_EQ(comparison.of(CompareOf::Ops)[0].total, (std::array<Duration, 2>{Duration{1000}, Duration{1500}}));
  ASSERT_EQ(comparison.of(CompareOf::OpWork).size(), 1u);
  EXPECT_EQ(comparison.of(CompareOf::OpWork)[0].total, (std::array<Duration, 2>{Duration{2000}, Duration{12'000}}));
  EXPECT_EQ(comparison.of(CompareOf::OpWork)[0].count, (std::array<std::uint64_t, 2>{2, 3}));
  EXPECT_EQ(comparison.of(CompareOf::Ops)[0].median[1], Duration{500});
  EXPECT_EQ(comparison.of(CompareOf::OpWork)[0].median[1], Duration{4000});
  ASSERT_EQ(comparison.of(CompareOf::Kernels).size(), 1u);
  EXPECT_EQ(comparison.of(CompareOf::Kernels)[0].label(), "gemm_128x128");
  EXPECT_TRUE(comparison.of(CompareOf::Modules).empty());
}

TEST(Comparison, CallsAndTheirWorkHaveASpreadToo) {
  const auto spreadOf = [](std::int64_t kernelNs) {
    return compareSessions(side(callsOf(2, kernelNs), "one"), side(callsOf(3, 4000), "two"), std::nullopt);
  };
  EXPECT_TRUE(spreadOf(1000).of(CompareOf::Ops)[0].withinSpread());
  EXPECT_FALSE(spreadOf(1000).of(CompareOf::OpWork)[0].withinSpread());
  EXPECT_TRUE(spreadOf(4000).of(CompareOf::OpWork)[0].withinSpread());
}

TEST(Comparison, RowsAreFilteredAndSorted) {
  const Comparison comparison =
      compareSessions(side(sessionOf(1000, false), "one"), side(sessionOf(4000, true), "two"), std::nullopt);
  const auto labels = [&](const CompareChoices& choices) {
    std::vector<std::string> all;
    for (const std::uint32_t row : comparedRows(comparison, choices))
      all.push_back(comparison.of(choices.of)[row].label());
    return all;
  };
  EXPECT_EQ(labels({.name = "GEM"}), std::vector<std::string>{"gemm"});
  EXPECT_EQ(labels({.column = CompareColumn::Name, .ascending = true}),
            (std::vector<std::string>{"gemm", "launch", "only here"}));
  EXPECT_EQ(labels({.column = CompareColumn::TotalA}), (std::vector<std::string>{"gemm", "launch", "only here"}));
  EXPECT_TRUE(labels({.of = CompareOf::Ops}).empty());
}

TEST(CompareView, KeysAndHeadsSortAndSelect) {
  ViewState state;
  state.sight.comparison = std::make_shared<Comparison>(
      compareSessions(side(sessionOf(1000, false), "one"), side(sessionOf(4000, true), "two"), std::nullopt));
  state.session.snapshot = state.sight.comparison->sides[0].snapshot;
  state.sight.range = *state.session.snapshot->bounds();
  const Rect area{0, 0, 1300, 420};
  const View& view = *findView("compare");
  const auto press = [&](ViewKey key) {
    const auto hit = view.pressed(RecordingCanvas{}, area, state, key);
    if (hit) state.sight.choices = hit->choices.value_or(state.sight.choices), state.sight.selection = hit->selection;
  };
  press(ViewKey::Home);
  EXPECT_EQ(state.sight.choices.compare.row, 0u);
  ASSERT_TRUE(state.sight.selection.event);
  const std::string first = view.reads(state);
  press(ViewKey::Down);
  EXPECT_NE(view.reads(state), first) << "who does not see the row is told it";
  press(ViewKey::Home);
  EXPECT_EQ(view.reads(state), first);
  press(ViewKey::Left);
  EXPECT_EQ(state.sight.choices.compare.column, CompareColumn::TotalB);
  EXPECT_FALSE(state.sight.choices.compare.row);
  press(ViewKey::Space);
  EXPECT_TRUE(state.sight.choices.compare.ascending);
  press(ViewKey::End);
  EXPECT_EQ(state.sight.choices.compare.row, 2u);
  RecordingCanvas canvas;
  view.draw(canvas, area, state);
  const DrawOp* head = canvas.findText("name");
  ASSERT_NE(head, nullptr);
  const auto hit = view.hit(canvas, area, state, {head->rect.x + 1, head->rect.y + 4});
  ASSERT_TRUE(hit && hit->choices);
  EXPECT_EQ(hit->choices->compare.column, CompareColumn::Name);
}

}  // namespace
}  // namespace strata::compare_test
