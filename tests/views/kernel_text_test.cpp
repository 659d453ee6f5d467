#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <tuple>
#include <utility>

#include "app/canvas/recording_canvas.h"
#include "app/facts/kernel_facts.h"
#include "app/facts/own_kernels.h"
#include "app/facts/variant_facts.h"
#include "app/views/kernel/kernel_layout.h"
#include "app/views/view.h"
#include "engine/trace/trace_args.h"
#include "tests/views/sample_ladder.h"
#include "tests/views/sample_modelled.h"
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

TEST(KernelText, WhereTheSelectionNamesNoKernelTheOneNamedBeforeStays) {
  ViewState state = withoutVariants();
  const TraceSnapshot& snapshot = *state.session.snapshot;
  state.sight.named = {snapshot.workOf(CorrelationId{2}), CallId{7}};
  EXPECT_EQ(kernelFacts(state).variant, "naive");
  ASSERT_TRUE(kernelFacts(state).launch);
  EXPECT_EQ(kernelFacts(state).launch->event, *snapshot.workOf(CorrelationId{2}));
  state.sight.selection = {snapshot.workOf(CorrelationId{1}), CallId{7}};
  EXPECT_EQ(kernelFacts(state).variant, "tiled") << "another is selected";
  state.sight.selection = {};
  state.session.experiment = sampleLadder();
  state.session.results = sampleLadderResults();
  state.sight.named = {std::nullopt, CallId{state.session.results[1].medianCall}};
  EXPECT_EQ(kernelFacts(state).variant, "tiled");
  EXPECT_EQ(chosenVariant(state), "") << "it is not marked as selected";
}

TEST(KernelText, ACallWithoutAKernelChangesNothing) {
  SampleSession session;
  session.addMatmul(8, 1'000'000);
  session.add({.track = session.host(Storey::Model),
               .name = "check tiled",
               .begin = 5'000'000,
               .end = 5'100'000,
               .call = 9,
               .storey = Storey::Model});
  ViewState state = session.state();
  state.session.experiment = sampleLadder();
  state.session.results = sampleLadderResults();
  const CallId tiled{state.session.results[1].medianCall};
  ASSERT_EQ(resultOfCall(state.session.results, CallId{9}), nullptr);
  state.sight.named = {std::nullopt, tiled};
  state.sight.selection = {std::nullopt, CallId{9}};
  EXPECT_FALSE(namesKernel(state));
  EXPECT_EQ(kernelFacts(state).variant, "tiled") << "not the first one's";
  state.sight.selection.call = tiled;
  EXPECT_TRUE(namesKernel(state)) << "also where the session holds no kernel of it, as of a library's";
  state.sight.selection.call = CallId{8};
  EXPECT_TRUE(namesKernel(state)) << "nobody's result, but a kernel ran, as of a warm-up";
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
    EXPECT_NE(hit->tooltip.find("kernels/sample/gone.cuh, places: 1"), std::string::npos);
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

/// A session of an H200: the warm-up of a vendor's library, and a kernel of Strata's that no variant is named after.
ViewState ofGpu(std::string_view selected) {
  SampleSession session;
  session.addRun(3);
  const std::uint32_t host = session.host(Storey::Library), stream = session.stream(7);
  session.add({host,
               "cudnnConvolutionForward",
               500'000,
               520'000,
               9,
               0,
               EventKind::Slice,
               Storey::Library,
               {},
               {{arg::kProvider, "cuDNN 9.19"}}});
  const auto kernel = [&](std::string_view name, std::int64_t begin, std::int64_t blocks, std::int64_t threads,
                          std::int64_t registers, std::int64_t dynamic) {
    session.add({stream,
                 name,
                 begin,
                 begin + 2'000,
                 9,
                 0,
                 EventKind::Kernel,
                 Storey::Hardware,
                 {{arg::kGridX, blocks},
                  {arg::kBlockX, threads},
                  {arg::kRegisters, registers},
                  {arg::kStaticShared, 1'024},
                  {arg::kSharedBytes, dynamic}},
                 {}});
  };
  kernel("sm80_xmma_fprop", 505'000, 112, 64, 92, 196'608);
  kernel("sample_naive", 510'000, 132 * 8, 256, 32, 0);
  ViewState state = session.state();
  state.session.hello->device.backend = "cuda";
  state.session.hello->device.architecture = "sm_90";
  state.session.hello->device.computeUnitName = "SM";
  state.session.hello->device.computeUnits = 132;
  state.session.experiment = sampleLadder();
  state.session.results = sampleLadderResults();
  state.session.results[1].figures.push_back({"occupancy", 0.75, "", Provenance::Modelled});
  const TraceSnapshot& snapshot = *state.session.snapshot;
  for (std::uint32_t track = 0; track < snapshot.tracks().size(); ++track)
    for (std::uint32_t row = 0; row < snapshot.rowCount(track); ++row)
      for (std::uint32_t i = 0; i < snapshot.row(track, row).size(); ++i)
        if (snapshot.name(snapshot.row(track, row)[i].name) == selected)
          state.sight.selection = {EventRef{track, row, i}, CallId{9}};
  return state;
}

TEST(KernelText, ALibrarysKernelIsShownWithWhatItsLaunchTells) {
  const ViewState state = ofGpu("sm80_xmma_fprop");
  const KernelFacts facts = kernelFacts(state);
  EXPECT_TRUE(facts.lines.empty()) << facts.variant;
  ASSERT_TRUE(facts.launch && facts.occupancy && facts.occupancy->grid);
  EXPECT_EQ(facts.launch->name, "sm80_xmma_fprop");
  EXPECT_EQ(facts.occupancy->blocks[2], 1) << "dynamic shared memory counts";
  EXPECT_NEAR(facts.occupancy->share, 2.0 / 64, 1e-9);
  EXPECT_NEAR(facts.occupancy->grid->share, 112 * 2 / (132 * 64.0), 1e-9);
  EXPECT_NEAR(facts.occupancy->grid->waves, 112 / 132.0, 1e-9);
  const RecordingCanvas canvas = drawn(state);
  EXPECT_NE(canvas.findTextWith("cuDNN 9.19's kernel"), nullptr);
  EXPECT_NE(canvas.findTextWith("193 KiB shared a block, 192 KiB"), nullptr);
  EXPECT_NE(canvas.findTextWith("in theory"), nullptr);
}

TEST(KernelText, RegistersSayWhichCompilerGaveThem) {
  ViewState state = ofGpu("sample_naive");
  const auto says = [&](std::string_view words) { return drawn(state).findTextWith(words) != nullptr; };
  state.session.storeys = {{Storey::Compiler, true, "nvcc", "13.0", "", ""}};
  EXPECT_TRUE(says("32 registers a thread by nvcc 13.0"));
  state.session.results[0].text = "brought";
  EXPECT_FALSE(says("by nvcc")) << "the session does not tell what compiled a text that was brought";
  state = ofGpu("sm80_xmma_fprop");
  state.session.storeys = {{Storey::Compiler, true, "nvcc", "13.0", "", ""}};
  EXPECT_FALSE(says("by nvcc")) << "it came with its library";
}

TEST(KernelText, OfAForeignTraceTheLimitsAreThoseOfTheGpuItNames) {
  SampleSession session;
  session.add({session.stream(7),
               "ampere_sgemm_128x64_tn",
               500'000,
               502'000,
               0,
               0,
               EventKind::Kernel,
               Storey::Hardware,
               {{arg::kGridX, std::int64_t{128}},
                {arg::kBlockX, std::int64_t{128}},
                {arg::kRegisters, std::int64_t{128}},
                {arg::kSharedSum, std::int64_t{65'536}}},
               {}});
  ViewState state = session.state();
  state.session.hello.reset();
  state.sight.selection.event = EventRef{0, 0, 0};
  EXPECT_FALSE(kernelFacts(state).occupancy);
  DeviceInfo gpu;
  gpu.architecture = "sm_80";
  gpu.computeUnitName = "SM";
  gpu.computeUnits = 108;
  state.session.foreignGpu = gpu;
  const KernelFacts facts = kernelFacts(state);
  ASSERT_TRUE(facts.occupancy && facts.occupancy->grid);
  EXPECT_EQ(facts.occupancy->blocks[1], 4) << "65 536 registers of an SM";
  EXPECT_EQ(facts.occupancy->blocks[2], 2) << "164 KiB of an SM, 64 and the driver's 1 a block";
  EXPECT_NEAR(facts.occupancy->share, 8.0 / 64, 1e-9);
  const RecordingCanvas canvas = drawn(state);
  EXPECT_NE(canvas.findTextWith("64 KiB shared a block"), nullptr);
  EXPECT_EQ(canvas.findTextWith("static"), nullptr) << "the file tells the sum alone";
}

TEST(KernelText, TheSelectedKernelsTextAndLimitsAreShownAlsoOutsideOfResults) {
  ViewState state = ofGpu("sample_naive");
  std::swap(state.session.results[0], state.session.results[1]);  // another variant stands first
  const KernelFacts facts = kernelFacts(state);
  EXPECT_EQ(facts.variant, "naive");
  EXPECT_EQ(facts.kernel, "sample_naive");
  ASSERT_TRUE(facts.occupancy && facts.occupancy->grid);
  EXPECT_EQ(facts.occupancy->share, 1) << "not another kernel's";
  EXPECT_EQ(facts.occupancy->grid->waves, 1);
  state.sight.selection.event = ofGpu("cudnnConvolutionForward").sight.selection.event;
  EXPECT_EQ(kernelFacts(state).launch->name, "sm80_xmma_fprop") << "another event of that call";
  state.sight.choices.variant = "tiled";
  EXPECT_EQ(kernelFacts(state).variant, "tiled") << "a variant that was chosen by hand stays";
}

/// The naive step with counts at a line, by the code of sm_90, and a time that is modelled on this GPU.
ViewState countedAndModelled(const char* gpu) {
  SampleSession session;
  session.addRun(3);
  ViewState state = session.state();
  const ViewState modelled = sampleModelled(gpu);
  state.session.experiment = sampleLadder();
  state.session.results = sampleLadderResults();
  state.session.results[0].places = {samplePlace(4, 512)};
  state.session.results[0].places[0].widthOf = "sm_90";
  state.session.results[0].modelled = modelled.session.results[0].modelled;
  state.session.gpu = modelled.session.gpu;
  state.sight.choices.variant = "naive";
  return state;
}

TEST(KernelText, CountsSayThatTheyAreNotOfTheGpuThatTimesAreModelledOn) {
  constexpr Rect kWide{0, 0, 1900, 700};
  const auto wide = [&](const ViewState& state) {
    RecordingCanvas canvas;
    findView("kernel")->draw(canvas, kWide, state);
    return canvas;
  };
  const auto tipAt = [](const ViewState& state) {
    const Rect warp = layOutKernel(RecordingCanvas(), kArea, kernelFacts(state), state.sight.choices).warp;
    const auto hit =
        findView("kernel")->hit(RecordingCanvas(), kArea, state, {warp.x + warp.w / 2, warp.y + warp.h / 2});
    return hit ? hit->tooltip : std::string();
  };
  const auto lineTip = [](const ViewState& state) {
    const KernelFacts facts = kernelFacts(state);
    const Rect row =
        layOutKernel(RecordingCanvas(), kArea, facts, state.sight.choices).row(facts.result->places[0].line);
    const auto hit = findView("kernel")->hit(RecordingCanvas(), kArea, state, {row.x + row.w / 2, row.y + row.h / 2});
    return hit ? hit->tooltip : std::string();
  };
  for (const auto& [gpu, title, lanes] : {std::tuple("mi300x", "not as on gfx942", "a warp has 64 lanes"),
                                          std::tuple("7900xtx", "not as on gfx1100", "a warp has 32 lanes")}) {
    const ViewState state = countedAndModelled(gpu);
    EXPECT_NE(wide(state).findTextWith(title), nullptr) << gpu;
    EXPECT_NE(drawn(state).findTextWith("4 B in sm_90 code"), nullptr) << "the other words go first";
    EXPECT_NE(tipAt(state).find(lanes), std::string::npos) << tipAt(state);
    EXPECT_NE(lineTip(state).find(lanes), std::string::npos) << lineTip(state);
  }
  const ViewState sameVendor = countedAndModelled("a6000");
  EXPECT_EQ(wide(sameVendor).findTextWith("not as on"), nullptr) << "counted by its vendor's rules";
  EXPECT_NE(wide(sameVendor).findTextWith("for all of NVIDIA's"), nullptr);
  for (const std::string& tip : {tipAt(sameVendor), lineTip(sameVendor)})
    EXPECT_NE(tip.find("the time on NVIDIA RTX A6000 is modelled by code for sm_86"), std::string::npos) << tip;
  EXPECT_EQ(wide(countedAndModelled("h100")).findTextWith("for all of NVIDIA"), nullptr) << "it is of that code";
}

TEST(KernelText, OccupancyIsThatOfTheGpuThatTheTimeIsModelledOnWhereTheDeviceHasNone) {
  ViewState state = countedAndModelled("a6000");
  state.session.hello->device.backend = "cpu";
  EXPECT_FALSE(kernelFacts(state).occupancy) << "no launch of this kernel was modelled";
  nlohmann::json launches = *state.session.results[0].modelled->launches;
  launches[0]["kernel"] = "sample_naive";
  launches[0]["spill_bytes"] = 64;
  state.session.results[0].modelled->launches = launches;
  const KernelFacts facts = kernelFacts(state);
  ASSERT_TRUE(facts.occupancy && facts.occupancy->grid);
  EXPECT_EQ(facts.occupancy->gpu, "NVIDIA RTX A6000");
  EXPECT_EQ(facts.occupancy->blocks[1], 6) << "40 registers of 256 threads";
  EXPECT_EQ(facts.occupancy->share, 1);
  EXPECT_NEAR(facts.occupancy->grid->waves, 8400 / (84 * 6.0), 1e-9);
  const auto says = [&](std::string_view words) { return drawn(state).findTextWith(words) != nullptr; };
  EXPECT_TRUE(says("NVIDIA RTX A6000"));
  EXPECT_TRUE(says("40 registers a thread"));
  EXPECT_FALSE(says("not known"));
  state.session.gpu = sampleModelled("mi300x").session.gpu;
  EXPECT_FALSE(kernelFacts(state).occupancy) << "another GPU is chosen now";
  EXPECT_TRUE(says("not known"));
}

}  // namespace
}  // namespace strata::kernel_text_test
