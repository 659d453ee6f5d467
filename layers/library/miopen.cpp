#include <array>
#include <cstdint>

#include "layers/common/shared_library.h"
#include "layers/library/dnn_calls.h"

namespace strata::inline library {
namespace {

// What Strata needs of miopen.h (MIOpen 2 and 3), declared here so that the agent is built where it is not. Handles and
// descriptors are void*, enumerations int.

constexpr int kFloat = 1;  // miopenFloat
constexpr int kCrossCorrelation = 0;

/// miopenConvSolution_t
struct Solution {
  float time;
  std::size_t workspaceBytes;
  std::uint64_t id;
  int algorithm;
};

// miopenConvAlgorithm_t counts these from 0; 4 is not used.
constexpr std::array<std::string_view, 6> kAlgorithmNames{"GEMM", "Direct", "FFT", "Winograd", "", "ImplicitGEMM"};

struct Api : DnnCalls {
  int (*getVersion)(std::size_t* major, std::size_t* minor, std::size_t* patch) = nullptr;
  int (*create)(void** handle) = nullptr;
  int (*destroy)(void* handle) = nullptr;
  int (*setStream)(void* handle, void* stream) = nullptr;
  int (*createTensor)(void** tensor) = nullptr;
  int (*destroyTensor)(void* tensor) = nullptr;
  int (*setTensor)(void* tensor, int type, int n, int c, int h, int w) = nullptr;
  int (*createConvolution)(void** convolution) = nullptr;
  int (*destroyConvolution)(void* convolution) = nullptr;
  int (*initConvolution)(void* convolution, int mode, int padH, int padW, int strideH, int strideW, int dilationH,
                         int dilationW) = nullptr;
  int (*setGroups)(void* convolution, int groups) = nullptr;
  int (*solutionCount)(void* handle, void* w, void* x, void* convolution, void* y, std::size_t* count) = nullptr;
  int (*solutions)(void* handle, void* w, void* x, void* convolution, void* y, std::size_t most, std::size_t* count,
                   Solution* solutions) = nullptr;
  int (*compile)(void* handle, void* w, void* x, void* convolution, void* y, std::uint64_t id) = nullptr;
  int (*immediate)(void* handle, void* wShape, const void* w, void* xShape, const void* x, void* convolution,
                   void* yShape, void* y, void* workspace, std::size_t workspaceBytes, std::uint64_t id) = nullptr;
  int (*addBias)(void* handle, const void* alpha, void* biasShape, const void* bias, const void* beta, void* yShape,
                 void* y) = nullptr;

  bool bind(const SharedLibrary& library) {
    return library.find("miopenGetVersion", getVersion) && library.find("miopenGetErrorString", errorText) &&
           library.find("miopenCreate", create) && library.find("miopenDestroy", destroy) &&
           library.find("miopenSetStream", setStream) && library.find("miopenCreateTensorDescriptor", createTensor) &&
           library.find("miopenDestroyTensorDescriptor", destroyTensor) &&
           library.find("miopenSet4dTensorDescriptor", setTensor) &&
           library.find("miopenCreateConvolutionDescriptor", createConvolution) &&
           library.find("miopenDestroyConvolutionDescriptor", destroyConvolution) &&
           library.find("miopenInitConvolutionDescriptor", initConvolution) &&
           library.find("miopenSetConvolutionGroupCount", setGroups) &&
           library.find("miopenConvolutionForwardGetSolutionCount", solutionCount) &&
           library.find("miopenConvolutionForwardGetSolution", solutions) &&
           library.find("miopenConvolutionForwardCompileSolution", compile) &&
           library.find("miopenConvolutionForwardImmediate", immediate) &&
           library.find("miopenConvolutionForwardBias", addBias);
  }
};

class MiopenConvolution final : public DnnConvolution {
 public:
  MiopenConvolution(const Api& api, void* handle) : m_api(api), m_handle(handle) {}

  std::string_view function() const override { return "miopenConvolutionForwardImmediate"; }

  Result<void> describe(const Conv2dShape& s) override {
    STRATA_TRY(describeTensor(m_x, s.n, s.c, s.h, s.w));
    STRATA_TRY(describeTensor(m_w, s.k, s.channels(), s.r, s.s));
    STRATA_TRY(describeTensor(m_bias, 1, s.k, 1, 1));
    STRATA_TRY(describeTensor(m_y, s.n, s.k, s.p, s.q));
    STRATA_ASSIGN(m_how, m_api.make(m_api.createConvolution, m_api.destroyConvolution, "CreateConvolutionDescriptor"));
    const int pad = size(s.pad), stride = size(s.stride), dilation = size(s.dilation);
    STRATA_TRY(
        m_api.check(m_api.initConvolution(m_how.get(), kCrossCorrelation, pad, pad, stride, stride, dilation, dilation),
                    "InitConvolutionDescriptor"));
    return m_api.check(m_api.setGroups(m_how.get(), size(s.groups)), "SetConvolutionGroupCount");
  }

  /// Immediate mode: the solutions come fastest first, as MIOpen has measured or reckons, and nothing is tried out.
  Result<void> choose() override {
    std::size_t count = 0;
    STRATA_TRY(m_api.check(m_api.solutionCount(m_handle, m_w.get(), m_x.get(), m_how.get(), m_y.get(), &count),
                           "ConvolutionForwardGetSolutionCount"));
    std::vector<Solution> found(count);
    STRATA_TRY(m_api.check(
        m_api.solutions(m_handle, m_w.get(), m_x.get(), m_how.get(), m_y.get(), count, &count, found.data()),
        "ConvolutionForwardGetSolution"));
    found.resize(count);
    for (const Solution& each : found) {
      if (each.workspaceBytes > kMostDnnWorkspace) continue;
      m_solution = each;
      return m_api.check(m_api.compile(m_handle, m_w.get(), m_x.get(), m_how.get(), m_y.get(), each.id),
                         "ConvolutionForwardCompileSolution");
    }
    return dnnError(ErrorCode::Unsupported, "MIOpen has no solution for this convolution; run one of Strata's own");
  }

  std::string algorithm() const override {
    const auto index = static_cast<std::size_t>(m_solution.algorithm);
    const std::string name = index < kAlgorithmNames.size() ? std::string(kAlgorithmNames[index]) : "algorithm";
    return name + ", solution " + std::to_string(m_solution.id);
  }
  std::size_t workspaceBytes() const override { return m_solution.workspaceBytes; }

  Result<void> start(void* stream) override {
    STRATA_TRY(m_api.check(m_api.setStream(m_handle, stream), "SetStream"));
    STRATA_TRY(m_api.check(m_api.immediate(m_handle, m_w.get(), m_at.w, m_x.get(), m_at.x, m_how.get(), m_y.get(),
                                           m_at.y, m_at.workspace, m_solution.workspaceBytes, m_solution.id),
                           "ConvolutionForwardImmediate"));
    if (m_at.bias == nullptr) return {};
    const float one = 1, zero = 0;  // what MIOpen asks for; it adds the bias to what Y holds
    return m_api.check(m_api.addBias(m_handle, &one, m_bias.get(), m_at.bias, &zero, m_y.get(), m_at.y),
                       "ConvolutionForwardBias");
  }

 private:
  Result<void> describeTensor(DnnObject& tensor, std::int64_t n, std::int64_t c, std::int64_t h, std::int64_t w) {
    STRATA_ASSIGN(tensor, m_api.make(m_api.createTensor, m_api.destroyTensor, "CreateTensorDescriptor"));
    return m_api.check(m_api.setTensor(tensor.get(), kFloat, size(n), size(c), size(h), size(w)),
                       "Set4dTensorDescriptor");
  }

  const Api& m_api;
  void* m_handle;
  Solution m_solution{};
};

class Miopen final : public GpuDnn {
 public:
  Miopen(const Api& api, DnnObject handle) : m_api(api), m_handle(std::move(handle)) {}

  std::string provider() const override {
    std::size_t major = 0, minor = 0, patch = 0;
    if (m_api.getVersion(&major, &minor, &patch) != 0) return "MIOpen";
    return "MIOpen " + std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(patch);
  }
  Result<std::unique_ptr<GpuDnnOperation>> convolution(const Conv2dShape& shape) override {
    return readied(std::make_unique<MiopenConvolution>(m_api, m_handle.get()), shape);
  }
  Result<std::unique_ptr<GpuDnnOperation>> attention(const AttentionShape&) override {
    return dnnError(ErrorCode::Unsupported,
                    "MIOpen's attention is for training: a beta interface in fp32 and fp8, in fp16 on gfx94 only, and "
                    "without a causal mask. Strata does not ask for it; run one of Strata's own steps");
  }

 private:
  Api m_api;
  DnnObject m_handle;
};

}  // namespace

Result<std::unique_ptr<GpuDnn>> openMiopen(const std::vector<std::string>& files) {
  const SharedLibrary library(files);
  if (!library.open())
    return dnnError(ErrorCode::Unavailable,
                    "MIOpen is not installed: it would provide library convolution. To get it, install miopen-hip of "
                    "your ROCm release.");
  Api api{{.prefix = "miopen", .advice = "with MIOPEN_ENABLE_LOGGING=1 MIOpen says more"}};
  if (!api.bind(library))
    return dnnError(ErrorCode::Unavailable,
                    library.file() + " lacks functions of MIOpen 2 and 3; install one of them.");
  STRATA_ASSIGN(DnnObject handle, api.make(api.create, api.destroy, "Create"));
  return std::unique_ptr<GpuDnn>(std::make_unique<Miopen>(api, std::move(handle)));
}

}  // namespace strata::inline library
