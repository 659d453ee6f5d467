#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "app/still/report_use.h"
#include "engine/interchange/stack_report.h"
#include "engine/trace/trace_store.h"

// How far devices were busy in the timed calls of runs, exact to the nanosecond.

namespace strata::report_use_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// Calls with a kernel each, on the devices of agents that come one after the other.
class TimedSession {
 public:
  void agent(std::string_view run, std::string_view device) {
    ++m_agents;
    m_host = track(TrackKind::Host, device);
    m_stream = track(TrackKind::Queue, device);
    m_store.addMessage({MessageKind::Hello, R"({"run":")" + std::string(run) + R"("})", {}});
  }
  /// A kernel that takes all of its call's time, but for `late` at its begin; as much when the call has returned by
  /// then.
  void call(std::string_view kernel, std::int64_t begin, std::int64_t end, std::int64_t late = 0) {
    TraceEvent event;
    event.call = CallId{++m_calls};
    event.track = m_host;
    event.storey = Storey::Model;
    event.name = m_store.intern("matmul");
    event.begin = {begin};
    event.payload = end - begin;
    m_store.add(event);
    addKernel(kernel, begin + late, late < end - begin ? end - begin - late : end - begin, event.call);
  }
  /// A call of which nothing was recorded.
  void lostCall() { ++m_calls; }
  /// Work of no call.
  void stray(std::string_view kernel, std::int64_t begin, std::int64_t end) {
    addKernel(kernel, begin, end - begin, CallId::None);
  }
  void result(int request, std::string_view variant, int first, int last) {
    m_store.addMessage({MessageKind::Result,
                        R"({"request":)" + std::to_string(request) + R"(,"variant":")" + std::string(variant) +
                            R"(","status":"ok","first_call":)" + std::to_string(first) + R"(,"last_call":)" +
                            std::to_string(last) + "}",
                        {}});
  }
  std::shared_ptr<const TraceSnapshot> snapshot() { return m_store.snapshot(); }

 private:
  void addKernel(std::string_view name, std::int64_t begin, std::int64_t length, CallId call) {
    TraceEvent event;
    event.call = call;
    event.track = m_stream;
    event.kind = EventKind::Kernel;
    event.storey = Storey::Hardware;
    event.name = m_store.intern(name);
    event.begin = {begin};
    event.payload = length;
    m_store.add(event);
  }
  std::uint32_t track(TrackKind kind, std::string_view device) {
    TrackInfo info;
    info.uuid = m_agents << 32 | (kind == TrackKind::Queue ? 2 : 1);
    info.kind = kind;
    info.name = kind == TrackKind::Queue ? "stream 1" : "main";
    info.storey = kind == TrackKind::Queue ? Storey::Hardware : Storey::Model;
    info.device = device;
    return m_store.track(info);
  }

  TraceStore m_store;
  std::uint64_t m_agents = 0;
  std::uint32_t m_calls = 0, m_host = 0, m_stream = 0;
};

/// Three calls of one variant: gaps of 200 and 300.
void addVariant(TimedSession& session, std::int64_t begin) {
  session.call("matmul_naive", begin, begin + 100);
  session.call("matmul_naive", begin + 300, begin + 400);
  session.call("matmul_naive", begin + 700, begin + 800);
}

std::string gapsIn(const TraceSnapshot& snapshot) {
  return gapsTable(gapsOf(reportUse(stackReport(snapshot), snapshot)), snapshot, {10, 40}).str();
}

TEST(ReportUse, TellsGapsOfTwoRunsOnTwoDevicesApart) {
  TimedSession session;
  session.agent("a", "cuda:0 NVIDIA H200");
  addVariant(session, 1000);
  session.result(1, "naive", 1, 3);
  EXPECT_THAT(gapsIn(*session.snapshot()), Not(HasSubstr("NVIDIA"))) << "of one device there is no column";
  session.agent("b", "cpu:0 AMD EPYC 9354");
  addVariant(session, 5000);
  session.result(1, "naive", 1, 3);
  EXPECT_THAT(gapsIn(*session.snapshot()), AllOf(HasSubstr("cuda:0 NVIDIA H200"), HasSubstr("cpu:0 AMD EPYC 9354")));
}

TEST(ReportUse, WalksTheWholeSessionOnlyWhereItHasNoRuns) {
  TimedSession session;
  session.agent("a", "cuda:0 NVIDIA H200");
  addVariant(session, 1000);
  const auto without = session.snapshot();
  const ReportUse ofNone = reportUse(stackReport(*without), *without);
  ASSERT_TRUE(ofNone.whole);
  EXPECT_EQ(ofNone.whole->work, 3u);
  session.result(1, "naive", 2, 3);
  const auto with = session.snapshot();
  const ReportUse use = reportUse(stackReport(*with), *with);
  EXPECT_FALSE(use.whole) << "nothing asks for it";
  ASSERT_EQ(use.runs.size(), 1u);
  EXPECT_EQ(use.runs[0].work, 2u);
  EXPECT_EQ(wholeUse(*with).work, 3u) << "as --json has it";
}

/// Two variants; between them the device works for an untimed call and for none, and stands while the host checks.
void addTwoVariants(TimedSession& session) {
  session.agent("a", "cuda:0 NVIDIA H200");
  session.call("matmul_naive", 0, 900);  // warm-up
  addVariant(session, 1000);
  session.call("matmul_check", 2000, 2500);
  session.stray("memory_check", 2600, 2650);
  session.call("matmul_tiled", 90'000, 90'050);  // warm-up, after a pause
  session.call("matmul_tiled", 90'100, 90'150);
  session.call("matmul_tiled", 90'160, 90'210, 5);
  session.result(1, "naive", 2, 4);
  session.result(1, "tiled", 7, 8);
}

TEST(ReportUse, WhatLiesBetweenTheTimedCallsIsNeitherBusyNorAGap) {
  TimedSession session;
  addTwoVariants(session);
  const auto snapshot = session.snapshot();
  const StackReport report = stackReport(*snapshot);
  const ReportUse use = reportUse(report, *snapshot);
  ASSERT_EQ(use.runs.size(), 1u);
  const DeviceUse& run = use.runs[0];
  EXPECT_EQ(run.work, 5u);
  EXPECT_EQ(run.busy, Duration{3 * 100 + 50 + 45});
  EXPECT_EQ(run.workTime, report.deviceWork()) << "as the tables beside it";
  EXPECT_EQ(run.span, Duration{800 + 110});
  EXPECT_EQ(run.gapCount, 3u);
  ASSERT_FALSE(run.gaps.empty());
  EXPECT_EQ(run.gaps.front().range.length(), Duration{300}) << "not the pause";
  ASSERT_EQ(run.each.size(), 1u) << "one device, in however many parts";
  EXPECT_EQ(run.each[0].span, run.span);
  EXPECT_EQ(run.outside.count, 4u) << "warm-ups and what the check did";
}

TEST(ReportUse, WorkThatBeginsAfterItsCallsHaveReturnedIsTheirs) {
  TimedSession session;
  session.agent("a", "cuda:0 NVIDIA H200");
  session.call("matmul_naive", 1000, 1100);
  session.call("matmul_naive", 1200, 1300, 150);  // queued, 1350 to 1450
  session.call("matmul_check", 2000, 2500);
  session.result(1, "naive", 1, 2);
  const auto snapshot = session.snapshot();
  const StackReport report = stackReport(*snapshot);
  const DeviceUse run = reportUse(report, *snapshot).runs.at(0);
  EXPECT_EQ(run.work, 2u);
  EXPECT_EQ(run.busy, Duration{200});
  EXPECT_EQ(run.workTime, report.deviceWork()) << "as the tables beside it";
  EXPECT_EQ(run.outside.count, 1u);
}

TEST(ReportUse, ACallBetweenLostOnesIsTimedAsInTheTables) {
  TimedSession session;
  session.agent("a", "cuda:0 NVIDIA H200");
  session.lostCall();
  session.call("matmul_naive", 1000, 1100);
  session.lostCall();
  session.call("matmul_check", 2000, 2500);
  session.result(1, "naive", 1, 3);
  const auto snapshot = session.snapshot();
  const StackReport report = stackReport(*snapshot);
  const DeviceUse run = reportUse(report, *snapshot).runs.at(0);
  EXPECT_EQ(run.workTime, Duration{100});
  EXPECT_EQ(run.workTime, report.deviceWork()) << "as the tables beside it";
}

TEST(ReportUse, OfAResultThatTellsNoFirstCallNothingIsTimed) {
  TimedSession session;
  session.agent("a", "cuda:0 NVIDIA H200");
  addVariant(session, 1000);
  session.result(1, "naive", 0, 2);
  const auto snapshot = session.snapshot();
  const StackReport report = stackReport(*snapshot);
  EXPECT_EQ(reportUse(report, *snapshot).runs.at(0).work, 0u);
  EXPECT_FALSE(report.apart) << "so all counts";
  EXPECT_EQ(report.deviceWork(), Duration{300});
}

TEST(ReportUse, OfAMeasuredGapThoseOfTheTimedCallsStayListed) {
  TimedSession session;
  addTwoVariants(session);
  const auto snapshot = session.snapshot();
  const ReportRun run = stackReport(*snapshot).runs.at(0);
  const DeviceUse use = deviceUseOf(*snapshot, *run.timed, run.parts, TimeRange{{1100}, {1300}});
  EXPECT_EQ(use.span, Duration{200});
  ASSERT_EQ(use.listed().size(), 3u);
  EXPECT_EQ(use.listed().front().range.length(), Duration{300});
}

TEST(ReportUse, ResultsThatShareCallsShareAPart) {
  TimedSession session;
  session.agent("a", "cuda:0 NVIDIA H200");
  addVariant(session, 1000);
  session.result(1, "naive", 1, 3);
  session.result(1, "library", 3, 3);
  const auto snapshot = session.snapshot();
  const ReportUse use = reportUse(stackReport(*snapshot), *snapshot);
  EXPECT_EQ(use.runs.at(0).busy, Duration{300}) << "each once";
}

}  // namespace
}  // namespace strata::report_use_test
