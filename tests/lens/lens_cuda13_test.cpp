#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/lens/lens.h"

// What CUDA 13 calls otherwise than CUDA 12 and HIP, or no longer has.

namespace strata {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string textIn(Dialect to, std::string_view text) {
  return throughLens(text, to, MainHeader::Keep).text;
}

/// The sentences of notes that are not of a name alone.
std::vector<std::string> warned(Dialect to, std::string_view text) {
  std::vector<std::string> sentences;
  for (const LensNote& note : throughLens(text, to, MainHeader::Keep).notes)
    if (note.kind == LensNoteKind::Differs || note.kind == LensNoteKind::NoCounterpart)
      sentences.push_back(note.sentence);
  return sentences;
}

TEST(LensCuda13, EdgeDataIsOfCudaAlone) {
  struct Call {
    const char *cuda13, *hip;
  };
  for (const Call& call : {
           Call{"cudaGraphAddDependencies(g, f, t, nullptr, n);", "hipGraphAddDependencies(g, f, t, n);"},
           Call{"cudaGraphRemoveDependencies(g, f, t, nullptr, n);", "hipGraphRemoveDependencies(g, f, t, n);"},
           Call{"cudaGraphGetEdges(g, f, t, nullptr, &n);", "hipGraphGetEdges(g, f, t, &n);"},
           Call{"cudaGraphNodeGetDependencies(o, d, nullptr, &n);", "hipGraphNodeGetDependencies(o, d, &n);"},
           Call{"cudaGraphNodeGetDependentNodes(o, d, nullptr, &n);", "hipGraphNodeGetDependentNodes(o, d, &n);"},
           Call{"cudaGraphAddNode(&o, g, d, nullptr, n, &p);", "hipGraphAddNode(&o, g, d, n, &p);"},
           Call{"cudaStreamUpdateCaptureDependencies(s, d, nullptr, n, 1);",
                "hipStreamUpdateCaptureDependencies(s, d, n, 1);"},
           Call{"cudaStreamUpdateCaptureDependencies(s, d, nullptr, n);",
                "hipStreamUpdateCaptureDependencies(s, d, n);"},
           Call{"cudaStreamGetCaptureInfo(s, &c, &i, &g, &d, nullptr, &n);",
                "hipStreamGetCaptureInfo_v2(s, &c, &i, &g, &d, &n);"},
       }) {
    EXPECT_EQ(textIn(Dialect::Hip, call.cuda13), call.hip);
    EXPECT_THAT(warned(Dialect::Hip, call.cuda13), ElementsAre(HasSubstr("does not take nullptr")));
    EXPECT_EQ(textIn(Dialect::Cuda, call.hip), call.cuda13);
    EXPECT_THAT(warned(Dialect::Cuda, call.hip), ElementsAre(HasSubstr("a cudaGraphEdgeData here")));
  }
}

TEST(LensCuda13, EdgeDataThatSaysSomethingStaysAndIsNoted) {
  const char* text = "cudaGraphAddDependencies(g, f, t, edges, n);";
  EXPECT_EQ(textIn(Dialect::Hip, text), "hipGraphAddDependencies(g, f, t, edges, n);");
  EXPECT_THAT(warned(Dialect::Hip, text), ElementsAre(HasSubstr("edges has no counterpart")));
}

TEST(LensCuda13, CallsAsUpToCuda12AreHipsAsTheyStand) {
  for (const char* text : {"cudaGraphAddDependencies(g, f, t, n);", "cudaGraphAddNode(&o, g, d, n, &p);",
                           "cudaStreamUpdateCaptureDependencies(s, d, 0, 1);", "cuCtxCreate(&c, 0, device);",
                           "cudaStreamGetCaptureInfo(s, &c, &i);", "cudaMemPrefetchAsync(p, n, 0, s);",
                           "cudaMemPrefetchAsync(p, n, device);", "cudaGraphExecUpdate(e, g, &node, &result);"})
    EXPECT_THAT(warned(Dialect::Hip, text), ElementsAre()) << text;
  EXPECT_EQ(textIn(Dialect::Hip, "cudaStreamGetCaptureInfo(s, &c, &i, &g, &d, &n);"),
            "hipStreamGetCaptureInfo_v2(s, &c, &i, &g, &d, &n);")
      << "with more than three arguments it has another name";
  EXPECT_EQ(textIn(Dialect::Hip, "cudaStreamGetCaptureInfo_v2(s, &c, &i, &g, &d, &n);"),
            "hipStreamGetCaptureInfo_v2(s, &c, &i, &g, &d, &n);");
}

TEST(LensCuda13, AContextIsMadeWithParameters) {
  EXPECT_EQ(textIn(Dialect::Hip, "cuCtxCreate(&c, nullptr, 0, device);"), "hipCtxCreate(&c, 0, device);");
  EXPECT_EQ(textIn(Dialect::Cuda, "hipCtxCreate(&c, 0, device);"), "cuCtxCreate(&c, nullptr, 0, device);");
  EXPECT_THAT(warned(Dialect::Hip, "cuCtxCreate(&c, &made, 0, device);"),
              ElementsAre(HasSubstr("no CUctxCreateParams here: &made has no counterpart")));
}

TEST(LensCuda13, LocationsOfMemory) {
  for (const char* text :
       {"cudaMemPrefetchAsync(p, n, where, 0, s);", "cudaMemPrefetchAsync(p, n, {type, 0}, 0);",
        "cudaMemLocation where; cudaMemPrefetchAsync(p, n, where, 0);",
        "cudaMemLocation where[2]; cudaMemAdvise(p, n, advice, where[1]);",
        "cudaMemAdvise(p, n, advice, cudaMemLocation{type, 0});", "cudaMemAdvise_v2(p, n, advice, where);"}) {
    EXPECT_THAT(textIn(Dialect::Hip, text), HasSubstr("_v2(p, n")) << text;
    EXPECT_THAT(warned(Dialect::Hip, text), ElementsAre(HasSubstr("from ROCm 7.1 on"))) << text;
  }
  EXPECT_EQ(textIn(Dialect::Cuda, "hipMemPrefetchAsync_v2(p, n, where, 0, s); hipMemAdvise_v2(p, n, advice, where);"),
            "cudaMemPrefetchAsync(p, n, where, 0, s); cudaMemAdvise(p, n, advice, where);");
  EXPECT_THAT(warned(Dialect::Cuda, "hipMemPrefetchAsync_v2(p, n, where, 0, s);"), ElementsAre());
  EXPECT_THAT(warned(Dialect::Cuda, "hipMemPrefetchAsync(p, n, device, s);"),
              ElementsAre(HasSubstr("a cudaMemLocation in place of device, and flags")));
  EXPECT_THAT(warned(Dialect::Hip, "cudaMemAdvise(p, n, advice, 0);"),
              ElementsAre(HasSubstr("From ROCm 10.2 on hipMemAdvise takes a hipMemLocation in place of 0")));
  EXPECT_THAT(warned(Dialect::Cuda, "hipMemLocation where; hipMemAdvise(p, n, advice, where);"), ElementsAre());
  EXPECT_THAT(warned(Dialect::Cuda, "hipMemAdvise(p, n, advice, device);"),
              ElementsAre(HasSubstr("a cudaMemLocation in place of device:")));
}

TEST(LensCuda13, WhichCopyOfABatchFailed) {
  const char *batch12 = "cudaMemcpyBatchAsync(d, s, n, 4, a, i, 1, &failed, stream);",
             *batch13 = "cudaMemcpyBatchAsync(d, s, n, 4, a, i, 1, stream);";
  EXPECT_THAT(warned(Dialect::Hip, batch12), ElementsAre());
  EXPECT_THAT(warned(Dialect::Hip, batch13), ElementsAre(HasSubstr("hipMemcpyBatchAsync takes one argument more")));
  EXPECT_THAT(warned(Dialect::Hip, "cudaMemcpy3DBatchAsync(4, copies, 0, stream);"),
              ElementsAre(HasSubstr("hipMemcpy3DBatchAsync takes one argument more")));
  EXPECT_THAT(warned(Dialect::Cuda, "hipMemcpy3DBatchAsync(4, copies, &failed, 0, stream);"),
              ElementsAre(HasSubstr("From version 13 on CUDA has no argument")));
}

TEST(LensCuda13, WhatGraphsTellOtherwise) {
  EXPECT_THAT(warned(Dialect::Hip, "cudaGraphExecUpdate(e, g, &info);"),
              ElementsAre(HasSubstr("in one structure, &info")));
  EXPECT_THAT(warned(Dialect::Hip, "cudaGraphKernelNodeCopyAttributes(to, from);"),
              ElementsAre(HasSubstr("the destination first, HIP's the source")));
  EXPECT_THAT(warned(Dialect::Cuda, "hipGraphKernelNodeCopyAttributes(from, to);"),
              ElementsAre(HasSubstr("the destination first, HIP's the source")));
}

TEST(LensCuda13, FieldsThatADeviceNoLongerHas) {
  for (const char* field : {"clockRate", "computeMode", "deviceOverlap", "kernelExecTimeoutEnabled",
                            "maxTexture1DLinear", "memoryClockRate", "singleToDoublePrecisionPerfRatio"}) {
    const std::string use = std::string("Prop p; int n = p.") + field + ";";
    EXPECT_THAT(warned(Dialect::Cuda, "hipDeviceProp_t " + use), ElementsAre(HasSubstr("cudaDeviceGetAttribute")));
    EXPECT_THAT(warned(Dialect::Cuda, use), ElementsAre()) << "of something else";
    EXPECT_THAT(warned(Dialect::Hip, "cudaDeviceProp " + use), ElementsAre()) << "HIP has it";
  }
  EXPECT_THAT(warned(Dialect::Cuda, "hipDeviceProp_t p; bool b = p.cooperativeMultiDeviceLaunch;"),
              ElementsAre("CUDA 13's cudaDeviceProp has no cooperativeMultiDeviceLaunch."));
  EXPECT_THAT(warned(Dialect::Cuda, "hipDeviceProp_t p; int n = p.memoryBusWidth + clockRate;"), ElementsAre());
}

TEST(LensCuda13, WhatItNoLongerHas) {
  EXPECT_THAT(warned(Dialect::Cuda, "texture<float, 2> tex;"), ElementsAre(HasSubstr("no texture references")));
  EXPECT_THAT(warned(Dialect::Cuda, "hipBindTextureToArray(tex, a);"), ElementsAre(HasSubstr("no texture references")));
  EXPECT_THAT(warned(Dialect::Cuda, "int texture; f(texture < 2, x > y);"), ElementsAre()) << "a number";
  EXPECT_THAT(warned(Dialect::Cuda, "hipLaunchCooperativeKernelMultiDevice(l, 2, 0);"),
              ElementsAre(HasSubstr("launch on each device")));
  EXPECT_THAT(warned(Dialect::Hip, "cudaLaunchCooperativeKernelMultiDevice(l, 2, 0);"), ElementsAre());
  EXPECT_THAT(warned(Dialect::Cuda, "hipcub::Sum(); hipcub::TransformInputIterator<int, F, int*> i;"),
              ElementsAre(HasSubstr("cuda::std::plus"), HasSubstr("thrust::transform_iterator")));
  EXPECT_THAT(warned(Dialect::Cuda, "struct F : thrust::unary_function<int, int> {}; thrust::identity<int> same;"),
              ElementsAre(HasSubstr("functors need no base"), HasSubstr("cuda::std::identity")));
  EXPECT_THAT(warned(Dialect::Cuda, "hipcub::Division(); hipcub::Inequality();"),
              ElementsAre(HasSubstr("cuda::std::divides"), HasSubstr("cuda::std::not_equal_to")));
  EXPECT_THAT(warned(Dialect::Cuda, "cg::multi_grid_group all = cg::this_multi_grid();"),
              ElementsAre(HasSubstr("no counterpart of multi_grid_group"), HasSubstr("of this_multi_grid")));
  EXPECT_THAT(warned(Dialect::Cuda, "hipcub::BlockReduce<int, 64> r; mine::Sum();"), ElementsAre());
}

}  // namespace
}  // namespace strata
