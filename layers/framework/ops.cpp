#include "layers/framework/ops.h"

#include <fmt/format.h>

#include "engine/trace/trace_args.h"
#include "layers/hardware/current_call.h"

namespace strata {
namespace {

/// The slice of one op, in the current call or a new one.
class OpScope {
 public:
  OpScope(TraceRecorder& recorder, std::string_view name)
      : m_call(currentCall() == CallId::None ? recorder.newCall() : currentCall()),
        m_slice(recorder, Storey::Framework, recorder.intern(name), currentCall()) {}

 private:
  CallScope m_call;
  TraceScope m_slice;
};

Result<MatmulShape> shapeOf(const Tensor& a, const Tensor& b, const Tensor& c) {
  if (a.cols == b.rows && c.rows == a.rows && c.cols == b.cols) return MatmulShape{a.rows, b.cols, a.cols};
  return Error{
      ErrorCode::Usage,
      fmt::format("matmul of {} ({}×{}) and {} ({}×{}) into {} ({}×{}): the shapes do not fit; A must be m×k, B "
                  "k×n and C m×n",
                  a.name, a.rows, a.cols, b.name, b.rows, b.cols, c.name, c.rows, c.cols),
      Storey::Framework};
}

}  // namespace

Result<void> Ops::matmul(Stream& stream, const Tensor& a, const Tensor& b, Tensor& c, std::string_view variant) {
  const OpScope scope(m_recorder, "matmul");
  STRATA_ASSIGN(const MatmulShape shape, shapeOf(a, b, c));
  STRATA_ASSIGN(const Choice choice, choose(variant));
  describe(shape, choice);
  return choice.routine->start(m_recorder, stream, {shape, *a.buffer, *b.buffer, *c.buffer});
}

const MatmulRoutine* Ops::find(std::string_view variant) const {
  for (const auto& routine : m_routines)
    if (routine->variant() == variant) return routine.get();
  return nullptr;
}

Result<Ops::Choice> Ops::choose(std::string_view variant) const {
  if (!variant.empty()) {
    const MatmulRoutine* routine = find(variant);
    if (routine == nullptr)
      return Error{ErrorCode::Usage, fmt::format("matmul has no variant \"{}\" on this device", variant),
                   Storey::Framework};
    STRATA_TRY(routine->ready());
    return Choice{routine, "asked for by name"};
  }
  for (auto it = m_routines.rbegin(); it != m_routines.rend(); ++it)
    if ((*it)->ready().ok()) return Choice{it->get(), "the last step of the ladder that can run here"};
  return Error{ErrorCode::Unavailable, "matmul: no variant can run on this device", Storey::Framework};
}

void Ops::describe(const MatmulShape& shape, const Choice& choice) {
  const auto key = [this](std::string_view text) { return m_recorder.intern(text); };
  m_recorder.arg(key("m"), shape.m);
  m_recorder.arg(key("n"), shape.n);
  m_recorder.arg(key("k"), shape.k);
  m_recorder.arg(key(arg::kVariant), key(choice.routine->variant()));
  m_recorder.arg(key(arg::kReason), key(choice.reason));
  m_recorder.arg(key(arg::kFlop), choice.routine->cost(shape).flop);
}

Result<void> Ops::copy(std::string_view op, Stream& stream, const Tensor& from, Tensor& to) {
  const OpScope scope(m_recorder, op);
  m_recorder.arg(m_recorder.intern("tensor"), m_recorder.intern(from.name));
  if (from.rows != to.rows || from.cols != to.cols)
    return Error{ErrorCode::Usage,
                 fmt::format("{} of {} ({}×{}) into {} ({}×{}): the shapes differ", op, from.name, from.rows, from.cols,
                             to.name, to.rows, to.cols),
                 Storey::Framework};
  m_recorder.arg(m_recorder.intern(arg::kBytes), static_cast<std::int64_t>(from.bytes()));
  return stream.copy(*to.buffer, *from.buffer, from.bytes());
}

}  // namespace strata
