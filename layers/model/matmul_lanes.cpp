#include "layers/model/matmul_lanes.h"

#include "layers/model/model_scope.h"

namespace strata {

Result<MatmulLanes> MatmulLanes::create(const MatmulPlan& plan, WorkContext& context) {
  const ModelScope scope(context.recorder, "streams");
  MatmulLanes lanes;
  for (int i = 0; i < plan.streams; ++i) {
    Lane lane;
    STRATA_ASSIGN(lane.c, makeTensor(context.device, "C", plan.shape.m, plan.shape.n, MemoryKind::Device));
    STRATA_ASSIGN(lane.start, context.device.createEvent());
    STRATA_ASSIGN(lane.end, context.device.createEvent());
    STRATA_ASSIGN(lane.stream, context.device.createStream());
    lanes.m_lanes.push_back(std::move(lane));
  }
  return lanes;
}

Result<void> MatmulLanes::overwrite(Ops& ops, const Tensor& host) {
  for (Lane& lane : m_lanes) STRATA_TRY(ops.upload(*lane.stream, host, lane.c));
  for (Lane& lane : m_lanes) STRATA_TRY(lane.stream->synchronize());
  return {};
}

Result<std::vector<MatmulRepeat>> MatmulLanes::round(TraceRecorder& recorder, Ops& ops, const MatmulData& data,
                                                     std::string_view variant, const std::string& name,
                                                     std::size_t products, ExpectedTime expected,
                                                     const RunProgress& progress) {
  const ModelScope scope(recorder, name);
  for (std::size_t i = 0; i < products; ++i) {
    Lane& lane = m_lanes[i];
    STRATA_TRY(lane.stream->record(*lane.start));
    STRATA_TRY(ops.matmul(*lane.stream, data.a, data.b, lane.c, variant));
    STRATA_TRY(lane.stream->record(*lane.end));
  }
  std::vector<MatmulRepeat> repeats;
  for (std::size_t i = 0; i < products; ++i) {
    Lane& lane = m_lanes[i];
    STRATA_TRY(waitPatiently(*lane.stream, *lane.end, expected, progress));
    STRATA_ASSIGN(const Duration time, lane.end->since(*lane.start));
    repeats.push_back({scope.id(), time});
  }
  return repeats;
}

Result<void> MatmulLanes::download(Ops& ops, std::size_t lane, Tensor& host) {
  STRATA_TRY(ops.download(*m_lanes[lane].stream, m_lanes[lane].c, host));
  return m_lanes[lane].stream->synchronize();
}

}  // namespace strata
