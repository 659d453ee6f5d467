#pragma once

#include <cstdint>
#include <protozero/pbf_reader.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/modelfile/mapped_file.h"
#include "engine/modelfile/onnx_data_files.h"
#include "engine/modelfile/onnx_graph.h"

// Reading ONNX' protobuf, inside: what is wrong is thrown as OnnxRefusal or as protozero throws it, and becomes a
// Result in onnx_graph.cpp.

namespace strata::inline modelfile {

struct OnnxRefusal {
  ErrorCode code;
  std::string field, what;
  const char* place = nullptr;  ///< in the file; null: at no one place of it
};

/// For `switch (reader.tag_and_type())`: only fields of the right wire type are read.
namespace wire {
using Reader = protozero::pbf_reader;
using protozero::pbf_wire_type;
constexpr std::uint32_t varint(std::uint32_t field) {
  return protozero::tag_and_type(field, pbf_wire_type::varint);
}
constexpr std::uint32_t fixed32(std::uint32_t field) {
  return protozero::tag_and_type(field, pbf_wire_type::fixed32);
}
constexpr std::uint32_t fixed64(std::uint32_t field) {
  return protozero::tag_and_type(field, pbf_wire_type::fixed64);
}
constexpr std::uint32_t bytes(std::uint32_t field) {
  return protozero::tag_and_type(field, pbf_wire_type::length_delimited);
}
}  // namespace wire

/// A TensorProto of numbers, its count of values checked against its shape.
OnnxTensor readTensorMessage(wire::Reader reader, OnnxDataFiles& files);

/// A ModelProto, not yet checked as a graph.
OnnxGraph readModelMessage(wire::Reader reader, OnnxDataFiles& files);

/// Throws unless the graph keeps what OnnxGraph promises; takes initialisers out of its inputs.
void checkGraph(OnnxGraph& graph);

}  // namespace strata::inline modelfile
