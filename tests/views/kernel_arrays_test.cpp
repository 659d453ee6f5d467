#include <gtest/gtest.h>

#include "app/canvas/recording_canvas.h"
#include "app/facts/kernel_facts.h"
#include "app/views/kernel/kernel_layout.h"
#include "app/views/view.h"
#include "tests/views/sample_ladder.h"
#include "tests/views/sample_session.h"

namespace strata::kernel_arrays_test {
namespace {

constexpr Rect kArea{10, 20, 1000, 560};
constexpr int kLine = 4;

/// Line 4 is c[i] = a[i] + b[i].
ViewState sumOfTwo() {
  SampleSession session;
  session.addRun(3);
  ViewState state = session.state();
  state.session.experiment = sampleLadder();
  state.session.results = sampleLadderResults();
  state.sight.choices.variant = "naive";
  state.sight.choices.line = kLine;
  std::vector<ObservedPlace>& places = state.session.results[0].places;
  places.assign(3, samplePlace(kLine, 4));
  places[0].arrays = {"a"};
  places[1].arrays = {"b"};
  places[2].arrays = {"c"};
  places[2].what = "store";
  return state;
}

TEST(KernelArrays, EachArrayOfALineIsARequestOfItsOwn) {
  ViewState state = sumOfTwo();
  EXPECT_EQ(kernelFacts(state).requests().size(), 3u);
  state.session.results[0].places[1].arrays = {"a"};
  EXPECT_EQ(kernelFacts(state).requests().size(), 2u);
}

TEST(KernelArrays, EachPictureNamesIts) {
  RecordingCanvas canvas;
  findView("kernel")->draw(canvas, kArea, sumOfTwo());
  for (const char* caption : {"a · 32", "b · 32", "c · 32"})
    EXPECT_NE(canvas.findTextWith(caption), nullptr) << caption;
}

TEST(KernelArrays, TheLinesTooltipNamesThem) {
  const ViewState state = sumOfTwo();
  const RecordingCanvas canvas;
  const Rect row = layOutKernel(canvas, kArea, kernelFacts(state), state.sight.choices).row(kLine);
  const auto hit = findView("kernel")->hit(canvas, kArea, state, {row.x + 50, row.y + 3});
  ASSERT_TRUE(hit);
  for (const char* words : {"global load of a, line 4", "global load of b, line 4", "global store of c, line 4"})
    EXPECT_NE(hit->tooltip.find(words), std::string::npos) << hit->tooltip;
}

TEST(KernelAtomics, ALinesTooltipSaysHowManyLanesMeetOnAverage) {
  ViewState state = sumOfTwo();
  ObservedPlace& atomic = state.session.results[0].places[2];
  const auto tooltip = [&] {
    const RecordingCanvas canvas;
    const Rect row = layOutKernel(canvas, kArea, kernelFacts(state), state.sight.choices).row(kLine);
    const auto hit = findView("kernel")->hit(canvas, kArea, state, {row.x + 50, row.y + 3});
    return hit ? hit->tooltip : std::string();
  };
  atomic.sameAddress = 8;
  EXPECT_EQ(tooltip().find("on average"), std::string::npos) << "a session of before it was kept";
  atomic.turns = 5 * atomic.requests / 2;
  EXPECT_NE(tooltip().find("on average 2.5 of a request's lanes"), std::string::npos) << tooltip();
}

}  // namespace
}  // namespace strata::kernel_arrays_test
