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

/// Whether the device's context is gone for good. A device of which a stream captures cannot be asked, and is well.
bool contextIsLost() {
  const gpuError left = gpuDeviceSynchronize();
  return left != kSuccess && left != kCaptureUnsupported;
}

}  // namespace

Error makeError(gpuError error, const char* function, std::string_view tried) {
  (void)gpuGetLastError();  // an error that does not stick to the device must not come out of a later call
  const bool lost = codeOf(error) == ErrorCode::Internal && contextIsLost();
  std::string message(tried);
  message += " failed: ";
  message += function;
  message += " answered ";
  message += gpuGetErrorName(error);
  message += " (";
  message += gpuGetErrorString(error);
  message += ").";
  if (error == kOutOfMemory) message += " Choose a smaller size, or free memory that other programs hold on this GPU.";
  if (!lost) return {codeOf(error), message, storeyOf(error)};
  message += " The device's context is lost: this agent ends, and the next Run starts a new one.";
  return {ErrorCode::AgentDied, message, Storey::Hardware};
}

}  // namespace strata::gpu
