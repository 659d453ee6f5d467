#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/protocol/workload.h"
#include "layers/framework/ops.h"
#include "layers/model/matmul_data.h"
#include "layers/model/matmul_plan.h"
#include "layers/model/patient_wait.h"
#include "layers/model/run_progress.h"

namespace strata {

/// One timed product.
struct MatmulRepeat {
  CallId call = CallId::None;
  Duration time;  ///< on the device's clock
};

/// The streams of a run, each with its own C and a pair of events.
class MatmulLanes {
 public:
  static Result<MatmulLanes> create(const MatmulPlan& plan, WorkContext& context);

  std::size_t count() const { return m_lanes.size(); }
  Stream& stream(std::size_t lane) { return *m_lanes[lane].stream; }

  /// Overwrites every C with the contents of `host`, so that a variant that writes nothing cannot pass for the last
  /// one.
  Result<void> overwrite(Ops& ops, const Tensor& host);

  /// `products` (at most one per stream) at once, in one call with a model slice `name`; `expected` is how long one may
  /// take.
  Result<std::vector<MatmulRepeat>> round(TraceRecorder& recorder, Ops& ops, const MatmulData& data,
                                          std::string_view variant, const std::string& name, std::size_t products,
                                          ExpectedTime expected, const RunProgress& progress);

  Result<void> download(Ops& ops, std::size_t lane, Tensor& host);

 private:
  struct Lane {
    Tensor c;
    std::unique_ptr<Event> start, end;
    std::unique_ptr<Stream> stream;  ///< destroyed first: it may still work on the others
  };
  std::vector<Lane> m_lanes;
};

}  // namespace strata
