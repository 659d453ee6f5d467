#pragma once

#include <cstring>
#include <string_view>
#include <vector>

#include "tests/backends/device_conformance.h"
#include "tests/backends/language_entries.h"

namespace strata {

/// What kernels may use on every Device (kernels/compat/device.h). Expected values are worked out on the host from what
/// CUDA's documentation says.
class LanguageConformance : public DeviceConformance {
 protected:
  void SetUp() override;

  int wave() const { return static_cast<int>(m_device->info().waveSize); }

  template <class T>
  std::unique_ptr<Buffer> upload(const std::vector<T>& values) {
    auto host = allocate(values.size() * sizeof(T), MemoryKind::Pageable);
    auto device = allocate(values.size() * sizeof(T), MemoryKind::Device);
    std::memcpy(host->data(), values.data(), host->bytes());
    EXPECT_TRUE(m_stream->copy(*device, *host, host->bytes()).ok());
    return device;
  }

  template <class T>
  std::vector<T> download(const Buffer& device) {
    auto host = allocate(device.bytes(), MemoryKind::Pageable);
    EXPECT_TRUE(m_stream->copy(*host, device, device.bytes()).ok());
    const auto values = host->span<T>();
    return {values.begin(), values.end()};
  }

  template <class... Arguments>
  void launch(std::string_view kernel, LaunchShape shape, Arguments... arguments) {
    void* pointers[] = {&arguments...};
    const auto launched = m_stream->launch(languageKernel(kernel), shape, pointers);
    EXPECT_TRUE(launched.ok()) << launched.error().message;
    const auto done = m_stream->synchronize();
    EXPECT_TRUE(done.ok()) << done.error().message;
  }

  /// One block of as many threads as there are values, which the kernel changes in place.
  template <class T, class... Arguments>
  std::vector<T> change(std::string_view kernel, const std::vector<T>& values, Arguments... arguments) {
    auto device = upload(values);
    launch(kernel, {{1, 1, 1}, {static_cast<std::uint32_t>(values.size()), 1, 1}, 0}, device->data(), arguments...);
    return download<T>(*device);
  }

 private:
  std::unique_ptr<Stream> m_stream;
};

}  // namespace strata
