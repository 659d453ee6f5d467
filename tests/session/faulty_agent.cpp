#include <chrono>
#include <cstdint>
#include <thread>

#include "engine/backends/cpu/cpu_device.h"
#include "engine/base/time.h"
#include "engine/protocol/agent_loop.h"
#include "kernels/compat/device.h"
#include "layers/runtime/stack_observer.h"

// An agent over the CPU device whose kernels go wrong on demand; its device 1 does not open.

__global__ void fill(int* data, int value) {
  data[threadIdx.x] = value;
}

__global__ void endless(volatile int* data, int) {
  while (data[0] != -1) data[1] = data[0];
}

/// A block takes 5 ms.
__global__ void slow(int* data, int) {
  const strata::HostTime begin = strata::hostNow();
  while (threadIdx.x == 0 && strata::hostNow() - begin < strata::Duration{5'000'000}) data[0] = 0;
}

__global__ void strays(int* data, int value) {
  *reinterpret_cast<volatile int*>(static_cast<std::uintptr_t>(value) * 16) = data[0];
}

namespace strata {
namespace {

KernelEntry kernelFor(const std::string& what) {
  if (what == "endless") return kernelEntry<endless>("endless<1>");
  if (what == "slow") return kernelEntry<slow>("slow");
  if (what == "strays") return kernelEntry<strays>("strays");
  return kernelEntry<fill>("fill");
}

class Faults final : public Workload {
 public:
  Faults() {
    m_info.name = "faults";
    ParameterInfo kernel;
    kernel.name = "kernel";
    kernel.type = ParameterInfo::Type::Text;
    kernel.defaultValue = "fill";
    m_info.parameters = {kernel};
  }

  const ExperimentInfo& info() const override { return m_info; }

  Result<void> run(const Request& request, WorkContext& context) override {
    const std::string what = request.parameters["kernel"];
    STRATA_ASSIGN(auto stream, context.device.createStream());
    STRATA_ASSIGN(auto memory, context.device.allocate(256 * sizeof(int), MemoryKind::Device));
    STRATA_TRY(launch(*stream, "fill", *memory));
    STRATA_TRY(stream->synchronize());
    context.progress(what, 0.5);
    STRATA_TRY(launch(*stream, what, *memory));
    if (what == "is lost")
      return Error{ErrorCode::AgentDied, "Waiting for fill failed: the context is lost.", Storey::Hardware};
    return stream->synchronize();
  }

  Result<SessionMessage> fetch(std::string_view) override { return Error{ErrorCode::Usage, "there is none"}; }

 private:
  static Result<void> launch(Stream& stream, const std::string& what, Buffer& memory) {
    void* data = memory.data();
    int value = 1;
    void* arguments[] = {&data, &value};
    const std::uint32_t blocks = what == "slow" ? 1'000'000 : 1;
    return stream.launch(kernelFor(what), {{blocks, 1, 1}, {32, 1, 1}, 0}, arguments);
  }

  ExperimentInfo m_info;
};

Result<std::unique_ptr<Device>> open(int index) {
  if (index == 0) return openCpuDevice(0);
  for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
}

}  // namespace
}  // namespace strata

int main(int argc, char** argv) {
  using namespace strata;
  AgentParts parts;
  parts.name = "faulty-agent";
  parts.openDevice = open;
  parts.observe = observeStack;
  parts.workloads.push_back(std::make_unique<Faults>());
  return agentMain(argc, argv, std::move(parts));
}
