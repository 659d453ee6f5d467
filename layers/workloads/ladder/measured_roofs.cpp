#include "layers/workloads/ladder/measured_roofs.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "layers/workloads/common/last_level_cache.h"
#include "layers/workloads/common/run_progress.h"
#include "layers/workloads/ladder/ladder_figures.h"
#include "layers/workloads/ladder/roof_measuring.h"

namespace strata::inline workloads {
namespace {

constexpr std::string_view kNeverMeasured =
    "before the run and only once, this device's roofs, which results are compared with";
constexpr std::string_view kCannotBeKept =
    "before the run, as they cannot be kept here, this device's roofs, which results are compared with";
constexpr std::string_view kMeasuredBusily =
    "before the run, this device's roofs again, since other programs may have slowed the measuring of those kept";
constexpr std::string_view kAskedAnew = "before the run, this device's roofs anew, which results are compared with";
constexpr std::string_view kBeaten = "this device's roofs once more, since a result stood above them";

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

bool isRecent(const Roofs& roofs, std::int64_t at) {
  const std::int64_t age = secondsSince1970() - at;
  return age >= 0 && age < roofs.rest();
}

void noteTry(Roofs& roofs, const Roofs& measured) {
  roofs.busyTries = measured.onFreeMachine() ? 0 : roofs.busyTries + 1;
}

/// A result above them says nothing new of roofs that were measured again for such a one just now, and stayed.
bool isCovered(const ReachedRates& reached, const Roofs& by) {
  const bool isNew = isRecent(by, by.confirmed.at);
  const bool flops = isNew && by.flops == by.confirmed.flops,
             bytes = isNew && by.bytesPerSecond == by.confirmed.bytesPerSecond;
  return (reached.flops <= by.flops || flops) && (reached.bytesPerSecond <= by.bytesPerSecond || bytes);
}

/// To what is higher of others, which were measured later. They also say how free the machine was, unless they only
/// failed to reach these.
void raise(Roofs& roofs, const Roofs& to) {
  const bool higher = to.flops > roofs.flops || to.bytesPerSecond > roofs.bytesPerSecond;
  roofs.processorShare = higher ? to.processorShare : std::max(roofs.processorShare, to.processorShare);
  roofs.measuredAt = std::max(roofs.measuredAt, to.measuredAt);
  if (to.confirmed.at > roofs.confirmed.at) roofs.confirmed = to.confirmed;
  if (to.flops > roofs.flops) {
    roofs.flops = to.flops;
    roofs.peakStep = to.peakStep;
    roofs.flopsReachedAt = to.flopsReachedAt;
  }
  if (to.bytesPerSecond > roofs.bytesPerSecond) {
    roofs.bytesPerSecond = to.bytesPerSecond;
    roofs.memoryStep = to.memoryStep;
    roofs.bytesReachedAt = to.bytesReachedAt;
  }
}

enum class Roof : std::uint8_t { Memory, Arithmetic };

constexpr Roof kBothRoofs[] = {Roof::Memory, Roof::Arithmetic};

std::string_view nameOf(Roof roof) {
  return roof == Roof::Memory ? "memory" : "arithmetic";
}

double rateOf(Roof roof, const Roofs& roofs) {
  return roof == Roof::Memory ? roofs.bytesPerSecond : roofs.flops;
}

/// "memory 20.0 GB/s"
std::string rateText(Roof roof, const Roofs& roofs) {
  return fmt::format("{} {:.1f} {}", nameOf(roof), rateOf(roof, roofs) * 1e-9,
                     roof == Roof::Memory ? "GB/s" : "GFLOP/s");
}

/// Beyond what measuring blurs.
bool isLower(Roof roof, const Roofs& roofs, const Roofs& than) {
  constexpr double kBlur = 1.01;
  return rateOf(roof, than) > rateOf(roof, roofs) * kBlur;
}

void joinOn(std::string& list, const std::string& item, std::string_view between) {
  if (!list.empty()) list += between;
  list += item;
}

/// "memory 20.0 GB/s (not 16.1)"
std::string changeText(Roof roof, const Roofs& before, const Roofs& now) {
  return fmt::format("{} (not {:.1f})", rateText(roof, now), rateOf(roof, before) * 1e-9);
}

/// "a minute", "32 minutes"
std::string restText(const Roofs& roofs) {
  constexpr std::int64_t kMinute = 60;
  const std::int64_t minutes = roofs.rest() / kMinute;
  return minutes == 1 ? "a minute" : fmt::format("{} minutes", minutes);
}

bool serve(const Roofs& kept) {
  return kept.onFreeMachine() || isRecent(kept, kept.measuredAt);
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
  roofs.busyTries = kept ? kept->busyTries : 0;
  noteTry(roofs, measured.value());
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
  const std::string times =
      roofs.busyTries > 1 ? fmt::format(" each of the {} times it tried", roofs.busyTries) : std::string();
  say(result, fmt::format("the roofs are too low, perhaps: the machine was busy{}, and Strata had {:.0f} % of its "
                          "processors (measured) when it measured them; a run {} after the last try measures them "
                          "again, one with roofs=anew at once",
                          times, roofs.processorShare * kPercent, restText(roofs)));
}

void tellLower(RunResult& result, Roofs& roofs) {
  const Roofs before{.bytesPerSecond = std::exchange(roofs.bytesBefore, 0),
                     .flops = std::exchange(roofs.flopsBefore, 0)};
  std::string lower;
  for (const Roof roof : kBothRoofs)
    if (isLower(roof, roofs, before)) joinOn(lower, changeText(roof, before, roofs), ", ");
  if (!lower.empty())
    say(result, "roofs measured anew are lower than those kept before: " + lower + "; a busy machine lowers them");
}

void tellHigher(RunResult& result, const ReachedRates& reached, const Roofs& before, const Roofs& now) {
  std::string beaten, stayed, higher;
  for (const Roof roof : kBothRoofs) {
    const bool rose = isLower(roof, before, now);
    if (rose) joinOn(higher, changeText(roof, before, now), ", ");
    if ((roof == Roof::Memory ? reached.bytesPerSecond : reached.flops) <= rateOf(roof, before)) continue;
    joinOn(beaten, std::string(nameOf(roof)), " and ");
    if (!rose) joinOn(stayed, rateText(roof, now), ", ");
  }
  if (higher.empty() || beaten.empty()) return;
  say(result, fmt::format("this result beat the roof of {}, so both roofs were measured again; all results of this run "
                          "have shares of {}{}",
                          beaten, higher, stayed.empty() ? "" : "; what it beat stayed: " + stayed));
}

ReachedRates reachedRates(const Cost& cost, double seconds, const DeviceInfo& device) {
  ReachedRates reached;
  if (!(seconds > 0)) return reached;
  if (!mayUseMatrixUnits(cost)) reached.flops = cost.flop / seconds;
  const double asMuchAsACopyReads = static_cast<double>(leastRoofBytes(device)) / 2;
  if (cost.minBytes >= asMuchAsACopyReads && cost.minBytes > lastLevelCacheBytes(device).value_or(0))
    reached.bytesPerSecond = cost.minBytes / seconds;
  return reached;
}

Result<Roofs> confirmedRoofs(const RoofKeeper& keeper, const Roofs& roofs, const ReachedRates& reached,
                             WorkContext& context, const Routines& routines) {
  if (isCovered(reached, roofs)) return roofs;
  const RoofClaim claim = keeper.claim();
  STRATA_TRY(awaitClaim(claim, context));
  Roofs best = roofs;
  if (const auto kept = keeper.kept(context.device.info())) {  // another process may have measured, meanwhile
    raise(best, *kept);
    best.busyTries = kept->busyTries;
  }
  if (isCovered(reached, best)) return best;
  const auto measured = measureRoofs(keeper.machine(), context, routines, kBeaten);
  if (!measured.ok() && endsTheRun(measured.error())) return measured.error();
  if (measured.ok()) raise(best, measured.value()), noteTry(best, measured.value());
  best.confirmed = {secondsSince1970(), best.bytesPerSecond, best.flops};
  (void)keeper.keep(context.device.info(), best);  // without it they are measured again, as is said of the first
  return best;
}

}  // namespace strata::inline workloads
