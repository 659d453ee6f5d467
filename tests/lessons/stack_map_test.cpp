#include "app/lessons/stack_map.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "app/facts/vendor_words.h"
#include "layers/hardware/device_limits.h"

namespace strata {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(StackMap, HoldsWhatPeopleHearOf) {
  const StackMap& map = stackMap();
  for (const char* name : {"PyTorch",     "TensorFlow",
                           "JAX",         "ONNX Runtime",
                           "vLLM",        "TGI",
                           "Triton",      "cuBLAS",
                           "rocBLAS",     "hipBLAS",
                           "OpenBLAS",    "cuDNN",
                           "MIOpen",      "hipDNN",
                           "oneDNN",      "cuFFT",
                           "rocFFT",      "cuSPARSE",
                           "rocSPARSE",   "cuRAND",
                           "rocRAND",     "Thrust",
                           "CUB",         "rocThrust",
                           "NCCL",        "RCCL",
                           "nvcc",        "NVRTC",
                           "PTX",         "SASS",
                           "hipcc",       "HIPRTC",
                           "LLVM IR",     "AMDGCN",
                           "HIPIFY",      "CUDA runtime",
                           "HIP runtime", "CUDA driver API",
                           "ROCr",        "nvidia",
                           "amdgpu",      "XLA",
                           "NVVM IR",     "Comgr",
                           "SYCL",        "OpenCL",
                           "Vulkan",      "nvidia-uvm",
                           "hipFFT",      "hipSPARSE",
                           "hipRAND",     "cuSOLVER",
                           "rocSOLVER",   "cuTENSOR",
                           "hipTensor"})
    EXPECT_NE(map.find(name), nullptr) << name;
  for (const Storey storey : {Storey::Model, Storey::Framework, Storey::Library, Storey::Compiler, Storey::Runtime,
                              Storey::Driver, Storey::Hardware})
    EXPECT_TRUE(std::ranges::any_of(map.systems, [&](const System& system) { return system.storey == storey; }));
  EXPECT_GE(map.claims.size(), 15u);
  EXPECT_GE(map.terms.size(), 70u);
}

TEST(StackMap, ItSaysWhyARuntimeStandsAmongDriversAndHowWideAWarpIs) {
  const StackMap& map = stackMap();
  EXPECT_THAT(map.find("ROCr")->what, AllOf(HasSubstr("where libcuda does"), HasSubstr("libhsakmt")));
  EXPECT_THAT(map.find("HIP runtime")->what, HasSubstr("comgr"));
  EXPECT_THAT(map.find("nvidia")->what, HasSubstr("nvidia-uvm"));
  EXPECT_THAT(map.term("warp")->what, AllOf(HasSubstr("32"), HasSubstr("64")));
}

TEST(StackMap, ACallBelongsToTheSystemOfItsLongestBeginning) {
  const StackMap& map = stackMap();
  const auto named = [&](std::string_view call, Storey storey, std::string_view vendor) -> std::string {
    const System* system = systemOfCall(map, call, storey, vendor);
    return system ? system->name : "";
  };
  EXPECT_EQ(named("cublasLtMatmul", Storey::Library, "nvidia"), "cuBLASLt");
  EXPECT_EQ(named("cublasSgemm_v2", Storey::Library, "nvidia"), "cuBLAS");
  EXPECT_EQ(named("cudaLaunchKernel", Storey::Runtime, "nvidia"), "CUDA runtime");
  EXPECT_EQ(named("cuLaunchKernel", Storey::Driver, "nvidia"), "CUDA driver API");
  EXPECT_EQ(named("cblas_sgemm", Storey::Library, "cpu"), "OpenBLAS");
  EXPECT_EQ(named("ncclAllReduce", Storey::Library, "amd"), "RCCL");
  EXPECT_EQ(named("ncclAllReduce", Storey::Library, "nvidia"), "NCCL");
  EXPECT_EQ(named("aten::mm", Storey::Other, ""), "PyTorch");
  EXPECT_EQ(named("hipfftExecC2C", Storey::Library, "amd"), "hipFFT");
  EXPECT_EQ(named("rocfft_execute", Storey::Library, "amd"), "rocFFT");
  EXPECT_EQ(named("vkQueueSubmit", Storey::Runtime, "nvidia"), "Vulkan");
  EXPECT_EQ(named("clEnqueueNDRangeKernel", Storey::Runtime, "amd"), "OpenCL");
  EXPECT_EQ(named("triton_poi_fused_0", Storey::Hardware, "nvidia"), "Triton");
}

TEST(StackMap, AKernelOfSomebodysOwnBelongsToNobody) {
  EXPECT_EQ(systemOfCall(stackMap(), "custom_kernel", Storey::Hardware, "nvidia"), nullptr);
  EXPECT_EQ(systemOfCall(stackMap(), "normalise_rows", Storey::Hardware, "nvidia"), nullptr);
}

TEST(StackMap, ADeviceIsOfTheFamilyOfItsArchitecture) {
  const auto family = [](std::string_view architecture) -> std::string {
    const System* system = familyOf(stackMap(), architecture);
    return system ? system->name : "";
  };
  EXPECT_EQ(family("sm_90a"), "Hopper");
  EXPECT_EQ(family("sm_86"), "Ampere");
  EXPECT_EQ(family("gfx942:sramecc+:xnack-"), "CDNA 3");
  EXPECT_EQ(family("gfx90a"), "CDNA 2");
  EXPECT_EQ(family("sm_121a"), "Blackwell");
  EXPECT_EQ(family("sm_107a"), "Rubin") << "no Blackwell, though it stands between two of them";
  EXPECT_EQ(family("gfx1250"), "CDNA 5") << "no RDNA 4";
  EXPECT_EQ(family("gfx1010:xnack-"), "RDNA 1");
  EXPECT_EQ(family("x86-64-v3"), "AVX2 processors");
  EXPECT_EQ(family("sm_9"), "");
  EXPECT_EQ(family(""), "");
}

TEST(StackMap, EveryArchitectureWhoseLimitsAreKnownIsOfAFamily) {
  for (const DeviceLimits& limits : deviceLimits())
    EXPECT_NE(familyOf(stackMap(), limits.architecture), nullptr) << limits.architecture;
}

/// A range would name what it does not hold.
TEST(StackMap, BlackwellNamesEachOfItsCapabilities) {
  const std::string& what = stackMap().find("Blackwell")->what;
  for (const char* capability : {"10.0", "10.3", "11.0", "12.0", "12.1"}) EXPECT_THAT(what, HasSubstr(capability));
  EXPECT_THAT(what, Not(HasSubstr("10 to 12")));
  EXPECT_THAT(stackMap().find("Rubin")->what, HasSubstr("10.7"));
}

TEST(StackMap, ItSaysWhatBecameOfSystems) {
  const StackMap& map = stackMap();
  EXPECT_THAT(map.find("AMD SMI")->what, HasSubstr("no longer brings from version 10 on"));
  EXPECT_THAT(map.find("oneMKL")->what, AllOf(HasSubstr("SYCL and OpenMP offload"), HasSubstr("GPUs")));
  EXPECT_THAT(map.find("SYCL")->what, HasSubstr("calls Level Zero"));
  EXPECT_EQ(map.find("SYCL")->find.objects.front(), "libsycl.so.9");
  EXPECT_THAT(map.find("CDNA 4")->what, HasSubstr("MI350P, a PCIe card with 144 GB"));
  EXPECT_THAT(map.find("cuDNN")->counterparts, Contains("hipDNN"));
  EXPECT_THAT(map.term("convolution")->hip, HasSubstr("hipdnnBackendExecute"));
  for (const Claim& claim : map.claims) {
    EXPECT_THAT(claim.text, Not(HasSubstr("composed primarily of"))) << "no longer on AMD's page";
    if (claim.source == "zluda") {
      EXPECT_THAT(claim.text, HasSubstr("in August 2024 had that code withdrawn"));
    }
  }
}

TEST(StackMap, ItIsRightAboutDiesMemoryAndNumbers) {
  const StackMap& map = stackMap();
  EXPECT_THAT(map.find("CDNA 2")->what, AllOf(HasSubstr("MI210 with one die"), HasSubstr("MI250X with two")));
  EXPECT_THAT(map.term("HBM")->what, HasSubstr("L4 and T4"));
  EXPECT_THAT(map.find("CDNA 3")->what, HasSubstr("FNUZ"));
  EXPECT_THAT(map.term("fp8")->what, HasSubstr("FNUZ"));
  EXPECT_EQ(map.term("external semaphore")->hip, "");
}

TEST(StackMap, ItKnowsWhatProgramsCarryForAnyGpuOfAmd) {
  const StackMap& map = stackMap();
  EXPECT_THAT(map.find("LLVM IR")->what, HasSubstr("amdgcnspirv"));
  EXPECT_THAT(map.term("PTX")->hip, HasSubstr("SPIR-V"));
  EXPECT_THAT(map.find("HIPRTC")->what, Not(HasSubstr("code objects for one GPU")));
}

TEST(StackMap, ItKnowsTheNewestGpus) {
  const StackMap& map = stackMap();
  EXPECT_THAT(map.term("warp")->what, HasSubstr("32 on CDNA 5"));
  EXPECT_THAT(map.term("block")->what, HasSubstr("cluster"));
  EXPECT_THAT(map.term("matrix unit")->what, HasSubstr("for four warps together"));
  EXPECT_THAT(map.term("vectorised load")->what, HasSubstr("Blackwell loads up to 32"));
  EXPECT_THAT(map.find("nvidia")->what, HasSubstr("Blackwell runs with nvidia-open only"));
  for (const Claim& claim : map.claims)
    if (claim.source == "rocm-gpu-specs") {
      EXPECT_THAT(claim.text, HasSubstr("up to CDNA 4"));
    }
}

TEST(StackMap, ItSaysWhatIsNotEverywhere) {
  const StackMap& map = stackMap();
  EXPECT_THAT(map.term("timeline semaphore")->openCl, HasSubstr("binary only"));
  EXPECT_THAT(map.find("Vulkan")->what, HasSubstr("semaphores with CUDA."));
  EXPECT_THAT(map.term("thread")->what, HasSubstr("program counter of its own"));
  EXPECT_THAT(map.term("bank")->what, HasSubstr("mostly 32"));
  EXPECT_THAT(map.term("tf32")->what, HasSubstr("CDNA 3"));
  EXPECT_THAT(map.term("fp16")->what, HasSubstr("can sum"));
  EXPECT_THAT(map.term("convolution")->cuda, HasSubstr("cudnnBackendExecute"));
}

TEST(StackMap, ACounterpartNamesItsOwn) {
  const StackMap& map = stackMap();
  for (const System& system : map.systems)
    for (const std::string& other : system.counterparts)
      EXPECT_NE(std::ranges::find(map.find(other)->counterparts, system.name), map.find(other)->counterparts.end())
          << other << " of " << system.name;
  for (const char* library : {"cuFFT", "rocFFT", "cuSPARSE", "rocSPARSE", "cuSOLVER", "rocSOLVER"})
    EXPECT_NE(std::ranges::find(map.find(library)->counterparts, "oneMKL"), map.find(library)->counterparts.end())
        << library;
}

TEST(StackMap, CounterpartsAgreeWithTheTableOfWords) {
  const StackMap& map = stackMap();
  for (const CallWords& words : callWords()) {
    const std::string_view called = hipName(words);
    if (words.cuda.empty() || !called.starts_with("hip")) continue;
    for (const Storey storey : {Storey::Runtime, Storey::Library}) {
      const System* cuda = systemOfCall(map, words.cuda, storey, "nvidia");
      const System* hip = systemOfCall(map, called, storey, "amd");
      if (!cuda || !hip) continue;
      EXPECT_NE(std::ranges::find(cuda->counterparts, hip->name), cuda->counterparts.end())
          << words.cuda << " is of " << cuda->name << ", " << called << " of " << hip->name;
    }
  }
}

std::string wrongIn(std::string_view systems, std::string_view glossary = R"({"terms": []})") {
  const auto map = parseStackMap(systems, glossary);
  return map.ok() ? "it is a map" : map.error().message;
}

std::string oneSystem(std::string_view fields) {
  return R"({"sources": {"s": "S"}, "systems": [{"name": "A", "storey": "library", "vendor": "cpu", "what": "W",)" +
         std::string(fields) + R"(}], "claims": []})";
}

TEST(StackMap, AWrongEntryIsNamed) {
  const std::string right = R"("source": "s", "date": "2025-01")";
  EXPECT_EQ(wrongIn(oneSystem(right)), "it is a map");
  EXPECT_THAT(wrongIn("{"), HasSubstr("systems.json"));
  EXPECT_THAT(wrongIn("[]"), HasSubstr("has no list of entries"));
  EXPECT_THAT(wrongIn(oneSystem(R"("source": "t", "date": "2025-01")")), HasSubstr("A names the source \"t\""));
  EXPECT_THAT(wrongIn(oneSystem(R"("source": "s", "date": "soon")")), HasSubstr("A has the date \"soon\""));
  EXPECT_THAT(wrongIn(oneSystem(right + R"(, "counterparts": ["B"])")),
              HasSubstr("names B as its counterpart, which is not"));
  EXPECT_THAT(wrongIn(oneSystem(right + R"(, "counterparts": "B")")), HasSubstr("A wants a list as \"counterparts\""));
  EXPECT_THAT(wrongIn(R"({"sources": {}, "systems": [{"name": "A", "storey": "attic"}], "claims": []})"),
              HasSubstr("stands on \"attic\", which is no storey"));
  EXPECT_THAT(wrongIn(R"({"sources": {}, "systems": [7], "claims": []})"), HasSubstr("an entry is no object"));
  EXPECT_THAT(wrongIn(R"({"sources": {}, "systems": [], "claims": []})",
                      R"({"terms": [{"name": "warp", "what": "W", "storey": "hardware", "see": ["lane"]}]})"),
              HasSubstr("warp says see lane"));
}

}  // namespace
}  // namespace strata
