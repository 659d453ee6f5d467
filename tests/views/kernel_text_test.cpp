#include <gtest/gtest.h>

#include "app/canvas/recording_canvas.h"
#include "app/facts/kernel_facts.h"
#include "app/facts/own_kernels.h"
#include "app/views/kernel/kernel_layout.h"
#include "app/views/view.h"
#include "tests/views/sample_ladder.h"
#include "tests/views/sample_session.h"

// Which text the kernel's view shows.

namespace strata::kernel_text_test {
namespace {

constexpr Rect kArea{10, 20, 1000, 560};

RecordingCanvas drawn(const ViewState& state) {
  RecordingCanvas canvas;
  findView("kernel")->draw(canvas, kArea, state);
  return canvas;
}

TEST(KernelText, NamesAreTheSameAsCompilersWriteThem) {
  EXPECT_EQ(kernelFamily("matmul_tiled<32>"), "matmul_tiled");
  EXPECT_EQ(kernelFamily("void matmul_tiled<32>(float const*, float*, int)"), "matmul_tiled");
  EXPECT_EQ(kernelFamily("strata::matmul_tiled(int)"), "matmul_tiled");
  EXPECT_EQ(kernelFamily("matmul_naive"), "matmul_naive");
}

/// A call of two operations, each with a launch and a kernel, of an experiment without variants.
ViewState withoutVariants() {
  SampleSession session;
  const auto ops = session.host(Storey::Framework), runtime = session.host(Storey::Runtime);
  const auto stream = session.stream(1);
  const std::pair<const char*, std::int64_t> kernels[] = {{"void own_tiled<32>(float*)", 9000}, {"own_naive", 500}};
  for (std::uint32_t i = 0; i < 2; ++i) {
    const std::int64_t begin = i * 1000;
    session.add(
        {.track = ops, .name = "op", .begin = begin, .end = begin + 400, .call = 7, .storey = Storey::Framework});
    session.add({.track = runtime,
                 .name = "launch",
                 .begin = begin + 100,
                 .end = begin + 200,
                 .call = 7,
                 .correlation = i + 1,
                 .storey = Storey::Runtime});
    session.add({.track = stream,
                 .name = kernels[i].first,
                 .begin = 5000 + i * 10'000,
                 .end = 5000 + i * 10'000 + kernels[i].second,
                 .call = 7,
                 .correlation = i + 1,
                 .kind = EventKind::Kernel,
                 .storey = Storey::Hardware,
                 .numbers = {{"grid_x", 4}}});
  }
  ViewState state = session.state();
  ExperimentInfo info;
  info.name = "transformer";
  state.session.experiment = std::make_shared<const ExperimentInfo>(info);
  RunResult result;
  result.variant = "transformer";
  result.firstCall = result.medianCall = result.lastCall = 7;
  state.session.results = {result};
  const auto step = [](const char* name, const char* kernel, const char* source) {
    VariantInfo made;
    made.name = name, made.kernel = kernel, made.source = source;
    return made;
  };
  state.session.ownSteps = std::make_shared<const std::vector<VariantInfo>>(
      std::vector{step("naive", "own_naive", "// own_naive\n__global__ void own_naive() {\n}\n"),
                  step("tiled", "own_tiled<16>", "\ntemplate <int n>\n__global__ void own_tiled(float* x) {\n}\n")});
  return state;
}

TEST(KernelText, WithoutVariantsTheSelectedKernelsTextIsShown) {
  ViewState state = withoutVariants();
  const auto shown = [&] {
    const KernelFacts facts = kernelFacts(state);
    return facts.info ? facts.variant : "";
  };
  EXPECT_EQ(shown(), "tiled") << "nothing is selected: the longest of the median call";
  EXPECT_EQ(kernelFacts(state).begin, 2) << "with its template line";
  const auto select = [&](CorrelationId link, bool launch) {
    const EventRef ref = launch ? *state.session.snapshot->launchOf(link) : *state.session.snapshot->workOf(link);
    state.sight.selection = {ref, CallId{7}};
  };
  select(CorrelationId{2}, false);
  EXPECT_EQ(shown(), "naive");
  select(CorrelationId{1}, true);
  EXPECT_EQ(shown(), "tiled");
  select(CorrelationId{2}, true);
  EXPECT_EQ(shown(), "naive") << "what the launch started, though the other took longer";
  EXPECT_EQ(kernelFacts(state).launch->event, *state.session.snapshot->workOf(CorrelationId{2}));
  EXPECT_NE(drawn(state).findTextWith("own_naive"), nullptr);
  state.session.ownSteps = nullptr;
  EXPECT_EQ(shown(), "");
}

/// A variant of three kernels: its own text defines the first and the last, another step's the longest.
ViewState ofSeveralKernels() {
  SampleSession session;
  const auto stream = session.stream(1);
  const std::pair<const char*, std::int64_t> kernels[] = {
      {"sample_input", 500}, {"sample_matmul<32, 128>", 9000}, {"sample_output", 700}};
  for (std::uint32_t i = 0; i < 3; ++i)
    session.add({.track = stream,
                 .name = kernels[i].first,
                 .begin = i * 10'000,
                 .end = i * 10'000 + kernels[i].second,
                 .call = 5,
                 .correlation = i + 1,
                 .kind = EventKind::Kernel,
                 .storey = Storey::Hardware,
                 .numbers = {{"grid_x", 4}}});
  ViewState state = session.state();
  const VariantInfo product{"im2col",
                            "Matrix",
                            "",
                            "sample_matmul<64, 128>",
                            "kernels/sample/im2col.cuh",
                            "// product\ntemplate <int a, int b>\n__global__ void sample_matmul(int n) {\n}\n"};
  const VariantInfo winograd{"winograd",
                             "Winograd",
                             "",
                             "sample_matmul<32, 128>",
                             "kernels/sample/winograd.cuh",
                             "// transforms\n__global__ void __launch_bounds__(8 * (4))\n    sample_input() {\n}\n"
                             "__global__ void sample_output() {\n}\n"};
  const VariantInfo part{"", "", "", "", "kernels/sample/part.cuh", "__device__ void part() {\n}\n"};
  ExperimentInfo info;
  info.variants = {winograd};
  state.session.experiment = std::make_shared<const ExperimentInfo>(info);
  state.session.ownSteps = std::make_shared<const std::vector<VariantInfo>>(std::vector{product, winograd, part});
  RunResult result;
  result.variant = "winograd";
  result.firstCall = result.medianCall = result.lastCall = 5;
  for (const char* file : {"kernels/sample/winograd.cuh", "kernels/sample/im2col.cuh", "kernels/sample/part.cuh",
                           "kernels/sample/part.cuh", "kernels/sample/gone.cuh"}) {
    result.places.push_back(samplePlace(2, 4));
    result.places.back().file = file;
  }
  state.session.results = {result};
  return state;
}

TEST(KernelText, TheKernelNamedIsOneThatTheTextDefines) {
  ViewState state = ofSeveralKernels();
  KernelFacts facts = kernelFacts(state);
  EXPECT_EQ(facts.file, "kernels/sample/winograd.cuh");
  EXPECT_EQ(facts.kernel, "sample_output") << "the longest of its own";
  ASSERT_TRUE(facts.launch);
  EXPECT_EQ(facts.launch->name, "sample_output");
  EXPECT_EQ(drawn(state).findTextWith("sample_matmul"), nullptr) << "another text's";
  state.sight.selection = {state.session.snapshot->workOf(CorrelationId{2}), CallId{5}};
  facts = kernelFacts(state);
  EXPECT_EQ(facts.variant, "winograd");
  EXPECT_EQ(facts.file, "kernels/sample/im2col.cuh");
  EXPECT_EQ(facts.kernel, "sample_matmul<32, 128>");
  EXPECT_EQ(facts.begin, 2) << "with its template line";
  EXPECT_EQ(facts.launch->name, facts.kernel);
  state.sight.selection = {};
  state.session.results[0].medianCall = 0;
  facts = kernelFacts(state);
  EXPECT_EQ(facts.kernel, "sample_input") << "nothing was launched: the first of the text";
  EXPECT_EQ(facts.begin, 2) << "with the line above its name";
  EXPECT_EQ(kernelName("void strata::sample_matmul<32, 128>(int)"), "sample_matmul<32, 128>");
}

TEST(KernelText, AClickOnTheHeaderOpensTheNextTextWithPlaces) {
  ViewState state = ofSeveralKernels();
  const RecordingCanvas canvas = drawn(state);
  EXPECT_NE(canvas.findTextWith("4 more places in other files"), nullptr);
  std::vector<std::string> opened;
  for (int i = 0; i < 4; ++i) {
    const Rect header = layOutKernel(canvas, kArea, kernelFacts(state), state.sight.choices).header;
    const auto hit = findView("kernel")->hit(canvas, kArea, state, {header.x + 300, header.y + 3});
    ASSERT_TRUE(hit && hit->choices);
    EXPECT_NE(hit->tooltip.find("kernels/sample/gone.cuh: 1"), std::string::npos);
    state.sight.choices = *hit->choices;
    const KernelFacts facts = kernelFacts(state);
    opened.emplace_back(facts.file);
    EXPECT_FALSE(facts.counts.empty());
    EXPECT_EQ(facts.line, 2);
  }
  EXPECT_EQ(opened, (std::vector<std::string>{"kernels/sample/im2col.cuh", "kernels/sample/part.cuh",
                                              "kernels/sample/winograd.cuh", "kernels/sample/im2col.cuh"}));
  state.sight.choices.kernelFile = "kernels/sample/part.cuh";
  EXPECT_EQ(kernelFacts(state).kernel, "") << "a part defines no kernel";
}

}  // namespace
}  // namespace strata::kernel_text_test
