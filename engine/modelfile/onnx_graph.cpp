#include "engine/modelfile/onnx_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "engine/modelfile/byte_cursor.h"
#include "engine/modelfile/file_kind.h"
#include "engine/modelfile/onnx_reader.h"

namespace strata {
namespace {

/// Runs `read` on the file's bytes; what it throws becomes a sentence with the place reached.
template <class T, class Read>
Result<T> guarded(const std::filesystem::path& path, Read read) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return misplacedFolder(path, ModelUse::Digits);
  STRATA_ASSIGN(const auto file, MappedFile::open(path));
  if (auto misplaced = misplacedFile(*file, ModelUse::Digits)) return *std::move(misplaced);
  try {
    OnnxDataFiles files(path.parent_path());
    return read(wire::Reader(file->text().data(), file->text().size()), files);
  } catch (const OnnxRefusal& refusal) {
    const std::ptrdiff_t offset = refusal.place ? refusal.place - file->text().data() : 0;
    return fileError(refusal.code, file->name(), refusal.field, static_cast<std::uint64_t>(offset), refusal.what);
  } catch (const protozero::exception& problem) {
    return Error{ErrorCode::Usage, fmt::format("{} is no whole ONNX file: {}", file->name(), problem.what())};
  }
}

}  // namespace

void checkGraph(OnnxGraph& graph) {
  std::set<std::string, std::less<>> written = {""};
  const auto write = [&](const std::string& name, const char* what) {
    if (!written.insert(name).second)
      throw OnnxRefusal{ErrorCode::Usage, fmt::format("{} '{}'", what, name), "is there twice"};
  };
  for (const OnnxTensor& tensor : graph.initializers) write(tensor.name, "initialiser");
  std::erase_if(graph.inputs, [&](const OnnxValue& input) { return written.contains(input.name); });
  for (const OnnxValue& input : graph.inputs) write(input.name, "input");
  for (const OnnxNode& node : graph.nodes) {
    for (const std::string& input : node.inputs)
      if (!written.contains(input))
        throw OnnxRefusal{ErrorCode::Usage, fmt::format("node '{}'", node.name),
                          fmt::format("reads '{}', which nothing before it writes", input)};
    for (const std::string& output : node.outputs)
      if (!output.empty()) write(output, "value");
  }
  for (const OnnxValue& output : graph.outputs)
    if (output.name.empty() || !written.contains(output.name))
      throw OnnxRefusal{ErrorCode::Usage, fmt::format("output '{}'", output.name), "is written by nothing"};
}

const OnnxAttribute* OnnxNode::attribute(std::string_view key) const {
  const auto found = std::find_if(attributes.begin(), attributes.end(), [&](const auto& a) { return a.name == key; });
  return found == attributes.end() ? nullptr : &*found;
}

const OnnxTensor* OnnxGraph::initializer(std::string_view name) const {
  const auto found =
      std::find_if(initializers.begin(), initializers.end(), [&](const auto& tensor) { return tensor.name == name; });
  return found == initializers.end() ? nullptr : &*found;
}

Result<OnnxGraph> readOnnx(const std::filesystem::path& path) {
  return guarded<OnnxGraph>(path, [](wire::Reader reader, OnnxDataFiles& files) {
    OnnxGraph graph = readModelMessage(reader, files);
    checkGraph(graph);
    return graph;
  });
}

Result<OnnxTensor> readOnnxTensor(const std::filesystem::path& path) {
  return guarded<OnnxTensor>(
      path, [](wire::Reader reader, OnnxDataFiles& files) { return readTensorMessage(reader, files); });
}

}  // namespace strata
