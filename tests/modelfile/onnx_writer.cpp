#include "tests/modelfile/onnx_writer.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace strata::test {
namespace {

enum AttributeType : std::uint64_t { kNumber = 1, kInteger = 2, kText = 3, kTensor = 4, kNumbers = 6, kIntegers = 7 };

std::string varint(std::uint64_t value) {
  std::string bytes;
  for (; value > 0x7f; value >>= 7) bytes += static_cast<char>((value & 0x7f) | 0x80);
  return bytes + static_cast<char>(value);
}

std::string number(std::uint64_t field, std::int64_t value) {
  return varint(field << 3) + varint(static_cast<std::uint64_t>(value));
}

std::string block(std::uint64_t field, const std::string& bytes) {
  return varint(field << 3 | 2) + varint(bytes.size()) + bytes;
}

template <class T>
std::string bytesOf(const std::vector<T>& values) {
  std::string bytes(values.size() * sizeof(T), '\0');
  if (!values.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

std::string real(std::uint64_t field, float value) {
  return varint(field << 3 | 5) + bytesOf(std::vector<float>{value});
}

std::string head(const std::string& name, const std::vector<std::int64_t>& shape, std::int64_t type) {
  std::string bytes;
  for (const std::int64_t size : shape) bytes += number(1, size);
  return bytes + number(2, type) + block(8, name);
}

std::string tensorBytes(const OnnxTensor& tensor) {
  const bool whole = tensor.floats.empty();
  return onnxTensorBytes(tensor.name, tensor.shape, whole ? 7 : 1,
                         whole ? bytesOf(tensor.integers) : bytesOf(tensor.floats));
}

bool isReal(const OnnxAttribute& attribute) {
  static constexpr std::array<std::string_view, 6> kNames{"alpha", "beta", "epsilon", "min", "max", "value_float"};
  return std::ranges::find(kNames, attribute.name) != kNames.end();
}

std::string attributeBytes(const OnnxAttribute& attribute) {
  std::string bytes = block(1, attribute.name);
  if (attribute.tensor) return bytes + block(5, tensorBytes(*attribute.tensor)) + number(20, kTensor);
  if (!attribute.text.empty()) return bytes + block(4, attribute.text) + number(20, kText);
  if (!attribute.numbers.empty()) return bytes + block(7, bytesOf(attribute.numbers)) + number(20, kNumbers);
  if (!attribute.integers.empty()) {
    for (const std::int64_t value : attribute.integers) bytes += number(8, value);
    return bytes + number(20, kIntegers);
  }
  if (isReal(attribute)) return bytes + real(2, attribute.number) + number(20, kNumber);
  return bytes + number(3, attribute.integer) + number(20, kInteger);
}

std::string nodeBytes(const OnnxNode& node) {
  std::string bytes;
  for (const std::string& input : node.inputs) bytes += block(1, input);
  for (const std::string& output : node.outputs) bytes += block(2, output);
  const std::size_t dot = node.op.rfind('.');
  bytes += block(3, node.name) + block(4, dot == std::string::npos ? node.op : node.op.substr(dot + 1));
  for (const OnnxAttribute& attribute : node.attributes) bytes += block(5, attributeBytes(attribute));
  return dot == std::string::npos ? bytes : bytes + block(7, node.op.substr(0, dot));
}

std::string valueBytes(const OnnxValue& value) {
  std::string dimensions;
  for (const std::int64_t size : value.shape) dimensions += block(1, size < 0 ? block(2, "batch") : number(1, size));
  return block(1, value.name) + block(2, block(1, number(1, 1) + block(2, dimensions)));
}

}  // namespace

std::string onnxTensorBytes(const std::string& name, const std::vector<std::int64_t>& shape, int type,
                            const std::string& raw) {
  return head(name, shape, type) + block(9, raw);
}

std::string onnxExternalBytes(const std::string& name, const std::vector<std::int64_t>& shape, const std::string& file,
                              const std::string& offset, const std::string& length) {
  const auto entry = [](const char* key, const std::string& value) {
    return block(13, block(1, key) + block(2, value));
  };
  return head(name, shape, 1) + entry("location", file) + entry("offset", offset) + entry("length", length) +
         number(14, 1);
}

std::string onnxBytes(const OnnxGraph& graph, const std::string& dataFile, std::string* data) {
  std::string bytes;
  for (const OnnxNode& node : graph.nodes) bytes += block(1, nodeBytes(node));
  bytes += block(2, "graph");
  for (const OnnxTensor& tensor : graph.initializers) {
    if (dataFile.empty() || tensor.floats.empty()) {
      bytes += block(5, tensorBytes(tensor));
      continue;
    }
    const std::string values = bytesOf(tensor.floats);
    bytes += block(5, onnxExternalBytes(tensor.name, tensor.shape, dataFile, std::to_string(data->size()),
                                        std::to_string(values.size())));
    *data += values;
  }
  for (const OnnxValue& input : graph.inputs) bytes += block(11, valueBytes(input));
  for (const OnnxValue& output : graph.outputs) bytes += block(12, valueBytes(output));
  return number(1, 8) + block(2, graph.producer) + block(7, bytes) + block(8, block(1, "") + number(2, graph.opset));
}

std::string onnxWith(const std::vector<std::string>& tensors) {
  const OnnxNode identity{"Identity", "same", {"x"}, {"y"}, {}};
  std::string bytes = block(1, nodeBytes(identity));
  for (const std::string& tensor : tensors) bytes += block(5, tensor);
  bytes += block(11, valueBytes({"x", {1, 1, 2, 2}})) + block(12, valueBytes({"y", {1, 1, 2, 2}}));
  return number(1, 8) + block(7, bytes) + block(8, block(1, "") + number(2, 17));
}

}  // namespace strata::test
