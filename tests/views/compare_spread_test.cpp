#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "app/canvas/format.h"
#include "app/canvas/recording_canvas.h"
#include "app/facts/rank_test.h"
#include "app/views/view.h"
#include "engine/trace/trace_args.h"
#include "tests/views/compared_sessions.h"

// Which differences may be chance.

namespace strata::compare_test {
namespace {

/// Repeats of "near" and of "far", each so long.
std::shared_ptr<const TraceSnapshot> repeatsOf(std::initializer_list<std::int64_t> near,
                                               std::initializer_list<std::int64_t> far) {
  SampleSession session;
  const auto runtime = session.host(Storey::Runtime);
  std::int64_t now = 0;
  const auto add = [&](const char* name, std::int64_t length) {
    session.add({.track = runtime, .name = name, .begin = now, .end = now + length, .storey = Storey::Runtime});
    now += 10'000;
  };
  for (const std::int64_t length : near) add("near", length);
  for (const std::int64_t length : far) add("far", length);
  return session.state().session.snapshot;
}

TEST(Comparison, ADifferenceIsWithinTheSpreadWhereRepeatsOfBothOverlap) {
  const auto within = [](std::initializer_list<std::int64_t> a, std::initializer_list<std::int64_t> b) {
    const Comparison comparison =
        compareSessions(side(repeatsOf(a, {}), "one"), side(repeatsOf(b, {}), "two"), std::nullopt);
    return lineOf(comparison, "near").withinSpread();
  };
  EXPECT_TRUE(within({1000, 1200}, {1150, 1400}));
  EXPECT_TRUE(within({1150, 1400}, {1000, 1200}));
  EXPECT_FALSE(within({1000, 1200}, {1250, 1400}));
  EXPECT_FALSE(within({1250, 1400}, {1000, 1200}));
  EXPECT_FALSE(within({1000, 1200}, {1100})) << "one call has no spread";
}

TEST(Comparison, ManyRepeatsAreWeighedByTheirRanks) {
  const auto compared = [](std::int64_t more, std::size_t count) {
    SampleSession one, two;
    for (const auto& [session, longer] : {std::pair(&one, std::int64_t{0}), {&two, more}}) {
      const auto runtime = session->host(Storey::Runtime);
      for (std::size_t i = 0; i < count; ++i) {
        const auto step = static_cast<std::int64_t>(i);
        session->add({.track = runtime,
                      .name = "near",
                      .begin = step * 10'000,
                      .end = step * 10'000 + 1005 + 10 * step + longer,
                      .storey = Storey::Runtime});
      }
    }
    return compareSessions(side(one.state().session.snapshot, "one"), side(two.state().session.snapshot, "two"),
                           std::nullopt);
  };
  EXPECT_FALSE(lineOf(compared(70, 10), "near").withinSpread()) << "though the slowest of A is slower than the fastest";
  EXPECT_TRUE(lineOf(compared(30, 10), "near").withinSpread());
  EXPECT_TRUE(lineOf(compared(30, 4), "near").withinSpread()) << "of few it goes by the fastest and the slowest";
  EXPECT_FALSE(lineOf(compared(60, 4), "near").withinSpread());
  EXPECT_TRUE(lineOf(compared(40, 5), "near").withinSpread()) << "of five, too";
  EXPECT_FALSE(lineOf(compared(45, 5), "near").withinSpread());
  const ComparedName line = lineOf(compared(70, 10), "near");
  EXPECT_EQ(line.moreThanChance(), true);
  EXPECT_EQ(lineOf(compared(70, 6), "near").moreThanChance(), true) << "six above six are 2 cases of 924";
  EXPECT_EQ(lineOf(compared(30, 6), "near").moreThanChance(), false);
  EXPECT_EQ(lineOf(compared(70, 5), "near").moreThanChance(), std::nullopt) << "five above five are 2 cases of 252";
  EXPECT_EQ(lineOf(compared(70, 5), "near").isApart(), true);
  EXPECT_TRUE(lineOf(compared(70, 5), "near").hasTooFew());
  EXPECT_EQ(lineOf(compared(70, 5), "near").surestSlowdown(), std::nullopt);
  const Repeats repeats = line.repeatsOf(0);
  EXPECT_EQ(repeats.fastest, Duration{1005});
  EXPECT_EQ(repeats.slowest, Duration{1095});
  EXPECT_EQ(repeats.count, 10u);
}

TEST(RankTest, CountsPairsAndTakesFromTheVarianceWhatTiesTake) {
  const std::vector<std::int64_t> a{1, 2, 3, 4, 5, 6, 7}, b{8, 9, 10, 11, 12, 13, 14};
  EXPECT_NEAR(ranksAbove(a, b), 24 / std::sqrt(61.25), 1e-12) << "49 pairs of 49, less a half";
  EXPECT_NEAR(ranksAbove(b, a), -24 / std::sqrt(61.25), 1e-12);
  EXPECT_NEAR(ranksAbove(a, b, -7), 0, 1e-12) << "all are the same then";
  const std::vector<std::int64_t> tied{1, 1, 2}, others{1, 2, 2}, same(9, 5);
  EXPECT_NEAR(ranksAbove(tied, others), 1 / std::sqrt(4.05), 1e-12);
  EXPECT_EQ(ranksAbove(same, same), 0);
}

TEST(RankTest, TellsHowOftenChanceSetsAllOfOneSideAbove) {
  EXPECT_NEAR(chanceOfAllAbove(2, 2), 1. / 3, 1e-12);
  EXPECT_NEAR(chanceOfAllAbove(5, 5), 2. / 252, 1e-12);
  EXPECT_NEAR(chanceOfAllAbove(6, 6), 2. / 924, 1e-12);
  EXPECT_LT(chanceOfAllAbove(6, 1000), 1e-9);
  EXPECT_LT(chanceOfAllAbove(100'000, 100'000), 1e-9);
}

TEST(Comparison, OneOutlierTurnsNoRatioAndHidesNoDifference) {
  SampleSession one, two;
  for (const auto& [session, length] : {std::pair(&one, std::int64_t{1000}), {&two, std::int64_t{1100}}}) {
    const auto runtime = session->host(Storey::Runtime);
    for (std::int64_t i = 0; i < 20; ++i) {
      const std::int64_t more = session == &one && i == 3 ? 40'000 : i;
      session->add({.track = runtime,
                    .name = "near",
                    .begin = i * 100'000,
                    .end = i * 100'000 + length + more,
                    .storey = Storey::Runtime});
    }
  }
  const ComparedName line = lineOf(compareSessions(side(one.state().session.snapshot, "one"),
                                                   side(two.state().session.snapshot, "two"), std::nullopt),
                                   "near");
  EXPECT_NEAR(line.ratio().value_or(0), 1.1, 0.005);
  EXPECT_LT(line.meanRatio().value_or(1), 0.5);
  EXPECT_EQ(line.moreThanChance(), true);
  EXPECT_EQ(line.surestSlowdown(), line.ratio());
}

TEST(CompareView, SaysWhatStandsBehindADifference) {
  ViewState state;
  const Rect area{0, 0, 1300, 420};
  const auto tooltipOf = [&](std::int64_t more, bool runs) {
    const std::int64_t a = 1005, b = a + more;
    const auto sideOf = runs ? &runSide : &side;
    const ComparedSession one = sideOf(repeatsOf({a, a + 20, a + 40, a + 60, a + 90, a + 50, a + 30}, {}), "one"),
                          two = sideOf(repeatsOf({b, b + 20, b + 40, b + 60, b + 90, b + 50, b + 30}, {}), "two");
    state.sight.comparison = std::make_shared<Comparison>(compareSessions(one, two, std::nullopt));
    state.session.snapshot = state.sight.comparison->sides[0].snapshot;
    state.sight.range = *state.session.snapshot->bounds();
    RecordingCanvas canvas;
    findView("compare")->draw(canvas, area, state);
    const DrawOp* row = canvas.findText("near");
    return row ? findView("compare")->hit(canvas, area, state, {row->rect.x + 2, row->rect.y + 4})->tooltip : "";
  };
  const std::string clear = tooltipOf(200, false), doubtful = tooltipOf(20, true);
  EXPECT_NE(clear.find("B − A: +1.40 µs\nhardly chance: the events of A and B rank further apart"), std::string::npos)
      << clear;
  EXPECT_NE(doubtful.find("B − A: +140 ns\nmay be chance: the repeats of A and B rank no further"), std::string::npos)
      << doubtful;
}

/// A kernel of one name in calls of "linear", launched with grids of so many blocks and each so long.
struct Launch {
  std::int64_t blocks, ns;
};
Comparison comparedLaunches(std::initializer_list<Launch> a, std::initializer_list<Launch> b) {
  const auto sessionOfLaunches = [](std::initializer_list<Launch> launches) {
    SampleSession session;
    const auto host = session.host(Storey::Framework), stream = session.stream(1);
    std::uint32_t call = 0;
    for (const Launch& launch : launches) {
      const std::int64_t begin = 10'000 * call++;
      session.add({.track = host,
                   .name = "linear",
                   .begin = begin,
                   .end = begin + 100,
                   .call = call,
                   .correlation = call,
                   .storey = Storey::Framework});
      session.add({.track = stream,
                   .name = "sgemm",
                   .begin = begin + 200,
                   .end = begin + 200 + launch.ns,
                   .call = call,
                   .correlation = call,
                   .kind = EventKind::Kernel,
                   .storey = Storey::Hardware,
                   .numbers = {{arg::kGridX, launch.blocks}, {arg::kBlockX, 128}}});
    }
    return session.state().session.snapshot;
  };
  return compareSessions(side(sessionOfLaunches(a), "one"), side(sessionOfLaunches(b), "two"), std::nullopt);
}

TEST(Comparison, TheSpreadIsThatOfEachLaunchShape) {
  const auto within = [](std::initializer_list<Launch> a, std::initializer_list<Launch> b) {
    const Comparison comparison = comparedLaunches(a, b);
    const bool kernels = comparison.of(CompareOf::Kernels)[0].withinSpread();
    EXPECT_EQ(lineOf(comparison, "sgemm").withinSpread(), kernels);
    EXPECT_EQ(comparison.of(CompareOf::OpWork)[0].withinSpread(), kernels);
    return kernels;
  };
  EXPECT_FALSE(within({{64, 1400}, {16, 400}, {64, 1400}, {16, 400}}, {{64, 700}, {16, 200}, {64, 700}, {16, 200}}))
      << "each is halved";
  EXPECT_FALSE(within({{64, 1400}, {16, 400}, {64, 1420}, {16, 400}}, {{64, 1410}, {16, 200}, {64, 1430}, {16, 200}}))
      << "one of them is";
  EXPECT_TRUE(within({{64, 1400}, {16, 400}, {64, 1420}, {16, 410}}, {{64, 1410}, {16, 405}, {64, 1430}, {16, 420}}));
  EXPECT_FALSE(within({{64, 1400}, {64, 1420}}, {{32, 1410}, {32, 1430}})) << "they are no repeats of each other";
  const ComparedName mixed =
      comparedLaunches({{64, 1400}, {16, 400}}, {{64, 700}, {16, 200}}).of(CompareOf::Kernels)[0];
  EXPECT_EQ(mixed.moreThanChance(), std::nullopt) << "one of each";
  const ComparedName other =
      comparedLaunches({{64, 1400}, {64, 1420}}, {{32, 400}, {32, 430}}).of(CompareOf::Kernels)[0];
  EXPECT_EQ(other.moreThanChance(), std::nullopt) << "it is other work, which nothing was weighed of";
  EXPECT_EQ(mixed.repeatsOf(0).fastest, Duration{400});
  EXPECT_EQ(mixed.repeatsOf(0).slowest, Duration{1400});
  EXPECT_EQ(mixed.count, (std::array<std::uint64_t, 2>{2, 2})) << "and yet it is one row";
}

/// Calls of "to", each with a copy that is so large and lasts so long, and whose launch waits for it.
struct CopyOfCall {
  std::int64_t bytes, ns;
};
std::shared_ptr<const TraceSnapshot> sessionOfCopies(std::initializer_list<CopyOfCall> copies) {
  SampleSession session;
  const auto framework = session.host(Storey::Framework), runtime = session.host(Storey::Runtime),
             stream = session.stream(1);
  std::uint32_t call = 0;
  for (const auto& [bytes, ns] : copies) {
    const std::int64_t begin = 100'000 * call++, end = begin + 300 + ns;
    session.add(
        {.track = framework, .name = "to", .begin = begin, .end = end, .call = call, .storey = Storey::Framework});
    session.add({.track = runtime,
                 .name = "cudaMemcpyAsync",
                 .begin = begin + 100,
                 .end = end,
                 .call = call,
                 .correlation = call,
                 .storey = Storey::Runtime});
    session.add({.track = stream,
                 .name = "Memcpy HtoD",
                 .begin = begin + 200,
                 .end = begin + 200 + ns,
                 .call = call,
                 .correlation = call,
                 .kind = EventKind::Copy,
                 .storey = Storey::Hardware,
                 .numbers = {{arg::kBytes, bytes}}});
  }
  return session.state().session.snapshot;
}

TEST(Comparison, TheSpreadIsThatOfCopiesAsLarge) {
  const auto compared = [](std::initializer_list<CopyOfCall> a, std::initializer_list<CopyOfCall> b) {
    return compareSessions(side(sessionOfCopies(a), "one"), side(sessionOfCopies(b), "two"), std::nullopt);
  };
  constexpr std::int64_t kLarge = 1 << 25, kSmall = 1 << 10;
  const Comparison faster = compared({{kLarge, 7000}, {kSmall, 100}, {kLarge, 7100}, {kSmall, 110}},
                                     {{kLarge, 1600}, {kSmall, 100}, {kLarge + 9, 1700}, {kSmall, 110}});
  for (const char* name : {"Memcpy HtoD", "cudaMemcpyAsync", "to"})
    EXPECT_EQ(lineOf(faster, name).isApart(), true) << name << ": the small ones are as fast as before";
  EXPECT_TRUE(lineOf(faster, "Memcpy HtoD").ratioIsOfMeans());
  EXPECT_NEAR(lineOf(faster, "Memcpy HtoD").ratio().value_or(1), 3510. / 14'310, 1e-9)
      << "the median of all is a small one's";
  EXPECT_EQ(faster.of(CompareOf::Ops)[0].isApart(), true);
  EXPECT_EQ(faster.of(CompareOf::OpWork)[0].isApart(), true);
  EXPECT_EQ(lineOf(faster, "Memcpy HtoD").count, (std::array<std::uint64_t, 2>{4, 4})) << "and yet it is one row";
  const Comparison other = compared({{kLarge, 7000}, {kLarge, 7100}}, {{kSmall, 100}, {kSmall, 110}});
  EXPECT_EQ(lineOf(other, "Memcpy HtoD").moreThanChance(), std::nullopt) << "it is other work";
}

TEST(Comparison, CallsThatNoResultWasMeasuredWithAreInNoLine) {
  SampleSession session;
  const auto model = session.host(Storey::Model), stream = session.stream(1);
  std::uint32_t call = 0;
  for (const auto& [name, ns] : {std::pair("naive", 1000), {"tiled warm-up", 9000}, {"tiled", 1100}}) {
    const std::int64_t begin = 20'000 * call++;
    session.add(
        {.track = model, .name = name, .begin = begin, .end = begin + 10'000, .call = call, .storey = Storey::Model});
    session.add({.track = stream,
                 .name = "multiply",
                 .begin = begin + 100,
                 .end = begin + 100 + ns,
                 .call = call,
                 .kind = EventKind::Kernel,
                 .storey = Storey::Hardware});
  }
  ComparedSession run = side(session.state().session.snapshot, "run");
  const auto slowestOf = [&] {
    const Comparison comparison = compareSessions(run, run, EventRef{stream, 0, 2});
    EXPECT_EQ(comparison.of(CompareOf::Kernels)[0].count[0], lineOf(comparison, "multiply").count[0]);
    EXPECT_EQ(comparison.sides[1].anchor, comparison.sides[0].anchor);
    return lineOf(comparison, "multiply").repeatsOf(0).slowest;
  };
  EXPECT_EQ(slowestOf(), Duration{9000});
  run.timed = partsOf(run, {{1, 1}, {3, 3}});
  EXPECT_EQ(slowestOf(), Duration{1100}) << "the warm-up does not widen the spread";
  const Comparison comparison = compareSessions(run, run, std::nullopt);
  EXPECT_EQ(comparison.of(CompareOf::Kernels)[0].count[0], 2u);
  EXPECT_EQ(comparison.of(CompareOf::Ops).size(), 2u);
  EXPECT_EQ(comparison.busy[0][static_cast<std::size_t>(Storey::Hardware)], Duration{2100});
  EXPECT_EQ(comparison.worked[0][static_cast<std::size_t>(Storey::Hardware)].size(), 2u);
}

TEST(Comparison, OfARunWorkCountsAsInItsReport) {
  SampleSession session;
  const auto model = session.host(Storey::Model), stream = session.stream(1);
  const auto call = [&](std::uint32_t number, const char* name, std::int64_t begin) {
    session.add(
        {.track = model, .name = name, .begin = begin, .end = begin + 1000, .call = number, .storey = Storey::Model});
  };
  const auto work = [&](std::uint32_t number, const char* name, std::int64_t begin) {
    session.add({.track = stream,
                 .name = name,
                 .begin = begin,
                 .end = begin + 100,
                 .call = number,
                 .kind = EventKind::Kernel,
                 .storey = Storey::Hardware});
  };
  call(1, "naive", 0);
  work(1, "multiply", 100);
  work(0, "of no call", 500);
  call(2, "tiled warm-up", 2000);
  work(0, "between", 4000);
  call(3, "tiled", 6000);
  call(4, "tiled", 7000);
  call(5, "tiled", 8000);
  work(5, "multiply", 8100);
  work(0, "behind", 9200);
  work(4, "multiply", 9500);
  ComparedSession run = side(session.state().session.snapshot, "run");
  run.timed = partsOf(run, {{1, 1}, {3, 5}});
  run.range = {run.timed.front().range.begin, run.timed.back().range.end};
  const Comparison comparison = compareSessions(run, run, EventRef{stream, 0, 5});
  EXPECT_EQ(lineOf(comparison, "multiply").count[0], 3u) << "one of them when all calls had returned";
  std::vector<std::string> kernels;
  for (const ComparedName& of : comparison.of(CompareOf::Kernels)) kernels.push_back(of.label());
  EXPECT_THAT(kernels, ::testing::UnorderedElementsAre("multiply", "of no call")) << "what no call claims, by its time";
  EXPECT_EQ(comparison.busy[0][static_cast<std::size_t>(Storey::Hardware)], Duration{400});
  EXPECT_EQ(comparison.alignedAt, "multiply");
}

TEST(CompareView, BarsAreOfTheCallsWhoseTimeIsSaid) {
  SampleSession session;
  const auto model = session.host(Storey::Model);
  session.add({.track = model, .name = "naive", .begin = 0, .end = 1000, .call = 1, .storey = Storey::Model});
  session.add({.track = model,
               .name = "naive, counted for NVIDIA RTX A6000",
               .begin = 5000,
               .end = 9000,
               .call = 2,
               .storey = Storey::Model});
  session.add(
      {.track = model, .name = "tiled warm-up", .begin = 9000, .end = 9900, .call = 3, .storey = Storey::Model});
  session.add({.track = model, .name = "tiled", .begin = 9900, .end = 10'000, .call = 4, .storey = Storey::Model});
  ViewState state = session.state();
  ComparedSession run = side(state.session.snapshot, "run");
  run.timed = partsOf(run, {{1, 2}, {4, 4}});
  state.sight.comparison = std::make_shared<Comparison>(compareSessions(run, run, std::nullopt));
  RecordingCanvas canvas;
  findView("compare")->draw(canvas, {0, 0, 1300, 420}, state);
  EXPECT_NE(canvas.findText(formatDuration({1100})), nullptr);
  std::optional<Rect> strip;
  std::vector<Rect> bars;
  for (const DrawOp* fill : canvas.of(DrawOp::Kind::Fill)) {
    if (!strip && fill->color == canvas.theme().well)
      strip = fill->rect;
    else if (strip && fill->rect.y == strip->y && fill->rect.h == strip->h)
      bars.push_back(fill->rect);
  }
  ASSERT_EQ(bars.size(), 2u);
  EXPECT_NEAR(bars[0].w, strip->w / 10, 2);
  EXPECT_NEAR(bars[1].x, strip->x + strip->w * 0.99f, 2);
}

TEST(CompareView, SaysThatOneEventHasNoKnownSpread) {
  ViewState state;
  const auto tooltipOf = [&](std::initializer_list<std::int64_t> a, std::initializer_list<std::int64_t> b) {
    state.sight.comparison = std::make_shared<Comparison>(
        compareSessions(side(repeatsOf(a, {}), "one"), side(repeatsOf(b, {}), "two"), std::nullopt));
    state.session.snapshot = state.sight.comparison->sides[0].snapshot;
    state.sight.range = *state.session.snapshot->bounds();
    const Rect area{0, 0, 1300, 420};
    RecordingCanvas canvas;
    findView("compare")->draw(canvas, area, state);
    const DrawOp* row = canvas.findText("near");
    return row ? findView("compare")->hit(canvas, area, state, {row->rect.x + 2, row->rect.y + 4})->tooltip : "";
  };
  EXPECT_NE(tooltipOf({1000}, {1200}).find("one in A and one in B: their spread is not known"), std::string::npos);
  EXPECT_NE(tooltipOf({1000, 1100}, {1200}).find("one in B: its spread is not known"), std::string::npos);
  EXPECT_EQ(tooltipOf({1000, 1100}, {1200, 1300}).find("spread"), std::string::npos);
  EXPECT_EQ(tooltipOf({1000}, {1000}).find("spread"), std::string::npos) << "there is no difference to doubt";
}

TEST(CompareView, ARatioOfOneEventIsDim) {
  ViewState state;
  const auto dim = [&](std::initializer_list<std::int64_t> a, std::initializer_list<std::int64_t> b) {
    state.sight.comparison = std::make_shared<Comparison>(
        compareSessions(side(repeatsOf(a, {}), "one"), side(repeatsOf(b, {}), "two"), std::nullopt));
    state.session.snapshot = state.sight.comparison->sides[0].snapshot;
    state.sight.range = *state.session.snapshot->bounds();
    RecordingCanvas canvas;
    findView("compare")->draw(canvas, {0, 0, 1300, 420}, state);
    const DrawOp* ratio = canvas.findTextWith("B 2× longer");
    const bool isDim = ratio && ratio->style.color == canvas.theme().textDim;
    EXPECT_EQ(canvas.findTextWith("dim: may be chance") != nullptr, isDim) << "and says what dim means";
    return isDim;
  };
  EXPECT_TRUE(dim({1000}, {2000}));
  EXPECT_TRUE(dim({1000, 1000}, {2000}));
  EXPECT_FALSE(dim({1000, 1000}, {2000, 2000}));
}

TEST(CompareView, ARatioOfOtherWorkIsDimAsNothingWeighsIt) {
  ViewState state;
  const auto dim = [&](const ComparedSession& one, const ComparedSession& two, const char* words) {
    state.sight.comparison = std::make_shared<Comparison>(compareSessions(one, two, std::nullopt));
    state.session.snapshot = state.sight.comparison->sides[0].snapshot;
    state.sight.range = *state.session.snapshot->bounds();
    RecordingCanvas canvas;
    findView("compare")->draw(canvas, {0, 0, 1300, 420}, state);
    const DrawOp* ratio = canvas.findTextWith(words);
    const bool isTold = canvas.findText("dim: may be chance, or it is not known") != nullptr;
    return isTold && ratio && ratio->style.color == canvas.theme().textDim;
  };
  const ComparedSession large = side(sessionOfCopies({{1 << 25, 7000}, {1 << 25, 7000}}), "one"),
                        small = side(sessionOfCopies({{1 << 10, 100}, {1 << 10, 100}}), "two"),
                        both = side(sessionOfCopies({{1 << 25, 7000}, {1 << 10, 100}}), "both");
  EXPECT_TRUE(dim(large, small, "B 70× shorter")) << "copies of other sizes";
  EXPECT_TRUE(dim(large, both, "B 1.97× shorter, means")) << "one side has further ones";
}

TEST(CompareView, ADifferenceThatMayBeChanceIsDimAlsoWhereMediansAgree) {
  ViewState state;
  const ComparedSession one = runSide(repeatsOf({1000, 1010, 990, 1000, 1020, 980, 1900}, {}), "one"),
                        two = runSide(repeatsOf({1000, 1010, 990, 1000, 1020, 980, 1100}, {}), "two");
  state.sight.comparison = std::make_shared<Comparison>(compareSessions(one, two, std::nullopt));
  state.session.snapshot = state.sight.comparison->sides[0].snapshot;
  state.sight.range = *state.session.snapshot->bounds();
  const Rect area{0, 0, 1300, 420};
  RecordingCanvas canvas;
  findView("compare")->draw(canvas, area, state);
  const DrawOp *apart = canvas.findText("−800 ns"), *ratio = canvas.findText("the same"),
               *row = canvas.findText("near");
  ASSERT_TRUE(apart && ratio && row);
  EXPECT_EQ(apart->style.color, canvas.theme().textDim);
  EXPECT_EQ(ratio->style.color, canvas.theme().text) << "that is sure";
  EXPECT_NE(canvas.findTextWith("dim: may be chance"), nullptr);
  const std::string tip = findView("compare")->hit(canvas, area, state, {row->rect.x + 2, row->rect.y + 4})->tooltip;
  EXPECT_NE(tip.find("may be chance: the repeats"), std::string::npos) << tip;
}

TEST(CompareView, SaysWhichRatioIsWithinTheSpreadOfTheRepeats) {
  ViewState state;
  state.sight.comparison =
      std::make_shared<Comparison>(compareSessions(side(repeatsOf({1000, 1200}, {1000, 1000}), "one"),
                                                   side(repeatsOf({1150, 1400}, {4000, 4000}), "two"), std::nullopt));
  state.session.snapshot = state.sight.comparison->sides[0].snapshot;
  state.sight.range = *state.session.snapshot->bounds();
  const Rect area{0, 0, 1300, 420};
  RecordingCanvas canvas;
  findView("compare")->draw(canvas, area, state);
  const DrawOp *doubtful = canvas.findText("B 1.15× longer"), *clear = canvas.findText("B 4× longer");
  ASSERT_TRUE(doubtful && clear);
  EXPECT_EQ(doubtful->style.color, canvas.theme().textDim);
  EXPECT_EQ(clear->style.color, canvas.theme().text);
  EXPECT_NE(canvas.findText("dim: may be chance, or it is not known"), nullptr);
  const auto tooltipOf = [&](const char* name) {
    const DrawOp* row = canvas.findText(name);
    return row ? findView("compare")->hit(canvas, area, state, {row->rect.x + 2, row->rect.y + 4})->tooltip : "";
  };
  EXPECT_NE(tooltipOf("near").find("within the spread of the events: 1.00 µs … 1.20 µs in A, 1.15 µs … 1.40 µs in B"),
            std::string::npos)
      << tooltipOf("near");
  EXPECT_EQ(tooltipOf("far").find("within"), std::string::npos);
  state.sight.choices.compare.name = "far";
  RecordingCanvas rest;
  findView("compare")->draw(rest, area, state);
  EXPECT_EQ(rest.findTextWith("may be chance"), nullptr) << "no row in sight is dim";
}

}  // namespace
}  // namespace strata::compare_test
