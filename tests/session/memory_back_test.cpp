#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <thread>
#include <vector>

#include "app/session/session.h"
#include "tests/session/recorded_stream.h"

namespace strata {
namespace {

/// Of this process, in memory now.
std::size_t residentBytes() {
  std::ifstream file("/proc/self/statm");
  std::size_t all = 0, resident = 0;
  file >> all >> resident;
  return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

// What is free between pieces in use, as chunks are that a later state replaced.
TEST(MemoryBack, WhatARunLeavesFreeInTheHeapGoesBackToTheSystem) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "the sanitizer has a heap of its own";
#endif
  test::TemporaryFolder folder;
  const std::string recorded = folder.file("recorded.pftrace");
  test::recordRun(recorded, 7, 20);
  constexpr std::size_t kPieces = 8192, kBytes = 16 << 10, kKeptEach = 32;
  std::vector<std::unique_ptr<std::vector<char>>> pieces(kPieces);
  Session session;
  ASSERT_TRUE(session.start(test::scriptedAgent("cat " + recorded)).ok());
  for (auto& piece : pieces) piece = std::make_unique<std::vector<char>>(kBytes, 'x');
  for (std::size_t i = 0; i < kPieces; ++i)
    if (i % kKeptEach != 0) pieces[i].reset();
  const std::size_t before = residentBytes();
  Request request;
  request.name = "matmul";
  const auto id = session.run(request);
  ASSERT_TRUE(id.ok() && session.wait(id.value()).ok());
  session.finish();
  const auto tooLong = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  const auto isBack = [&] { return residentBytes() + kPieces * kBytes / 2 < before; };
  while (!isBack() && std::chrono::steady_clock::now() < tooLong)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_TRUE(isBack()) << before << " bytes then, " << residentBytes() << " now";
}

}  // namespace
}  // namespace strata
