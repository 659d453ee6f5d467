#include <string>
#include <utility>

#include "tests/backends/device_conformance.h"

namespace strata {

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(DeviceConformance);

void DeviceConformance::SetUp() {
  const std::string test = testing::UnitTest::GetInstance()->current_test_info()->name();
  const auto known = GetParam().exceptions.find(test.substr(0, test.find('/')));
  if (known != GetParam().exceptions.end()) GTEST_SKIP() << known->second;
  auto device = GetParam().open();
  if (!device.ok()) GTEST_SKIP() << device.error().message;
  m_device = std::move(device).value();
}

std::unique_ptr<Buffer> DeviceConformance::allocate(std::size_t bytes, MemoryKind kind) {
  auto buffer = m_device->allocate(bytes, kind);
  EXPECT_TRUE(buffer.ok()) << buffer.error().message;
  return buffer.ok() ? std::move(buffer).value() : nullptr;
}

std::unique_ptr<Stream> DeviceConformance::stream() {
  return std::move(m_device->createStream()).value();
}
std::unique_ptr<Event> DeviceConformance::event() {
  return std::move(m_device->createEvent()).value();
}

}  // namespace strata
