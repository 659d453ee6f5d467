#include "layers/library/cudnn.h"

#include <array>

#include "layers/library/cudnn_attention.h"

namespace strata::inline library {
namespace {

using cudnn::Api;

// cudnnConvolutionFwdAlgo_t counts these from 0.
constexpr std::array<std::string_view, cudnn::kAlgorithms> kAlgorithmNames{
    "IMPLICIT_GEMM", "IMPLICIT_PRECOMP_GEMM", "GEMM", "DIRECT", "FFT", "FFT_TILING", "WINOGRAD", "WINOGRAD_NONFUSED"};

class CudnnConvolution final : public DnnConvolution {
 public:
  CudnnConvolution(const Api& api, void* handle) : m_api(api), m_handle(handle) {}

  std::string_view function() const override { return "cudnnConvolutionForward"; }

  Result<void> describe(const Conv2dShape& s) override {
    STRATA_TRY(describeTensor(m_x, s.n, s.c, s.h, s.w));
    STRATA_TRY(describeTensor(m_y, s.n, s.k, s.p, s.q));
    STRATA_TRY(describeTensor(m_bias, 1, s.k, 1, 1));
    STRATA_ASSIGN(m_w,
                  m_api.make(m_api.CreateFilterDescriptor, m_api.DestroyFilterDescriptor, "CreateFilterDescriptor"));
    STRATA_TRY(m_api.check(m_api.SetFilter4dDescriptor(m_w.get(), cudnn::kFloat, cudnn::kNchw, size(s.k),
                                                       size(s.channels()), size(s.r), size(s.s)),
                           "SetFilter4dDescriptor"));
    STRATA_ASSIGN(m_how, m_api.make(m_api.CreateConvolutionDescriptor, m_api.DestroyConvolutionDescriptor,
                                    "CreateConvolutionDescriptor"));
    const int pad = size(s.pad), stride = size(s.stride), dilation = size(s.dilation);
    STRATA_TRY(m_api.check(m_api.SetConvolution2dDescriptor(m_how.get(), pad, pad, stride, stride, dilation, dilation,
                                                            cudnn::kCrossCorrelation, cudnn::kFloat),
                           "SetConvolution2dDescriptor"));
    STRATA_TRY(m_api.check(m_api.SetConvolutionGroupCount(m_how.get(), size(s.groups)), "SetConvolutionGroupCount"));
    return m_api.check(m_api.SetConvolutionMathType(m_how.get(), cudnn::kFmaMath), "SetConvolutionMathType");
  }

  /// The candidates come fastest first, by the library's own reckoning.
  Result<void> choose() override {
    std::array<cudnn::Candidate, cudnn::kAlgorithms> candidates{};
    int found = 0;
    STRATA_TRY(
        m_api.check(m_api.GetConvolutionForwardAlgorithm_v7(m_handle, m_x.get(), m_w.get(), m_how.get(), m_y.get(),
                                                            cudnn::kAlgorithms, &found, candidates.data()),
                    "GetConvolutionForwardAlgorithm_v7"));
    for (int i = 0; i < found; ++i) {
      const cudnn::Candidate& candidate = candidates[static_cast<std::size_t>(i)];
      if (candidate.status != 0) continue;
      // Asked anew, since a candidate's figure may be that of another way to multiply.
      const int status = m_api.GetConvolutionForwardWorkspaceSize(m_handle, m_x.get(), m_w.get(), m_how.get(),
                                                                  m_y.get(), candidate.algorithm, &m_workspaceBytes);
      if (status != 0 || m_workspaceBytes > kMostDnnWorkspace) continue;
      m_algorithm = candidate.algorithm;
      return {};
    }
    return dnnError(ErrorCode::Unsupported, "cuDNN has no algorithm for this convolution; run one of Strata's own");
  }

  std::string algorithm() const override {
    const auto index = static_cast<std::size_t>(m_algorithm);
    return index < kAlgorithmNames.size() ? std::string(kAlgorithmNames[index]) : std::to_string(m_algorithm);
  }
  std::size_t workspaceBytes() const override { return m_workspaceBytes; }

  Result<void> start(void* stream) override {
    const float one = 1, zero = 0;
    STRATA_TRY(m_api.check(m_api.SetStream(m_handle, stream), "SetStream"));
    STRATA_TRY(
        m_api.check(m_api.ConvolutionForward(m_handle, &one, m_x.get(), m_at.x, m_w.get(), m_at.w, m_how.get(),
                                             m_algorithm, m_at.workspace, m_workspaceBytes, &zero, m_y.get(), m_at.y),
                    "ConvolutionForward"));
    if (m_at.bias == nullptr) return {};
    return m_api.check(m_api.AddTensor(m_handle, &one, m_bias.get(), m_at.bias, &one, m_y.get(), m_at.y), "AddTensor");
  }

 private:
  Result<void> describeTensor(DnnObject& tensor, std::int64_t n, std::int64_t c, std::int64_t h, std::int64_t w) {
    STRATA_ASSIGN(tensor,
                  m_api.make(m_api.CreateTensorDescriptor, m_api.DestroyTensorDescriptor, "CreateTensorDescriptor"));
    return m_api.check(
        m_api.SetTensor4dDescriptor(tensor.get(), cudnn::kNchw, cudnn::kFloat, size(n), size(c), size(h), size(w)),
        "SetTensor4dDescriptor");
  }

  const Api& m_api;
  void* m_handle;
  int m_algorithm = 0;
  std::size_t m_workspaceBytes = 0;
};

class Cudnn final : public GpuDnn {
 public:
  Cudnn(const Api& api, DnnObject handle) : m_api(api), m_handle(std::move(handle)) {}

  /// cudnnGetVersion writes 91900 for 9.19.0.
  std::string provider() const override {
    const std::size_t version = m_api.GetVersion();
    return "cuDNN " + std::to_string(version / 10000) + "." + std::to_string(version % 10000 / 100) + "." +
           std::to_string(version % 100);
  }
  Result<std::unique_ptr<GpuDnnOperation>> convolution(const Conv2dShape& shape) override {
    return readied(std::make_unique<CudnnConvolution>(m_api, m_handle.get()), shape);
  }
  Result<std::unique_ptr<GpuDnnOperation>> attention(const AttentionShape& shape) override {
    return cudnn::attention(m_api, {.handle = m_handle.get()}, shape);
  }

 private:
  Api m_api;
  DnnObject m_handle;
};

}  // namespace

Result<std::unique_ptr<GpuDnn>> openCudnn(const std::vector<std::string>& files) {
  STRATA_ASSIGN(const Api api, cudnn::load(files));
  STRATA_ASSIGN(DnnObject handle, api.make(api.Create, api.Destroy, "Create"));
  return std::unique_ptr<GpuDnn>(std::make_unique<Cudnn>(api, std::move(handle)));
}

}  // namespace strata::inline library
