#pragma once

#include <nlohmann/json_fwd.hpp>

#include <functional>
#include <stop_token>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/device/device.h"
#include "engine/protocol/experiment_info.h"
#include "engine/protocol/request.h"
#include "engine/protocol/run_result.h"
#include "engine/trace/session_message.h"
#include "engine/trace/trace_recorder.h"

namespace strata::inline protocol {

/// What a workload may use while it runs.
struct WorkContext {
  Device& device;
  TraceRecorder& recorder;
  std::stop_token stop;
  std::function<void(std::string_view message, double fraction)> progress;
  std::function<void(const RunResult&)> result;
  std::function<void(SessionMessage)> post;  ///< tensors, logs
};

/// What an agent runs: it computes, checks, and reports a RunResult per variant. One object lives as long as the agent.
class Workload {
 public:
  virtual ~Workload() = default;
  virtual const ExperimentInfo& info() const = 0;
  /// With what the request brings along: its kernels are variants.
  virtual Result<ExperimentInfo> infoFor(const Request& request) const { return withKernels(info(), request.kernels); }
  /// An Error only if nothing could be run at all; a variant that fails is a RunResult.
  virtual Result<void> run(const Request& request, WorkContext& context) = 0;
  /// A tensor of the last run as a Tensor message.
  virtual Result<SessionMessage> fetch(std::string_view tensor) = 0;
};

/// Whether the value is of the parameter's type and in its range.
bool takes(const ParameterInfo& parameter, const nlohmann::json& value);
/// Values of an experiment's parameters for a request: defaults filled in, types and ranges checked.
Result<nlohmann::json> resolveParameters(const ExperimentInfo& info, const nlohmann::json& given);

}  // namespace strata::inline protocol
