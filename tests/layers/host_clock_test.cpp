#include <gtest/gtest.h>

#include "engine/backends/cpu/cpu_device.h"
#include "layers/workloads/frames/device_clock.h"

namespace strata {
namespace {

TEST(HostClock, OfTheProcessorIsNeverGuessed) {
  const auto device = std::move(openCpuDevice(0)).value();
  const auto stream = device->createStream().value();
  const auto event = device->createEvent().value();
  EXPECT_FALSE(event->hostTime()) << "not recorded";
  HostTime moved;  // a clock on which each round trip takes long
  const auto clock = DeviceClock::calibrate(*device, *stream, [&] { return moved = moved + Duration{10'000'000}; });
  ASSERT_TRUE(clock.ok());
  const HostTime before = hostNow();
  ASSERT_TRUE(stream->record(*event).ok());
  ASSERT_TRUE(event->synchronize().ok());
  const HostTime after = hostNow();
  const auto moment = clock.value().timeOf(*event);
  ASSERT_TRUE(moment.ok());
  EXPECT_EQ(moment.value().error, Duration{});
  EXPECT_GE(moment.value().time, before);
  EXPECT_LE(moment.value().time, after);
}

}  // namespace
}  // namespace strata
