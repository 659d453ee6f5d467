#pragma once

#include <cstddef>
#include <memory>

#include "engine/backends/gpu/gpu_api.h"
#include "engine/backends/gpu/gpu_context.h"
#include "engine/base/result.h"
#include "engine/base/shared_memory.h"

namespace strata::gpu {

/// A part of a descriptor's host memory, locked and known to the device as long as this object lives; the device is
/// waited for before it goes.
class RegisteredMemory {
 public:
  /// The memory has `allBytes`; of these the `bytes` at `offset` are registered, from the beginning of their page.
  static Result<std::unique_ptr<RegisteredMemory>> map(GpuContext& context, int fd, std::size_t allBytes,
                                                       std::size_t offset, std::size_t bytes);
  ~RegisteredMemory();
  RegisteredMemory(const RegisteredMemory&) = delete;
  RegisteredMemory& operator=(const RegisteredMemory&) = delete;

  std::byte* data() const { return m_data; }          ///< of the part
  std::byte* onDevice() const { return m_onDevice; }  ///< the same as kernels find it

 private:
  RegisteredMemory(GpuContext& context, MappedMemory memory) : m_context(context), m_memory(std::move(memory)) {}

  GpuContext& m_context;
  MappedMemory m_memory;
  std::byte* m_registered = nullptr;  ///< the page; nullptr: it is not
  std::byte *m_data = nullptr, *m_onDevice = nullptr;
};

}  // namespace strata::gpu
