#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "app/canvas/recording_canvas.h"
#include "app/facts/memory_facts.h"
#include "app/views/view.h"
#include "engine/trace/timed_part.h"
#include "tests/views/sample_session.h"

// Of a run the memory view speaks of its timed calls.

namespace strata::timed_memory_test {
namespace {

/// A run's two calls, each with a kernel, between what Strata measures for itself with more memory and other launches.
class TimedMemory : public testing::Test {
 protected:
  TimedMemory() {
    const auto device = m_session.counter("device memory", "bytes");
    m_session.count(device, 1'000, 128 << 20);
    launch("peak_chains", 1'500, 4, 1);
    m_session.count(device, 5'000, 0);
    m_session.count(device, 9'000, 2 << 20);
    launch("naive", 11'000, 64, 2);
    m_session.count(device, 12'000, 3 << 20);
    launch("naive", 21'000, 64, 3);
    m_session.count(device, 31'000, 0);
    m_session.count(device, 40'000, 128 << 20);
    launch("peak_chains", 41'000, 4, 4);
    m_session.count(device, 50'000, 0);
    m_state = m_session.state();
    const HostTime start{SampleSession::kStart};
    m_timed = {{CallId{2}, CallId{3}, {start + Duration{10'000}, start + Duration{30'000}}}};
  }

  void launch(const char* name, std::int64_t at, std::int64_t grid, std::uint32_t call) {
    m_session.add({m_session.stream(1),
                   name,
                   at,
                   at + 500,
                   call,
                   call,
                   EventKind::Kernel,
                   Storey::Hardware,
                   {{arg::kGridX, grid}, {arg::kBlockX, 256}},
                   {}});
  }

  SampleSession m_session;
  ViewState m_state;
  std::vector<TimedPart> m_timed;
};

TEST_F(TimedMemory, SpeaksOfTheRunAndNotOfWhatStrataMeasuredForItself) {
  m_state.session.timed = m_timed;
  const MemoryFacts facts = memoryFacts(m_state);
  EXPECT_EQ(facts.launch->kernel, "naive");
  EXPECT_EQ(facts.launch->blocks, 64);
  EXPECT_EQ(facts.device->peak, 3 << 20);
  EXPECT_EQ(facts.device->highest, 128 << 20) << "what stands over the whole time";
  RecordingCanvas canvas;
  findView("memory")->draw(canvas, {0, 0, 1294, 150}, m_state);
  EXPECT_NE(canvas.findTextWith("in timed calls"), nullptr);
}

TEST_F(TimedMemory, WhatIsInUseAfterTheRunIsNoPeakInIt) {
  m_session.count(m_session.counter("device memory", "bytes"), 60'000, 256 << 20);
  m_state = m_session.state();
  m_state.session.timed = m_timed;
  const MemoryFacts facts = memoryFacts(m_state);
  EXPECT_EQ(facts.device->now->value, 256 << 20);
  EXPECT_EQ(facts.device->peak, 3 << 20);
}

TEST_F(TimedMemory, WhatIsSelectedOutsideIsSpokenOfAsItIs) {
  m_state.session.timed = m_timed;
  m_state.sight.selection.event = m_state.session.snapshot->workOf(CorrelationId{4});
  ASSERT_TRUE(m_state.sight.selection.event);
  const MemoryFacts facts = memoryFacts(m_state);
  EXPECT_EQ(facts.launch->kernel, "peak_chains");
  EXPECT_EQ(facts.device->peak, 128 << 20);
  EXPECT_FALSE(facts.ofTimed);
}

TEST_F(TimedMemory, WhereNothingWasTimedAllCounts) {
  const MemoryFacts facts = memoryFacts(m_state);
  EXPECT_EQ(facts.launch->kernel, "peak_chains");
  EXPECT_EQ(facts.device->peak, 128 << 20);
  EXPECT_FALSE(facts.ofTimed);
}

TEST_F(TimedMemory, OfARunThatLaunchedNothingNoLaunchOfAnEarlierOneIsShown) {
  RunResult& mine = m_state.session.results.emplace_back();
  mine.variant = "mine";
  mine.text = "__global__ void mine() {";
  mine.status = RunResult::Status::Failed;
  EXPECT_FALSE(memoryFacts(m_state).launch);
  RecordingCanvas canvas;
  findView("memory")->draw(canvas, {0, 0, 1294, 150}, m_state);
  EXPECT_NE(canvas.findText(text(Msg::RunLaunchedNothing)), nullptr);
}

TEST_F(TimedMemory, ALaunchOfARunThatIsNotShownNamesThatRun) {
  m_state.sight.selection.event = m_state.session.snapshot->workOf(CorrelationId{4});
  ASSERT_TRUE(m_state.sight.selection.event);
  const CallId call = m_state.session.snapshot->event(*m_state.sight.selection.event).call;
  m_state.session.otherRuns = {{"Run 1 · matmul", call, call}};
  EXPECT_EQ(memoryFacts(m_state).launch->otherRun, "Run 1 · matmul");
  RecordingCanvas canvas;
  findView("memory")->draw(canvas, {0, 0, 1294, 150}, m_state);
  EXPECT_NE(canvas.findTextWith("of another run"), nullptr);
  m_state.session.otherRuns = {};
  EXPECT_TRUE(memoryFacts(m_state).launch->otherRun.empty());
}

TEST_F(TimedMemory, ManyLaunchesAfterTheRunDoNotHideItsOwn) {
  for (std::int64_t i = 0; i < 200; ++i) launch("peak_chains", 60'000 + 1'000 * i, 4, 4);
  m_state = m_session.state();
  m_state.session.timed = m_timed;
  EXPECT_EQ(memoryFacts(m_state).launch->kernel, "naive");
}

}  // namespace
}  // namespace strata::timed_memory_test
