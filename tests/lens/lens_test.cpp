#include "app/lens/lens.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace strata {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

std::string toHip(std::string_view text) {
  return throughLens(text, Dialect::Hip, MainHeader::Keep).text;
}
std::string toCuda(std::string_view text) {
  return throughLens(text, Dialect::Cuda, MainHeader::Keep).text;
}

/// "2 renamed cudaFree → hipFree"
std::vector<std::string> notes(std::string_view text, Dialect to) {
  std::vector<std::string> all;
  for (const LensNote& note : throughLens(text, to, MainHeader::Keep).notes) {
    std::string words =
        std::to_string(note.line).append(" ").append(lensNoteKey(note.kind)).append(" ").append(note.from);
    all.push_back(note.to.empty() ? words : words.append(" → ").append(note.to));
    EXPECT_TRUE(note.sentence.ends_with(".")) << note.sentence;
  }
  return all;
}

TEST(Lens, RenamesWordsAndNothingElse) {
  EXPECT_EQ(toHip("cudaMalloc(&p, n); my_cudaMalloc(p); cudaMallocX;"),
            "hipMalloc(&p, n); my_cudaMalloc(p); cudaMallocX;");
  EXPECT_EQ(toHip("// cudaMalloc\n/* cudaFree */ cudaFree(p);"), "// cudaMalloc\n/* cudaFree */ hipFree(p);")
      << "comments stay";
  EXPECT_EQ(toHip("puts(\"cudaFree failed\");"), "puts(\"hipFree failed\");") << "strings are renamed, as HIPIFY does";
  EXPECT_EQ(toHip("R\"(cudaFree(p); // cudaFree)\""), "R\"(hipFree(p); // hipFree)\"");
  EXPECT_EQ(toHip("#define CHECK(x) if (x != cudaSuccess) \\\n  cudaGetErrorString(x)\n"),
            "#define CHECK(x) if (x != hipSuccess) \\\n  hipGetErrorString(x)\n");
}

TEST(Lens, NotesSayWhatBecameOfEachName) {
  EXPECT_THAT(
      notes("cudaFree(p);\ncudaGraphConditionalHandleCreate(a);\ncudaMadeUp(b); puts(\"cudaFree\");", Dialect::Hip),
      ElementsAre("1 renamed cudaFree → hipFree", "2 none cudaGraphConditionalHandleCreate", "3 none cudaMadeUp",
                  "3 renamed cudaFree → hipFree"));
  EXPECT_THAT(notes("float x = cudaScale; CUDA_CHECK(y);", Dialect::Hip), ElementsAre()) << "somebody's own names";
}

TEST(Lens, NotesSayWhichReleaseHasAName) {
  const auto sentences = [](std::string_view text, Dialect to) {
    std::vector<std::string> all;
    for (const LensNote& note : throughLens(text, to, MainHeader::Keep).notes) all.push_back(note.sentence);
    return all;
  };
  EXPECT_THAT(
      sentences("#include <cooperative_groups/reduce.h>\ncudaStreamGetId(s, &id); cudaFree(p);", Dialect::Hip),
      ElementsAre("cooperative_groups/reduce.h is hip/cooperative_groups/hip_reduce.h, in HIP from ROCm 7.13 on.",
                  "cudaStreamGetId is hipStreamGetId, in HIP from ROCm 7.1 on.", "cudaFree is hipFree."));
  EXPECT_THAT(sentences("hipStreamGetId(s, &id);", Dialect::Cuda), ElementsAre("hipStreamGetId is cudaStreamGetId."));
  EXPECT_THAT(sentences("cg::inclusive_scan(tile, x);", Dialect::Hip), ElementsAre(HasSubstr("from ROCm 10.0 on")));
}

TEST(Lens, Headers) {
  EXPECT_EQ(toHip("#include <cuda_runtime.h>\n#include \"cublas_v2.h\"\n#include <vector>\n"),
            "#include <hip/hip_runtime.h>\n#include \"hipblas/hipblas.h\"\n#include <vector>\n");
  EXPECT_EQ(toCuda("#include <hip/hip_runtime.h>\n"), "#include <cuda_runtime.h>\n");
  EXPECT_EQ(toHip("#include <device_launch_parameters.h>\nint x;"), "\nint x;");
  EXPECT_THAT(notes("#include <cuda_runtime.h>\n#include <mma.h>\n#include <cuda/barrier>\n", Dialect::Hip),
              ElementsAre("1 header cuda_runtime.h → hip/hip_runtime.h", "2 header mma.h → rocwmma/rocwmma.hpp",
                          "3 none cuda/barrier"));
}

TEST(Lens, LibcuIsLibhipcxxButForWhatAmdsGpusDoNotHave) {
  const std::string text =
      "#include <cuda/std/atomic>\n#include <cuda/latch>\ncuda::atomic<int, cuda::thread_scope_device> a;\n"
      "cuda::std::array<int, 2> b;\ncuda::std::latch c(2);\ncuda::pipeline<cuda::thread_scope_thread> d;\n"
      "cuda::ptx::st_async(p, 1, q);\n";
  EXPECT_EQ(toHip(text), text);
  EXPECT_THAT(notes(text, Dialect::Hip), ElementsAre("1 differs cuda/std/atomic", "2 none cuda/latch", "3 differs cuda",
                                                     "5 none cuda", "6 none cuda", "7 none cuda"));
  const LensedText lensed = throughLens(text, Dialect::Hip, MainHeader::Keep);
  for (const std::size_t release : {0U, 2U})
    EXPECT_THAT(lensed.notes[release].sentence, HasSubstr("from ROCm 10.1 on"));
  EXPECT_THAT(lensed.notes[3].sentence, HasSubstr("no cuda::std::latch"));
  EXPECT_THAT(lensed.statistics.unconverted, ElementsAre(Pair("cuda/latch", 1), Pair("cuda::pipeline", 1),
                                                         Pair("cuda::ptx", 1), Pair("cuda::std::latch", 1)));
  EXPECT_THAT(notes(text, Dialect::Cuda), ElementsAre());
}

TEST(Lens, LibrariesBesideTheRuntime) {
  EXPECT_EQ(toHip("#include <cuda_fp8.h>\n#include <nccl.h>\n#include <mma.h>\n#include <nvToolsExt.h>\n"),
            "#include <hip/hip_fp8.h>\n#include <rccl/rccl.h>\n#include <rocwmma/rocwmma.hpp>\n"
            "#include <rocprofiler-sdk-roctx/roctx.h>\n");
  EXPECT_EQ(toHip("ncclAllReduce(a); nvtxRangePushA(s); nvtxRangePop(); nvtxRangeEnd(id);"),
            "ncclAllReduce(a); roctxRangePushA(s); roctxRangePop(); roctxRangeStop(id);");
  EXPECT_EQ(toCuda("#include <hip/hip_fp8.h>\n#include <rccl/rccl.h>\n#include <rocwmma/rocwmma.hpp>\n"
                   "#include <roctracer/roctx.h>\n#include <hipblas/hipblas.h>\n"),
            "#include <cuda_fp8.h>\n#include <nccl.h>\n#include <mma.h>\n#include <nvtx3/nvToolsExt.h>\n"
            "#include <cublas_v2.h>\n");
  EXPECT_EQ(toCuda("roctxRangePushA(s); roctxRangePop();"), "nvtxRangePushA(s); nvtxRangePop();");
  EXPECT_THAT(notes("__nv_fp8_e4m3 x; rocwmma::fragment f;", Dialect::Hip), ElementsAre("1 none __nv_fp8_e4m3"));
  EXPECT_THAT(notes("rocwmma::fragment f;", Dialect::Cuda), ElementsAre("1 none rocwmma"));
}

/// MIOpen is no cuDNN of another name.
TEST(Lens, CallsOfCudnnStayAndAreSaidToBeWrittenAnew) {
  const std::string text = "#include <cudnn.h>\ncudnnHandle_t h;\ncudnnCreate(&h);\n";
  EXPECT_EQ(toHip(text), text);
  const auto said = throughLens(text, Dialect::Hip, MainHeader::Keep).notes;
  ASSERT_EQ(said.size(), 3u);
  for (const LensNote& note : said) {
    EXPECT_EQ(note.kind, LensNoteKind::NoCounterpart);
    EXPECT_THAT(note.sentence, HasSubstr("cuDNN and MIOpen do the same work with different calls"));
    EXPECT_THAT(note.sentence, HasSubstr("hipDNN (beta, from ROCm 7.12 on)"));
  }
  EXPECT_THAT(notes("#include <miopen/miopen.h>\nmiopenCreate(&h);", Dialect::Cuda),
              ElementsAre("1 none miopen/miopen.h", "2 none miopenCreate"));
}

TEST(Lens, WhatHipAloneHas) {
  const std::string text = "hipMemAdvise(p, n, hipMemAdviseSetCoarseGrain, 0);";
  EXPECT_EQ(toCuda(text), "cudaMemAdvise(p, n, hipMemAdviseSetCoarseGrain, 0);");
  EXPECT_THAT(notes(text, Dialect::Cuda), ElementsAre("1 renamed hipMemAdvise → cudaMemAdvise",
                                                      "1 none hipMemAdviseSetCoarseGrain", "1 differs hipMemAdvise"));
  const auto sentenceOf = [](const char* word) {
    const auto all = throughLens(word, Dialect::Cuda, MainHeader::Keep).notes;
    return all.size() == 1 ? all[0].sentence : "";
  };
  EXPECT_THAT(sentenceOf("__HIP_PLATFORM_AMD__"), HasSubstr("__NVCC__"));
  EXPECT_THAT(sentenceOf("__AMDGCN_WAVEFRONT_SIZE"), HasSubstr("32 lanes"));
  EXPECT_THAT(sentenceOf("__HIP_DEVICE_COMPILE__"), HasSubstr("__CUDA_ARCH__"));
}

TEST(Lens, TheMainHeaderComesFirstWhereKernelsAreAndNoneIncludesIt) {
  EXPECT_EQ(throughLens("__global__ void k() {}\n", Dialect::Hip).text,
            "#include \"hip/hip_runtime.h\"\n__global__ void k() {}\n");
  EXPECT_EQ(throughLens("__global__ void k() {}\r\n", Dialect::Cuda).text,
            "#include \"cuda_runtime.h\"\r\n__global__ void k() {}\r\n");
  for (const char* same : {"int x;\n", "#include <hip/hip_runtime.h>\n__global__ void k() {}\n"})
    EXPECT_EQ(throughLens(same, Dialect::Hip).text, same);
  EXPECT_EQ(throughLens("#include <cuda.h>\n__global__ void k() {}\n", Dialect::Hip).text,
            "#include <hip/hip_runtime.h>\n__global__ void k() {}\n");
}

TEST(Lens, ArgumentsThatHipTakesOtherwise) {
  EXPECT_EQ(toHip("cudaMemcpyToSymbol(table, host, sizeof(table));"),
            "hipMemcpyToSymbol(HIP_SYMBOL(table), host, sizeof(table));");
  EXPECT_EQ(toHip("cudaMemcpyFromSymbol(host, table[cudaDevAttrWarpSize], 4);"),
            "hipMemcpyFromSymbol(host, HIP_SYMBOL(table[hipDeviceAttributeWarpSize]), 4);");
  EXPECT_EQ(toHip("cudaFuncSetAttribute(kernel<float, 4>, cudaFuncAttributeMaxDynamicSharedMemorySize, n);"),
            "hipFuncSetAttribute(reinterpret_cast<const void*>(kernel<float, 4>), "
            "hipFuncAttributeMaxDynamicSharedMemorySize, n);");
  EXPECT_EQ(toHip("cuOccupancyMaxPotentialBlockSize(&grid, &block, f, 0, 0, 1024);"),
            "hipModuleOccupancyMaxPotentialBlockSize(&grid, &block, f, 0, 1024);");
  EXPECT_EQ(toHip("cudaMemcpyToSymbol(table"), "hipMemcpyToSymbol(table") << "not closed: only renamed";
}

TEST(Lens, LaunchesStayAsTheyAreForHipAndComeBackFromIt) {
  EXPECT_EQ(toHip("kernel<<<grid, block, 0, stream>>>(a, b);"), "kernel<<<grid, block, 0, stream>>>(a, b);");
  EXPECT_EQ(toCuda("hipLaunchKernelGGL(HIP_KERNEL_NAME(k<int, 2>), dim3(4), dim3(32), 0, 0, a, b);"),
            "k<int, 2><<<dim3(4), dim3(32)>>>(a, b);");
  EXPECT_EQ(toCuda("hipLaunchKernelGGL(k, g, b, bytes, stream);"), "k<<<g, b, bytes, stream>>>();");
  EXPECT_EQ(toCuda("HIP_DYNAMIC_SHARED(float, tile)"), "extern __shared__ float tile[]");
  EXPECT_EQ(toCuda("hipMemcpyToSymbol(HIP_SYMBOL(t), h, 4);"), "cudaMemcpyToSymbol(t, h, 4);");
  EXPECT_THAT(notes("hipLaunchKernelGGL(k, g, b, 0, 0);", Dialect::Cuda),
              ElementsAre("1 launch hipLaunchKernelGGL → <<<>>>"));
}

TEST(Lens, CubsNamespace) {
  EXPECT_EQ(toHip("using namespace cub; cub::WarpReduce<int> r; int cub = 1;"),
            "using namespace hipcub; hipcub::WarpReduce<int> r; int cub = 1;");
}

TEST(Lens, LinesKeepTheirNumbers) {
  const std::string text = "a\nhipLaunchKernelGGL(\n  k,\n  g, b,\n  0,\n  0,\n  x);\ncudaFree\nb\n";
  for (const Dialect to : {Dialect::Hip, Dialect::Cuda})
    EXPECT_EQ(std::ranges::count(throughLens(text, to, MainHeader::Keep).text, '\n'), std::ranges::count(text, '\n'));
}

TEST(Lens, PlacesAreWhatIsNew) {
  const LensedText lensed = throughLens("x = cudaFree(p) + cudaSuccess;", Dialect::Hip, MainHeader::Keep);
  std::vector<std::string> words;
  for (const LensPlace& place : lensed.places) words.push_back(lensed.text.substr(place.at, place.length));
  EXPECT_THAT(words, ElementsAre("hipFree", "hipSuccess"));
  EXPECT_FALSE(lensed.isSame());
  EXPECT_TRUE(throughLens("__shared__ float tile[32];", Dialect::Hip, MainHeader::Keep).isSame());
}

TEST(Lens, SaysWhoseSourceItIs) {
  EXPECT_EQ(dialectOf("cudaFree(p);"), Dialect::Cuda);
  EXPECT_EQ(dialectOf("hipFree(p); // cudaFree cudaMalloc cudaMemcpy"), Dialect::Hip);
  EXPECT_EQ(dialectOf("#include <hip/hip_runtime.h>\n"), Dialect::Hip);
  EXPECT_EQ(dialectOf("int main() {}"), Dialect::Cuda);
}

// There and back again is the text as it was, where both have one name for a thing.
TEST(Lens, ThereAndBackAgain) {
  const std::string text =
      "#include <cuda_runtime.h>\n#include <cublas_v2.h>\n"
      "int main() {\n  float* p = nullptr; // cudaMalloc\n  if (cudaMalloc(&p, 4) != cudaSuccess) return 1;\n"
      "  cudaStream_t s; cudaStreamCreate(&s);\n  cublasHandle_t h; cublasCreate(&h); cublasSetStream(h, s);\n"
      "  kernel<<<1, 32, 0, s>>>(p);\n  cudaMemcpyAsync(q, p, 4, cudaMemcpyDeviceToHost, s);\n"
      "  puts(cudaGetErrorString(cudaGetLastError()));\n  return cudaFree(p) == cudaErrorInvalidValue;\n}\n";
  const std::string there = throughLens(text, Dialect::Hip).text;
  EXPECT_EQ(there.find("cuda"), there.find("cudaMalloc\n")) << there;
  EXPECT_EQ(throughLens(there, Dialect::Cuda).text, text);
  EXPECT_EQ(throughLens(there, Dialect::Hip).text, there) << "HIP's source as HIP's is the same";
}

TEST(Lens, StatisticsAreCountedAndPrintedAsHipifyDoes) {
  const LensedText lensed = throughLens(
      "#include <cuda_runtime.h>\n__global__ void k(float* x) { __syncthreads(); atomicAdd(x, sinf(*x)); }\n"
      "int main() { cudaMalloc(0, 1); cudaMalloc(0, 2); cudaStreamCreate(0); cudaGraphConditionalHandleCreate(0); }\n",
      Dialect::Hip);
  EXPECT_EQ(lensed.statistics.convertedCount(), 7);
  EXPECT_EQ(lensed.statistics.unconvertedCount(), 1);
  const std::string text = statisticsText(lensed.statistics, "a.cu");
  EXPECT_THAT(text, HasSubstr("info: file 'a.cu' statistics:\n  CONVERTED refs count: 7\n  UNCONVERTED refs count: 1\n"
                              "  CONVERSION %: 87.5\n"));
  EXPECT_THAT(text, HasSubstr("CONVERTED refs by type:\n  memory: 2\n  stream: 1\n  device_function: 3\n"
                              "  include_cuda_main_header: 1\n"));
  EXPECT_THAT(text, HasSubstr("TOTAL lines of code: 3\n"));
  EXPECT_THAT(text, HasSubstr("CHANGED lines of code: 2\n"));
  EXPECT_THAT(text, HasSubstr("UNCONVERTED refs by names:\n  cudaGraphConditionalHandleCreate: 1\n"));
  EXPECT_THAT(statisticsText(throughLens("", Dialect::Hip).statistics, "b"), HasSubstr("CONVERSION %: 0.0"));
  EXPECT_THAT(throughLens("cublasCreate(0); cuInit(0); cuCabs(z); curandSetSeed(0);", Dialect::Hip).statistics.apis,
              ElementsAre(std::pair("CUDA Driver API", 1), std::pair("cuBLAS API", 1), std::pair("cuComplex API", 1),
                          std::pair("cuRAND API", 1)));
}

TEST(Lens, AReferenceIsCountedOnce) {
  const LensedText lensed = throughLens("x += __shfl_down(x, 1); auto m = __ballot(x > 0); __syncthreads();",
                                        Dialect::Cuda, MainHeader::Keep);
  EXPECT_EQ(lensed.statistics.names.count("__shfl_down"), 0u);
  EXPECT_EQ(lensed.statistics.convertedCount(), 1);
  EXPECT_EQ(lensed.statistics.unconvertedCount(), 2);
  EXPECT_EQ(countOf(lensed, LensNoteKind::NoCounterpart), 2);
}

TEST(Lens, WhatOnlyAmdHasIsNotedOnItsLine) {
  const LensedText lensed = throughLens(
      "rocblas_handle blas;\nmiopenHandle_t dnn;\ntypedef float f4 __attribute__((ext_vector_type(4)));\n"
      "__attribute__((amdgpu_flat_work_group_size(64, 256))) __global__ void k() {}\nputs(p.gcnArchName);\n"
      "hipEventCreateWithFlags(&e, hipEventReleaseToSystem);\n",
      Dialect::Cuda, MainHeader::Keep);
  for (int line = 1; line <= 6; ++line)
    EXPECT_TRUE(std::ranges::any_of(lensed.notes, [&](const LensNote& note) {
      return note.line == line && note.kind == LensNoteKind::NoCounterpart;
    })) << line;
}

TEST(Lens, AnyBytesWillDo) {
  std::mt19937 random(11);
  constexpr std::string_view kWords[] = {"cudaMemcpyToSymbol",
                                         "(",
                                         ")",
                                         ",",
                                         "<",
                                         ">",
                                         "hipLaunchKernelGGL",
                                         "\"",
                                         "R\"(",
                                         "/*",
                                         "__shfl_sync",
                                         "0xffffffff",
                                         "32",
                                         "for",
                                         "=",
                                         "threadIdx",
                                         ".",
                                         "x",
                                         "%",
                                         "\n",
                                         "#include <cuda.h>",
                                         "#define",
                                         "\\\n",
                                         "asm",
                                         "{",
                                         "}",
                                         ";",
                                         "HIP_SYMBOL",
                                         "cuOccupancyMaxPotentialBlockSize",
                                         "HIP_DYNAMIC_SHARED",
                                         "\xff",
                                         "cub",
                                         "::"};
  for (int round = 0; round < 4000; ++round) {
    std::string text;
    const std::size_t length = random() % 40;
    for (std::size_t i = 0; i < length; ++i)
      text.append(kWords[random() % std::size(kWords)]).append(random() % 2 ? " " : "");
    for (const Dialect to : {Dialect::Hip, Dialect::Cuda}) {
      const LensedText lensed = throughLens(text, to, MainHeader::Keep);
      for (const LensPlace& place : lensed.places) ASSERT_LE(place.at + place.length, lensed.text.size()) << text;
      const auto lines = std::ranges::count(text, '\n');
      ASSERT_EQ(std::ranges::count(lensed.text, '\n'), lines) << text << "\n---\n" << lensed.text;
      for (const LensNote& note : lensed.notes) ASSERT_TRUE(note.line >= 1 && note.line <= lines + 1) << text;
    }
  }
}

// Half a million calls that are never closed: a reader that looked for each end would not come back.
TEST(Lens, LongTextsAreReadInATimeThatTheirLengthBounds) {
  for (const char* piece : {"f(", "for(", "a ", "f<", "__shfl(", "(threadIdx ", "cudaFuncSetAttribute("}) {
    std::string text;
    for (int i = 0; i < 100'000; ++i) text += piece;
    for (const Dialect to : {Dialect::Hip, Dialect::Cuda})
      EXPECT_GE(throughLens(text, to).text.size(), text.size() / 2) << piece;
  }
}

TEST(Lens, NamesThatTheTextDeclaresStay) {
  const std::string text =
      "cusparseHandle cusparseH = 0;\ncublasFoo_t* cublasStat;\n#define CUSPARSE_CHECK(x) x\n"
      "CUSPARSE_CHECK(cusparseH);\nCUBLAS_TRY(cublasStat);\n";
  const std::string there = toHip(text);
  for (const char* own : {"cusparseH = 0", "cublasStat;", "CUSPARSE_CHECK(cusparseH)", "CUBLAS_TRY(cublasStat)"})
    EXPECT_THAT(there, HasSubstr(own));
  EXPECT_THAT(toHip("cublasHandle_t h; cublasCreate(&h);"), HasSubstr("hipblasHandle_t h; hipblasCreate(&h);"));
}

// llm.c's: a function, and a macro of its name that calls it.
TEST(Lens, FunctionsThatTheTextDeclaresStay) {
  const std::string text =
      "void cudaCheck(int e, const char* file);\n#define cudaCheck(err) (cudaCheck(err, __FILE__))\n"
      "const char* cudaText(int e) { return 0; }\n#define cudaOK(x) (x)\nstd::vector<int> cudaAll(int n) {\n"
      "  cudaCheck(cudaText(n)); cudaOK(n); }\nvoid cudnnCheck(int s) {}\nint main() { cudnnCheck(1); }\n";
  const LensedText lensed = throughLens(text, Dialect::Hip, MainHeader::Keep);
  EXPECT_EQ(lensed.text, text);
  EXPECT_THAT(lensed.notes, ::testing::IsEmpty());
  EXPECT_EQ(lensed.statistics.unconvertedCount(), 0);
  EXPECT_THAT(notes("void hipCheck(int e) {}\nint main() { hipCheck(0); }", Dialect::Cuda), ElementsAre());
  EXPECT_THAT(notes("int f() { return cudaMadeUp(1); }\nint g = 2 * cudaOther(3);", Dialect::Hip),
              ElementsAre("1 none cudaMadeUp", "2 none cudaOther"))
      << "calls declare nothing";
  EXPECT_THAT(notes("__device__ int __lane_id() { return 0; }\nint f() { return __lane_id(); }", Dialect::Cuda),
              ElementsAre());
  EXPECT_EQ(toHip("int g() { return cublasCreate(&h); }"), "int g() { return hipblasCreate(&h); }");
}

TEST(Lens, DeviceFunctionsThatOneVendorAloneHas) {
  EXPECT_THAT(notes("x = __ldcs(p) + __ldcg(p) + __ldca(p) + __ldg(p);", Dialect::Hip),
              ElementsAre("1 differs __ldcs", "1 differs __ldcg", "1 differs __ldca"))
      << "of half only";
  for (const char* name : {"__ldlu", "__ldcv", "__stcg", "__stcs", "__stwt", "__stwb"})
    EXPECT_THAT(notes(std::string(name) + "(p, x);", Dialect::Hip), ElementsAre(std::string("1 none ") + name));
  EXPECT_THAT(notes("x = cg::reduce(tile, x, cg::plus<float>{}); y = std::reduce(a, b) + thrust::plus<int>{}(1, 2);",
                    Dialect::Hip),
              ElementsAre("1 differs reduce", "1 differs plus"));
  EXPECT_THAT(notes("cg::reduce_update_async(tile, a, x, cg::less<int>{});", Dialect::Hip),
              ElementsAre("1 none reduce_update_async", "1 differs less"));
  EXPECT_THAT(notes("x = __hmax2(a, b); y = __hadd2_rn(a, b);", Dialect::Hip), ElementsAre("1 differs __hmax2"))
      << "of bfloat16 only";
  EXPECT_THAT(notes("int lane = __lane_id() + __lastbit_u32_u32(m) + __hip_atomic_load(p, a, b);", Dialect::Cuda),
              ElementsAre("1 none __lane_id", "1 none __lastbit_u32_u32", "1 none __hip_atomic_load"));
}

TEST(Lens, ArgumentsThatOneVendorAloneTakesByItself) {
  EXPECT_EQ(toCuda("hipHostMalloc(&p, 64);"), "cudaMallocHost(&p, 64);");
  EXPECT_EQ(toCuda("hipHostMalloc(&p, 64, hipHostMallocDefault);"), "cudaHostAlloc(&p, 64, cudaHostAllocDefault);");
  EXPECT_EQ(toCuda("auto f = hipHostMalloc;"), "auto f = cudaHostAlloc;");
  for (const char* there : {"cudaMallocHost(&p, n);", "cudaHostAlloc(&p, n, cudaHostAllocMapped);",
                            "cudaGraphInstantiate(&e, g, nullptr, nullptr, 0);", "cudaMallocManaged(&p, n);",
                            "cudaEventRecord(e);", "cudaMemcpyAsync(q, p, n, cudaMemcpyDefault);"})
    EXPECT_EQ(toCuda(toHip(there)), there);
  EXPECT_EQ(toHip("cudaGraphInstantiate(&e, g, 0); cudaGraphInstantiate(&e, g);"),
            "hipGraphInstantiateWithFlags(&e, g, 0); hipGraphInstantiateWithFlags(&e, g, 0);");
  EXPECT_EQ(toHip("cudaStreamWaitEvent(s, f(1, 2)); cudaStreamWaitEvent(s, e, 1);"),
            "hipStreamWaitEvent(s, f(1, 2), 0); hipStreamWaitEvent(s, e, 1);");
  EXPECT_EQ(toHip("cudaMemcpyToSymbolAsync(t, h, 4);"),
            "hipMemcpyToSymbolAsync(HIP_SYMBOL(t), h, 4, 0, hipMemcpyHostToDevice);");
  EXPECT_EQ(toHip("#define WAIT(...) cudaStreamWaitEvent(__VA_ARGS__)\nwait = cudaStreamWaitEvent(a...);"),
            "#define WAIT(...) hipStreamWaitEvent(__VA_ARGS__)\nwait = hipStreamWaitEvent(a...);");
  EXPECT_EQ(toHip("cudaEventRecordWithFlags(e);"), "hipEventRecordWithFlags(e, 0, 0);");
  EXPECT_EQ(toHip("cudaGetDriverEntryPoint(n, &f, 0);"), "hipGetDriverEntryPoint(n, &f, 0, nullptr);");
  EXPECT_EQ(toCuda("hipMemsetD8Async(p, 0, n);"), "cuMemsetD8Async(p, 0, n, 0);");
  EXPECT_THAT(notes("hipMemsetD8Async(p, 0, n);", Dialect::Cuda),
              ElementsAre("1 renamed hipMemsetD8Async → cuMemsetD8Async", "1 differs hipMemsetD8Async → , 0"));
}

}  // namespace
}  // namespace strata
