#include "app/agent/gpu_agent.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/backends/gpu/gpu_device.h"
#include "engine/backends/gpu/gpu_module.h"
#include "engine/backends/gpu/kernel_attributes.h"
#include "engine/protocol/agent_loop.h"
#include "kernels/ladder/kernel_table.h"
#include "kernels/matmul/matmul_ladder.h"
#include "layers/compiler/step_build.h"
#include "layers/framework/framework_layer.h"
#include "layers/library/run_time_routine.h"
#include "layers/model/cnn_workload.h"
#include "layers/model/ladder_workload.h"
#include "layers/model/loop_bench.h"
#include "layers/model/model_layer.h"
#include "layers/model/transformer_workload.h"

namespace strata {
namespace {

/// What a running agent knows of itself; its parts share it.
struct GpuAgent {
  GpuVendor vendor;
  Error unavailable;                          ///< why there is no device
  std::weak_ptr<GpuObservation> observation;  ///< the agent loop owns it
};

StoreyState libraryStorey(const GpuAgent& agent, bool device) {
  StoreyState state;
  state.storey = Storey::Library;
  state.name = agent.vendor.blas.front().name;
  if (!device) {
    state.reason = "not asked: a BLAS handle needs a device";
    return state;
  }
  const auto blas = GpuBlas::load(agent.vendor.blas);
  const auto dnn = agent.vendor.dnn();
  state.available = blas.ok() || dnn.ok();
  if (state.available) state.reason = "observed: each call, and what it launches";
  if (blas.ok()) {
    state.name = blas.value()->dialect().name;
    state.version = blas.value()->version();
  } else {
    state.reason += (state.reason.empty() ? "" : "; ") + blas.error().message;
    state.remedy = agent.vendor.blas.front().missing;
  }
  state.reason += "; " + (dnn.ok() ? dnn.value()->provider() : dnn.error().message);
  return state;
}

StoreyState compilerStorey(const GpuVendor::Compiler& compiler) {
  StoreyState state;
  state.storey = Storey::Compiler;
  state.available = true;
  state.name = compiler.name;
  state.version = compiler.version;
  state.reason =
      fmt::format("worked ahead of time, for {}; with compile=now it works while Strata runs", compiler.architectures);
  return state;
}

StoreyState runtimeStorey(const GpuAgent& agent) {
  StoreyState state;
  state.storey = Storey::Runtime;
  state.name = agent.vendor.runtime;
  state.version = agent.vendor.runtimeVersion;
  const auto observation = agent.observation.lock();
  state.available = true;
  state.reason = observation ? observation->describe() : "linked into this agent; it waits for a driver and a device";
  return state;
}

StoreyState driverStoreyOf(const GpuAgent& agent) {
  StoreyState state = agent.vendor.driver();
  const auto observation = agent.observation.lock();
  if (!state.available || !state.reason.empty() || !observation) return state;
  state.reason =
      observation->seesDriver() ? "observed: every driver call" : "not observed without a profiler's interface";
  return state;
}

StoreyState hardwareStorey(const GpuAgent& agent, const Device* device) {
  StoreyState state;
  state.storey = Storey::Hardware;
  state.available = device != nullptr;
  if (!device) {
    state.name = "GPU";
    const StoreyState driver = agent.vendor.driver();
    state.reason = driver.available ? agent.unavailable.message : driver.reason;
    state.remedy = driver.remedy;
    return state;
  }
  const DeviceInfo& info = device->info();
  state.name = info.name;
  state.version = fmt::format("{} · {} {}s", info.architecture, info.computeUnits, info.computeUnitName);
  state.reason = "observed: kernels and copies with their times";
  if (const auto observation = agent.observation.lock())
    for (const DeviceFact& fact : observation->facts())
      state.reason += fmt::format("; {} {:g} {} ({})", fact.key, fact.value, fact.unit, provenanceKey(fact.provenance));
  return state;
}

std::vector<StoreyState> probeStoreys(const GpuAgent& agent, const Device* device) {
  return {probeModel(),
          probeFramework(),
          libraryStorey(agent, device != nullptr),
          compilerStorey(agent.vendor.compiler),
          runtimeStorey(agent),
          driverStoreyOf(agent),
          hardwareStorey(agent, device)};
}

Result<std::unique_ptr<Device>> openDevice(GpuAgent& agent, int index) {
  auto device = openGpuDevice(index);
  if (device.ok()) return device;
  agent.unavailable = device.error();
  const StoreyState driver = agent.vendor.driver();
  if (!driver.available) {
    agent.unavailable.message += fmt::format(" {} {}", driver.reason, driver.remedy);
    agent.unavailable.storey = Storey::Driver;
  }
  return agent.unavailable;
}

std::optional<KernelResources> resourcesOf(std::string_view kernel) {
  const auto attributes = kernelAttributes(findKernel(kernel));
  if (!attributes.ok()) return std::nullopt;
  return KernelResources{attributes.value().registers, attributes.value().sharedBytes, attributes.value().localBytes};
}

CodeOrigin originOf(const GpuVendor::Compiler& compiler, const KernelEntry& kernel) {
  const auto attributes = kernelAttributes(kernel);
  return {compiler.name + " " + compiler.version, compiler.architectures,
          !attributes.ok()                ? "not told: " + attributes.error().message
          : attributes.value().translated ? "PTX, translated by the driver"
                                          : "machine code"};
}

/// Our own ladders, and the vendor's products, convolutions and attention.
std::shared_ptr<const Routines> gpuRoutines(const GpuVendor& vendor) {
  auto routines = std::make_shared<Routines>(strataRoutines(
      findKernel, [compiler = vendor.compiler](const KernelEntry& kernel) { return originOf(compiler, kernel); }));
  routines->push_back(gpuBlasRoutine(vendor.blas));
  std::ranges::move(gpuDnnRoutines(vendor.dnn), std::back_inserter(*routines));
  return routines;
}

/// The kernels asked for, compiled for this device, loaded, and kept so by the finder.
Result<KernelFinder> compileNow(RunTimeDialect (*dialect)(), const Ladder& ladder, std::span<const std::string> kernels,
                                WorkContext& context) {
  STRATA_ASSIGN(const auto compiler, RunTimeCompiler::load(dialect()));
  STRATA_ASSIGN(const std::string unit, deviceUnit(ladder.name));
  STRATA_ASSIGN(const RunTimeCompiler::Code code,
                compiler->code(unit, kernels, context.device.info().architecture, context.recorder));
  STRATA_ASSIGN(const std::shared_ptr<GpuModule> module, GpuModule::load(code.object));
  std::map<std::string, KernelEntry, std::less<>> entries;
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    const KernelEntry built = findKernel(kernels[i]);
    STRATA_ASSIGN(entries[kernels[i]], module->kernel(built.name, code.symbols[i]));
  }
  return KernelFinder([module, entries = std::move(entries)](std::string_view kernel) {
    const auto found = entries.find(kernel);
    return found == entries.end() ? KernelEntry{} : found->second;
  });
}

}  // namespace

int gpuAgentMain(int argc, char** argv, GpuVendor vendor) {
  const auto agent = std::make_shared<GpuAgent>();
  agent->vendor = std::move(vendor);
  AgentParts parts;
  parts.name = agent->vendor.agent;
  parts.openDevice = [agent](int index) { return openDevice(*agent, index); };
  parts.observe = [agent](Device& device, TraceRecorder& recorder) {
    const std::shared_ptr<GpuObservation> observation = agent->vendor.observe(device, recorder);
    agent->observation = observation;
    return std::static_pointer_cast<void>(observation);
  };
  parts.settle = [agent] {
    if (const auto observation = agent->observation.lock()) observation->settle();
  };
  parts.probeStoreys = [agent](Device* device) { return probeStoreys(*agent, device); };
  const auto atRunTime = [agent](const Ladder& ladder, WorkContext& context) {
    return runTimeRoutines(ladder, [agent, &context](const Ladder& asked, std::span<const std::string> kernels) {
      return compileNow(agent->vendor.compilesNow, asked, kernels, context);
    });
  };
  const std::shared_ptr<const Routines> routines = gpuRoutines(agent->vendor);
  parts.workloads =
      ladderWorkloads({.routines = routines, .resources = resourcesOf, .roofs = RoofKeeper(), .atRunTime = atRunTime});
  parts.workloads.push_back(std::make_unique<TransformerWorkload>(routines, RoofKeeper()));
  parts.workloads.push_back(std::make_unique<CnnWorkload>(routines, RoofKeeper()));
  parts.workloads.push_back(std::make_unique<LoopBench>(matmulLadder(), routines));
  parts.compile = [agent](const std::string& experiment, const std::string& variant, const std::string& target) {
    return buildStep(experiment, variant, target, runTimeBuilder(agent->vendor.compilesNow));
  };
  return agentMain(argc, argv, std::move(parts));
}

}  // namespace strata
