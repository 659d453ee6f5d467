#include "layers/workloads/ladder/ladder_lanes.h"

#include "layers/workloads/common/model_scope.h"

namespace strata {
namespace {

constexpr std::size_t kEvictBytes = std::size_t{128} << 20;  ///< read and written: more than today's caches hold

}  // namespace

Result<LadderLanes> LadderLanes::create(const LadderPlan& plan, WorkContext& context) {
  const ModelScope scope(context.recorder, "streams");
  const TensorInfo output = plan.operation->tensors(plan.problem).back();
  LadderLanes lanes;
  if (plan.coldCaches) {
    STRATA_ASSIGN(lanes.m_evictFrom, context.device.allocate(kEvictBytes, MemoryKind::Device));
    STRATA_ASSIGN(lanes.m_evictTo, context.device.allocate(kEvictBytes, MemoryKind::Device));
  }
  for (int i = 0; i < plan.streams; ++i) {
    Lane lane;
    STRATA_ASSIGN(lane.output, makeTensor(context.device, output, MemoryKind::Device));
    STRATA_ASSIGN(lane.start, context.device.createEvent());
    STRATA_ASSIGN(lane.end, context.device.createEvent());
    STRATA_ASSIGN(lane.stream, context.device.createStream());
    lanes.m_lanes.push_back(std::move(lane));
  }
  return lanes;
}

Result<void> LadderLanes::prepare(const LadderPlan& plan, Ops& ops, const LadderData& data, std::string_view variant) {
  std::vector<TensorPlace> tensors;
  for (const Tensor& input : data.inputs) tensors.push_back(input.place());
  for (Lane& lane : m_lanes) {
    lane.op.reset();  // its workspace before the next one's
    tensors.push_back(lane.output.place());
    STRATA_ASSIGN(PreparedOp op, ops.prepare(*plan.operation, plan.problem, tensors, variant));
    lane.op = std::make_unique<PreparedOp>(std::move(op));
    tensors.pop_back();
  }
  return {};
}

Result<void> LadderLanes::overwrite(Ops& ops, const Tensor& host) {
  for (Lane& lane : m_lanes) STRATA_TRY(ops.upload(*lane.stream, host, lane.output));
  for (Lane& lane : m_lanes) STRATA_TRY(lane.stream->synchronize());
  return {};
}

Result<std::vector<LadderRepeat>> LadderLanes::round(TraceRecorder& recorder, Ops& ops, const std::string& name,
                                                     std::size_t runs, ExpectedTime expected,
                                                     const RunProgress& progress) {
  for (std::size_t i = 0; m_evictFrom && i < runs; ++i) STRATA_TRY(evictCaches(m_lanes[i]));
  const ModelScope scope(recorder, name);
  for (std::size_t i = 0; i < runs; ++i) {
    Lane& lane = m_lanes[i];
    STRATA_TRY(lane.stream->record(*lane.start));
    STRATA_TRY(ops.start(*lane.op, *lane.stream));
    STRATA_TRY(lane.stream->record(*lane.end));
  }
  std::vector<LadderRepeat> repeats;
  for (std::size_t i = 0; i < runs; ++i) {
    Lane& lane = m_lanes[i];
    STRATA_TRY(waitPatiently(*lane.stream, expected, progress));
    STRATA_ASSIGN(const Duration time, lane.end->since(*lane.start));
    repeats.push_back({scope.id(), time});
  }
  return repeats;
}

Result<void> LadderLanes::runOnce(WorkContext& context, const LadderPlan& plan, const LadderData& data,
                                  const Routine& routine) {
  Lane& lane = m_lanes.front();
  std::vector<TensorPlace> tensors;
  for (const Tensor& input : data.inputs) tensors.push_back(input.place());
  tensors.push_back(lane.output.place());
  STRATA_ASSIGN(const std::unique_ptr<BoundRoutine> bound, routine.bind(context.device, plan.problem, tensors));
  STRATA_TRY(bound->start(context.recorder, *lane.stream));
  return lane.stream->synchronize();
}

Result<void> LadderLanes::download(Ops& ops, std::size_t lane, Tensor& host) {
  STRATA_TRY(ops.download(*m_lanes[lane].stream, m_lanes[lane].output, host));
  return m_lanes[lane].stream->synchronize();
}

Result<void> LadderLanes::evictCaches(Lane& lane) {
  STRATA_TRY(lane.stream->copy(*m_evictTo, *m_evictFrom, kEvictBytes));
  return lane.stream->synchronize();
}

}  // namespace strata
