#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "tests/cli/strata_command.h"

namespace strata {
namespace {

using test::Finished;
using test::StrataCommand;
using ::testing::HasSubstr;

void waitForSecondBench(const StrataCommand& command) {
  for (int tries = 0; command.errorSoFar().find("bench store, 2 of ") == std::string::npos && tries < 12'000; ++tries)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
}

TEST(BenchStop, WhatWasMeasuredIsPrinted) {
  for (const int signal : {SIGINT, SIGTERM}) {
    StrataCommand command({"bench"});
    waitForSecondBench(command);
    ::kill(command.pid(), signal);
    const Finished finished = command.wait();
    EXPECT_EQ(finished.code, 130);
    EXPECT_THAT(finished.out, HasSubstr("recorder "));
    EXPECT_THAT(finished.err, HasSubstr("was stopped; what was measured before it is printed."));
  }
}

TEST(BenchStop, WhatWasMeasuredIsToldAsJson) {
  StrataCommand command({"bench", "--json"});
  waitForSecondBench(command);
  ::kill(command.pid(), SIGTERM);
  const Finished finished = command.wait();
  EXPECT_EQ(finished.code, 130);
  const auto json = finished.json();
  ASSERT_TRUE(json.is_object()) << finished.out;
  EXPECT_EQ(json["benches"][0]["bench"], "recorder");
  EXPECT_FALSE(json["benches"][0]["figures"].empty());
  EXPECT_EQ(json["errors"][0]["code"], "stopped");
}

TEST(BenchStop, HelpSaysHowLongItTakes) {
  EXPECT_THAT(test::strata({"bench", "--help"}).out, HasSubstr("minutes"));
}

}  // namespace
}  // namespace strata
