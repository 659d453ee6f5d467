#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/device/device.h"
#include "engine/trace/trace_args.h"
#include "engine/trace/trace_recorder.h"
#include "layers/framework/tensor.h"
#include "layers/library/routine.h"

namespace strata::inline framework {

/// An operation with its shapes checked, its variant chosen and its tensors bound; start it as often as you like.
class PreparedOp {
 public:
  const Routine& routine() const { return *m_routine; }
  std::size_t workspaceBytes() const { return m_bound->workspaceBytes(); }
  /// One more argument of its slices in the trace.
  void addArg(Arg arg) {
    m_args.push_back(arg);
    m_list = ArgsId::None;
  }

 private:
  friend class Ops;
  const Routine* m_routine = nullptr;
  std::unique_ptr<BoundRoutine> m_bound;
  NameId m_name{};
  std::vector<Arg> m_args;
  ArgsId m_list{};  ///< of m_args, from the first start on
};

/// Dispatches operations into streams. An op outside any call opens one; everything below carries its id. One thread.
class Ops {
 public:
  /// `routines` must outlive the ops and what they prepare.
  Ops(TraceRecorder& recorder, Device& device, const Routines& routines)
      : m_recorder(recorder), m_device(device), m_routines(routines) {}

  /// `tensors` as in Operation::tensors(problem), on the device; they must outlive the op. A variant by name, or the
  /// best of all where `variant` is empty; `reason` says in the trace why this one was named. Usage if a tensor is too
  /// small or nobody knows the variant; Unavailable or Unsupported if it cannot run here.
  Result<PreparedOp> prepare(const Operation& operation, const Problem& problem, std::span<const TensorPlace> tensors,
                             std::string_view variant = {}, std::string_view reason = "asked for by name");
  Result<void> start(PreparedOp& op, Stream& stream);
  /// Starts all that a graph holds; its operations were dispatched when it was captured, and are not shown again.
  Result<void> launch(Graph& graph);

  /// Start a copy of a whole tensor; both have the same shape and type.
  Result<void> upload(Stream& stream, const Tensor& host, Tensor& device) {
    return copyWhole("upload", stream, host, device);
  }
  Result<void> download(Stream& stream, const Tensor& device, Tensor& host) {
    return copyWhole("download", stream, device, host);
  }
  /// Starts a copy of a whole tensor to the beginning of another one of its type, from device to device.
  Result<void> pass(Stream& stream, const Tensor& from, Tensor& to);

  /// The routine of a variant; nullptr if this agent has none.
  const Routine* find(const Operation& operation, std::string_view variant) const;
  std::vector<std::string_view> variantsOf(const Operation& operation) const;

  struct Choice {
    const Routine* routine = nullptr;
    std::string reason;
  };
  enum class Among { All, OwnSteps };
  /// The routine to take where nobody asks for one by name, and why (preferenceOf); none where nothing can run.
  std::optional<Choice> best(const Operation& operation, const Problem& problem, Among among) const;

 private:
  Result<Choice> choose(const Operation& operation, const Problem& problem, std::string_view variant,
                        std::string_view reason) const;
  Result<void> copyWhole(std::string_view op, Stream& stream, const Tensor& from, Tensor& to);
  Result<void> copy(std::string_view op, Stream& stream, const Tensor& from, Tensor& to);

  TraceRecorder& m_recorder;
  Device& m_device;
  const Routines& m_routines;
};

}  // namespace strata::inline framework
