#include "app/facts/what_is.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/facts/named_events.h"
#include "app/facts/page_of_view.h"
#include "app/lessons/lesson_file.h"
#include "app/views/what_is_here.h"
#include "app/words/messages.h"
#include "tests/views/sample_session.h"

namespace strata {
namespace {

using ::testing::HasSubstr;

std::string titleOf(std::string_view words, Vocabulary vocabulary = Vocabulary::Cuda) {
  const auto what = whatIsWord(words, vocabulary);
  return what ? what->title : "";
}

TEST(WhatIs, FindsTheLongestTermInWordsOfTheScreen) {
  EXPECT_EQ(titleOf("32 sectors of 32 bytes"), "sector");
  EXPECT_EQ(titleOf("2-way bank conflicts"), "bank conflict");
  EXPECT_EQ(titleOf("Occupancy"), "occupancy");
  EXPECT_EQ(titleOf("launch latency 4 µs"), "launch latency");
  EXPECT_EQ(titleOf("through cuBLAS, 12 calls"), "cuBLAS");
}

TEST(WhatIs, APartOfAWordIsNoTerm) {
  EXPECT_EQ(titleOf("banker"), "");
  EXPECT_EQ(titleOf("bandwidths of 3 GPUs"), "bandwidth") << "a plural is";
  EXPECT_EQ(titleOf(""), "");
  EXPECT_EQ(titleOf("…"), "");
}

TEST(WhatIs, SpeaksTheChosenVendorsWords) {
  EXPECT_EQ(titleOf("this warp waits", Vocabulary::Hip), "warp: wavefront (64 or 32 lanes)");
  EXPECT_THAT(whatIsWord("warp", Vocabulary::Hip)->other, HasSubstr("CUDA: warp"));
  EXPECT_THAT(whatIsWord("sub-group", Vocabulary::Cuda)->other, HasSubstr("OpenCL: sub-group"));
}

WhatIs ofEvent(Storey storey, std::string_view name, EventKind kind = EventKind::Slice) {
  SampleSession session;
  session.add({.track = session.host(storey), .name = name, .begin = 0, .end = 1000, .kind = kind, .storey = storey});
  const ViewState state = session.state();
  return whatIsEvent(state, state.session.snapshot->event(*longestNamed(*state.session.snapshot, std::string(name))));
}

TEST(WhatIs, AnEventIsItsCallItsSystemOrItsStorey) {
  EXPECT_EQ(ofEvent(Storey::Driver, "futex").title, "futex");
  EXPECT_THAT(ofEvent(Storey::Runtime, "cudaMalloc").other, HasSubstr("hipMalloc"));
  EXPECT_THAT(ofEvent(Storey::Library, "cublasSgemm_v2").other, HasSubstr("hipblasSgemm"));
  EXPECT_EQ(ofEvent(Storey::Library, "cudnnFusedThing").title, "cudnnFusedThing: cuDNN");
  const WhatIs mine = ofEvent(Storey::Compiler, "zzz");
  EXPECT_EQ(mine.title, "zzz");
  EXPECT_THAT(mine.text, HasSubstr("Compiler"));
}

TEST(WhatIs, EveryViewSaysWhatItIsAndEveryStoreyWhatItDoes) {
  for (const View& view : allViews())
    EXPECT_FALSE(whatIsHere(view, {0, 0, 400, 300}, {}, {1, 299}).text.empty()) << view.name;
  for (std::size_t i = 0; i < kStoreyCount; ++i) EXPECT_NE(titleOf(storeys()[i].title), "") << storeys()[i].title;
}

TEST(WhatIs, EveryColumnHasATermAndEveryKindOfNumber) {
  for (const Msg column : {Msg::StatisticsTotal, Msg::StatisticsSelf, Msg::StatisticsCount, Msg::StatisticsMean,
                           Msg::KernelSectors, Msg::KernelUsed, Msg::KernelBanks, Msg::KernelLanes, Msg::RooflineXAxis,
                           Msg::RooflineYAxis, Msg::RooflineMemoryBound})
    EXPECT_NE(titleOf(text(column)), "") << text(column);
  for (const char* badge : {"measured", "counted", "modelled", "spec"}) EXPECT_EQ(titleOf(badge), badge);
}

TEST(WhatIsNamed, IsATermOrASystemOfTheMap) {
  for (const char* name : {"cuBLAS", "rocBLAS", "PyTorch", "ROCm", "warp"}) {
    const auto what = whatIsNamed(name, Vocabulary::Cuda);
    ASSERT_TRUE(what) << name;
    EXPECT_FALSE(what->text.empty()) << name;
  }
  EXPECT_FALSE(whatIsNamed("cuB", Vocabulary::Cuda));
}

TEST(EventMeant, IsOfTheTypicalKernelsCall) {
  SampleSession session;
  session.addMatmul(1, 0);
  session.addMatmul(2, 200'000, true);
  const ViewState state = session.state();
  const TraceSnapshot& snapshot = *state.session.snapshot;
  const auto typical = longestNamed(snapshot, "matmul_tiled<");
  ASSERT_TRUE(typical);
  const auto of = [&](const std::string& words) {
    const auto event = eventMeant(snapshot, typical, words);
    EXPECT_TRUE(event) << words;
    return event ? snapshot.event(*event) : TraceEvent{};
  };
  EXPECT_EQ(of("<kernel>").kind, EventKind::Kernel);
  EXPECT_EQ(of("<kernel>").call, CallId{1});
  EXPECT_EQ(of("<launch>").correlation, of("<kernel>").correlation);
  EXPECT_EQ(of("<launch>").storey, Storey::Runtime);
  EXPECT_EQ(of("<call>").storey, Storey::Model);
  EXPECT_EQ(of("<call>").call, CallId{1});
  EXPECT_EQ(snapshot.event(*eventMeant(snapshot, std::nullopt, "<kernel>")).kind, EventKind::Kernel);
  EXPECT_FALSE(eventMeant(snapshot, std::nullopt, "no such name"));
}

TEST(EventNames, AreThoseOfEventsAndBeginWithKernels) {
  SampleSession session;
  session.addMatmul(1, 0);
  const ViewState state = session.state();
  const TraceSnapshot& snapshot = *state.session.snapshot;
  const std::vector<std::string> names = eventNames(snapshot);
  ASSERT_FALSE(names.empty());
  EXPECT_THAT(names.front(), HasSubstr("matmul_tiled<"));
  EXPECT_LT(names.size(), snapshot.nameCount()) << "arguments have names, too";
  for (const std::string& name : names) EXPECT_TRUE(longestNamed(snapshot, name)) << name;
}

TEST(EventNames, AreOfNoCounterNoMomentAndNothingThatRuns) {
  SampleSession session;
  session.addRun(1);
  const std::uint32_t host = session.host(Storey::Runtime);
  session.add({host, "moment", 900'000, 900'000, 0, 0, EventKind::Instant, Storey::Runtime, {}, {}});
  session.open({host, "running", 910'000, 920'000, 0, 0, EventKind::Slice, Storey::Runtime, {}, {}});
  const std::uint32_t held = session.counter("bytes held", "bytes");
  session.add({held, "held", 1'000, 1'000, 0, 0, EventKind::Counter, Storey::Runtime, {}, {}});
  const ViewState state = session.state();
  const TraceSnapshot& snapshot = *state.session.snapshot;
  for (const std::string& name : eventNames(snapshot)) {
    EXPECT_NE(name, "");
    EXPECT_TRUE(longestNamed(snapshot, name)) << name;
  }
  EXPECT_EQ(nearestEventName(snapshot, "momemt"), "");
  EXPECT_EQ(nearestEventName(snapshot, "helb"), "");
  EXPECT_EQ(nearestEventName(snapshot, "writr"), "") << "Strata's own cost is in no table";
  EXPECT_EQ(nearestEventName(snapshot, "copi"), "copy");
}

TEST(EventMeant, TheCopyIsTheOneBeforeTheTypicalKernel) {
  SampleSession session;
  const std::uint32_t copies = session.copies("copy H→D");
  const auto copy = [&](std::int64_t begin, std::int64_t end) {
    session.add({copies, "HtoD", begin, end, 0, 0, EventKind::Copy, Storey::Hardware, {}, {}});
  };
  copy(0, 90'000);  // a roof's, and longer
  copy(100'000, 101'000);
  session.addMatmul(1, 200'000);
  copy(900'000, 950'000);
  const ViewState state = session.state();
  const TraceSnapshot& snapshot = *state.session.snapshot;
  const auto begin = [&](std::optional<EventRef> typical) {
    return snapshot.event(eventMeant(snapshot, typical, "<copy>").value()).duration();
  };
  EXPECT_EQ(begin(longestNamed(snapshot, "matmul_tiled<")), Duration{1000});
  EXPECT_EQ(begin(std::nullopt), Duration{90'000}) << "without a kernel the longest";
}

TEST(PageOfView, IsAPageThatALessonReads) {
  SampleSession session;
  session.addRun(1);
  ViewState state = session.state();
  state.sight.choices.variant = "tiled";
  state.sight.choices.line = 12;
  state.sight.choices.speeds = SpeedKind::Modelled;
  state.sight.selection.event = longestNamed(*state.session.snapshot, "matmul");
  const auto lesson = parseLesson("lesson: A\n" + pageOfView("kernel", state), "a.lesson");
  ASSERT_TRUE(lesson.ok()) << lesson.error().message;
  const PageSight& sight = lesson.value().pages.at(0).sight;
  EXPECT_EQ(sight.view, "kernel");
  EXPECT_EQ(sight.variant, "tiled");
  EXPECT_EQ(sight.speeds, "modelled");
  EXPECT_EQ(sight.line, 12);
  EXPECT_EQ(longestNamed(*state.session.snapshot, sight.select), state.sight.selection.event);
}

}  // namespace
}  // namespace strata
