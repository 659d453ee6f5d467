#include "tests/modelfile/mutations.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <random>

#include "engine/modelfile/onnx_graph.h"
#include "tests/modelfile/allocation_peak.h"
#include "tests/modelfile/test_files.h"

namespace strata::test {
namespace {

/// So many bytes of heap a file may cost for each of its own, beside a flat amount.
constexpr std::size_t kBytesPerByte = 16, kFlatBytes = 64 * 1024;

using Random = std::mt19937_64;

std::size_t below(Random& random, std::size_t end) {
  return end == 0 ? 0 : random() % end;
}

/// Somewhere in the file; half of the time near its beginning, where the counts are.
std::size_t place(Random& random, const std::string& bytes) {
  return below(random, random() % 2 ? bytes.size() : std::min<std::size_t>(bytes.size(), 600));
}

void flipBits(Random& random, std::string& bytes) {
  for (std::size_t i = 0, count = 1 + below(random, 4); i < count && !bytes.empty(); ++i)
    bytes[place(random, bytes)] ^= static_cast<char>(1 << below(random, 8));
}

void overwriteCount(Random& random, std::string& bytes) {
  const std::uint64_t size = bytes.size();
  const std::uint64_t values[] = {
      0,    1,        ~0ull,    0x7fffffff, 0x80000000,         0xffffffff, 1ull << 62, 1ull << 63,
      size, size - 1, size + 1, size / 4,   0x7fffffffffffffff, 65536,      3,          0x0fffffff};
  const std::uint64_t value = values[below(random, std::size(values))];
  const std::size_t width = random() % 2 ? 4 : 8, at = place(random, bytes) & ~(random() % 4 ? std::size_t{3} : 0);
  if (at + width <= bytes.size()) std::memcpy(bytes.data() + at, &value, width);
}

void copyOver(Random& random, std::string& bytes) {
  const std::size_t length = 1 + below(random, 64), from = place(random, bytes), to = place(random, bytes);
  if (from + length <= bytes.size() && to + length <= bytes.size())
    bytes.replace(to, length, bytes.substr(from, length));
}

/// A field gets the value of another of its width: offsets that overlap, names that stand twice, cycles.
void repeatField(Random& random, std::string& bytes) {
  const std::size_t width = std::size_t{1} << 2 * below(random, 2) << below(random, 2);
  const std::size_t from = place(random, bytes), to = place(random, bytes);
  if (std::max(from, to) + width <= bytes.size()) bytes.replace(to, width, bytes.substr(from, width));
}

void replaceNumber(Random& random, std::string& bytes) {
  static const char* const kNumbers[] = {"0",
                                         "-1",
                                         "18446744073709551616",
                                         "9223372036854775807",
                                         "2147483648",
                                         "1e400",
                                         "[]",
                                         "null",
                                         "\"x\"",
                                         "{}",
                                         "4294967296",
                                         "1.5",
                                         "268435456"};
  const std::size_t begin = bytes.find_first_of("0123456789", place(random, bytes));
  if (begin == std::string::npos) return;
  const std::size_t end = std::min(bytes.find_first_not_of("0123456789", begin), bytes.size());
  bytes.replace(begin, end - begin, kNumbers[below(random, std::size(kNumbers))]);
}

std::string damaged(std::string bytes, std::uint64_t seed) {
  Random random(seed);
  switch (random() % 9) {
    case 0:
    case 1: flipBits(random, bytes); break;
    case 2:
      bytes.resize(random() % 2 ? place(random, bytes)
                                : bytes.size() - std::min<std::size_t>(bytes.size(), 1 + random() % 9));
      break;
    case 3:
    case 4: overwriteCount(random, bytes); break;
    case 5: copyOver(random, bytes); break;
    case 6: bytes.insert(place(random, bytes), std::string(1 + random() % 16, static_cast<char>(random()))); break;
    case 7: repeatField(random, bytes); break;
    default: replaceNumber(random, bytes); break;
  }
  return bytes;
}

/// Uses everything a model or tokenizer offers; what is wrong, if anything is.
std::string problemOf(const Tokenizer& tokenizer) {
  const auto size = static_cast<int>(tokenizer.size());
  for (const char* text : {"", "the cat sat on 12 mats, didn't it?", "\xff\xfe\xe6\x97\xa5 \n\t x", "        "}) {
    int previous = -1;
    for (const int id : tokenizer.encode(text, true)) {
      if (id < 0 || id >= size) return fmt::format("gives the id {} of {}", id, size);
      (void)tokenizer.decode(id, previous);
      previous = id;
    }
  }
  for (int id = -1; id <= size; ++id)
    if (tokenizer.text(id).empty()) return fmt::format("shows nothing for token {}", id);
  return {};
}

std::string problemOf(const ModelFile& model) {
  for (const StoredTensor& tensor : model.tensors()) {
    std::vector<float> row(static_cast<std::size_t>(tensor.columns()));
    for (std::int64_t i = 0; i < tensor.rows(); ++i) dequantise(tensor, i, 1, row);
  }
  if (!model.find("head")) return "has no head";
  return model.tokenizer() ? problemOf(*model.tokenizer()) : std::string();
}

std::string problemOf(const OnnxGraph& graph) {
  for (const OnnxNode& node : graph.nodes)
    if (node.op.empty()) return "has a node without operator";
  return {};
}

/// What opening came to: the message of a refusal, or what using it showed.
struct Outcome {
  std::optional<std::string> refusal;
  std::string problem;
};

template <class T, class Use>
Outcome outcomeOf(const Result<T>& result, Use use) {
  if (!result.ok()) return {result.error().message, {}};
  return {std::nullopt, use(result.value())};
}

/// The model's folder where `file` stands in one.
std::filesystem::path modelOf(const std::filesystem::path& path, const std::string& file) {
  return file.find('/') != std::string::npos ? path.parent_path() : path;
}

Outcome open(const std::filesystem::path& path, const std::string& file) {
  if (file.ends_with(".onnx"))
    return outcomeOf(readOnnx(path), [](const OnnxGraph& graph) { return problemOf(graph); });
  if (file.starts_with("tok"))
    return outcomeOf(openTokenizer(path), [](const auto& tokenizer) { return problemOf(*tokenizer); });
  return outcomeOf(openModel(modelOf(path, file)), [](const auto& model) { return problemOf(*model); });
}

std::string problemInUse(const DamageUse& use, const std::filesystem::path& path, const std::string& file) {
  if (file.ends_with(".onnx")) return use.network ? use.network(readOnnx(path).value()) : "";
  if (file.starts_with("tok") || !use.model) return "";
  return use.model(modelOf(path, file), *openModel(modelOf(path, file)).value());
}

/// The file at fault, or the folder for what no single one of its files lacks.
bool namesAFile(const std::string& message) {
  for (const char* name : {".bin", ".gguf", ".json", ".safetensors", ".onnx", "hf-"})
    if (message.find(name) != std::string::npos) return true;
  return false;
}

}  // namespace

std::vector<std::string> filesToDamage() {
  return {"llama-v0.bin",
          "llama-v0-untied.bin",
          "llama-v1.bin",
          "llama-v2.bin",
          "tok274.bin",
          "tok-llama3.gguf",
          "tok-llama3.json",
          "llama-untied.gguf",
          "llama-f32.gguf",
          "llama-f16.gguf",
          "llama-bf16.gguf",
          "llama-q8_0.gguf",
          "llama-q4_0.gguf",
          "llama-q5.gguf",
          "llama-k.gguf",
          "gpt2.gguf",
          "hf-llama/config.json",
          "hf-llama/model-00001-of-00002.safetensors",
          "hf-llama/model-00002-of-00002.safetensors",
          "hf-llama/model.safetensors.index.json",
          "hf-llama/tokenizer.json",
          "hf-gpt2/config.json",
          "hf-gpt2/model.safetensors",
          "hf-gpt2/tokenizer.json",
          "conv.onnx",
          "conv-runs.onnx"};
}

DamageReport damage(const std::string& file, std::uint64_t seed, int count, const DamageUse& use) {
  const TemporaryFolder folder;
  const std::string whole = readFile(tinyModel(file));
  const std::filesystem::path path = folder.path() / file;
  if (file.find('/') != std::string::npos)
    std::filesystem::copy(tinyModel(file).parent_path(), path.parent_path(), std::filesystem::copy_options::recursive);
  std::size_t size = 0;  // of all that is read
  for (const auto& each : std::filesystem::directory_iterator(tinyModel(file).parent_path()))
    if (file.find('/') != std::string::npos && each.is_regular_file()) size += each.file_size();
  DamageReport report;
  for (int i = 0; i < count; ++i) {
    const std::string bytes = damaged(whole, seed + static_cast<std::uint64_t>(i));
    std::filesystem::remove(path);
    writeFile(path, bytes);
    const AllocationPeak peak;
    const Outcome outcome = open(path, file);
    const std::size_t heap = peak.bytes();
    report.largestPeak = std::max(report.largestPeak, heap);
    const auto problem = [&](const std::string& what) {
      report.problems.push_back(fmt::format("{} with seed {}: {}", file, seed + static_cast<std::uint64_t>(i), what));
    };
    (outcome.refusal ? report.refused : report.opened) += 1;
    if (outcome.refusal && (outcome.refusal->size() < 20 || !namesAFile(*outcome.refusal)))
      problem("the message says too little: " + *outcome.refusal);
    if (!outcome.problem.empty()) problem(outcome.problem);
    if (!outcome.refusal && outcome.problem.empty())
      if (const std::string found = problemInUse(use, path, file); !found.empty()) problem(found);
    if (heap > (size + bytes.size()) * kBytesPerByte + kFlatBytes)
      problem(fmt::format("took {} bytes for a file of {}", heap, bytes.size()));
  }
  return report;
}

}  // namespace strata::test
