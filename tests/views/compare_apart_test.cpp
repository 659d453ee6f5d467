#include <gtest/gtest.h>

#include "app/canvas/recording_canvas.h"
#include "app/facts/clock_step.h"
#include "app/views/view.h"
#include "engine/trace/trace_args.h"
#include "tests/views/compared_sessions.h"

// B − A, medians, self times, and how well clocks tell these.

namespace strata::compare_test {
namespace {

/// Calls of "often", each so long, and one of "once".
std::shared_ptr<const TraceSnapshot> oftenAndOnceOf(std::int64_t often, std::int64_t oftenNs, std::int64_t onceNs) {
  SampleSession session;
  const auto runtime = session.host(Storey::Runtime);
  session.add({.track = runtime, .name = "once", .begin = 0, .end = onceNs, .storey = Storey::Runtime});
  for (std::int64_t i = 1; i <= often; ++i)
    session.add(
        {.track = runtime, .name = "often", .begin = i * 1000, .end = i * 1000 + oftenNs, .storey = Storey::Runtime});
  return session.state().session.snapshot;
}

TEST(Comparison, WhatASessionCallsMoreOftenTakesLonger) {
  const auto lineOfOften = [](std::int64_t oftenNs) {
    const Comparison comparison = compareSessions(side(oftenAndOnceOf(10, 100, 100), "one"),
                                                  side(oftenAndOnceOf(40, oftenNs, 200), "two"), std::nullopt);
    EXPECT_EQ(comparison.of(CompareOf::Events)[0].label(), "often") << "it contributes most";
    return lineOf(comparison, "often");
  };
  EXPECT_EQ(lineOfOften(100).difference(), Duration{3000});
  EXPECT_EQ(lineOfOften(100).differenceOfCounts(), Duration{3000});
  const ComparedName slower = lineOfOften(200);
  EXPECT_EQ(slower.difference(), Duration{7000});
  EXPECT_EQ(slower.differenceOfCounts(), Duration{4500})
      << "30 more calls of 150; the rest is 25 that are longer by 100";
}

ViewState comparing(std::shared_ptr<const TraceSnapshot> one, std::shared_ptr<const TraceSnapshot> two) {
  ViewState state;
  state.sight.comparison =
      std::make_shared<Comparison>(compareSessions(side(one, "one"), side(std::move(two), "two"), std::nullopt));
  state.session.snapshot = std::move(one);
  state.sight.range = *state.session.snapshot->bounds();
  return state;
}

std::string tipOfRow(const ViewState& state, const char* name) {
  const Rect area{0, 0, 1300, 420};
  RecordingCanvas canvas;
  findView("compare")->draw(canvas, area, state);
  const DrawOp* row = canvas.findText(name);
  return row ? findView("compare")->hit(canvas, area, state, {row->rect.x + 2, row->rect.y + 4})->tooltip : "";
}

TEST(CompareView, SaysWhatComesOfTheNumberOfCalls) {
  const std::string tip = tipOfRow(comparing(oftenAndOnceOf(40, 100, 100), oftenAndOnceOf(10, 100, 200)), "often");
  EXPECT_NE(tip.find("B − A: −3.00 µs, −3.00 µs by the number of calls and 0 ns by the time of one"), std::string::npos)
      << tip;
}

TEST(CompareView, SaysTheDifferenceInTimeAsLongAsNamesHaveRoom) {
  const ViewState state = comparing(oftenAndOnceOf(10, 100, 900), oftenAndOnceOf(10, 300, 200));
  const auto says = [&](float width, const char* words) {
    RecordingCanvas canvas;
    findView("compare")->draw(canvas, {0, 0, width, 420}, state);
    return canvas.findText(words) != nullptr;
  };
  for (const float width : {280.f, 500.f, 1300.f, 1700.f}) {
    EXPECT_TRUE(says(width, "+2.00 µs")) << width;
    EXPECT_TRUE(says(width, "−700 ns")) << width;
    EXPECT_EQ(says(width, "total in A"), width > 400) << width;
    EXPECT_EQ(says(width, "ratio of medians"), width > 600) << width;
    EXPECT_EQ(says(width, "count B"), width > 600) << width;
    EXPECT_EQ(says(width, "median A"), width > 1500) << width;
    EXPECT_EQ(says(width, "self B − A"), width > 1500) << width;
  }
}

TEST(CompareView, SumsWhatIsNotNested) {
  ViewState state = comparing(kernelsOf({{"gemm", 1000}, {"relu", 500}}), kernelsOf({{"gemm", 900}, {"relu", 2000}}));
  const auto says = [&] {
    RecordingCanvas canvas;
    findView("compare")->draw(canvas, {0, 0, 1600, 420}, state);
    return canvas.findText("sum: 1.50 µs in A, 2.90 µs in B, B − A +1.40 µs") != nullptr;
  };
  EXPECT_FALSE(says());
  state.sight.choices.compare.of = CompareOf::Kernels;
  EXPECT_TRUE(says());
}

TEST(Comparison, WorkThatOverlapsOnAStreamCountsInFull) {
  const auto everyHundred = [](std::int64_t ns) {
    SampleSession session;
    const auto stream = session.stream(7);
    for (std::int64_t i = 0; i < 8; ++i)
      session.add({.track = stream,
                   .name = "gemm",
                   .begin = i * 100,
                   .end = i * 100 + ns,
                   .kind = EventKind::Kernel,
                   .storey = Storey::Hardware,
                   .numbers = {{arg::kGridX, 1 + i % 2}, {arg::kBlockX, 32}}});
    return session.state().session.snapshot;
  };
  const ViewState state = comparing(everyHundred(100), everyHundred(150));
  const Comparison& comparison = *state.sight.comparison;
  for (const CompareOf what : {CompareOf::Events, CompareOf::Kernels}) {
    const ComparedName& gemm = comparison.of(what).front();
    EXPECT_EQ(gemm.total[0], Duration{800});
    EXPECT_EQ(gemm.total[1], Duration{1200}) << "not the 850 ns in which the stream worked";
    EXPECT_EQ(gemm.difference(), Duration{400});
    EXPECT_TRUE(gemm.ratioIsOfMeans()) << "of two grids";
    EXPECT_EQ(gemm.ratio(), 1.5);
    EXPECT_EQ(gemm.meanRatio(), 1.5);
  }
  EXPECT_EQ(comparison.sumOf(CompareOf::Kernels), (std::array<Duration, 2>{{{800}, {1200}}}));
  EXPECT_EQ(comparison.busy[1][static_cast<std::size_t>(Storey::Hardware)], Duration{850}) << "while any ran";
}

TEST(Comparison, HasMediansAndTheTimeWithoutWhatWasCalled) {
  const auto sessionOfCalls = [](std::initializer_list<std::int64_t> lengths) {
    SampleSession session;
    const auto runtime = session.host(Storey::Runtime);
    std::int64_t begin = 0;
    for (const std::int64_t length : lengths) {
      session.add(
          {.track = runtime, .name = "outer", .begin = begin, .end = begin + length, .storey = Storey::Runtime});
      session.add(
          {.track = runtime, .name = "inner", .begin = begin + 50, .end = begin + 150, .storey = Storey::Runtime});
      begin += 10'000;
    }
    return session.state().session.snapshot;
  };
  const ViewState state = comparing(sessionOfCalls({1000, 9000, 2000}), sessionOfCalls({4000, 3000, 2000, 5000}));
  const ComparedName& outer = lineOf(*state.sight.comparison, "outer");
  EXPECT_EQ(outer.median[0], Duration{2000});
  EXPECT_EQ(outer.median[1], Duration{3000}) << "of an even count the lower one";
  EXPECT_EQ(outer.self[0], Duration{11'700});
  EXPECT_EQ(outer.differenceOfSelf(), Duration{1900});
  const std::string tip = tipOfRow(state, "outer");
  EXPECT_NE(tip.find("Median of one: 2.00 µs in A, 3.00 µs in B; B − A: +1.00 µs"), std::string::npos) << tip;
  EXPECT_NE(tip.find("Self, without what it called: 11.7 µs in A, 13.6 µs in B; B − A: +1.90 µs"), std::string::npos)
      << tip;
  EXPECT_EQ(tipOfRow(state, "inner").find("Self"), std::string::npos) << "it called nothing";
}

TEST(Comparison, CallsWhoseNamesMatchHaveOneMedian) {
  SampleSession session;
  const auto host = session.host(Storey::Framework);
  std::uint32_t call = 0;
  for (const auto& [name, length] : {std::pair("step#1", 100), {"step#2", 900}, {"step#3", 300}}) {
    const std::int64_t begin = 10'000 * call++;
    session.add({.track = host,
                 .name = name,
                 .begin = begin,
                 .end = begin + length,
                 .call = call,
                 .storey = Storey::Framework});
  }
  const auto snapshot = session.state().session.snapshot;
  const Comparison comparison = compareSessions(side(snapshot, "x"), side(snapshot, "y"), std::nullopt);
  ASSERT_EQ(comparison.of(CompareOf::Ops).size(), 1u);
  EXPECT_EQ(comparison.of(CompareOf::Ops)[0].median[0], Duration{300});
  EXPECT_EQ(lineOf(comparison, "step").median[1], Duration{300});
}

TEST(Comparison, RatiosAreInTheirOwnOrder) {
  const Comparison comparison =
      compareSessions(side(kernelsOf({{"gone", 50}, {"large", 9000}, {"small", 10}}), "one"),
                      side(kernelsOf({{"large", 8000}, {"new", 20}, {"small", 45}}), "two"), std::nullopt);
  const auto labels = [&](CompareColumn column) {
    std::vector<std::string> all;
    for (const std::uint32_t row : comparedRows(comparison, {.of = CompareOf::Kernels, .column = column}))
      all.push_back(comparison.of(CompareOf::Kernels)[row].label());
    return all;
  };
  EXPECT_EQ(labels(CompareColumn::Apart), (std::vector<std::string>{"large", "gone", "small", "new"}));
  EXPECT_EQ(labels(CompareColumn::Ratio), (std::vector<std::string>{"new", "small", "large", "gone"}));
}

TEST(ClockStep, IsWhatAllLengthsAreMultiplesOfWhereEnoughDiffer) {
  ClockStep clock;
  const auto see = [&](std::int64_t ns) {
    clock.add({7}, {ns});
    return clock.step();
  };
  for (std::int64_t i = 2; i <= 10; ++i) EXPECT_FALSE(see(32 * i + i % 3 - 1)) << i;
  EXPECT_FALSE(see(320)) << "it is none more";
  for (std::int64_t i = 11; i <= 100; ++i) EXPECT_EQ(see(32 * i + i % 3 - 1), Duration{32}) << "ends are rounded";
  EXPECT_FALSE(clock.isOne());
  EXPECT_EQ(see(3220), Duration{1});
  EXPECT_TRUE(clock.isOne());
}

TEST(ClockStep, GoesByBeginsWhereLengthsAreFew) {
  ClockStep clock;
  for (std::int64_t i = 0; i < 20; ++i) clock.add({7 + 3000 * i}, {4000});
  EXPECT_EQ(clock.step(), Duration{1000});
}

/// Repeats of "near", in a session whose clock steps so.
std::shared_ptr<const TraceSnapshot> stepping(std::int64_t step, const std::vector<std::int64_t>& near) {
  SampleSession session;
  const auto runtime = session.host(Storey::Runtime);
  std::int64_t now = 0;
  const auto add = [&](const char* name, std::int64_t length) {
    session.add({.track = runtime, .name = name, .begin = now, .end = now + length, .storey = Storey::Runtime});
    now += 100'000;
  };
  for (std::int64_t i = 1; i <= 12; ++i) add("other", step * i);
  for (const std::int64_t length : near) add("near", length);
  return session.state().session.snapshot;
}

TEST(Comparison, ATimeIsNotKnownBetterThanItsClockSteps) {
  const auto moreThanChance = [](std::int64_t step, const std::vector<std::int64_t>& a,
                                 const std::vector<std::int64_t>& b) {
    return lineOf(compareSessions(side(stepping(step, a), "one"), side(stepping(step, b), "two"), std::nullopt), "near")
        .moreThanChance();
  };
  const std::vector<std::int64_t> five(12, 5000), six(12, 6000), twelve(12, 12'000);
  EXPECT_EQ(moreThanChance(1, five, six), true);
  EXPECT_EQ(moreThanChance(1000, five, six), false);
  EXPECT_EQ(moreThanChance(1000, five, twelve), true);
  EXPECT_EQ(moreThanChance(32, std::vector<std::int64_t>(500, 800), std::vector<std::int64_t>(500, 864)), true)
      << "what is two steps longer each time is longer";
  EXPECT_EQ(moreThanChance(32, std::vector<std::int64_t>(500, 800), std::vector<std::int64_t>(500, 832)), false);
  EXPECT_EQ(moreThanChance(1, std::vector<std::int64_t>(6, 5000), std::vector<std::int64_t>(6, 6000)), true);
  EXPECT_EQ(moreThanChance(1000, std::vector<std::int64_t>(6, 5000), std::vector<std::int64_t>(6, 6000)), false)
      << "few, too";
  EXPECT_EQ(moreThanChance(1, {5000, 5000}, {6000, 6000}), std::nullopt) << "chance does so in one case of three";
  std::vector<std::int64_t> a, b;
  for (std::int64_t i = 0; i < 40; ++i) {
    a.push_back(5000 + i % 2 * 1000);
    b.push_back(6000 + i % 2 * 1000);
  }
  EXPECT_EQ(moreThanChance(1000, a, b), true) << "repeats that vary by a step tell more than one";
}

TEST(CompareView, SaysOfFewTimesNoMoreThanThatTheyDoNotOverlap) {
  const std::string few = tipOfRow(comparing(stepping(1, {5000, 5010, 5020}), stepping(1, {6000, 6010, 6020})), "near");
  EXPECT_NE(few.find("the times of the events of A and B do not overlap, but there are too few"), std::string::npos)
      << few;
  EXPECT_EQ(few.find("hardly"), std::string::npos) << few;
}

TEST(CompareView, SaysInWhichStepsAClockTells) {
  const std::vector<std::int64_t> five(12, 5000), six(12, 6000);
  const std::string steps = "multiples of 1.00 µs in A, of 1.00 µs in B";
  const std::string coarse = tipOfRow(comparing(stepping(1000, five), stepping(1000, six)), "near");
  EXPECT_NE(coarse.find("may be chance: the events"), std::string::npos) << coarse;
  EXPECT_NE(coarse.find(steps), std::string::npos) << coarse;
  const std::string fine = tipOfRow(comparing(stepping(1, five), stepping(1, six)), "near");
  EXPECT_EQ(fine.find("multiples"), std::string::npos) << fine;
}

}  // namespace
}  // namespace strata::compare_test
