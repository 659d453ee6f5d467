#include "app/facts/compiled_facts.h"

#include <algorithm>
#include <utility>

#include "app/facts/compiled_lines.h"
#include "app/facts/own_kernels.h"
#include "engine/device/architecture.h"
#include "layers/hardware/gpu_figures.h"

namespace strata::inline facts {
namespace {

constexpr std::string_view kTargets[] = {"x86-64", "sm_80", "sm_90", "sm_100", "gfx90a", "gfx1030"};
constexpr std::string_view kKernels = "kernels/";

/// "matmul" of "kernels/matmul/tiled.cuh"; empty for a text that somebody brought.
std::string_view operationOf(std::string_view file) {
  if (!file.starts_with(kKernels) || file.starts_with("kernels/own/")) return {};
  file.remove_prefix(kKernels.size());
  return file.substr(0, file.find('/'));
}

/// The kernel of a variant that the view shows, else the first.
const BuiltKernel* kernelIn(const StepBuild& step, const KernelFacts& facts) {
  const auto family = [](const BuiltKernel& kernel) { return kernelFamily(kernel.build.kernel); };
  const auto found = std::ranges::find(step.kernels, kernelFamily(facts.kernel), family);
  return found == step.kernels.end() ? &step.kernels.front() : &*found;
}

std::vector<CodeRow> rowsOf(const BuildText& text) {
  std::vector<CodeRow> rows;
  std::string_view rest = text.text;
  auto next = text.instructions.begin();
  for (int number = 1; !rest.empty(); ++number) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    while (next != text.instructions.end() && next->line < number) ++next;
    const bool here = next != text.instructions.end() && next->line == number;
    if (here || !isQuiet(line)) rows.push_back({number, line, here ? &*next : nullptr});
  }
  return rows;
}

CodeFacts codeFacts(const CompiledFacts& facts, const CompiledStep& step, bool intermediate) {
  const BuiltKernel* kernel = kernelIn(step.build, facts.kernel);
  const BuildText& text = intermediate ? kernel->build.intermediate : kernel->build.machine;
  CodeFacts code{{step.build.variant, step.build.target}, kernel, &text, rowsOf(text), {}};
  for (const auto& [place, count] : instructionCounts(text))
    if (place.file == facts.file) code.counts[place.line] = count;
  return code;
}

/// A text of Strata's own, or the one that came with the session, is what the variant is compiled of.
bool isOf(const CompiledFacts& facts, const CompiledStep& step, const CompiledSource& source) {
  return step.build.experiment == facts.experiment && step.build.variant == source.variant &&
         step.build.target == source.target && !step.build.kernels.empty();
}

const CompiledStep* stepOf(const CompiledSight& sight, const CompiledFacts& facts, const CompiledSource& source) {
  for (auto step = sight.steps.rbegin(); step != sight.steps.rend(); ++step)
    if (isOf(facts, *step, source) &&
        (source.variant != facts.wanted.variant || step->text == facts.kernel.info->source))
      return &*step;
  return nullptr;
}

void findCode(const ViewState& state, CompiledFacts& facts) {
  const CompiledChoices& choices = state.sight.choices.compiled;
  const CompiledSight* sight = state.sight.compiled.get();
  if (!sight) return;
  facts.running = sight->running == facts.wanted;
  if (sight->failed == facts.wanted) facts.error = sight->error;
  if (const CompiledStep* step = stepOf(*sight, facts, facts.wanted))
    facts.shown = codeFacts(facts, *step, choices.intermediate);
  const CompiledStep* beside = choices.against ? stepOf(*sight, facts, *choices.against) : nullptr;
  if (beside && choices.against != facts.wanted) facts.against = codeFacts(facts, *beside, choices.intermediate);
  for (const CompiledStep& step : sight->steps)
    if (const CompiledSource source{step.build.variant, step.build.target};
        source != facts.wanted && isOf(facts, step, source) &&
        std::ranges::find(facts.others, source) == facts.others.end())
      facts.others.push_back(source);
}

void findBands(CompiledFacts& facts) {
  for (const auto* code : {&facts.shown, &facts.against})
    if (*code)
      for (const auto& [line, count] : (*code)->counts) facts.bands[line] = 0;
  std::size_t number = 0;
  for (auto& [line, band] : facts.bands) band = number++;
}

/// Whose place a text that somebody brought takes; where nothing says it, the first variant with a kernel; its own
/// where there is none.
std::string placeOf(const VariantInfo& own, const ViewState& state) {
  if (!own.like.empty()) return own.like;
  if (!state.session.experiment) return {};
  for (const VariantInfo& variant : state.session.experiment->variants)
    if (!operationOf(variant.file).empty()) return variant.name;
  return own.name;
}

/// What the session ran on; empty: not known.
std::string_view targetHere(const ViewState& state) {
  return state.session.hello ? withoutFeatures(state.session.hello->device.architecture) : std::string_view{};
}

std::vector<OfferedTarget> offeredTargets(const ViewState& state) {
  std::vector<OfferedTarget> targets;
  targets.reserve(std::size(kTargets) + 2);
  for (const std::string_view name : kTargets) targets.push_back({std::string(name)});
  const auto add = [&](std::string_view name) -> OfferedTarget& {
    const auto known = std::ranges::find(targets, name, &OfferedTarget::name);
    OfferedTarget& target = known == targets.end() ? targets.emplace_back(OfferedTarget{std::string(name)}) : *known;
    target.ofSession = true;
    return target;
  };
  const std::string_view here = targetHere(state);
  if (here.starts_with("sm_") || here.starts_with("gfx")) add(here);
  if (const GpuFigures* gpu = state.session.gpu.get()) add(gpu->architecture).gpu = gpu->title;
  return targets;
}

std::string targetOf(const ViewState& state, const std::vector<OfferedTarget>& targets) {
  if (const std::string& chosen = state.sight.choices.compiled.target; !chosen.empty()) return chosen;
  const auto offered = std::ranges::find(targets, targetHere(state), &OfferedTarget::name);
  return offered == targets.end() ? targets.front().name : offered->name;
}

}  // namespace

int CodeRow::lineIn(std::string_view file) const {
  if (!instruction) return 0;
  const auto found = std::ranges::find(instruction->from, file, &TextPlace::file);
  return found == instruction->from.end() ? 0 : found->line;
}

bool CodeRow::isOf(const TextPlace& place) const {
  return instruction && std::ranges::find(instruction->from, place) != instruction->from.end();
}

std::optional<std::size_t> CodeFacts::rowOf(const TextPlace& place) const {
  const auto found = std::ranges::find_if(rows, [&](const CodeRow& row) { return row.isOf(place); });
  return found == rows.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - rows.begin()));
}

CompiledFacts compiledFacts(const ViewState& state) {
  CompiledFacts facts;
  facts.kernel = kernelFacts(state);
  if (!facts.kernel.info || facts.kernel.lines.empty()) return facts;
  const VariantInfo& info = *facts.kernel.info;
  const bool own = operationOf(info.file).empty();
  const bool shownIsOwn = operationOf(facts.kernel.file).empty();
  facts.file = shownIsOwn ? "kernels/own/" + info.name + ".cuh" : std::string(facts.kernel.file);
  facts.experiment = operationOf(info.file);
  if (own && state.session.experiment) facts.experiment = state.session.experiment->name;
  facts.targets = offeredTargets(state);
  facts.wanted = {info.name, targetOf(state, facts.targets)};
  CompileQuestion question{facts.experiment, own ? placeOf(info, state) : info.name, facts.wanted.target};
  if (own) question.own = OwnKernel{info.name, info.name + ".cu", info.source, question.variant};
  if (!question.experiment.empty() && !question.variant.empty())
    facts.ask = CompileAct{std::move(question), facts.wanted, info.source};
  findCode(state, facts);
  findBands(facts);
  return facts;
}

}  // namespace strata::inline facts
