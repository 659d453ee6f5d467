#include "engine/modelfile/onnx_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "engine/modelfile/byte_cursor.h"
#include "engine/modelfile/file_kind.h"
#include "engine/modelfile/onnx_reader.h"
#include "engine/modelfile/unreadable.h"

namespace strata::inline modelfile {
namespace {

/// Runs `read` on the file's bytes; what it throws becomes a sentence with the place reached.
template <class T, class Read>
Result<T> whole(const std::filesystem::path& path, Read read) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return misplacedFolder(path, ModelUse::Digits);
  STRATA_ASSIGN(const auto file, MappedFile::open(path));
  if (auto misplaced = misplacedFile(*file, ModelUse::Digits)) return *std::move(misplaced);
  try {
    OnnxDataFiles files(path.parent_path());
    return read(wire::Reader(file->text().data(), file->text().size()), files);
  } catch (const OnnxRefusal& refusal) {
    std::optional<std::uint64_t> offset;
    if (refusal.place) offset = static_cast<std::uint64_t>(refusal.place - file->text().data());
    return fieldError(refusal.code, file->name(), refusal.field, offset, refusal.what);
  } catch (const protozero::exception& problem) {
    return Error{ErrorCode::Usage, fmt::format("{} is not a whole ONNX file: {}", file->name(), problem.what())};
  }
}

template <class T, class Read>
Result<T> guarded(const std::filesystem::path& path, Read read) {
  return orUnreadable(whole<T>(path, std::move(read)));
}

/// Puts each node behind those that write what it reads. ONNX asks files for that order, and where it is kept nothing
/// changes; keras2onnx 1.5 wrote others. What waits for itself stays for checkGraph to find.
void sortNodes(OnnxGraph& graph) {
  std::map<std::string_view, std::size_t> writers;
  for (std::size_t i = 0; i < graph.nodes.size(); ++i)
    for (const std::string& output : graph.nodes[i].outputs) writers.try_emplace(output, i);
  struct Visit {
    std::size_t node, input;
  };
  std::vector<bool> seen(graph.nodes.size());
  std::vector<std::size_t> order;
  std::vector<Visit> path;
  const auto visit = [&](std::size_t node) {
    if (!seen[node]) path.push_back({node, 0});
    seen[node] = true;
  };
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    visit(i);
    while (!path.empty()) {
      const auto [node, input] = path.back();
      const std::vector<std::string>& inputs = graph.nodes[node].inputs;
      if (input == inputs.size()) {
        order.push_back(node);
        path.pop_back();
        continue;
      }
      ++path.back().input;
      if (const auto writer = writers.find(inputs[input]); writer != writers.end() && !inputs[input].empty())
        visit(writer->second);
    }
  }
  std::vector<OnnxNode> sorted;
  sorted.reserve(order.size());
  for (const std::size_t node : order) sorted.push_back(std::move(graph.nodes[node]));
  graph.nodes = std::move(sorted);
}

}  // namespace

void checkGraph(OnnxGraph& graph) {
  sortNodes(graph);
  std::set<std::string, std::less<>> written = {""};
  const auto write = [&](const std::string& name, const char* what) {
    if (!written.insert(name).second)
      throw OnnxRefusal{ErrorCode::Usage, fmt::format("{} '{}'", what, name), "occurs twice"};
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

std::int64_t OnnxNode::integer(std::string_view key, std::int64_t otherwise) const {
  const OnnxAttribute* const found = attribute(key);
  return found ? found->integer : otherwise;
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

}  // namespace strata::inline modelfile
