#include "app/still/run_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/facts/wall_clock.h"
#include "engine/trace/trace_store.h"

namespace strata {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

RunRecord run(std::uint64_t request, int n) {
  RunRecord record;
  record.request = request;
  record.experiment = "matmul";
  *record.parameters = {{"n", n}};
  return record;
}

RunList listOf(int runs) {
  RunList list;
  std::vector<RunRecord> records;
  for (int i = 1; i <= runs; ++i) {
    records.push_back(run(static_cast<std::uint64_t>(i), 64 * i));
    list.take(records);
  }
  return list;
}

TEST(RunList, ANewRunIsShownAndCalledByItsNumberAndShape) {
  RunList list;
  EXPECT_FALSE(list.shown());
  EXPECT_THAT(list.listed(), IsEmpty());
  list = listOf(2);
  EXPECT_THAT(list.listed(), ElementsAre(0u, 1u));
  EXPECT_EQ(list.shown(), 1u);
  EXPECT_EQ(list.title(1), "Run 2 · matmul 128×128×128");
}

TEST(RunList, ARunThatTimedNothingIsASideByWhatItDidAlone) {
  TraceStore store;
  TraceEvent event;
  event.track = store.track({});
  event.name = store.intern("call");
  event.storey = Storey::Model;
  event.payload = 100;
  for (std::uint32_t call = 1; call <= 6; ++call) {
    event.begin = {1000 * call};
    event.call = CallId{call};
    store.add(event);
  }
  ViewState state;
  state.session.snapshot = store.snapshot();
  RunRecord wrong = run(2, 64);
  wrong.heldBefore = 2;
  wrong.heldAfter = 4;
  RunList alone, two;
  alone.take({wrong});
  two.take({run(1, 64), wrong});
  EXPECT_EQ(sideOf(state, two, 1).range, (TimeRange{{3000}, {5000}}));
  EXPECT_TRUE(sideOf(state, two, 1).timed.empty());
  EXPECT_EQ(sideOf(state, alone, 0).range, (TimeRange{{1000}, {6100}})) << "the session is its own";
}

TEST(RunList, RunsThatAreCalledAlikeSayWhenTheyCame) {
  constexpr std::time_t kFirst = 1'796'000'000;
  RunList list;
  std::vector<RunRecord> records;
  std::time_t now = kFirst;
  for (const int n : {64, 64, 128}) {
    records.push_back(run(records.size() + 1, n));
    list.take(records, now++);
  }
  list.take(records, now + 60);
  EXPECT_EQ(list.titleAmongAlike(0), "Run 1 · matmul 64×64×64 · " + timeOfDay(kFirst));
  EXPECT_EQ(list.titleAmongAlike(1), "Run 2 · matmul 64×64×64 · " + timeOfDay(kFirst + 1));
  EXPECT_EQ(list.titleAmongAlike(2), "Run 3 · matmul 128×128×128");
  EXPECT_EQ(list.title(0), "Run 1 · matmul 64×64×64");
  list.remove(1);
  EXPECT_EQ(list.titleAmongAlike(0), "Run 1 · matmul 64×64×64") << "it is the only one of the list";
  records.push_back(run(4, 64));
  list.take(records);
  EXPECT_EQ(list.titleAmongAlike(3), "Run 4 · matmul 64×64×64") << "nobody knows when";
}

RunRecord runWith(int n, const nlohmann::json& more) {
  RunRecord record = run(1, n);
  record.parameters->update(more);
  return record;
}

TEST(RunList, RunsOfOneSizeAreToldApartByWhatDiffers) {
  RunList list;
  RunRecord own = runWith(64, {{"model_gpu", "h100"}, {"caches", "cold"}});
  own.results.resize(2);
  own.results[0].variant = "tiled";
  own.results[1].variant = "mine";
  own.results[1].text = "__global__ void mine() {}";
  list.take({runWith(64, {{"model_gpu", "a6000"}}), runWith(64, {{"model_gpu", "7900xtx"}}),
             runWith(128, {{"model_gpu", "h100"}}), own, run(2, 64)});
  EXPECT_EQ(list.title(0), "Run 1 · matmul 64×64×64 · a6000");
  EXPECT_EQ(list.title(1), "Run 2 · matmul 64×64×64 · 7900xtx");
  EXPECT_EQ(list.title(2), "Run 3 · matmul 128×128×128 · h100") << "the size is told";
  EXPECT_EQ(list.title(3), "Run 4 · matmul 64×64×64 · mine · caches cold");
  EXPECT_EQ(list.title(4), "Run 5 · matmul 64×64×64") << "nothing that is not the default";
}

TEST(RunList, RunsWithOneSettingAreCalledAlike) {
  RunList list;
  const nlohmann::json errors{{"observe", "errors"}}, nothing{{"observe", "nothing"}};
  list.take({runWith(64, errors)});
  EXPECT_EQ(list.title(0), "Run 1 · matmul 64×64×64") << "there is nothing to tell it from";
  list.take({runWith(64, errors), runWith(64, nothing), run(1, 64), runWith(64, errors), runWith(64, errors)});
  for (const std::size_t one : {0u, 3u, 4u}) EXPECT_TRUE(list.title(one).ends_with(" · observe errors")) << one;
  for (const std::size_t one : {1u, 2u}) EXPECT_TRUE(list.title(one).ends_with("64×64×64")) << one;
}

TEST(RunList, OfManyDifferencesTwoAreNamed) {
  RunList list;
  list.take(
      {run(1, 64), runWith(64, {{"repeat", 3}, {"caches", "cold"}, {"model_gpu", "h100"}, {"times", "modelled"}})});
  EXPECT_EQ(list.title(1), "Run 2 · matmul 64×64×64 · repeat 3 · caches cold");
}

TEST(RunList, RunsThatNoAgentWasDoneWithAreMarked) {
  RunList list;
  std::vector<RunRecord> records{run(1, 64), run(1, 128)};
  records.front().awaited = true;
  list.take(records);
  EXPECT_EQ(list.cutOff(0), "");
  list.cutOffAwaited("Nobody knows why.");
  EXPECT_EQ(list.cutOff(0), "Nobody knows why.");
  EXPECT_EQ(list.cutOff(1), "");
}

TEST(RunList, MoreResultsOfTheNewestRunLeaveAnotherShown) {
  RunList list = listOf(2);
  list.show(0);
  list.take(std::vector(list.all()));
  EXPECT_EQ(list.shown(), 0u);
}

TEST(RunList, WhileARunIsAwaitedNoneIsShownUntilItComesOrDoesNot) {
  RunList list = listOf(2);
  list.await();
  EXPECT_FALSE(list.shown());
  EXPECT_EQ(list.newest(), 1u);
  list.take(std::vector(list.all()));
  EXPECT_FALSE(list.shown()) << "a result more of an older run is not it";
  auto runs = list.all();
  runs.push_back(run(3, 192));
  list.take(runs);
  EXPECT_EQ(list.shown(), 2u);
  list.await();
  list.stopAwaiting();
  EXPECT_EQ(list.shown(), 2u) << "it brought no result";
  list.show(0);
  list.stopAwaiting();
  EXPECT_EQ(list.shown(), 0u);
}

TEST(RunList, ANameStandsForARunUntilItIsEmptied) {
  RunList list = listOf(1);
  list.rename(0, "before the change");
  EXPECT_EQ(list.title(0), "before the change");
  list.rename(0, "");
  EXPECT_EQ(list.title(0), "Run 1 · matmul 64×64×64");
}

TEST(RunList, OfWhatIsRemovedTheNumbersStayAndItComesBack) {
  RunList list = listOf(3);
  list.remove(2);
  EXPECT_EQ(list.shown(), 1u);
  list.remove(0);
  EXPECT_THAT(list.listed(), ElementsAre(1u));
  list.remove(1);
  EXPECT_FALSE(list.shown());
  list.restore(0);
  EXPECT_THAT(list.listed(), ElementsAre(0u));
  EXPECT_EQ(list.shown(), 0u);
  EXPECT_EQ(list.title(0), "Run 1 · matmul 64×64×64");
  list.restore(7);
  EXPECT_EQ(list.shown(), 0u);
}

Request asksFor(int n) {
  Request request;
  request.name = "matmul";
  *request.parameters = {{"n", n}};
  return request;
}

TEST(RunList, ALostRunStandsWhereItCameAndTakesNoNumber) {
  RunList list = listOf(1);
  list.await();
  const TimeRange recorded{HostTime{5}, HostTime{9}};
  list.lose(asksFor(384), "Its agent is gone.", recorded);
  list.stopAwaiting();
  EXPECT_EQ(list.shown(), 0u) << "the run before stays in view";
  EXPECT_EQ(list.lost()[0].part, recorded);
  auto runs = list.all();
  runs.push_back(run(3, 128));
  list.take(runs);
  EXPECT_THAT(list.lines(), ElementsAre(ListedRun{0, false}, ListedRun{0, true}, ListedRun{1, false}));
  EXPECT_EQ(list.lostTitle(0), "Lost run · matmul 384×384×384");
  EXPECT_EQ(list.lost()[0].reason, "Its agent is gone.");
  EXPECT_EQ(list.title(1), "Run 2 · matmul 128×128×128");
  list.showLost(0);
  EXPECT_FALSE(list.shown());
  EXPECT_EQ(list.shownLost(), 0u);
  list.show(1);
  EXPECT_EQ(list.shown(), 1u);
  EXPECT_FALSE(list.shownLost());
}

TEST(RunList, ALostRunIsRemovedAndComesBackLikeOthers) {
  RunList list = listOf(1);
  for (const int n : {384, 768}) list.lose(asksFor(n), "Its agent is gone.");
  list.showLost(1);
  list.removeLost(1);
  EXPECT_THAT(list.lines(), ElementsAre(ListedRun{0, false}, ListedRun{0, true}));
  EXPECT_EQ(list.shown(), 0u);
  EXPECT_FALSE(list.shownLost());
  list.remove(0);
  EXPECT_EQ(list.shownLost(), 0u) << "and not the one that is off the list";
  list.removeLost(0);
  EXPECT_THAT(list.lines(), IsEmpty());
  EXPECT_FALSE(list.shownLost());
  list.restoreLost(1);
  EXPECT_THAT(list.lines(), ElementsAre(ListedRun{1, true}));
  EXPECT_EQ(list.shownLost(), 1u);
  list.restoreLost(7);
  EXPECT_EQ(list.shownLost(), 1u);
}

TEST(RunList, ARunWhoseAgentEndedBeforeItWasCompleteSaysSo) {
  RunList list = listOf(2);
  list.cutOffNewest("Its agent is gone.");
  EXPECT_EQ(list.cutOff(0), "");
  EXPECT_EQ(list.cutOff(1), "Its agent is gone.");
  auto runs = list.all();
  runs.push_back(run(3, 192));
  list.take(runs);
  EXPECT_EQ(list.cutOff(1), "Its agent is gone.");
  EXPECT_EQ(list.cutOff(2), "");
  EXPECT_EQ(list.title(1), "Run 2 · matmul 128×128×128") << "as it is called";
}

TEST(RunList, TextsThatWereSentAreThoseOfARunThatEndedWithItsAgent) {
  const std::vector<OwnKernel> sent{{"mine", "mine.cu", "__global__ void mine() {}", "naive"}};
  RunList list = listOf(2);
  EXPECT_THAT(list.shownSent(), IsEmpty());
  Request request = asksFor(384);
  request.kernels = sent;
  list.lose(request, "Its agent is gone.");
  list.showLost(0);
  EXPECT_EQ(list.shownSent(), sent);
  list.show(1);
  EXPECT_THAT(list.shownSent(), IsEmpty());
  list.cutOffNewest("Its agent is gone.", sent);
  EXPECT_EQ(list.shownSent(), sent);
  list.show(0);
  EXPECT_THAT(list.shownSent(), IsEmpty());
}

TEST(RunList, CallsOfTheRunsThatAreNotShownAreKnownByTheirTitles) {
  RunList list;
  RunRecord first = run(1, 64), second = run(2, 128), third = run(3, 64);
  first.results.resize(3);
  first.results[0].firstCall = 4, first.results[0].lastCall = 6;
  first.results[1].firstCall = 8, first.results[1].lastCall = 9;
  second.callsBefore = 20;
  second.results.resize(1);
  second.results[0].firstCall = 3, second.results[0].lastCall = 5;
  third.results.resize(1);  // it timed nothing
  list.take({first, second, third});
  EXPECT_THAT(list.otherCalls(), ElementsAre(RunCalls{"Run 1 · matmul 64×64×64", CallId{4}, CallId{9}},
                                             RunCalls{"Run 2 · matmul 128×128×128", CallId{23}, CallId{25}}));
  list.show(0);
  list.rename(1, "larger");
  EXPECT_THAT(list.otherCalls(), ElementsAre(RunCalls{"larger", CallId{23}, CallId{25}}));
}

TEST(RunList, WhereThereIsNoOtherTheLostRunIsShown) {
  RunList list;
  list.await();
  list.lose(asksFor(384), "Its agent is gone.");
  list.stopAwaiting();
  EXPECT_EQ(list.shownLost(), 0u);
  list.take({run(2, 64)});
  EXPECT_FALSE(list.shownLost());
  list.remove(0);
  EXPECT_EQ(list.shownLost(), 0u);
}

}  // namespace
}  // namespace strata
