#include "app/session/session_messages.h"

#include <gtest/gtest.h>

#include "engine/interchange/stack_report.h"
#include "engine/trace/trace_store.h"
#include "tests/session/recorded_stream.h"

namespace strata {
namespace {

SessionMessage hello(const std::string& run) {
  Hello hello;
  hello.protocol = hello.schema = 1;
  hello.run = run;
  return {MessageKind::Hello, toJson(hello).dump(), {}};
}

SessionMessage result(std::uint64_t request, const std::string& variant) {
  auto json = toJson(test::okResult(variant, 0.001));
  json["request"] = request;
  return {MessageKind::Result, json.dump(), {}};
}

TEST(SessionMessages, ResultsAreKeptPerRequestAndAgent) {
  SessionMessages all;
  for (const auto& message :
       {hello("a"), result(1, "naive"), result(1, "tiled"), result(2, "naive"), hello("b"), result(2, "tiled")})
    all.take(message);
  ASSERT_EQ(all.runs().size(), 3u);
  EXPECT_EQ(all.runs()[0].results.size(), 2u);
  EXPECT_EQ(all.runs()[2].run, "b");
  EXPECT_EQ(all.runs()[2].results[0].variant, "tiled");
}

TEST(SessionMessages, ARunKnowsWhatItComputedAndWhere) {
  Hello there;
  there.protocol = there.schema = 1;
  there.run = "a";
  there.device.backend = "cuda";
  there.device.index = 1;
  auto json = toJson(test::okResult("naive", 0.001));
  json["request"] = 1;
  json["experiment"] = "matmul";
  json["parameters"] = {{"n", 96}};
  SessionMessages all;
  all.take({MessageKind::Hello, toJson(there).dump(), {}});
  all.take({MessageKind::Result, json.dump(), {}});
  ASSERT_EQ(all.runs().size(), 1u);
  EXPECT_EQ(all.runs()[0].experiment, "matmul");
  EXPECT_EQ(all.runs()[0].device, "cuda:1");
  EXPECT_EQ(all.runs()[0].parameters["n"], 96);
  EXPECT_EQ(all.resultCount(), 1u);
}

TEST(SessionMessages, AGreetingSaidAgainIsTheSameAgent) {
  SessionMessages all;
  for (const auto& message : {hello("a"), hello("a"), hello("b")}) all.take(message);
  EXPECT_EQ(all.hellos().size(), 2u);
}

TEST(SessionMessages, HowFarClocksAgreeIsSaidOnceTheNewestTime) {
  SessionMessages all;
  EXPECT_FALSE(all.clockErrorNs());
  Hello greeting;
  greeting.protocol = greeting.schema = 1;
  greeting.run = "a";
  greeting.clockErrorNs = 11;
  all.take({MessageKind::Hello, toJson(greeting).dump(), {}});
  EXPECT_EQ(all.clockErrorNs(), 11) << "also of a session that is cut off";
  all.take({MessageKind::End, R"({"events":0,"dropped":0,"clock_error_ns":13})", {}});
  EXPECT_EQ(all.clockErrorNs(), 13);
  EXPECT_EQ(all.hellos().back().clockErrorNs, 13) << "views say what strata info says";
  all.take({MessageKind::End, "{}", {}});
  EXPECT_EQ(all.clockErrorNs(), 13);
}

TEST(SessionMessages, AForeignTracesHardwareIsNamedWhereAllItsDevicesAreCalledSo) {
  const auto nameOf = [](std::vector<std::string> devices) { return Origin{{}, {}, std::move(devices), {}}.device(); };
  EXPECT_EQ(nameOf({"NVIDIA H100"}), "NVIDIA H100");
  EXPECT_EQ(nameOf({"A100", "A100"}), "A100") << "which of them worked is not told, nor how many";
  EXPECT_EQ(nameOf({"A100", "T4"}), "");
  EXPECT_EQ(nameOf({"", ""}), "") << "vLLM's traces list devices without names";
  EXPECT_EQ(nameOf({}), "");
}

TEST(SessionMessages, MessagesThatMakeNoSenseAreLeftOut) {
  SessionMessages all;
  for (const MessageKind kind : {MessageKind::Hello, MessageKind::Answer, MessageKind::Storeys, MessageKind::Result,
                                 MessageKind::End, MessageKind::Log})
    for (const char* json : {"", "{", "null", "[]", "{}", "[1,null]", "17", R"({"id":"x","status":[]})"})
      all.take({kind, json, {}});
  EXPECT_TRUE(all.hellos().empty());
  EXPECT_TRUE(all.runs().empty());
  EXPECT_FALSE(all.lastAnswer());
  EXPECT_FALSE(all.clockErrorNs());
}

TEST(SessionMessages, AResultThatIsNestedWithoutEndIsLeftOut) {
  constexpr std::size_t kDeep = 1'000'000;
  const std::string nested = std::string(kDeep, '[') + std::string(kDeep, ']');
  SessionMessages all;
  all.take(
      {MessageKind::Result, R"({"request":1,"variant":"naive","status":"ok","parameters":{"n":)" + nested + "}}", {}});
  EXPECT_TRUE(all.runs().empty()) << "a copy of it takes a frame of the stack for each";
  all.take(result(1, "tiled"));
  EXPECT_EQ(all.runs().size(), 1u);
}

SessionMessage tensor(const std::string& name, float value) {
  return {MessageKind::Tensor, nlohmann::json{{"name", name}, {"rows", 1}, {"cols", 1}}.dump(), {value}};
}

SessionMessage tensorOf(int request, const std::string& name, float value) {
  return {MessageKind::Tensor,
          nlohmann::json{{"request", request}, {"name", name}, {"rows", 1}, {"cols", 1}}.dump(),
          {value}};
}

TEST(SessionMessages, DevicesAreThoseOfAllAgentsEachOnce) {
  const auto on = [](const char* backend, std::uint32_t units) {
    Hello hello;
    hello.device.backend = backend;
    hello.device.name = "one";
    hello.device.computeUnits = units;
    return hello;
  };
  const std::vector<Hello> hellos{on("cuda", 1), on("cpu", 2), on("cuda", 3)};
  const std::vector<DeviceInfo> devices = devicesOf(hellos);
  ASSERT_EQ(devices.size(), 2u);
  EXPECT_EQ(devices[0].computeUnits, 3u) << "as the newest says";
  EXPECT_EQ(devices[1].backend, "cpu");
}

TEST(SessionMessages, PreviewsAreTheNewestOfEachTensorOfARun) {
  SessionMessages all;
  for (const auto& message : {hello("a"), result(1, "naive"), tensor("image", 1), tensor("out", 2), tensor("image", 3)})
    all.take(message);
  const RunPictures first = all.pictures(0);
  ASSERT_EQ(first.previews.size(), 2u);
  EXPECT_EQ(first.previews[0]->blob[0], 3) << "in the order of their first coming";
  EXPECT_EQ(first.previews[1]->blob[0], 2);
  EXPECT_EQ(first.tensor->blob[0], 3);
  all.take(result(2, "naive"));
  EXPECT_EQ(all.pictures(1).tensor, nullptr) << "another run has no picture before it has shown one";
  all.take(tensor("C", 4));
  ASSERT_EQ(all.pictures(1).previews.size(), 1u);
  EXPECT_EQ(all.pictures(1).previews[0]->blob[0], 4);
  EXPECT_EQ(all.pictures(0).previews.size(), 2u) << "a run keeps its own";
}

TEST(SessionMessages, APictureIsOfTheRunThatItSays) {
  SessionMessages all;
  EXPECT_EQ(all.pictures(std::nullopt).tensor, nullptr);
  for (const auto& message : {hello("a"), result(1, "naive"), tensorOf(1, "C", 1)}) all.take(message);
  EXPECT_EQ(all.pictures(std::nullopt).tensor, nullptr) << "its run has a result";
  all.take(tensorOf(2, "frame", 2));
  EXPECT_EQ(all.pictures(0).tensor->blob[0], 1) << "one that comes before its run's results is not the earlier run's";
  ASSERT_NE(all.pictures(std::nullopt).tensor, nullptr);
  EXPECT_EQ(all.pictures(std::nullopt).tensor->blob[0], 2);
  all.take(result(2, "pipe"));
  EXPECT_EQ(all.pictures(1).tensor->blob[0], 2);
  EXPECT_EQ(all.pictures(std::nullopt).tensor, nullptr);
  for (const auto& message : {tensorOf(3, "frame", 3), result(4, "naive")}) all.take(message);
  EXPECT_EQ(all.pictures(std::nullopt).tensor, nullptr) << "of a run that another has followed";
}

TEST(SessionMessages, TokensAreTheNewestTextAndKnowTheirAgent) {
  const SessionMessage first{MessageKind::Token, R"({"tokens":[{"position":0,"call":2},{"position":1,"call":2}]})", {}};
  const SessionMessage second{MessageKind::Token, R"({"tokens":[{"position":0,"call":5}]})", {}};
  SessionMessages all;
  EXPECT_TRUE(all.tokens().tokens.empty());
  for (const auto& message : {hello("a"), first}) all.take(message);
  ASSERT_EQ(all.tokens().tokens.size(), 2u);
  EXPECT_EQ(all.tokens().callOf(*all.tokens().tokens[1]), CallId{2});
  SessionMessage another = hello("b");
  another.callsBefore = 7;
  for (const auto& message : {another, second}) all.take(message);
  ASSERT_EQ(all.tokens().tokens.size(), 1u);
  EXPECT_EQ(all.tokens().callOf(*all.tokens().tokens[0]), CallId{12});
}

TEST(SessionMessages, WhatLiesBetweenTheResultsOfARunWasNotMeasured) {
  TraceStore store;
  TraceEvent event;
  event.track = store.track({});
  event.name = store.intern("call");
  event.storey = Storey::Model;
  event.payload = 100;
  for (std::uint32_t call = 1; call <= 9; ++call) {
    event.begin = {1000 * call};
    event.call = CallId{call};
    store.add(event);
  }
  RunRecord record{1, "a", 1, {test::okResult("naive", 0.001), test::okResult("tiled", 0.001)}};
  record.results.emplace_back().variant = "of which no call is told";
  record.results[0].firstCall = 2;
  record.results[0].lastCall = 3;
  record.results[1].firstCall = record.results[1].lastCall = 6;
  const auto parts = timedPartsOf(record, *store.snapshot());
  EXPECT_EQ(parts, (std::vector<TimedPart>{{CallId{3}, CallId{4}, {{3000}, {4100}}},
                                           {CallId{7}, CallId{7}, {{7000}, {7100}}}}))
      << "an agent's calls before shift the others by one";
}

/// A result of a call, as the agent numbers it.
SessionMessage timedResult(std::uint64_t request, const std::string& variant, std::uint32_t call, bool modelled) {
  RunResult timed = test::okResult(variant, 0.001, CallId{call});
  if (modelled) timed.modelled.emplace().seconds = 0.002;
  auto json = toJson(timed);
  json["request"] = request;
  json["experiment"] = "matmul";
  json["parameters"] = {{"n", 96}};
  return {MessageKind::Result, json.dump(), {}};
}

SessionMessage answer(std::uint64_t id, Answer::Status status, ErrorCode code = ErrorCode::Internal) {
  Answer said;
  said.id = id;
  said.status = status;
  said.error = {code, "Something happened."};
  return {MessageKind::Answer, toJson(said).dump(), {}};
}

TEST(SessionMessages, ARunThatItsAgentIsNotDoneWithIsAwaited) {
  const auto awaited = [](const std::vector<SessionMessage>& behind) {
    SessionMessages all;
    for (const auto& message : {hello("a"), answer(1, Answer::Status::Accepted), result(1, "naive")}) all.take(message);
    for (const SessionMessage& message : behind) all.take(message);
    return all.runs().front().awaited;
  };
  EXPECT_TRUE(awaited({}));
  EXPECT_TRUE(awaited({answer(1, Answer::Status::Progress), result(1, "tiled")}));
  EXPECT_TRUE(awaited({answer(7, Answer::Status::Done)})) << "another request";
  EXPECT_TRUE(awaited({hello("b"), answer(1, Answer::Status::Done)})) << "another agent's";
  EXPECT_TRUE(awaited({answer(1, Answer::Status::Error, ErrorCode::AgentDied)})) << "its last word";
  EXPECT_TRUE(awaited({hello("b"), {MessageKind::Saved, "{}", {}}})) << "its agent was gone by then";
  for (const auto status : {Answer::Status::Done, Answer::Status::Stopped, Answer::Status::Error})
    EXPECT_FALSE(awaited({answer(1, status)}));
  EXPECT_FALSE(awaited({{MessageKind::Saved, "{}", {}}})) << "at work, it was not cut off";
  SessionMessages silent;
  for (const auto& message : {hello("a"), result(1, "naive")}) silent.take(message);
  EXPECT_FALSE(silent.runs().front().awaited) << "nothing says that it was taken on";
}

TEST(SessionMessages, WhatARunDidThatTimedNothingEndsWhereTheNextBegins) {
  TraceStore store;
  TraceEvent event;
  event.track = store.track({});
  event.name = store.intern("call");
  event.storey = Storey::Model;
  event.payload = 100;
  std::uint32_t calls = 0;
  const auto add = [&] {
    event.begin = {1000 * ++calls};
    event.call = CallId{calls};
    store.add(event);
  };
  const auto run = [&](std::uint64_t request, bool asked) {
    if (asked) store.addMessage(answer(request, Answer::Status::Accepted));
    add();
    add();
    store.addMessage(result(request, "naive"));
    add();
    store.addMessage(answer(request, Answer::Status::Done));
  };
  store.addMessage(hello("a"));
  run(1, true);
  store.addMessage(answer(2, Answer::Status::Accepted));
  store.addMessage(answer(3, Answer::Status::Accepted));  // waits for the second
  run(2, false);
  run(3, false);
  store.addMessage(result(4, "refused"));
  const auto snapshot = store.snapshot();
  const SessionMessages messages = messagesOf(*snapshot);
  ASSERT_EQ(messages.runs().size(), 4u);
  const auto worked = [&](std::size_t at) { return workedPartOf(messages.runs()[at], *snapshot); };
  EXPECT_EQ(worked(0), (TimeRange{{1000}, {4000}}));
  EXPECT_EQ(worked(1), (TimeRange{{4000}, {7000}}));
  EXPECT_EQ(worked(2), (TimeRange{{7000}, {9100}})) << "to the session's end";
  EXPECT_FALSE(worked(3)) << "it called nothing";
}

TEST(SessionMessages, AReportHasTheSameRuns) {
  TraceStore store;
  TraceEvent event;
  event.track = store.track({});
  event.name = store.intern("call");
  event.storey = Storey::Model;
  event.payload = 100;
  std::uint32_t calls = 0;
  const auto add = [&] {
    event.begin = {1000 * ++calls};
    event.call = CallId{calls};
    store.add(event);
  };
  add();
  store.addMessage(hello("a"));
  add();
  for (const auto& message : {timedResult(7, "naive", 1, false), hello("a"), timedResult(7, "naive", 1, true),
                              timedResult(7, "tiled", 1, false), result(8, "naive")})
    store.addMessage(message);
  store.addMessage(hello("b"));
  add();
  store.addMessage(timedResult(8, "naive", 1, false));
  store.addMessage({MessageKind::Result, R"({"request":9,"status":"ok"})", {}});
  const auto snapshot = store.snapshot();
  const SessionMessages messages = messagesOf(*snapshot);
  const StackReport report = stackReport(*snapshot);
  ASSERT_EQ(messages.runs().size(), 3u);
  ASSERT_EQ(report.runs.size(), 3u);
  for (std::size_t i = 0; i < report.runs.size(); ++i) {
    const RunRecord& record = messages.runs()[i];
    const ReportRun& run = report.runs[i];
    EXPECT_EQ(run.request, record.request);
    EXPECT_EQ(run.run, record.run);
    EXPECT_EQ(run.callsBefore, record.callsBefore);
    EXPECT_EQ(run.experiment, record.experiment);
    EXPECT_EQ(run.parameters, record.parameters);
    ASSERT_EQ(run.results.size(), record.results.size());
    for (std::size_t one = 0; one < run.results.size(); ++one) {
      EXPECT_EQ(run.results[one].variant, record.results[one].variant);
      EXPECT_EQ(run.results[one].modelled, record.results[one].modelled.has_value());
    }
    const auto part = partOf(record, *snapshot);
    ASSERT_EQ(run.timed.has_value(), part.has_value());
    if (part) {
      EXPECT_EQ(run.timed->begin.ns, part->begin.ns);
    }
  }
  EXPECT_EQ(report.runs[0].results.size(), 2u) << "the second time with a modelled one is the same variant";
  EXPECT_EQ(report.runs[2].timed->begin.ns, 3000) << "of the second agent's first call";
  const auto json = nlohmann::json::parse(reportJson(report))["runs"];
  ASSERT_EQ(json.size(), 3u);
  EXPECT_EQ(json[0]["parameters"]["n"], 96);
  EXPECT_EQ(json[0]["results"][0]["seconds"]["median"], 0.001);
  EXPECT_EQ(json[0]["results"][0]["modelled"]["seconds"], 0.002);
  EXPECT_TRUE(json[0]["results"][1]["modelled"].is_null());
  EXPECT_EQ(json[0]["begin_ns"], 1000) << "after the session's first event";
  EXPECT_TRUE(json[1]["begin_ns"].is_null());
  EXPECT_TRUE(json[1]["experiment"].is_null());
  EXPECT_EQ(json[2]["run"], 3);
}

TEST(SessionMessages, WithoutTheLibraryThereIsNoShare) {
  const auto results = completedResults({1, "a", 0, {test::okResult("naive", 0.004)}}, TraceSnapshot{});
  EXPECT_FALSE(results[0].shareOfLibrary);
}

TEST(SessionMessages, AFailedLibraryIsNoMeasure) {
  auto library = test::okResult("library", 0.001);
  library.status = RunResult::Status::Failed;
  const auto results = completedResults({1, "a", 0, {test::okResult("naive", 0.004), library}}, TraceSnapshot{});
  EXPECT_FALSE(results[0].shareOfLibrary);
}

TEST(SessionMessages, TheFastestLibraryIsTheMark) {
  const auto results = completedResults(
      {1, "a", 0, {test::okResult("naive", 0.004), test::okResult("library", 0.002), test::okResult("onednn", 0.001)}},
      TraceSnapshot{});
  EXPECT_DOUBLE_EQ(results[0].shareOfLibrary.value_or(0), 0.25);
  EXPECT_DOUBLE_EQ(results[1].shareOfLibrary.value_or(0), 0.5);
  EXPECT_DOUBLE_EQ(results[2].shareOfLibrary.value_or(0), 1);
}

}  // namespace
}  // namespace strata
