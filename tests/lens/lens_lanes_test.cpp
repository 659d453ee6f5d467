#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/lens/lens.h"
#include "layers/hardware/device_limits.h"

// What is renamed, or the same, and wrong where a wavefront has 64 lanes; and what the other compiler cannot read.

namespace strata {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;

struct Said {
  const char* text;
  int line;           ///< 0: nothing may be said
  const char* words;  ///< in the sentence
};

std::string shown(const LensedText& lensed) {
  std::string all;
  for (const LensNote& note : lensed.notes)
    all += std::to_string(note.line) + " " + std::string(lensNoteKey(note.kind)) + ": " + note.sentence + "\n";
  return all;
}

void expectSaid(const Said& said, LensNoteKind kind, Dialect to) {
  const LensedText lensed = throughLens(said.text, to, MainHeader::Keep);
  int found = 0;
  for (const LensNote& note : lensed.notes) {
    if (note.kind != kind) continue;
    ++found;
    EXPECT_EQ(note.line, said.line) << said.text << "\n" << shown(lensed);
    EXPECT_THAT(note.sentence, HasSubstr(said.words)) << said.text;
  }
  EXPECT_EQ(found, said.line > 0 ? 1 : 0) << said.text << "\n" << shown(lensed);
}

TEST(LensLanes, WhatIsWrongOn64Lanes) {
  for (const Said& said : {
           Said{"x = __shfl_sync(0xffffffff, x, 0);", 1, "0xffffffff names 32 lanes"},
           Said{"\nif (__any_sync(0xFFFF'FFFFu, p)) y();", 2, "0xFFFF'FFFFu names 32 lanes"},
           Said{"__syncwarp(~0u);", 1, "~0u names 32 lanes"},
           Said{"constexpr unsigned kAll = 0xffffffffu;\nx = __shfl_down_sync(kAll, x, 1);", 2, "kAll names 32 lanes"},
           Said{"#define FULL_MASK 0xffffffff\nx = __shfl_xor_sync(FULL_MASK, x, 1);", 2, "FULL_MASK names 32"},
           Said{"unsigned mask = __ballot(p);", 1, "mask has room for 32"},
           Said{"uint32_t m;\nm = __activemask();", 2, "m has room for 32"},
           Said{"int n = __popc(__ballot_sync(m, p));", 1, "Use __popcll"},
           Said{"auto n = __ffs(__ballot(p));", 1, "Use __ffsll"},
           Said{"auto m = __ballot_sync(a, p);\nint n = __popc(m);", 2, "m keeps 64 bits in HIP"},
           Said{"unsigned m = __ballot_sync(a, p);\nint n = __popc(m);", 1, "m has room for 32"},
           Said{"uint64_t m;\nm = __activemask();\nint n = __ffs(m & a) - 1;", 3, "Use __ffsll"},
           Said{"constexpr int kWarpSize = 32;", 1, "kWarpSize takes a warp for 32 lanes"},
           Said{"#define WARP 32\n", 1, "WARP takes a warp for 32"},
           Said{"int lane = threadIdx.x % 32;", 1, "% 32"},
           Said{"int lane = threadIdx.x & 31;", 1, "& 31"},
           Said{"int w = threadIdx.x >> 5;", 1, ">> 5"},
           Said{"int tid = threadIdx.y * blockDim.x + threadIdx.x;\nint w = tid / 32;", 2, "/ 32"},
           Said{"int w = (threadIdx.x + 1) / 32;", 1, "/ 32"},
           Said{"if (threadIdx.x < 32) x = __shfl(x, 0);", 1, "< 32"},
           Said{"for (int o = 16; o > 0; o >>= 1)\n  x += __shfl_down(x, o);", 1, "This loop of shuffles"},
           Said{"for (int o = 1; o < 32; o *= 2) {\n  y = __shfl_up(x, o); x += y;\n}", 1, "This loop of shuffles"},
           Said{"x = __shfl(x, 0, 32);", 1, "within each half only"},
           Said{"x = __shfl_down_sync(m, x, 1, 32);", 1, "within each half only"},
           Said{"auto tile = cg::tiled_partition<32>(block);", 1, "half a wavefront"},
       })
    expectSaid(said, LensNoteKind::Lanes, Dialect::Hip);
}

TEST(LensLanes, MasksOf32BitsAreRefused) {
  for (const Said& said : {
           Said{"__any_sync(-1, p);", 1, "-1 has 32 bits"},
           Said{"__any_sync(~0, p);", 1, "~0 has 32 bits"},
           Said{"__syncwarp(~0u);", 1, "~0u has 32 bits"},
           Said{"__syncwarp(0xffffu << 8);", 1, "0xffffu << 8 has 32 bits"},
           Said{"#define FULL 0xffffffff\n__syncwarp(FULL);", 2, "FULL has 32 bits"},
           Said{"unsigned all;\n__syncwarp(all & 0xff);", 2, "all & 0xff has 32 bits"},
           Said{"__syncwarp((unsigned)-1);", 1, "(unsigned)-1 has 32 bits"},
       })
    EXPECT_THAT(shown(throughLens(said.text, Dialect::Hip, MainHeader::Keep)),
                HasSubstr(std::to_string(said.line) + " differs: " + said.words));
  for (const char* text :
       {"__syncwarp(~0ull);", "__syncwarp(0xffffffffffffffff);", "__syncwarp(m);", "__syncwarp(__activemask());",
        "uint64_t all = 0xffffffff;\n__syncwarp(all);", "__syncwarp(1ull << n);", "__syncwarp(4294967295);",
        "__syncwarp((unsigned long long)1);", "#define FULL 0xffffffffull\n__syncwarp(FULL);", "__syncwarp();"})
    EXPECT_THAT(shown(throughLens(text, Dialect::Hip, MainHeader::Keep)), ::testing::Not(HasSubstr("has 32 bits")))
        << text;
  EXPECT_THAT(shown(throughLens("__syncwarp(-1);", Dialect::Cuda, MainHeader::Keep)),
              ::testing::Not(HasSubstr("has 32 bits")));
}

TEST(LensLanes, WhatIsRightIsNotSpokenOf) {
  for (const char* text : {"x = __shfl_sync(0xffffffffffffffffull, x, 0);",
                           "__syncwarp();",
                           "__any_sync(-1, p);",
                           "__any_sync(~0ull, p);",
                           "unsigned long long m = __ballot(p);",
                           "uint64_t m = __activemask();",
                           "auto m = __ballot(p);",
                           "int n = __popcll(__ballot(p));",
                           "auto m = __ballot(p);\nint n = __popcll(m);",
                           "int n = __popcll(__ballot(p));\nint k = __popc(n);",
                           "int w = warpSize;",
                           "constexpr int kTile = 32;",
                           "int row = k % 32;",
                           "int x = width / 32;",
                           "y = bits & 31;",
                           "int lane = threadIdx.x % warpSize;",
                           "for (int i = 0; i < 32; ++i) s += a[i];",
                           "for (int o = warpSize / 2; o > 0; o /= 2) x += __shfl_down(x, o);",
                           "if (threadIdx.x < 32) a[threadIdx.x] = 0;",
                           "x = __shfl(x, 0);",
                           "x = __shfl(x, 0, 16);",
                           "// __shfl_sync(0xffffffff, x, 0)",
                           "puts(\"threadIdx.x % 32\");",
                           "__shared__ float tile[32][33];",
                           "dim3 block(32, 32);"})
    expectSaid({text, 0, ""}, LensNoteKind::Lanes, Dialect::Hip);
}

TEST(LensLanes, WhatIsWrongOn32Lanes) {
  for (const Said& said : {
           Said{"x = __shfl_sync(0xffffffffffffffff, x, 0);", 1, "names 64 lanes"},
           Said{"constexpr int kWave = 64;", 1, "kWave takes a warp for 64 lanes"},
           Said{"int lane = threadIdx.x & 63;", 1, "& 63"},
           Said{"int w = threadIdx.x >> 6;", 1, ">> 6"},
           Said{"for (int o = 32; o > 0; o >>= 1) x += __shfl_down(x, o);", 1, "This loop of shuffles"},
           Said{"x = __shfl(x, 0, 64);", 1, "more than a warp"},
           Said{"auto tile = cg::tiled_partition<64>(block);", 1, "two warps in CUDA"},
       })
    expectSaid(said, LensNoteKind::Lanes, Dialect::Cuda);
  for (const char* text :
       {"x = __shfl_sync(0xffffffff, x, 0);", "unsigned m = __ballot_sync(~0u, p);", "t = threadIdx.x % 32;"})
    expectSaid({text, 0, ""}, LensNoteKind::Lanes, Dialect::Cuda);
}

TEST(LensLanes, WhatTheOtherCompilerCannotRead) {
  for (const Said& said : {
           Said{"asm volatile(\"mov.u32 %0, %laneid;\" : \"=r\"(x));", 1, "Inline PTX"},
           Said{"nvcuda::wmma::fill_fragment(c, 0);", 1, "rocWMMA"},
           Said{"\ncuda::barrier<cuda::thread_scope_block>* b;", 2, "has no cuda::barrier"},
           Said{"cuTensorMapEncodeTiled(a);", 1, "HIP has no counterpart"},
           Said{"__pipeline_memcpy_async(&tile[i], &a[i], 16);", 1, "HIP has no __pipeline_memcpy_async"},
           Said{"\n__pipeline_wait_prior(1);", 2, "__syncthreads is the wait"},
           Said{"cg::memcpy_async(block, tile, a, 64);", 1, "HIP has no memcpy_async"},
           Said{"__vabs2(x);", 1, "HIP has no counterpart"},
       }) {
    const LensedText lensed = throughLens(said.text, Dialect::Hip, MainHeader::Keep);
    ASSERT_FALSE(lensed.notes.empty()) << said.text;
    EXPECT_EQ(lensed.notes.front().kind, LensNoteKind::NoCounterpart) << said.text;
    EXPECT_EQ(lensed.notes.front().line, said.line);
    EXPECT_THAT(lensed.notes.front().sentence, HasSubstr(said.words));
  }
  for (const Said& said : {
           Said{"asm volatile(\"s_nop 0\");", 1, "Inline AMDGCN"},
           Said{"x = __shfl(x, 0);", 1, "__shfl_sync"},
           Said{"m = __ballot(p);", 1, "__ballot_sync"},
           Said{"__builtin_amdgcn_s_barrier();", 1, "one vendor only"},
           Said{"hipExtMallocWithFlags(&p, n, f);", 1, "CUDA has no counterpart of hipExtMallocWithFlags"},
           Said{"hipExtOfTomorrow(&p, n, f);", 1, "CUDA may have no counterpart"},
       })
    expectSaid(said, LensNoteKind::NoCounterpart, Dialect::Cuda);
}

TEST(LensLanes, WhatMeansAnotherThing) {
  for (const Said& said : {
           Said{"__launch_bounds__(256, 4)", 1, "waves per SIMD unit in HIP"},
           Said{"#if __CUDA_ARCH__ >= 800\n#endif", 1, "__HIP_DEVICE_COMPILE__"},
           Said{"a = __shfl_sync(m, a, 0);\nb = __any_sync(m, b);", 1, "from ROCm 7 on"},
           Said{"cudaMemcpyToSymbol(t, h, 4);", 1, "within HIP_SYMBOL("},
           Said{"__global__ void __cluster_dims__(2, 1, 1) k() {}", 1, "only gfx1250 and later have clusters"},
           Said{"auto group = cg::this_cluster();", 1, "only gfx1250 and later have clusters"},
           Said{"cuGetProcAddress(n, &f, 12050, 0, nullptr);", 1, "HIP 6.1 is 601"},
           Said{"cudaGetDriverEntryPointByVersion(n, &f, 12050, 0, &s);", 1, "hipDriverProcAddressQueryResult"},
           Said{"cudaDeviceProp p;\nif (p.major >= 8) fast();", 2, "major counts NVIDIA's architectures in CUDA"},
           Said{"void f(const cudaDeviceProp* p) {\n  use(p->minor);\n}", 2, "an MI200 in the other"},
           Said{"cudaDeviceGetAttribute(&n, cudaDevAttrComputeCapabilityMajor, 0);", 1, "AMD's in HIP"},
       })
    expectSaid(said, LensNoteKind::Differs, Dialect::Hip);
  for (const char* text : {"int n = version.major;", "cudaDeviceProp p;\nint major = 3;"})
    expectSaid({text, 0, ""}, LensNoteKind::Differs, Dialect::Hip);
  expectSaid({"__launch_bounds__(256)", 0, ""}, LensNoteKind::Differs, Dialect::Hip);
  for (const Said& said : {
           Said{"__launch_bounds__(256, 4)", 1, "blocks per multiprocessor in CUDA"},
           Said{"#ifdef __HIP_DEVICE_COMPILE__\n#endif", 1, "__CUDA_ARCH__"},
           Said{"hipMemcpyToSymbol(HIP_SYMBOL(t), h, 4);", 1, "no HIP_SYMBOL"},
           Said{"hipDeviceProp_t p;\nif (p.major >= 9) fast();", 2, "major counts NVIDIA's architectures in CUDA"},
       })
    expectSaid(said, LensNoteKind::Differs, Dialect::Cuda);
}

/// The second number of __launch_bounds__ is turned into the other's by threads that a wave on each unit has.
TEST(LensLanes, LaunchBoundsGoByTheUnitsThatTheTableOfLimitsHas) {
  const auto sentence = [](Dialect to) {
    return throughLens("__launch_bounds__(256, 4)", to, MainHeader::Keep).notes.at(0).sentence;
  };
  for (const DeviceLimits& limits : deviceLimits()) {
    if (!limits.architecture.starts_with("gfx")) continue;
    const std::string threads = std::to_string(limits.schedulers * limits.waveSize);
    const std::string family = limits.architecture.starts_with("gfx9") ? "CDNA 1 to 4" : "RDNA";
    EXPECT_THAT(sentence(Dialect::Hip), ContainsRegex("/ " + threads + " on " + family)) << limits.architecture;
    EXPECT_THAT(sentence(Dialect::Cuda), ContainsRegex("× " + threads + "[^×]* for " + family)) << limits.architecture;
  }
}

TEST(LensLanes, StaticSharedMemoryThatCudaRefuses) {
  for (const Dialect to : {Dialect::Hip, Dialect::Cuda}) {
    for (const Said& said : {
             Said{"__global__ void k() {\n  __shared__ float tile[128][128];\n}", 2, "64 KiB of static shared memory"},
             Said{"constexpr int kTile = 64;\n#define ROWS 128\n__global__ void k() {\n"
                  "  __shared__ alignas(16) float a[kTile][kTile + 1], b[ROWS][kTile];\n}",
                  4, "48.25 KiB"},
             Said{"__global__ void k() {\n  __shared__ long unsigned int tile[8192];\n}", 2, "64 KiB"},
             Said{"__global__ void k() {\n  __shared__ bfloat16 tile[128][256];\n}", 2, "64 KiB"},
             Said{"__global__ void k() {\n  __shared__ std::uint8_t a[32 * 1024];\n  __shared__ double b[2050];\n}", 3,
                  "extern __shared__"},
             Said{"__global__ void k() {\n  constexpr int kTile = 64;\n  __shared__ float a[kTile][kTile];\n}\n"
                  "__global__ void l() {\n  constexpr int kTile = 128;\n  __shared__ float a[kTile][kTile];\n}",
                  7, "64 KiB"},
         })
      expectSaid(said, LensNoteKind::Differs, to);
    for (const char* text : {"__global__ void k() { __shared__ float tile[96][128]; }",
                             "__global__ void k() { extern __shared__ float tile[]; }",
                             "template <int N> __global__ void k() { __shared__ float tile[N][4096]; }",
                             "__global__ void k() { __shared__ Stage stages[65536]; }",
                             "__global__ void k() { __shared__ unsigned char bytes[49152]; }",
                             "__global__ void k() { __shared__ short unsigned halves[24576]; }",
                             "__global__ void k() { constexpr int n = 128; __shared__ float a[n][64]; }\n"
                             "__global__ void l() { constexpr int n = 64; __shared__ float a[n][n + 1]; }",
                             "__global__ void k() { __shared__ float a[8192]; }\n"
                             "__global__ void l() { __shared__ float a[8192]; }"})
      expectSaid({text, 0, ""}, LensNoteKind::Differs, to);
  }
}

}  // namespace
}  // namespace strata
