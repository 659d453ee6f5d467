#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/protocol/request.h"
#include "kernels/operation/data_type.h"
#include "kernels/operation/kernel_outline.h"

namespace strata::inline workloads {

/// A kernel that says itself what it works on, in its leading comment behind "strata:" (docs/own-kernels.md). Formulas
/// are kept as texts: what they come to depends on the sizes.
struct FreeKernel {
  /// "n = 1024", or "blocks = (n + 255) / 256", which follows from those before it.
  struct Size {
    std::string name, formula;
    std::optional<std::int64_t> value = {};  ///< where it is a number: one that a run may choose
    std::int64_t step = 1;                   ///< it is a multiple of
    int line = 0;
  };
  enum class Role : std::uint8_t { In, Out, InOut };
  /// "in float x[n][m] = random".
  struct Tensor {
    Role role = Role::In;
    DataType type = DataType::F32;
    std::string name;
    std::vector<std::string> shape;
    std::string fill;  ///< empty: nobody has written to it
    int line = 0;
  };
  /// "scale<tile><<<n / tile, tile>>>(x, y, n)", or a "repeat t < 10" with what stands up to its "end".
  struct Step {
    std::string kernel, arguments;         ///< of the template: "<tile>"
    std::vector<std::string> grid, block;  ///< x, y, z
    std::string shared;                    ///< bytes; empty: 0
    std::vector<std::string> values;
    std::string counter, count;
    std::vector<Step> repeated;
    int line = 0;
  };
  /// "expect y[i] = 2 * x[i] tolerance 1e-6".
  struct Expectation {
    std::string tensor;
    std::vector<std::string> indices;
    std::string formula, tolerance;
    int line = 0;
  };

  std::string name, file, text;  ///< OwnKernel's
  KernelOutline outline;
  std::vector<Size> sizes;
  std::vector<Tensor> tensors;
  std::vector<Step> steps;
  std::vector<Expectation> expectations;

  const Tensor* tensor(std::string_view called) const;
  /// What is wrong with a line, as compilers write it: "life.cu:5: error: …".
  Error wrongAt(int line, const std::string& why) const;
};

/// Whether a text says what it works on.
bool isFreeKernel(std::string_view text);

/// Usage, with the line and what to do, where the comment cannot be read or fits no kernel of the text.
Result<std::shared_ptr<const FreeKernel>> readFreeKernel(const OwnKernel& kernel);

}  // namespace strata::inline workloads
