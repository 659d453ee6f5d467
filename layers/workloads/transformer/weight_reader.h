#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "engine/modelfile/stored_tensor.h"
#include "kernels/linear/linear_operation.h"

namespace strata::inline workloads {

/// Where a file has NaN or an infinite number for a weight.
struct NotFiniteWeight {
  std::string tensor;
  std::int64_t row = 0, column = 0;
  bool isNan = false;
};

/// Reads stored weights as a device takes them. It goes piece by piece, and tells of each, since the disk may be slow;
/// and it keeps in mind the first number that is none.
class WeightReader {
 public:
  explicit WeightReader(std::function<void()> pieceIsRead) : m_pieceIsRead(std::move(pieceIsRead)) {}

  void floats(const StoredTensor& tensor, std::byte* to);
  /// `scales`: only of LinearType::Q8.
  void matrix(LinearType type, const StoredTensor& tensor, std::byte* to, std::byte* scales);

  const std::optional<NotFiniteWeight>& notFinite() const { return m_notFinite; }

 private:
  template <class ReadRows>
  void inPieces(const StoredTensor& tensor, ReadRows readRows);
  /// `first`: of the tensor's elements; each of the values stands for `each` of them.
  template <class Bits>
  void look(const StoredTensor& tensor, const std::byte* values, std::int64_t count, Bits exponent, std::int64_t first,
            std::int64_t each);

  std::function<void()> m_pieceIsRead;
  std::optional<NotFiniteWeight> m_notFinite;
};

}  // namespace strata::inline workloads
