#include "app/agent/gpu_agent.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "app/agent/build_order.h"
#include "engine/backends/gpu/gpu_device.h"
#include "engine/backends/gpu/gpu_module.h"
#include "engine/backends/gpu/kernel_attributes.h"
#include "engine/protocol/agent_loop.h"
#include "kernels/operation/kernel_table.h"
#include "layers/compiler/contained_compiler.h"
#include "layers/compiler/own_source.h"
#include "layers/library/gpu_blas_routine.h"
#include "layers/library/gpu_dnn_routine.h"
#include "layers/library/run_time_routine.h"
#include "layers/workloads/workloads.h"

namespace strata::inline agent {
namespace {

/// What a running agent knows of itself; its parts share it.
struct GpuAgent {
  GpuVendor vendor;
  Error unavailable;                          ///< why there is no device
  std::weak_ptr<GpuObservation> observation;  ///< the agent loop owns it
};

Result<std::unique_ptr<Device>> openDevice(GpuAgent& agent, int index) {
  auto device = openGpuDevice(index);
  if (device.ok()) return device;
  agent.unavailable = device.error();
  const StoreyState driver = agent.vendor.stack.driver();
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

CodeOrigin originOf(const GpuCompiler& compiler, const KernelEntry& kernel) {
  const auto attributes = kernelAttributes(kernel);
  return {compiler.name + " " + compiler.version, compiler.architectures,
          !attributes.ok()                ? "not told: " + attributes.error().message
          : attributes.value().translated ? "PTX, translated by the driver"
                                          : "machine code"};
}

/// Our own steps, and the vendor's products, convolutions and attention.
std::shared_ptr<const Routines> gpuRoutines(const GpuVendor& vendor) {
  auto routines = std::make_shared<Routines>(strataRoutines(
      findKernel,
      [compiler = vendor.stack.compiler](const KernelEntry& kernel) { return originOf(compiler, kernel); }));
  routines->push_back(gpuBlasRoutine(vendor.stack.libraries.blas));
  std::ranges::move(gpuDnnRoutines(vendor.stack.libraries.dnn), std::back_inserter(*routines));
  return routines;
}

/// With what the architecture alone has: code that is made now need run on no later one.
std::string wholeTarget(const std::string& architecture) {
  return architecture == "sm_90" ? "sm_90a" : architecture;
}

/// The kernels asked for, compiled for this device, loaded, and kept so by the finder.
Result<KernelFinder> compileNow(RunTimeDialect (*dialect)(), const Operation& operation,
                                std::span<const std::string> kernels, WorkContext& context) {
  STRATA_ASSIGN(const auto compiler, RunTimeCompiler::load(dialect()));
  STRATA_ASSIGN(const std::string unit, deviceUnit(operation.name));
  STRATA_ASSIGN(const RunTimeCompiler::Code code,
                compiler->code(unit, kernels, wholeTarget(context.device.info().architecture), context.recorder));
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

/// Names of kernels that were brought along: what profilers show lives as long as the program.
std::string_view keptName(const std::string& name) {
  static std::set<std::string> names;
  return *names.insert(name).first;
}

/// Kernels that somebody brought, by what launches ask for.
Result<KernelFinder> compileOwn(RunTimeDialect (*dialect)(), const OwnUnit& unit, OwnBuild build,
                                WorkContext& context) {
  if (build != OwnBuild::Plain)
    return Error{ErrorCode::Unsupported, "memory accesses are counted on the CPU device only", Storey::Hardware};
  const ContainedCompiler compiler(dialect());
  const auto compile = [&](const std::string& source, std::span<const std::string> kernels) {
    return compiler.code(source, kernels, context.device.info().architecture, context.recorder, context.stop);
  };
  STRATA_ASSIGN(const RunTimeCompiler::Code code, compileOwnSource(compile, unit.text, unit.operation, unit.kernels));
  STRATA_ASSIGN(const std::shared_ptr<GpuModule> module, GpuModule::load(code.object));
  std::map<std::string, KernelEntry, std::less<>> entries;
  for (std::size_t i = 0; i < unit.kernels.size(); ++i) {
    const auto& [asked, own] = unit.kernels[i];
    STRATA_ASSIGN(entries[asked], module->kernel(keptName(own), code.symbols[i]));
  }
  return KernelFinder([module, entries = std::move(entries)](std::string_view kernel) {
    const auto found = entries.find(kernel);
    return found == entries.end() ? KernelEntry{} : found->second;
  });
}

}  // namespace

int gpuAgentMain(int argc, char** argv, GpuVendor vendor) {
  if (const auto status = compiledAsTold(argc, argv, vendor.compilesNow)) return *status;
  const auto agent = std::make_shared<GpuAgent>();
  agent->vendor = std::move(vendor);
  AgentParts parts;
  parts.name = agent->vendor.agent;
  parts.targets = agent->vendor.targets;
  parts.openDevice = [agent](int index) { return openDevice(*agent, index); };
  parts.observe = [agent](Device& device, TraceRecorder& recorder) {
    const std::shared_ptr<GpuObservation> observation = agent->vendor.observe(device, recorder);
    agent->observation = observation;
    return std::static_pointer_cast<void>(observation);
  };
  parts.settle = [agent] {
    if (const auto observation = agent->observation.lock()) observation->settle();
  };
  parts.probeStoreys = [agent](Device* device, ProbeDepth depth) {
    return probeGpuStack(agent->vendor.stack, device, agent->observation.lock().get(), agent->unavailable, depth);
  };
  const auto atRunTime = [agent](const Operation& operation, WorkContext& context) {
    return runTimeRoutines(operation, [agent, &context](const Operation& asked, std::span<const std::string> kernels) {
      return compileNow(agent->vendor.compilesNow, asked, kernels, context);
    });
  };
  parts.workloads =
      allWorkloads({.routines = gpuRoutines(agent->vendor),
                    .resources = resourcesOf,
                    .roofs = RoofKeeper(),
                    .atRunTime = atRunTime,
                    .own = {.compile = [agent](const OwnUnit& unit, OwnBuild build, WorkContext& context) {
                      return compileOwn(agent->vendor.compilesNow, unit, build, context);
                    }}});
  parts.compile = compileWith(runTimeBuilder(agent->vendor.compilesNow));
  return agentMain(argc, argv, std::move(parts));
}

}  // namespace strata::inline agent
