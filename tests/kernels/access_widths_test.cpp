#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "engine/backends/cpu/cpu_device.h"
#include "layers/compiler/kernel_texts.h"
#include "tests/kernels/observed_lines.h"

namespace strata {
namespace {

using What = PlaceCounts::What;
using Space = PlaceCounts::Space;

struct WidthCase {
  std::string_view operation;
  LadderCase values;
};

/// Where machine code has no load or store, none that it says a line of, or other widths than were counted.
struct Exception {
  std::string_view file, line;  ///< words of the line
  std::string_view cause;
};
constexpr Exception kExceptions[] = {
    {"kernels/attention/split.cuh", "sum += sums[other];",
     "narrow loads are for numbers of teams that four does not divide, which no case here has"},
    {"kernels/scan/blelloch.cuh", "tree[right] = before + tree[left];",
     "of the last turn, which has a copy of its own, two statements' neighbours are one"},
    {"kernels/scan/blelloch.cuh", "tree[left] = before;", "likewise"},
    {"kernels/matmul/unit_naive.cuh", "_matrix(",
     "a matrix unit loads or stores it: its lanes take other bytes than ours"},
    {"kernels/matmul/unit_tiled.cuh", "_matrix(",
     "a matrix unit loads or stores it: its lanes take other bytes than ours"},
    {"kernels/matmul/unit_pipelined.cuh", "_matrix(",
     "a matrix unit loads or stores it: its lanes take other bytes than ours"},
    {"kernels/matmul/unit_specialised.cuh", "tma::copy_box(", "the copy unit moves it: no lane loads or stores"},
    {"kernels/matmul/unit_specialised.cuh", "multiply_accumulate(", "the matrix unit reads it: no lane loads"},
    {"kernels/attention/specialised.cuh", "tma::copy_box(", "the copy unit moves it: no lane loads or stores"},
    {"kernels/attention/specialised.cuh", "multiply_accumulate(", "the matrix unit reads it: no lane loads"},
};

std::string_view lineOf(std::string_view text, int line) {
  for (int i = 1; i < line; ++i) text.remove_prefix(std::min(text.size(), text.find('\n') + 1));
  return text.substr(0, text.find('\n'));
}

bool isException(std::string_view file, int line) {
  const auto text = std::ranges::find(kernelTexts(), file, &KernelText::path);
  const std::string_view words = text == kernelTexts().end() ? std::string_view{} : lineOf(text->text, line);
  return std::ranges::any_of(kExceptions, [&](const Exception& exception) {
    return exception.file == file && words.find(exception.line) != std::string_view::npos;
  });
}

class WidthsAreTheMachines : public testing::TestWithParam<WidthCase> {};

TEST_P(WidthsAreTheMachines, AtEveryLineOfEveryStep) {
  if (!canObserveKernels()) GTEST_SKIP() << "this build has no instrumented kernels (a sanitizer is on)";
  const Operation& operation = *findOperation(GetParam().operation);
  const DeviceInfo device = openCpuDevice(0).value()->info();
  const Problem problem = problemOf(operation, GetParam().values);
  for (const Step& step : operation.steps) {
    if (step.madeFor == MadeFor::Processors) continue;  // no GPU is asked for it
    if (step.refusal && !step.refusal(device, problem).empty()) continue;
    std::set<std::string_view> kernels;
    for (const KernelLaunch& launch : step.plan(problem).launches) kernels.insert(launch.kernel);
    std::map<const CompiledAccess*, std::uint32_t> counted;
    for (const auto& [key, line] : observe(operation, step.name, GetParam().values)) {
      if (key.what == What::Branch) continue;
      const CompiledAccess* how = nullptr;
      for (const std::string_view kernel : kernels)
        if (!how)
          how = machineWidths().find(kernel, key.file, key.line, key.space == Space::Shared, key.what == What::Store);
      if (how)
        counted[how] |= line.widths;
      else if (!isException(key.file, key.line))
        ADD_FAILURE() << fmt::format("{} {}:{} {} {}: machine code has none, counted {}", step.name, key.file, key.line,
                                     key.space == Space::Shared ? "shared" : "global",
                                     key.what == What::Store ? "store" : "load", line.widths);
    }
    for (const auto& [how, widths] : counted) {
      if (isException(how->file, how->firstLine)) continue;
      EXPECT_EQ(widths, how->widths) << fmt::format("{} {}:{} {} {}", step.name, how->file, how->firstLine,
                                                    how->shared ? "shared" : "global", how->store ? "store" : "load");
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Ladders, WidthsAreTheMachines,
    testing::Values(
        WidthCase{"matmul", {{"m", 65}, {"n", 36}, {"k", 68}}}, WidthCase{"matmul", {{"m", 33}, {"n", 65}, {"k", 7}}},
        WidthCase{"matmul", {{"n", 68}, {"trans_a", 1}}}, WidthCase{"matmul", {{"n", 68}, {"trans_b", 1}}},
        WidthCase{"matmul", {{"n", 68}, {"trans_a", 1}, {"trans_b", 1}}}, WidthCase{"matmul", {{"n", 64}, {"type", 1}}},
        WidthCase{"matmul", {{"n", 64}, {"type", 2}}},
        WidthCase{"linear", {{"rows", 3}, {"in", 256}, {"out", 33}, {"type", 0}, {"bias", 1}}},
        WidthCase{"linear", {{"rows", 3}, {"in", 256}, {"out", 33}, {"type", 1}}},
        WidthCase{"linear", {{"rows", 3}, {"in", 256}, {"out", 33}, {"type", 2}}},
        WidthCase{"linear", {{"rows", 3}, {"in", 256}, {"out", 33}, {"type", 3}}},
        WidthCase{"conv2d", {{"c", 8}, {"h", 9}, {"w", 11}, {"filters", 5}}},
        WidthCase{"conv2d", {{"c", 64}, {"h", 16}, {"w", 16}, {"filters", 64}}},
        WidthCase{"pool", {{"planes", 2}, {"h", 12}}},
        WidthCase{"attention", {{"heads", 2}, {"queries", 33}, {"dim", 16}, {"causal", 1}}},
        WidthCase{"attention", {{"heads", 2}, {"queries", 65}, {"dim", 64}}},
        WidthCase{"attention", {{"heads", 2}, {"queries", 65}, {"dim", 128}}},
        WidthCase{"attention", {{"heads", 2}, {"queries", 1}, {"keys", 513}, {"dim", 48}}},
        WidthCase{"attention", {{"heads", 2}, {"queries", 65}, {"dim", 64}, {"type", 1}}},
        WidthCase{"attention", {{"heads", 2}, {"queries", 65}, {"dim", 128}, {"type", 2}}},
        WidthCase{"heads", {{"rows", 5}, {"heads", 2}, {"dim", 16}, {"way", 0}}},
        WidthCase{"heads", {{"rows", 5}, {"heads", 2}, {"dim", 16}, {"way", 1}}},
        WidthCase{"softmax", {{"rows", 5}, {"cols", 300}}}, WidthCase{"softmax", {{"rows", 5}, {"cols", 301}}},
        WidthCase{"norm", {{"rows", 5}, {"cols", 300}}}, WidthCase{"norm", {{"rows", 5}, {"cols", 301}}},
        WidthCase{"elementwise", {{"rows", 5}, {"cols", 300}}},
        WidthCase{"elementwise", {{"op", 1}, {"rows", 5}, {"cols", 300}}},
        WidthCase{"elementwise", {{"op", 2}, {"rows", 5}, {"cols", 300}}},
        WidthCase{"elementwise", {{"op", 3}, {"rows", 5}, {"cols", 300}}},
        WidthCase{"elementwise", {{"op", 4}, {"rows", 5}, {"cols", 300}}},
        WidthCase{"elementwise", {{"op", 5}, {"rows", 5}, {"cols", 300}}},
        WidthCase{"elementwise", {{"op", 6}, {"rows", 5}, {"cols", 256}}},
        WidthCase{"elementwise", {{"op", 7}, {"rows", 5}, {"cols", 256}}},
        WidthCase{"elementwise", {{"op", 9}, {"rows", 5}, {"cols", 300}}},
        WidthCase{"elementwise", {{"op", 10}, {"rows", 5}, {"cols", 300}}},
        WidthCase{"elementwise", {{"op", 11}, {"rows", 5}, {"cols", 300}}},
        WidthCase{"elementwise", {{"op", 12}, {"rows", 5}, {"cols", 300}}},
        WidthCase{"elementwise", {{"op", 13}, {"rows", 5}, {"cols", 300}}},
        WidthCase{"transpose", {{"rows", 65}, {"cols", 33}}}, WidthCase{"reduce", {{"n", 30001}}},
        WidthCase{"scan", {{"n", 30003}}}, WidthCase{"argmax", {{"rows", 3}, {"cols", 1000}}},
        WidthCase{"copy", {{"n", 30001}}}, WidthCase{"saxpy", {{"n", 30001}}}, WidthCase{"divergence", {{"n", 1000}}},
        WidthCase{"peak", {{"n", 1000}, {"iterations", 8}}}, WidthCase{"heat", {{"rows", 65}, {"cols", 33}}},
        WidthCase{"mandelbrot", {{"rows", 33}}}, WidthCase{"colourmap", {{"rows", 9}, {"height", 40}}}),
    [](const auto& each) { return std::string(each.param.operation) + std::to_string(each.index); });

}  // namespace
}  // namespace strata
