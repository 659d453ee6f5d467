#include "app/facts/called_systems.h"

#include <gtest/gtest.h>

#include <set>

#include "app/facts/seen_statistics.h"
#include "tests/views/sample_session.h"

namespace strata {
namespace {

std::set<std::string> namesLit(ViewState state) {
  addUpNames(state);
  std::set<std::string> names;
  for (const auto& [system, called] : calledSystems(state)) names.insert(system->name);
  return names;
}

/// One event of each name, a microsecond long.
void addEach(SampleSession& session, Storey storey, std::initializer_list<std::string_view> names) {
  static std::int64_t at = 0;
  for (const std::string_view name : names) {
    at += 2000;
    session.add({.track = session.host(storey), .name = name, .begin = at, .end = at + 1000, .storey = storey});
  }
}

ViewState on(SampleSession& session, std::string backend, std::string architecture) {
  ViewState state = session.state();
  state.session.hello = sampleHello();
  state.session.hello->device.backend = std::move(backend);
  state.session.hello->device.architecture = std::move(architecture);
  return state;
}

TEST(CalledSystems, ARunOnAGpuLightsWhatItsTraceNamesAndNoOther) {
  SampleSession session;
  addEach(session, Storey::Framework, {"matmul"});
  addEach(session, Storey::Library, {"cublasSgemm_v2"});
  addEach(session, Storey::Runtime, {"cudaLaunchKernel", "cudaStreamSynchronize"});
  addEach(session, Storey::Driver, {"cuLaunchKernel"});
  session.add({.track = session.stream(0),
               .name = "my_own_kernel",
               .begin = 900'000,
               .end = 901'000,
               .kind = EventKind::Kernel,
               .storey = Storey::Hardware});
  EXPECT_EQ(namesLit(on(session, "cuda", "sm_90")),
            (std::set<std::string>{"Strata ops", "cuBLAS", "CUDA runtime", "CUDA driver API", "Hopper"}));
}

TEST(CalledSystems, ATraceOfAnotherToolLightsNoDevice) {
  SampleSession session;
  addEach(session, Storey::Other, {"aten::mm", "my_function"});
  addEach(session, Storey::Runtime, {"hipLaunchKernel"});
  ViewState state = session.state();
  state.session.hello.reset();
  EXPECT_EQ(namesLit(state), (std::set<std::string>{"PyTorch", "HIP runtime"}));
}

TEST(CalledSystems, ACountAndATimeBelongToEach) {
  SampleSession session;
  addEach(session, Storey::Library, {"cblas_sgemm", "cblas_sgemm", "cblas_sgemv"});
  ViewState state = on(session, "cpu", "x86-64-v3");
  addUpNames(state);
  const auto called = calledSystems(state);
  ASSERT_EQ(called.size(), 1u);
  EXPECT_EQ(called.begin()->first->name, "OpenBLAS");
  EXPECT_EQ(called.begin()->second.count, 3u);
  EXPECT_EQ(called.begin()->second.total.ns, 3000);
}

TEST(CalledSystems, ARoutineAndItsKernelAreOneCall) {
  const auto kernel = [](SampleSession& session, std::int64_t begin) {
    session.add({.track = session.stream(0),
                 .name = "cblas_sgemm",
                 .begin = begin,
                 .end = begin + 500,
                 .kind = EventKind::Kernel,
                 .storey = Storey::Hardware});
  };
  SampleSession both;
  addEach(both, Storey::Library, {"cblas_sgemm"});
  kernel(both, 900'000);
  ViewState state = on(both, "cpu", "x86-64-v3");
  addUpNames(state);
  auto called = calledSystems(state);
  ASSERT_EQ(called.size(), 1u);
  EXPECT_EQ(called.begin()->second.count, 1u);
  EXPECT_EQ(called.begin()->second.total.ns, 1000);

  SampleSession kernels;
  kernel(kernels, 900'000);
  kernel(kernels, 901'000);
  state = on(kernels, "cpu", "x86-64-v3");
  addUpNames(state);
  called = calledSystems(state);
  ASSERT_EQ(called.size(), 1u);
  EXPECT_EQ(called.begin()->first->name, "OpenBLAS");
  EXPECT_EQ(called.begin()->second.count, 2u) << "where no routine is known, its kernels";
}

TEST(CalledSystems, TheDeviceOfTheSessionIsHere) {
  SampleSession session;
  const ViewState state = on(session, "cpu", "x86-64-v3");
  EXPECT_TRUE(systemHere(state, *stackMap().find("AVX2 processors")));
  EXPECT_FALSE(systemHere(state, *stackMap().find("Hopper")));
  EXPECT_FALSE(systemHere(state, *stackMap().find("PyTorch"))) << "nobody has looked";
}

TEST(CalledSystems, TheDeviceOfARecordingIsTheRecordingsUnlessItIsHere) {
  SampleSession session;
  ViewState state = on(session, "cuda", "sm_90");
  state.sight.live = false;
  const System& hopper = *stackMap().find("Hopper");
  EXPECT_TRUE(onlyOfRecording(state, hopper));
  EXPECT_FALSE(onlyOfRecording(state, *stackMap().find("AVX2 processors")));
  SystemsHere here;
  here.found["Hopper"] = {};
  state.sight.systems = std::make_shared<const SystemsHere>(here);
  EXPECT_FALSE(onlyOfRecording(state, hopper));
  state.sight.systems.reset();
  state.sight.live = true;
  EXPECT_FALSE(onlyOfRecording(state, hopper)) << "an agent is there";
}

}  // namespace
}  // namespace strata
