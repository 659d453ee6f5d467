#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "layers/library/gpu_dnn.h"

// What the vendors' libraries of network operations have in common where Strata calls them.

namespace strata::inline library {

/// A handle or descriptor of such a library, destroyed by the library's function for it.
using DnnObject = std::unique_ptr<void, int (*)(void*)>;

inline DnnObject noDnnObject() {
  return {nullptr, nullptr};
}

inline Error dnnError(ErrorCode code, std::string message) {
  return {code, std::move(message), Storey::Library};
}

/// Judges the statuses that a library's functions answer.
struct DnnCalls {
  std::string_view prefix;  ///< of its functions: "cudnn"
  std::string_view advice;  ///< "with MIOPEN_ENABLE_LOGGING=1 MIOpen says more"
  const char* (*errorText)(int status) = nullptr;

  Result<void> check(int status, std::string_view function) const {
    if (status == 0) return {};
    return dnnError(ErrorCode::Internal, std::string(prefix) + std::string(function) + " answered " +
                                             errorText(status) + "; " + std::string(advice));
  }

  Result<DnnObject> make(int (*create)(void**), int (*destroy)(void*), std::string_view function) const {
    void* object = nullptr;
    STRATA_TRY(check(create(&object), function));
    return DnnObject(object, destroy);
  }
};

/// A convolution's descriptors and places. Tensors: X, W, the bias where there is one, Y.
class DnnConvolution : public GpuDnnOperation {
 public:
  virtual Result<void> describe(const Conv2dShape& shape) = 0;
  virtual Result<void> choose() = 0;  ///< an algorithm

  Result<void> place(std::span<void* const> tensors, void* workspace) final {
    m_at = {tensors[0], tensors[1], tensors.size() > 3 ? tensors[2] : nullptr, tensors.back(), workspace};
    return {};
  }

 protected:
  struct Places {
    void *x = nullptr, *w = nullptr, *bias = nullptr, *y = nullptr, *workspace = nullptr;
  };

  static int size(std::int64_t value) { return static_cast<int>(value); }

  DnnObject m_x = noDnnObject(), m_w = noDnnObject(), m_bias = noDnnObject(), m_y = noDnnObject(),
            m_how = noDnnObject();
  Places m_at;
};

/// Makes a convolution ready.
inline Result<std::unique_ptr<GpuDnnOperation>> readied(std::unique_ptr<DnnConvolution> convolution,
                                                        const Conv2dShape& shape) {
  STRATA_TRY(convolution->describe(shape));
  STRATA_TRY(convolution->choose());
  return std::unique_ptr<GpuDnnOperation>(std::move(convolution));
}

}  // namespace strata::inline library
