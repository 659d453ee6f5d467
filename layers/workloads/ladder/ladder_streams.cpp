#include "layers/workloads/ladder/ladder_streams.h"

#include "engine/trace/timed_part.h"
#include "layers/workloads/common/model_scope.h"

namespace strata::inline workloads {
namespace {

constexpr std::size_t kEvictBytes = std::size_t{128} << 20;  ///< read and written: more than today's caches hold

}  // namespace

Result<LadderStreams> LadderStreams::create(const LadderPlan& plan, WorkContext& context) {
  const ModelScope scope(context.recorder, "streams");
  const TensorInfo output = plan.operation->tensors(plan.problem).back();
  LadderStreams streams;
  if (plan.coldCaches) {
    STRATA_ASSIGN(streams.m_evictFrom, context.device.allocate(kEvictBytes, MemoryKind::Device));
    STRATA_ASSIGN(streams.m_evictTo, context.device.allocate(kEvictBytes, MemoryKind::Device));
  }
  for (int i = 0; i < plan.streams; ++i) {
    Slot slot;
    STRATA_ASSIGN(slot.output, makeTensor(context.device, output, MemoryKind::Device));
    STRATA_ASSIGN(slot.start, context.device.createEvent());
    STRATA_ASSIGN(slot.end, context.device.createEvent());
    STRATA_ASSIGN(slot.stream, context.device.createStream());
    streams.m_slots.push_back(std::move(slot));
  }
  return streams;
}

Result<void> LadderStreams::prepare(const LadderPlan& plan, Ops& ops, const LadderData& data,
                                    std::string_view variant) {
  std::vector<TensorPlace> tensors;
  for (const Tensor& input : data.inputs) tensors.push_back(input.place());
  for (Slot& slot : m_slots) {
    slot.op.reset();  // its workspace before the next one's
    tensors.push_back(slot.output.place());
    STRATA_ASSIGN(PreparedOp op, ops.prepare(*plan.operation, plan.problem, tensors, variant));
    slot.op = std::make_unique<PreparedOp>(std::move(op));
    tensors.pop_back();
  }
  return {};
}

Result<void> LadderStreams::overwrite(Ops& ops, const Tensor& host) {
  for (Slot& slot : m_slots) STRATA_TRY(ops.upload(*slot.stream, host, slot.output));
  for (Slot& slot : m_slots) STRATA_TRY(slot.stream->synchronize());
  return {};
}

Result<std::vector<LadderRepeat>> LadderStreams::round(TraceRecorder& recorder, Ops& ops, const std::string& name,
                                                       std::size_t runs, ExpectedTime expected,
                                                       const RunProgress& progress) {
  for (std::size_t i = 0; m_evictFrom && i < runs; ++i) STRATA_TRY(evictCaches(recorder, m_slots[i]));
  const ModelScope scope(recorder, name);
  for (std::size_t i = 0; i < runs; ++i) STRATA_TRY(enqueue(ops, m_slots[i]));
  std::vector<LadderRepeat> repeats;
  for (std::size_t i = 0; i < runs; ++i) {
    Slot& slot = m_slots[i];
    STRATA_TRY(waitPatiently(*slot.stream, expected, progress));
    STRATA_ASSIGN(const Duration time, slot.end->since(*slot.start));
    repeats.push_back({scope.id(), time});
  }
  return repeats;
}

Result<std::optional<Duration>> LadderStreams::timeQueued(TraceRecorder& recorder, Ops& ops, const std::string& name,
                                                          ExpectedTime expected, const RunProgress& progress) {
  Slot& slot = m_slots.front();
  if (!slot.stream->canHold()) return std::optional<Duration>();
  if (m_evictFrom) STRATA_TRY(evictCaches(recorder, slot));
  const ModelScope scope(recorder, name);
  const auto gate = std::make_shared<StreamGate>();
  STRATA_TRY(slot.stream->hold(gate));
  STRATA_TRY(enqueue(ops, slot));
  gate->open();
  STRATA_TRY(waitPatiently(*slot.stream, expected, progress));
  STRATA_ASSIGN(const Duration time, slot.end->since(*slot.start));
  return std::optional<Duration>(time);
}

Result<void> LadderStreams::enqueue(Ops& ops, Slot& slot) {
  STRATA_TRY(slot.stream->record(*slot.start));
  STRATA_TRY(ops.start(*slot.op, *slot.stream));
  return slot.stream->record(*slot.end);
}

Result<void> LadderStreams::runOnce(WorkContext& context, const Problem& problem, const LadderData& data,
                                    const Routine& routine, const std::function<void(const NamedMemory&)>& name) {
  Slot& slot = m_slots.front();
  std::vector<TensorPlace> tensors;
  for (const Tensor& input : data.inputs) tensors.push_back(input.place());
  tensors.push_back(slot.output.place());
  STRATA_ASSIGN(const std::unique_ptr<BoundRoutine> bound, routine.bind(context.device, problem, tensors));
  if (name) {
    for (const Tensor& input : data.inputs) name(named(input));
    name(named(slot.output));
    for (const NamedMemory& piece : bound->workspace()) name(piece);
  }
  STRATA_TRY(bound->start(context.recorder, *slot.stream));
  return slot.stream->synchronize();
}

Result<void> LadderStreams::download(Ops& ops, std::size_t index, Tensor& host) {
  STRATA_TRY(ops.download(*m_slots[index].stream, m_slots[index].output, host));
  return m_slots[index].stream->synchronize();
}

Result<void> LadderStreams::evictCaches(TraceRecorder& recorder, Slot& slot) {
  const ModelScope scope(recorder, kCachesFlushed);
  STRATA_TRY(slot.stream->copy(*m_evictTo, *m_evictFrom, kEvictBytes));
  return slot.stream->synchronize();
}

}  // namespace strata::inline workloads
