#include "engine/backends/gpu/gpu_error.h"

namespace strata::gpu {
namespace {

ErrorCode codeOf(gpuError error) {
  if (error == kOutOfMemory) return ErrorCode::OutOfMemory;
  if (error == kNoDevice || error == kInsufficientDriver) return ErrorCode::Unavailable;
  return ErrorCode::Internal;
}

Storey storeyOf(gpuError error) {
  if (error == kInsufficientDriver) return Storey::Driver;
  if (error == kNoDevice) return Storey::Hardware;
  return Storey::Runtime;
}

}  // namespace

Error makeError(gpuError error, const char* function, std::string_view tried) {
  (void)gpuGetLastError();  // an error that does not stick to the device must not come out of a later call
  std::string message(tried);
  message += " failed: ";
  message += function;
  message += " answered ";
  message += gpuGetErrorName(error);
  message += " (";
  message += gpuGetErrorString(error);
  message += ").";
  if (error == kOutOfMemory) message += " Choose a smaller size, or free memory that other programs hold on this GPU.";
  return {codeOf(error), message, storeyOf(error)};
}

}  // namespace strata::gpu
