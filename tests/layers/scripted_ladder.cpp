#include "tests/layers/scripted_ladder.h"

#include <cmath>
#include <string>
#include <vector>

namespace strata::test {
namespace {

constexpr OperationParameter kParameters[] = {
    {.name = "n", .title = "N", .defaultValue = 8, .max = 2048},
    {.name = "m", .title = "M", .max = 2048, .follows = "n"},
    {.name = "k", .title = "K", .max = 2048, .follows = "n"},
};

std::vector<TensorInfo> tensors(const Problem& p) {
  return {{.name = "A", .shape = {p["m"], p["k"]}},
          {.name = "B", .shape = {p["k"], p["n"]}},
          {.name = "C", .shape = {p["m"], p["n"]}}};
}

std::string text(const Problem& p) {
  return std::to_string(p["m"]) + "×" + std::to_string(p["n"]) + "×" + std::to_string(p["k"]);
}

void reference(const Problem& p, std::span<const TensorValues> in, std::int64_t begin, std::int64_t end,
               std::span<double> out) {
  const auto n = static_cast<std::size_t>(p["n"]), k = static_cast<std::size_t>(p["k"]);
  for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i)
    for (std::size_t j = 0; j < n; ++j) {
      double sum = 0;
      for (std::size_t l = 0; l < k; ++l) sum += double{in[0][i * k + l]} * double{in[1][l * n + j]};
      out[(i - static_cast<std::size_t>(begin)) * n + j] = sum;
    }
}

StepPlan planOf(const Problem& p, std::string_view kernel) {
  const auto size = [&](std::string_view name) { return static_cast<std::int32_t>(p[name]); };
  return {{{kernel,
            {{1, 1, 1}, {1, 1, 1}, 0},
            {TensorArgument{0}, TensorArgument{1}, TensorArgument{2}, size("m"), size("n"), size("k")}}},
          {}};
}

StepPlan naive(const Problem& p) {
  return planOf(p, "matmul_naive");
}

StepPlan tiled(const Problem& p) {
  return planOf(p, "matmul_tiled");
}

StepPlan missing(const Problem& p) {
  return planOf(p, "missing");
}

Cost cost(const Problem& p) {
  const auto m = static_cast<double>(p["m"]), n = static_cast<double>(p["n"]), k = static_cast<double>(p["k"]);
  const double bytes = operandBytes(scriptedOperation(), p);
  return {.flop = 2 * m * n * k, .globalBytes = bytes, .minBytes = bytes};
}

constexpr Step kSteps[] = {
    {"naive", "Naive", "The definition.", "matmul_naive", "", "", MadeFor::Both, naive, cost},
    {"tiled", "Tiled", "Through tiles.", "matmul_tiled", "", "", MadeFor::Gpus, tiled, cost},
};
constexpr Step kMissing{"missing", "Missing", "Not built.", "missing", "", "", MadeFor::Both, missing, cost};

constexpr LibraryVariant kLibrary[] = {{"library", "Library", "The library."}};

constexpr Operation kOperation{
    .name = "matmul",
    .title = "Product",
    .help = "A product.",
    .parameters = kParameters,
    .tensors = tensors,
    .shapeText = text,
    .units = [](const Problem& p) { return p["m"]; },
    .reference = reference,
    .limit = [](const Problem& p) { return 4 * std::sqrt(static_cast<double>(p["k"])) / (1 << 24); },
    .steps = kSteps,
    .library = kLibrary,
};

}  // namespace

const Operation& scriptedOperation() {
  return kOperation;
}

KernelEntry scriptedKernel(std::string_view kernel) {
  static const int kCode = 0;
  return {kernel, kernel == "missing" ? nullptr : &kCode};
}

const Step& missingStep() {
  return kMissing;
}

std::shared_ptr<Routines> scriptedRoutines() {
  auto routines = std::make_shared<Routines>();
  for (const Step& step : kSteps)
    routines->push_back(std::make_unique<StrataRoutine>(kOperation, step, scriptedKernel));
  return routines;
}

ScriptedCall::ScriptedCall(std::span<void*> arguments)
    : a(*static_cast<const float**>(arguments[0])),
      b(*static_cast<const float**>(arguments[1])),
      c(*static_cast<float**>(arguments[2])),
      m(*static_cast<int*>(arguments[3])),
      n(*static_cast<int*>(arguments[4])),
      k(*static_cast<int*>(arguments[5])) {}

void ScriptedCall::multiply() const {
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      float sum = 0;
      for (int l = 0; l < k; ++l) sum += a[i * k + l] * b[l * n + j];
      c[i * n + j] = sum;
    }
}

NullScript rightScript() {
  NullScript script;
  script.kernel = [](const KernelEntry&, const LaunchShape&, std::span<void*> arguments) {
    ScriptedCall(arguments).multiply();
  };
  return script;
}

}  // namespace strata::test
