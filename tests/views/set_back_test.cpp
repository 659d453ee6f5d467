#include "app/facts/set_back.h"

#include <gtest/gtest.h>

#include "app/canvas/recording_canvas.h"
#include "app/facts/kernel_facts.h"
#include "app/facts/variant_facts.h"
#include "app/views/view.h"
#include "app/words/messages.h"
#include "tests/views/sample_ladder.h"
#include "tests/views/sample_session.h"
#include "tests/views/sample_tokens.h"

namespace strata::set_back_test {
namespace {

class SetBackTest : public ::testing::Test {
 protected:
  SetBackTest() {
    m_session.addRun(3);
    m_whole = m_session.state();
    m_whole.session.experiment = sampleLadder();
    m_whole.session.results = sampleLadderResults();  // naive: call 1, tiled: 3, unit: cannot run, library: 2
    std::swap(m_whole.session.results[1].lastCall, m_whole.session.results[3].lastCall);
  }
  ViewState at(HostTime time) const {
    ViewState state = m_whole;
    setBack(state, std::make_shared<const TraceSnapshot>(m_whole.session.snapshot->until(time)), time);
    return state;
  }
  HostTime endOf(std::uint32_t call) const { return m_whole.session.snapshot->call(CallId{call})->end; }

  SampleSession m_session;
  ViewState m_whole;
};

TEST_F(SetBackTest, AResultIsThereWhenItsLastCallHasEnded) {
  EXPECT_TRUE(at(m_whole.session.snapshot->bounds()->begin).session.results.empty());
  EXPECT_TRUE(at(endOf(1) - Duration{1}).session.results.empty());
  EXPECT_EQ(at(endOf(1)).session.results.size(), 1u);
  EXPECT_EQ(at(endOf(2)).session.results.size(), 2u);
  EXPECT_EQ(at(endOf(3)).session.results.size(), 4u) << "the step that cannot run came before the library";
}

TEST_F(SetBackTest, SharesSayOfWhichLibraryBeforeItHasRun) {
  m_whole.session.results[3].variant = "onednn";  // the library
  const ViewState early = at(endOf(2)), whole = at(endOf(3));
  EXPECT_EQ(findResult(early, "onednn"), nullptr);
  EXPECT_EQ(shareHead(early), "of onednn");
  EXPECT_EQ(shareHead(whole), "of onednn");
  RecordingCanvas canvas;
  findView("speed")->draw(canvas, {0, 0, 900, 260}, early);
  EXPECT_NE(canvas.findText("of onednn"), nullptr);
}

TEST_F(SetBackTest, TheTextOfTheSelectedKernelIsThereBeforeItsResult) {
  VariantInfo step;
  step.name = "tiled";
  step.file = "kernels/sample/tiled.cuh";
  step.source = "__global__ void matmul_tiled(int n) {}\n";
  m_whole.session.ownSteps = std::make_shared<const std::vector<VariantInfo>>(1, step);
  m_whole.sight.selection = {m_whole.session.snapshot->workOf(CorrelationId{2}), CallId{1}};
  const ViewState state = at(endOf(1) - Duration{1});
  ASSERT_TRUE(state.session.results.empty());
  EXPECT_EQ(kernelFacts(state).file, step.file);
}

TEST_F(SetBackTest, NoViewSaysThatAVariantHasNoPlaceBeforeAnyRan) {
  for (RunResult& result : m_whole.session.results)
    if (result.status == RunResult::Status::Unsupported) std::swap(result, m_whole.session.results.front());
  RecordingCanvas canvas;
  findView("roofline")->draw(canvas, {0, 0, 640, 400}, at(m_whole.session.snapshot->bounds()->begin));
  EXPECT_EQ(canvas.findTextWith(text(Msg::RooflineNoPoint)), nullptr);
  EXPECT_NE(canvas.findTextWith("Each variant becomes a point"), nullptr);
}

TEST_F(SetBackTest, TokensComeAsTheirCallsDo) {
  m_whole.session.tokens =
      sampleTokens(2);  // four of the prompt by call 1, then one by call 2 and one that nobody read
  EXPECT_EQ(at(m_whole.session.snapshot->bounds()->begin).session.tokens, nullptr);
  EXPECT_EQ(at(m_whole.session.snapshot->call(CallId{1})->begin).session.tokens->tokens.size(), 4u);
  EXPECT_EQ(at(m_whole.session.snapshot->call(CallId{2})->begin).session.tokens->tokens.size(), 5u);
  EXPECT_EQ(at(endOf(2)).session.tokens, m_whole.session.tokens) << "the very same, so nothing is drawn anew";
}

}  // namespace
}  // namespace strata::set_back_test
