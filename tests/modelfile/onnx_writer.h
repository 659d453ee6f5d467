#pragma once

#include <string>

#include "engine/modelfile/onnx_graph.h"

namespace strata::test {

/// The bytes of a file with this graph, as exporters write them; a dimension of -1 is a named one. Where `dataFile` is
/// named, the values of floats go to `data`, which is to become that file.
std::string onnxBytes(const OnnxGraph& graph, const std::string& dataFile = {}, std::string* data = nullptr);

/// A TensorProto with values of this type in a field of their bytes.
std::string onnxTensorBytes(const std::string& name, const std::vector<std::int64_t>& shape, int type,
                            const std::string& raw);
/// A TensorProto whose values lie in another file.
std::string onnxExternalBytes(const std::string& name, const std::vector<std::int64_t>& shape, const std::string& file,
                              const std::string& offset, const std::string& length);
/// A model with these initialisers, and an Identity of its picture.
std::string onnxWith(const std::vector<std::string>& tensors);

}  // namespace strata::test
