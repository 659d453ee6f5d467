#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "app/session/session.h"

// How threads of libraries wait is in the environment that the agent's libraries read.

namespace strata {
namespace {

std::string environmentAfterARun(const std::string& start) {
  Session session;
  EXPECT_TRUE(session.start("exec env " + start + " " STRATA_AGENT_CPU).ok());
  Request request;
  request.name = "saxpy";
  request.variants = {"naive"};
  const auto id = session.run(request);
  EXPECT_TRUE(id.ok() && session.wait(id.value()).ok());
  std::ifstream file("/proc/" + std::to_string(session.agentPid()) + "/environ", std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(AgentEnvironment, ThreadsOfLibrariesSleepBetweenCalls) {
  EXPECT_THAT(environmentAfterARun("-u OMP_WAIT_POLICY"), testing::HasSubstr("OMP_WAIT_POLICY=passive"));
}

TEST(AgentEnvironment, WhatTheUserSaysOfThemHolds) {
  EXPECT_THAT(environmentAfterARun("OMP_WAIT_POLICY=active"), testing::HasSubstr("OMP_WAIT_POLICY=active"));
}

}  // namespace
}  // namespace strata
