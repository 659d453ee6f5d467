#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/protocol/workload.h"
#include "layers/framework/ops.h"
#include "layers/workloads/common/patient_wait.h"
#include "layers/workloads/common/run_progress.h"
#include "layers/workloads/ladder/ladder_data.h"
#include "layers/workloads/ladder/ladder_plan.h"

namespace strata::inline workloads {

/// One timed run of a variant.
struct LadderRepeat {
  CallId call = CallId::None;
  Duration time;  ///< on the device's clock, from one event to another; where the host launches late, it waits between
  std::optional<Duration> queued = std::nullopt;  ///< the same run again, all of it queued before the device began

  Duration deviceTime() const { return queued.value_or(time); }
};

/// Longer runs show nothing of the host's launches: they are not run again.
inline constexpr Duration kWorthQueueing{10'000'000};

/// The streams of a run, each with its own output and a pair of events.
class LadderStreams {
 public:
  static Result<LadderStreams> create(const LadderPlan& plan, WorkContext& context);

  std::size_t count() const { return m_slots.size(); }
  Stream& stream(std::size_t index) { return *m_slots[index].stream; }

  /// Makes a variant ready on every stream.
  Result<void> prepare(const LadderPlan& plan, Ops& ops, const LadderData& data, std::string_view variant);
  std::size_t workspaceBytes() const { return m_slots.front().op->workspaceBytes(); }

  /// Overwrites every output with the contents of `host`, so that a variant that writes nothing cannot pass for the
  /// last one.
  Result<void> overwrite(Ops& ops, const Tensor& host);

  /// `runs` of the prepared variant (at most one per stream) at once, in one call with a model slice `name`; `expected`
  /// is how long one may take.
  Result<std::vector<LadderRepeat>> round(TraceRecorder& recorder, Ops& ops, const std::string& name, std::size_t runs,
                                          ExpectedTime expected, const RunProgress& progress);

  /// One more run, which the first stream begins when all of it is queued, so that the device never waits for the
  /// host's launches. None where the device does not wait for them anyway.
  Result<std::optional<Duration>> timeQueued(TraceRecorder& recorder, Ops& ops, const std::string& name,
                                             ExpectedTime expected, const RunProgress& progress);

  /// What each run records on the first stream.
  std::array<Event*, 2> events() { return {m_slots.front().start.get(), m_slots.front().end.get()}; }

  /// Runs another routine once on the first stream, for a problem whose tensors are no larger than these. `name` is
  /// told first what lies where.
  Result<void> runOnce(WorkContext& context, const Problem& problem, const LadderData& data, const Routine& routine,
                       const std::function<void(const NamedMemory&)>& name = {});

  Result<void> download(Ops& ops, std::size_t index, Tensor& host);

 private:
  struct Slot {
    Tensor output;
    std::unique_ptr<PreparedOp> op;
    std::unique_ptr<Event> start, end;
    std::unique_ptr<Stream> stream;  ///< destroyed first: it may still work on the others
  };
  Result<void> enqueue(Ops& ops, Slot& slot);
  Result<void> evictCaches(TraceRecorder& recorder, Slot& slot);

  std::vector<Slot> m_slots;
  std::unique_ptr<Buffer> m_evictFrom, m_evictTo;  ///< where repeats shall find cold caches
};

}  // namespace strata::inline workloads
