#include "app/session/arrivals.h"

#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <string>

namespace strata {
namespace {

std::span<const std::byte> bytesIn(const std::string& text) {
  return std::as_bytes(std::span(text));
}

class ArrivalsTest : public ::testing::TestWithParam<Arrivals::Pace> {};

TEST_P(ArrivalsTest, AllIsReadInOrderAndTheEndLast) {
  std::string read;
  std::string readAtExit;
  Arrivals arrivals({[&](std::span<const std::byte> bytes) {
                       read.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
                     },
                     [&](const AgentProcess::Exit& exit) { readAtExit = read + "/" + std::to_string(exit.code); }},
                    GetParam());
  const AgentProcess::Handlers intake = arrivals.intake();
  std::string wanted;
  for (int i = 0; i < 1000; ++i) {
    const std::string piece = std::to_string(i) + " ";
    intake.output(bytesIn(piece));
    wanted += piece;
  }
  intake.exited({false, 3, ""});
  EXPECT_EQ(readAtExit, wanted + "/3") << "who tells of the end waits until it was read";
}

TEST_P(ArrivalsTest, AnotherAgentFollows) {
  std::string read;
  Arrivals arrivals({[&](std::span<const std::byte> bytes) {
                       read.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
                     },
                     [&](const AgentProcess::Exit&) { read += "|"; }},
                    GetParam());
  for (const std::string agent : {"first", "second"}) {
    arrivals.intake().output(bytesIn(agent));
    arrivals.intake().exited({});
  }
  EXPECT_EQ(read, "first|second|");
}

TEST_P(ArrivalsTest, ThePipeIsEmptiedWhileNobodyReads) {
  std::mutex mutex;
  std::condition_variable changed;
  bool mayRead = false;
  std::atomic<std::size_t> readBytes{0};
  Arrivals arrivals({[&](std::span<const std::byte> bytes) {
                       std::unique_lock lock(mutex);
                       changed.wait(lock, [&] { return mayRead; });
                       readBytes += bytes.size();
                     },
                     [](const AgentProcess::Exit&) {}},
                    GetParam());
  const std::string piece(1 << 20, 'x');
  for (int i = 0; i < 32; ++i) arrivals.intake().output(bytesIn(piece));
  EXPECT_EQ(readBytes, 0u) << "and yet all was taken";
  EXPECT_FALSE(arrivals.allRead()) << "so that an agent that speaks is not taken for silent";
  {
    const std::lock_guard lock(mutex);
    mayRead = true;
  }
  changed.notify_all();
  arrivals.intake().exited({});
  EXPECT_EQ(readBytes, 32 * piece.size());
  EXPECT_TRUE(arrivals.allRead());
}

INSTANTIATE_TEST_SUITE_P(Paces, ArrivalsTest, ::testing::Values(Arrivals::Pace::Prompt, Arrivals::Pace::Yielding),
                         [](const auto& test) { return test.param == Arrivals::Pace::Prompt ? "prompt" : "yielding"; });

}  // namespace
}  // namespace strata
