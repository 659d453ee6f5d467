#include "layers/workloads/cnn/cnn_tensor.h"

#include <fmt/ranges.h>

#include <algorithm>

namespace strata::inline workloads {

std::string text(const CnnShape& shape) {
  return fmt::format("{}", fmt::join(shape, "×"));
}

CnnTensor zeros(CnnShape shape, bool whole) {
  const auto elements = static_cast<std::size_t>(elementsOf(shape));
  return {std::move(shape), std::vector<double>(elements), whole};
}

CnnTensor tensorOf(const OnnxTensor& stored) {
  const bool whole = stored.floats.empty();
  CnnTensor tensor{stored.shape, {stored.floats.begin(), stored.floats.end()}, whole};
  if (whole) tensor.values.assign(stored.integers.begin(), stored.integers.end());
  return tensor;
}

std::vector<std::int64_t> integersOf(const CnnTensor& tensor) {
  constexpr double kMost = 9e15;  // what fp64 counts one by one
  std::vector<std::int64_t> integers;
  for (const double value : tensor.values)
    integers.push_back(static_cast<std::int64_t>(value < -kMost ? -kMost : value < kMost ? value : kMost));
  return integers;
}

void eachBroadcast(const CnnShape& whole, const CnnShape& part,
                   const std::function<void(std::int64_t, std::int64_t)>& see) {
  CnnShape aligned = part;
  aligned.insert(aligned.begin(), whole.size() - std::min(whole.size(), part.size()), 1);
  const std::int64_t elements = elementsOf(whole);
  for (std::int64_t i = 0; i < elements; ++i) {
    std::int64_t index = 0, step = 1, left = i;
    for (std::size_t axis = whole.size(); axis-- > 0; left /= whole[axis]) {
      if (aligned[axis] != 1) index += left % whole[axis] * step;
      step *= aligned[axis];
    }
    see(i, index);
  }
}

std::optional<CnnShape> broadcastShape(const CnnShape& a, const CnnShape& b) {
  CnnShape result = a.size() < b.size() ? b : a, other = a.size() < b.size() ? a : b;
  other.insert(other.begin(), result.size() - other.size(), 1);
  for (std::size_t i = 0; i < result.size(); ++i) {
    if (result[i] != other[i] && result[i] != 1 && other[i] != 1) return std::nullopt;
    if (result[i] == 1) result[i] = other[i];
  }
  return result;
}

}  // namespace strata::inline workloads
