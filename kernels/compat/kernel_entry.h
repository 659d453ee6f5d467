#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "engine/device/kernel.h"

namespace strata::inline compat {

#if defined(STRATA_DEVICE_CPU)

/// Calls a kernel as one thread, with its parameters taken from an array of pointers to them.
template <auto kernel>
struct CpuKernel;

template <class... Parameters, void (*kernel)(Parameters...)>
struct CpuKernel<kernel> {
  static constexpr std::array<std::uint32_t, sizeof...(Parameters)> kParameterBytes = {sizeof(Parameters)...};

  static void run(void** arguments) { call(arguments, std::index_sequence_for<Parameters...>{}); }

 private:
  template <std::size_t... i>
  static void call([[maybe_unused]] void** arguments, std::index_sequence<i...>) {
    kernel(*static_cast<Parameters*>(arguments[i])...);
  }
};

#elif defined(STRATA_HIP_CPU)

/// Starts a kernel of HIP-CPU, which wants its type, from an array of pointers to its parameters.
template <auto kernel>
struct HipCpuKernel;

template <class... Parameters, void (*kernel)(Parameters...)>
struct HipCpuKernel<kernel> {
  static void run(Parameters... parameters) {
    cpu::beginThread();
    kernel(parameters...);
    cpu::endThread();
  }

  static void launch(dim3 grid, dim3 block, std::size_t sharedBytes, hipStream_t stream, void** arguments) {
    call(grid, block, sharedBytes, stream, arguments, std::index_sequence_for<Parameters...>{});
  }

 private:
  template <std::size_t... i>
  static void call(dim3 grid, dim3 block, std::size_t sharedBytes, hipStream_t stream, void** arguments,
                   std::index_sequence<i...>) {
    hipLaunchKernelGGL(run, grid, block, sharedBytes, stream, *static_cast<Parameters*>(arguments[i])...);
  }
};

#endif

/// What a Stream of this build's device launches: kernelEntry<naive>("naive").
template <auto kernel>
KernelEntry kernelEntry(std::string_view name) {
#if defined(STRATA_DEVICE_CPU)
  const CpuThreadFunction function = CpuKernel<kernel>::run;
  return {name, reinterpret_cast<const void*>(function), CpuKernel<kernel>::kParameterBytes};
#elif defined(STRATA_HIP_CPU)
  return {name, reinterpret_cast<const void*>(&HipCpuKernel<kernel>::launch)};
#else
  return {name, reinterpret_cast<const void*>(kernel)};
#endif
}

/// The same of a kernel that waits by itself for the one before.
template <auto kernel>
KernelEntry waitingKernelEntry(std::string_view name) {
  KernelEntry entry = kernelEntry<kernel>(name);
  entry.waits = true;
  return entry;
}

/// The same of a kernel that some builds have not: there it is no function, and is not launched.
template <auto kernel>
KernelEntry kernelEntryIf(bool built, std::string_view name) {
  KernelEntry entry = kernelEntry<kernel>(name);
  if (!built) entry.function = nullptr;
  return entry;
}

}  // namespace strata::inline compat
