#include <gtest/gtest.h>

#include "app/canvas/format.h"
#include "app/facts/range_said.h"
#include "app/facts/storey_shares.h"
#include "app/words/messages.h"
#include "tests/views/drawn_stack.h"

namespace strata::stack_view_test {
namespace {

TEST(StackView, AllCallsAsSharesAddUp) {
  SampleSession session;
  ViewState state = oneMatmul(session, 5);
  const StoreyShares shares = storeySharesOf(*state.session.snapshot, state.sight.range);
  EXPECT_EQ(shares.calls, 5u);
  EXPECT_EQ(shares.total, Duration{5 * 61'800});
  Duration sum;
  for (const Duration self : shares.self) sum += self;
  EXPECT_EQ(sum, shares.total);
  EXPECT_EQ(storeySharesOf(*state.session.snapshot, state.sight.range, CallLevel::Op, {}, 2).calls, 2u);
  EXPECT_EQ(storeySharesOf(*state.session.snapshot, state.sight.range, CallLevel::Op, {}, 2).inRange, 5u)
      << "what was left out is said";
  state.sight.choices.allCalls = true;
  state.sight.shares = std::make_shared<StoreyShares>(shares);
  const Drawn drawn = draw(state);
  EXPECT_NE(drawn.canvas.findText(formatPercent(shares.self[6].seconds() / shares.total.seconds())), nullptr);
}

TEST(StackView, OfARunTheTimedCallsAreAddedUp) {
  SampleSession session;
  ViewState state = oneMatmul(session, 5);
  const TraceSnapshot& snapshot = *state.session.snapshot;
  const TimeRange all = *snapshot.bounds();
  const std::vector<TimedPart> timed{{CallId{3}, CallId{4}, all}}, none{{CallId{8}, CallId{9}, all}};
  const StoreyShares shares = storeySharesOf(snapshot, all, CallLevel::Op, timed);
  EXPECT_EQ(shares.calls, 2u);
  EXPECT_EQ(shares.total, Duration{2 * 61'800});
  EXPECT_EQ(storeySharesOf(snapshot, all, CallLevel::Op, none).calls, 5u) << "of a range without timed calls all";
  state.sight.range = all;
  state.sight.choices.allCalls = true;
  state.sight.shares = std::make_shared<StoreyShares>(shares);
  const Drawn drawn = draw(state);
  EXPECT_NE(drawn.canvas.findTextWith("2 timed calls · "), nullptr);
  EXPECT_NE(drawn.canvas.findText("of the run"), nullptr);
}

TEST(StackView, TheHeaderSaysOfWhatItsTimesAre) {
  SampleSession session;
  ViewState state = oneMatmul(session, 5);
  const auto says = [&](std::string_view words) { return draw(state).canvas.findText(words) != nullptr; };
  EXPECT_TRUE(says("the newest call, of repeats the median"));
  state.sight.selection.call = CallId{2};
  EXPECT_TRUE(says("the selected call, seen on every storey"));
  state.sight.still = true;
  EXPECT_TRUE(says("one call, seen on every storey"));
  state.sight.choices.allCalls = true;
  const TimeRange all = *state.session.snapshot->bounds();
  state.sight.range = all;
  const auto addUp = [&] {
    state.sight.shares = std::make_shared<StoreyShares>(storeySharesOf(*state.session.snapshot, rangeWanted(state)));
  };
  addUp();
  EXPECT_TRUE(says("of the session"));
  state.sight.range = *state.session.snapshot->lastingBounds();
  EXPECT_TRUE(says("of the session")) << "beyond it nothing takes time";
  state.sight.range.end = state.sight.range.end - Duration{1};
  EXPECT_TRUE(says("of the session")) << "its figures are";
  addUp();
  EXPECT_TRUE(says("in sight"));
  state.sight.measured = state.sight.range;
  EXPECT_TRUE(says("in the measured range"));
  state.sight.measured->end = state.sight.range.end - Duration{1};
  EXPECT_TRUE(says("of the range before; adding up …"));
  state.sight.measured = all;
  addUp();
  EXPECT_TRUE(says("of the session")) << "nothing is left out";
}

TEST(StackView, CallsThatReachBeyondTheRangeAreSaidToBeCountedWhole) {
  SampleSession session;
  ViewState state = oneMatmul(session, 5);
  const TimeRange all = *state.session.snapshot->bounds();
  const TraceEvent top = state.session.snapshot->event(state.session.snapshot->call(CallId{2})->top);
  const auto share = [&](TimeRange range) {
    state.sight.measured = range;
    state.sight.choices.allCalls = true;
    state.sight.shares = std::make_shared<StoreyShares>(storeySharesOf(*state.session.snapshot, range));
    return draw(state);
  };
  const auto tipOf = [&](const Drawn& drawn) {
    const Rect row = rowOf(drawn, Storey::Hardware).plot;
    const auto hit = findView("stack")->hit(drawn.canvas, kArea, state, {row.x + 10, row.y + 10});
    return hit ? hit->tooltip : std::string();
  };
  const Drawn whole = share({all.begin, all.end + Duration{1}});
  EXPECT_EQ(state.sight.shares->across, 0u);
  EXPECT_EQ(whole.canvas.findTextWith("counted whole"), nullptr);
  EXPECT_EQ(tipOf(whole).find(text(Msg::StackAcrossTip)), std::string::npos);
  const Drawn within = share({top.begin + Duration{1000}, top.begin + Duration{2000}});
  EXPECT_EQ(state.sight.shares->calls, 1u);
  EXPECT_EQ(state.sight.shares->total, Duration{61'800});
  EXPECT_EQ(state.sight.shares->across, 1u);
  EXPECT_NE(within.canvas.findText(text(Msg::StackOneAcross)), nullptr);
  EXPECT_NE(tipOf(within).find(text(Msg::StackAcrossTip)), std::string::npos);
}

TEST(StackView, ALowOneKeepsItsHeader) {
  SampleSession session;
  ViewState state = oneMatmul(session, 5);
  for (const float height : {120.f, 90.f, 61.f}) {
    const Rect low{0, 0, kArea.w, height};
    const Drawn drawn = draw(state, low);
    for (const std::string_view words :
         {text(Msg::StackNewestSubtitle), provenanceKey(Provenance::Measured), text(Msg::StackFollow)})
      EXPECT_NE(drawn.canvas.findText(words), nullptr) << words << " at " << height;
    EXPECT_NE(drawn.canvas.findTextWith("#5"), nullptr) << height;
    const DrawOp* all = drawn.canvas.findText(text(Msg::StackAllCalls));
    ASSERT_NE(all, nullptr) << height;
    const auto hit = findView("stack")->hit(drawn.canvas, low, state, {all->rect.x + 2, all->rect.y + 5});
    ASSERT_TRUE(hit && hit->choices) << height;
    EXPECT_TRUE(hit->choices->allCalls);
    EXPECT_EQ(drawn.canvas.findText("Hardware") != nullptr, height >= 90) << "names of rows while they can be read";
    EXPECT_LE(drawn.layout.header.bottom(), rowOf(drawn, Storey::Model).area.y);
    EXPECT_LE(rowOf(drawn, Storey::Hardware).area.bottom(), height);
  }
  EXPECT_EQ(draw(state, {0, 0, kArea.w, 30}).canvas.findText(text(Msg::StackFollow)), nullptr) << "no room for a line";
}

TEST(StackView, AStoreyThatIsAskedForIsClickedAmongAllCallsToo) {
  SampleSession session;
  ViewState state = oneMatmul(session, 5);
  state.sight.choices.allCalls = true;
  state.sight.shares = std::make_shared<StoreyShares>(storeySharesOf(*state.session.snapshot, state.sight.range));
  LessonSight lesson;
  lesson.open = lesson.mayBet = true;
  lesson.question.emplace();
  lesson.question->question.kind = Question::Kind::Place;
  lesson.question->question.unit = "storey";
  state.sight.lesson = std::make_shared<const LessonSight>(lesson);
  const Drawn drawn = draw(state);
  const auto* words = drawn.canvas.findText("Hardware");
  ASSERT_NE(words, nullptr);
  const auto hit = findView("stack")->hit(drawn.canvas, kArea, state, {words->rect.x + 2, words->rect.y + 2});
  ASSERT_TRUE(hit && hit->lesson);
  EXPECT_EQ(hit->lesson->bet.word, "hardware");
}

TEST(StackView, TheLevelOfAllCallsIsChosenWhereThereAreOthers) {
  SampleSession session;
  ViewState state = oneMatmul(session, 5);
  state.sight.choices.allCalls = true;
  StoreyShares shares = storeySharesOf(*state.session.snapshot, state.sight.range);
  state.sight.shares = std::make_shared<StoreyShares>(shares);
  EXPECT_EQ(draw(state).canvas.findText(text(Msg::StackByAnnotation)), nullptr) << "our own sessions have none";
  shares.levels.push_back(CallLevel::Annotation);
  state.sight.shares = std::make_shared<StoreyShares>(shares);
  const Drawn drawn = draw(state);
  const auto* words = drawn.canvas.findText(text(Msg::StackByAnnotation));
  ASSERT_NE(words, nullptr);
  const auto hit = findView("stack")->hit(drawn.canvas, kArea, state, {words->rect.x + 2, words->rect.y + 2});
  ASSERT_TRUE(hit && hit->choices);
  EXPECT_EQ(hit->choices->level, CallLevel::Annotation);
  EXPECT_TRUE(hit->choices->allCalls);
}

TEST(SharesView, ALevelThatIsNotThereIsNamedAndSoIsWhatThereIs) {
  SampleSession session;
  ViewState state = oneMatmul(session, 5);
  const View& view = *findView("shares");
  const auto absentAt = [&](CallLevel level) {
    state.sight.choices.level = level;
    completeFor(view, state);
    EXPECT_FALSE(view.hasContent(state));
    return absentIn(view, state);
  };
  EXPECT_EQ(absentAt(CallLevel::Module), "it holds no module in that time; --level op has its operations");
  EXPECT_EQ(absentAt(CallLevel::Annotation), "it holds no annotation in that time; --level op has its operations");
  const TimeRange all = *state.session.snapshot->bounds();
  state.sight.measured = TimeRange{all.end + Duration{1'000}, all.end + Duration{2'000}};
  EXPECT_EQ(absentAt(CallLevel::Module), "it holds no module in that time");
  EXPECT_EQ(absentAt(CallLevel::Op), "it holds no finished call in that time");
}

/// Calls of 10 µs whose kernels, of 40 µs, begin when their calls have returned; one kernel more has no host event.
ViewState asynchronous(SampleSession& session) {
  const auto framework = session.host(Storey::Framework), runtime = session.host(Storey::Runtime);
  const auto stream = session.stream(1);
  for (std::uint32_t call = 1; call <= 3; ++call) {
    const std::int64_t at = call * 10'000;
    session.add({framework, "mm", at, at + 10'000, call, 0, EventKind::Slice, Storey::Framework, {}, {}});
    session.add({runtime, "launch", at + 2'000, at + 4'000, call, call, EventKind::Slice, Storey::Runtime, {}, {}});
    const std::int64_t work = 40'000 * call;
    session.add({stream, "gemm", work, work + 40'000, call, call, EventKind::Kernel, Storey::Hardware, {}, {}});
  }
  session.add({stream, "lost", 200'000, 205'000, 0, 9, EventKind::Kernel, Storey::Hardware, {}, {}});
  return session.state();
}

TEST(StackView, WorkAfterTheReturnIsAFigureOfItsOwn) {
  SampleSession session;
  ViewState state = asynchronous(session);
  state.sight.selection.call = CallId{2};
  const Drawn drawn = draw(state);
  EXPECT_EQ(drawn.picture.total, Duration{10'000});
  EXPECT_EQ(drawn.picture.storeys[6].self, Duration{0}) << "the caller waited for none of it";
  EXPECT_EQ(drawn.picture.work.time(), Duration{40'000});
  EXPECT_EQ(drawn.picture.work.afterReturn, Duration{40'000});
  EXPECT_NE(drawn.canvas.findText("device 40.0 µs"), nullptr) << "loud, and not a zero";
  EXPECT_NE(drawn.canvas.findTextWith("0 ns own"), nullptr);
  EXPECT_NE(drawn.canvas.findTextWith("device work 40.0 µs, 40.0 µs after the return"), nullptr);
  const Rect side = rowOf(drawn, Storey::Hardware).side;
  const auto hit = findView("stack")->hit(drawn.canvas, kArea, state, {side.x + 10, side.y + 10});
  ASSERT_TRUE(hit);
  EXPECT_NE(hit->tooltip.find("this figure is separate"), std::string::npos);
}

TEST(StackView, AllCallsSayTheDeviceWorkForThemAndWhatIsOfNoCall) {
  SampleSession session;
  ViewState state = asynchronous(session);
  const StoreyShares shares = storeySharesOf(*state.session.snapshot, state.sight.range);
  EXPECT_EQ(shares.total, Duration{30'000}) << "the seven are the callers' time";
  EXPECT_EQ(shares.self[6], Duration{0});
  EXPECT_EQ(shares.work.time(), Duration{120'000});
  EXPECT_EQ(shares.work.afterReturn, Duration{120'000});
  EXPECT_EQ(shares.unassigned.time(), Duration{5'000});
  EXPECT_EQ(shares.withoutLaunch, 1u);
  const TimeRange calls{{SampleSession::kStart}, {SampleSession::kStart + 40'000}};
  EXPECT_EQ(storeySharesOf(*state.session.snapshot, calls).work.time(), Duration{120'000}) << "wherever in time it ran";
  EXPECT_EQ(storeySharesOf(*state.session.snapshot, calls).unassigned.count(), 0u);
  EXPECT_EQ(storeySharesOf(*state.session.snapshot, state.sight.range, CallLevel::Op, {}, 1).work.time(),
            Duration{40'000})
      << "of the newest call";
  state.sight.choices.allCalls = true;
  state.sight.shares = std::make_shared<StoreyShares>(shares);
  const Drawn drawn = draw(state);
  EXPECT_NE(drawn.canvas.findText("device 40.0 µs a call"), nullptr);
  EXPECT_NE(drawn.canvas.findText("device work 120 µs, 120 µs after the returns"), nullptr);
  EXPECT_NE(drawn.canvas.findText("5.00 µs outside every call"), nullptr);
  const Rect row = drawn.layout.rows[6].plot;
  const auto hit = findView("stack")->hit(drawn.canvas, kArea, state, {row.x + 10, row.y + 10});
  ASSERT_TRUE(hit);
  EXPECT_NE(hit->tooltip.find("120 µs for these calls"), std::string::npos);
  EXPECT_NE(hit->tooltip.find("5.00 µs of device work beside these calls"), std::string::npos);
}

TEST(StackView, TheSwitchInTheHeaderChoosesAllCallsAndBack) {
  SampleSession session;
  ViewState state = oneMatmul(session);
  const RecordingCanvas before = draw(state).canvas;
  const DrawOp* all = before.findText(text(Msg::StackAllCalls));
  ASSERT_NE(all, nullptr);
  const auto hit = findView("stack")->hit(before, kArea, state, {all->rect.x + 2, all->rect.y + 5});
  ASSERT_TRUE(hit && hit->choices);
  EXPECT_TRUE(hit->choices->allCalls);
  state.sight.choices = *hit->choices;
  const RecordingCanvas after = draw(state).canvas;
  const DrawOp* follow = after.findText(text(Msg::StackFollow));
  ASSERT_NE(follow, nullptr);
  EXPECT_FALSE(
      findView("stack")->hit(after, kArea, state, {follow->rect.x + 2, follow->rect.y + 5})->choices->allCalls);
}

}  // namespace
}  // namespace strata::stack_view_test
