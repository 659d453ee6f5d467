#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "engine/modelfile/model_file.h"
#include "engine/modelfile/onnx_graph.h"

// Any bytes as a model, a tokenizer, an ONNX graph and a tensor of one; those with a line "--" as the folder of a model
// from Hugging Face: config.json, model.safetensors and tokenizer.json.

namespace {

void put(const std::filesystem::path& path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

/// The part up to the next line "--", which is taken away with it.
std::string_view takePart(std::string_view& rest) {
  constexpr std::string_view kBetween = "\n--\n";
  const std::size_t end = rest.find(kBetween);
  const std::string_view part = rest.substr(0, end);
  rest.remove_prefix(end == rest.npos ? rest.size() : end + kBetween.size());
  return part;
}

void speak(const strata::Tokenizer& tokenizer) {
  for (const int id : tokenizer.encode("Once upon\n a t\xc3\xafme \xff <s>", true)) (void)tokenizer.decode(id, -1);
  const auto most = static_cast<int>(std::min<std::size_t>(tokenizer.size(), 300));
  for (int id = 0; id < most; ++id) (void)tokenizer.text(id), (void)tokenizer.decode(id, id - 1);
}

/// Its first row and its last one.
void touch(const strata::StoredTensor& tensor) {
  if (tensor.elements() <= 0) return;
  std::vector<float> row(static_cast<std::size_t>(tensor.columns()));
  strata::dequantise(tensor, 0, 1, row);
  strata::dequantise(tensor, tensor.rows() - 1, 1, row);
}

void open(const std::filesystem::path& path) {
  const auto model = strata::openModel(path);
  if (!model.ok()) return;
  for (const strata::StoredTensor& tensor : model.value()->tensors()) touch(tensor);
  if (model.value()->tokenizer()) speak(*model.value()->tokenizer());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::filesystem::path kFolder = "/dev/shm/strata-fuzz-" + std::to_string(getpid());
  std::string_view bytes(reinterpret_cast<const char*>(data), size);
  std::filesystem::create_directories(kFolder);
  if (bytes.find("\n--\n") != bytes.npos) {
    for (const char* name : {"config.json", "model.safetensors", "tokenizer.json"})
      put(kFolder / name, takePart(bytes));
    open(kFolder);
  } else {
    const std::filesystem::path file = kFolder / "file";
    put(file, bytes);
    open(file);
    if (const auto tokenizer = strata::openTokenizer(file); tokenizer.ok()) speak(*tokenizer.value());
    (void)strata::readOnnx(file).ok();
    (void)strata::readOnnxTensor(file).ok();
  }
  std::filesystem::remove_all(kFolder);
  return 0;
}
