#include "tests/damage/damaged_runs.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>

#include "engine/backends/cpu/cpu_device.h"
#include "kernels/operation/kernel_table.h"
#include "layers/workloads/cnn/cnn_engine.h"
#include "layers/workloads/cnn/cnn_reference.h"
#include "layers/workloads/transformer/transformer_workload.h"
#include "tests/damage/reference_logits.h"
#include "tests/modelfile/allocation_peak.h"

namespace strata::test {
namespace {

constexpr std::uint64_t kDeviceBytes = 64 << 20;
constexpr std::size_t kHeapBytes = 64 << 20;  ///< of a run: operations, trace, what is shown
constexpr double kComparable = 1000;          ///< with larger numbers on the way fp32 and fp64 part
constexpr double kLimit = 1e-3;               ///< of the largest number on the way
constexpr double kWork = 1e8;                 ///< multiplications of a network

std::unique_ptr<Device> smallDevice() {
  CpuDeviceOptions options;
  options.memoryBytes = kDeviceBytes;
  return openCpuDevice(0, options).value();
}

}  // namespace

DamagedRuns::DamagedRuns()
    : m_routines(std::make_shared<const Routines>(strataRoutines(findKernel))), m_session(smallDevice()) {}

DamageUse DamagedRuns::use() {
  const auto within = [](auto run) {
    const AllocationPeak peak;
    std::string problem = run();
    if (problem.empty() && peak.bytes() > kHeapBytes) problem = fmt::format("running it took {} bytes", peak.bytes());
    return problem;
  };
  return {[this, within](const std::filesystem::path& path, const ModelFile& model) {
            return within([&] { return runModel(path, model); });
          },
          [this, within](const OnnxGraph& graph) { return within([&] { return runNetwork(graph); }); }};
}

std::string DamagedRuns::refused(const Error& error) {
  ++m_count.refused;
  return error.message.size() < 20 ? "the message says too little: " + error.message : "";
}

std::string DamagedRuns::judge(std::span<const float> values, std::span<const double> truth, double largest) {
  if (values.size() != truth.size()) return fmt::format("gives {} numbers, not {}", values.size(), truth.size());
  if (!(largest < kComparable)) {
    ++m_count.unchecked;
    return {};
  }
  ++m_count.checked;
  for (std::size_t i = 0; i < truth.size(); ++i)
    if (!(std::abs(static_cast<double>(values[i]) - truth[i]) <= kLimit * std::max(1.0, largest)))
      return fmt::format("number {} of the result is {}, and {} in fp64", i, values[i], truth[i]);
  return {};
}

std::string DamagedRuns::runModel(const std::filesystem::path& path, const ModelFile& model) {
  TransformerWorkload workload(m_routines);
  nlohmann::json request{
      {"id", 1}, {"run", "transformer"}, {"model", path.string()}, {"prompt", "the cat"}, {"tokens", 2}};
  if (!model.tokenizer()) request["prompt_ids"] = "1 2 1";
  if (const auto done = m_session.run(workload, request.dump()); !done.ok()) return refused(done.error());
  const RunResult& result = m_session.results().back();
  std::vector<int> fed = result.details["prompt_ids"];
  const std::vector<int> ids = result.details["ids"];
  fed.insert(fed.end(), ids.begin(), ids.begin() + result.seconds.repeats);
  const auto logits = workload.fetch("logits");
  if (!logits.ok()) return logits.error().message;
  const ReferenceLogits truth = referenceLogits(model, fed);
  std::vector<double> shown;  // a preview has 128 of them
  const std::size_t count = logits.value().blob.size();
  for (std::size_t i = 0; i < count; ++i) shown.push_back(truth.values[i * truth.values.size() / count]);
  return judge(logits.value().blob, shown, truth.largest);
}

std::string DamagedRuns::runNetwork(const OnnxGraph& graph) {
  const auto plan = planCnn(graph);
  if (!plan.ok()) return refused(plan.error());
  std::vector<float> picture(static_cast<std::size_t>(plan.value().values[plan.value().input].elements()));
  for (std::size_t i = 0; i < picture.size(); ++i) picture[i] = static_cast<float>(i % 7) / 7;
  WorkContext context{m_session.device(), m_session.recorder(), {}, [](std::string_view, double) {}, {}, {}};
  auto engine = CnnEngine::create(plan.value(), picture, context, *m_routines);
  if (!engine.ok()) return refused(engine.error());
  if (const auto ready = engine.value()->prepare("direct"); !ready.ok()) return refused(ready.error());
  if (engine.value()->cost().flop > kWork) return {};
  if (const auto pass = engine.value()->pass("walk"); !pass.ok()) return refused(pass.error());
  const auto truth = cnnReference(graph, picture, {});
  if (!truth.ok()) return truth.error().message;
  double largest = 0;
  for (const auto& [name, values] : truth.value())
    for (const double value : values)
      if (!(std::abs(value) <= largest) && !std::isnan(largest)) largest = std::abs(value);
  const CnnValue& output = plan.value().values[plan.value().output];
  const auto values = engine.value()->download(plan.value().output);
  if (!values.ok()) return values.error().message;
  const auto known = truth.value().find(output.name);
  return known == truth.value().end() ? "" : judge(values.value(), known->second, largest);
}

}  // namespace strata::test
