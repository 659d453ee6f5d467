#include "app/facts/vendor_words.h"

#include <gtest/gtest.h>

#include <set>

namespace strata::vendor_words_test {
namespace {

std::string inVocabulary(std::string_view name, std::string_view vocabulary) {
  for (const OtherName& other : otherNames(name))
    if (other.vocabulary == vocabulary) return other.name;
  return {};
}

TEST(VendorWords, EachCallIsFoundFromEverySide) {
  EXPECT_EQ(inVocabulary("strataLaunchKernel", "CUDA"), "cudaLaunchKernel");
  EXPECT_EQ(inVocabulary("cudaLaunchKernel", "ROCm"), "hipLaunchKernel");
  EXPECT_EQ(inVocabulary("hipLaunchKernel", "CUDA"), "cudaLaunchKernel");
  EXPECT_EQ(inVocabulary("strataGraphLaunch", "ROCm"), "hipGraphLaunch");
  EXPECT_EQ(inVocabulary("hipStreamBeginCapture", "CUDA"), "cudaStreamBeginCapture");
  EXPECT_EQ(inVocabulary("hipLaunchKernel", "OpenCL"), "clEnqueueNDRangeKernel");
  EXPECT_EQ(inVocabulary("rocblas_sgemm", "CUDA"), "cublasSgemm_v2");
  EXPECT_TRUE(inVocabulary("hipLaunchKernel", "ROCm").empty()) << "its own name is no other name";
}

// HIP renames most calls by a rule; where it does not, the table must win.
TEST(VendorWords, TheTableGoesBeforeTheRule) {
  EXPECT_EQ(inVocabulary("cudaHostAlloc", "ROCm"), "hipHostMalloc");
  EXPECT_EQ(inVocabulary("cudaFreeHost", "ROCm"), "hipHostFree");
  const auto byRule = otherNames("cudaMemPrefetchAsync");
  ASSERT_EQ(byRule.size(), 1u);
  EXPECT_EQ(byRule[0].name, "hipMemPrefetchAsync");
  EXPECT_TRUE(byRule[0].byRule);
}

TEST(VendorWords, SharedMemoryHasNamesInTheGraphicsApisAndInSycl) {
  EXPECT_EQ(inVocabulary("strataImportExternalMemory", "CUDA"), "cudaImportExternalMemory");
  EXPECT_EQ(inVocabulary("cudaImportExternalMemory", "Vulkan"), "VkImportMemoryFdInfoKHR");
  EXPECT_EQ(inVocabulary("hipImportExternalMemory", "OpenGL"), "glImportMemoryFdEXT");
  EXPECT_EQ(inVocabulary("strataStreamWaitValue32", "ROCm"), "hipStreamWaitValue32");
  EXPECT_EQ(inVocabulary("cudaWaitExternalSemaphoresAsync", "SYCL"), "queue::ext_oneapi_wait_external_semaphore");
  EXPECT_EQ(inVocabulary("glImportMemoryFdEXT", "CUDA"), "cudaImportExternalMemory");
  EXPECT_TRUE(inVocabulary("strataStreamWaitValue32", "OpenGL").empty()) << "OpenGL has no such call";
}

TEST(VendorWords, VersionsOfAnEntryPointAreOneCall) {
  EXPECT_EQ(findCallWords("cuMemAlloc"), findCallWords("cuMemAlloc_v2"));
  EXPECT_EQ(findCallWords("cublasSgemm"), findCallWords("cublasSgemm_v2"));
}

TEST(VendorWords, TheCommonNameIsCudasWhereThereIsJustOne) {
  EXPECT_EQ(commonName("hipLaunchKernel"), "cudaLaunchKernel");
  EXPECT_EQ(commonName("strataLaunchKernel"), "cudaLaunchKernel");
  EXPECT_EQ(commonName("strataGraphLaunch"), "cudaGraphLaunch");
  EXPECT_EQ(commonName("rocblas_sgemm"), commonName("cublasSgemm_v2"));
  EXPECT_EQ(commonName("hipGraphClone"), "cudaGraphClone") << "by HIP's rule";
  EXPECT_EQ(commonName("hsa_amd_memory_async_copy"), "hsa_amd_memory_async_copy") << "two of CUDA's calls";
  EXPECT_EQ(commonName("aten::mm"), "aten::mm");
}

TEST(VendorWords, GraphsOfNetworksHaveACallInRocm) {
  EXPECT_EQ(inVocabulary("cudnnBackendExecute", "ROCm"), "hipdnnBackendExecute");
  EXPECT_EQ(commonName("hipdnnBackendExecute"), "cudnnBackendExecute");
}

// As the runtime's reference has it of each direction.
TEST(VendorWords, CopiesSayWhenTheyReturn) {
  const std::string wait(findCallWords("cudaMemcpy")->what), queued(findCallWords("hipMemcpyAsync")->what);
  EXPECT_NE(wait.find("not for a copy within the device"), wait.npos) << wait;
  EXPECT_NE(wait.find("from pageable memory only until"), wait.npos) << wait;
  EXPECT_NE(queued.find("to pageable memory it returns when the copy is done"), queued.npos) << queued;
}

TEST(VendorWords, WhatIsNobodysHasNoOtherName) {
  for (const char* name : {"", "matmul", "cudart", "hipster", "futex(FUTEX_WAIT)", "strata::matmul_naive"})
    EXPECT_TRUE(otherNames(name).empty()) << name;
}

TEST(VendorWords, NoNameStandsTwiceAndEachLineSaysWhatItDoes) {
  std::set<std::string_view> seen;
  for (const CallWords& call : callWords()) {
    EXPECT_TRUE(call.cuda.empty() || seen.insert(call.cuda).second) << call.cuda;
    EXPECT_TRUE(call.what.ends_with(".")) << call.cuda;
  }
}

TEST(VendorWords, PartsOfTheMachine) {
  EXPECT_EQ(word(Term::Warp, Vocabulary::Cuda), "warp");
  EXPECT_EQ(word(Term::Warp, Vocabulary::Hip), "wavefront");
  EXPECT_EQ(word(Term::SharedMemory, Vocabulary::OpenCl), "local memory");
}

}  // namespace
}  // namespace strata::vendor_words_test
