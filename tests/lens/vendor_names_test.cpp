#include "app/lens/vendor_names.h"

#include <gtest/gtest.h>

#include <cctype>

namespace strata {
namespace {

std::string hip(std::string_view cuda) {
  return VendorNames::shipped().meaning(cuda, Dialect::Cuda).other;
}
std::string cuda(std::string_view hip) {
  return VendorNames::shipped().meaning(hip, Dialect::Hip).other;
}
NameFate fate(std::string_view name) {
  return VendorNames::shipped().meaning(name, Dialect::Cuda).fate;
}

TEST(VendorNames, TheRuleAndItsExceptions) {
  EXPECT_EQ(hip("cudaMalloc"), "hipMalloc");
  EXPECT_EQ(hip("cudaHostAlloc"), "hipHostMalloc");
  EXPECT_EQ(hip("cudaError_t"), "hipError_t");
  EXPECT_EQ(hip("cudaErrorMemoryAllocation"), "hipErrorOutOfMemory");
  EXPECT_EQ(hip("cuMemAlloc_v2"), "hipMalloc");
  EXPECT_EQ(hip("CUDA_ERROR_INVALID_VALUE"), "hipErrorInvalidValue");
  EXPECT_EQ(hip("CU_DEVICE_ATTRIBUTE_PCI_BUS_ID"), "hipDeviceAttributePciBusId");
  EXPECT_EQ(hip("CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH"), "hipDeviceAttributeMaxTexture2DWidth");
  EXPECT_EQ(hip("CUmemAccessDesc_st"), "hipMemAccessDesc") << "as without its version";
}

TEST(VendorNames, Libraries) {
  EXPECT_EQ(hip("cublasSgemm_v2"), "hipblasSgemm");
  EXPECT_EQ(hip("cublasCgemm"), "hipblasCgemm");
  EXPECT_EQ(hip("cublasCaxpy_v2_64"), "hipblasCaxpy_64");
  EXPECT_EQ(hip("cublasGemmEx"), "hipblasGemmEx");
  EXPECT_EQ(hip("cublasGemmStridedBatchedEx_64"), "hipblasGemmStridedBatchedEx_64");
  EXPECT_EQ(hip("cublasScnrm2_v2"), "hipblasScnrm2");
  EXPECT_EQ(hip("cublasZtrsm_v2_64"), "hipblasZtrsm_64");
  EXPECT_EQ(fate("cublasGemmGroupedBatchedEx"), NameFate::None);
  EXPECT_EQ(hip("CUBLAS_OP_N"), "HIPBLAS_OP_N");
  EXPECT_EQ(hip("curandGenerateUniform"), "hiprandGenerateUniform");
  EXPECT_EQ(hip("cufftExecC2C"), "hipfftExecC2C");
  EXPECT_EQ(hip("nvrtcGetPTX"), "hiprtcGetCode");
  EXPECT_EQ(fate("cudnnBackendExecute"), NameFate::None);
  EXPECT_EQ(fate("cudnnConvolutionForward"), NameFate::None) << "MIOpen's calls differ";
  EXPECT_EQ(hip("nvtxRangePushA"), "roctxRangePushA");
  EXPECT_EQ(fate("cublasLtLoggerSetFile"), NameFate::None);
}

TEST(VendorNames, TheReleaseThatHasAName) {
  const VendorNames& names = VendorNames::shipped();
  const auto since = [&](std::string_view name) { return names.meaning(name, Dialect::Cuda).since; };
  EXPECT_EQ(since("cudaMalloc"), "");
  EXPECT_EQ(since("cudaLaunchConfig_t"), "7.0");
  EXPECT_EQ(since("cudaStreamGetAttribute"), "7.1");
  EXPECT_EQ(since("cudaLibraryLoadData"), "7.2");
  EXPECT_EQ(since("cuMemsetD2D8_v2"), "7.1") << "as without its version";
  EXPECT_EQ(since("cuMemDiscardBatchAsync"), "7.14");
  EXPECT_EQ(since("cudaMemGetDefaultMemPool"), "10.0");
  EXPECT_EQ(names.header("cooperative_groups/scan.h", Dialect::Cuda).since, "10.0");
  EXPECT_EQ(names.header("cuda_runtime.h", Dialect::Cuda).since, "");
  EXPECT_EQ(hip("cuMemDiscardBatchAsync"), "hipDrvMemDiscardBatchAsync");
  EXPECT_EQ(hip("CUDA_MEMSET_NODE_PARAMS_st"), "hipMemsetParams");
  EXPECT_EQ(hip("cudaGetDriverEntryPoint"), "hipGetDriverEntryPoint");
  EXPECT_EQ(hip("cudaGetDriverEntryPointByVersion"), "hipGetProcAddress");
  EXPECT_EQ(hip("cudaJitLogVerbose"), "hipJitOptionLogVerbose");
  EXPECT_EQ(hip("CU_JIT_MIN_CTA_PER_SM"), "hipJitOptionMinCTAPerSM");
  EXPECT_EQ(fate("cuCtxSynchronize_v2"), NameFate::None) << "it takes a context";
  EXPECT_EQ(hip("CU_MEM_LOCATION_TYPE_HOST_NUMA"), "hipMemLocationTypeHostNuma");
}

TEST(VendorNames, WhatHipAloneHasHasNoCounterpart) {
  for (const char* name :
       {"__hip_fp8_e4m3_fnuz", "rocblas_sgemm", "rocblas_handle", "miopenHandle_t", "hipEventDisableSystemFence",
        "hipEventReleaseToSystem", "gcnArchName", "wall_clock64", "unsafeAtomicAdd", "__builtin_nontemporal_store",
        "ext_vector_type", "amdgpu_flat_work_group_size", "__shfl_down", "hipExtMallocWithFlags"})
    EXPECT_EQ(VendorNames::shipped().meaning(name, Dialect::Hip).fate, NameFate::None) << name;
  EXPECT_EQ(fate("__shfl_down"), NameFate::Same) << "of CUDA's, HIP has it";
  for (const char* name : {"rocket", "clock64", "atomicAdd", "__shfl_down_sync"})
    EXPECT_NE(VendorNames::shipped().meaning(name, Dialect::Hip).fate, NameFate::None) << name;
}

TEST(VendorNames, WhatIsNobodysStays) {
  for (const char* name : {"", "cudaSpinorField", "CUDA_CHECK", "CU_CHECK", "cudaErrorCheck", "curry", "cube", "custom",
                           "cudaMemcpyHelper", "hipster", "cut", "my_cudaMalloc", "cudaMallocX"})
    EXPECT_EQ(fate(name), NameFate::Unknown) << name;
}

TEST(VendorNames, TheWayBackIsTheRuntimesName) {
  EXPECT_EQ(cuda("hipMalloc"), "cudaMalloc") << "not cuMemAlloc";
  EXPECT_EQ(cuda("hipError_t"), "cudaError_t") << "not CUresult";
  EXPECT_EQ(cuda("hipErrorOutOfMemory"), "cudaErrorMemoryAllocation");
  EXPECT_EQ(cuda("hipDeviceAttributeWarpSize"), "cudaDevAttrWarpSize");
  EXPECT_EQ(cuda("hipModuleLaunchKernel"), "cuLaunchKernel");
  EXPECT_EQ(cuda("hipblasSgemm"), "cublasSgemm");
  EXPECT_EQ(cuda("HIPBLAS_OP_T"), "CUBLAS_OP_T");
  EXPECT_EQ(cuda("HIPBLAS_R_16F"), "CUDA_R_16F") << "not CUBLAS_R_16F, which is none";
  EXPECT_EQ(cuda("HIPBLAS_R_16B"), "CUDA_R_16BF");
  EXPECT_EQ(cuda("hipblasGemmEx"), "cublasGemmEx");
  EXPECT_EQ(cuda("hipblasGemmEx_v2"), "cublasGemmEx");
  EXPECT_EQ(cuda("hipblasGemmStridedBatchedEx"), "cublasGemmStridedBatchedEx");
  EXPECT_EQ(cuda("hipblasCgemm_v2"), "cublasCgemm") << "as it was called up to ROCm 6";
  EXPECT_EQ(cuda("hipblasZaxpy_v2_64"), "cublasZaxpy_64");
  EXPECT_EQ(cuda("hipHostAlloc"), "cudaHostAlloc") << "not the driver's call";
  EXPECT_EQ(cuda("hipGetProcAddress"), "cuGetProcAddress");
  EXPECT_EQ(cuda("HIP_MEMSET_NODE_PARAMS"), "CUDA_MEMSET_NODE_PARAMS") << "as it was called up to ROCm 6";
  EXPECT_EQ(cuda("hipblasDatatype_t"), "cudaDataType");
  EXPECT_EQ(cuda("hipExtMallocWithFlags"), "");
  EXPECT_EQ(VendorNames::shipped().meaning("hipMemAdviseSetCoarseGrain", Dialect::Hip).fate, NameFate::None);
  EXPECT_EQ(cuda("hipMemAdviseSetReadMostly"), "cudaMemAdviseSetReadMostly");
}

// The way there and back again ends at the same name of HIP's.
TEST(VendorNames, EachNameOfHipsComesBack) {
  const VendorNames& names = VendorNames::shipped();
  int count = 0;
  for (const std::string_view name : names.wholeNames()) {
    const NameMeaning there = names.meaning(name, Dialect::Cuda);
    if (there.fate != NameFate::Renamed || there.other == "int" || there.other == "void*" ||
        there.other == "textureReference")
      continue;
    const NameMeaning back = names.meaning(there.other, Dialect::Hip);
    ASSERT_EQ(back.fate, NameFate::Renamed) << name << " → " << there.other;
    EXPECT_EQ(names.meaning(back.other, Dialect::Cuda).other, there.other) << name << " → " << back.other;
    ++count;
  }
  EXPECT_GT(count, 1500);
}

TEST(VendorNames, NamesOfHipsAreNames) {
  const VendorNames& names = VendorNames::shipped();
  for (const std::string_view name : names.wholeNames()) {
    const NameMeaning there = names.meaning(name, Dialect::Cuda);
    if (there.fate != NameFate::Renamed) continue;
    for (const char letter : there.other)
      EXPECT_TRUE(std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_' || there.other == "void*")
          << there.other;
  }
}

TEST(VendorNames, Headers) {
  const VendorNames& names = VendorNames::shipped();
  EXPECT_EQ(names.header("cuda_runtime.h", Dialect::Cuda).other, "hip/hip_runtime.h");
  EXPECT_EQ(names.header("cublas_v2.h", Dialect::Cuda).other, "hipblas/hipblas.h");
  EXPECT_EQ(names.header("cusparse.h", Dialect::Cuda).other, "hipsparse/hipsparse.h");
  EXPECT_EQ(names.header("nvrtc.h", Dialect::Cuda).other, "hip/hiprtc.h");
  EXPECT_EQ(names.header("cuda_fp4.h", Dialect::Cuda).other, "hip/hip_fp4.h");
  EXPECT_EQ(names.header("hip/hip_runtime.h", Dialect::Hip).other, "cuda_runtime.h");
  EXPECT_EQ(names.header("hipblas.h", Dialect::Hip).other, "cublas_v2.h");
  EXPECT_EQ(names.header("hipblas/hipblas.h", Dialect::Hip).other, "cublas_v2.h");
  EXPECT_EQ(names.header("hipsolver/hipsolver.h", Dialect::Hip).other, "cusolverDn.h");
  EXPECT_EQ(names.header("hiprtc.h", Dialect::Hip).other, "nvrtc.h");
  EXPECT_EQ(names.header("roctracer/roctx.h", Dialect::Hip).other, "nvtx3/nvToolsExt.h");
  EXPECT_EQ(names.header("device_launch_parameters.h", Dialect::Cuda).fate, NameFate::Renamed) << "to nothing";
  EXPECT_EQ(names.header("vector", Dialect::Cuda).fate, NameFate::Unknown);
}

TEST(VendorNames, HeadersOfLibcuThatLibhipcxxHas) {
  const VendorNames& names = VendorNames::shipped();
  for (const char* header : {"cuda/atomic", "cuda/std/atomic", "cuda/std/type_traits"}) {
    EXPECT_EQ(names.header(header, Dialect::Cuda).fate, NameFate::Same) << header;
    EXPECT_EQ(names.header(header, Dialect::Cuda).since, "10.1") << header;
    EXPECT_EQ(names.header(header, Dialect::Hip).fate, NameFate::Unknown) << header << " is CUDA's name";
  }
  for (const char* header : {"cuda/barrier", "cuda/std/semaphore", "cuda/ptx", "cuda/experimental/stf.cuh"})
    EXPECT_EQ(names.header(header, Dialect::Cuda).fate, NameFate::None) << header;
  EXPECT_EQ(names.header("cuda.hpp", Dialect::Cuda).fate, NameFate::Unknown);
}

TEST(VendorNames, AWrongTableIsRefusedWithItsLine) {
  const auto why = [](std::string_view text) {
    const auto table = VendorNames::parse(text);
    return table.ok() ? "it is a table" : table.error().message;
  };
  EXPECT_EQ(why("# words\n[rule]\na*=b*\n[memory]\naFree"), "it is a table");
  EXPECT_EQ(why("[memory 7.1]\none\n[memory]\ntwo"), "it is a table");
  EXPECT_EQ(why("[memory]\none\n[memory 7.1]\none"), "Line 4: 'one' stands twice.");
  EXPECT_EQ(why("name"), "Line 1: 'name' stands in no section.");
  EXPECT_EQ(why("[memory]\none\none"), "Line 3: 'one' stands twice.");
  EXPECT_EQ(why("[hip_only]\none\none"), "Line 3: 'one' stands twice.");
  EXPECT_EQ(why("[hip_only]\none*\none*"), "Line 3: 'one*' stands twice.");
  EXPECT_EQ(why("[hip_only]\none*\none\n[hip_also]\none=two"), "it is a table") << "a beginning and a whole name";
  EXPECT_EQ(why("[hip_also]\none=two\none=three"), "Line 3: 'one' stands twice.");
  EXPECT_EQ(why("[hip_include]\na.h=b.h\na.h=c.h"), "Line 3: 'a.h' stands twice.");
  EXPECT_EQ(why("\n[memory\none"), "Line 2: the section's ] is missing.");
  EXPECT_EQ(why("[rule]\nonly"), "Line 2: 'only' is not a rule; write BEGIN*=OTHER*.");
}

}  // namespace
}  // namespace strata
