#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "engine/trace/clock_sync.h"

namespace strata {
namespace {

/// How far a mapped time may lie outside the two clock readings around it: the stated error and the drift since.
constexpr std::int64_t kDrift = 100'000;

void expectNow(const HostClockSync& clock) {
  const HostTime before = hostNow();
  const HostTime mapped = clock.toHostTime(hostTicks());
  const HostTime after = hostNow();
  EXPECT_GE(mapped.ns, before.ns - clock.errorNs() - kDrift);
  EXPECT_LE(mapped.ns, after.ns + clock.errorNs() + kDrift);
}

/// Refreshes when enough time has passed for that to mean something.
void refreshAnew(HostClockSync& clock) {
  const HostTime due = hostNow() + Duration{2'100'000};
  while (hostNow() < due) {
  }
  clock.refresh();
}

TEST(HostClock, AgreesWithTheMonotonicClock) {
  HostClockSync clock;
  EXPECT_GE(clock.errorNs(), 0);
  expectNow(clock);
  for (int i = 0; i < 10; ++i) {
    refreshAnew(clock);
    expectNow(clock);
  }
}

TEST(HostClock, TicksGrow) {
  std::uint64_t last = hostTicks().ticks;
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t now = hostTicks().ticks;
    EXPECT_GE(now, last);
    last = now;
  }
}

TEST(HostClock, NeverGoesBackWhenRefreshed) {
  HostClockSync clock;
  std::vector<HostTicks> ticks;
  std::vector<HostTime> mapped;
  for (int round = 0; round < 40; ++round) {
    for (int i = 0; i < 50; ++i) {
      ticks.push_back(hostTicks());
      if (i < 25) mapped.push_back(clock.toHostTime(ticks.back()));
    }
    refreshAnew(clock);
    while (mapped.size() < ticks.size()) mapped.push_back(clock.toHostTime(ticks[mapped.size()]));
  }
  for (std::size_t i = 1; i < mapped.size(); ++i) EXPECT_LE(mapped[i - 1], mapped[i]) << i;
  for (std::size_t i = 0; i < mapped.size(); ++i)
    EXPECT_EQ(clock.toHostTime(ticks[i]), mapped[i]) << "a time already given must not change";
}

TEST(HostClock, ReadersMayReadWhileItIsRefreshed) {
  HostClockSync clock;
  std::atomic<bool> stop{false};
  std::vector<std::thread> readers;
  std::atomic<int> backwards{0}, started{0};
  for (int i = 0; i < 2; ++i)
    readers.emplace_back([&] {
      HostTime last;
      ++started;
      while (!stop) {
        const HostTime now = clock.toHostTime(hostTicks());
        if (now < last) ++backwards;
        last = now;
      }
    });
  while (started < 2) std::this_thread::yield();
  for (int i = 0; i < 40; ++i) refreshAnew(clock);
  stop = true;
  for (std::thread& reader : readers) reader.join();
  EXPECT_EQ(backwards, 0);
}

}  // namespace
}  // namespace strata
