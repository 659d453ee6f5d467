#include "engine/base/mutex.h"

#include <gtest/gtest.h>

#include <thread>

namespace strata {
namespace {

constexpr Duration kMoment{20'000'000}, kForever{60'000'000'000};

/// What one thread tells another.
struct News {
  Mutex mutex;
  Condition changed;
  bool told STRATA_GUARDED_BY(mutex) = false;

  void tell() {
    {
      const Lock lock(mutex);
      told = true;
    }
    changed.notifyAll();
  }
};

TEST(Condition, WhoWaitsHearsOfAChange) {
  News news;
  const std::jthread teller([&] { news.tell(); });
  Lock lock(news.mutex);
  while (!news.told) news.changed.wait(lock);
}

TEST(Condition, AWaitEndsAtItsTime) {
  News news;
  Lock lock(news.mutex);
  const HostTime end = hostNow() + kMoment;
  while (news.changed.waitUntil(lock, end)) continue;
  EXPECT_GE(hostNow(), end);
  EXPECT_FALSE(news.changed.waitUntil(lock, end));
}

TEST(Condition, AChangeComesBeforeTheTime) {
  News news;
  const std::jthread teller([&] { news.tell(); });
  Lock lock(news.mutex);
  const HostTime end = hostNow() + kForever;
  while (!news.told && news.changed.waitUntil(lock, end)) continue;
  EXPECT_TRUE(news.told);
}

TEST(Condition, AStopEndsAWait) {
  News news;
  std::jthread waiter([&](const std::stop_token& stop) {
    Lock lock(news.mutex);
    while (news.changed.wait(lock, stop)) continue;
  });
  std::jthread patient([&](const std::stop_token& stop) {
    Lock lock(news.mutex);
    const HostTime end = hostNow() + kForever;
    while (news.changed.waitUntil(lock, end, stop)) continue;
    EXPECT_LT(hostNow(), end);
  });
}

TEST(Condition, AWaitThatMayBeStoppedEndsAtItsTime) {
  News news;
  const std::stop_source never;
  Lock lock(news.mutex);
  const HostTime end = hostNow() + kMoment;
  while (news.changed.waitUntil(lock, end, never.get_token())) continue;
  EXPECT_GE(hostNow(), end);
}

TEST(Lock, LetsGoForAWhile) {
  News news;
  Lock lock(news.mutex);
  lock.unlock();
  news.tell();
  lock.lock();
  EXPECT_TRUE(news.told);
}

}  // namespace
}  // namespace strata
