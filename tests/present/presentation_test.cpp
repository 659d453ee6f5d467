#include "app/present/presentation.h"

#include <GLFW/glfw3.h>
#include <gtest/gtest.h>

#include <condition_variable>
#include <mutex>

#include "app/canvas/recording_canvas.h"
#include "app/facts/comparison.h"
#include "app/present/keys.h"
#include "app/present/slide_view.h"
#include "app/session/agents.h"
#include "app/words/messages.h"

namespace strata {
namespace {

std::string saidBy(const Presentation& presentation) {
  return presentation.problem() ? presentation.problem()->message : std::string();
}

class PresentationTest : public ::testing::Test {
 protected:
  Presentation begin(std::string_view text) {
    auto show = parseShow(text, "test");
    EXPECT_TRUE(show.ok());
    return begin(std::move(show.value()));
  }
  Presentation begin(Show show) {
    return Presentation(std::move(show), STRATA_SOURCE_DIR, agentProgram("cpu").value(), [this] {
      const std::lock_guard lock(m_mutex);
      m_news = true;
      m_woken.notify_all();
    });
  }
  /// Until the slide's run is over; the session tells when to look again.
  void finish(Presentation& presentation) {
    for (presentation.state(); presentation.working(); presentation.state()) {
      std::unique_lock lock(m_mutex);
      ASSERT_TRUE(m_woken.wait_for(lock, std::chrono::seconds(60), [this] { return std::exchange(m_news, false); }));
    }
  }

 private:
  std::mutex m_mutex;
  std::condition_variable m_woken;
  bool m_news = false;
};

constexpr std::string_view kTwo =
    "slide: a\nview: stack\nrun: matmul n=32 variants=naive repeat=2\nslide: b\nview: timeline\nanswer: yes\nslide: "
    "c\nview: "
    "results\n";

TEST_F(PresentationTest, ClickerKeysWalkAndTheAnswerComesBeforeTheNextSlide) {
  Presentation presentation = begin(kTwo);
  EXPECT_TRUE(pressKey(presentation, GLFW_KEY_PAGE_DOWN));
  EXPECT_EQ(presentation.index(), 1u);
  EXPECT_FALSE(presentation.answerShown());
  pressKey(presentation, GLFW_KEY_PAGE_DOWN);
  EXPECT_EQ(presentation.index(), 1u);
  EXPECT_TRUE(presentation.answerShown());
  pressKey(presentation, GLFW_KEY_PAGE_DOWN);
  EXPECT_EQ(presentation.index(), 2u);
  pressKey(presentation, GLFW_KEY_PAGE_DOWN);
  EXPECT_EQ(presentation.index(), 2u) << "the last slide stays";
  pressKey(presentation, GLFW_KEY_PAGE_UP);
  EXPECT_EQ(presentation.index(), 1u);
  EXPECT_FALSE(presentation.answerShown()) << "hidden again";
  pressKey(presentation, GLFW_KEY_PERIOD);
  EXPECT_TRUE(presentation.black);
  pressKey(presentation, GLFW_KEY_HOME);
  EXPECT_FALSE(presentation.black);
  EXPECT_FALSE(pressKey(presentation, GLFW_KEY_F12));
}

TEST_F(PresentationTest, ANumberAndEnterGoToThatSlide) {
  Presentation presentation = begin(kTwo);
  pressKey(presentation, GLFW_KEY_3);
  EXPECT_EQ(presentation.index(), 0u);
  EXPECT_EQ(presentation.remark(), "Enter goes to slide 3 of 3.");
  pressKey(presentation, GLFW_KEY_ENTER);
  EXPECT_EQ(presentation.index(), 2u);
  EXPECT_TRUE(presentation.remark().empty());
  pressKey(presentation, GLFW_KEY_KP_1);
  pressKey(presentation, GLFW_KEY_B);
  EXPECT_TRUE(presentation.remark().empty()) << "another key forgets it";
  pressKey(presentation, GLFW_KEY_B);
  pressKey(presentation, GLFW_KEY_HOME);
  pressKey(presentation, GLFW_KEY_KP_ENTER);
  EXPECT_EQ(presentation.index(), 1u) << "alone it is the next slide";
  pressKey(presentation, GLFW_KEY_0);
  pressKey(presentation, GLFW_KEY_9);
  pressKey(presentation, GLFW_KEY_9);
  pressKey(presentation, GLFW_KEY_ENTER);
  EXPECT_EQ(presentation.index(), 2u) << "the last one";
}

TEST_F(PresentationTest, EscapeStopsTheRunBeforeItLeaves) {
  Presentation presentation = begin(kTwo);
  ASSERT_TRUE(presentation.working());
  EXPECT_TRUE(pressKey(presentation, GLFW_KEY_ESCAPE)) << "this one is for the run";
  finish(presentation);
  EXPECT_EQ(saidBy(presentation), text(Msg::ShowStopped));
  EXPECT_FALSE(pressKey(presentation, GLFW_KEY_ESCAPE)) << "and this one for the window";
}

TEST_F(PresentationTest, EscapePutsTheKeysAwayBeforeItLeaves) {
  Presentation presentation = begin("slide: a\nview: stack\n");
  pressKey(presentation, GLFW_KEY_H);
  EXPECT_TRUE(presentation.keys);
  EXPECT_TRUE(pressKey(presentation, GLFW_KEY_ESCAPE)) << "this one is for the keys";
  EXPECT_FALSE(presentation.keys);
  EXPECT_FALSE(pressKey(presentation, GLFW_KEY_ESCAPE)) << "and this one for the window";
}

TEST_F(PresentationTest, ASlideRunsItsExperimentAndTheNextShowsTheSameSession) {
  Presentation presentation = begin(kTwo);
  finish(presentation);
  const ViewState state = presentation.state();
  ASSERT_EQ(state.session.results.size(), 1u);
  EXPECT_EQ(state.session.results[0].variant, "naive");
  EXPECT_TRUE(state.sight.selection.event) << "a typical kernel is selected";
  presentation.go(2);
  EXPECT_EQ(presentation.state().session.snapshot->totals().slices, state.session.snapshot->totals().slices);
  EXPECT_FALSE(presentation.problem());
}

TEST_F(PresentationTest, WhatIsChosenForASlideStaysWhileNothingIsNew) {
  Presentation presentation = begin(
      "slide: a\nview: statistics\nrun: matmul n=32 variants=naive repeat=2\nselect: matmul\nzoom: yes\n"
      "slide: b\nview: statistics\nselect: matmul\n");
  finish(presentation);
  const ViewState first = presentation.state();
  ASSERT_TRUE(first.sight.selection.event);
  ASSERT_TRUE(first.sight.statistics);
  const ViewState again = presentation.state();
  EXPECT_EQ(again.sight.statistics, first.sight.statistics) << "not counted again";
  EXPECT_EQ(again.sight.selection, first.sight.selection);
  EXPECT_EQ(again.sight.range, first.sight.range) << "zoomed in";
  presentation.next();
  const ViewState next = presentation.state();
  EXPECT_EQ(next.sight.range, *next.session.snapshot->bounds()) << "this slide does not zoom";
  EXPECT_NE(next.sight.statistics, first.sight.statistics);
  EXPECT_NE(next.sight.range, first.sight.range);
}

TEST_F(PresentationTest, TwoSessionsStandBesideEachOther) {
  Presentation presentation = begin(
      "slide: a\nview: timeline\nrun: matmul n=32 variants=naive repeat=2\n"
      "slide: b\nview: compare\nrun: matmul n=32 variants=tiled repeat=3\nbeside: before\n"
      "slide: c\nview: compare\nbeside: nowhere.pftrace\n"
      "slide: d\nview: timeline\n");
  finish(presentation);
  ASSERT_TRUE(presentation.state().session.part);
  const Duration first = presentation.state().session.part->length();
  EXPECT_EQ(presentation.state().sight.comparison, nullptr);
  presentation.next();
  finish(presentation);
  const ViewState both = presentation.state();
  ASSERT_TRUE(both.sight.comparison);
  EXPECT_EQ(both.session.results.at(0).variant, "tiled");
  EXPECT_EQ(both.sight.comparison->sides[1].range.length(), first) << "B is the run of the slide before";
  EXPECT_EQ(presentation.state().sight.comparison, both.sight.comparison) << "not compared again";
  presentation.again();
  finish(presentation);
  const ViewState again = presentation.state();
  ASSERT_TRUE(again.sight.comparison);
  EXPECT_NE(again.sight.comparison, both.sight.comparison);
  EXPECT_EQ(again.sight.comparison->sides[1].range.length(), first)
      << "still the slide before, not this one's first run";
  presentation.next();
  EXPECT_EQ(presentation.state().sight.comparison, nullptr);
  EXPECT_NE(saidBy(presentation).find("nowhere.pftrace"), std::string::npos);
  presentation.next();
  EXPECT_EQ(presentation.state().sight.comparison, nullptr);
  EXPECT_EQ(presentation.state().session.results.at(0).variant, "tiled");
}

TEST_F(PresentationTest, AComparisonIsOfTheNewestRunsAsAPictureOfItIs) {
  Presentation presentation = begin(
      "slide: a\nview: compare\nopen: assets/sessions/matmul-h200.pftrace\n"
      "beside: assets/sessions/matmul-bf16-h200.pftrace\n");
  finish(presentation);
  const ViewState state = presentation.state();
  ASSERT_TRUE(state.sight.comparison) << saidBy(presentation);
  ASSERT_TRUE(state.session.part);
  EXPECT_EQ(state.sight.comparison->sides[0].range, *state.session.part);
  EXPECT_NE(*state.session.part, *state.session.snapshot->bounds()) << "roofs came before it";
  for (const ComparedSession& side : state.sight.comparison->sides) EXPECT_EQ(side.experiment, "matmul");
}

TEST_F(PresentationTest, WhatASlideCannotDoIsSaidAndTheShowGoesOn) {
  Presentation presentation = begin(
      "slide: a\nview: stack\nrun: matmull n=32\nslide: b\nview: stack\nopen: nowhere.pftrace\nslide: c\nview: "
      "stack\n");
  EXPECT_EQ(saidBy(presentation).find("test:3: "), 0u) << saidBy(presentation);
  EXPECT_NE(saidBy(presentation).find("matmull"), std::string::npos);
  presentation.next();
  EXPECT_NE(saidBy(presentation).find("nowhere.pftrace"), std::string::npos);
  presentation.next();
  EXPECT_NE(saidBy(presentation).find("nowhere.pftrace"), std::string::npos) << "what this slide was to show";
}

std::vector<std::string> variantsOf(Presentation& presentation) {
  std::vector<std::string> variants;
  for (const RunResult& result : presentation.state().session.results) variants.push_back(result.variant);
  return variants;
}

constexpr std::string_view kTwoRuns =
    "slide: a\nview: speed\nrun: matmul n=32 variants=naive,tiled repeat=2\n"
    "slide: b\nview: speed\n"
    "slide: c\nview: speed\nrun: matmul n=16 variants=coalesced repeat=2\n"
    "slide: d\nview: speed\n";

TEST_F(PresentationTest, OnTheWayBackEachSlideShowsWhatTheNearestBeforeItBrought) {
  Presentation presentation = begin(kTwoRuns);
  finish(presentation);
  const auto first = presentation.state().session.results;
  presentation.go(2);
  finish(presentation);
  EXPECT_EQ(variantsOf(presentation), std::vector<std::string>{"coalesced"});
  presentation.back();
  EXPECT_FALSE(presentation.working()) << "what ran is kept";
  EXPECT_EQ(presentation.state().session.results, first) << "not the run of the slide after";
  presentation.back();
  EXPECT_FALSE(presentation.working()) << "nor does it run anew";
  EXPECT_EQ(presentation.state().session.results, first);
}

TEST_F(PresentationTest, TheEndShowsTheRunOfTheSlideBeforeIt) {
  Presentation presentation = begin(kTwoRuns);
  finish(presentation);
  pressKey(presentation, GLFW_KEY_END);
  EXPECT_TRUE(presentation.working()) << "that slide was never shown";
  EXPECT_TRUE(variantsOf(presentation).empty()) << "nothing of another run";
  finish(presentation);
  EXPECT_EQ(variantsOf(presentation), std::vector<std::string>{"coalesced"});
}

TEST_F(PresentationTest, ARunThatWasCutShortByTheNextRunsAgainWhereItIsWanted) {
  Presentation presentation = begin(kTwoRuns);
  presentation.go(2);
  finish(presentation);
  presentation.go(0);
  EXPECT_TRUE(presentation.working());
  finish(presentation);
  EXPECT_EQ(variantsOf(presentation), (std::vector<std::string>{"naive", "tiled"}));
}

TEST_F(PresentationTest, TheRunBesideWhichASlideStandsComesFirst) {
  Presentation presentation = begin(
      "slide: a\nview: timeline\nrun: matmul n=32 variants=naive repeat=2\n"
      "slide: b\nview: compare\nrun: matmul n=32 variants=tiled repeat=2\nbeside: before\n"
      "slide: c\nview: compare\nrun: matmul n=32 variants=coalesced repeat=2\nbeside: before\n");
  presentation.go(2);
  finish(presentation);
  EXPECT_EQ(variantsOf(presentation), std::vector<std::string>{"coalesced"});
  EXPECT_TRUE(presentation.state().sight.comparison);
  EXPECT_FALSE(presentation.problem());
}

TEST_F(PresentationTest, RunAgainSaysWhereASlideHasNoRunOfItsOwn) {
  Presentation presentation = begin(kTwoRuns);
  finish(presentation);
  presentation.next();
  EXPECT_TRUE(pressKey(presentation, GLFW_KEY_R));
  EXPECT_FALSE(presentation.working());
  EXPECT_EQ(presentation.remark(), fillText(Msg::ShowRunsNothing, {"1"}));
  presentation.back();
  EXPECT_TRUE(presentation.remark().empty());
  EXPECT_TRUE(pressKey(presentation, GLFW_KEY_R));
  EXPECT_TRUE(presentation.working());
  EXPECT_TRUE(presentation.remark().empty());
}

TEST_F(PresentationTest, TheShippedShowSaysHowACellWasComputed) {
  const auto shipped = readShow(STRATA_SOURCE_DIR "/assets/shows/strata.strata-show");
  ASSERT_TRUE(shipped.ok());
  Show show = shipped.value();
  std::erase_if(show.slides, [](const Slide& slide) { return slide.run.experiment != "conv2d"; });
  ASSERT_EQ(show.slides.size(), 1u);
  Presentation presentation = begin(std::move(show));
  finish(presentation);
  RecordingCanvas canvas;
  drawSlide(canvas, {0, 0, 924, 520}, presentation, std::nullopt);
  EXPECT_NE(canvas.findText("window of X"), nullptr);
  EXPECT_EQ(canvas.findTextWith("Click"), nullptr) << "which is the next slide";
}

TEST_F(PresentationTest, ASelectionThatMatchesNothingIsSaidUntilItDoes) {
  Presentation presentation = begin(
      "slide: a\nview: timeline\nrun: matmul n=32 variants=naive repeat=2\nselect: no_such_kernel\n"
      "slide: b\nview: timeline\nselect: matmul_naive\n");
  finish(presentation);
  presentation.state();
  EXPECT_NE(saidBy(presentation).find("\"no_such_kernel\""), std::string::npos);
  EXPECT_EQ(presentation.problem()->code, ErrorCode::Usage);
  presentation.next();
  EXPECT_TRUE(presentation.state().sight.selection.event);
  EXPECT_FALSE(presentation.problem());
}

}  // namespace
}  // namespace strata
