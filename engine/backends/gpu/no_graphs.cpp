// In place of gpu_graph.cpp, for HIP-CPU.

#include "engine/backends/gpu/gpu_stream.h"
#include "engine/device/device_checks.h"

namespace strata::gpu {

Result<std::unique_ptr<Graph>> GpuStream::capture(const std::function<Result<void>()>&) {
  return noGraphs(m_context.info);
}

}  // namespace strata::gpu
