#include "engine/protocol/silence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <thread>

#include "engine/protocol/agent_faults.h"
#include "engine/protocol/process_waits.h"

// A busy machine is no hang.

namespace strata {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr Duration ms(std::int64_t count) {
  return {count * 1'000'000};
}

constexpr Duration kLook = ms(50);
constexpr Duration kLimit = ms(10'000);

ThreadLook look(char state, std::int64_t ran, std::int64_t waited) {
  return {state, ms(ran), ms(waited)};
}

Duration timeOf(std::initializer_list<std::pair<ThreadLook, ThreadLook>> threads) {
  HeldUp held;
  for (const auto& [before, now] : threads) held.add(before, now, kLook);
  return held.time(kLook);
}

TEST(HeldUp, WhoSleepsWaitsForNothingOfTheMachines) {
  EXPECT_EQ(timeOf({{look('S', 5, 7), look('S', 5, 7)}}), ms(0)) << "a futex";
  EXPECT_EQ(timeOf({{look('T', 5, 7), look('T', 5, 7)}}), ms(0)) << "stopped by a signal";
}

TEST(HeldUp, WhoGetsAProcessorDoesNot) {
  EXPECT_EQ(timeOf({{look('R', 100, 0), look('R', 150, 0)}}), ms(0));
  EXPECT_EQ(timeOf({{look('R', 100, 0), look('R', 146, 4)}}), ms(0)) << "it is counted in ticks of 4 ms";
}

TEST(HeldUp, WhoCouldRunAndDoesNotIs) {
  EXPECT_EQ(timeOf({{look('S', 100, 0), look('S', 110, 40)}}), ms(40)) << "as Linux counts it afterwards";
  EXPECT_EQ(timeOf({{look('R', 100, 0), look('R', 100, 0)}}), kLook) << "while it still waits";
  EXPECT_EQ(timeOf({{look('R', 100, 0), look('S', 101, 3000)}}), ms(49)) << "at most the time itself";
}

TEST(HeldUp, WhoWaitsForTheDiskIs) {
  EXPECT_EQ(timeOf({{look('D', 100, 0), look('D', 100, 0)}}), kLook);
  EXPECT_EQ(timeOf({{look('S', 100, 0), look('D', 100, 0)}}), ms(0)) << "it has only just begun";
}

TEST(HeldUp, AnEndlessLoopIsNotExcusedByAnotherThreadThatWaits) {
  EXPECT_EQ(timeOf({{look('R', 100, 0), look('R', 150, 0)}, {look('R', 1, 0), look('R', 1, 0)}}), ms(0));
}

TEST(Silence, IsAHangAfterTheLimitWhereNothingIsHeldUp) {
  Silence silence;
  for (Duration passed = kLook; passed < kLimit; passed += kLook) {
    silence.grow(kLook, {});
    ASSERT_FALSE(silence.isHang(kLimit)) << passed.seconds();
  }
  silence.grow(kLook, {});
  EXPECT_TRUE(silence.isHang(kLimit));
  EXPECT_FALSE(silence.machineWasBusy());
}

TEST(Silence, OnABusyMachineLastsTenTimesAsLongAtMost) {
  Silence silence;
  Duration passed;
  for (; !silence.isHang(kLimit); passed += kLook) silence.grow(kLook, kLook);
  EXPECT_EQ(passed, ms(100'000));
  EXPECT_TRUE(silence.machineWasBusy());
}

TEST(Silence, OfWhichHalfIsTheMachinesLastsTwiceAsLong) {
  Silence silence;
  Duration passed;
  for (; !silence.isHang(kLimit); passed += kLook) silence.grow(kLook, ms(25));
  EXPECT_EQ(passed, ms(20'000));
}

TEST(Silence, WhoEndsTheAgentSaysThatTheMachineWasBusy) {
  const AgentMoment moment{.what = "The run of matmul", .lastSeen = "", .running = {}};
  EXPECT_THAT(workHung(moment, kLimit, {kLimit, ms(90'000)}).message,
              HasSubstr("for 10 s, and for 90 s more in which other programs or the disk kept it waiting, and the"));
  EXPECT_THAT(workHung(moment, kLimit, {kLimit, ms(100)}).message, Not(HasSubstr("more")));
}

/// A process that does what it is told until the test ends it.
class Helper {
 public:
  explicit Helper(const std::function<void()>& work) : m_pid(::fork()) {
    if (m_pid != 0) return;
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    work();
    ::_exit(0);
  }
  ~Helper() {
    ::kill(m_pid, SIGKILL);
    ::waitpid(m_pid, nullptr, 0);
  }
  Helper(const Helper&) = delete;
  Helper& operator=(const Helper&) = delete;
  pid_t pid() const { return m_pid; }

 private:
  pid_t m_pid;
};

/// All on the first processor that this one may use.
void onOneProcessor(int niceness) {
  cpu_set_t may, one;
  CPU_ZERO(&one);
  ::sched_getaffinity(0, sizeof may, &may);
  for (int cpu = 0; CPU_COUNT(&one) == 0 && cpu < CPU_SETSIZE; ++cpu)
    if (CPU_ISSET(cpu, &may)) CPU_SET(cpu, &one);
  ::sched_setaffinity(0, sizeof one, &one);
  ::setpriority(PRIO_PROCESS, 0, niceness);
}

[[noreturn]] void spin(int niceness) {
  onOneProcessor(niceness);
  for (volatile unsigned turns = 0;;) turns = turns + 1;
}

/// Over a second, once it is what it is to be.
Duration heldUpTime(pid_t process) {
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  ProcessWaits waits(process);
  Duration sum;
  HostTime last = hostNow();
  for (int i = 0; i < 20; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    const HostTime now = hostNow();
    sum += waits.heldUp(now - last);
    last = now;
  }
  return sum;
}

class RealProcesses : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists("/proc/self/task/" + std::to_string(::getpid()) + "/schedstat"))
      GTEST_SKIP() << "this Linux does not tell for how long a thread waits";
  }
};

TEST_F(RealProcesses, WhoHasToShareAProcessorIsHeldUp) {
  const Helper loud([] { spin(0); });
  const Helper meek([] { spin(19); });
  EXPECT_GT(heldUpTime(meek.pid()), ms(300));
}

TEST_F(RealProcesses, AChildThatIsHeldUpHoldsItsParentUp) {
  const Helper loud([] { spin(0); });
  const Helper parent([] {
    const pid_t child = ::fork();
    if (child == 0) spin(19);
    ::waitpid(child, nullptr, 0);
  });
  EXPECT_GT(heldUpTime(parent.pid()), ms(300));
  std::ifstream children("/proc/" + std::to_string(parent.pid()) + "/task/" + std::to_string(parent.pid()) +
                         "/children");
  for (pid_t child = 0; children >> child;) ::kill(child, SIGKILL);
}

TEST_F(RealProcesses, WhoSleepsOrWasStoppedIsNot) {
  const Helper asleep([] { ::pause(); });
  EXPECT_EQ(heldUpTime(asleep.pid()), ms(0));
  const Helper stopped([] { spin(0); });
  ::kill(stopped.pid(), SIGSTOP);
  ::waitpid(stopped.pid(), nullptr, WUNTRACED);
  EXPECT_EQ(heldUpTime(stopped.pid()), ms(0));
}

TEST(ProcessWaits, WhereLinuxDoesNotTellNothingIsHeldUp) {
  const Helper meek([] { spin(19); });
  ProcessWaits waits(meek.pid(), "/nowhere");
  for (int i = 0; i < 3; ++i) EXPECT_EQ(waits.heldUp(kLook), ms(0));
}

}  // namespace
}  // namespace strata
