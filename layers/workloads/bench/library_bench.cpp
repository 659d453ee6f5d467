#include "layers/workloads/bench/library_bench.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/base/host_facts.h"
#include "layers/library/one_dnn.h"
#include "layers/library/open_blas.h"
#include "layers/workloads/ladder/ladder_experiment.h"
#include "layers/workloads/ladder/ladder_run.h"

namespace strata::inline workloads {
namespace {

struct Turns {
  std::vector<LadderRepeat> library;  ///< on the device's clock, as every run reports it
  std::vector<LadderRepeat> walk;     ///< the same calls on the host's clock: down through all storeys and back
  std::vector<LadderRepeat> direct;   ///< the library called directly, on the host's clock
};

/// Both ways in turn, each first every other time.
class Duel {
 public:
  Duel(const LadderPlan& plan, WorkContext& context, const Routines& routines)
      : m_plan(plan),
        m_context(context),
        m_progress(context, plan.repeat + 1),
        m_ops(context.recorder, context.device, routines) {}

  Result<Turns> fight(const DirectCall& makeDirect) {
    STRATA_TRY(m_progress.next("inputs " + m_plan.shapeText()));
    STRATA_ASSIGN(m_streams, LadderStreams::create(m_plan, m_context));
    STRATA_ASSIGN(m_data, prepareLadder(m_plan, m_context, m_ops, m_streams.stream(0)));
    STRATA_TRY(m_streams.prepare(m_plan, m_ops, m_data, "library"));
    STRATA_ASSIGN(m_output, makeTensor(m_context.device, m_data.hostOutput.info, MemoryKind::Device));
    std::vector<TensorPlace> tensors;
    for (const Tensor& input : m_data.inputs) tensors.push_back(input.place());
    tensors.push_back(m_output.place());
    STRATA_ASSIGN(m_direct, makeDirect(m_plan.problem, tensors));
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
    STRATA_ASSIGN(
        const std::vector<LadderRepeat> some,
        m_streams.round(m_context.recorder, m_ops, "library " + m_plan.shapeText(), 1, ExpectedTime{}, m_progress));
    turns.walk.push_back({some.front().call, hostNow() - start});
    turns.library.push_back(some.front());
    if (!directFirst) turns.direct.push_back(direct());
    return {};
  }

  LadderRepeat direct() {
    const HostTime start = hostNow();
    m_direct();
    return {CallId::None, hostNow() - start};
  }

  const LadderPlan& m_plan;
  WorkContext& m_context;
  RunProgress m_progress;
  Ops m_ops;
  LadderData m_data;
  Tensor m_output;
  std::function<void()> m_direct;
  LadderStreams m_streams;
};

struct Fastest {
  std::string name;
  double gflops = 0;

  void consider(const RunResult& result) {
    if (result.gflops.value_or(0) > gflops) *this = {result.variant, *result.gflops};
  }
};

struct Best {
  Fastest step, library;  ///< of those that are right
};

Result<Best> measureVariants(LadderPlan plan, const Routines& routines, WorkContext& context) {
  constexpr int kRepeats = 5;
  plan.repeat = kRepeats;
  LadderRun run(plan, routines, context);
  STRATA_TRY(run.prepare(plan.variants));
  Best best;
  for (const std::string& variant : plan.variants) {
    STRATA_ASSIGN(const RunResult result, run.measure(variant));
    context.result(result);
    (isLibraryVariant(variant) ? best.library : best.step).consider(result);
  }
  return best;
}

SessionMessage report(const LadderPlan& plan, const RunResult& library, const RunResult& walk, const RunResult& direct,
                      const Best& best) {
  const double called = direct.seconds.median;
  const double ratio = library.seconds.median / called, walkRatio = walk.seconds.median / called;
  const double share = best.library.gflops > 0 ? best.step.gflops / best.library.gflops : 0;
  const std::string text = fmt::format(
      "{} {}: library {:.3f} ms, called directly {:.3f} ms, ratio {:.3f}; with the way down and back {:.3f} ms, ratio "
      "{:.3f}; best own step {} {:.2f} GFLOP/s, {:.1f} % of the fastest library ({}, {:.2f} GFLOP/s)",
      plan.operation->name, plan.shapeText(), library.seconds.median * 1e3, called * 1e3, ratio,
      walk.seconds.median * 1e3, walkRatio, best.step.name, best.step.gflops, share * 100, best.library.name,
      best.library.gflops);
  const nlohmann::json json{{"storey", "library"},
                            {"message", text},
                            {"bench", plan.operation->name},
                            {"shape", plan.shapeText()},
                            {"library_seconds", library.seconds.median},
                            {"direct_seconds", called},
                            {"ratio", ratio},
                            {"walk_seconds", walk.seconds.median},
                            {"walk_ratio", walkRatio},
                            {"best_step", best.step.name},
                            {"best_step_gflops", best.step.gflops},
                            {"fastest_library", best.library.name},
                            {"fastest_library_gflops", best.library.gflops},
                            {"best_step_share", share}};
  return {MessageKind::Log, json.dump(), {}};
}

}  // namespace

DirectCall directOpenBlas() {
  return [](const Problem& problem, std::span<const TensorPlace> tensors) -> Result<std::function<void()>> {
    if (!openBlas().ok()) return openBlas().error();
    const auto at = [&](std::size_t i) { return static_cast<float*>(tensors[i].data()); };
    return std::function<void()>([&blas = *openBlas().value(), problem = matmulProblem(problem), a = at(0), b = at(1),
                                  c = at(2)] { blas.sgemm(problem, a, b, c); });
  };
}

DirectCall directOneDnn(const Operation& operation) {
  return [&operation](const Problem& problem, std::span<const TensorPlace> tensors) -> Result<std::function<void()>> {
    if (!oneDnn().ok()) return oneDnn().error();
    STRATA_ASSIGN(OneDnnPrimitive primitive, oneDnn().value()->choose(operation, problem));
    STRATA_TRY(primitive.prepare(tensors));
    return std::function<void()>([ready = std::make_shared<OneDnnPrimitive>(std::move(primitive))] { ready->run(); });
  };
}

LibraryBench::LibraryBench(const Operation& operation, std::shared_ptr<const Routines> routines, DirectCall direct)
    : m_operation(operation),
      m_routines(std::move(routines)),
      m_direct(std::move(direct)),
      m_info(ladderExperiment(operation)) {
  m_info.name += "-bench";
  m_info.title = "What the storeys cost";
  for (ParameterInfo& parameter : m_info.parameters)
    if (parameter.name == "repeat") parameter.defaultValue = 41;
}

Result<void> LibraryBench::run(const Request& request, WorkContext& context) {
  STRATA_ASSIGN(LadderPlan plan, planLadder(m_operation, m_info, request));
  plan.streams = 1;
  STRATA_TRY(checkMemory(plan, context.device.info(), availableMemory()));
  STRATA_ASSIGN(const Turns turns, Duel(plan, context, *m_routines).fight(m_direct));
  const Cost cost = operandCost(m_operation, plan.problem);
  const RunResult library = summarizeRepeats("library", turns.library, cost);
  const RunResult walk = summarizeRepeats("walk", turns.walk, cost);
  RunResult direct = summarizeRepeats("direct", turns.direct, cost);
  direct.seconds.clock = "host";
  context.result(library);
  context.result(direct);
  STRATA_ASSIGN(const Best best, measureVariants(plan, *m_routines, context));
  context.post(report(plan, library, walk, direct, best));
  return {};
}

Result<SessionMessage> LibraryBench::fetch(std::string_view) {
  return Error{ErrorCode::Usage, m_info.name + " keeps no tensors; run " + std::string(m_operation.name),
               Storey::Model};
}

}  // namespace strata::inline workloads
