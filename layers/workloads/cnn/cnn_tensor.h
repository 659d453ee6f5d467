#pragma once

#include <cstdint>
#include <functional>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/modelfile/onnx_graph.h"

namespace strata::inline workloads {

using CnnShape = std::vector<std::int64_t>;

inline constexpr std::int64_t kMostCnnElements = std::int64_t{1} << 26;  ///< of all tensors of a network together

inline std::int64_t elementsOf(std::span<const std::int64_t> shape) {
  return std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies());
}

std::string text(const CnnShape& shape);  ///< "1×28×28"

/// A tensor in fp64, row-major; `whole` are shapes, indices and what else is counted.
struct CnnTensor {
  CnnShape shape;
  std::vector<double> values;
  bool whole = false;

  double at(std::int64_t index) const { return values[static_cast<std::size_t>(index)]; }
  std::int64_t elements() const { return std::ssize(values); }
};

CnnTensor zeros(CnnShape shape, bool whole = false);
CnnTensor tensorOf(const OnnxTensor& stored);
/// The values as whole numbers; what is none is cut.
std::vector<std::int64_t> integersOf(const CnnTensor& tensor);

/// Calls see(index in the whole, index in the part) for each element of `whole`, where sizes of 1 of `part` repeat;
/// both are aligned at the right.
void eachBroadcast(const CnnShape& whole, const CnnShape& part,
                   const std::function<void(std::int64_t, std::int64_t)>& see);
/// The shape in which two that broadcast meet; empty optional where they do not.
std::optional<CnnShape> broadcastShape(const CnnShape& a, const CnnShape& b);

}  // namespace strata::inline workloads
