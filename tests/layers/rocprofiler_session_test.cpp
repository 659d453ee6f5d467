#include "layers/runtime/rocprofiler_session.h"

#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/trace/trace_query.h"
#include "tests/layers/recorded_session.h"
#include "tests/layers/rocprofiler_fake.h"

// The way from dlopen to the store, with a library of our own in rocprofiler-sdk's place.

namespace strata::rocprofiler {
namespace {

using strata::test::eventsWhere;
using strata::test::readRecorded;
using ::testing::HasSubstr;

constexpr std::int32_t kNamed = 1;

class RocprofilerSessionTest : public ::testing::Test {
 protected:
  RocprofilerSessionTest() {
    void* library = dlopen(STRATA_FAKE_ROCPROFILER, RTLD_NOW | RTLD_GLOBAL);
    m_controls = static_cast<test::FakeControls*>(dlsym(library, test::kFakeControls));
    m_controls->reset();
    m_start = m_controls->now();
  }

  test::Fake& fake() { return *m_controls->fake; }
  const test::FakeControls& controls() { return *m_controls; }
  TraceRecorder& recorder() { return m_recorder; }

  static Result<Tool*> registerTool() { return Tool::registerWith({STRATA_FAKE_ROCPROFILER}); }
  Tool& registeredTool() {
    auto tool = registerTool();
    EXPECT_TRUE(tool.ok()) << (tool.ok() ? "" : tool.error().message);
    m_controls->hipStarts();
    return *tool.value();
  }
  std::unique_ptr<Session> session(Tool& tool) {
    auto session = Session::start(m_recorder, tool);
    EXPECT_TRUE(session.ok()) << (session.ok() ? "" : session.error().message);
    return std::move(session).value();
  }

  std::uint64_t sinceStart() const { return m_controls->now() - m_start; }
  /// Times are since the test's start, by the library's clock.
  void call(BufferKind kind, Correlation id, std::uint64_t start, std::uint64_t end) {
    m_controls->emit(ApiRecord{{sizeof(ApiRecord), kind, kNamed}, id, m_start + start, m_start + end, 4711}.head);
  }
  void dispatch(std::uint64_t id, std::uint64_t start, std::uint64_t end) {
    DispatchRecord record{
        {sizeof(DispatchRecord), BufferKind::KernelDispatch, 2}, {id, {}}, 4711, m_start + start, m_start + end, {}};
    record.info.kernel = 12;
    m_controls->emit(record.head);
  }
  void loadKernel() {
    KernelSymbol symbol;
    symbol.kernel = 12;
    const std::string name = "_Z12matmul_naivePKfS0_Pfiii.kd";  // gone when the library returns
    symbol.name = name.c_str();
    m_controls->load(symbol);
  }

  static std::vector<TraceEvent> named(const TraceSnapshot& snapshot, std::string_view name) {
    return eventsWhere(snapshot, [&](const TraceEvent& event) { return snapshot.name(event.name) == name; });
  }

 private:
  test::FakeControls* m_controls = nullptr;
  std::uint64_t m_start = 0;
  TraceRecorder m_recorder;
};

TEST_F(RocprofilerSessionTest, AMissingLibrarySaysWhatItWouldAdd) {
  const auto tool = Tool::registerWith({"libthere-is-no-such-profiler.so"});
  ASSERT_FALSE(tool.ok());
  EXPECT_EQ(tool.error().code, ErrorCode::Unavailable);
  EXPECT_THAT(tool.error().message, HasSubstr("rocprofiler-sdk"));
  EXPECT_THAT(tool.error().message, HasSubstr("HSA call"));
}

TEST_F(RocprofilerSessionTest, ALibraryThatLacksAFunctionNamesIt) {
  const auto tool = Tool::registerWith({"libm.so.6"});
  ASSERT_FALSE(tool.ok());
  EXPECT_THAT(tool.error().message, HasSubstr("rocprofiler_get_version"));
}

TEST_F(RocprofilerSessionTest, AnotherMajorVersionIsRefused) {
  fake().major = 2;
  const auto tool = registerTool();
  ASSERT_FALSE(tool.ok());
  EXPECT_THAT(tool.error().message, HasSubstr("2.2.3"));
  EXPECT_TRUE(fake().clientName.empty());
}

TEST_F(RocprofilerSessionTest, AnotherToolThatHoldsItIsSaid) {
  fake().configuredByOther = true;
  const auto tool = registerTool();
  ASSERT_FALSE(tool.ok());
  EXPECT_THAT(tool.error().message, HasSubstr("another tool"));
  EXPECT_THAT(tool.error().message, HasSubstr("HIP events"));
}

TEST_F(RocprofilerSessionTest, AStepThatFailsIsNamedWithTheLibrarysReason) {
  for (const std::string step : {"create_context", "create_buffer", "configure_buffer_tracing_service",
                                 "configure_callback_tracing_service", "start_context"}) {
    controls().reset();
    fake().failing = step;
    const auto tool = registerTool();
    ASSERT_FALSE(tool.ok()) << step;
    EXPECT_THAT(tool.error().message, HasSubstr("rocprofiler_" + step + " answered: Generalized error"));
  }
}

TEST_F(RocprofilerSessionTest, HipThatHandsNothingOverIsSaidAndNothingIsCollected) {
  const auto tool = registerTool();
  ASSERT_TRUE(tool.ok());
  const auto session = Session::start(recorder(), *tool.value());
  ASSERT_FALSE(session.ok());
  EXPECT_THAT(session.error().message, HasSubstr("rocprofiler-register"));
  EXPECT_FALSE(fake().active);
}

TEST_F(RocprofilerSessionTest, AllIsAskedForInOneContext) {
  registeredTool();
  EXPECT_EQ(fake().clientName, "Strata");
  EXPECT_EQ(fake().contexts.size(), 1u);
  EXPECT_THAT(fake().bufferKinds,
              ::testing::IsSupersetOf({BufferKind::HipRuntime, BufferKind::HsaCore, BufferKind::HsaAmdExt,
                                       BufferKind::KernelDispatch, BufferKind::MemoryCopy, BufferKind::MemoryAllocation,
                                       BufferKind::ScratchMemory}));
  EXPECT_TRUE(fake().callbackKinds.contains(CallbackKind::CodeObject));
}

TEST_F(RocprofilerSessionTest, RecordsGoThroughTheLibraryIntoTheStore) {
  Tool& tool = registeredTool();
  loadKernel();
  {
    const auto live = session(tool);
    {
      const CallScope outer(CallId{4});
      const CallScope scope(CallId{5});
      call(BufferKind::HsaCore, {219, {}, 218}, 2000, 6000);
      call(BufferKind::HipRuntime, {218, {}, 0}, 1000, 7000);
      dispatch(219, 9000, 21000);
    }
    call(BufferKind::HipRuntime, {220, {}, 0}, 8000, 9000);
  }
  const auto snapshot = readRecorded(recorder());
  const auto kernels = named(*snapshot, "matmul_naive");
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels[0].call, CallId{5});
  EXPECT_EQ(kernels[0].duration().ns, 12000);
  ASSERT_TRUE(snapshot->launchOf(kernels[0].correlation).has_value());
  const auto launches = named(*snapshot, "hipLaunchKernel");
  ASSERT_EQ(launches.size(), 2u);
  EXPECT_EQ(launches[0].call, CallId{5});
  EXPECT_EQ(launches[1].call, CallId::None);  // outside the scopes
  EXPECT_EQ(named(*snapshot, "hsa_signal_store_screlease").size(), 1u);
}

TEST_F(RocprofilerSessionTest, WhatHappenedBeforeTheSessionIsKept) {
  Tool& tool = registeredTool();
  call(BufferKind::HipRuntime, {1, {}, 0}, 1000, 7000);
  session(tool);
  EXPECT_EQ(named(*readRecorded(recorder()), "hipLaunchKernel").size(), 1u);
}

TEST_F(RocprofilerSessionTest, FlushWaitsForWorkThatIsToldLate) {
  Tool& tool = registeredTool();
  const auto live = session(tool);
  controls().hold(3);
  controls().enqueue(CallbackKind::KernelDispatch);
  dispatch(1, 1000, 2000);
  live->flush();
  EXPECT_EQ(tool.told(), 1u);
  EXPECT_EQ(named(*readRecorded(recorder()), "kernel 12").size(), 1u);
}

TEST_F(RocprofilerSessionTest, DroppedRecordsAreCountedOnce) {
  Tool& tool = registeredTool();
  {
    const auto live = session(tool);
    for (const std::uint64_t lost : {10u, 0u, 7u}) {
      controls().drop(lost);
      call(BufferKind::HipRuntime, {1, {}, 0}, 1000, 2000);
      live->flush();
    }
  }
  const auto snapshot = readRecorded(recorder());
  double dropped = 0;
  for (const TraceEvent& event : eventsWhere(*snapshot, [&](const TraceEvent& e) {
         return e.kind == EventKind::Counter && snapshot->tracks()[e.track].name == "rocprofiler-sdk records dropped";
       }))
    dropped = event.value();
  EXPECT_EQ(dropped, 17);  // the library tells 10, 10, 17
}

TEST_F(RocprofilerSessionTest, TheLibrarysClockIsMappedToTheHosts) {
  Tool& tool = registeredTool();
  HostTime before, after;
  {
    const auto live = session(tool);
    before = hostNow();
    const std::uint64_t time = sinceStart();
    after = hostNow();
    call(BufferKind::HipRuntime, {1, {}, 0}, time, time + 1000);
  }
  const std::int64_t error = recorder().clockErrorNs();
  const auto snapshot = readRecorded(recorder());
  const TraceEvent launch = named(*snapshot, "hipLaunchKernel").at(0);
  EXPECT_GT(error, 0);
  EXPECT_GE(launch.begin.ns, before.ns - error);
  EXPECT_LE(launch.begin.ns, after.ns + error);
}

TEST_F(RocprofilerSessionTest, TheEndOfASessionEndsCollectingAndAnotherMayFollow) {
  Tool& tool = registeredTool();
  session(tool);
  EXPECT_FALSE(fake().active);
  call(BufferKind::HipRuntime, {1, {}, 0}, 1000, 2000);
  {
    const auto second = session(tool);
    call(BufferKind::HipRuntime, {2, {}, 0}, 3000, 4000);
  }
  EXPECT_EQ(named(*readRecorded(recorder()), "hipLaunchKernel").size(), 1u);
}

}  // namespace
}  // namespace strata::rocprofiler
