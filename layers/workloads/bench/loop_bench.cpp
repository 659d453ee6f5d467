#include "layers/workloads/bench/loop_bench.h"

#include "engine/base/host_facts.h"
#include "layers/workloads/ladder/ladder_experiment.h"
#include "layers/workloads/ladder/ladder_run.h"

namespace strata::inline workloads {
namespace {

constexpr int kWarmUps = 10;

Result<std::vector<LadderRepeat>> loop(const LadderPlan& plan, const Routines& routines, const std::string& variant,
                                       WorkContext& context) {
  RunProgress progress(context, 2);
  Ops ops(context.recorder, context.device, routines);
  STRATA_TRY(progress.next("inputs " + plan.shapeText()));
  STRATA_ASSIGN(LadderStreams streams, LadderStreams::create(plan, context));
  STRATA_ASSIGN(const LadderData data, prepareLadder(plan, context, ops, streams.stream(0)));
  STRATA_TRY(streams.prepare(plan, ops, data, variant));
  STRATA_TRY(progress.next("loop"));
  const std::string name = variant + " " + plan.shapeText();
  std::vector<LadderRepeat> repeats;
  for (int i = -kWarmUps; i < plan.repeat; ++i) {
    const HostTime start = hostNow();
    STRATA_ASSIGN(const auto round, streams.round(context.recorder, ops, name, 1, ExpectedTime{}, progress));
    if (i >= 0) repeats.push_back({round.front().call, hostNow() - start});
  }
  return repeats;
}

}  // namespace

LoopBench::LoopBench(const Operation& operation, std::shared_ptr<const Routines> routines)
    : m_operation(operation), m_routines(std::move(routines)), m_info(ladderExperiment(operation)) {
  m_info.name += "-loop";
  m_info.title = "What tracing costs";
}

Result<void> LoopBench::run(const Request& request, WorkContext& context) {
  STRATA_ASSIGN(LadderPlan plan, planLadder(m_operation, m_info, request));
  if (plan.everyVariant) plan.variants = {"library"};
  plan.streams = 1;
  STRATA_TRY(checkMemory(plan, context.device.info(), availableMemory()));
  const Cost cost = operandCost(m_operation, plan.problem);
  for (const std::string& variant : plan.variants) {
    STRATA_ASSIGN(const auto repeats, loop(plan, *m_routines, variant, context));
    RunResult result = summarizeRepeats(variant, repeats, cost);
    result.seconds.clock = "host";
    context.result(result);
  }
  return {};
}

Result<SessionMessage> LoopBench::fetch(std::string_view) {
  return Error{ErrorCode::Usage, m_info.name + " keeps no tensors; run " + std::string(m_operation.name),
               Storey::Model};
}

}  // namespace strata::inline workloads
