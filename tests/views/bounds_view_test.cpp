#include <gtest/gtest.h>

#include <algorithm>

#include <nlohmann/json.hpp>

#include "app/canvas/recording_canvas.h"
#include "app/facts/what_if.h"
#include "app/views/bounds/bounds_layout.h"
#include "app/views/bounds/bounds_words.h"
#include "app/views/view.h"
#include "app/words/messages.h"
#include "layers/hardware/gpu_figures.h"
#include "tests/views/sample_ladder.h"
#include "tests/views/sample_modelled.h"

namespace strata::bounds_view_test {
namespace {

constexpr Rect kArea{10, 20, 900, 420};

const RunResult& naive(const ViewState& state) {
  return state.session.results[0];
}

BoundsLayout layoutOf(const ViewState& state, Rect area = kArea) {
  return layOutBounds(RecordingCanvas(), area, *naive(state).modelled, whatIf(state, naive(state)), {});
}

Point middleOf(Rect box) {
  return {box.x + box.w / 2, box.y + box.h / 2};
}

ViewState with(ViewState state, Knob knob, double value) {
  state.sight.choices = withKnob(state, state.session.results[0], knob, value);
  return state;
}

std::string verdict(const ViewState& state) {
  return whatIfVerdict(whatIf(state, naive(state)));
}

TEST(BoundsView, WhatBarsAndLineAreIsSaidInFull) {
  const ViewState state = sampleModelled();
  for (float width = 300; width < 1000; width += 25) {
    const Rect area{10, 20, width, 480};
    const BoundsLayout layout = layoutOf(state, area);
    std::string said;
    RecordingCanvas canvas;
    findView("bounds")->draw(canvas, area, state);
    for (const std::string& line : layout.footLines) {
      said += (said.empty() ? "" : " ") + line;
      EXPECT_NE(canvas.findText(line), nullptr) << "not cut at " << width << ": " << line;
    }
    EXPECT_EQ(said, barsExplained(*naive(state).modelled, false)) << width;
    EXPECT_LE(layout.foot.bottom(), area.bottom()) << width;
    EXPECT_LE(layout.rows.back().box.bottom(), layout.foot.y + 0.5f) << width;
  }
}

TEST(BoundsView, WhatCanBeCountedHasItsArticleInASentence) {
  EXPECT_EQ(boundSentence({{"load_unit", 3e-3}, {"memory", 1e-3}}),
            fillText(Msg::BoundsClear, {"the load unit", boundTimeText(3e-3), "memory bandwidth", boundTimeText(1e-3),
                                        text(Msg::BoundsAskLess)}));
}

TEST(BoundsView, ItsSentenceBeginsWithACapitalAlsoWithWhatIsClose) {
  const std::string close = boundSentence({{"load_unit", 3e-3}, {"memory", 2.5e-3}});
  EXPECT_TRUE(close.starts_with("The load unit (")) << close;
  EXPECT_TRUE(boundSentence({{"memory", 3e-3}, {"l2", 2.5e-3}}).starts_with("Memory bandwidth (")) << close;
}

TEST(BoundsView, NobodyAsksForLessLatencyOrLessOfALaunch) {
  const auto says = [](const char* bound, Msg help) {
    return boundSentence({{bound, 3e-3}, {"memory", 1e-3}}).ends_with(text(help));
  };
  EXPECT_TRUE(says("latency", Msg::BoundsHide));
  EXPECT_TRUE(says("launch", Msg::BoundsFewer));
}

TEST(BoundsView, AGridThatLeavesMostOfTheGpuIdleIsSaidFirst) {
  const ViewState state = sampleModelled("mi300x");
  WhatIfAnswer answer = whatIf(state, naive(state));
  EXPECT_EQ(answer.blocks, 8400);
  EXPECT_EQ(answer.units, 304);
  EXPECT_EQ(idleUnitsSentence(answer), "");
  const auto linesWith = [&](double blocks) {
    answer.blocks = blocks;
    return layOutBounds(RecordingCanvas(), kArea, *naive(state).modelled, answer, {}).lines;
  };
  EXPECT_TRUE(linesWith(8).front().starts_with("8 blocks on 304 CUs: 296 have none."));
  EXPECT_TRUE(linesWith(1).front().starts_with("1 block on 304 CUs: 303 have none."));
  EXPECT_EQ(linesWith(152), layoutOf(state).lines) << "half of them";
}

constexpr std::size_t kBarsOfAmd = 8;

/// A bar's text in its row.
bool saysIn(const RecordingCanvas& canvas, Rect row, const std::string& words) {
  return std::ranges::any_of(canvas.of(DrawOp::Kind::Text), [&](const DrawOp* op) {
    const float y = op->rect.y + op->rect.h / 2;
    return op->text == words && y > row.y && y < row.bottom();
  });
}

TEST(BoundsView, AnExperimentWithoutAModelledGpuIsNotToldToChooseOne) {
  ViewState state;
  const auto says = [&](Msg words) {
    RecordingCanvas canvas;
    findView("bounds")->draw(canvas, kArea, state);
    return canvas.findText(text(words)) != nullptr;
  };
  EXPECT_TRUE(says(Msg::BoundsEmptyHint)) << "nothing has run";
  ExperimentInfo experiment;
  experiment.name = "transformer";
  experiment.parameters = {textParameter("prompt", "Prompt", "", "")};
  state.session.experiment = std::make_shared<const ExperimentInfo>(experiment);
  EXPECT_TRUE(says(Msg::BoundsNoModel));
  experiment.parameters.push_back(choiceParameter("model_gpu", "On a GPU", {"none", "a6000"}, ""));
  state.session.experiment = std::make_shared<const ExperimentInfo>(experiment);
  EXPECT_TRUE(says(Msg::BoundsEmptyHint));
}

TEST(BoundsView, EachOfManyBarsHasItsTimeHoweverLowTheViewIs) {
  const ViewState state = sampleModelled("7900xtx");
  ASSERT_EQ(naive(state).modelled->only.size(), kBarsOfAmd);
  for (const float width : {420.f, 700.f, 1000.f})
    for (float height = 60; height < 480; height += 10) {
      SCOPED_TRACE(std::to_string(width) + " × " + std::to_string(height));
      const Rect area{0, 0, width, height};
      const BoundsLayout layout = layoutOf(state, area);
      RecordingCanvas canvas;
      findView("bounds")->draw(canvas, area, state);
      ASSERT_FALSE(layout.rows.empty());
      if (height >= 180) {
        EXPECT_EQ(layout.rows.size(), kBarsOfAmd);
      }
      for (const BoundsLayout::Row& row : layout.rows) {
        EXPECT_TRUE(saysIn(canvas, row.box, boundTimeText(row.seconds))) << row.part->bound;
      }
      EXPECT_EQ(layout.rows.size() + layout.leftOut, kBarsOfAmd);
    }
}

TEST(BoundsView, WhereNotAllBarsHaveRoomTheLongestStandAndItSaysHowManyDoNot) {
  const ViewState state = sampleModelled("7900xtx");
  const Rect area{0, 0, 700, 110};
  const BoundsLayout layout = layoutOf(state, area);
  ASSERT_GT(layout.leftOut, 0u);
  ASSERT_GT(layout.rows.size(), 1u);
  std::vector<double> times;
  for (const ModelledRun::Part& part : naive(state).modelled->only) times.push_back(part.seconds);
  std::ranges::sort(times, std::ranges::greater());
  for (const BoundsLayout::Row& row : layout.rows) EXPECT_GE(row.seconds, times[layout.rows.size() - 1]);
  RecordingCanvas canvas;
  findView("bounds")->draw(canvas, area, state);
  EXPECT_NE(canvas.findText(leftOutWords(layout.leftOut)), nullptr);
}

TEST(BoundsView, SlidersLeaveOccupancyItsLines) {
  const ViewState state = sampleModelled("7900xtx");
  for (const Rect area : {Rect{0, 0, 700, 150}, Rect{0, 0, 700, 170}, Rect{0, 0, 1000, 200}}) {
    RecordingCanvas canvas;
    findView("bounds")->draw(canvas, area, state);
    EXPECT_NE(canvas.findTextWith("on each WGP"), nullptr) << area.w << " × " << area.h;
    EXPECT_EQ(layoutOf(state, area).sliders.size(), 4u);
  }
}

TEST(BoundsView, WhereBarsLeaveTheSlidersNoRoomAWordInTheHeaderShowsThemAndBack) {
  ViewState state = sampleModelled();
  const Rect area{0, 0, 480, 200};
  const BoundsLayout bars = layoutOf(state, area);
  ASSERT_TRUE(bars.sliders.empty() && !bars.rows.empty());
  const View& view = *findView("bounds");
  RecordingCanvas before;
  view.draw(before, area, state);
  EXPECT_NE(before.findText(text(Msg::WhatIfTitle)), nullptr);
  const auto there = view.hit(RecordingCanvas(), area, state, middleOf(bars.turn));
  ASSERT_TRUE(there && there->choices);
  state.sight.choices = *there->choices;
  RecordingCanvas after;
  view.draw(after, area, state);
  for (const Msg words : {Msg::WhatIfThreads, Msg::WhatIfRegisters, Msg::WhatIfClock, Msg::WhatIfBandwidth})
    EXPECT_NE(after.findText(text(words)), nullptr) << text(words);
  const BoundsLayout sliders =
      layOutBounds(RecordingCanvas(), area, *naive(state).modelled, whatIf(state, naive(state)), {}, false, true);
  EXPECT_TRUE(sliders.rows.empty());
  const BoundsLayout::Slider& clock = sliders.sliders[static_cast<std::size_t>(Knob::Clock)];
  const Point end{clock.track.right() - 2, clock.box.y + clock.box.h / 2};
  const auto asked = view.hit(RecordingCanvas(), area, state, end);
  ASSERT_TRUE(asked && asked->choices);
  EXPECT_GT(asked->choices->whatIf.clock, 1.8e9);
  const auto back = view.hit(RecordingCanvas(), area, state, middleOf(sliders.turn));
  ASSERT_TRUE(back && back->choices);
  EXPECT_FALSE(back->choices->asksWhatIf);
}

TEST(BoundsView, WhereSlidersHaveRoomBesideBarsOrInAPictureNoWordTakesToThem) {
  ViewState state = sampleModelled();
  state.sight.choices.asksWhatIf = true;
  EXPECT_EQ(layoutOf(state).turn.w, 0);
  const WhatIfAnswer answer = whatIf(state, naive(state));
  const auto both = layOutBounds(RecordingCanvas(), kArea, *naive(state).modelled, answer, {}, false, true);
  EXPECT_FALSE(both.rows.empty() || both.sliders.empty());
  const auto still = layOutBounds(RecordingCanvas(), {0, 0, 480, 200}, *naive(state).modelled, answer, {}, true, true);
  EXPECT_EQ(still.turn.w, 0);
  EXPECT_FALSE(still.rows.empty());
}

TEST(BoundsView, TheLongestBarsTimeIsNotTheLinesLabel) {
  const ViewState state = sampleModelled();
  const BoundsLayout layout = layoutOf(state);
  const BoundsLayout::Row& longest = layout.rows.front();
  RecordingCanvas canvas;
  findView("bounds")->draw(canvas, kArea, state);
  const DrawOp* time = canvas.findText(boundTimeText(longest.seconds));
  ASSERT_NE(time, nullptr);
  const float end = layout.barEnd(longest, longest.seconds);
  ASSERT_LT(layout.barEnd(longest, naive(state).modelled->seconds), end + time->rect.w) << "the line is near";
  EXPECT_LT(time->rect.right(), end) << "within the bar, before the line";
}

TEST(Bounds, AnUntouchedModelGivesTheTimeItGave) {
  const ViewState state = sampleModelled();
  const WhatIfAnswer answer = whatIf(state, naive(state));
  EXPECT_EQ(answer.unknown, "");
  EXPECT_FALSE(answer.changed());
  EXPECT_NEAR(answer.seconds / naive(state).modelled->seconds, 1, 1e-9);
  EXPECT_EQ(answer[Knob::Threads].now, 256);
  EXPECT_EQ(answer[Knob::Registers].now, 40);
  EXPECT_DOUBLE_EQ(answer[Knob::Clock].now, 1.8e9);
  EXPECT_DOUBLE_EQ(answer[Knob::Bandwidth].now, 768e9);
  EXPECT_EQ(answer.occupancy.blocks, 6u);
  const RecordingCanvas canvas = [&] {
    RecordingCanvas drawn;
    findView("bounds")->draw(drawn, kArea, state);
    return drawn;
  }();
  EXPECT_EQ(canvas.findText(text(Msg::WhatIfReset)), nullptr) << "there is nothing to take back";
}

TEST(Bounds, WhatIsBoundByTheLoadUnitGainsByTheClockAndNotByBandwidth) {
  const ViewState state = sampleModelled();
  ASSERT_EQ(naive(state).modelled->bound, "load_unit");
  const ViewState fast = with(state, Knob::Clock, 3.6e9), wide = with(state, Knob::Bandwidth, 1536e9);
  const WhatIfAnswer quicker = whatIf(fast, naive(fast)), same = whatIf(wide, naive(wide));
  EXPECT_NEAR(quicker.before / quicker.seconds, 1.9, 0.1) << "memory is as slow as before";
  EXPECT_TRUE(verdict(fast).starts_with("× 1.9 quicker: ")) << verdict(fast);
  EXPECT_NEAR(same.before / same.seconds, 1, 0.05);
  const ViewState slow = with(state, Knob::Clock, 0.9e9);
  EXPECT_TRUE(verdict(slow).starts_with("× 2 slower: ")) << verdict(slow);
}

TEST(Bounds, HowTheyCombineIsToldWhereABarIsHovered) {
  const ViewState state = sampleModelled();
  const BoundsLayout layout = layoutOf(state);
  const auto hit = findView("bounds")->hit(RecordingCanvas(), kArea, state, middleOf(layout.rows.front().name));
  ASSERT_TRUE(hit);
  EXPECT_NE(hit->tooltip.find(fillText(Msg::ModelTogether, {"1.7"})), std::string::npos) << hit->tooltip;
}

TEST(Bounds, OtherBlocksKeepAllThreadsAndMoreRegistersLeaveFewerOfThem) {
  const ViewState state = sampleModelled();
  const ViewState large = with(state, Knob::Threads, 1024), many = with(state, Knob::Registers, 128);
  EXPECT_EQ(whatIf(large, naive(large)).occupancy.blocks, 1u);
  EXPECT_EQ(whatIf(many, naive(many)).occupancy.blocks, 2u);
  // The sums of what is asked for are those of before: only what depends on blocks changes.
  const auto before = whatIf(state, naive(state)), after = whatIf(large, naive(large));
  for (std::size_t i = 0; i < before.only.size(); ++i) {
    ASSERT_EQ(before.only[i].bound, after.only[i].bound) << "bars stay where they are";
    if (before.only[i].bound == "memory" || before.only[i].bound == "l2") {
      EXPECT_DOUBLE_EQ(before.only[i].seconds, after.only[i].seconds);
    }
  }
  const ViewState none = with(with(state, Knob::Threads, 1024), Knob::Registers, 255);
  EXPECT_FALSE(whatIf(none, naive(none)).canLaunch());
  EXPECT_NE(verdict(none).find("registers"), std::string::npos) << verdict(none);
}

TEST(Bounds, ASliderIsClickedDrawnAndStepped) {
  ViewState state = sampleModelled();
  const View& view = *findView("bounds");
  const RecordingCanvas canvas;
  const BoundsLayout layout = layoutOf(state);
  ASSERT_EQ(layout.sliders.size(), 4u);
  const auto& clock = layout.sliders[2];
  ASSERT_EQ(clock.knob, Knob::Clock);
  EXPECT_EQ(clock.at(1.8e9), clock.track.x + clock.track.w / 2) << "as modelled: in the middle";

  const auto hit = view.hit(canvas, kArea, state, {clock.track.right() - 1, clock.box.y + 5});
  ASSERT_TRUE(hit && hit->choices);
  EXPECT_GT(hit->choices->whatIf.clock, 6.5e9);
  EXPECT_NE(hit->tooltip.find("1.8 GHz"), std::string::npos) << hit->tooltip;
  const auto registers = view.hit(canvas, kArea, state, middleOf(layout.sliders[1].box));
  ASSERT_TRUE(registers);
  EXPECT_NE(registers->tooltip.find("beforehand, by nvcc"), std::string::npos) << registers->tooltip;

  const Point thumb = middleOf(clock.track);
  const auto drawn = view.drawn(canvas, kArea, state, thumb, {clock.track.x - 500, 0});
  ASSERT_TRUE(drawn);
  EXPECT_DOUBLE_EQ(drawn->whatIf.clock, 0.45e9) << "beyond its end it stays at the end";
  EXPECT_FALSE(view.drawn(canvas, kArea, state, {kArea.x + 40, thumb.y}, thumb)) << "no slider there";

  const auto stepped = view.stepped(canvas, kArea, state, thumb, 1);
  ASSERT_TRUE(stepped);
  EXPECT_DOUBLE_EQ(stepped->whatIf.clock, 1.85e9);
  state.sight.choices = *stepped;
  const auto back = view.stepped(canvas, kArea, state, thumb, -1);
  ASSERT_TRUE(back);
  EXPECT_FALSE(back->whatIf.any()) << "as it was modelled again";
}

TEST(Bounds, WhatIsChangedSaysSoAndOneClickTakesItBack) {
  ViewState state = with(with(sampleModelled(), Knob::Clock, 3.6e9), Knob::Registers, 64);
  RecordingCanvas canvas;
  findView("bounds")->draw(canvas, kArea, state);
  EXPECT_NE(canvas.findTextWith("quicker"), nullptr);
  EXPECT_NE(canvas.findTextWith("blocks on each SM"), nullptr);
  EXPECT_GE(canvas.of(DrawOp::Kind::Text).size(), 10u);
  const BoundsLayout layout = layoutOf(state);
  ASSERT_GT(layout.reset.w, 0);
  const auto hit = findView("bounds")->hit(canvas, kArea, state, middleOf(layout.reset));
  ASSERT_TRUE(hit && hit->choices);
  EXPECT_FALSE(hit->choices->whatIf.any());
}

TEST(Bounds, WhatIsAskedOfOneStepIsNotAskedOfAnother) {
  ViewState state = with(sampleModelled(), Knob::Clock, 3.6e9);
  EXPECT_TRUE(whatIf(state, state.session.results[0]).changed());
  EXPECT_FALSE(whatIf(state, state.session.results[1]).changed());
  state.session.results[0].modelled->gpu = "another";
  EXPECT_FALSE(whatIf(state, state.session.results[0]).changed());
}

TEST(Bounds, WithoutTheFiguresNothingCanBeAskedAndItSaysWhy) {
  ViewState state = sampleModelled();
  auto figures = std::make_shared<GpuFigures>(*state.session.gpu);
  figures->clock.value /= 2;
  state.session.gpu = figures;
  EXPECT_NE(whatIf(state, naive(state)).unknown.find("have changed"), std::string::npos);
  EXPECT_TRUE(layoutOf(state).sliders.empty());
  state.session.gpu = nullptr;
  EXPECT_NE(whatIf(state, naive(state)).unknown.find("not on this machine"), std::string::npos);
  state.session.results[0].modelled->launches = KeptJson();
  EXPECT_NE(whatIf(state, naive(state)).unknown, "");
  const auto& points = layoutOf(state);
  EXPECT_FALSE(points.notes.empty());
}

TEST(BoundsView, APictureDoesNotAskForAHandOnItsSliders) {
  ViewState state = sampleModelled();
  for (const bool still : {false, true}) {
    state.sight.still = still;
    RecordingCanvas canvas;
    findView("bounds")->draw(canvas, kArea, state);
    EXPECT_EQ(canvas.findTextWith("Drag a slider") == nullptr, still);
  }
}

TEST(BoundsView, APictureSaysWhatIsAskedInWordsAndHasNoSliders) {
  ViewState state = with(sampleModelled(), Knob::Threads, 512);
  for (const bool still : {false, true}) {
    state.sight.still = still;
    RecordingCanvas canvas;
    findView("bounds")->draw(canvas, kArea, state);
    EXPECT_EQ(canvas.findText(text(Msg::WhatIfReset)) == nullptr, still);
    EXPECT_NE(canvas.findText(knobText(Knob::Threads, 512)), nullptr) << still;
    const BoundsLayout layout = layoutOf(state);
    ASSERT_FALSE(layout.sliders.empty());
    const auto fills = canvas.of(DrawOp::Kind::Fill);
    EXPECT_EQ(std::ranges::none_of(
                  fills, [&](const DrawOp* op) { return op->rect.x >= layout.sliders[0].track.x && op->rect.h <= 3; }),
              still);
  }
}

TEST(Bounds, DrawnValuesComeBackToWhereTheyAre) {
  const ViewState state = sampleModelled();
  const WhatIfAnswer answer = whatIf(state, naive(state));
  for (int k = 0; k < kKnobs; ++k) {
    const Knob knob = static_cast<Knob>(k);
    const KnobRange& range = answer[knob];
    EXPECT_EQ(knobValue(knob, range, 0), range.least);
    EXPECT_EQ(knobValue(knob, range, 1), range.most);
    EXPECT_EQ(knobValue(knob, range, knobPlace(knob, range, range.modelled)), range.modelled);
  }
}

}  // namespace
}  // namespace strata::bounds_view_test
