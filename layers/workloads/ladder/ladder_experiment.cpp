#include "layers/workloads/ladder/ladder_experiment.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/base/shipped.h"
#include "layers/compiler/kernel_texts.h"
#include "layers/hardware/gpu_figures.h"
#include "layers/workloads/common/run_parameters.h"
#include "layers/workloads/ladder/ladder_plan.h"
#include "layers/workloads/ladder/slow_steps.h"

namespace strata::inline workloads {
namespace {

using Type = ParameterInfo::Type;

ParameterInfo fromLadder(const OperationParameter& parameter) {
  ParameterInfo info;
  info.name = parameter.name;
  info.title = parameter.title;
  info.help = parameter.help;
  info.follows = parameter.follows;
  info.choices.assign(parameter.choices.begin(), parameter.choices.end());
  if (!info.choices.empty()) {
    info.type = Type::Choice;
    info.defaultValue = info.choices[static_cast<std::size_t>(parameter.defaultValue)];
    return info;
  }
  const auto perOne = static_cast<double>(parameter.perOne);
  info.type = parameter.perOne > 1 ? Type::Number : Type::Integer;
  info.decimals = static_cast<int>(std::ceil(std::log10(perOne)));
  if (info.follows.empty()) info.defaultValue = parameter.defaultValue;
  if (info.follows.empty() && parameter.perOne > 1)
    info.defaultValue = static_cast<double>(parameter.defaultValue) / perOne;
  info.min = static_cast<double>(parameter.min) / perOne;
  info.max = static_cast<double>(parameter.max) / perOne;
  return info;
}

constexpr std::string_view kModelGpu = "model_gpu";

std::vector<std::string> gpuChoices() {
  std::vector<std::string> choices{std::string(kModelAuto)};
  for (std::string& name : gpuNames()) choices.push_back(std::move(name));
  choices.emplace_back(kModelNone);
  return choices;
}

std::vector<ParameterInfo> parametersOf(const Operation& operation) {
  std::vector<ParameterInfo> parameters;
  for (const OperationParameter& parameter : operation.parameters) parameters.push_back(fromLadder(parameter));
  parameters.push_back(seedParameter());
  parameters.push_back(repeatParameter());
  parameters.push_back(integerParameter("streams", "Streams", 1, 1, 8,
                                        "Repeats are spread over this many streams, which run concurrently."));
  parameters.push_back(choiceParameter("host_memory", "Host memory", {"pinned", "pageable"},
                                       "Host memory that inputs are copied from."));
  parameters.push_back(choiceParameter(
      "caches", "Caches", {"warm", "cold"},
      "warm: a repeat finds in the caches what the one before left; cold: large copies in between flush them."));
  parameters.push_back(roofsParameter());
  parameters.push_back(observeParameter());
  parameters.push_back(
      choiceParameter(std::string(kModelGpu), "On a GPU", gpuChoices(),
                      "The GPU that times are modelled on, beside the measured ones, from what the CPU "
                      "device counts. auto: the " +
                          std::string(kUsualGpu) +
                          " where the run is on a CPU, else none. Your own: " + shippedDocument("gpus.md") + "."));
  parameters.push_back(choiceParameter("times", "Times", {"measured", "modelled"},
                                       "measured: every variant runs, and is modelled beside; modelled: none runs in "
                                       "full, only what the model counts, which takes seconds at any size."));
  parameters.push_back(choiceParameter("compile", "Compile", {"ahead", "now"},
                                       "ahead: the kernels that were built with Strata; now: compiled from source by "
                                       "NVRTC or HIPRTC at run time, as slices on the compiler storey; GPUs only."));
  parameters.push_back(
      choiceParameter("slow", "Slow steps", {"skip", "run"},
                      "What becomes of a step that is too slow here. skip: it is left out if it should "
                      "take over " +
                          roughly(kSlowStep) +
                          " in all, judging by how quick it was at a smaller size; run: it runs, "
                          "however long that takes."));
  parameters.push_back(choiceParameter("check", "Check", {"auto", "full"},
                                       "auto: against a full fp64 reference up to 2^30 multiply-adds, by samples (and "
                                       "Freivalds' check for products) above that; full: always the full reference."));
  for (std::size_t i = operation.parameters.size(); i < parameters.size(); ++i) parameters[i].ofRun = true;
  return parameters;
}

std::vector<VariantInfo> variantsOf(const Operation& operation) {
  std::vector<VariantInfo> variants;
  for (const Step& step : operation.steps)
    variants.push_back({std::string(step.name), std::string(step.title), std::string(step.idea),
                        std::string(step.kernel), std::string(step.file), std::string(step.source), step.madeFor});
  for (const LibraryVariant& library : operation.library)
    variants.push_back(
        {std::string(library.name), std::string(library.title), std::string(library.idea), "", "", "", {}});
  return variants;
}

}  // namespace

std::string choiceTitle(std::string_view parameter, const std::string& choice) {
  if (parameter != kModelGpu || choice == kModelNone) return {};
  const bool automatic = choice == kModelAuto;
  const auto gpu = findGpu(automatic ? std::string(kUsualGpu) : choice);
  if (!gpu.ok()) return {};
  return automatic ? choice + ": " + gpu.value().title + ", where the run is on a CPU" : gpu.value().title;
}

ExperimentInfo ladderExperiment(const Operation& operation) {
  return {std::string(operation.name), std::string(operation.title), std::string(operation.help),
          parametersOf(operation), variantsOf(operation)};
}

std::shared_ptr<const std::vector<VariantInfo>> ownSteps() {
  static const auto kAll = [] {
    auto all = std::make_shared<std::vector<VariantInfo>>();
    for (const Operation* operation : operations())
      for (VariantInfo step : variantsOf(*operation)) {
        if (step.source.empty()) continue;
        step.title = std::string(operation->title) + " · " + step.title;
        all->push_back(std::move(step));
      }
    for (const KernelText& text : kernelTexts())
      if (text.path.ends_with(".cuh") && std::ranges::find(*all, text.path, &VariantInfo::file) == all->end())
        all->push_back({{}, {}, {}, {}, std::string(text.path), std::string(text.text)});
    return std::shared_ptr<const std::vector<VariantInfo>>(std::move(all));
  }();
  return kAll;
}

bool isLibraryVariant(std::string_view name) {
  return std::ranges::any_of(operations(), [&](const Operation* operation) {
    return std::ranges::find(operation->library, name, &LibraryVariant::name) != operation->library.end();
  });
}

std::vector<ExperimentInfo> ladderExperiments() {
  std::vector<ExperimentInfo> all;
  for (const Operation* operation : ladders()) all.push_back(ladderExperiment(*operation));
  return all;
}

}  // namespace strata::inline workloads
