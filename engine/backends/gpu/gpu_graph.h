#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "engine/backends/gpu/gpu_api.h"
#include "engine/backends/gpu/gpu_stream.h"
#include "engine/base/result.h"
#include "engine/device/device.h"

namespace strata::gpu {

/// A graph as the vendor's runtime starts it. Without a profiler it is timed as a whole.
class GpuGraph final : public Graph {
 public:
  /// Of what `stream` captured; Usage where that is nothing.
  static Result<std::unique_ptr<Graph>> instantiate(GpuStream& stream, gpuGraph captured);
  ~GpuGraph() override;
  std::size_t size() const override { return m_size; }
  Result<void> launch() override;

 private:
  GpuGraph(GpuStream& stream, gpuGraphExec executable, std::size_t size);

  GpuStream& m_stream;
  gpuGraphExec m_executable;
  std::size_t m_size;
  std::string m_name;
};

}  // namespace strata::gpu
