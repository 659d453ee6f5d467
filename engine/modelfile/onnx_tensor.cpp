#include <fmt/format.h>

#include <charconv>
#include <cstring>

#include "engine/base/narrow_floats.h"
#include "engine/modelfile/onnx_reader.h"
#include "engine/modelfile/stored_layout.h"

namespace strata::inline modelfile {
namespace {

/// ONNX' numbers for types of elements.
enum class Element : std::int64_t {
  Float = 1,
  Uint8 = 2,
  Int8 = 3,
  Int32 = 6,
  Int64 = 7,
  Bool = 9,
  Float16 = 10,
  Double = 11,
};

constexpr std::int64_t kExternal = 1;

OnnxRefusal refusal(ErrorCode code, const OnnxTensor& tensor, std::string what) {
  return {code, fmt::format("tensor {}", tensor.name.empty() ? "without a name" : tensor.name), std::move(what)};
}

std::uint64_t elementsOf(const OnnxTensor& tensor) {
  std::int64_t elements = 1;
  for (const std::int64_t size : tensor.shape) {
    if (size < 0 || size > kLargestCount || (size > 0 && elements > kLargestCount / size))
      throw refusal(ErrorCode::Usage, tensor, fmt::format("has an impossible dimension of {}", size));
    elements *= size;
  }
  return static_cast<std::uint64_t>(elements);
}

/// What a message says beside name and shape. Values are in fields of their own or, as they lie in memory, in one,
/// which may be another file's.
struct TensorFacts {
  std::int64_t type = 0, location = 0;
  std::vector<float> floats = {};
  std::vector<double> doubles = {};
  std::vector<std::int64_t> integers = {};  ///< halves too, as their bits
  std::string_view raw = {};
  OnnxPlace place = {};
};

template <class T>
void takeRaw(const OnnxTensor& tensor, std::string_view raw, std::vector<T>& values) {
  if (raw.size() % sizeof(T) != 0)
    throw refusal(ErrorCode::Usage, tensor, fmt::format("has {} bytes of data, not whole values", raw.size()));
  values.resize(raw.size() / sizeof(T));
  if (!raw.empty()) std::memcpy(values.data(), raw.data(), raw.size());
}

template <class Stored>
void takeWhole(const OnnxTensor& tensor, TensorFacts& facts) {
  std::vector<Stored> values;
  takeRaw(tensor, facts.raw, values);
  facts.integers.assign(values.begin(), values.end());
}

std::uint64_t numberOf(const OnnxTensor& tensor, std::string_view key, std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem != std::errc() || end != text.data() + text.size())
    throw refusal(ErrorCode::Usage, tensor, fmt::format("has the {} '{}' in its other file, not a number", key, text));
  return number;
}

/// One key with its value.
void readPlace(wire::Reader reader, const OnnxTensor& tensor, OnnxPlace& place) {
  std::string key, value;
  while (reader.next()) {
    switch (reader.tag_and_type()) {
      case wire::bytes(1): key = reader.get_string(); break;
      case wire::bytes(2): value = reader.get_string(); break;
      default: reader.skip();
    }
  }
  if (key == "location") place.file = value;
  if (key == "offset") place.offset = numberOf(tensor, key, value);
  if (key == "length") place.length = numberOf(tensor, key, value);
}

std::string_view viewOf(wire::Reader& reader) {
  const protozero::data_view view = reader.get_view();
  return {view.data(), view.size()};
}

void readField(wire::Reader& reader, OnnxTensor& tensor, TensorFacts& facts) {
  switch (reader.tag_and_type()) {
    case wire::varint(1): return tensor.shape.push_back(reader.get_int64());
    case wire::bytes(1):
      for (const std::int64_t size : reader.get_packed_int64()) tensor.shape.push_back(size);
      return;
    case wire::varint(2): facts.type = reader.get_int64(); return;
    case wire::fixed32(4): return facts.floats.push_back(reader.get_float());
    case wire::bytes(4):
      for (const float value : reader.get_packed_float()) facts.floats.push_back(value);
      return;
    case wire::varint(5):
    case wire::varint(7): return facts.integers.push_back(reader.get_int64());
    case wire::bytes(5):
    case wire::bytes(7):
      for (const std::int64_t value : reader.get_packed_int64()) facts.integers.push_back(value);
      return;
    case wire::bytes(8): tensor.name = reader.get_string(); return;
    case wire::bytes(9): facts.raw = viewOf(reader); return;
    case wire::fixed64(10): return facts.doubles.push_back(reader.get_double());
    case wire::bytes(10):
      for (const double value : reader.get_packed_double()) facts.doubles.push_back(value);
      return;
    case wire::bytes(13): return readPlace(reader.get_message(), tensor, facts.place);
    case wire::varint(14): facts.location = reader.get_int64(); return;
    default: reader.skip();
  }
}

void takeRawOf(const OnnxTensor& tensor, TensorFacts& facts) {
  switch (static_cast<Element>(facts.type)) {
    case Element::Float: return takeRaw(tensor, facts.raw, facts.floats);
    case Element::Double: return takeRaw(tensor, facts.raw, facts.doubles);
    case Element::Float16: return takeWhole<std::uint16_t>(tensor, facts);
    case Element::Int64: return takeWhole<std::int64_t>(tensor, facts);
    case Element::Int32: return takeWhole<std::int32_t>(tensor, facts);
    case Element::Int8: return takeWhole<std::int8_t>(tensor, facts);
    case Element::Uint8:
    case Element::Bool: return takeWhole<std::uint8_t>(tensor, facts);
  }
  throw refusal(ErrorCode::Unsupported, tensor,
                fmt::format("has elements of type {}; float (1), uint8 (2), int8 (3), int32 (6), int64 (7), bool (9), "
                            "float16 (10) and double (11) can be read",
                            facts.type));
}

/// Into the one list that OnnxTensor has for the type, if there are values of this type and no other.
void takeValues(OnnxTensor& tensor, TensorFacts& facts) {
  const std::size_t all = facts.floats.size() + facts.doubles.size() + facts.integers.size();
  if (!facts.raw.empty() && all != 0) throw refusal(ErrorCode::Usage, tensor, "has its values twice");
  if (!facts.raw.empty() || all == 0) takeRawOf(tensor, facts);
  const auto type = static_cast<Element>(facts.type);
  const bool halves = type == Element::Float16, floats = type == Element::Float, doubles = type == Element::Double;
  const std::size_t right = floats ? facts.floats.size() : doubles ? facts.doubles.size() : facts.integers.size();
  const std::size_t found = facts.floats.size() + facts.doubles.size() + facts.integers.size();
  if (right != elementsOf(tensor) || right != found)
    throw refusal(ErrorCode::Usage, tensor,
                  fmt::format("has {} values where its shape asks for {}", found, elementsOf(tensor)));
  if (floats) tensor.floats = std::move(facts.floats);
  for (const double value : facts.doubles) tensor.floats.push_back(static_cast<float>(value));
  if (halves)
    for (const std::int64_t bits : facts.integers)
      tensor.floats.push_back(float16Value(static_cast<std::uint16_t>(bits)));
  if (!halves) tensor.integers = std::move(facts.integers);
}

}  // namespace

OnnxTensor readTensorMessage(wire::Reader reader, OnnxDataFiles& files) {
  OnnxTensor tensor;
  TensorFacts facts;
  while (reader.next()) readField(reader, tensor, facts);
  if (facts.location == kExternal)
    facts.raw =
        files.bytes(facts.place, fmt::format("tensor {}", tensor.name.empty() ? "without a name" : tensor.name));
  takeValues(tensor, facts);
  return tensor;
}

}  // namespace strata::inline modelfile
