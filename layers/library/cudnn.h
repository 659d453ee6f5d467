#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "layers/library/dnn_calls.h"

namespace strata::cudnn {

// What Strata needs of cudnn.h of cuDNN 9, declared here so that the agent is built where it is not.
// tests/layers/cuda_libraries_test.cpp compares it with the headers.

constexpr int kFloat = 0;             // CUDNN_DATA_FLOAT
constexpr int kNchw = 0;              // CUDNN_TENSOR_NCHW
constexpr int kCrossCorrelation = 1;  // what networks call a convolution
constexpr int kFmaMath = 3;           // fp32 multiplies; the default may round factors to tf32
constexpr int kAlgorithms = 8;        // CUDNN_CONVOLUTION_FWD_ALGO_COUNT

/// cudnnConvolutionFwdAlgoPerf_t
struct Candidate {
  int algorithm;
  int status;
  float time;
  std::size_t memory;
  int determinism;
  int mathType;
  int reserved[3];
};

/// Handles and descriptors as void*, enumerations as int; each named as its function is after "cudnn".
struct Api : DnnCalls {
  std::size_t (*GetVersion)() = nullptr;
  int (*Create)(void** handle) = nullptr;
  int (*Destroy)(void* handle) = nullptr;
  int (*SetStream)(void* handle, void* stream) = nullptr;
  int (*CreateTensorDescriptor)(void** tensor) = nullptr;
  int (*DestroyTensorDescriptor)(void* tensor) = nullptr;
  int (*SetTensor4dDescriptor)(void* tensor, int format, int type, int n, int c, int h, int w) = nullptr;
  int (*CreateFilterDescriptor)(void** filter) = nullptr;
  int (*DestroyFilterDescriptor)(void* filter) = nullptr;
  int (*SetFilter4dDescriptor)(void* filter, int type, int format, int k, int c, int h, int w) = nullptr;
  int (*CreateConvolutionDescriptor)(void** convolution) = nullptr;
  int (*DestroyConvolutionDescriptor)(void* convolution) = nullptr;
  int (*SetConvolution2dDescriptor)(void* convolution, int padH, int padW, int strideH, int strideW, int dilationH,
                                    int dilationW, int mode, int computeType) = nullptr;
  int (*SetConvolutionGroupCount)(void* convolution, int groups) = nullptr;
  int (*SetConvolutionMathType)(void* convolution, int math) = nullptr;
  int (*GetConvolutionForwardAlgorithm_v7)(void* handle, void* x, void* w, void* convolution, void* y, int asked,
                                           int* returned, Candidate* candidates) = nullptr;
  int (*GetConvolutionForwardWorkspaceSize)(void* handle, void* x, void* w, void* convolution, void* y, int algorithm,
                                            std::size_t* bytes) = nullptr;
  int (*ConvolutionForward)(void* handle, const void* alpha, void* xShape, const void* x, void* wShape, const void* w,
                            void* convolution, int algorithm, void* workspace, std::size_t workspaceBytes,
                            const void* beta, void* yShape, void* y) = nullptr;
  int (*AddTensor)(void* handle, const void* alpha, void* aShape, const void* a, const void* beta, void* cShape,
                   void* c) = nullptr;

  int (*BackendCreateDescriptor)(int kind, void** descriptor) = nullptr;
  int (*BackendDestroyDescriptor)(void* descriptor) = nullptr;
  int (*BackendSetAttribute)(void* descriptor, int attribute, int type, std::int64_t count,
                             const void* values) = nullptr;
  int (*BackendGetAttribute)(void* descriptor, int attribute, int type, std::int64_t room, std::int64_t* count,
                             void* values) = nullptr;
  int (*BackendFinalize)(void* descriptor) = nullptr;
  int (*BackendExecute)(void* handle, void* plan, void* pack) = nullptr;
};

/// Opens cuDNN 9. Unavailable, with what mends it, where that is not to be had.
Result<Api> load(const std::vector<std::string>& files);

}  // namespace strata::cudnn
