#include "engine/protocol/watchdog.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <thread>

#include "engine/protocol/progress_gate.h"

namespace strata {
namespace {

constexpr Duration kShort{100'000'000};
constexpr Duration kNever{3'600'000'000'000};

TEST(Watchdog, TellsOnceWhatShowsNoSignOfLife) {
  std::promise<std::string> told;
  std::atomic<int> times{0};
  Watchdog watchdog({kShort,
                     [] { return std::uint64_t{7}; },
                     {},
                     [&](const std::string& what) {
                       if (++times == 1) told.set_value(what);
                     }});
  watchdog.start();
  watchdog.begin("The run of matmul");
  EXPECT_EQ(told.get_future().get(), "The run of matmul");
  watchdog.stop();
  EXPECT_EQ(times, 1);
}

/// The watchdog looks many times while activity moves, and not once finds silence.
TEST(Watchdog, ActivityKeepsItQuiet) {
  std::atomic<std::uint64_t> looks{0};
  std::promise<void> enough;
  Watchdog watchdog({kShort,
                     [&] {
                       if (++looks == 10) enough.set_value();
                       return looks.load();
                     },
                     {},
                     [&](const std::string&) { ADD_FAILURE() << "it was alive"; }});
  watchdog.start();
  watchdog.begin("a long run");
  enough.get_future().wait();
}

TEST(Watchdog, IdlenessIsNoHang) {
  std::atomic<int> ticks{0};
  std::promise<void> enough;
  Watchdog watchdog({kShort, [] { return std::uint64_t{7}; },
                     [&] {
                       if (++ticks == 10) enough.set_value();
                     },
                     [&](const std::string&) { ADD_FAILURE() << "nothing ran"; }});
  watchdog.start();
  watchdog.begin("short");
  watchdog.end();
  enough.get_future().wait();
}

TEST(Watchdog, CanBeHurried) {
  std::promise<void> told;
  Watchdog watchdog({kNever, [] { return std::uint64_t{7}; }, {}, [&](const std::string&) { told.set_value(); }});
  watchdog.start();
  watchdog.begin("an endless kernel");
  watchdog.hurry(kShort);
  told.get_future().wait();
}

/// Work that goes on saying it is alive must not outlive a viewer that has gone.
TEST(Watchdog, ActivityAfterTheHurryKeepsNothingAlive) {
  std::promise<bool> told;
  std::atomic<int> looks{0};
  std::atomic<bool> decided{false};
  const auto decide = [&](bool hung) {
    if (!decided.exchange(true)) told.set_value(hung);
  };
  Watchdog watchdog({kNever,
                     [&] {
                       if (++looks == 100) decide(false);
                       return static_cast<std::uint64_t>(looks);
                     },
                     {},
                     [&](const std::string&) { decide(true); }});
  watchdog.start();
  watchdog.begin("a loop that beats");
  watchdog.hurry(kShort);
  EXPECT_TRUE(told.get_future().get());
}

/// A look adds at most 100 ms, so 150 ms take two of them, however long it was silent before.
TEST(Watchdog, SilenceBeforeTheHurryDoesNotCount) {
  std::atomic<int> looks{0};
  std::promise<void> enough;
  std::promise<int> told;
  Watchdog watchdog({kNever,
                     [&] {
                       if (++looks == 10) enough.set_value();
                       return std::uint64_t{7};
                     },
                     {},
                     [&](const std::string&) { told.set_value(looks); }});
  watchdog.start();
  watchdog.begin("a quiet kernel");
  enough.get_future().wait();
  const int before = looks;
  watchdog.hurry({150'000'000});
  EXPECT_GE(told.get_future().get(), before + 2);
}

/// Two to four looks find a hang of 200 ms where nothing holds the work up.
TEST(Watchdog, OfTimeInWhichTheMachineHeldTheWorkUpATenthCounts) {
  std::atomic<int> looks{0};
  std::promise<int> told;
  Watchdog watchdog({{200'000'000},
                     [&] {
                       ++looks;
                       return std::uint64_t{7};
                     },
                     {},
                     [&](const std::string&) { told.set_value(looks); },
                     [](Duration between) { return between; }});
  watchdog.start();
  watchdog.begin("a load at nice 19");
  EXPECT_GE(told.get_future().get(), 10);
  EXPECT_TRUE(watchdog.silence().machineWasBusy());
}

TEST(Watchdog, WhoIsHurriedHasNoExcuse) {
  std::promise<void> told;
  Watchdog watchdog({kNever,
                     [] { return std::uint64_t{7}; },
                     {},
                     [&](const std::string&) { told.set_value(); },
                     [](Duration between) {
                       ADD_FAILURE() << "nobody asks";
                       return between;
                     }});
  watchdog.start();
  watchdog.begin("an endless kernel");
  watchdog.hurry(kShort);
  told.get_future().wait();
}

Answer progress(std::string message) {
  Answer answer;
  answer.status = Answer::Status::Progress;
  answer.message = std::move(message);
  return answer;
}

TEST(ProgressGate, LetsAFewThroughAndTheNewestLast) {
  std::vector<std::string> sent;
  ProgressGate gate([&](const Answer& answer) { sent.push_back(answer.message); });
  const HostTime begin = hostNow();
  for (int i = 0; i < 10'000; ++i) gate.offer(progress(std::to_string(i)));
  EXPECT_EQ(gate.newest(), "9999");
  while (sent.back() != "9999") gate.tick();
  const auto periods = static_cast<std::size_t>((hostNow() - begin).ns / 50'000'000);
  EXPECT_EQ(sent.front(), "0") << "the first one at once";
  EXPECT_LE(sent.size(), periods + 2);
}

TEST(ProgressGate, NothingFollowsTheClose) {
  std::vector<std::string> sent;
  ProgressGate gate([&](const Answer& answer) { sent.push_back(answer.message); });
  gate.offer(progress("first"));
  gate.offer(progress("second"));
  gate.close();
  const HostTime end = hostNow() + Duration{60'000'000};
  while (hostNow() < end) gate.tick();
  EXPECT_THAT(sent, testing::ElementsAre("first"));
  gate.offer(progress("of the next request"));
  EXPECT_EQ(sent.size(), 2u) << "a new request is not slowed by the one before";
}

}  // namespace
}  // namespace strata
