#include "engine/protocol/crash_signals.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <new>
#include <string>
#include <string_view>
#include <thread>

#include "engine/protocol/advice.h"
#include "engine/protocol/agent_faults.h"
#include "engine/protocol/agent_options.h"

namespace strata {
namespace {

/// As where what would tell of it hangs, too: the process has a last word all the same.
TEST(CrashSignals, WhatNobodyTakesIsSaidOnStandardError) {
  if (kSanitizerTells) GTEST_SKIP() << "the sanitizer tells of crashes itself";
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  const auto crash = [] {
    catchCrashes();
    volatile std::uintptr_t nowhere = 16;
    *reinterpret_cast<volatile int*>(nowhere) = 1;
  };
  EXPECT_EXIT(crash(), testing::KilledBySignal(SIGSEGV),
              std::string("It crashed and could not say where.*itself. ").append(kToFindTheLine));
}

TEST(CrashSignals, WhereAnAllocationFailedThatIsSaid) {
  if (kSanitizerTells) GTEST_SKIP() << "the sanitizer tells of crashes itself";
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  const auto outOfMemory = [] {
    const int crashes = catchCrashes();
    std::thread([] { throw std::bad_alloc(); }).detach();
    pollfd waiting{crashes, POLLIN, 0};
    ::poll(&waiting, 1, -1);
    const Error told = crashed({.what = "The run of matmul", .lastSeen = {}, .running = {"copy"}}, *takeCrash(crashes));
    std::fprintf(stderr, "%s\n", told.message.c_str());
    ::_exit(exitStatusOf(told.code));
  };
  EXPECT_EXIT(outOfMemory(), testing::ExitedWithCode(3), "The run of matmul ended: there is not enough memory");
}

TEST(CrashSignals, TheAdviceBeginsAsWindowsLookForIt) {
  EXPECT_EQ(std::string_view(kToFindTheLine).substr(0, kToFindLines.size()), kToFindLines);
}

}  // namespace
}  // namespace strata
