// A library that answers as cuDNN 9 and MIOpen do, but computes on the host and takes no argument for granted: handles,
// descriptors, their order, the algorithm and the workspace must be those it gave out. Its numbers are copied from the
// vendors' headers.

#include "tests/layers/gpu_dnn_fake.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace {

constexpr int kBadDnnParameter = 3;
constexpr std::size_t kWorkspace = 4096, kTooMuch = std::size_t{2} << 30;

enum class Kind { Handle, Tensor, Filter, Convolution };

struct Object {
  Kind kind;
  bool ready = false;  ///< a handle has a stream, a descriptor its sizes
  int size[4] = {};
  int pad[2] = {}, stride[2] = {}, dilation[2] = {}, groups = 1;
  bool fma = false;
};

int make(void** object, Kind kind) {
  *object = new Object{kind};
  return 0;
}

int destroy(void* object, Kind kind) {
  auto* known = static_cast<Object*>(object);
  if (known->kind != kind) return kBadDnnParameter;
  delete known;
  return 0;
}

const Object* ready(const void* object, Kind kind) {
  const auto* known = static_cast<const Object*>(object);
  return known && known->kind == kind && known->ready ? known : nullptr;
}

int setSizes(void* object, Kind kind, int a, int b, int c, int d) {
  auto* known = static_cast<Object*>(object);
  if (known->kind != kind || a < 1 || b < 1 || c < 1 || d < 1) return kBadDnnParameter;
  const int sizes[] = {a, b, c, d};
  std::memcpy(known->size, sizes, sizeof sizes);
  known->ready = true;
  return 0;
}

int setConvolution(void* object, int padH, int padW, int strideH, int strideW, int dilationH, int dilationW) {
  auto& known = *static_cast<Object*>(object);
  if (known.kind != Kind::Convolution) return kBadDnnParameter;
  known.pad[0] = padH, known.pad[1] = padW;
  known.stride[0] = strideH, known.stride[1] = strideW;
  known.dilation[0] = dilationH, known.dilation[1] = dilationW;
  known.ready = true;
  return 0;
}

/// The four descriptors of a convolution.
struct Shapes {
  const Object *x, *w, *how, *y;

  bool fit() const {
    if (!x || !w || !how || !y) return false;
    for (int i = 0; i < 2; ++i) {
      const int room = x->size[2 + i] + 2 * how->pad[i] - how->dilation[i] * (w->size[2 + i] - 1) - 1;
      if (y->size[2 + i] != room / how->stride[i] + 1) return false;
    }
    return x->size[0] == y->size[0] && w->size[0] == y->size[1] && w->size[1] * how->groups == x->size[1];
  }

  float at(const float* picture, const float* filters, int n, int k, int p, int q) const {
    const int channels = w->size[1], first = k / (w->size[0] / how->groups) * channels;
    float sum = 0;
    for (int c = 0; c < channels; ++c)
      for (int r = 0; r < w->size[2]; ++r)
        for (int s = 0; s < w->size[3]; ++s) {
          const int row = p * how->stride[0] - how->pad[0] + r * how->dilation[0];
          const int column = q * how->stride[1] - how->pad[1] + s * how->dilation[1];
          if (row < 0 || column < 0 || row >= x->size[2] || column >= x->size[3]) continue;
          sum += picture[((n * x->size[1] + first + c) * x->size[2] + row) * x->size[3] + column] *
                 filters[((k * channels + c) * w->size[2] + r) * w->size[3] + s];
        }
    return sum;
  }

  void compute(const void* picture, const void* filters, void* result) const {
    auto* out = static_cast<float*>(result);
    for (int n = 0; n < y->size[0]; ++n)
      for (int k = 0; k < y->size[1]; ++k)
        for (int p = 0; p < y->size[2]; ++p)
          for (int q = 0; q < y->size[3]; ++q)
            *out++ = at(static_cast<const float*>(picture), static_cast<const float*>(filters), n, k, p, q);
  }
};

bool useWorkspace(void* workspace, std::size_t bytes) {
  if (workspace == nullptr || bytes != kWorkspace) return false;
  std::memset(workspace, 0xFF, bytes);
  return true;
}

int addBias(const Object* handle, const Object* shape, const void* bias, const Object* yShape, void* y) {
  if (!handle || !shape || !yShape || shape->size[1] != yShape->size[1] ||
      shape->size[0] * shape->size[2] * shape->size[3] != 1)
    return kBadDnnParameter;
  auto* out = static_cast<float*>(y);
  for (int n = 0; n < yShape->size[0]; ++n)
    for (int k = 0; k < yShape->size[1]; ++k)
      for (int i = 0; i < yShape->size[2] * yShape->size[3]; ++i) *out++ += static_cast<const float*>(bias)[k];
  return 0;
}

float number(const void* scalar) {
  return *static_cast<const float*>(scalar);
}

}  // namespace

bool dnnHandleIsReady(const void* handle) {
  return ready(handle, Kind::Handle) != nullptr;
}

extern "C" {

std::size_t cudnnGetVersion() {
  return 91900;
}
const char* cudnnGetErrorString(int) {
  return "CUDNN_STATUS_BAD_PARAM";
}
int cudnnCreate(void** handle) {
  return make(handle, Kind::Handle);
}
int cudnnDestroy(void* handle) {
  return destroy(handle, Kind::Handle);
}
int cudnnSetStream(void* handle, void*) {
  static_cast<Object*>(handle)->ready = true;
  return 0;
}
int cudnnCreateTensorDescriptor(void** tensor) {
  return make(tensor, Kind::Tensor);
}
int cudnnDestroyTensorDescriptor(void* tensor) {
  return destroy(tensor, Kind::Tensor);
}
int cudnnSetTensor4dDescriptor(void* tensor, int format, int type, int n, int c, int h, int w) {
  return format == 0 && type == 0 ? setSizes(tensor, Kind::Tensor, n, c, h, w) : kBadDnnParameter;
}
int cudnnCreateFilterDescriptor(void** filter) {
  return make(filter, Kind::Filter);
}
int cudnnDestroyFilterDescriptor(void* filter) {
  return destroy(filter, Kind::Filter);
}
int cudnnSetFilter4dDescriptor(void* filter, int type, int format, int k, int c, int h, int w) {
  return format == 0 && type == 0 ? setSizes(filter, Kind::Filter, k, c, h, w) : kBadDnnParameter;
}
int cudnnCreateConvolutionDescriptor(void** convolution) {
  return make(convolution, Kind::Convolution);
}
int cudnnDestroyConvolutionDescriptor(void* convolution) {
  return destroy(convolution, Kind::Convolution);
}
int cudnnSetConvolution2dDescriptor(void* convolution, int padH, int padW, int strideH, int strideW, int dilationH,
                                    int dilationW, int mode, int type) {
  if (mode != 1 || type != 0) return kBadDnnParameter;
  return setConvolution(convolution, padH, padW, strideH, strideW, dilationH, dilationW);
}
int cudnnSetConvolutionGroupCount(void* convolution, int groups) {
  static_cast<Object*>(convolution)->groups = groups;
  return 0;
}
int cudnnSetConvolutionMathType(void* convolution, int math) {
  static_cast<Object*>(convolution)->fma = math == 3;
  return 0;
}

struct CudnnCandidate {
  int algorithm, status;
  float time;
  std::size_t memory;
  int determinism, mathType, reserved[3];
};

/// The first does not work, the second wants too much, the third understates what it wants.
int cudnnGetConvolutionForwardAlgorithm_v7(void* handle, void* x, void* w, void* convolution, void* y, int asked,
                                           int* returned, CudnnCandidate* candidates) {
  const Shapes shapes{ready(x, Kind::Tensor), ready(w, Kind::Filter), ready(convolution, Kind::Convolution),
                      ready(y, Kind::Tensor)};
  if (static_cast<Object*>(handle)->kind != Kind::Handle || asked < 3 || !shapes.fit()) return kBadDnnParameter;
  candidates[0] = {7, 9, -1, 0, 0, 3, {}};
  candidates[1] = {5, 0, -1, kTooMuch, 0, 3, {}};
  candidates[2] = {1, 0, -1, 1, 0, 0, {}};
  *returned = 3;
  return 0;
}
int cudnnGetConvolutionForwardWorkspaceSize(void*, void*, void*, void*, void*, int algorithm, std::size_t* bytes) {
  *bytes = algorithm == 1 ? kWorkspace : kTooMuch;
  return 0;
}
int cudnnConvolutionForward(void* handle, const void* alpha, void* xShape, const void* x, void* wShape, const void* w,
                            void* convolution, int algorithm, void* workspace, std::size_t bytes, const void* beta,
                            void* yShape, void* y) {
  const Shapes shapes{ready(xShape, Kind::Tensor), ready(wShape, Kind::Filter), ready(convolution, Kind::Convolution),
                      ready(yShape, Kind::Tensor)};
  if (!ready(handle, Kind::Handle) || !shapes.fit() || !shapes.how->fma || algorithm != 1 || number(alpha) != 1 ||
      number(beta) != 0 || !useWorkspace(workspace, bytes))
    return kBadDnnParameter;
  shapes.compute(x, w, y);
  return 0;
}
int cudnnAddTensor(void* handle, const void* alpha, void* aShape, const void* a, const void* beta, void* cShape,
                   void* c) {
  if (number(alpha) != 1 || number(beta) != 1) return kBadDnnParameter;
  return addBias(ready(handle, Kind::Handle), ready(aShape, Kind::Tensor), a, ready(cShape, Kind::Tensor), c);
}

int miopenGetVersion(std::size_t* major, std::size_t* minor, std::size_t* patch) {
  *major = 3, *minor = 3, *patch = 0;
  return 0;
}
const char* miopenGetErrorString(int) {
  return "miopenStatusBadParm";
}
int miopenCreate(void** handle) {
  return make(handle, Kind::Handle);
}
int miopenDestroy(void* handle) {
  return destroy(handle, Kind::Handle);
}
int miopenSetStream(void* handle, void*) {
  static_cast<Object*>(handle)->ready = true;
  return 0;
}
int miopenCreateTensorDescriptor(void** tensor) {
  return make(tensor, Kind::Tensor);
}
int miopenDestroyTensorDescriptor(void* tensor) {
  return destroy(tensor, Kind::Tensor);
}
int miopenSet4dTensorDescriptor(void* tensor, int type, int n, int c, int h, int w) {
  return type == 1 ? setSizes(tensor, Kind::Tensor, n, c, h, w) : kBadDnnParameter;
}
int miopenCreateConvolutionDescriptor(void** convolution) {
  return make(convolution, Kind::Convolution);
}
int miopenDestroyConvolutionDescriptor(void* convolution) {
  return destroy(convolution, Kind::Convolution);
}
int miopenInitConvolutionDescriptor(void* convolution, int mode, int padH, int padW, int strideH, int strideW,
                                    int dilationH, int dilationW) {
  if (mode != 0) return kBadDnnParameter;
  return setConvolution(convolution, padH, padW, strideH, strideW, dilationH, dilationW);
}
int miopenSetConvolutionGroupCount(void* convolution, int groups) {
  static_cast<Object*>(convolution)->groups = groups;
  return 0;
}

struct MiopenSolution {
  float time;
  std::size_t workspaceBytes;
  std::uint64_t id;
  int algorithm;
};
constexpr std::uint64_t kTooLarge = 54, kFits = 86;

int miopenConvolutionForwardGetSolutionCount(void*, void*, void*, void*, void*, std::size_t* count) {
  *count = 5;  // more than it then names, as MIOpen may
  return 0;
}
int miopenConvolutionForwardGetSolution(void* handle, void* w, void* x, void* convolution, void* y, std::size_t most,
                                        std::size_t* count, MiopenSolution* solutions) {
  const Shapes shapes{ready(x, Kind::Tensor), ready(w, Kind::Tensor), ready(convolution, Kind::Convolution),
                      ready(y, Kind::Tensor)};
  if (static_cast<Object*>(handle)->kind != Kind::Handle || most < 2 || !shapes.fit()) return kBadDnnParameter;
  solutions[0] = {0.1F, kTooMuch, kTooLarge, 0};
  solutions[1] = {0.2F, kWorkspace, kFits, 5};
  *count = 2;
  return 0;
}
int miopenConvolutionForwardCompileSolution(void*, void* w, void* x, void* convolution, void* y, std::uint64_t id) {
  const Shapes shapes{ready(x, Kind::Tensor), ready(w, Kind::Tensor), ready(convolution, Kind::Convolution),
                      ready(y, Kind::Tensor)};
  return shapes.fit() && id == kFits ? 0 : kBadDnnParameter;
}
int miopenConvolutionForwardImmediate(void* handle, void* wShape, const void* w, void* xShape, const void* x,
                                      void* convolution, void* yShape, void* y, void* workspace, std::size_t bytes,
                                      std::uint64_t id) {
  const Shapes shapes{ready(xShape, Kind::Tensor), ready(wShape, Kind::Tensor), ready(convolution, Kind::Convolution),
                      ready(yShape, Kind::Tensor)};
  if (!ready(handle, Kind::Handle) || !shapes.fit() || id != kFits || !useWorkspace(workspace, bytes))
    return kBadDnnParameter;
  shapes.compute(x, w, y);
  return 0;
}
/// Y = alpha · Y + alpha · bias + beta · Y, as its source has it.
int miopenConvolutionForwardBias(void* handle, const void* alpha, void* bShape, const void* bias, const void* beta,
                                 void* yShape, void* y) {
  if (number(alpha) != 1 || number(beta) != 0) return kBadDnnParameter;
  return addBias(ready(handle, Kind::Handle), ready(bShape, Kind::Tensor), bias, ready(yShape, Kind::Tensor), y);
}
}
