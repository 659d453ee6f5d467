#pragma once

#include <cstddef>
#include <memory>

#include "engine/backends/gpu/gpu_api.h"
#include "engine/backends/gpu/gpu_context.h"
#include "engine/base/result.h"
#include "engine/base/shared_memory.h"

namespace strata::gpu {

/// Host memory of a descriptor, mapped, locked and known to the device as long as this object lives; the device is
/// waited for before it goes.
class RegisteredMemory {
 public:
  static Result<std::unique_ptr<RegisteredMemory>> map(GpuContext& context, int fd, std::size_t bytes);
  ~RegisteredMemory();
  RegisteredMemory(const RegisteredMemory&) = delete;
  RegisteredMemory& operator=(const RegisteredMemory&) = delete;

  std::byte* data() const { return m_memory.data(); }
  std::byte* onDevice() const { return m_onDevice; }  ///< the same as kernels find it

 private:
  RegisteredMemory(GpuContext& context, MappedMemory memory) : m_context(context), m_memory(std::move(memory)) {}

  GpuContext& m_context;
  MappedMemory m_memory;
  bool m_registered = false;
  std::byte* m_onDevice = nullptr;
};

}  // namespace strata::gpu
