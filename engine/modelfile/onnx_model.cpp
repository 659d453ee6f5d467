#include <fmt/format.h>

#include "engine/modelfile/onnx_reader.h"

namespace strata::inline modelfile {
namespace {

OnnxAttribute readAttribute(wire::Reader reader, OnnxDataFiles& files) {
  OnnxAttribute attribute;
  while (reader.next()) {
    switch (reader.tag_and_type()) {
      case wire::bytes(1): attribute.name = reader.get_string(); break;
      case wire::fixed32(2): attribute.number = reader.get_float(); break;
      case wire::varint(3): attribute.integer = reader.get_int64(); break;
      case wire::bytes(4): attribute.text = reader.get_string(); break;
      case wire::bytes(5): attribute.tensor = readTensorMessage(reader.get_message(), files); break;
      case wire::fixed32(7): attribute.numbers.push_back(reader.get_float()); break;
      case wire::bytes(7):
        for (const float value : reader.get_packed_float()) attribute.numbers.push_back(value);
        break;
      case wire::varint(8): attribute.integers.push_back(reader.get_int64()); break;
      case wire::bytes(8):
        for (const std::int64_t value : reader.get_packed_int64()) attribute.integers.push_back(value);
        break;
      default: reader.skip();
    }
  }
  if (attribute.name.empty()) throw OnnxRefusal{ErrorCode::Usage, "attribute", "has no name"};
  return attribute;
}

OnnxNode readNode(wire::Reader reader, OnnxDataFiles& files) {
  OnnxNode node;
  std::string domain;
  while (reader.next()) {
    switch (reader.tag_and_type()) {
      case wire::bytes(1): node.inputs.push_back(reader.get_string()); break;
      case wire::bytes(2): node.outputs.push_back(reader.get_string()); break;
      case wire::bytes(3): node.name = reader.get_string(); break;
      case wire::bytes(4): node.op = reader.get_string(); break;
      case wire::bytes(5): node.attributes.push_back(readAttribute(reader.get_message(), files)); break;
      case wire::bytes(7): domain = reader.get_string(); break;
      default: reader.skip();
    }
  }
  if (node.op.empty() || node.outputs.empty())
    throw OnnxRefusal{ErrorCode::Usage, fmt::format("node '{}'", node.name), "has no operator or no output"};
  if (!domain.empty() && domain != "ai.onnx") node.op = domain + "." + node.op;
  return node;
}

/// A dimension: its size, or -1.
std::int64_t readDimension(wire::Reader reader) {
  std::int64_t size = -1;
  while (reader.next()) {
    if (reader.tag_and_type() == wire::varint(1))
      size = reader.get_int64();
    else
      reader.skip();
  }
  return size < 0 ? -1 : size;
}

/// Calls `use` with each message in the field `number` of `reader`.
template <class Use>
void eachMessage(wire::Reader reader, std::uint32_t number, Use use) {
  while (reader.next()) {
    if (reader.tag_and_type() == wire::bytes(number))
      use(reader.get_message());
    else
      reader.skip();
  }
}

/// ValueInfo → type → tensor type → shape → dimensions.
OnnxValue readValue(wire::Reader reader) {
  OnnxValue value;
  while (reader.next()) {
    switch (reader.tag_and_type()) {
      case wire::bytes(1): value.name = reader.get_string(); break;
      case wire::bytes(2):
        eachMessage(reader.get_message(), 1, [&](wire::Reader tensorType) {
          eachMessage(tensorType, 2, [&](wire::Reader shape) {
            eachMessage(shape, 1, [&](wire::Reader dimension) { value.shape.push_back(readDimension(dimension)); });
          });
        });
        break;
      default: reader.skip();
    }
  }
  return value;
}

/// The next message, read by `read`; whatever is wrong in it happened there.
template <class Read>
auto readHere(wire::Reader& reader, const char* field, Read read) {
  const wire::Reader message = reader.get_message();
  try {
    return read(message);
  } catch (OnnxRefusal& refusal) {
    refusal.place = message.data().data();
    throw;
  } catch (const protozero::exception& problem) {
    throw OnnxRefusal{ErrorCode::Usage, field, fmt::format("is damaged: {}", problem.what()), message.data().data()};
  }
}

void readGraph(wire::Reader reader, OnnxDataFiles& files, OnnxGraph& graph) {
  const auto node = [&](wire::Reader message) { return readNode(message, files); };
  const auto tensor = [&](wire::Reader message) { return readTensorMessage(message, files); };
  while (reader.next()) {
    switch (reader.tag_and_type()) {
      case wire::bytes(1): graph.nodes.push_back(readHere(reader, "node", node)); break;
      case wire::bytes(5): graph.initializers.push_back(readHere(reader, "initialiser", tensor)); break;
      case wire::bytes(11): graph.inputs.push_back(readHere(reader, "input", readValue)); break;
      case wire::bytes(12): graph.outputs.push_back(readHere(reader, "output", readValue)); break;
      case wire::bytes(15):
        throw OnnxRefusal{ErrorCode::Unsupported, "sparse initialiser", "cannot be read", reader.data().data()};
      default: reader.skip();
    }
  }
}

/// The version of the main operator set; 0 for another set.
std::int64_t readOpset(wire::Reader reader) {
  std::string domain;
  std::int64_t version = 0;
  while (reader.next()) {
    switch (reader.tag_and_type()) {
      case wire::bytes(1): domain = reader.get_string(); break;
      case wire::varint(2): version = reader.get_int64(); break;
      default: reader.skip();
    }
  }
  return domain.empty() || domain == "ai.onnx" ? version : 0;
}

}  // namespace

OnnxGraph readModelMessage(wire::Reader reader, OnnxDataFiles& files) {
  OnnxGraph graph;
  int graphs = 0;
  while (reader.next()) {
    switch (reader.tag_and_type()) {
      case wire::bytes(2): graph.producer = reader.get_string(); break;
      case wire::bytes(7): {
        const wire::Reader message = reader.get_message();
        if (++graphs > 1) throw OnnxRefusal{ErrorCode::Usage, "graph", "occurs twice", message.data().data()};
        readGraph(message, files, graph);
        break;
      }
      case wire::bytes(8):
        if (const std::int64_t version = readOpset(reader.get_message())) graph.opset = version;
        break;
      default: reader.skip();
    }
  }
  if (graphs == 0) throw OnnxRefusal{ErrorCode::Unsupported, "graph", "is missing: this is not an ONNX model"};
  return graph;
}

}  // namespace strata::inline modelfile
