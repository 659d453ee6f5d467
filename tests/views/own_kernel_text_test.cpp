#include <gtest/gtest.h>

#include "app/canvas/recording_canvas.h"
#include "app/facts/compiled_facts.h"
#include "app/facts/kernel_facts.h"
#include "app/facts/variant_facts.h"
#include "app/views/view.h"
#include "app/words/messages.h"
#include "engine/trace/trace_args.h"
#include "tests/views/sample_session.h"

// A kernel that somebody wrote, beside the step that it is a copy of: their kernels may have the same names.

namespace strata::own_kernel_text_test {
namespace {

const std::string kStepText = "template <int kBlock>\n__global__ void scan_tile_sums(float* sums) {\n  *sums = 1;\n}\n";
const std::string kOwnText = "template <int kBlock>\n__global__ void scan_tile_sums(float* sums) {\n  *sums = 2;\n}\n";
const std::string kPlainText = "__global__ void scan_tile_sums(float* sums) {\n  *sums = 2;\n}\n";

/// What one call launches; without a routine the session does not tell whose it is.
struct Launched {
  std::string_view model, routine;
  std::string_view kernel = "scan_tile_sums<256>";
};

/// Calls 1, 2, …, each with a kernel whose link is the call's number. The own kernel's result comes first.
ViewState sessionOf(const std::vector<Launched>& calls, const std::string& ownText) {
  SampleSession session;
  for (std::uint32_t i = 0; i < calls.size(); ++i) {
    const std::uint32_t call = i + 1;
    const std::int64_t begin = i * 10'000;
    const auto slice = [&](Storey storey, std::string_view name, std::int64_t in, std::uint32_t link = 0) {
      session.add(
          {session.host(storey), name, begin + in, begin + 5'000 - in, call, link, EventKind::Slice, storey, {}, {}});
    };
    slice(Storey::Model, calls[i].model, 0);
    if (!calls[i].routine.empty()) slice(Storey::Library, calls[i].routine, 100);
    slice(Storey::Runtime, "strataLaunchKernel", 200, call);
    session.add({session.stream(1),
                 calls[i].kernel,
                 begin + 5'000,
                 begin + 9'000,
                 call,
                 call,
                 EventKind::Kernel,
                 Storey::Hardware,
                 {{arg::kGridX, 8}, {arg::kBlockX, 256}},
                 {}});
  }
  ViewState state = session.state();
  ExperimentInfo info;
  info.name = "scan";
  info.variants = {
      {"sums_first", "Sums first", "", "scan_from<256>", "kernels/scan/sums_first.cuh", kStepText, MadeFor::Gpus}};
  RunResult own, step;
  own.variant = "mine";
  own.text = ownText;
  own.like = step.variant = "sums_first";
  state.session.results = {own, step};
  state.session.experiment = withOwnKernels(std::make_shared<const ExperimentInfo>(info), state.session.results);
  return state;
}

void makeWrong(RunResult& result) {
  result.status = RunResult::Status::Failed;
  result.error = RunResult::Check{"relative Frobenius", 0.999, 5e-6};
}

void selectKernel(ViewState& state, std::uint32_t call) {
  state.sight.selection = {state.session.snapshot->workOf(CorrelationId{call}), CallId{call}};
}

RecordingCanvas drawn(const ViewState& state) {
  RecordingCanvas canvas;
  findView("kernel")->draw(canvas, {10, 20, 1000, 560}, state);
  return canvas;
}

const std::vector<Launched> kBoth{{"mine 1048576 warm-up", "strata::scan_mine"},
                                  {"mine 1048576", "strata::scan_mine"},
                                  {"sums_first 1048576 warm-up", "strata::scan_sums_first"},
                                  {"sums_first 1048576", "strata::scan_sums_first"}};

TEST(OwnKernelText, OfTwoKernelsOfOneNameTheTextOfTheVariantThatRanIsShown) {
  for (const bool wrong : {true, false}) {
    ViewState state = sessionOf(kBoth, kOwnText);
    if (wrong) makeWrong(state.session.results[0]);
    state.session.results[1].firstCall = state.session.results[1].medianCall = state.session.results[1].lastCall = 4;
    for (std::uint32_t call = 1; call <= 4; ++call) {
      selectKernel(state, call);
      const KernelFacts facts = kernelFacts(state);
      const bool own = call <= 2;
      EXPECT_EQ(facts.variant, own ? "mine" : "sums_first") << call;
      EXPECT_EQ(facts.source, own ? kOwnText : kStepText) << call;
      ASSERT_TRUE(facts.launch) << call;
      EXPECT_EQ(facts.launch->event, *state.sight.selection.event) << call;
      EXPECT_EQ(compiledFacts(state).wanted.variant, facts.variant) << call;
    }
  }
}

TEST(OwnKernelText, BesideATextThatDoesNotCompileNothingOfAnEarlierTextsLaunchIsShown) {
  for (const bool byHand : {true, false}) {
    ViewState state = sessionOf(kBoth, kOwnText);  // calls 1 and 2 ran the text of before
    state.session.results[0].status = RunResult::Status::Failed;
    state.session.results[0].message = "mine.cu does not compile: mine.cu:3: error: expected ';'";
    state.session.results.pop_back();
    selectKernel(state, 2);
    if (byHand) state.sight.choices.variant = "mine";
    const KernelFacts facts = kernelFacts(state);
    EXPECT_EQ(facts.variant, "mine");
    EXPECT_EQ(facts.source, kOwnText);
    EXPECT_FALSE(facts.launch);
    EXPECT_FALSE(facts.occupancy);
    const RecordingCanvas canvas = drawn(state);
    EXPECT_NE(canvas.findText(text(Msg::KernelNeverRan)), nullptr);
    EXPECT_EQ(canvas.findTextWith("8×1"), nullptr);
  }
}

TEST(OwnKernelText, AnothersLaunchIsNotShownBesideATextThatWasChosen) {
  ViewState state = sessionOf(kBoth, kOwnText);
  makeWrong(state.session.results[0]);
  state.session.results[1].firstCall = state.session.results[1].medianCall = state.session.results[1].lastCall = 4;
  selectKernel(state, 2);
  state.sight.choices.variant = "sums_first";
  KernelFacts facts = kernelFacts(state);
  EXPECT_EQ(facts.source, kStepText);
  ASSERT_TRUE(facts.launch);
  EXPECT_EQ(facts.launch->event, *state.session.snapshot->workOf(CorrelationId{4}));
  selectKernel(state, 4);
  state.sight.choices.variant = "mine";
  facts = kernelFacts(state);
  EXPECT_EQ(facts.source, kOwnText);
  ASSERT_TRUE(facts.launch);
  EXPECT_EQ(facts.launch->event, *state.session.snapshot->workOf(CorrelationId{2}));
}

TEST(OwnKernelText, OfAWrongResultTheNewestLaunchIsShown) {
  ViewState state = sessionOf(kBoth, kOwnText);
  makeWrong(state.session.results[0]);
  state.sight.choices.variant = "mine";
  const KernelFacts facts = kernelFacts(state);
  EXPECT_EQ(facts.source, kOwnText);
  ASSERT_TRUE(facts.launch);
  EXPECT_EQ(facts.launch->event, *state.session.snapshot->workOf(CorrelationId{2}));
  EXPECT_EQ(drawn(state).findTextWith(text(Msg::KernelNoLaunch)), nullptr);
  state.session.results[0].error.reset();
  EXPECT_FALSE(kernelFacts(state).launch) << "it did not run: launches are of an earlier text";
}

TEST(OwnKernelText, WhereOnlyNamesTellThemApartTemplateArgumentsCount) {
  ViewState state = sessionOf({{"one", "", "scan_tile_sums"}, {"another", ""}}, kPlainText);
  selectKernel(state, 1);
  EXPECT_EQ(kernelFacts(state).source, kPlainText);
  selectKernel(state, 2);
  EXPECT_EQ(kernelFacts(state).source, kStepText);
}

/// Of a run that ended with its agent before any result, as one that hung.
ViewState lostRunOf(std::string_view routine) {
  ViewState state = sessionOf({{"mine 1048576", routine}}, kOwnText);
  state.session.results.clear();
  state.session.lost = true;
  state.session.sent = {{"mine", "mine.cu", kOwnText, "sums_first"}};
  ExperimentInfo info = *state.session.experiment;
  std::erase_if(info.variants, [](const VariantInfo& variant) { return variant.name == "mine"; });
  state.session.experiment = withOwnKernels(std::make_shared<const ExperimentInfo>(info), {}, state.session.sent);
  return state;
}

void expectSentText(const ViewState& state) {
  const KernelFacts facts = kernelFacts(state);
  EXPECT_EQ(facts.variant, "mine");
  EXPECT_EQ(facts.source, kOwnText);
  EXPECT_TRUE(facts.cutOff);
  EXPECT_NE(drawn(state).findTextWith(text(Msg::KernelCutOff)), nullptr);
}

TEST(OwnKernelText, OfARunThatCameToNoEndTheTextThatWasSentIsShown) {
  ViewState state = lostRunOf("strata::scan_mine");
  expectSentText(state);
  selectKernel(state, 1);
  expectSentText(state);
  state = lostRunOf("");  // as where it was watched
  selectKernel(state, 1);
  expectSentText(state);
}

TEST(OwnKernelText, WhereAnotherStepCameToItsEndTheTextThatHungIsStillTheSentOne) {
  ViewState state = lostRunOf("strata::scan_mine");
  RunResult step;
  step.variant = "sums_first";
  state.session.results = {step};
  selectKernel(state, 1);
  expectSentText(state);
  state.sight.selection = {};
  EXPECT_FALSE(kernelFacts(state).cutOff) << "that step's";
}

TEST(OwnKernelText, OfAnEarlierRunsOwnKernelNoOthersTextIsShown) {
  ViewState state = sessionOf({{"before 1048576", "strata::scan_before"}}, kOwnText);
  selectKernel(state, 1);
  const KernelFacts facts = kernelFacts(state);
  EXPECT_TRUE(facts.source.empty()) << facts.source;
  ASSERT_TRUE(facts.launch);
  EXPECT_NE(drawn(state).findTextWith(text(Msg::KernelNoSource)), nullptr);
}

}  // namespace
}  // namespace strata::own_kernel_text_test
