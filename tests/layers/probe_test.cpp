#include <gtest/gtest.h>
#include <sys/utsname.h>

#include "layers/compiler/compiler_layer.h"
#include "layers/model/model_layer.h"

namespace strata {
namespace {

TEST(Stack, SevenStoreysFromTheTopEachWithItsText) {
  for (std::size_t i = 0; i < kStoreyCount; ++i) {
    const StackLayer& layer = *stackLayers()[i];
    EXPECT_EQ(layer.storey, static_cast<Storey>(i));
    EXPECT_GT(layer.teaching.size(), 100u) << storeyInfo(layer.storey).key;
    EXPECT_FALSE(layer.cuda.empty() || layer.rocm.empty() || layer.cpu.empty()) << storeyInfo(layer.storey).key;
  }
}

TEST(Stack, EveryProbeSaysWhatItFoundOrHowToMendIt) {
  const auto states = probeCpuStack(nullptr);
  ASSERT_EQ(states.size(), kStoreyCount);
  for (std::size_t i = 0; i < kStoreyCount; ++i) {
    EXPECT_EQ(states[i].storey, static_cast<Storey>(i));
    EXPECT_FALSE(states[i].name.empty() || states[i].reason.empty()) << i;
    EXPECT_FALSE(states[i].available ? states[i].version.empty() : states[i].remedy.empty()) << i;
  }
}

TEST(Stack, WithoutADeviceTheRuntimeIsMissing) {
  EXPECT_FALSE(probeCpuStack(nullptr)[static_cast<std::size_t>(Storey::Runtime)].available);
}

TEST(Stack, DriverIsTheKernelThatRuns) {
  utsname system{};
  ASSERT_EQ(uname(&system), 0);
  EXPECT_EQ(probeCpuStack(nullptr)[static_cast<std::size_t>(Storey::Driver)].version, system.release);
}

TEST(Stack, CompilerIsTheOneThatBuiltThis) {
  const StoreyState state = probeCpuCompiler();
  EXPECT_NE(state.reason.find("nothing is compiled while it runs"), std::string::npos);
#if defined(__clang__)
  EXPECT_EQ(state.name, "Clang");
  EXPECT_TRUE(state.version.starts_with(std::to_string(__clang_major__) + "."));
#elif defined(__GNUC__)
  EXPECT_EQ(state.name, "GCC");
  EXPECT_TRUE(state.version.starts_with(std::to_string(__GNUC__) + "."));
#endif
}

}  // namespace
}  // namespace strata
