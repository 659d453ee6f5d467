#include "layers/model/matmul_bench.h"

#include <fmt/format.h>

#include "layers/hardware/cpu_facts.h"
#include "layers/library/open_blas.h"
#include "layers/model/experiments.h"
#include "layers/model/matmul_run.h"

namespace strata {
namespace {

struct Turns {
  std::vector<MatmulRepeat> library;  ///< on the device's clock, as every run reports it
  std::vector<MatmulRepeat> walk;     ///< the same calls on the host's clock: down through all storeys and back
  std::vector<MatmulRepeat> direct;   ///< cblas_sgemm on the host's clock
};

/// Both ways in turn, each first every other time.
class Duel {
 public:
  Duel(const MatmulPlan& plan, WorkContext& context, const MatmulRoutines& routines, const OpenBlas& blas)
      : m_plan(plan),
        m_context(context),
        m_blas(blas),
        m_progress(context, plan.repeat + 1),
        m_ops(context.recorder, routines) {}

  Result<Turns> fight() {
    STRATA_TRY(m_progress.next("inputs " + shapeText(m_plan.shape)));
    STRATA_ASSIGN(m_lanes, MatmulLanes::create(m_plan, m_context));
    STRATA_ASSIGN(m_data, prepareMatmul(m_plan, m_context, m_ops, m_lanes.stream(0)));
    STRATA_ASSIGN(m_c, makeTensor(m_context.device, "C", m_plan.shape.m, m_plan.shape.n, MemoryKind::Device));
    Turns warmUp, turns;
    STRATA_TRY(pair(false, warmUp));
    STRATA_TRY(pair(true, warmUp));
    for (int i = 0; i < m_plan.repeat; ++i) {
      STRATA_TRY(m_progress.next(fmt::format("pair {} of {}", i + 1, m_plan.repeat)));
      STRATA_TRY(pair(i % 2 == 0, turns));
    }
    return turns;
  }

 private:
  Result<void> pair(bool directFirst, Turns& turns) {
    if (directFirst) turns.direct.push_back(direct());
    const HostTime start = hostNow();
    STRATA_ASSIGN(const std::vector<MatmulRepeat> some,
                  m_lanes.round(m_context.recorder, m_ops, m_data, "library", "library " + shapeText(m_plan.shape), 1,
                                ExpectedTime{}, m_progress));
    turns.walk.push_back({some.front().call, hostNow() - start});
    turns.library.push_back(some.front());
    if (!directFirst) turns.direct.push_back(direct());
    return {};
  }

  MatmulRepeat direct() {
    const auto at = [](const Tensor& tensor) { return static_cast<float*>(tensor.buffer->data()); };
    const HostTime start = hostNow();
    m_blas.sgemm(m_plan.shape.m, m_plan.shape.n, m_plan.shape.k, at(m_data.a), at(m_data.b), at(m_c));
    return {CallId::None, hostNow() - start};
  }

  const MatmulPlan& m_plan;
  WorkContext& m_context;
  const OpenBlas& m_blas;
  RunProgress m_progress;
  Ops m_ops;
  MatmulData m_data;
  Tensor m_c;
  MatmulLanes m_lanes;
};

SessionMessage report(const MatmulPlan& plan, const RunResult& library, const RunResult& walk, const RunResult& direct,
                      const RunResult& tiled) {
  const std::uint32_t cores = readCpuFacts().cores;
  const double called = direct.seconds.median;
  const double ratio = library.seconds.median / called, walkRatio = walk.seconds.median / called;
  const double perCore = tiled.gflops.value_or(0) / cores;
  const std::string text = fmt::format(
      "{}: library {:.3f} ms, cblas_sgemm called directly {:.3f} ms, ratio {:.3f}; with the way down and back {:.3f} "
      "ms, "
      "ratio {:.3f}; tiled {:.2f} GFLOP/s per core on {} cores",
      shapeText(plan.shape), library.seconds.median * 1e3, called * 1e3, ratio, walk.seconds.median * 1e3, walkRatio,
      perCore, cores);
  const nlohmann::json json{{"storey", "library"},
                            {"message", text},
                            {"bench", "matmul"},
                            {"n", plan.shape.n},
                            {"library_seconds", library.seconds.median},
                            {"direct_seconds", called},
                            {"ratio", ratio},
                            {"walk_seconds", walk.seconds.median},
                            {"walk_ratio", walkRatio},
                            {"tiled_gflops_per_core", perCore},
                            {"cores", cores}};
  return {MessageKind::Log, json.dump(), {}};
}

}  // namespace

const ExperimentInfo& MatmulBench::info() const {
  static const ExperimentInfo kInfo = [] {
    ExperimentInfo info = matmulExperiment();
    info.name = "matmul-bench";
    info.title = "What the storeys cost";
    for (ParameterInfo& parameter : info.parameters)
      if (parameter.name == "repeat") parameter.defaultValue = 41;
    return info;
  }();
  return kInfo;
}

Result<void> MatmulBench::run(const Request& request, WorkContext& context) {
  STRATA_ASSIGN(MatmulPlan plan, planMatmul(info(), request));
  plan.streams = 1;
  STRATA_TRY(checkMemory(plan, context.device.info(), availableMemory()));
  if (!openBlas().ok()) return openBlas().error();
  const OpenBlas& blas = *openBlas().value();
  STRATA_ASSIGN(const Turns turns, Duel(plan, context, m_routines, blas).fight());
  const Cost cost{.flop = 2 * plan.shape.multiplyAdds()};
  const RunResult library = summarizeMatmul("library", turns.library, cost);
  const RunResult walk = summarizeMatmul("walk", turns.walk, cost);
  RunResult direct = summarizeMatmul("direct", turns.direct, cost);
  direct.seconds.clock = "host";

  plan.variants = {"tiled"};
  plan.repeat = 5;
  MatmulRun tiledRun(plan, m_routines, context);
  STRATA_TRY(tiledRun.prepare());
  STRATA_ASSIGN(const RunResult tiled, tiledRun.measure("tiled"));
  for (const RunResult& result : {library, direct, tiled}) context.result(result);
  context.post(report(plan, library, walk, direct, tiled));
  return {};
}

Result<SessionMessage> MatmulBench::fetch(std::string_view) {
  return Error{ErrorCode::Usage, "matmul-bench keeps no tensors; run matmul to look at its result", Storey::Model};
}

}  // namespace strata
