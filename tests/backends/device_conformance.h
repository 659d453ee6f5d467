#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "engine/device/device.h"

namespace strata {

/// Kernels the suite launches; each backend brings its own build of tests/backends/conformance_kernels.cuh.
struct ConformanceKernels {
  KernelEntry addOne;       ///< (float* data, int count): data[i] += 1
  KernelEntry reverse;      ///< (int* data): each block of 256 reverses its 256 elements through shared memory
  KernelEntry spin;         ///< (long long* data, long long rounds): one thread counts up to rounds
  KernelEntry coordinates;  ///< (unsigned* out): each thread writes its own flattened index + 1 at that index
  KernelEntry
      leaveEarly;  ///< (int* out, int stay): threads below stay pass barriers; out[block] = sum of their 3 phases
};

/// A backend under test.
struct DeviceUnderTest {
  std::string name;
  std::function<Result<std::unique_ptr<Device>>()> open;
  ConformanceKernels kernels;
  std::map<std::string, std::string> exceptions{};  ///< tests this backend is known to fail, and why
};

/// What every Device has to do. A backend's test file instantiates the suite with itself.
class DeviceConformance : public testing::TestWithParam<DeviceUnderTest> {
 protected:
  void SetUp() override;

  std::unique_ptr<Buffer> allocate(std::size_t bytes, MemoryKind kind);
  std::unique_ptr<Stream> stream();
  std::unique_ptr<Event> event();
  const ConformanceKernels& kernels() const { return GetParam().kernels; }

  std::unique_ptr<Device> m_device;
};

}  // namespace strata
