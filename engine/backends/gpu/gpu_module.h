#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/device/kernel.h"

namespace strata::inline backends {

/// Device code that was compiled while the program runs, loaded on the current device and unloaded with the object.
class GpuModule {
 public:
  /// The error is the driver's: it is the driver that loads.
  static Result<std::unique_ptr<GpuModule>> load(std::span<const char> code);
  ~GpuModule();
  GpuModule(const GpuModule&) = delete;
  GpuModule& operator=(const GpuModule&) = delete;

  /// `name` as profilers show it, in static storage; `symbol` as the compiler calls it. Must not outlive the module.
  Result<KernelEntry> kernel(std::string_view name, const std::string& symbol) const;

 private:
  explicit GpuModule(void* handle) : m_handle(handle) {}
  void* m_handle;
};

}  // namespace strata::inline backends
