#include <fmt/format.h>

#include <cstring>

#include "engine/modelfile/onnx_reader.h"
#include "engine/modelfile/stored_layout.h"

namespace strata {
namespace {

constexpr std::int64_t kFloat = 1, kInt64 = 7;
constexpr std::int64_t kExternal = 1;

OnnxRefusal refusal(ErrorCode code, const OnnxTensor& tensor, std::string what) {
  return {code, fmt::format("tensor {}", tensor.name.empty() ? "without a name" : tensor.name), std::move(what)};
}

std::uint64_t elementsOf(const OnnxTensor& tensor) {
  std::int64_t elements = 1;
  for (const std::int64_t size : tensor.shape) {
    if (size < 0 || size > kLargestCount || (size > 0 && elements > kLargestCount / size))
      throw refusal(ErrorCode::Usage, tensor, fmt::format("has a dimension of {}, which makes no sense", size));
    elements *= size;
  }
  return static_cast<std::uint64_t>(elements);
}

template <class T>
void takeRaw(const OnnxTensor& tensor, std::string_view raw, std::vector<T>& values) {
  if (raw.size() % sizeof(T) != 0)
    throw refusal(ErrorCode::Usage, tensor, fmt::format("has {} bytes of data, no whole values", raw.size()));
  values.resize(raw.size() / sizeof(T));
  if (!raw.empty()) std::memcpy(values.data(), raw.data(), raw.size());
}

/// What a message says beside the values.
struct TensorFacts {
  std::int64_t type = 0, location = 0;
  std::string_view raw = {};
};

void readField(wire::Reader& reader, OnnxTensor& tensor, TensorFacts& facts) {
  switch (reader.tag_and_type()) {
    case wire::varint(1): return tensor.shape.push_back(reader.get_int64());
    case wire::bytes(1):
      for (const std::int64_t size : reader.get_packed_int64()) tensor.shape.push_back(size);
      return;
    case wire::varint(2): facts.type = reader.get_int64(); return;
    case wire::fixed32(4): return tensor.floats.push_back(reader.get_float());
    case wire::bytes(4):
      for (const float value : reader.get_packed_float()) tensor.floats.push_back(value);
      return;
    case wire::varint(7): return tensor.integers.push_back(reader.get_int64());
    case wire::bytes(7):
      for (const std::int64_t value : reader.get_packed_int64()) tensor.integers.push_back(value);
      return;
    case wire::bytes(8): tensor.name = reader.get_string(); return;
    case wire::bytes(9): {
      const protozero::data_view view = reader.get_view();
      facts.raw = {view.data(), view.size()};
      return;
    }
    case wire::varint(14): facts.location = reader.get_int64(); return;
    default: reader.skip();
  }
}

/// Values are either in fields of their own or, as they lie in memory, in one.
void takeValues(OnnxTensor& tensor, const TensorFacts& facts) {
  if (facts.location == kExternal) throw refusal(ErrorCode::Unsupported, tensor, "has its data in another file");
  if (facts.type != kFloat && facts.type != kInt64)
    throw refusal(ErrorCode::Unsupported, tensor,
                  fmt::format("has elements of type {}; float (1) and int64 (7) can be read", facts.type));
  if (!facts.raw.empty() && (!tensor.floats.empty() || !tensor.integers.empty()))
    throw refusal(ErrorCode::Usage, tensor, "has its values twice");
  if (!facts.raw.empty() && facts.type == kFloat) takeRaw(tensor, facts.raw, tensor.floats);
  if (!facts.raw.empty() && facts.type == kInt64) takeRaw(tensor, facts.raw, tensor.integers);
  const std::size_t right = facts.type == kFloat ? tensor.floats.size() : tensor.integers.size();
  const std::size_t wrong = facts.type == kFloat ? tensor.integers.size() : tensor.floats.size();
  if (right != elementsOf(tensor) || wrong != 0)
    throw refusal(ErrorCode::Usage, tensor,
                  fmt::format("has {} values where its shape asks for {}", right + wrong, elementsOf(tensor)));
}

}  // namespace

OnnxTensor readTensorMessage(wire::Reader reader) {
  OnnxTensor tensor;
  TensorFacts facts;
  while (reader.next()) readField(reader, tensor, facts);
  takeValues(tensor, facts);
  return tensor;
}

}  // namespace strata
