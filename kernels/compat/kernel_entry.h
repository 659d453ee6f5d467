#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "engine/device/kernel.h"

namespace strata {

#if defined(STRATA_DEVICE_CPU)

/// Calls a kernel as one thread, with its parameters taken from an array of pointers to them.
template <auto kernel>
struct CpuKernel;

template <class... Parameters, void (*kernel)(Parameters...)>
struct CpuKernel<kernel> {
  static constexpr std::uint32_t kParameterBytes[] = {sizeof(Parameters)...};

  static void run(void** arguments) { call(arguments, std::index_sequence_for<Parameters...>{}); }

 private:
  template <std::size_t... i>
  static void call(void** arguments, std::index_sequence<i...>) {
    kernel(*static_cast<Parameters*>(arguments[i])...);
  }
};

#endif

/// What a Stream of this build's device launches: kernelEntry<naive>("naive"). A kernel has at least one parameter.
template <auto kernel>
KernelEntry kernelEntry(std::string_view name) {
#if defined(STRATA_DEVICE_CPU)
  const CpuThreadFunction function = CpuKernel<kernel>::run;
  return {name, reinterpret_cast<const void*>(function), CpuKernel<kernel>::kParameterBytes};
#else
  return {name, reinterpret_cast<const void*>(kernel)};
#endif
}

}  // namespace strata
