#include "layers/workloads/common/own_step.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/protocol/nearest_name.h"
#include "layers/workloads/common/leading_comment.h"
#include "layers/workloads/common/pointee.h"

namespace strata::inline workloads {
namespace {

Error wrong(std::string message) {
  return {ErrorCode::Usage, std::move(message), Storey::Compiler};
}

std::string listOf(const std::vector<std::string>& words, std::string_view between) {
  std::string list;
  for (const std::string& word : words) list += (list.empty() ? "" : std::string(between)) + word;
  return list;
}

const char* kindOf(const Argument& argument) {
  if (std::holds_alternative<TensorArgument>(argument)) return "a pointer to a tensor";
  if (std::holds_alternative<TensorMapArgument>(argument)) return "a map of a tensor";
  return std::holds_alternative<std::int32_t>(argument) ? "an int" : "a float";
}

std::string kindsOf(const std::vector<Argument>& arguments) {
  std::vector<std::string> kinds;
  kinds.reserve(arguments.size());
  for (const Argument& argument : arguments) kinds.emplace_back(kindOf(argument));
  return listOf(kinds, ", ");
}

constexpr std::string_view kAnotherStep =
    "or choose another step (beside the name of the file in the kernel editor, with --like, in a lesson with "
    "\"step:\"), or run it on its own: experiment kernel";

/// Numbers and pointers stand where the step has them, and point to what the operation's tensors hold.
Result<void> checkParameters(const OwnKernel& own, const OutlinedKernel& kernel, const KernelLaunch& launch,
                             const std::vector<TensorInfo>& tensors) {
  const std::vector<std::string>& given = kernel.parameters;
  if (given.size() != launch.arguments.size())
    return wrong(
        fmt::format("{} takes {} parameters ({}), but {} gives its kernel {} ({}). Give it the parameters of that "
                    "step, {}.",
                    kernel.name, given.size(), listOf(given, ", "), own.like, launch.arguments.size(),
                    kindsOf(launch.arguments), kAnotherStep));
  for (std::size_t i = 0; i < given.size(); ++i)
    if (isPointer(given[i]) != std::holds_alternative<TensorArgument>(launch.arguments[i]))
      return wrong(fmt::format("Parameter {} of {} is \"{}\", but {} gives its kernel {} there.", i + 1, kernel.name,
                               given[i], own.like, kindOf(launch.arguments[i])));
  for (std::size_t i = 0; i < given.size(); ++i) {
    const auto* pointer = std::get_if<TensorArgument>(&launch.arguments[i]);
    if (!pointer || pointer->index < 0 || pointer->index >= std::ssize(tensors)) continue;
    const TensorInfo& tensor = tensors[static_cast<std::size_t>(pointer->index)];
    if (!mayPointTo(given[i], tensor.type))
      return wrong(fmt::format("Parameter {} of {} is \"{}\", but the elements of {} are {}, of {} bytes.", i + 1,
                               kernel.name, given[i], tensor.name, dataTypeName(tensor.type), bytesOf(tensor.type)));
  }
  return {};
}

/// That no kernel of the text stands for that of the step; `any`: a single one of any name would.
Error noStandIn(const OwnKernel& own, const KernelOutline& outline, std::string_view base, bool any) {
  std::vector<std::string> names;
  names.reserve(outline.kernels.size());
  for (const OutlinedKernel& each : outline.kernels) names.push_back(each.name);
  if (any && names.empty())
    return wrong(fmt::format("{} defines no __global__ function; write one for {} to launch.", own.file, own.like));
  if (any)
    return wrong(fmt::format("{} defines {}, and {} launches one kernel. Name that one {}.", own.file,
                             listOf(names, ", "), own.like, own.name));
  return wrong(fmt::format("{} launches {}, and {} defines {}. Name the kernel that shall take its place {}.", own.like,
                           base, own.file, names.empty() ? "no __global__ function" : listOf(names, ", "), base));
}

/// Which kernel of the text stands for one of the step's.
Result<std::string> standIn(const OwnKernel& own, const KernelOutline& outline, const KernelLaunch& launch,
                            const std::vector<TensorInfo>& tensors, bool onlyOne, bool anyFound) {
  const std::string_view asked = launch.kernel;
  const std::size_t angle = asked.find('<');
  const std::string_view base = asked.substr(0, angle);
  const std::string arguments(angle == std::string_view::npos ? "" : asked.substr(angle));
  const OutlinedKernel* kernel = outline.find(base);
  if (!kernel && onlyOne) kernel = outline.find(own.name);
  if (!kernel && onlyOne && outline.kernels.size() == 1) kernel = &outline.kernels.front();
  if (!kernel && !onlyOne && anyFound) return std::string(asked);  // of a text that comes before it
  if (!kernel) return noStandIn(own, outline, base, onlyOne);
  if (kernel->isTemplate && arguments.empty())
    return wrong(
        fmt::format("{} is a template, and {} launches {} without arguments for one: make it a plain function, "
                    "{}.",
                    kernel->name, own.like, base, kAnotherStep));
  STRATA_TRY(checkParameters(own, *kernel, launch, tensors));
  return kernel->name + (kernel->isTemplate ? arguments : "");
}

}  // namespace

Result<std::unique_ptr<const OwnStep>> makeOwnStep(const Operation& operation, const Problem& problem,
                                                   const OwnKernel& kernel) {
  OwnKernel own = kernel;
  const Operation* named = findOperation(experimentNamedIn(own.text));
  if (own.like.empty() && named && named->name != operation.name)
    return wrong(fmt::format("{} says that it is a kernel of {}, not of {}: run {}, {}.", own.file, named->name,
                             operation.name, named->name, kAnotherStep));
  if (own.like.empty()) own.like = likeNamedIn(own.text);
  if (own.like.empty()) own.like = operation.steps.front().name;
  const Step* like = findStep(operation, own.like);
  if (!like) {
    std::vector<std::string> names;
    for (const Step& step : operation.steps) names.emplace_back(step.name);
    return wrong(fmt::format("{} has no step '{}'; {}", operation.name, own.like, suggestion(own.like, names)));
  }
  const KernelOutline outline = outlineOf(own.text);
  const StepPlan plan = like->plan(problem);
  std::vector<std::string_view> different;
  for (const KernelLaunch& launch : plan.launches)
    if (std::ranges::find(different, launch.kernel) == different.end()) different.push_back(launch.kernel);
  const bool anyFound = std::ranges::any_of(
      different, [&](std::string_view each) { return outline.find(each.substr(0, each.find('<'))) != nullptr; });
  const std::vector<TensorInfo> tensors = operation.tensors(problem);
  auto step = std::make_unique<OwnStep>();
  for (const KernelLaunch& launch : plan.launches) {
    STRATA_ASSIGN(std::string name, standIn(own, outline, launch, tensors, different.size() == 1, anyFound));
    if (std::ranges::find(step->kernels, launch.kernel,
                          [](const auto& pair) { return std::string_view(pair.first); }) == step->kernels.end())
      step->kernels.emplace_back(launch.kernel, std::move(name));
  }
  step->variant = own.name;
  step->like = own.like;
  step->text = {own.file, own.text, std::string(like->file)};
  step->file = ownPath(step->text);
  step->step = *like;
  step->step.name = step->variant;
  step->step.title = step->text.name;
  step->step.idea = {};
  step->step.kernel = step->kernels.front().second;
  step->step.file = step->file;
  step->step.source = step->text.text;
  step->step.preferred = nullptr;
  return std::unique_ptr<const OwnStep>(std::move(step));
}

void nameAsWritten(std::vector<ObservedPlace>& places, const OwnText& own) {
  const std::string path = ownPath(own);
  for (ObservedPlace& place : places)
    if (place.file == path) place.file = own.name;
}

}  // namespace strata::inline workloads
