#include "engine/protocol/agent_stream.h"

#include <array>

#include <gtest/gtest.h>
#include <unistd.h>

#include "engine/base/unique_fd.h"
#include "engine/protocol/agent_loop.h"
#include "tests/protocol/stream_listener.h"

namespace strata {
namespace {

// Work that hangs may still report while its agent dies; its request has one last answer all the same.
TEST(AgentStream, NothingFollowsTheLastWord) {
  int pipe[2];
  ASSERT_EQ(::pipe(pipe), 0);
  const UniqueFd readEnd(pipe[0]), writeEnd(pipe[1]);

  TraceRecorder recorder;
  AgentParts parts;
  AgentOptions options;
  options.outputFd = writeEnd.get();
  AgentStream stream(recorder, parts, options);
  stream.hello({});
  stream.answer(1, Answer::Status::Accepted);
  stream.lastWord(1, {ErrorCode::AgentDied, "was to stop and did not"});
  stream.answer(1, Answer::Status::Progress, "doing well");
  stream.answer(1, Answer::Status::Done);
  stream.lastWord(1, {ErrorCode::AgentDied, "and crashed"});
  stream.close(Duration{10'000'000'000});

  StreamListener listener;
  std::array<std::byte, 1 << 16> bytes;
  const ssize_t count = ::read(readEnd.get(), bytes.data(), bytes.size());
  ASSERT_GT(count, 0);
  listener.feed(std::span(bytes).first(static_cast<std::size_t>(count)));
  listener.finish();
  const std::vector<Answer> answers = listener.answers(1);
  ASSERT_EQ(answers.size(), 2u);
  EXPECT_EQ(answers.back().status, Answer::Status::Error);
  EXPECT_EQ(answers.back().error.message, "was to stop and did not");
}

}  // namespace
}  // namespace strata
