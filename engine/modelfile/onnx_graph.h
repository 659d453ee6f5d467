#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"

namespace strata::inline modelfile {

/// A tensor with its values, row-major: floats (in the file perhaps narrower or wider ones) or, for shapes, indices and
/// switches, whole numbers; the other one is empty.
struct OnnxTensor {
  std::string name;
  std::vector<std::int64_t> shape;
  std::vector<float> floats;
  std::vector<std::int64_t> integers;
};

/// An input or output of the graph; a dimension that is only named or unknown is -1.
struct OnnxValue {
  std::string name;
  std::vector<std::int64_t> shape;
};

/// Only the member of the attribute's own kind is set.
struct OnnxAttribute {
  std::string name;
  float number = 0;
  std::int64_t integer = 0;
  std::string text;
  std::vector<float> numbers;
  std::vector<std::int64_t> integers;
  std::optional<OnnxTensor> tensor = {};
};

struct OnnxNode {
  std::string op;                   ///< "Conv", "Add", …; of another set with its name: "com.microsoft.FusedConv"
  std::string name;                 ///< may be empty
  std::vector<std::string> inputs;  ///< empty string: an optional input left out
  std::vector<std::string> outputs;
  std::vector<OnnxAttribute> attributes;

  const OnnxAttribute* attribute(std::string_view key) const;  ///< null if absent
  std::int64_t integer(std::string_view key, std::int64_t otherwise) const;
};

/// The graph of an ONNX file, in the file's order, which is an order to run it in. Checked: every node's inputs come
/// from before it, no name is written twice, every initialiser has as many values as its shape says.
struct OnnxGraph {
  std::string producer;
  std::int64_t opset = 0;         ///< version of the main operator set
  std::vector<OnnxValue> inputs;  ///< without the initialisers that old files repeat here
  std::vector<OnnxValue> outputs;
  std::vector<OnnxNode> nodes;
  std::vector<OnnxTensor> initializers;

  const OnnxTensor* initializer(std::string_view name) const;  ///< null if absent
};

/// Reads any operator; whether it can be run is for the one who runs it. Values may lie in other files of the same
/// folder. Errors as openModel's.
Result<OnnxGraph> readOnnx(const std::filesystem::path& path);

/// A single tensor in a file of its own, as ONNX' test data have it (`input_0.pb`).
Result<OnnxTensor> readOnnxTensor(const std::filesystem::path& path);

}  // namespace strata::inline modelfile
