#include <array>
#include <cstring>

#include "tests/modelfile/test_files.h"

namespace strata::test {
namespace {

using Json = nlohmann::json;

std::string fromBase64(const std::string& text) {
  static constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  std::uint32_t held = 0;
  int bits = 0;
  for (const char letter : text) {
    const std::size_t value = kAlphabet.find(letter);
    if (value == std::string_view::npos) continue;
    held = held << 6 | static_cast<std::uint32_t>(value);
    if ((bits += 6) >= 8) bytes += static_cast<char>(held >> (bits -= 8) & 255);
  }
  return bytes;
}

/// [out, in] floats as [in, out], which is how transformers keeps GPT-2's.
std::string transposed(const std::string& bytes, std::size_t out, std::size_t in) {
  std::string turned;
  for (std::size_t column = 0; column < in; ++column)
    for (std::size_t row = 0; row < out; ++row) turned += bytes.substr(4 * (row * in + column), 4);
  return turned;
}

bool isLinearOfALayer(const std::string& name) {
  return name.find(".h.") != std::string::npos &&
         (name.ends_with("c_attn.weight") || name.ends_with("c_proj.weight") || name.ends_with("c_fc.weight"));
}

}  // namespace

std::vector<float> floatsOf(const Json& tensor) {
  const std::string bytes = fromBase64(tensor["data"]);
  std::vector<float> values(bytes.size() / sizeof(float));
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(float));
  return values;
}

void writeNanoSort(const std::filesystem::path& json, const std::filesystem::path& folder) {
  const Json model = readJson(json);
  Json header = Json::object();
  std::string data;
  for (const auto& [name, tensor] : model.items()) {
    if (name == "config") continue;
    std::string bytes = fromBase64(tensor["data"]);
    std::vector<std::size_t> shape = tensor["shape"];
    if (isLinearOfALayer(name)) {
      bytes = transposed(bytes, shape[0], shape[1]);
      std::swap(shape[0], shape[1]);
    }
    header[name] = {{"dtype", "F32"}, {"shape", shape}, {"data_offsets", {data.size(), data.size() + bytes.size()}}};
    data += bytes;
  }
  const Json& old = model["config"];
  const Json config = {
      {"model_type", "gpt2"},        {"n_layer", old["n_layer"]},       {"n_head", old["n_head"]},
      {"n_embd", old["n_embd"]},     {"vocab_size", old["vocab_size"]}, {"n_positions", old["block_size"]},
      {"tie_word_embeddings", false}};
  const std::string text = header.dump();
  std::array<char, 8> length{};
  for (std::size_t i = 0; i < 8; ++i) length[i] = static_cast<char>(text.size() >> (8 * i) & 255);
  writeFile(folder / "model.safetensors", std::string(length.data(), 8) + text + data);
  writeFile(folder / "config.json", config.dump());
}

}  // namespace strata::test
