#include "engine/protocol/agent_loop.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include <future>
#include <latch>
#include <thread>

#include "tests/protocol/served_agent.h"
#include "tests/protocol/toy_workload.h"

namespace strata {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using Status = Answer::Status;

Result<void> untilStopped(const Request&, WorkContext& context) {
  while (!context.stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return Error{ErrorCode::Stopped, "stopped"};
}

Result<void> atOnce(const Request&, WorkContext&) {
  return {};
}

std::string errorOf(StreamListener& stream, std::uint64_t id) {
  const auto answers = stream.answers(id);
  return answers.empty() ? "no answer" : answers.back().error.message;
}

TEST(AgentLoop, SaysHelloFirstThenItsStoreys) {
  ServedAgent agent(toyAgent(atOnce));
  EXPECT_EQ(agent.finish(), 0);
  const auto snapshot = agent.stream.snapshot();
  ASSERT_GE(snapshot->messages().size(), 3u);
  EXPECT_EQ(snapshot->messages()[0].kind, MessageKind::Hello);
  EXPECT_EQ(snapshot->messages()[1].kind, MessageKind::Storeys);
  EXPECT_EQ(snapshot->messages().back().kind, MessageKind::End);
  const auto hello = helloFromJson(agent.stream.json(MessageKind::Hello)[0]);
  ASSERT_TRUE(hello.ok());
  EXPECT_EQ(hello.value().protocol, kProtocolVersion);
  EXPECT_EQ(hello.value().device.backend, "null");
  EXPECT_EQ(hello.value().pid, ::getpid());
  EXPECT_EQ(hello.value().run.size(), 32u);
  EXPECT_THAT(hello.value().agent, testing::StartsWith("toy-agent "));
  EXPECT_TRUE(snapshot->complete());
  EXPECT_THAT(snapshot->problems(), IsEmpty());
}

TEST(AgentLoop, FinishesWhatIsAskedAtTheEndOfInput) {
  std::latch inputClosed(1);
  ServedAgent agent(toyAgent([&](const Request&, WorkContext& context) -> Result<void> {
    inputClosed.wait();
    EXPECT_FALSE(context.stop.stop_requested());
    return {};
  }));
  agent.send(R"({"id":1,"run":"toy"})");
  agent.send(R"({"id":2,"run":"toy"})");
  agent.closeInput();
  inputClosed.count_down();
  EXPECT_EQ(agent.finish(), 0);
  EXPECT_EQ(agent.stream.story(1), "accepted done");
  EXPECT_EQ(agent.stream.story(2), "accepted done");
}

TEST(AgentLoop, StopsAtTheEndOfInputOnceAttached) {
  ServedAgent agent(toyAgent(untilStopped));
  agent.send(R"({"attach":true})");
  agent.send(R"({"id":1,"run":"toy"})");
  agent.send(R"({"id":2,"run":"toy"})");
  ASSERT_TRUE(agent.stream.waitFor(2, Status::Accepted));
  EXPECT_EQ(agent.finish(), 0);
  EXPECT_EQ(agent.stream.story(0), "accepted done") << "attach";
  EXPECT_EQ(agent.stream.story(1), "accepted stopped");
  EXPECT_EQ(agent.stream.story(2), "accepted stopped");
}

TEST(AgentLoop, ANewerRequestReplacesOneNotYetStarted) {
  std::latch free(1);
  ServedAgent agent(toyAgent([&](const Request&, WorkContext&) -> Result<void> {
    free.wait();
    return {};
  }));
  agent.send(R"({"id":1,"run":"toy","tag":"form"})");
  agent.send(R"({"id":2,"run":"toy"})");
  agent.send(R"({"id":3,"run":"toy","tag":"form","n":5})");
  agent.send(R"({"id":4,"run":"toy","tag":"form","n":6})");
  ASSERT_TRUE(agent.stream.waitFor(3, Status::Stopped)) << "accepted is said before the place in the queue is taken";
  free.count_down();
  EXPECT_EQ(agent.finish(), 0);
  EXPECT_EQ(agent.stream.story(2), "accepted done");
  EXPECT_EQ(agent.stream.story(3), "accepted replaced stopped");
  EXPECT_EQ(agent.stream.story(4), "accepted done");
}

TEST(AgentLoop, StopsWhatRunsAndWhatWaits) {
  ServedAgent agent(toyAgent(untilStopped));
  agent.send(R"({"id":1,"run":"toy"})");
  agent.send(R"({"id":2,"run":"toy"})");
  agent.send(R"({"id":3,"stop":2})");
  ASSERT_TRUE(agent.stream.waitFor(2, Status::Stopped));
  EXPECT_EQ(agent.stream.story(1), "accepted");
  agent.send(R"({"id":4,"stop":1})");
  ASSERT_TRUE(agent.stream.waitFor(1, Status::Stopped));
  agent.send(R"({"id":5,"run":"toy"})");
  agent.send(R"({"id":6,"stop":0})");
  ASSERT_TRUE(agent.stream.waitFor(5, Status::Stopped));
  agent.send(R"({"id":7,"stop":99})");
  EXPECT_EQ(agent.finish(), 0);
  for (const std::uint64_t id : {3, 4, 6, 7}) EXPECT_EQ(agent.stream.story(id), "accepted done") << id;
}

TEST(AgentLoop, AnswersEveryWrongLineAndGoesOn) {
  ServedAgent agent(toyAgent(atOnce));
  agent.send("rubbish");
  agent.send(R"({"id":1,"run":"tyo"})");
  agent.send(R"({"id":2,"run":"toy","n":0})");
  agent.send(R"({"id":3,"run":"toy","variants":["c"]})");
  agent.send(R"({"id":4,"dance":true})");
  agent.send(R"({"id":6,"fetch":"C"})");
  agent.send(R"({"id":5,"run":"toy"})");
  EXPECT_EQ(agent.finish(), 2);
  EXPECT_EQ(agent.stream.story(0), "error");
  for (const std::uint64_t id : {1, 2, 3, 4}) EXPECT_EQ(agent.stream.story(id), "error") << id;
  EXPECT_THAT(errorOf(agent.stream, 1), HasSubstr("did you mean 'toy'?"));
  EXPECT_THAT(errorOf(agent.stream, 2), HasSubstr("from 1 to 100 (elements)"));
  EXPECT_THAT(errorOf(agent.stream, 3), HasSubstr("choose from: a, b."));
  EXPECT_EQ(agent.stream.story(6), "accepted error");
  EXPECT_THAT(errorOf(agent.stream, 6), HasSubstr("send a run first"));
  EXPECT_EQ(agent.stream.story(5), "accepted done");
}

TEST(AgentLoop, ARequestLongerThanAMegabyteIsRefused) {
  ServedAgent agent(toyAgent(atOnce));
  agent.send(R"({"id":1,"run":"toy","do":")" + std::string(1'100'000, 'x') + "\"}");
  agent.send(R"({"id":2,"run":"toy"})");
  agent.finish();
  EXPECT_THAT(errorOf(agent.stream, 0), HasSubstr("1 MiB"));
  EXPECT_EQ(agent.stream.story(2), "accepted done");
}

TEST(AgentLoop, GivesTheWorkItsParametersFilledIn) {
  std::promise<Request> got;
  ServedAgent agent(toyAgent([&](const Request& request, WorkContext&) -> Result<void> {
    got.set_value(request);
    return {};
  }));
  agent.send(R"({"id":1,"run":"toy","n":20,"variants":["b"],"repeat":3})");
  agent.finish();
  const Request request = got.get_future().get();
  EXPECT_EQ(*request.parameters, nlohmann::json({{"n", 20}, {"m", 20}, {"do", "nothing"}}));
  EXPECT_THAT(request.variants, ElementsAre("b"));
  EXPECT_EQ(request.repeat, 3);
}

TEST(AgentLoop, PassesOnResultsProgressAndEvents) {
  ServedAgent agent(toyAgent([&](const Request&, WorkContext& context) -> Result<void> {
    context.progress("a, 1 of 1", 0.5);
    {
      const TraceScope scope(context.recorder, Storey::Model, context.recorder.intern("toy call"),
                             context.recorder.newCall());
    }
    RunResult result;
    result.variant = "a";
    result.gflops = 2.5;
    context.result(result);
    return {};
  }));
  agent.send(R"({"id":9,"run":"toy"})");
  agent.finish();
  const auto results = agent.stream.json(MessageKind::Result);
  ASSERT_EQ(results.size(), 1u);
  EXPECT_EQ(results[0]["gflops"], 2.5);
  EXPECT_EQ(results[0]["request"], 9);
  EXPECT_EQ(results[0]["experiment"], "toy");
  EXPECT_EQ(results[0]["parameters"]["m"], 10);
  const auto answers = agent.stream.answers(9);
  ASSERT_EQ(answers.size(), 3u);
  EXPECT_EQ(answers[1].message, "a, 1 of 1");
  EXPECT_EQ(answers[1].fraction, 0.5);
  EXPECT_EQ(agent.stream.snapshot()->totals().slicesPerStorey[static_cast<std::size_t>(Storey::Model)], 1u);
}

TEST(AgentLoop, WithoutTracingOnlyMessagesArrive) {
  AgentOptions options;
  options.trace = false;
  ServedAgent agent(toyAgent([&](const Request&, WorkContext& context) -> Result<void> {
                      const TraceScope scope(context.recorder, Storey::Model, context.recorder.intern("unseen"));
                      return {};
                    }),
                    options);
  agent.send(R"({"id":1,"run":"toy"})");
  agent.finish();
  EXPECT_EQ(agent.stream.snapshot()->totals().slices, 0u);
  EXPECT_EQ(agent.stream.story(1), "accepted done");
}

TEST(AgentLoop, ProbesWhileSomethingRuns) {
  ServedAgent agent(toyAgent(untilStopped));
  agent.send(R"({"id":1,"run":"toy"})");
  agent.send(R"({"id":2,"probe":true})");
  ASSERT_TRUE(agent.stream.waitFor(2, Status::Done));
  const auto hellos = agent.stream.json(MessageKind::Hello);
  ASSERT_EQ(hellos.size(), 2u);
  EXPECT_EQ(hellos[0]["run"], hellos[1]["run"]) << "the same run, told again";
  EXPECT_EQ(agent.stream.json(MessageKind::Storeys).size(), 2u);
  agent.send(R"({"id":3,"stop":0})");
  agent.finish();
}

TEST(AgentLoop, FetchesATensorOfTheLastRun) {
  ServedAgent agent(toyAgent(atOnce, [](std::string_view name) -> Result<SessionMessage> {
    if (name != "C") return Error{ErrorCode::Usage, "There is no tensor of this name."};
    return SessionMessage{MessageKind::Tensor, R"({"name":"C"})", {1.5f, 2.5f}};
  }));
  agent.send(R"({"id":1,"run":"toy"})");
  agent.send(R"({"id":2,"fetch":"C"})");
  agent.send(R"({"id":3,"fetch":"D"})");
  agent.finish();
  EXPECT_EQ(agent.stream.story(2), "accepted done");
  EXPECT_EQ(agent.stream.story(3), "accepted error");
  const auto tensors = agent.stream.messages(MessageKind::Tensor);
  ASSERT_EQ(tensors.size(), 1u);
  EXPECT_THAT(tensors[0].blob, ElementsAre(1.5f, 2.5f));
}

TEST(AgentLoop, AnErrorOrExceptionOfTheWorkIsAnAnswer) {
  ServedAgent agent(toyAgent([](const Request& request, WorkContext&) -> Result<void> {
    if (request.id == 1) return Error{ErrorCode::OutOfMemory, "no room for A", Storey::Runtime};
    if (request.id == 2) throw std::runtime_error("vendor trouble");
    throw std::bad_alloc();
  }));
  for (const char* id : {"1", "2", "3"}) agent.send(R"({"run":"toy","id":)" + std::string(id) + "}");
  EXPECT_EQ(agent.finish(), 3) << "what the first of them was";
  EXPECT_EQ(agent.stream.answers(1).back().error.code, ErrorCode::OutOfMemory);
  EXPECT_EQ(agent.stream.answers(1).back().error.storey, Storey::Runtime);
  EXPECT_EQ(agent.stream.answers(2).back().error.code, ErrorCode::Internal);
  EXPECT_THAT(errorOf(agent.stream, 2), HasSubstr("vendor trouble"));
  EXPECT_EQ(agent.stream.answers(3).back().error.code, ErrorCode::OutOfMemory);
}

TEST(AgentLoop, RefusesAnIdInUse) {
  ServedAgent agent(toyAgent(untilStopped));
  agent.send(R"({"id":1,"run":"toy"})");
  agent.send(R"({"id":1,"run":"toy"})");
  ASSERT_TRUE(agent.stream.waitFor(1, Status::Error));
  agent.send(R"({"id":2,"stop":0})");
  agent.finish();
  EXPECT_EQ(agent.stream.story(1), "accepted accepted error stopped");
}

TEST(AgentLoop, WithoutADeviceEveryRunSaysWhy) {
  AgentOptions options;
  options.deviceIndex = 1;
  ServedAgent agent(toyAgent(atOnce), options);
  agent.send(R"({"id":1,"run":"toy"})");
  agent.send(R"({"id":2,"probe":true})");
  EXPECT_EQ(agent.finish(), 3);
  EXPECT_TRUE(agent.stream.json(MessageKind::Hello)[0]["device"].is_null());
  EXPECT_EQ(agent.stream.json(MessageKind::Storeys)[0][0]["reason"], "no such device");
  EXPECT_EQ(agent.stream.story(1), "error");
  EXPECT_EQ(agent.stream.answers(1).back().error.code, ErrorCode::Unavailable);
  EXPECT_THAT(errorOf(agent.stream, 1), HasSubstr("only one null device"));
  EXPECT_EQ(agent.stream.story(2), "accepted done");
}

TEST(AgentLoop, AThrowingDeviceIsADeviceThatCannotBeOpened) {
  AgentParts parts = toyAgent(atOnce);
  parts.openDevice = [](int) -> Result<std::unique_ptr<Device>> { throw std::runtime_error("driver too old"); };
  ServedAgent agent(std::move(parts));
  agent.send(R"({"id":1,"run":"toy"})");
  EXPECT_EQ(agent.finish(), 3);
  EXPECT_EQ(agent.stream.answers(1).back().error.code, ErrorCode::Unavailable);
  EXPECT_THAT(errorOf(agent.stream, 1), HasSubstr("driver too old"));
}

TEST(AgentLoop, TheWorkGoesBeforeTheDeviceAndTheObservationBetween) {
  std::vector<std::string> order;
  struct Last {
    Last(std::vector<std::string>& all, std::string called) : order(all), name(std::move(called)) {}
    std::vector<std::string>& order;
    std::string name;
    ~Last() { order.push_back(name); }
  };
  AgentParts parts =
      toyAgent([work = std::make_shared<Last>(order, "work")](const Request&, WorkContext&) { return Result<void>(); });
  parts.observe = [&](Device&, TraceRecorder&) -> std::shared_ptr<void> {
    return std::make_shared<Last>(order, "observation");
  };
  ServedAgent(std::move(parts)).finish();
  EXPECT_THAT(order, ElementsAre("work", "observation"));
}

}  // namespace
}  // namespace strata
