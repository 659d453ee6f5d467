#pragma once

#include <string>
#include <string_view>

#include "engine/backends/gpu/gpu_api.h"
#include "engine/base/result.h"
#include "engine/device/device_observer.h"

namespace strata::gpu {

/// The vendor's error as ours: `tried` is what was attempted ("Waiting for matmul_tiled<32>"). AgentDied where the
/// error sticks to the device (an illegal address, a lost device), so that nothing in this process can use it any more.
Error makeError(gpuError error, const char* function, std::string_view tried);

/// The same of a call that a device or driver may refuse: that is no bug but Unsupported.
inline Result<void> asUnsupported(Result<void> done) {
  if (done.ok() || done.error().code != ErrorCode::Internal) return done;
  return Error{ErrorCode::Unsupported, done.error().message, done.error().storey};
}

/// Calls the vendor's runtime and tells the observer, if there is one. `function` has static storage.
template <class Function>
Result<void> call(DeviceObserver* observer, const char* function, std::string_view tried, Function&& invoke) {
  if (observer) observer->apiBegin(ApiDomain::Runtime, function);
  const gpuError error = invoke();
  if (observer) observer->apiEnd(ApiDomain::Runtime);
  if (error == kSuccess) return {};
  return makeError(error, function, tried);
}

}  // namespace strata::gpu
