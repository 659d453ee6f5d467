#include "layers/framework/ops.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/trace/trace_args.h"
#include "layers/common/current_call.h"
#include "layers/framework/preference.h"

namespace strata::inline framework {
namespace {

/// The slice of one op, in the current call or a new one.
class OpScope {
 public:
  OpScope(TraceRecorder& recorder, NameId name, ArgsId args = ArgsId::None)
      : m_call(currentCall() == CallId::None ? recorder.newCall() : currentCall()),
        m_slice(recorder, Storey::Framework, name, currentCall(), CorrelationId::None, args) {}

 private:
  CallScope m_call;
  TraceScope m_slice;
};

Error usage(std::string message) {
  return {ErrorCode::Usage, std::move(message), Storey::Framework};
}

Result<void> checkTensors(const Operation& operation, const Problem& problem, std::span<const TensorPlace> tensors) {
  if (operation.misfit)
    if (std::string why = operation.misfit(problem); !why.empty())
      return usage(fmt::format("{} {}: {}", operation.name, operation.shapeText(problem), why));
  const std::vector<TensorInfo> wanted = operation.tensors(problem);
  if (wanted.size() != tensors.size())
    return usage(fmt::format("{} takes {} tensors, but {} were given", operation.name, wanted.size(), tensors.size()));
  for (std::size_t i = 0; i < wanted.size(); ++i)
    if (const std::size_t end = tensors[i].offset + wanted[i].bytes(); tensors[i].buffer->bytes() < end)
      return usage(fmt::format("{} {}: {} ({}) needs {} bytes and its memory ends after {}", operation.name,
                               operation.shapeText(problem), wanted[i].name, shapeText(wanted[i]), end,
                               tensors[i].buffer->bytes()));
  return {};
}

}  // namespace

Result<PreparedOp> Ops::prepare(const Operation& operation, const Problem& problem,
                                std::span<const TensorPlace> tensors, std::string_view variant,
                                std::string_view reason) {
  STRATA_TRY(checkTensors(operation, problem, tensors));
  STRATA_ASSIGN(const Choice choice, choose(operation, problem, variant, reason));
  PreparedOp op;
  op.m_routine = choice.routine;
  STRATA_ASSIGN(op.m_bound, choice.routine->bind(m_device, problem, tensors));
  op.m_name = m_recorder.intern(operation.name);
  for (const OperationParameter& parameter : operation.parameters)
    if (problem.matters(parameter.name)) op.addArg({m_recorder.intern(parameter.name), problem[parameter.name]});
  op.addArg({m_recorder.intern(arg::kVariant), m_recorder.intern(choice.routine->variant())});
  op.addArg({m_recorder.intern(arg::kReason), m_recorder.intern(choice.reason)});
  op.addArg({m_recorder.intern(arg::kFlop), choice.routine->cost(problem).flop});
  return op;
}

Result<void> Ops::start(PreparedOp& op, Stream& stream) {
  if (op.m_list == ArgsId::None) op.m_list = m_recorder.internArgs(op.m_args);
  const OpScope scope(m_recorder, op.m_name, op.m_list);
  return op.m_bound->start(m_recorder, stream);
}

Result<void> Ops::launch(Graph& graph) {
  const OpScope scope(m_recorder, m_recorder.intern("graph"));
  m_recorder.arg(m_recorder.intern("kernels"), static_cast<std::int64_t>(graph.size()));
  return graph.launch();
}

const Routine* Ops::find(const Operation& operation, std::string_view variant) const {
  for (const auto& routine : m_routines)
    if (&routine->operation() == &operation && routine->variant() == variant) return routine.get();
  return nullptr;
}

std::vector<std::string_view> Ops::variantsOf(const Operation& operation) const {
  std::vector<std::string_view> names;
  for (const auto& routine : m_routines)
    if (&routine->operation() == &operation) names.emplace_back(routine->variant());
  return names;
}

std::optional<Ops::Choice> Ops::best(const Operation& operation, const Problem& problem, Among among) const {
  const Routine* best = nullptr;
  Preference preference;
  for (const auto& routine : m_routines) {
    if (&routine->operation() != &operation || (among == Among::OwnSteps && !routine->step())) continue;
    if (!routine->supports(m_device.info(), problem).ok()) continue;
    Preference next = preferenceOf(*routine, m_device.info(), problem);
    if (best && next.rank <= preference.rank) continue;
    best = routine.get();
    preference = std::move(next);
  }
  if (best) return Choice{best, std::move(preference.reason)};
  return std::nullopt;
}

Result<Ops::Choice> Ops::choose(const Operation& operation, const Problem& problem, std::string_view variant,
                                std::string_view reason) const {
  if (!variant.empty()) {
    const Routine* routine = find(operation, variant);
    if (routine == nullptr)
      return usage(fmt::format("{} has no variant \"{}\" on this device; choose from: {}", operation.name, variant,
                               fmt::join(variantsOf(operation), ", ")));
    STRATA_TRY(routine->supports(m_device.info(), problem));
    return Choice{routine, std::string(reason)};
  }
  if (const auto best = this->best(operation, problem, Among::All)) return *best;
  return Error{ErrorCode::Unavailable, fmt::format("{}: no variant can run on this device", operation.name),
               Storey::Framework};
}

Result<void> Ops::copyWhole(std::string_view op, Stream& stream, const Tensor& from, Tensor& to) {
  if (from.info.shape != to.info.shape || from.info.type != to.info.type)
    return usage(fmt::format("{} of {} ({}) into {} ({}): the shapes differ", op, from.info.name, shapeText(from.info),
                             to.info.name, shapeText(to.info)));
  return copy(op, stream, from, to);
}

Result<void> Ops::pass(Stream& stream, const Tensor& from, Tensor& to) {
  if (from.info.elements() > to.info.elements() || from.info.type != to.info.type)
    return usage(fmt::format("pass of {} ({}) to {} ({}): it does not fit", from.info.name, shapeText(from.info),
                             to.info.name, shapeText(to.info)));
  return copy("pass", stream, from, to);
}

Result<void> Ops::copy(std::string_view op, Stream& stream, const Tensor& from, Tensor& to) {
  const OpScope scope(m_recorder, m_recorder.intern(op));
  m_recorder.arg(m_recorder.intern("tensor"), m_recorder.intern(from.info.name));
  m_recorder.arg(m_recorder.intern(arg::kBytes), static_cast<std::int64_t>(from.bytes()));
  return stream.copy(*to.buffer, *from.buffer, from.bytes());
}

}  // namespace strata::inline framework
