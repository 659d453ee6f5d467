#include "layers/workloads/frames/device_clock.h"

#include <gtest/gtest.h>

#include <optional>
#include <string_view>

#include "engine/backends/null/null_device.h"

namespace strata {
namespace {

constexpr Duration kSecond{1'000'000'000};

/// A device with a clock of its own that stands still, and a host whose clock goes by what a round trip to it takes.
class DeviceClockTest : public testing::Test {
 protected:
  DeviceClockTest() {
    NullScript script;
    script.fail = [this](std::string_view call) -> std::optional<Error> {
      if (call == "strataEventSynchronize") m_now = m_now + m_trip, ++m_trips;
      return std::nullopt;
    };
    m_device = createNullDevice(script);
    m_stream = m_device->createStream().value();
    m_event = m_device->createEvent().value();
    EXPECT_TRUE(m_stream->record(*m_event).ok());
  }

  DeviceClock calibrate() {
    return std::move(DeviceClock::calibrate(*m_device, *m_stream, [this] { return m_now; })).value();
  }
  void renewAfter(DeviceClock& clock, Duration passed, Duration trip) {
    m_now = m_now + passed;
    m_trip = trip;
    ASSERT_TRUE(clock.renew(*m_device, *m_stream).ok());
  }
  DeviceClock::Moment moment(const DeviceClock& clock) { return clock.timeOf(*m_event).value(); }

  HostTime m_now{kSecond.ns};
  Duration m_trip{1000};
  int m_trips = 0;
  std::unique_ptr<Device> m_device;
  std::unique_ptr<Stream> m_stream;
  std::unique_ptr<Event> m_event;
};

TEST_F(DeviceClockTest, IsRightWithinHalfOfTheBestRoundTrip) {
  const DeviceClock clock = calibrate();
  EXPECT_EQ(moment(clock).error, Duration{500});
  EXPECT_EQ(moment(clock).time, HostTime{kSecond.ns + 500});
}

TEST_F(DeviceClockTest, IsNotMovedByACalibrationThatIsWorse) {
  DeviceClock clock = calibrate();
  const HostTime before = moment(clock).time;
  renewAfter(clock, kSecond, Duration{10'000'000});
  EXPECT_EQ(moment(clock).time, before) << "a busy machine says nothing new";
  EXPECT_EQ(moment(clock).error, Duration{500});
}

TEST_F(DeviceClockTest, IsMovedByABetterOne) {
  DeviceClock clock = calibrate();
  renewAfter(clock, kSecond, Duration{100});
  EXPECT_EQ(moment(clock).error, Duration{50});
}

TEST_F(DeviceClockTest, GrowsUnsureWithAge) {
  DeviceClock clock = calibrate();
  renewAfter(clock, {1000 * kSecond.ns}, Duration{10'000'000});
  EXPECT_EQ(moment(clock).error, Duration{5'000'000}) << "after so long the one before is right within 100 ms";
}

TEST_F(DeviceClockTest, IsCalibratedOnceASecondWhateverCameOfIt) {
  DeviceClock clock = calibrate();
  renewAfter(clock, kSecond, Duration{1'000'000});
  const int trips = m_trips;
  renewAfter(clock, Duration{500'000'000}, Duration{1'000'000});
  EXPECT_EQ(m_trips, trips);
}

}  // namespace
}  // namespace strata
