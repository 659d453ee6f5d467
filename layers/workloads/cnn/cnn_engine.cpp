#include "layers/workloads/cnn/cnn_engine.h"

#include <algorithm>
#include <limits>

#include "kernels/conv2d/conv2d_operation.h"
#include "layers/workloads/common/model_scope.h"

namespace strata::inline workloads {
namespace {

/// Values whose memory an operation or a stage's result lies in: not those of weights that became part of others.
std::vector<bool> neededMemory(const CnnPlan& plan) {
  std::vector<bool> needed(plan.values.size());
  const auto need = [&](std::size_t value) { needed[plan.values[value].memory] = true; };
  need(plan.input);
  need(plan.output);
  for (const CnnStage& stage : plan.stages) {
    need(stage.output);
    for (const CnnOp& op : stage.ops) std::ranges::for_each(op.tensors, need);
  }
  return needed;
}

}  // namespace

Result<std::unique_ptr<CnnEngine>> CnnEngine::create(const CnnPlan& plan, std::span<const float> picture,
                                                     WorkContext& context, const Routines& routines) {
  const ModelScope scope(context.recorder, "weights and picture");
  std::unique_ptr<CnnEngine> engine(new CnnEngine(plan, context, routines));
  STRATA_ASSIGN(engine->m_stream, context.device.createStream());
  engine->m_tensors.resize(plan.values.size());
  engine->m_marks.resize(plan.stages.size() + 1);
  for (std::unique_ptr<Event>& mark : engine->m_marks) {
    STRATA_ASSIGN(mark, context.device.createEvent());
  }
  const std::vector<bool> needed = neededMemory(plan);
  for (std::size_t i = 0; i < plan.values.size(); ++i) {
    const CnnValue& value = plan.values[i];
    if (!needed[i]) continue;
    const TensorInfo info{.name = value.name, .shape = value.shape};
    STRATA_ASSIGN(engine->m_tensors[i], makeTensor(context.device, info, MemoryKind::Device));
    if (!value.constants.empty()) STRATA_TRY(engine->upload(i, value.constants));
  }
  STRATA_TRY(engine->upload(plan.input, picture));
  return engine;
}

Result<void> CnnEngine::upload(std::size_t value, std::span<const float> values) {
  STRATA_ASSIGN(const Tensor host, makeTensor(m_context.device, m_tensors[value].info, MemoryKind::Pinned));
  std::ranges::copy(values, host.buffer->span<float>().begin());
  STRATA_TRY(m_ops.upload(*m_stream, host, m_tensors[value]));
  return m_stream->synchronize();
}

Result<void> CnnEngine::prepare(std::string_view convolution) {
  TraceRecorder& recorder = m_context.recorder;
  if (!convolution.empty() && m_ops.find(conv2dOperation(), convolution) == nullptr)
    return Error{ErrorCode::Unsupported, std::string(convolution) + " is not in this agent", Storey::Library};
  m_stages.clear();
  m_cost = {};
  m_limit = 0;
  for (const CnnStage& planned : m_plan.stages) {
    const TensorInfo result{.name = planned.name, .shape = m_plan.values[planned.output].shape};
    Stage stage{recorder.intern(planned.name), recorder.intern(planned.op), recorder.intern(shapeText(result)), {}};
    for (const CnnOp& op : planned.ops) {
      std::vector<TensorPlace> places;
      for (const std::size_t value : op.tensors) places.push_back(m_tensors[m_plan.values[value].memory].place());
      STRATA_ASSIGN(PreparedOp ready, m_ops.prepare(*op.operation, op.problem, places, op.choice ? convolution : ""));
      m_cost += ready.routine().cost(op.problem);
      m_limit += ready.routine().limit(op.problem);
      stage.ops.push_back(std::move(ready));
      const auto elements = static_cast<std::size_t>(m_plan.values[op.tensors.back()].elements());
      const std::vector<float> nothing(elements, std::numeric_limits<float>::quiet_NaN());
      STRATA_TRY(upload(op.tensors.back(), nothing));  // a variant that writes nothing cannot pass for the last one
    }
    m_stages.push_back(std::move(stage));
  }
  return {};
}

Result<CnnPass> CnnEngine::pass(const std::string& name) {
  const ModelScope scope(m_context.recorder, name);
  STRATA_ASSIGN(CnnPass pass, walk());
  pass.whole.call = scope.id();
  return pass;
}

Result<CnnPass> CnnEngine::walk() {
  STRATA_TRY(m_stream->record(*m_marks[0]));
  for (std::size_t i = 0; i < m_stages.size(); ++i) {
    STRATA_TRY(start(m_stages[i]));
    STRATA_TRY(m_stream->record(*m_marks[i + 1]));
  }
  STRATA_TRY(m_stream->synchronize());
  CnnPass pass;
  for (std::size_t i = 0; i < m_stages.size(); ++i) {
    STRATA_ASSIGN(const Duration time, m_marks[i + 1]->since(*m_marks[i]));
    pass.stages.push_back(time);
  }
  STRATA_ASSIGN(pass.whole.time, m_marks.back()->since(*m_marks.front()));
  return pass;
}

Result<void> CnnEngine::addEventTime(RunResult& result, EventTime& time) {
  std::vector<Event*> marks;
  marks.reserve(m_marks.size());
  for (const auto& mark : m_marks) marks.push_back(mark.get());
  return time.addTo(result, *m_stream, marks);
}

Result<void> CnnEngine::start(Stage& stage) {
  TraceRecorder& recorder = m_context.recorder;
  const TraceScope slice(recorder, Storey::Framework, stage.name, currentCall());
  recorder.arg(recorder.intern("op"), stage.op);
  recorder.arg(recorder.intern("shape"), stage.shape);
  for (PreparedOp& op : stage.ops) STRATA_TRY(m_ops.start(op, *m_stream));
  return {};
}

Result<std::vector<float>> CnnEngine::download(std::size_t value) {
  const Tensor& from = this->value(value);
  STRATA_ASSIGN(Tensor host, makeTensor(m_context.device, from.info, MemoryKind::Pinned));
  STRATA_TRY(m_ops.download(*m_stream, from, host));
  STRATA_TRY(m_stream->synchronize());
  const std::span<float> values = host.buffer->span<float>();
  return std::vector<float>(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(from.info.elements()));
}

}  // namespace strata::inline workloads
