#include "app/facts/what_if.h"

#include <algorithm>
#include <cmath>

#include "app/facts/variant_facts.h"
#include "app/words/messages.h"
#include "engine/protocol/json_fields.h"
#include "layers/hardware/gpu_model/demand_json.h"
#include "layers/hardware/gpu_model/gpu_machine.h"

namespace strata::inline facts {
namespace {

constexpr double kMostThreads = 1024, kLeastRegisters = 16;
constexpr double kRegion = 4;        ///< clock and bandwidth go from a quarter to four times the figure
constexpr double kSameModel = 0.01;  ///< that two computations of one time may differ by
constexpr double kNear = 0.012;      ///< of a knob's way, within which it is as modelled
constexpr double kClockStep = 10e6, kBandwidthStep = 10e9;

/// With other threads a block: as many threads in all, and what each asks for.
void regroup(KeptLaunch& launch, double threads) {
  const double ratio = threads / launch.needs.threads;
  launch.demand.blocks = std::max(1.0, std::ceil(launch.demand.blocks / ratio));
  launch.demand.warpsPerBlock = std::ceil(threads / kLanesOfWarp);
  launch.needs.threads = static_cast<std::uint32_t>(threads);
  launch.needs.sharedBytes = static_cast<std::uint64_t>(static_cast<double>(launch.needs.sharedBytes) * ratio);
}

GpuRates ratesWith(const GpuFigures& gpu, double clock, double bandwidth) {
  GpuRates rates = ratesOf(gpu);
  const double quicker = clock / rates.clock;
  rates.clock = clock;
  rates.memoryBytes = bandwidth;
  rates.matrixFlops *= quicker;
  for (const MemoryLevel level : {MemoryLevel::Last, MemoryLevel::Memory})
    rates.wait[static_cast<std::size_t>(level)] *= quicker;
  return rates;
}

struct Sum {
  double seconds = 0;
  std::array<double, kBounds> only{};
  std::size_t longest = 0;  ///< of the launches
};

Sum sumOf(const std::vector<KeptLaunch>& launches, const GpuRates& rates, const ModelConstants& constants) {
  Sum sum;
  double most = 0;
  for (std::size_t i = 0; i < launches.size(); ++i) {
    const ModelledTime time = modelTime(launches[i].demand, rates, launches[i].blocksPerUnit, constants);
    sum.seconds += time.seconds;
    for (std::size_t b = 0; b < sum.only.size(); ++b) sum.only[b] += time.only[b];
    if (time.seconds <= most) continue;
    most = time.seconds;
    sum.longest = i;
  }
  return sum;
}

/// A time for each bound of the run as it was modelled, in that order, so that bars stay where they are.
std::vector<ModelledRun::Part> boundPartsOf(const ModelledRun& run, const Sum& sum) {
  std::vector<ModelledRun::Part> parts = run.only;
  for (ModelledRun::Part& part : parts)
    for (std::size_t b = 0; b < sum.only.size(); ++b)
      if (boundKey(static_cast<Bound>(b)) == part.bound) part.seconds = sum.only[b];
  return parts;
}

KnobRange around(double figure, double step, double asked) {
  return {figure / kRegion, figure * kRegion, figure, asked > 0 ? asked : figure, step};
}

std::string unknownOf(Msg why, const ModelledRun& run) {
  return fillText(why, {run.gpuTitle});
}

}  // namespace

std::vector<KeptLaunch> keptLaunches(const ModelledRun& run) {
  std::vector<KeptLaunch> launches;
  if (!run.launches->is_array()) return launches;
  for (const nlohmann::json& each : *run.launches) {
    const nlohmann::json* demand = field(each, "demand");
    if (!demand) return {};
    launches.push_back({textField(each, "kernel"),
                        launchDemandFromJson(*demand),
                        {integerField<std::uint32_t>(each, "threads"), integerField<std::uint32_t>(each, "registers"),
                         integerField<std::uint64_t>(each, "shared_bytes")},
                        integerField<std::uint32_t>(each, "blocks_per_unit"),
                        integerField<std::uint64_t>(each, "spill_bytes")});
  }
  return launches;
}

bool WhatIfAnswer::changed() const {
  return std::ranges::any_of(knobs, &KnobRange::changed);
}

WhatIfAnswer whatIf(const ViewState& state, const RunResult& result) {
  WhatIfAnswer answer;
  const ModelledRun& run = *result.modelled;
  std::vector<KeptLaunch> launches = keptLaunches(run);
  const auto limits = state.session.gpu ? deviceLimits(state.session.gpu->architecture)
                                        : Result<DeviceLimits>(Error{ErrorCode::Unavailable, {}});
  answer.launches = launches.size();
  if (!limits.ok() || launches.empty()) {
    answer.unknown = unknownOf(Msg::WhatIfNoFigures, run);
    return answer;
  }
  const GpuFigures& gpu = *state.session.gpu;
  const ModelConstants& constants = constantsOf(gpu);
  const Sum before = sumOf(launches, ratesOf(gpu), constants);
  answer.before = before.seconds;
  KeptLaunch& main = launches[before.longest];
  if (std::abs(before.seconds / run.seconds - 1) > kSameModel || main.needs.threads == 0) {
    answer.unknown = unknownOf(Msg::WhatIfOtherFigures, run);
    return answer;
  }
  const WhatIf& asked = state.sight.choices.whatIf;
  const bool ofThis = asked.variant == result.variant && asked.gpu == run.gpu;
  const WhatIf wish = ofThis ? asked : WhatIf{};
  answer.kernel = main.kernel;
  const double wave = limits.value().waveSize, threads = main.needs.threads, registers = main.needs.registers;
  answer.knobs = {
      KnobRange{std::min(wave, threads), std::max(kMostThreads, threads), threads,
                wish.threads > 0 ? wish.threads : threads, wave},
      KnobRange{std::min(kLeastRegisters, registers), std::max<double>(limits.value().registersPerThread, registers),
                registers, wish.registers > 0 ? wish.registers : registers, 1},
      around(gpu.clock.value, kClockStep, wish.clock),
      around(gpu.memoryBandwidth.value, kBandwidthStep, wish.bandwidth)};
  if (answer[Knob::Threads].changed()) regroup(main, answer[Knob::Threads].now);
  main.needs.registers = static_cast<std::uint32_t>(answer[Knob::Registers].now);
  answer.occupancy = occupancy(limits.value(), main.needs);
  answer.blocks = main.demand.blocks;
  answer.units = gpu.units.value;
  main.blocksPerUnit = answer.occupancy.blocks;
  const Sum now = sumOf(launches, ratesWith(gpu, answer[Knob::Clock].now, answer[Knob::Bandwidth].now), constants);
  answer.only = boundPartsOf(run, now);
  if (answer.canLaunch()) answer.seconds = now.seconds;
  const auto most = std::ranges::max_element(answer.only, {}, &ModelledRun::Part::seconds);
  if (most != answer.only.end()) answer.bound = most->bound;
  return answer;
}

double knobPlace(Knob knob, const KnobRange& range, double value) {
  if (range.most <= range.least || range.least <= 0) return 0;
  const double place = knob == Knob::Registers ? (value - range.least) / (range.most - range.least)
                                               : std::log(value / range.least) / std::log(range.most / range.least);
  return std::clamp(place, 0.0, 1.0);
}

double knobValue(Knob knob, const KnobRange& range, double place) {
  place = std::clamp(place, 0.0, 1.0);
  if (std::abs(place - knobPlace(knob, range, range.modelled)) < kNear) return range.modelled;
  if (place >= 1) return range.most;
  const double value = knob == Knob::Registers ? range.least + place * (range.most - range.least)
                                               : range.least * std::pow(range.most / range.least, place);
  return std::clamp(std::round(value / range.step) * range.step, range.least, range.most);
}

double knobStepped(Knob knob, const KnobRange& range, int steps) {
  const int stride = knob == Knob::Clock || knob == Knob::Bandwidth ? 5 : 1;
  const double whole = std::round(range.now / range.step) * range.step;
  const double value = std::clamp(whole + steps * stride * range.step, range.least, range.most);
  // What was modelled need not lie on a step, and would otherwise never be met again.
  const bool passed = (range.now - range.modelled) * (value - range.modelled) < 0;
  return passed ? range.modelled : value;
}

ViewChoices withKnob(const ViewState& state, const RunResult& result, Knob knob, double value) {
  ViewChoices choices = state.sight.choices;
  const ModelledRun& run = *result.modelled;
  if (choices.whatIf.variant != result.variant || choices.whatIf.gpu != run.gpu) choices.whatIf = {};
  choices.whatIf.variant = result.variant;
  choices.whatIf.gpu = run.gpu;
  const WhatIfAnswer answer = whatIf(state, result);
  const bool asModelled = value == answer[knob].modelled;
  switch (knob) {
    case Knob::Threads: choices.whatIf.threads = asModelled ? 0 : static_cast<int>(value); break;
    case Knob::Registers: choices.whatIf.registers = asModelled ? 0 : static_cast<int>(value); break;
    case Knob::Clock: choices.whatIf.clock = asModelled ? 0 : value; break;
    case Knob::Bandwidth: choices.whatIf.bandwidth = asModelled ? 0 : value; break;
  }
  if (!choices.whatIf.any()) choices.whatIf = {};
  return choices;
}

ViewChoices withoutKnobs(const ViewState& state) {
  ViewChoices choices = state.sight.choices;
  choices.whatIf = {};
  return choices;
}

std::shared_ptr<const GpuFigures> modelledGpu(const std::vector<RunResult>& results,
                                              std::shared_ptr<const GpuFigures> known) {
  const auto found = std::ranges::find_if(results, [](const RunResult& r) { return r.modelled.has_value(); });
  if (found == results.end()) return nullptr;
  const ModelledRun& run = *found->modelled;
  if (known && known->name == run.gpu && known->title == run.gpuTitle) return known;
  auto figures = findGpu(run.gpu);
  return figures.ok() ? std::make_shared<const GpuFigures>(std::move(figures).value()) : nullptr;
}

}  // namespace strata::inline facts
