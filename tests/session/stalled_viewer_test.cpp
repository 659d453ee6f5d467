#include <fcntl.h>
#include <fmt/core.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <utility>

#include "app/session/session_messages.h"
#include "engine/trace/perfetto_reader.h"
#include "engine/trace/trace_store.h"

// A viewer that reads nothing until all is done: the runs go on, and what could not be kept is counted.

namespace strata {
namespace {

struct ChildAgent {
  pid_t pid = -1;
  int input = -1, output = -1;
};

ChildAgent spawnAgent() {
  std::array<int, 2> in{}, out{};
  if (::pipe2(in.data(), O_CLOEXEC) != 0 || ::pipe2(out.data(), O_CLOEXEC) != 0) return {};
  const pid_t pid = ::fork();
  if (pid == 0) {
    ::dup2(in[0], STDIN_FILENO);
    ::dup2(out[1], STDOUT_FILENO);
    ::execl(STRATA_AGENT_CPU, STRATA_AGENT_CPU, nullptr);
    ::_exit(127);
  }
  ::close(in[0]);
  ::close(out[1]);
  return {pid, in[1], out[0]};
}

/// What the process has worked so far.
std::int64_t ticksOf(pid_t pid) {
  std::ifstream in(fmt::format("/proc/{}/stat", pid));
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  std::istringstream fields(text.substr(std::min(text.size(), text.rfind(')') + 1)));
  std::string skipped;
  for (int field = 3; field < 14; ++field) fields >> skipped;
  std::int64_t user = 0, system = 0;
  fields >> user >> system;
  return user + system;
}

/// Until the process has worked, and then next to nothing for a second, however busy the machine is: between two
/// requests it waits 100 ms for its reader, so its work is an eighth of a processor where nobody else wants one.
void waitWhileItWorks(pid_t pid) {
  const std::int64_t little = ::sysconf(_SC_CLK_TCK) / 100;
  std::int64_t before = 0, now = 0;
  do {
    std::this_thread::sleep_for(std::chrono::seconds(1));
    before = std::exchange(now, ticksOf(pid));
  } while (now <= little || now - before > little);
}

bool workedAfter(const TraceSnapshot& snapshot, HostTime time) {
  for (std::uint32_t id = 1; id <= snapshot.callCount(); ++id)
    if (const auto call = snapshot.call(CallId{id}); call && call->begin > time) return true;
  return false;
}

void readAll(int fd, PerfettoReader& reader) {
  std::vector<std::byte> block(1 << 16);
  for (ssize_t got = 0; (got = ::read(fd, block.data(), block.size())) > 0;)
    reader.feed(std::span(block).first(static_cast<std::size_t>(got)));
  reader.finish();
}

std::int64_t droppedInEndMessage(const TraceSnapshot& snapshot) {
  for (const SessionMessage& message : snapshot.messages())
    if (message.kind == MessageKind::End) return nlohmann::json::parse(message.json).at("dropped").get<std::int64_t>();
  return -1;
}

TEST(StalledViewer, NeitherStallsTheRunNorLosesTheCountOfWhatWasDropped) {
  const ChildAgent agent = spawnAgent();
  ASSERT_GT(agent.pid, 0);
  // Far more events than all buffers hold.
  std::string requests;
  constexpr int kRequests = 40, kRepeat = 1000;
  for (int id = 1; id <= kRequests; ++id)
    requests += fmt::format(R"({{"id":{},"run":"matmul","n":8,"repeat":{},"variants":["naive"]}})"
                            "\n",
                            id, kRepeat);
  ASSERT_EQ(::write(agent.input, requests.data(), requests.size()), static_cast<ssize_t>(requests.size()));
  ::close(agent.input);
  waitWhileItWorks(agent.pid);
  const HostTime readingBegins = hostNow();
  TraceStore store;
  PerfettoReader reader(store);
  readAll(agent.output, reader);
  ::close(agent.output);
  int status = 0;
  ::waitpid(agent.pid, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);

  const auto snapshot = store.snapshot();
  const SessionMessages messages = messagesOf(*snapshot);
  EXPECT_EQ(messages.runs().size(), static_cast<std::size_t>(kRequests)) << "every request was carried out";
  EXPECT_TRUE(snapshot->complete());
  ASSERT_GT(snapshot->totals().dropped, 0u) << "the test must record more than fits";
  EXPECT_EQ(static_cast<std::int64_t>(snapshot->totals().dropped), droppedInEndMessage(*snapshot));
  std::uint64_t perTrack = 0;
  for (const TrackInfo& track : snapshot->tracks()) perTrack += track.dropped;
  EXPECT_EQ(perTrack, snapshot->totals().dropped);
  EXPECT_EQ(snapshot->totals().unmatchedEnds, 0u);
  const auto& last = messages.runs().back().results.front();
  EXPECT_EQ(last.status, RunResult::Status::Ok);
  EXPECT_GE(last.lastCall - messages.runs().front().results.front().firstCall + 1, 0u + kRequests * kRepeat)
      << "what was dropped from the trace ran all the same";
  EXPECT_FALSE(workedAfter(*snapshot, readingBegins)) << "the run waited for its reader";
}

}  // namespace
}  // namespace strata
