#include "engine/modelfile/file_kind.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

#include "engine/base/file_marks.h"
#include "engine/base/folder.h"
#include "engine/modelfile/safetensors.h"

namespace strata::inline modelfile {
namespace {

constexpr std::string_view kTextModels =
    "Text models are read from a GGUF file, a llama2.c .bin or a Hugging Face folder";

/// The length of a JSON header, then the header.
bool isSafetensors(std::string_view bytes) {
  std::uint64_t header = 0;
  if (bytes.size() < sizeof(header) + 2) return false;
  std::memcpy(&header, bytes.data(), sizeof(header));
  return header >= 2 && header <= bytes.size() - sizeof(header) && bytes[sizeof(header)] == '{';
}

/// A version of the format, then another field of a ModelProto: two bytes are no sizes of a llama2.c file.
bool isOnnx(std::string_view bytes) {
  constexpr std::string_view kNext = "\x12\x1a\x22\x28\x32\x3a\x42";
  constexpr char kNewest = 64;
  return bytes.size() > 4 && bytes[0] == '\x08' && bytes[1] > 0 && bytes[1] < kNewest &&
         kNext.find(bytes[2]) != std::string_view::npos;
}

/// Its version, then an opcode, which is never 0: of a llama2.c file these are the lower bytes of its first size.
bool isPickle(std::string_view bytes) {
  return bytes.size() > 2 && bytes[0] == '\x80' && bytes[1] >= 2 && bytes[1] <= 5 && bytes[2] != '\0' &&
         bytes.find('.') != bytes.npos;
}

bool isTorchArchive(std::string_view bytes) {
  return bytes.starts_with("PK\3\4") && bytes.substr(0, 256).find("data.pkl") != std::string_view::npos;
}

/// A tokenizer.json, by a key that stands near its begin.
bool isTokenizerJson(std::string_view bytes) {
  constexpr std::size_t kBegin = 4096;
  return looksLikeJson(bytes) && bytes.substr(0, kBegin).find("\"added_tokens\"") != std::string_view::npos;
}

struct Kind {
  bool (*is)(std::string_view bytes);
  std::string_view what;
  std::string_view forText, forDigits;  ///< what to do; empty: this is what is asked for
  std::string_view alsoForText = {};    ///< another sentence
};

constexpr std::string_view kTorch = "a PyTorch checkpoint, which only Python can open";
constexpr std::string_view kTorchText =
    "Save the model as safetensors (model.save_pretrained) and give that folder, or convert it to GGUF";
constexpr std::string_view kTorchDigits = "Export the network with torch.onnx.export and give the .onnx";
constexpr std::string_view kToOnnx = "Convert the network with tf2onnx and give the .onnx";
constexpr std::string_view kPull = "Fetch the file itself: git lfs pull";
constexpr std::string_view kAgain = "Download the file itself, not the page about it";
constexpr std::string_view kReadsText =
    "The experiment transformer reads it, as model=FILE. Digits are read from an .onnx";

constexpr Kind kKinds[] = {
    {[](std::string_view b) { return b.starts_with("GGUF"); }, "a GGUF text model", "", kReadsText},
    {[](std::string_view b) { return b.starts_with("24ka"); }, "a llama2.c text model", "", kReadsText},
    {isSafetensors, "a safetensors file: weights without their configuration",
     "Give its folder, with the model's config.json in it", "Digits are read from an .onnx, which has the network too"},
    {isTorchArchive, kTorch, kTorchText, kTorchDigits},
    {isPickle, kTorch, kTorchText, kTorchDigits},
    {isOnnx, "an ONNX network", "The experiment cnn reads such digit classifiers, as model=FILE", "", kTextModels},
    {[](std::string_view b) { return b.substr(0, 8).ends_with("TFL3"); }, "a TensorFlow Lite model", kTextModels,
     kToOnnx},
    {[](std::string_view b) { return b.starts_with("\x89HDF"); }, "an HDF5 file, as Keras writes them", kTextModels,
     kToOnnx},
    {isGitLfsPointer, "a Git LFS pointer, not the file", kPull, kPull},
    {isWebPage, "a web page", kAgain, kAgain},
    {[](std::string_view b) { return b.starts_with("PK\3\4"); }, "a ZIP archive",
     "Unpack it, and give the model that is in it",
     "Unpack it, and give the .onnx that is in it; from Keras export one"},
    {[](std::string_view b) { return b.starts_with("\x1f\x8b"); }, "a file compressed with gzip", "Unpack it first",
     "Unpack it first"},
    {[](std::string_view b) { return b.starts_with("P5") || b.starts_with("P2") || b.starts_with("\x89PNG"); },
     "a picture", kTextModels, "Give it as image=FILE, as a PGM; the model is an .onnx"},
    {isTokenizerJson, "the tokenizer of a Hugging Face model", "Give the model's folder, or this one as tokenizer=FILE",
     "Digits are read from an .onnx"},
    {looksLikeJson, "a JSON file", "Give the folder of a Hugging Face model, not one of its files",
     "Digits are read from an .onnx"},
};

/// Those with this ending, in order of names.
std::vector<std::filesystem::path> filesIn(const std::filesystem::path& folder, std::string_view extension) {
  std::error_code ignored;
  std::vector<std::filesystem::path> files = entriesOf(folder, ignored);
  std::erase_if(files, [&](const std::filesystem::path& file) { return file.extension() != extension; });
  return files;
}

bool isMisplaced(const std::filesystem::path& path, ModelUse use) {
  const auto file = MappedFile::open(path);
  return file.ok() && misplacedFile(*file.value(), use);
}

std::string hintOf(const std::filesystem::path& folder, ModelUse use) {
  const bool text = use == ModelUse::Text;
  for (const std::string_view ending : {".onnx", ".gguf", ".bin"})
    if ((ending == ".onnx") != text)
      for (const std::filesystem::path& file : filesIn(folder, ending))
        if (!isMisplaced(file, use)) return fmt::format("Give the file in it: {}", file.string());
  if (!text && isThere(folder / "config.json"))
    return "It looks like a Hugging Face model: the experiment transformer reads such folders";
  if (isThere(folder / "saved_model.pb")) return text ? std::string(kTextModels) : std::string(kToOnnx);
  if (text && !filesIn(folder, ".safetensors").empty())
    return "It has safetensors, but not the config.json that belongs to them; put it there";
  return text ? std::string(kTextModels) : "Digits are read from an .onnx";
}

}  // namespace

bool isThere(const std::filesystem::path& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

bool looksLikeJson(std::string_view bytes) {
  const std::size_t first = bytes.find_first_not_of(" \t\r\n");
  return first != bytes.npos && bytes[first] == '{' && first + 1 < bytes.size() && bytes[first + 1] != '\0';
}

std::optional<Error> misplacedFile(const MappedFile& file, ModelUse use) {
  for (const Kind& kind : kKinds) {
    if (!kind.is(file.text())) continue;
    const std::string_view advice = use == ModelUse::Text ? kind.forText : kind.forDigits;
    if (advice.empty()) return std::nullopt;
    std::string way(advice);
    if (use == ModelUse::Text && !kind.alsoForText.empty()) way.append(". ").append(kind.alsoForText);
    if (const std::size_t place = way.find("=FILE"); place != way.npos) way.replace(place + 1, 4, file.path().string());
    if ((isSafetensors(file.text()) || looksLikeJson(file.text())) &&
        isThere(file.path().parent_path() / "config.json") && use == ModelUse::Text)
      way = fmt::format("Give its folder: {}", std::filesystem::absolute(file.path()).parent_path().string());
    return Error{ErrorCode::Unsupported, fmt::format("{} is {}. {}.", file.path().string(), kind.what, way)};
  }
  return std::nullopt;
}

Error misplacedFolder(const std::filesystem::path& folder, ModelUse use) {
  return {ErrorCode::Usage, fmt::format("{} is a folder{}. {}.", folder.string(),
                                        use == ModelUse::Text ? " without a config.json" : "", hintOf(folder, use))};
}

std::optional<Error> weightsElsewhere(const std::filesystem::path& folder) {
  if (isThere(folder / kSafetensors) || isThere(folder / kSafetensorsIndex)) return std::nullopt;
  const auto refused = [&](const std::string& what) {
    return Error{ErrorCode::Unsupported, fmt::format("{} has no {}. {}.", folder.string(), kSafetensors, what)};
  };
  const auto named = [](const std::filesystem::path& file) { return file.filename().string(); };
  const std::vector<std::filesystem::path> parts = filesIn(folder, ".safetensors");
  if (parts.size() == 1)
    return refused(fmt::format("There is {}: if it is the whole model, give it that name", named(parts[0])));
  if (!parts.empty())
    return refused(
        fmt::format("There are {} safetensors files, from {} to {}, but not {}, which says what each of them "
                    "holds: fetch it, too",
                    parts.size(), named(parts.front()), named(parts.back()), kSafetensorsIndex));
  for (const std::string_view ending : {".bin", ".pt", ".pth"})
    for (const std::filesystem::path& file : filesIn(folder, ending))
      if (const auto opened = MappedFile::open(file);
          opened.ok() && (isTorchArchive(opened.value()->text()) || isPickle(opened.value()->text())))
        return refused(fmt::format("Its weights are in {}, {}. {}", named(file), kTorch, kTorchText));
  return std::nullopt;
}

}  // namespace strata::inline modelfile
