#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "engine/protocol/workload.h"
#include "layers/framework/ops.h"
#include "layers/workloads/cnn/cnn_plan.h"
#include "layers/workloads/ladder/event_time.h"
#include "layers/workloads/ladder/ladder_streams.h"

namespace strata::inline workloads {

/// One walk of a picture through the network.
struct CnnPass {
  LadderRepeat whole;
  std::vector<Duration> stages;  ///< on the device's clock
};

/// A network on a device. prepare() first, then pass(). One thread.
class CnnEngine {
 public:
  /// Copies weights and picture to the device. `plan` and `routines` must outlive it.
  static Result<std::unique_ptr<CnnEngine>> create(const CnnPlan& plan, std::span<const float> picture,
                                                   WorkContext& context, const Routines& routines);

  /// Makes all operations ready, convolutions with this variant, or the best where it is empty; what was computed
  /// before is gone.
  Result<void> prepare(std::string_view convolution);
  Result<CnnPass> pass(const std::string& name);
  /// Of passes: see EventTime.
  Result<void> addEventTime(RunResult& result, EventTime& time);
  /// The same in the current call.
  Result<CnnPass> walk();
  /// Another picture to read from now on.
  Result<void> show(std::span<const float> picture) { return upload(m_plan.input, picture); }
  /// A value on the device, as the last pass left it.
  Tensor& value(std::size_t index) { return m_tensors[m_plan.values[index].memory]; }

  /// Of the prepared operations together; their limits too, as errors add up along the way.
  Cost cost() const { return m_cost; }
  double limit() const { return m_limit; }

  Result<std::vector<float>> download(std::size_t value);

 private:
  CnnEngine(const CnnPlan& plan, WorkContext& context, const Routines& routines)
      : m_plan(plan), m_context(context), m_ops(context.recorder, context.device, routines) {}

  struct Stage {
    NameId name{}, op{}, shape{};
    std::vector<PreparedOp> ops;
  };
  Result<void> upload(std::size_t value, std::span<const float> values);
  Result<void> start(Stage& stage);

  const CnnPlan& m_plan;
  WorkContext& m_context;
  Ops m_ops;
  std::vector<Tensor> m_tensors;  ///< of each value that has memory of its own
  std::vector<Stage> m_stages;
  std::vector<std::unique_ptr<Event>> m_marks;  ///< before the first stage and after each
  Cost m_cost;
  double m_limit = 0;
  std::unique_ptr<Stream> m_stream;  ///< destroyed first: it may still work on the others
};

}  // namespace strata::inline workloads
