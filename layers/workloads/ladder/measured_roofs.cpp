#include "layers/workloads/ladder/measured_roofs.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include "engine/trace/calibration.h"
#include "kernels/copy/copy_operation.h"
#include "kernels/peak/peak_operation.h"
#include "layers/workloads/common/run_progress.h"
#include "layers/workloads/ladder/ladder_figures.h"
#include "layers/workloads/ladder/ladder_streams.h"

namespace strata::inline workloads {
namespace {

/// More than caches hold: 64 MB each way, and on large GPUs, whose caches have grown to that, 2 MB a unit.
constexpr std::int64_t kCopyElements = std::int64_t{1} << 24, kCopyElementsPerUnit = std::int64_t{1} << 19;
constexpr std::int64_t kPeakValuesPerUnit = 1 << 16;  ///< two blocks of the widest step
constexpr std::int64_t kPeakIterations = 1024;
constexpr int kRepeats = 5;
constexpr double kHopeless = 2;  ///< a step so many times slower than the best one at its first run is not tried again

struct Timed {
  double seconds = 0, processorShare = 1;
};

struct Fastest {
  std::string step;
  double seconds = 0, processorShare = 0;
};

constexpr std::string_view kNeverMeasured =
    "before the run and only once, this device's roofs, which results are compared with";
constexpr std::string_view kCannotBeKept =
    "before the run, as they cannot be kept here, this device's roofs, which results are compared with";
constexpr std::string_view kMeasuredBusily =
    "before the run, this device's roofs again, since other programs may have slowed the measuring of those kept";
constexpr std::string_view kAskedAnew = "before the run, this device's roofs anew, which results are compared with";
constexpr std::string_view kBeaten = "this device's roofs once more, since a result stood above them";

/// All steps that roofs are measured with, told with their number: nobody asked for them.
class RoofProgress {
 public:
  RoofProgress(WorkContext& context, std::string_view why)
      : m_why(why),
        m_steps(static_cast<int>(copyOperation().steps.size() + peakOperation().steps.size())),
        m_progress(context, m_steps) {}

  Result<void> next(const Operation& operation, const Step& step) {
    ++m_begun;
    return m_progress.next(fmt::format("{}: {}, {} ({} of {})", m_why, operation.title, step.name, m_begun, m_steps));
  }
  const RunProgress& progress() const { return m_progress; }

 private:
  std::string_view m_why;
  int m_steps, m_begun = 0;
  RunProgress m_progress;
};

/// One run of what is prepared, queued before the device begins where it can be, and how much of the device's
/// processors this program had meanwhile: 1 is all of them. A GPU's work needs none.
Result<Timed> timeRoofRun(LadderStreams& streams, WorkContext& context, Ops& ops, const std::string& name,
                          const RunProgress& progress, const RoofMachine& machine) {
  const DeviceInfo& device = context.device.info();
  const auto timed = [&](Duration time, Duration before) {
    const double all = time.seconds() * device.computeUnits;
    const bool takesProcessors = device.isProcessor() && all > 0;
    return Timed{time.seconds(),
                 takesProcessors ? std::min(1.0, (machine.processorTime() - before).seconds() / all) : 1};
  };
  const Duration beforeLaunched = machine.processorTime();
  STRATA_ASSIGN(const std::vector<LadderRepeat> repeats,
                streams.round(context.recorder, ops, name, 1, ExpectedTime{}, progress));
  const Timed launched = timed(repeats.front().time, beforeLaunched);
  const Duration beforeQueued = machine.processorTime();
  STRATA_ASSIGN(const std::optional<Duration> queued,
                streams.timeQueued(context.recorder, ops, name, ExpectedTime{}, progress));
  return queued ? timed(*queued, beforeQueued) : launched;
}

/// Of all runs that were about as fast as that: one core alone may fill the memory's channels.
double shareOfFast(std::span<const Timed> runs, double fastest) {
  constexpr double kAbout = 1.1;
  double share = 0;
  for (const Timed& run : runs)
    if (run.seconds <= fastest * kAbout) share = std::max(share, run.processorShare);
  return share;
}

/// The fastest run of any step: a roof is what was reached once.
Result<Fastest> fastestStep(const Operation& operation, const Problem& problem, WorkContext& context,
                            const Routines& routines, RoofProgress& progress, const RoofMachine& machine) {
  LadderPlan plan;
  plan.operation = &operation;
  plan.problem = problem;
  Ops ops(context.recorder, context.device, routines);
  STRATA_ASSIGN(LadderStreams streams, LadderStreams::create(plan, context));
  STRATA_ASSIGN(const LadderData data, prepareLadder(plan, context, ops, streams.stream(0)));
  Fastest fastest;
  std::vector<Timed> runs;
  runs.reserve(operation.steps.size() * kRepeats);
  for (const Step& step : operation.steps) {
    STRATA_TRY(progress.next(operation, step));
    if (!streams.prepare(plan, ops, data, step.name).ok()) continue;
    for (int i = 0; i < kRepeats; ++i) {
      const std::string name = std::string(kRoofCall) + std::string(step.name);
      STRATA_ASSIGN(const Timed run, timeRoofRun(streams, context, ops, name, progress.progress(), machine));
      if (run.seconds > 0) runs.push_back(run);
      if (run.seconds > 0 && (fastest.step.empty() || run.seconds < fastest.seconds))
        fastest = {std::string(step.name), run.seconds};
      if (run.seconds > kHopeless * fastest.seconds) break;
    }
  }
  fastest.processorShare = shareOfFast(runs, fastest.seconds);
  if (!fastest.step.empty()) return fastest;
  return Error{ErrorCode::Unsupported, "No step of " + std::string(operation.name) + " runs on this device",
               Storey::Model};
}

std::int64_t unitsOf(const DeviceInfo& device) {
  return std::max<std::int64_t>(1, device.computeUnits);
}

std::int64_t copyElements(const DeviceInfo& device) {
  return std::max(kCopyElements, unitsOf(device) * kCopyElementsPerUnit);
}

std::int64_t secondsSince1970() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::seconds>(now).count();
}

Result<Roofs> measureRoofs(const RoofMachine& machine, WorkContext& context, const Routines& routines,
                           std::string_view why) {
  RoofProgress progress(context, why);
  const std::int64_t units = unitsOf(context.device.info());
  const Problem copy = Problem(copyOperation().parameters).set("n", copyElements(context.device.info()));
  STRATA_ASSIGN(const Fastest copied, fastestStep(copyOperation(), copy, context, routines, progress, machine));
  const Problem peak =
      Problem(peakOperation().parameters).set("n", units * kPeakValuesPerUnit).set("iterations", kPeakIterations);
  STRATA_ASSIGN(const Fastest calculated, fastestStep(peakOperation(), peak, context, routines, progress, machine));
  return Roofs{.bytesPerSecond = operandBytes(copyOperation(), copy) / copied.seconds,
               .flops = peakOperation().steps.front().cost(peak).flop / calculated.seconds,
               .copyStep = copied.step,
               .peakStep = calculated.step,
               .measuredAt = secondsSince1970(),
               .processorShare = std::min(copied.processorShare, calculated.processorShare)};
}

/// Until no other process measures, or it has taken too long.
Result<void> awaitClaim(const RoofClaim& claim, WorkContext& context) {
  constexpr Duration kLongest{60'000'000'000};
  constexpr std::chrono::milliseconds kBetween{50};
  if (!claim.heldByAnother()) return {};
  RunProgress progress(context, 1);
  STRATA_TRY(progress.next("another Strata measures roofs, which would be in the way of this one"));
  const HostTime begin = hostNow();
  while (claim.heldByAnother() && hostNow() - begin < kLongest) {
    if (progress.stopRequested())
      return Error{ErrorCode::Stopped, "Stopped while another Strata measured roofs", Storey::Model};
    progress.within((hostNow() - begin).seconds() / kLongest.seconds());
    std::this_thread::sleep_for(kBetween);
  }
  return {};
}

bool isCovered(const ReachedRates& reached, const Roofs& by) {
  return reached.flops <= std::max(by.flops, by.flopsBeatenBy) &&
         reached.bytesPerSecond <= std::max(by.bytesPerSecond, by.bytesBeatenBy);
}

/// To what is higher of others, which were measured later. They also say how free the machine was, unless they only
/// failed to reach these.
void raise(Roofs& roofs, const Roofs& to) {
  const bool higher = to.flops > roofs.flops || to.bytesPerSecond > roofs.bytesPerSecond;
  roofs.processorShare = higher ? to.processorShare : std::max(roofs.processorShare, to.processorShare);
  roofs.measuredAt = std::max(roofs.measuredAt, to.measuredAt);
  roofs.flopsBeatenBy = std::max(roofs.flopsBeatenBy, to.flopsBeatenBy);
  roofs.bytesBeatenBy = std::max(roofs.bytesBeatenBy, to.bytesBeatenBy);
  if (to.flops > roofs.flops) {
    roofs.flops = to.flops;
    roofs.peakStep = to.peakStep;
  }
  if (to.bytesPerSecond > roofs.bytesPerSecond) {
    roofs.bytesPerSecond = to.bytesPerSecond;
    roofs.copyStep = to.copyStep;
  }
}

enum class Moved : std::uint8_t { Down, Up };

/// Which roofs are lower than before, or higher; empty: none.
std::string movedRoofs(const Roofs& before, const Roofs& now, Moved way) {
  std::string moved;
  const auto compare = [&](std::string_view what, double was, double is, std::string_view unit) {
    constexpr double kBlur = 1.01;  // of measuring
    const double more = way == Moved::Down ? was : is, less = way == Moved::Down ? is : was;
    if (more > less * kBlur)
      moved += fmt::format("{}{} {:.1f} {} (not {:.1f})", moved.empty() ? "" : ", ", what, is * 1e-9, unit, was * 1e-9);
  };
  compare("memory", before.bytesPerSecond, now.bytesPerSecond, "GB/s");
  compare("arithmetic", before.flops, now.flops, "GFLOP/s");
  return moved;
}

/// Those of a busy machine serve for a minute: it stays busy for longer than a run, and measuring is one more load.
bool serve(const Roofs& kept) {
  constexpr std::int64_t kRest = 60;
  const std::int64_t age = secondsSince1970() - kept.measuredAt;
  return kept.onFreeMachine() || (age >= 0 && age < kRest);
}

std::string_view whyMeasured(const RoofKeeper& keeper, const std::optional<Roofs>& kept, bool anew) {
  if (anew) return kAskedAnew;
  if (kept) return kMeasuredBusily;
  return keeper.seemsWritable() ? kNeverMeasured : kCannotBeKept;
}

}  // namespace

Result<std::optional<Roofs>> keptOrMeasured(const RoofKeeper& keeper, bool anew, WorkContext& context,
                                            const Routines& routines) {
  const DeviceInfo& device = context.device.info();
  if (const auto kept = keeper.kept(device); kept && !anew && serve(*kept)) return kept;
  const RoofClaim claim = keeper.claim();
  if (const auto kept = keeper.kept(device); kept && !anew && claim.heldByAnother()) return kept;
  STRATA_TRY(awaitClaim(claim, context));
  const std::optional<Roofs> kept = keeper.kept(device);
  if (kept && !anew && serve(*kept)) return kept;
  const auto measured = measureRoofs(keeper.machine(), context, routines, whyMeasured(keeper, kept, anew));
  if (!measured.ok() && endsTheRun(measured.error())) return measured.error();
  if (!measured.ok()) return std::optional<Roofs>();
  Roofs roofs = kept && !anew ? *kept : measured.value();
  if (kept && anew) roofs.bytesBefore = kept->bytesPerSecond, roofs.flopsBefore = kept->flops;
  if (kept && !anew) raise(roofs, measured.value());
  if (const auto written = keeper.keep(device, roofs); !written.ok()) roofs.notKept = written.error().message;
  return std::optional(std::move(roofs));
}

void tellOfMeasuring(RunResult& result, Roofs& roofs) {
  constexpr double kPercent = 100;
  if (const std::string why = std::exchange(roofs.notKept, {}); !why.empty())
    say(result, "roofs cannot be kept, so that every run measures them first: " + why);
  if (roofs.onFreeMachine() || roofs.processorShare <= 0 || std::exchange(roofs.busyTold, true)) return;
  say(result, fmt::format("the roofs are too low, perhaps: the machine was busy, and Strata had {:.0f} % of its "
                          "processors (measured) when it measured them; a run a minute later measures them again",
                          roofs.processorShare * kPercent));
}

void tellLower(RunResult& result, Roofs& roofs) {
  const Roofs before{.bytesPerSecond = std::exchange(roofs.bytesBefore, 0),
                     .flops = std::exchange(roofs.flopsBefore, 0)};
  if (const std::string lower = movedRoofs(before, roofs, Moved::Down); !lower.empty())
    say(result, "roofs measured anew are lower than those kept before: " + lower + "; a busy machine lowers them");
}

void tellHigher(RunResult& result, const Roofs& before, const Roofs& now) {
  if (const std::string higher = movedRoofs(before, now, Moved::Up); !higher.empty())
    say(result,
        "this result beat the roofs, which were measured again; all results of this run have shares of " + higher);
}

ReachedRates reachedRates(const Cost& cost, double seconds, const DeviceInfo& device) {
  ReachedRates reached;
  if (!(seconds > 0)) return reached;
  if (!mayUseMatrixUnits(cost, device)) reached.flops = cost.flop / seconds;
  if (cost.minBytes >= static_cast<double>(copyElements(device)) * sizeof(float))
    reached.bytesPerSecond = cost.minBytes / seconds;
  return reached;
}

Result<Roofs> confirmedRoofs(const RoofKeeper& keeper, const Roofs& roofs, const ReachedRates& reached,
                             WorkContext& context, const Routines& routines) {
  if (isCovered(reached, roofs)) return roofs;
  const RoofClaim claim = keeper.claim();
  STRATA_TRY(awaitClaim(claim, context));
  Roofs best = roofs;
  if (const auto kept = keeper.kept(context.device.info())) raise(best, *kept);  // another process may have, meanwhile
  if (isCovered(reached, best)) return best;
  const auto measured = measureRoofs(keeper.machine(), context, routines, kBeaten);
  if (!measured.ok() && endsTheRun(measured.error())) return measured.error();
  if (measured.ok()) raise(best, measured.value());
  if (reached.flops > best.flops) best.flopsBeatenBy = reached.flops;
  if (reached.bytesPerSecond > best.bytesPerSecond) best.bytesBeatenBy = reached.bytesPerSecond;
  (void)keeper.keep(context.device.info(), best);  // without it they are measured again, as is said of the first
  return best;
}

}  // namespace strata::inline workloads
