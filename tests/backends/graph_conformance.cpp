#include <cstring>
#include <functional>

#include "tests/backends/device_conformance.h"

namespace strata {
namespace {

constexpr int kElements = 1000;

/// A vector of floats in device memory, with pinned memory to fill it from and to bring it back to.
struct Numbers {
  std::unique_ptr<Buffer> device, host;
  float* data;
  int count = kElements;

  Result<void> fill(Stream& stream, float value) {
    for (float& each : host->span<float>()) each = value;
    return stream.copy(*device, *host, host->bytes());
  }
  Result<void> addOne(Stream& stream, const KernelEntry& kernel) {
    void* arguments[] = {&data, &count};
    return stream.launch(kernel, {{4, 1, 1}, {256, 1, 1}, 0}, arguments);
  }
  /// Of all elements, which are alike; -1 if they are not.
  float value(Stream& stream) {
    EXPECT_TRUE(stream.copy(*host, *device, host->bytes()).ok());
    EXPECT_TRUE(stream.synchronize().ok());
    const auto all = host->span<const float>();
    for (const float each : all)
      if (each != all[0]) return -1;
    return all[0];
  }
};

Numbers numbers(Device& device) {
  constexpr std::size_t kBytes = kElements * sizeof(float);
  Numbers n{device.allocate(kBytes, MemoryKind::Device).value(), device.allocate(kBytes, MemoryKind::Pinned).value(),
            nullptr};
  n.data = static_cast<float*>(n.device->data());
  return n;
}

std::string refusal(Stream& stream, const std::function<Result<void>()>& enqueue) {
  const auto graph = stream.capture(enqueue);
  EXPECT_FALSE(graph.ok());
  if (graph.ok()) return {};
  EXPECT_EQ(graph.error().code, ErrorCode::Usage) << graph.error().message;
  return graph.error().message;
}

TEST_P(DeviceConformance, CapturedWorkIsDoneAtEachLaunchAndNotBefore) {
  auto queue = stream();
  Numbers n = numbers(*m_device);
  ASSERT_TRUE(n.fill(*queue, 10).ok());
  ASSERT_EQ(n.value(*queue), 10);
  auto graph = queue->capture([&]() -> Result<void> {
    for (int i = 0; i < 3; ++i) STRATA_TRY(n.addOne(*queue, kernels().addOne));
    return {};
  });
  ASSERT_TRUE(graph.ok()) << graph.error().message;
  EXPECT_EQ(graph.value()->size(), 3u);
  EXPECT_EQ(n.value(*queue), 10) << "captured, not done";
  for (int i = 1; i <= 5; ++i) {
    ASSERT_TRUE(graph.value()->launch().ok());
    EXPECT_EQ(n.value(*queue), static_cast<float>(10 + 3 * i));
  }
}

TEST_P(DeviceConformance, AGraphReadsWhatStandsInItsTensorsNow) {
  auto queue = stream();
  Numbers n = numbers(*m_device);
  auto graph = queue->capture([&] { return n.addOne(*queue, kernels().addOne); });
  ASSERT_TRUE(graph.ok()) << graph.error().message;
  for (const float value : {5.f, 100.f, -7.f}) {
    ASSERT_TRUE(n.fill(*queue, value).ok());
    ASSERT_TRUE(graph.value()->launch().ok());
    EXPECT_EQ(n.value(*queue), value + 1);
  }
}

TEST_P(DeviceConformance, AGraphKeepsItsArgumentsAndItsPlaceInTheStream) {
  auto queue = stream();
  Numbers n = numbers(*m_device);
  auto graph = queue->capture([&] { return n.addOne(*queue, kernels().addOne); });
  ASSERT_TRUE(graph.ok()) << graph.error().message;
  ASSERT_TRUE(n.fill(*queue, 0).ok());
  n.count = 0;  // a launch of its own would do nothing now
  for (int i = 0; i < 200; ++i) ASSERT_TRUE(graph.value()->launch().ok());
  n.count = kElements;
  ASSERT_TRUE(n.addOne(*queue, kernels().addOne).ok());
  ASSERT_TRUE(graph.value()->launch().ok());
  EXPECT_EQ(n.value(*queue), 202);
}

TEST_P(DeviceConformance, CopiesOfPinnedMemoryArePartOfAGraph) {
  auto queue = stream();
  Numbers n = numbers(*m_device);
  if (n.host->kind() != MemoryKind::Pinned) GTEST_SKIP() << "this user may lock no memory";
  auto back = allocate(kElements * sizeof(float), MemoryKind::Pinned);
  auto graph = queue->capture([&]() -> Result<void> {
    STRATA_TRY(queue->copy(*n.device, *n.host, n.host->bytes()));
    STRATA_TRY(n.addOne(*queue, kernels().addOne));
    return queue->copy(*back, *n.device, back->bytes());
  });
  ASSERT_TRUE(graph.ok()) << graph.error().message;
  EXPECT_EQ(graph.value()->size(), 3u);
  for (const float value : {1.f, 2.f}) {
    for (float& each : n.host->span<float>()) each = value;
    ASSERT_TRUE(graph.value()->launch().ok());
    ASSERT_TRUE(queue->synchronize().ok());
    EXPECT_EQ(back->span<float>()[kElements - 1], value + 1);
  }
}

TEST_P(DeviceConformance, WhatCannotBeCapturedIsNamedAndTheStreamGoesOn) {
  auto queue = stream();
  Numbers n = numbers(*m_device);
  auto mark = event();
  auto pageable = allocate(64, MemoryKind::Pageable);
  auto other = queue->capture([&] { return n.addOne(*queue, kernels().addOne); });
  ASSERT_TRUE(other.ok()) << other.error().message;
  const auto inside = [&](const std::function<Result<void>()>& last) {
    return refusal(*queue, [&]() -> Result<void> {
      STRATA_TRY(n.addOne(*queue, kernels().addOne));
      return last();
    });
  };
  EXPECT_NE(inside([&] { return queue->synchronize(); }).find("A wait for the stream cannot be captured"),
            std::string::npos);
  EXPECT_NE(inside([&] { return queue->copy(*n.device, *pageable, 64); }).find("A copy of pageable memory"),
            std::string::npos);
  EXPECT_NE(inside([&] { return queue->record(*mark); }).find("An event"), std::string::npos);
  EXPECT_NE(inside([&] { return queue->wait(*mark); }).find("A wait for an event"), std::string::npos);
  EXPECT_NE(inside([&] { return other.value()->launch(); }).find("A graph"), std::string::npos);
  EXPECT_NE(inside([&]() -> Result<void> {
              STRATA_TRY(queue->capture([&] { return n.addOne(*queue, kernels().addOne); }));
              return {};
            }).find("Another capture"),
            std::string::npos);
  EXPECT_NE(refusal(*queue, [] { return Result<void>(); }).find("no graph to launch"), std::string::npos);

  ASSERT_TRUE(n.fill(*queue, 0).ok());
  ASSERT_TRUE(n.addOne(*queue, kernels().addOne).ok());
  ASSERT_TRUE(other.value()->launch().ok());
  EXPECT_EQ(n.value(*queue), 2) << "nothing of the captures that failed is left";
}

TEST_P(DeviceConformance, ALaunchThatIsRefusedEndsTheCapture) {
  auto queue = stream();
  Numbers n = numbers(*m_device);
  const auto graph = queue->capture([&]() -> Result<void> {
    STRATA_TRY(n.addOne(*queue, kernels().addOne));
    return queue->launch(kernels().addOne, {{0, 1, 1}, {256, 1, 1}, 0}, {});
  });
  ASSERT_FALSE(graph.ok());
  EXPECT_NE(graph.error().message.find("empty grid"), std::string::npos) << graph.error().message;
  ASSERT_TRUE(n.fill(*queue, 1).ok());
  EXPECT_EQ(n.value(*queue), 1);
}

}  // namespace
}  // namespace strata
