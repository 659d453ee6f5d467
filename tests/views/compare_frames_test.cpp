#include <gtest/gtest.h>

#include "app/canvas/recording_canvas.h"
#include "app/views/view.h"
#include "engine/frames/frame_story.h"
#include "engine/frames/frame_way.h"
#include "tests/views/compared_sessions.h"

// Two runs of frames side by side: by their way to the screen.

namespace strata::compare_frames_test {
namespace {

using compare_test::runSide;
using compare_test::side;

constexpr std::int64_t kMicro = 1000;

/// Frames of one way behind those that are there: each so long after the one before, drawn so long after its kernel.
struct Frames {
  FrameWay way = FrameWay::Pipe;
  std::vector<std::int64_t> latencies;  ///< µs
  std::int64_t apart = 20'000;          ///< µs
  std::int64_t size = 512;
};

std::shared_ptr<const TraceSnapshot> framesOf(const std::vector<Frames>& ways) {
  SampleSession session;
  const auto model = session.host(Storey::Model), graphics = session.host(Storey::Runtime, 777);
  const auto stream = session.stream(1);
  std::int64_t at = 0;
  std::uint32_t call = 0;
  for (const Frames& of : ways)
    for (const std::int64_t latency : of.latencies) {
      const std::int64_t kernels = at + 1000 * kMicro;
      const std::vector<std::pair<std::string_view, std::int64_t>> number{{story::kFrame, ++call}};
      session.add({.track = model,
                   .name = story::kFrame,
                   .begin = at,
                   .end = at + 5000 * kMicro,
                   .call = call,
                   .storey = Storey::Model,
                   .numbers = {{story::kFrame, call}, {story::kSide, of.size}},
                   .texts = {{story::kWay, frameWayKey(of.way)}, {story::kContent, "heat"}}});
      session.add({.track = stream,
                   .name = "heat_naive",
                   .begin = at + 10 * kMicro,
                   .end = kernels,
                   .call = call,
                   .kind = EventKind::Kernel,
                   .storey = Storey::Hardware});
      session.add({.track = graphics,
                   .name = story::kDraw,
                   .begin = kernels + 10 * kMicro,
                   .end = kernels + latency * kMicro,
                   .call = call,
                   .storey = Storey::Runtime,
                   .numbers = number});
      at += of.apart * kMicro;
    }
  return session.state().session.snapshot;
}

const ComparedName* rowOf(const Comparison& comparison, std::string_view label) {
  const auto& rows = comparison.of(CompareOf::Frames);
  const auto found = std::ranges::find(rows, label, &ComparedName::label);
  return found == rows.end() ? nullptr : &*found;
}

constexpr std::initializer_list<std::int64_t> kQuick{500, 510, 520, 530, 540, 550, 560};
constexpr std::initializer_list<std::int64_t> kSlow{900, 910, 920, 930, 940, 950, 960};

Comparison compared(const std::vector<Frames>& a, const std::vector<Frames>& b) {
  return compareSessions(side(framesOf(a), "one"), side(framesOf(b), "two"), std::nullopt);
}

TEST(CompareFrames, EachWayHasItsLatencyWithItsVerdict) {
  const Comparison comparison =
      compared({{FrameWay::Pipe, kQuick}, {FrameWay::Host, kQuick}}, {{FrameWay::Pipe, kSlow}});
  const ComparedName* pipe = rowOf(comparison, "pipe: latency");
  ASSERT_NE(pipe, nullptr);
  EXPECT_EQ(pipe->count, (std::array<std::uint64_t, 2>{7, 7}));
  EXPECT_EQ(pipe->median[0], Duration{530 * kMicro});
  EXPECT_EQ(pipe->median[1], Duration{930 * kMicro});
  EXPECT_EQ(pipe->moreThanChance(), true);
  ASSERT_TRUE(pipe->longest[0]);
  EXPECT_EQ(comparison.sides[0].snapshot->event(*pipe->longest[0]).duration(), Duration{550 * kMicro})
      << "its drawing, which begins 10 µs behind the kernel";
  const ComparedName* host = rowOf(comparison, "host memory: latency");
  ASSERT_NE(host, nullptr);
  EXPECT_FALSE(host->onBoth());
  EXPECT_EQ(rowOf(comparison, "in place: latency"), nullptr);
}

TEST(CompareFrames, HowOftenAFrameIsDrawnIsTheTimeFromOneToTheNext) {
  const Comparison comparison = compared({{.latencies = kQuick, .apart = 10'000}}, {{.latencies = kQuick}});
  const ComparedName* apart = rowOf(comparison, "pipe: frame to frame");
  ASSERT_NE(apart, nullptr);
  EXPECT_EQ(apart->count, (std::array<std::uint64_t, 2>{6, 6}));
  EXPECT_EQ(apart->median[0], Duration{10'010 * kMicro}) << "each is drawn 10 µs later than the one before";
  EXPECT_NEAR(apart->perSecond[0].value_or(0), 1e6 / 10'010, 1e-6);
  EXPECT_NEAR(apart->perSecond[1].value_or(0), 1e6 / 20'010, 1e-6);
  EXPECT_EQ(apart->moreThanChance(), true);
  EXPECT_FALSE(rowOf(comparison, "pipe: latency")->moreThanChance().value_or(true)) << "as late on both sides";
}

TEST(CompareFrames, OfAnotherSizeTheyAreOtherWork) {
  const ComparedName* latency = nullptr;
  const Comparison comparison = compared({{.latencies = kQuick}}, {{.latencies = kSlow, .size = 1024}});
  ASSERT_NE(latency = rowOf(comparison, "pipe: latency"), nullptr);
  EXPECT_FALSE(latency->moreThanChance().has_value());
}

TEST(CompareFrames, TheViewListsThemAndSaysHowManyASecond) {
  const Rect area{0, 0, 1300, 420};
  ViewState state;
  state.sight.choices.compare.of = CompareOf::Frames;
  const auto show = [&](Comparison comparison) {
    state.sight.comparison = std::make_shared<const Comparison>(std::move(comparison));
    state.session.snapshot = state.sight.comparison->sides[0].snapshot;
    state.sight.range = *state.session.snapshot->bounds();
    RecordingCanvas canvas;
    findView("compare")->draw(canvas, area, state);
    return canvas;
  };
  const RecordingCanvas canvas = show(compared({{.latencies = kQuick, .apart = 10'000}}, {{.latencies = kQuick}}));
  EXPECT_NE(canvas.findText("pipe: latency"), nullptr);
  const DrawOp* row = canvas.findText("pipe: frame to frame");
  ASSERT_NE(row, nullptr);
  const auto hit = findView("compare")->hit(canvas, area, state, {row->rect.x + 2, row->rect.y + 4});
  ASSERT_TRUE(hit);
  EXPECT_NE(hit->tooltip.find("Frames a second: 99.9 in A, 50"), std::string::npos) << hit->tooltip;
  EXPECT_NE(hit->tooltip.find("the frames of A and B rank further apart"), std::string::npos) << hit->tooltip;
  const auto kernels = compare_test::kernelsOf({{"gemm", 1000}});
  EXPECT_NE(show(compareSessions(side(kernels, "one"), side(kernels, "two"), std::nullopt))
                .findTextWith("Neither A nor B has a frame"),
            nullptr);
}

TEST(CompareFrames, TooFewAreNoCauseToAskForRepeats) {
  ViewState state;
  const auto few = framesOf({{.latencies = {500, 510, 520}}});
  const auto run = [&](const char* title) {
    ComparedSession of = runSide(few, title);
    of.timed = compare_test::partsOf(of, {{1, 3}});
    of.told.repeats = 0;
    return of;
  };
  state.sight.comparison = std::make_shared<const Comparison>(compareSessions(run("one"), run("two"), std::nullopt));
  state.session.snapshot = few;
  state.sight.range = *few->bounds();
  RecordingCanvas canvas;
  findView("compare")->draw(canvas, {0, 0, 1300, 420}, state);
  const DrawOp* said = canvas.findTextWith("too few events to tell chance (3 in A, 3 in B)");
  ASSERT_NE(said, nullptr);
  EXPECT_EQ(said->text.find("Repeats"), std::string::npos) << said->text;
}

}  // namespace
}  // namespace strata::compare_frames_test
