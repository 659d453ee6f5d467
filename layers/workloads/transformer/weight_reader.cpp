#include "layers/workloads/transformer/weight_reader.h"

#include <algorithm>
#include <cstring>

namespace strata::inline workloads {
namespace {

constexpr std::int64_t kPieceElements = std::int64_t{1} << 20;
constexpr std::int64_t kStoredBlockBytes = 34;  ///< of q8_0 in a file: the scale, then 32 int8

// All bits of the exponent, which only numbers that are not finite have.
constexpr std::uint32_t kFloatExponent = 0x7f80'0000;
constexpr std::uint16_t kHalfExponent = 0x7c00, kBrainExponent = 0x7f80;

/// Blocks of a file, apart: all scales, all numbers.
void splitBlocks(const std::byte* from, std::int64_t blocks, std::byte* numbers, std::byte* scales) {
  for (std::int64_t block = 0; block < blocks; ++block) {
    std::memcpy(scales, from, 2);
    std::memcpy(numbers, from + 2, kLinearBlockSize);
    from += kStoredBlockBytes, scales += 2, numbers += kLinearBlockSize;
  }
}

}  // namespace

template <class ReadRows>
void WeightReader::inPieces(const StoredTensor& tensor, ReadRows readRows) {
  const std::int64_t most = std::max<std::int64_t>(1, kPieceElements / std::max<std::int64_t>(1, tensor.columns()));
  for (std::int64_t first = 0; first < tensor.rows(); first += most) {
    readRows(first, std::min(most, tensor.rows() - first));
    m_pieceIsRead();
  }
}

template <class Bits>
void WeightReader::look(const StoredTensor& tensor, const std::byte* values, std::int64_t count, Bits exponent,
                        std::int64_t first, std::int64_t each) {
  if (m_notFinite) return;
  const auto bitsOf = [values](std::int64_t i) {
    Bits bits;
    std::memcpy(&bits, values + i * static_cast<std::int64_t>(sizeof bits), sizeof bits);
    return bits;
  };
  bool all = true;
  for (std::int64_t i = 0; i < count; ++i) all &= (bitsOf(i) & exponent) != exponent;
  if (all) return;
  std::int64_t at = 0;
  while ((bitsOf(at) & exponent) != exponent) ++at;
  const std::int64_t element = first + at * each;
  const auto mantissa = static_cast<Bits>(exponent & -exponent) - 1;
  m_notFinite = NotFiniteWeight{tensor.name, element / tensor.columns(), element % tensor.columns(),
                                (bitsOf(at) & static_cast<Bits>(mantissa)) != 0};
}

void WeightReader::floats(const StoredTensor& tensor, std::byte* to) {
  inPieces(tensor, [&](std::int64_t first, std::int64_t rows) {
    const std::int64_t count = rows * tensor.columns(), skipped = first * tensor.columns();
    auto* const values = reinterpret_cast<float*>(to) + skipped;
    dequantise(tensor, first, rows, {values, static_cast<std::size_t>(count)});
    look(tensor, reinterpret_cast<const std::byte*>(values), count, kFloatExponent, skipped, 1);
  });
}

void WeightReader::matrix(LinearType type, const StoredTensor& tensor, std::byte* to, std::byte* scales) {
  if (type == LinearType::F32) return floats(tensor, to);
  inPieces(tensor, [&](std::int64_t first, std::int64_t rows) {
    const std::int64_t count = rows * tensor.columns(), skipped = first * tensor.columns();
    if (type == LinearType::Q8) {
      const std::int64_t blocks = count / kLinearBlockSize, before = skipped / kLinearBlockSize;
      splitBlocks(tensor.data.data() + before * kStoredBlockBytes, blocks, to + skipped, scales + before * 2);
      return look(tensor, scales + before * 2, blocks, kHalfExponent, skipped, kLinearBlockSize);
    }
    std::memcpy(to + skipped * 2, tensor.data.data() + skipped * 2, static_cast<std::size_t>(count) * 2);
    look(tensor, to + skipped * 2, count, type == LinearType::F16 ? kHalfExponent : kBrainExponent, skipped, 1);
  });
}

}  // namespace strata::inline workloads
