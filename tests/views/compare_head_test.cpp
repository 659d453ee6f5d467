#include <gtest/gtest.h>

#include "app/canvas/recording_canvas.h"
#include "app/views/view.h"
#include "tests/views/compared_sessions.h"

namespace strata::compare_test {
namespace {

/// Three steps of PyTorch's profiler, each so long, and two kernels a microsecond apart.
std::shared_ptr<const TraceSnapshot> trainingOf(std::int64_t stepNs, std::int64_t kernelNs) {
  SampleSession session;
  const auto model = session.host(Storey::Model), stream = session.stream(1);
  std::int64_t begin = 0;
  for (const char* name : {"ProfilerStep#1", "ProfilerStep#2", "ProfilerStep#3"}) {
    session.add({.track = model, .name = name, .begin = begin, .end = begin + stepNs, .storey = Storey::Model});
    begin += stepNs;
  }
  for (const std::int64_t at : {std::int64_t{0}, kernelNs + 1000})
    session.add({.track = stream,
                 .name = "gemm",
                 .begin = at,
                 .end = at + kernelNs,
                 .kind = EventKind::Kernel,
                 .storey = Storey::Hardware});
  return session.state().session.snapshot;
}

ViewState sidesOf(ComparedSession one, ComparedSession two) {
  ViewState state;
  state.session.snapshot = one.snapshot;
  state.sight.range = *one.snapshot->bounds();
  state.sight.comparison =
      std::make_shared<const Comparison>(compareSessions(std::move(one), std::move(two), std::nullopt));
  return state;
}

TEST(CompareHead, SaysWhatAStepTookAndHowFarTheDevicesWereBusy) {
  const ViewState state = sidesOf(side(trainingOf(20'000, 2000), "one"), side(trainingOf(15'000, 4500), "two"));
  EXPECT_EQ(state.sight.comparison->uses[0].span, Duration{5000});
  EXPECT_EQ(state.sight.comparison->uses[0].busy, Duration{4000});
  RecordingCanvas canvas;
  findView("compare")->draw(canvas, {0, 0, 1300, 420}, state);
  EXPECT_NE(canvas.findText("profiler step, median: 20.0 µs in A, 15.0 µs in B, B − A −5.00 µs"), nullptr);
  EXPECT_NE(canvas.findText("device busy: 80.0 % of 5.00 µs in A, 90.0 % of 10.0 µs in B, B − A +10 points"), nullptr);
}

TEST(CompareHead, OfASideWithoutWorkNoShareIsSaid) {
  const ViewState state = sidesOf(side(kernelsOf({{"gemm", 1000}}), "one"), side(launchesOf({"launch"}), "two"));
  RecordingCanvas canvas;
  findView("compare")->draw(canvas, {0, 0, 1300, 420}, state);
  EXPECT_NE(canvas.findText("device busy: 100.0 % of 1.00 µs in A, – in B"), nullptr);
  EXPECT_EQ(canvas.findTextWith("profiler step"), nullptr);
}

TEST(CompareHead, SaysThatModelledTimesAreNotCompared) {
  ComparedSession modelled = side(launchesOf({"launch"}), "one");
  modelled.modelledOn = "NVIDIA H200";
  const ViewState state = sidesOf(side(launchesOf({"launch"}), "measured"), modelled);
  const std::string words = "B has times that are modelled on NVIDIA H200: nothing ran there, so they are not compared";
  RecordingCanvas canvas;
  findView("compare")->draw(canvas, {0, 0, 1300, 420}, state);
  EXPECT_NE(canvas.findText(words), nullptr);
  EXPECT_EQ(canvas.findTextWith("device busy"), nullptr);
  RecordingCanvas both;
  findView("compare")->draw(both, {0, 0, 1300, 420}, sidesOf(modelled, modelled));
  EXPECT_NE(both.findTextWith("Both have times that are modelled on NVIDIA H200: "), nullptr);
  EXPECT_EQ(both.findTextWith("B has"), nullptr);
}

TEST(CompareHead, SaysWhichParametersDifferAndWeighsNothing) {
  const auto runOf = [](const char* n) {
    ComparedSession run = runSide(trainingOf(20'000, 2000), n);
    run.experiment = "matmul";
    run.parameters = {{"n", n}, {"transA", "no"}};
    return run;
  };
  const auto judged = [](const ViewState& state) {
    const ComparedName& step = *profilerSteps(*state.sight.comparison);
    return std::pair(step.isApart().has_value(), lineOf(*state.sight.comparison, "gemm").isApart().has_value());
  };
  const ViewState same = sidesOf(runOf("256"), runOf("256")), other = sidesOf(runOf("300"), runOf("256"));
  EXPECT_EQ(judged(same), std::pair(true, true));
  EXPECT_EQ(judged(other), std::pair(false, false)) << "as large a grid may have a longer loop";
  RecordingCanvas canvas;
  findView("compare")->draw(canvas, {0, 0, 1300, 420}, other);
  EXPECT_NE(canvas.findText("parameters differ: n 300 / 256"), nullptr);
  RecordingCanvas without;
  findView("compare")->draw(without, {0, 0, 1300, 420}, same);
  EXPECT_EQ(without.findTextWith("parameters differ"), nullptr);
}

TEST(CompareHead, SaysThatRepeatsAreTooFewAndHowManyAreNot) {
  const auto compared = [](const std::shared_ptr<const TraceSnapshot>& a, const std::shared_ptr<const TraceSnapshot>& b,
                           ComparedSession (*as)(std::shared_ptr<const TraceSnapshot>, const char*)) {
    RecordingCanvas canvas;
    findView("compare")->draw(canvas, {0, 0, 1300, 420}, sidesOf(as(a, "one"), as(b, "two")));
    const DrawOp* said = canvas.findTextWith("too few repeats");
    return said ? said->text : std::string();
  };
  const auto five = kernelsOf({{"gemm", 1000}, {"gemm", 1010}, {"gemm", 1020}, {"gemm", 1030}, {"gemm", 1040}});
  const auto six =
      kernelsOf({{"gemm", 2000}, {"gemm", 2010}, {"gemm", 2020}, {"gemm", 2030}, {"gemm", 2040}, {"gemm", 2050}});
  EXPECT_EQ(compared(five, six, runSide),
            "1 of 1 rows have too few repeats to tell chance (5 in A, 6 in B); run both with Repeats 7");
  EXPECT_EQ(compared(six, six, runSide), "") << "a verdict takes no more";
  EXPECT_EQ(compared(five, six, side), "") << "no runs, which repeat nothing";
}

TEST(CompareHead, WhereItHasNoLineTheTooltipSaysIt) {
  const ViewState state = sidesOf(side(trainingOf(20'000, 2000), "one"), side(trainingOf(15'000, 4500), "two"));
  const Rect low{0, 0, 690, 122};
  RecordingCanvas canvas;
  findView("compare")->draw(canvas, low, state);
  EXPECT_EQ(canvas.findTextWith("profiler step"), nullptr);
  const DrawOp* title = canvas.findText("Compare");
  ASSERT_NE(title, nullptr);
  const auto hit = findView("compare")->hit(canvas, low, state, {title->rect.x + 2, title->rect.y + 4});
  ASSERT_TRUE(hit);
  EXPECT_NE(hit->tooltip.find("profiler step, median: 20.0 µs in A"), std::string::npos) << hit->tooltip;
  EXPECT_NE(hit->tooltip.find("device busy: 80.0 %"), std::string::npos) << hit->tooltip;
}

}  // namespace
}  // namespace strata::compare_test
