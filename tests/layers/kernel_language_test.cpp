#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "engine/backends/cpu/cpu_device.h"
#include "engine/base/temporary_folder.h"
#include "layers/compiler/host_compiler.h"
#include "layers/compiler/own_text.h"
#include "layers/compiler/tools.h"
#include "tests/layers/language_page.h"

namespace strata {
namespace {

constexpr std::uint32_t kThreads = 32;

const std::vector<LanguageRow>& rows() {
  static const std::vector<LanguageRow> kRows = languageRows(STRATA_SOURCE_DIR "/docs/kernel-language.md");
  return kRows;
}

/// What a vendor's compiler says of the page's rows; nothing where it takes them. `headers`: names and texts of what it
/// does not have.
std::string saidBy(const std::string& command, const std::string& name,
                   const std::vector<std::pair<std::string, std::string_view>>& headers) {
  const TemporaryFolder folder;
  folder.write(name,
               "#include \"kernels/compat/device.h\"\n#include \"kernels/compat/cooperative_groups.h\"\n"
               "STRATA_DYNAMIC_SHARED(float, pool);\n" +
                   languageUnit(rows()));
  for (const auto& [header, text] : headers) folder.write(header, text);
  const Printed said = outputOf(fmt::format("{} -std=c++20 -w -I{} -I{} {} -o {} 2>&1", command,
                                            shellQuoted(STRATA_SOURCE_DIR), shellQuoted(folder.path("")),
                                            shellQuoted(folder.path(name)), shellQuoted(folder.path("out"))));
  return said.ok ? "" : said.text;
}

TEST(KernelLanguage, PageHasRows) {
  EXPECT_GT(rows().size(), 80u);
  for (const LanguageRow& row : rows()) {
    EXPECT_FALSE(row.example.empty()) << row.line;
    EXPECT_FALSE(row.gives.empty()) << row.line;
  }
}

TEST(KernelLanguage, IsCompiledForCuda) {
  if (!toolIsHere("nvcc")) GTEST_SKIP() << "nvcc is not here";
  EXPECT_EQ(saidBy("nvcc -arch=sm_90 -cubin", "rows.cu", {}), "");
}

TEST(KernelLanguage, IsCompiledForHip) {
  if (!toolIsHere("hipcc")) GTEST_SKIP() << "hipcc is not here";
  EXPECT_EQ(saidBy("hipcc --offload-arch=gfx90a --cuda-device-only -S", "rows.hip", {{"cooperative_groups.h", ""}}),
            "");
}

/// Masked functions as ROCm has them from 7 on, which refuse masks that are not of exactly the lanes that are there.
/// The page's examples would not compile with these.
TEST(KernelLanguage, OfHipIsStratasOwnWhereHipHasMaskedFunctions) {
  if (!toolIsHere("hipcc")) GTEST_SKIP() << "hipcc is not here";
  std::string own = "#include <hip/hip_runtime.h>\n";
  for (const char* name :
       {"__shfl_sync", "__shfl_up_sync", "__shfl_down_sync", "__shfl_xor_sync", "__ballot_sync", "__any_sync",
        "__all_sync", "__match_any_sync", "__match_all_sync", "__reduce_add_sync", "__reduce_min_sync",
        "__reduce_max_sync", "__reduce_and_sync", "__reduce_or_sync", "__reduce_xor_sync"})
    own += fmt::format("template <class Mask, class... T> __device__ int {}(Mask, T...) = delete;\n", name);
  own +=
      "__device__ inline unsigned long long __activemask() { return 0; }\n__device__ inline void __syncwarp() {}\n"
      "template <class Mask> __device__ void __syncwarp(Mask) = delete;\n";
  EXPECT_EQ(saidBy("hipcc --offload-arch=gfx90a --cuda-device-only -S -include rocm_7.h", "rows.hip",
                   {{"cooperative_groups.h", ""}, {"rocm_7.h", own}}),
            "");
}

/// Built for the CPU device; an error is the test's.
std::shared_ptr<HostObject> built(const std::string& text, const std::vector<std::string>& kernels, OwnBuild build) {
  const OwnText own{"language.cu", text, "kernels/saxpy/naive.cuh"};
  auto object = HostCompiler::find().value().build(own, "saxpy", kernels, build);
  EXPECT_TRUE(object.ok()) << object.error().message;
  return object.ok() ? std::move(object).value() : nullptr;
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;  // kernels that are compiled now know no sanitizer
#else
constexpr bool kSanitized = false;
#endif

class KernelLanguageOnCpu : public testing::TestWithParam<OwnBuild> {};

TEST_P(KernelLanguageOnCpu, GivesWhatThePageSays) {
  if (kSanitized) GTEST_SKIP() << "not with a sanitizer";
  std::vector<std::string> kernels;
  for (std::size_t i = 0; i < rows().size(); ++i) kernels.push_back(fmt::format("language_{}", i));
  const auto object = built(languageUnit(rows()), kernels, GetParam());
  ASSERT_TRUE(object);
  const auto device = openCpuDevice();
  const auto stream = device.value()->createStream();
  const auto out = device.value()->allocate(kThreads * sizeof(double), MemoryKind::Device);
  ASSERT_TRUE(stream.ok() && out.ok());
  for (std::size_t i = 0; i < rows().size(); ++i) {
    const LanguageRow& row = rows()[i];
    void* memory = out.value()->data();
    int n = kThreads;
    void* arguments[] = {&memory, &n};
    const LaunchShape shape{{1, 1, 1}, {kThreads, 1, 1}, kThreads * sizeof(float)};
    ASSERT_TRUE(stream.value()->launch(object->find(kernels[i]), shape, arguments).ok()) << row.what;
    const auto ended = stream.value()->synchronize();
    EXPECT_TRUE(ended.ok()) << row.what << ": " << ended.error().message;
    const double* values = static_cast<const double*>(memory);
    for (std::size_t t = 0; t < row.gives.size(); ++t)
      EXPECT_NEAR(values[t], row.gives[t], 1e-6 * std::max(1.0, std::abs(row.gives[t])))
          << "line " << row.line << ", " << row.what << ", thread " << t;
  }
}

INSTANTIATE_TEST_SUITE_P(Builds, KernelLanguageOnCpu, testing::Values(OwnBuild::Plain, OwnBuild::Observed),
                         [](const auto& build) { return build.param == OwnBuild::Plain ? "plain" : "observed"; });

/// The first look of a thread at its shared memory is a call into the C library: a sum that is in a register then
/// stays.
TEST(OwnKernel, KeepsItsRegistersAtTheFirstLookAtSharedMemory) {
  if (kSanitized) GTEST_SKIP() << "not with a sanitizer";
  const auto object = built(R"(
__global__ void sums(const float* in, float* out, int n) {
  __shared__ float shared[4096];
  float sum = 0;
  for (int i = threadIdx.x / 32; i < n; i += 4) sum += in[i];
  shared[threadIdx.x] = sum;
  __syncthreads();
  out[threadIdx.x] = shared[threadIdx.x];
})",
                            {"sums"}, OwnBuild::Plain);
  ASSERT_TRUE(object);
  const auto device = openCpuDevice();
  const auto stream = device.value()->createStream();
  constexpr int kSize = 128;
  const auto memory = device.value()->allocate(2 * kSize * sizeof(float), MemoryKind::Device);
  auto* in = static_cast<float*>(memory.value()->data());
  float* out = in + kSize;
  std::fill(in, out, 1.0f);
  int n = kSize;
  void* arguments[] = {&in, &out, &n};
  ASSERT_TRUE(stream.value()->launch(object->find("sums"), {{1, 1, 1}, {kSize, 1, 1}, 0}, arguments).ok());
  ASSERT_TRUE(stream.value()->synchronize().ok());
  EXPECT_EQ(std::count(out, out + kSize, kSize / 4.0f), kSize);
}

}  // namespace
}  // namespace strata
