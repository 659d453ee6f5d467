#include "engine/backends/gpu/gpu_module.h"

#include "engine/backends/gpu/gpu_error.h"

namespace strata::inline backends {
namespace {

template <class Function>
Result<void> driverCall(const char* function, std::string_view tried, Function&& invoke) {
  const auto done = gpu::call(nullptr, function, tried, invoke);
  if (done.ok()) return {};
  Error error = done.error();
  error.storey = Storey::Driver;
  return error;
}

}  // namespace

Result<std::unique_ptr<GpuModule>> GpuModule::load(std::span<const char> code) {
  gpu::gpuModule module{};
  STRATA_TRY(driverCall(STRATA_GPU_DRIVER_NAME(ModuleLoadData), "Loading code that was compiled just now",
                        [&] { return gpu::gpuModuleLoad(&module, code.data()); }));
  return std::unique_ptr<GpuModule>(new GpuModule(module));
}

GpuModule::~GpuModule() {
  (void)gpu::gpuModuleUnload(static_cast<gpu::gpuModule>(m_handle));
}

Result<KernelEntry> GpuModule::kernel(std::string_view name, const std::string& symbol) const {
  gpu::gpuFunction function{};
  STRATA_TRY(driverCall(STRATA_GPU_DRIVER_NAME(ModuleGetFunction), "Finding " + symbol, [&] {
    return gpu::gpuModuleGetFunction(&function, static_cast<gpu::gpuModule>(m_handle), symbol.c_str());
  }));
  return KernelEntry{.name = name, .function = function, .loaded = true};
}

}  // namespace strata::inline backends
