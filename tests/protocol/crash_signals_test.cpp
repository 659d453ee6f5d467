#include "engine/protocol/crash_signals.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/protocol/advice.h"

namespace strata {
namespace {

/// As where what would tell of it hangs, too: the process has a last word all the same.
TEST(CrashSignals, WhatNobodyTakesIsSaidOnStandardError) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "the sanitizer tells of crashes itself";
#endif
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  const auto crash = [] {
    catchCrashes();
    volatile std::uintptr_t nowhere = 16;
    *reinterpret_cast<volatile int*>(nowhere) = 1;
  };
  EXPECT_EXIT(crash(), testing::KilledBySignal(SIGSEGV),
              std::string("It crashed and could not say where.*itself. ").append(kToFindTheLine));
}

TEST(CrashSignals, TheAdviceBeginsAsWindowsLookForIt) {
  EXPECT_EQ(std::string_view(kToFindTheLine).substr(0, kToFindLines.size()), kToFindLines);
}

}  // namespace
}  // namespace strata
