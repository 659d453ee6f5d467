#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "app/canvas/recording_canvas.h"
#include "app/facts/ladder_turn.h"
#include "app/facts/published_times.h"
#include "app/facts/variant_facts.h"
#include "app/views/speed/speed_layout.h"
#include "app/views/view.h"
#include "app/words/messages.h"
#include "tests/views/sample_ladder.h"
#include "tests/views/sample_modelled.h"
#include "tests/views/sample_session.h"

namespace strata::speed_view_test {
namespace {

constexpr Rect kArea{10, 20, 900, 300};

ViewState ladder() {
  ViewState state;
  state.session.experiment = sampleLadder();
  state.session.results = sampleLadderResults();
  addRoofs(state.session.results, 1e10, 2e11);
  return state;
}

RecordingCanvas drawn(const ViewState& state, Rect area = kArea) {
  RecordingCanvas canvas;
  findView("speed")->draw(canvas, area, state);
  return canvas;
}

TEST(Results, BarsAreAsLongAsTheirSpeeds) {
  const ViewState state = ladder();
  const SpeedLayout layout = layOutResults(RecordingCanvas(), kArea, state);
  ASSERT_EQ(layout.rows.size(), 4u);
  EXPECT_EQ(layout.metric, SpeedMetric::Flops);
  EXPECT_EQ(layout.reference->variant, "library");
  const auto length = [&](std::size_t i) {
    return layout.barEnd(layout.rows[i], *layout.rows[i].bar.value) - layout.rows[i].plot.x;
  };
  EXPECT_NEAR(length(1) / length(2), 0.2f, 1e-3f);
  EXPECT_NEAR(length(0) / length(2), 0.02f, 1e-3f);
  // The fastest of the library's repeats took 0.8 of the median: its whisker ends at the plot's end.
  EXPECT_DOUBLE_EQ(layout.rows[2].bar.most, 125);
  EXPECT_DOUBLE_EQ(layout.rows[2].bar.least, 80);
  EXPECT_NEAR(layout.barEnd(layout.rows[2], 125), layout.rows[2].plot.right(), 0.1f);
}

/// The words of a bar, as wide as they are written.
Rect wordsOf(const RecordingCanvas& canvas, const SpeedLayout::Row& row) {
  for (const DrawOp* op : canvas.of(DrawOp::Kind::Text))
    if (op->text == row.bar.words && op->rect.y >= row.box.y - 1 && op->rect.bottom() <= row.box.bottom() + 1)
      return op->rect;
  ADD_FAILURE() << row.bar.result->variant << " has no words";
  return {};
}

// The slowest of its repeats took 50 times as long as the fastest one, which was the fastest of all.
TEST(Results, TheNumberBesideALongWhiskerStandsBehindIt) {
  ViewState state = ladder();
  RunResult::Seconds& tiled = state.session.results[1].seconds;
  tiled.min = tiled.median / 6.5, tiled.max = tiled.median * 8;
  for (const float width : {520.f, 700.f, 900.f}) {
    const Rect area{10, 20, width, 300};
    const SpeedLayout layout = layOutResults(RecordingCanvas(), area, state);
    const SpeedLayout::Row& row = layout.rows[1];
    EXPECT_GE(wordsOf(drawn(state, area), row).x, layout.barEnd(row, row.bar.most)) << width;
    EXPECT_GT(layout.barEnd(row, row.bar.most) - row.plot.x, row.plot.w * 0.5f) << width;
  }
}

// As a ladder of twelve in a projected window.
TEST(Results, LettersAreAsLargeAsRowsAllow) {
  ViewState state = ladder();
  for (int i = 0; i < 8; ++i) {
    state.session.results.insert(state.session.results.begin() + 1, state.session.results[1]);
    state.session.results[1].variant = "register_" + std::to_string(i);
  }
  const RecordingCanvas canvas = drawn(state, {0, 0, 990, 262});
  for (const char* words : {"naive", "register_7", "20 GFLOP/s", "✓ 4e-7 ≤ 5e-6"}) {
    const DrawOp* op = canvas.findText(words);
    ASSERT_NE(op, nullptr) << words;
    EXPECT_GE(op->style.size, 12.5f) << words;
  }
  EXPECT_GE(canvas.findText("of library")->style.size, 11);
}

TEST(Results, TheLineOfTheLibraryRunsThroughNoNumber) {
  ViewState state = ladder();
  int besideIt = 0;
  for (double speed = 60; speed < 100; speed += 2) {
    RunResult& tiled = state.session.results[1];
    tiled.gflops = speed;
    tiled.seconds.min = tiled.seconds.max = tiled.seconds.median;
    const RecordingCanvas canvas = drawn(state);
    const SpeedLayout layout = layOutResults(RecordingCanvas(), kArea, state);
    const Rect words = wordsOf(canvas, layout.rows[1]);
    const float x = layout.barEnd(layout.rows[1], layout.referenceValue);
    if (x <= words.x || x >= words.right()) continue;
    ++besideIt;
    for (const DrawOp* dash : canvas.of(DrawOp::Kind::Polyline, canvas.theme().tagBorder))
      EXPECT_TRUE(dash->rect.bottom() <= words.y || dash->rect.y >= words.bottom()) << speed;
  }
  EXPECT_GT(besideIt, 0) << "else this shows nothing";
}

ViewState modelledLadder() {
  ViewState state = ladder();
  for (RunResult& result : state.session.results) {
    if (result.variant == "library") continue;
    ModelledRun run;
    run.gpu = "a6000";
    run.gpuTitle = "NVIDIA RTX A6000";
    run.seconds = 1e-3;
    run.gflops = 1000;
    run.bound = "load_unit";
    run.only = {{"load_unit", 9e-4}, {"memory", 2e-4}};
    result.modelled = run;
  }
  return state;
}

TEST(Results, ModelledSpeedsAreAskedForAndNeverBesideMeasuredOnes) {
  ViewState state = modelledLadder();
  const SpeedLayout measured = layOutResults(RecordingCanvas(), kArea, state);
  ASSERT_EQ(measured.choices.size(), 3u);
  EXPECT_EQ(measured.kind, SpeedKind::Measured);
  EXPECT_EQ(measured.reference->variant, "library");
  ASSERT_EQ(measured.choices[1].kind, SpeedKind::Modelled);
  const Rect box = measured.choices[1].box;
  const auto hit = findView("speed")->hit(RecordingCanvas(), kArea, state, {box.x + box.w / 2, box.y + box.h / 2});
  ASSERT_TRUE(hit && hit->choices);
  state.sight.choices = *hit->choices;
  const SpeedLayout modelled = layOutResults(RecordingCanvas(), kArea, state);
  ASSERT_EQ(modelled.kind, SpeedKind::Modelled);
  for (const SpeedLayout::Row& row : modelled.rows) {
    EXPECT_EQ(row.bar.value.has_value(), row.bar.result->variant != "library");
    EXPECT_EQ(row.library.w, 0) << "no share of a library that was measured elsewhere";
    if (row.bar.value) {
      EXPECT_NE(row.bar.words.find("load unit"), std::string::npos);
    }
  }
  EXPECT_NE(modelled.reference->variant, "library");
}

TEST(Results, LettersOnALongModelledBarStandOnOneGroundInALowViewToo) {
  ViewState state = modelledLadder();
  state.sight.choices.speeds = SpeedKind::Modelled;
  int onBars = 0;
  for (float height = 100; height < 260; height += 10) {
    const Rect area{10, 20, 700, height};
    const SpeedLayout layout = layOutResults(RecordingCanvas(), area, state);
    const RecordingCanvas canvas = drawn(state, area);
    for (const SpeedLayout::Row& row : layout.rows) {
      if (!row.bar.value) continue;
      const Rect words = wordsOf(canvas, row);
      if (words.x >= layout.barEnd(row, *row.bar.value)) continue;
      ++onBars;
      const auto grounds = canvas.of(DrawOp::Kind::Fill, canvas.theme().background);
      EXPECT_TRUE(std::ranges::any_of(grounds,
                                      [&](const DrawOp* ground) {
                                        const float middle = ground->rect.y + ground->rect.h / 2,
                                                    letters = words.h / kLineHeight;
                                        return ground->rect.x <= words.x && ground->rect.right() >= words.right() &&
                                               std::abs(middle - words.y - words.h / 2) < 1 &&
                                               ground->rect.h >= 1.1f * letters;
                                      }))
          << row.bar.result->variant << " at " << height;
    }
  }
  EXPECT_GT(onBars, 0) << "else this shows nothing";
}

TEST(Results, BelowModelledSpeedsStandsHowFarOffTheModelIs) {
  ViewState state = sampleModelled();
  state.sight.choices.speeds = SpeedKind::Modelled;
  RecordingCanvas canvas;
  findView("speed")->draw(canvas, {0, 0, 1600, 500}, state);
  EXPECT_NE(canvas.findTextWith(modelAccuracyText()), nullptr);
}

TEST(Results, WhereNothingWasMeasuredModelledSpeedsAreShown) {
  ViewState state = modelledLadder();
  for (RunResult& result : state.session.results) result.seconds = {}, result.status = RunResult::Status::Unsupported;
  const SpeedLayout layout = layOutResults(RecordingCanvas(), kArea, state);
  EXPECT_EQ(layout.kind, SpeedKind::Modelled);
  ASSERT_EQ(layout.choices.size(), 2u) << "nothing measured here to switch to";
  EXPECT_EQ(layout.choices[0].kind, SpeedKind::Modelled);
}

PublishedTime published(const char* variant, double gflops) {
  PublishedTime time;
  time.gpu = "a6000";
  time.experiment = "sample";
  time.variant = variant;
  time.set = KeptJson::object();
  time.gflops = gflops;
  time.sourceName = "S. Somebody, 2022";
  time.where = "kernel 3";
  return time;
}

ViewState withPublished(std::vector<PublishedTime> times) {
  ViewState state = modelledLadder();
  state.session.published = std::make_shared<const std::vector<PublishedTime>>(std::move(times));
  for (RunResult& result : state.session.results) result.parameters = KeptJson::object();
  return state;
}

TEST(Results, WhatOthersRecordedIsAThirdChoiceOfItsOwn) {
  ViewState state = withPublished({published("naive", 800)});
  state.sight.choices.speeds = SpeedKind::Published;
  const SpeedLayout layout = layOutResults(RecordingCanvas(), kArea, state);
  ASSERT_EQ(layout.kind, SpeedKind::Published);
  for (const SpeedLayout::Row& row : layout.rows) {
    EXPECT_EQ(row.bar.value, row.bar.result->variant == "naive" ? std::optional(800.0) : std::nullopt);
    EXPECT_EQ(row.library.w, 0) << "no share of a library that ran elsewhere";
  }
  const RecordingCanvas canvas = drawn(state);
  EXPECT_NE(canvas.findText("800 GFLOP/s, S. Somebody, 2022"), nullptr);
  EXPECT_NE(canvas.findTextWith("measured by others on NVIDIA RTX A6000"), nullptr);
  EXPECT_EQ(canvas.findTextWith("of library"), nullptr);
  EXPECT_EQ(canvas.findTextWith("load unit"), nullptr) << "a modelled bar among them";
  const auto hit = findView("speed")->hit(RecordingCanvas(), kArea, state, {kArea.x + 20, layout.rows[0].box.y + 4});
  ASSERT_TRUE(hit);
  EXPECT_NE(hit->tooltip.find("measured on such a GPU: 800 GFLOP/s (S. Somebody, 2022); the model gives 1.25 × that"),
            std::string::npos)
      << hit->tooltip;
  EXPECT_NE(hit->tooltip.find("there: kernel 3"), std::string::npos);
}

TEST(Results, WhereNobodyRecordedAnythingTheChoiceSaysSo) {
  ViewState state = withPublished({published("no such step", 800)});
  state.sight.choices.speeds = SpeedKind::Published;
  const SpeedLayout layout = layOutResults(RecordingCanvas(), kArea, state);
  EXPECT_TRUE(layout.rows.empty());
  EXPECT_EQ(layout.choices.size(), 3u) << "the way back";
  EXPECT_NE(drawn(state).findTextWith("Nobody's measurement of this on NVIDIA RTX A6000"), nullptr);
}

TEST(Results, AStepThatIsBetterOnTheGpuOnlyIsToldOf) {
  ViewState state = modelledLadder();
  state.session.hello = sampleHello();
  state.session.results[1].modelled->seconds = 5e-4;
  const auto said = [&] { return ladderTurn(state.session.results, *state.session.experiment, true); };
  EXPECT_EQ(said(), "") << "quicker here as well";
  std::swap(state.session.results[0].seconds, state.session.results[1].seconds);
  EXPECT_EQ(said(),
            "On this CPU tiled is slower than naive; on the NVIDIA RTX A6000 it would be 2 × quicker (modelled).");
  EXPECT_NE(drawn(state).findTextWith("On this CPU tiled is slower than naive"), nullptr);
  state.session.results[1].modelled->seconds = 2e-3;
  EXPECT_EQ(said(), "") << "no better there";
}

/// What is said between the bars and the foot, in one piece.
std::string fallOf(const ViewState& state) {
  std::string words;
  for (const std::string& line : layOutResults(RecordingCanvas(), kArea, state).why)
    words += (words.empty() ? "" : " ") + line;
  return words;
}

TEST(Results, AStepWithinTheSpreadOfTheOneBeforeIsNotSaidToBeSlower) {
  ViewState state = modelledLadder();
  state.session.results[1].modelled->seconds = 5e-4;
  std::swap(state.session.results[0].seconds, state.session.results[1].seconds);
  state.session.results[1].seconds.min = state.session.results[0].seconds.min;
  EXPECT_EQ(ladderTurn(state.session.results, *state.session.experiment, true), "");
}

TEST(Results, RepeatsThatSpreadWidelyAreSaidTo) {
  ViewState state = ladder();
  EXPECT_EQ(drawn(state).findTextWith("run again before you compare"), nullptr);
  RunResult::Seconds& tiled = state.session.results[1].seconds;
  tiled.max = 3 * tiled.min;
  EXPECT_NE(drawn(state).findTextWith("tiled: the slowest repeat took up to 3 × the fastest; run again"), nullptr);
}

TEST(Results, WhatTheDeviceCannotRunComesLast) {
  const SpeedLayout layout = layOutResults(RecordingCanvas(), kArea, ladder());
  ASSERT_EQ(layout.rows.size(), 4u);
  EXPECT_EQ(layout.rows.back().bar.result->variant, "unit");
}

TEST(Results, AStepThatIsHardlySlowerHasNotFallen) {
  ViewState state = ladder();
  state.session.hello = sampleHello();
  RunResult::Seconds& before = state.session.results[0].seconds;
  RunResult::Seconds& after = state.session.results[1].seconds;
  before.median = 1, before.min = 0.999, before.max = 1.001;
  after.median = 1.008, after.min = 1.007, after.max = 1.009;
  EXPECT_EQ(fallOf(state), "");
  after.median = 1.08, after.min = 1.07, after.max = 1.09;
  EXPECT_NE(fallOf(state), "");
}

TEST(Results, ALadderThatFallsSaysWhyWhereTheBarsAre) {
  ViewState state = ladder();
  state.session.hello = sampleHello();
  EXPECT_EQ(fallOf(state), "") << "it rises";
  std::swap(state.session.results[0].seconds, state.session.results[1].seconds);
  const std::string onCpu = fallOf(state);
  EXPECT_TRUE(onCpu.starts_with("Slower than an earlier step: tiled, made for GPUs")) << onCpu;
  EXPECT_EQ(std::ranges::count(onCpu, '.'), 1) << "one sentence";
  const RecordingCanvas canvas = drawn(state);
  const DrawOp *said = canvas.findTextWith("Slower than"), *last = canvas.findText("library");
  ASSERT_TRUE(said && last);
  EXPECT_GT(said->rect.y, last->rect.y);
  state.session.hello->device.backend = "cuda";
  EXPECT_TRUE(fallOf(state).starts_with("Slower than an earlier step: tiled; what they save"))
      << "a GPU is what it is made for: " << fallOf(state);
  auto info = std::make_shared<ExperimentInfo>(*state.session.experiment);
  info->variants[1].madeFor = MadeFor::Processors;
  state.session.experiment = info;
  EXPECT_NE(fallOf(state).find("made for CPUs"), std::string::npos);
  state.session.results[1].seconds.min = state.session.results[0].seconds.max;
  EXPECT_EQ(fallOf(state), "") << "within the spread of both";
}

TEST(Results, EachStepSaysWhatItIsMadeFor) {
  const ViewState state = ladder();
  const RecordingCanvas canvas = drawn(state, {0, 0, 1300, 400});
  EXPECT_NE(canvas.findText(text(Msg::ResultsMadeFor)), nullptr);
  EXPECT_NE(canvas.findText(text(Msg::MadeForGpus)), nullptr);
  EXPECT_NE(canvas.findText(text(Msg::MadeForBoth)), nullptr);
  const SpeedLayout layout = layOutResults(RecordingCanvas(), kArea, state);
  const Rect row = layout.rows[1].box;
  const auto hit = findView("speed")->hit(RecordingCanvas(), kArea, state, {row.x + 5, row.y + 5});
  EXPECT_NE(hit->tooltip.find("made for GPUs"), std::string::npos) << hit->tooltip;
}

TEST(Results, ANumberIsSeenHoweverFarItsWhiskerReaches) {
  ViewState state = ladder();
  RunResult& tiled = state.session.results[1];
  const std::string words = layOutResults(RecordingCanvas(), kArea, state).rows[1].bar.words;
  for (const double faster : {6., 2.}) {
    tiled.seconds.min = tiled.seconds.median / faster;
    tiled.seconds.max = tiled.seconds.median * 50;
    EXPECT_NE(drawn(state, {0, 0, 500, 300}).findText(words), nullptr) << faster;
  }
}

TEST(Results, ANumberHasRoomWhereverTheBarsHaveRoomForIt) {
  ViewState state = ladder();
  RunResult& tiled = state.session.results[1];
  tiled.gflops = 60;
  tiled.seconds.min = tiled.seconds.median / 2;
  tiled.seconds.max = tiled.seconds.median * 20;
  std::size_t tight = 0;
  for (float width = 140; width < 600; width += 5) {
    const Rect area{0, 0, width, 300};
    const RecordingCanvas canvas = drawn(state, area);
    const SpeedLayout layout = layOutResults(canvas, area, state);
    const SpeedLayout::Row& row = layout.rows[1];
    const float words = canvas.measure(row.bar.words, resultsTextStyle(canvas, layout));
    if (words > row.plot.w) continue;
    EXPECT_NE(canvas.findText(row.bar.words), nullptr) << width;
    tight += words > row.plot.w / 2;
  }
  EXPECT_GT(tight, 0u) << "neither the bar nor what is beside it has room";
}

TEST(Results, TheShareOfTheRoofSaysWhichBytesAreCounted) {
  const ViewState state = ladder();
  const SpeedLayout layout = layOutResults(RecordingCanvas(), kArea, state);
  const SpeedLayout::Row& row = layout.rows[1];
  const auto tipAt = [&](Point at) { return findView("speed")->hit(RecordingCanvas(), kArea, state, at)->tooltip; };
  const Point inRow{row.roof.x + row.roof.w / 2, row.box.y + row.box.h / 2};
  EXPECT_NE(tipAt(inRow).find("% of the roof (each byte counted once) modelled"), std::string::npos) << tipAt(inRow);
  EXPECT_EQ(tipAt({inRow.x, layout.heads.y + layout.heads.h / 2}), text(Msg::ResultsOfRoofTip));
  EXPECT_NE(text(Msg::ResultsOfRoofTip).find("modelled where roofs are measured"), std::string_view::npos);
}

TEST(Results, RowsStandInLadderOrderWithTheirNumbers) {
  const RecordingCanvas canvas = drawn(ladder());
  float y = 0;
  for (const char* name : {"naive", "tiled", "library", "unit"}) {
    const DrawOp* row = canvas.findText(name);
    ASSERT_NE(row, nullptr) << name;
    EXPECT_GT(row->rect.y, y);
    y = row->rect.y;
  }
  for (const char* words :
       {"2 GFLOP/s", "20 GFLOP/s", "100 GFLOP/s", "2 %", "20 %", "100 %", "10 %", "50 %", "✓ 4e-7 ≤ 5e-6",
        "library = 100 %", "of library", "of roof", "check", "unsupported: this device has no matrix unit"})
    EXPECT_NE(canvas.findText(words), nullptr) << words;
  for (const char* tag : {"speed measured", "of roof modelled", "check measured"})
    EXPECT_NE(canvas.findText(tag), nullptr) << tag;
}

TEST(Results, SharesSayOfWhichLibraryAndNoStepStandsForOneThatIsYetToCome) {
  ViewState state = ladder();
  state.session.results[3].shareOfLibrary = 0.5;
  state.session.results[1].shareOfLibrary = 1;
  EXPECT_NE(drawn(state).findText("of tiled"), nullptr);
  state = ladder();
  std::erase_if(state.session.results, [](const RunResult& result) { return result.variant == "library"; });
  const RecordingCanvas canvas = drawn(state);
  EXPECT_NE(canvas.findText("of library"), nullptr);
  EXPECT_EQ(canvas.findTextWith("= 100 %"), nullptr) << "of what ran so far, in slow motion";
}

TEST(Results, AboveTheRoofIsMarkedAndExplained) {
  ViewState state = ladder();
  EXPECT_EQ(drawn(state, {0, 0, 900, 400}).findTextWith("above the roof"), nullptr);
  for (RunResult& result : state.session.results)
    for (Figure& figure : result.figures)
      if (figure.name == "share_of_roof") figure.value *= 2.5;
  const RecordingCanvas canvas = drawn(state, {0, 0, 900, 400});
  EXPECT_NE(canvas.findText("↑ 125 %"), nullptr);
  EXPECT_NE(canvas.findText("25 %"), nullptr) << "one below it has no mark";
  EXPECT_NE(canvas.findTextWith("above the roof: library. The kept roof was measured"), nullptr);
}

TEST(Results, AFailedVariantShowsItsSentenceAndNoSpeed) {
  ViewState state = ladder();
  state.session.results[1].status = RunResult::Status::Failed;
  state.session.results[1].message = "the result is wrong";
  state.session.results[1].error = RunResult::Check{"relative Frobenius", 0.5, 5e-6};
  const RecordingCanvas canvas = drawn(state);
  EXPECT_NE(canvas.findText("✗ failed: the result is wrong"), nullptr);
  EXPECT_EQ(canvas.findText("20 GFLOP/s"), nullptr) << "a fast wrong kernel has no speed";
}

TEST(Results, WithoutALibraryTheFastestIsTheMark) {
  ViewState state = ladder();
  state.session.results.pop_back();
  for (RunResult& result : state.session.results) result.shareOfLibrary.reset();
  const SpeedLayout layout = layOutResults(RecordingCanvas(), kArea, state);
  ASSERT_NE(layout.reference, nullptr);
  EXPECT_EQ(layout.reference->variant, "tiled");
}

TEST(Results, WhatHasNoFlopIsComparedByBytesOrTime) {
  ViewState state = ladder();
  for (RunResult& result : state.session.results) result.gflops.reset();
  for (RunResult& result : state.session.results)
    result.gbytesPerSecond = result.seconds.repeats > 0 ? std::optional(5.0) : std::nullopt;
  EXPECT_NE(drawn(state).findText("5 GB/s"), nullptr);
  for (RunResult& result : state.session.results) result.kinds["gbytes_per_s"] = Provenance::Modelled;
  EXPECT_NE(drawn(state).findText("bytes modelled"), nullptr) << "the time was measured";
  EXPECT_EQ(speedTag(state.session.results.front()), "bytes modelled");
  for (RunResult& result : state.session.results) result.gbytesPerSecond.reset();
  const SpeedLayout layout = layOutResults(RecordingCanvas(), kArea, state);
  EXPECT_EQ(layout.metric, SpeedMetric::Time);
  EXPECT_GT(*layout.rows[0].bar.value, *layout.rows[1].bar.value) << "seconds";
  EXPECT_NE(drawn(state).findText("500 ms"), nullptr);
  EXPECT_NE(drawn(state).findTextWith("shorter is faster"), nullptr);
}

TEST(Results, ASwitchLooksOtherThanABadge) {
  const ViewState state = modelledLadder();
  const SpeedLayout layout = layOutResults(RecordingCanvas(), kArea, state);
  const RecordingCanvas canvas = drawn(state);
  for (const SpeedLayout::Choice& choice : layout.choices) {
    const auto frames = canvas.of(DrawOp::Kind::Stroke);
    const auto frame = std::ranges::find(frames, choice.box, &DrawOp::rect);
    ASSERT_NE(frame, frames.end());
    EXPECT_EQ((*frame)->color == canvas.theme().accent, choice.kind == layout.kind);
    const auto fills = canvas.of(DrawOp::Kind::Fill);
    EXPECT_NE(std::ranges::find(fills, choice.box, &DrawOp::rect), fills.end()) << "a badge is not filled";
  }
}

TEST(Results, AClickOnARowChoosesItsVariant) {
  SampleSession session;
  session.addRun(3);
  ViewState state = ladder();
  state.session.snapshot = session.state().session.snapshot;
  const RecordingCanvas canvas = drawn(state);
  for (const auto& row : layOutResults(canvas, kArea, state).rows) {
    const auto hit =
        findView("speed")->hit(canvas, kArea, state, {row.box.x + row.box.w / 2, row.box.y + row.box.h / 2});
    ASSERT_TRUE(hit && hit->choices);
    EXPECT_EQ(hit->choices->variant, row.bar.result->variant);
    EXPECT_EQ(hit->selection.call, CallId{row.bar.result->medianCall});
  }
}

TEST(Results, OddNumbersDrawNothingOdd) {
  for (const double odd : {0.0, -3.0, std::nan(""), HUGE_VAL}) {
    ViewState state = ladder();
    state.session.results[0].gflops = odd;
    state.session.results[1].seconds.min = odd;
    const RecordingCanvas canvas = drawn(state);
    for (const DrawOp& op : canvas.ops()) {
      EXPECT_TRUE(std::isfinite(op.rect.w) && std::isfinite(op.rect.x)) << odd;
      EXPECT_LE(op.rect.right(), kArea.right() + 1) << odd;
    }
  }
  EXPECT_NE(drawn(ViewState{}).findText(text(Msg::ResultsEmpty)), nullptr);
}

}  // namespace
}  // namespace strata::speed_view_test
