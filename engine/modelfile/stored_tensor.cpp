#include "engine/modelfile/stored_tensor.h"

#include <array>
#include <cassert>
#include <cstring>
#include <limits>

#include "engine/base/narrow_floats.h"
#include "engine/modelfile/block_formats.h"
#include "engine/modelfile/stored_layout.h"

namespace strata::inline modelfile {
namespace {

template <class T>
T load(const std::byte* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof(T));
  return value;
}

float numberAt(StoredType type, const std::byte* data, std::int64_t index) {
  switch (type) {
    case StoredType::F32: return load<float>(data + index * 4);
    case StoredType::F16: return float16Value(load<std::uint16_t>(data + index * 2));
    default: return bfloat16Value(load<std::uint16_t>(data + index * 2));
  }
}

void unpackRow(const StoredTensor& tensor, std::int64_t row, float* out) {
  const std::int64_t columns = tensor.columns(), first = row * columns;
  if (blockOf(tensor.type) != 1)
    return unpackBlocks(tensor.type, tensor.data.data() + bytesOf(tensor.type, first), columns, out);
  if (tensor.type == StoredType::Int8Groups) {
    for (std::int64_t i = first; i < first + columns; ++i)
      *out++ = tensor.scales[static_cast<std::size_t>(i / tensor.groupSize)] *
               static_cast<float>(static_cast<std::int8_t>(tensor.data[static_cast<std::size_t>(i)]));
    return;
  }
  for (std::int64_t column = 0; column < columns; ++column)
    out[column] =
        numberAt(tensor.type, tensor.data.data(), tensor.transposed ? column * tensor.pitch + row : first + column);
}

struct TypeFacts {
  std::string_view name;
  std::int64_t block, bytes;  // so many elements take so many bytes
};

const TypeFacts& factsOf(StoredType type) {
  static constexpr std::array<TypeFacts, 12> kFacts = {{{"F32", 1, 4},
                                                        {"F16", 1, 2},
                                                        {"BF16", 1, 2},
                                                        {"Q8_0", 32, 34},
                                                        {"Q4_0", 32, 18},
                                                        {"Q4_1", 32, 20},
                                                        {"Q5_0", 32, 22},
                                                        {"Q5_1", 32, 24},
                                                        {"Q4_K", 256, 144},
                                                        {"Q5_K", 256, 176},
                                                        {"Q6_K", 256, 210},
                                                        {"int8 groups", 1, 1}}};
  return kFacts[static_cast<std::size_t>(type)];
}

}  // namespace

std::string_view nameOf(StoredType type) {
  return factsOf(type).name;
}

std::int64_t blockOf(StoredType type) {
  return factsOf(type).block;
}

std::int64_t bytesOf(StoredType type, std::int64_t elements) {
  return elements / factsOf(type).block * factsOf(type).bytes;
}

bool StoredTensor::aligned() const {
  if (transposed || blockOf(type) != 1 || type == StoredType::Int8Groups) return false;
  return reinterpret_cast<std::uintptr_t>(data.data()) % static_cast<std::uintptr_t>(bytesOf(type, 1)) == 0;
}

StoredTensor rowsOf(const StoredTensor& whole, std::int64_t first, std::int64_t count, std::string name) {
  assert(whole.type != StoredType::Int8Groups && first >= 0 && count > 0);
  StoredTensor part = whole;
  part.name = std::move(name);
  part.shape[0] = count;
  const std::int64_t width = whole.shape.size() == 1 ? 1 : whole.columns();
  const std::int64_t skipped = whole.transposed ? first : first * width;
  const std::int64_t kept = whole.transposed ? (width - 1) * whole.pitch + count : count * width;
  part.data = whole.data.subspan(static_cast<std::size_t>(bytesOf(whole.type, skipped)),
                                 static_cast<std::size_t>(bytesOf(whole.type, kept)));
  return part;
}

void dequantise(const StoredTensor& tensor, std::int64_t firstRow, std::int64_t rowCount, std::span<float> out) {
  assert(firstRow >= 0 && rowCount >= 0 && firstRow + rowCount <= tensor.rows());
  assert(static_cast<std::int64_t>(out.size()) >= rowCount * tensor.columns());
  for (std::int64_t row = 0; row < rowCount; ++row)
    unpackRow(tensor, firstRow + row, out.data() + row * tensor.columns());
}

std::vector<float> dequantised(const StoredTensor& tensor) {
  std::vector<float> values(static_cast<std::size_t>(tensor.elements()));
  dequantise(tensor, 0, tensor.rows(), values);
  return values;
}

}  // namespace strata::inline modelfile
