#include "layers/workloads/ladder/measured_roofs.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

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

struct Fastest {
  std::string step;
  double seconds = 0;
};

constexpr std::string_view kNeverMeasured =
    "before the run and only once, this device's roofs, which results are compared with";
constexpr std::string_view kCannotBeKept =
    "before the run, as they cannot be kept here, this device's roofs, which results are compared with";
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

/// The fastest run of any step: a roof is what was reached once.
Result<Fastest> fastestStep(const Operation& operation, const Problem& problem, WorkContext& context,
                            const Routines& routines, RoofProgress& progress) {
  LadderPlan plan;
  plan.operation = &operation;
  plan.problem = problem;
  Ops ops(context.recorder, context.device, routines);
  STRATA_ASSIGN(LadderStreams streams, LadderStreams::create(plan, context));
  STRATA_ASSIGN(const LadderData data, prepareLadder(plan, context, ops, streams.stream(0)));
  Fastest fastest;
  for (const Step& step : operation.steps) {
    STRATA_TRY(progress.next(operation, step));
    if (!streams.prepare(plan, ops, data, step.name).ok()) continue;
    for (int i = 0; i < kRepeats; ++i) {
      const std::string name = std::string(kCalibrationCall) + std::string(step.name);
      STRATA_ASSIGN(const std::vector<LadderRepeat> repeats,
                    streams.round(context.recorder, ops, name, 1, ExpectedTime{}, progress.progress()));
      STRATA_ASSIGN(const std::optional<Duration> queued,
                    streams.timeQueued(context.recorder, ops, name, ExpectedTime{}, progress.progress()));
      const double seconds = queued.value_or(repeats.front().time).seconds();
      if (seconds > 0 && (fastest.step.empty() || seconds < fastest.seconds))
        fastest = {std::string(step.name), seconds};
      if (seconds > kHopeless * fastest.seconds) break;
    }
  }
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

Result<Roofs> measureRoofs(WorkContext& context, const Routines& routines, std::string_view why) {
  RoofProgress progress(context, why);
  const std::int64_t units = unitsOf(context.device.info());
  const Problem copy = Problem(copyOperation().parameters).set("n", copyElements(context.device.info()));
  STRATA_ASSIGN(const Fastest copied, fastestStep(copyOperation(), copy, context, routines, progress));
  const Problem peak =
      Problem(peakOperation().parameters).set("n", units * kPeakValuesPerUnit).set("iterations", kPeakIterations);
  STRATA_ASSIGN(const Fastest calculated, fastestStep(peakOperation(), peak, context, routines, progress));
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return Roofs{.bytesPerSecond = operandBytes(copyOperation(), copy) / copied.seconds,
               .flops = peakOperation().steps.front().cost(peak).flop / calculated.seconds,
               .copyStep = copied.step,
               .peakStep = calculated.step,
               .measuredAt = std::chrono::duration_cast<std::chrono::seconds>(now).count()};
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

/// To what is higher of others, which were measured later.
void raise(Roofs& roofs, const Roofs& to) {
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

}  // namespace

Result<std::optional<Roofs>> keptOrMeasured(const RoofKeeper& keeper, bool anew, WorkContext& context,
                                            const Routines& routines) {
  const DeviceInfo& device = context.device.info();
  if (const auto kept = keeper.kept(device); kept && !anew) return kept;
  const RoofClaim claim = keeper.claim();
  STRATA_TRY(awaitClaim(claim, context));
  const std::optional<Roofs> kept = keeper.kept(device);
  if (kept && !anew) return kept;
  auto measured = measureRoofs(context, routines,
                               anew                     ? kAskedAnew
                               : keeper.seemsWritable() ? kNeverMeasured
                                                        : kCannotBeKept);
  if (measured.ok()) {
    Roofs roofs = std::move(measured).value();
    if (kept) roofs.bytesBefore = kept->bytesPerSecond, roofs.flopsBefore = kept->flops;
    if (const auto written = keeper.keep(device, roofs); !written.ok()) roofs.notKept = written.error().message;
    return std::optional(std::move(roofs));
  }
  if (endsTheRun(measured.error())) return measured.error();
  return std::optional<Roofs>();
}

void tellNotKept(RunResult& result, Roofs& roofs) {
  if (const std::string why = std::exchange(roofs.notKept, {}); !why.empty())
    say(result, "roofs cannot be kept, so that every run measures them first: " + why);
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
  const auto measured = measureRoofs(context, routines, kBeaten);
  if (!measured.ok() && endsTheRun(measured.error())) return measured.error();
  if (measured.ok()) raise(best, measured.value());
  if (reached.flops > best.flops) best.flopsBeatenBy = reached.flops;
  if (reached.bytesPerSecond > best.bytesPerSecond) best.bytesBeatenBy = reached.bytesPerSecond;
  (void)keeper.keep(context.device.info(), best);  // without it they are measured again, as is said of the first
  return best;
}

}  // namespace strata::inline workloads
