#include "engine/modelfile/model_file.h"

#include <fmt/format.h>

#include "engine/modelfile/byte_cursor.h"
#include "engine/modelfile/file_kind.h"
#include "engine/modelfile/gguf_file.h"
#include "engine/modelfile/gguf_model.h"
#include "engine/modelfile/hugging_face_model.h"
#include "engine/modelfile/hugging_face_tokenizer.h"
#include "engine/modelfile/llama2c_model.h"
#include "engine/modelfile/llama2c_tokenizer.h"
#include "engine/modelfile/mapped_file.h"
#include "engine/modelfile/model_checks.h"
#include "engine/modelfile/unreadable.h"

namespace strata::inline modelfile {
namespace {

Result<ModelParts> readParts(const std::filesystem::path& path, const std::shared_ptr<const Tokenizer>& given) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    if (!isThere(path / "config.json")) return misplacedFolder(path, ModelUse::Text);
    return readHuggingFaceModel(path, given);
  }
  STRATA_ASSIGN(const auto file, MappedFile::open(path));
  if (const auto misplaced = misplacedFile(*file, ModelUse::Text)) return *misplaced;
  if (isGguf(*file)) return readGgufModel(file, given);
  return readLlama2cModel(file, given);
}

}  // namespace

ModelFile::ModelFile(ModelParts parts) : m_parts(std::move(parts)) {
  for (std::size_t i = 0; i < m_parts.tensors.size(); ++i) m_index.emplace(m_parts.tensors[i].name, i);
  if (m_parts.config.tiedHead) m_index.emplace("head", m_index.at("token_embedding"));
}

const StoredTensor* ModelFile::find(std::string_view name) const {
  const auto found = m_index.find(name);
  return found == m_index.end() ? nullptr : &m_parts.tensors[found->second];
}

namespace {

Result<std::shared_ptr<const ModelFile>> readModel(const std::filesystem::path& path,
                                                   const std::filesystem::path& tokenizer) {
  std::shared_ptr<const Tokenizer> given;
  if (!tokenizer.empty()) {
    STRATA_ASSIGN(given, openTokenizer(tokenizer));
  }
  STRATA_ASSIGN(ModelParts parts, readParts(path, given));
  const std::string name = path.filename().string();
  STRATA_TRY(checkConfig(name, parts.config));
  STRATA_TRY(checkTensors(name, parts));
  if (parts.tokenizer)
    STRATA_TRY(checkVocabulary(name, parts.config.vocab, static_cast<std::int64_t>(parts.tokenizer->size())));
  if (parts.ends.empty() && parts.tokenizer && parts.tokenizer->end()) parts.ends = {*parts.tokenizer->end()};
  describe(parts);
  return std::shared_ptr<const ModelFile>(std::make_shared<ModelFile>(std::move(parts)));
}

Result<std::shared_ptr<const Tokenizer>> readTokenizer(const std::filesystem::path& path) {
  STRATA_ASSIGN(const auto file, MappedFile::open(path));
  if (isGguf(*file)) return readGgufTokenizer(file);
  if (looksLikeJson(file->text())) return readHuggingFaceTokenizer(*file);
  return readLlama2cTokenizer(*file);
}

}  // namespace

Result<std::shared_ptr<const ModelFile>> openModel(const std::filesystem::path& path,
                                                   const std::filesystem::path& tokenizer) {
  return orUnreadable(readModel(path, tokenizer));
}

Result<std::shared_ptr<const Tokenizer>> openTokenizer(const std::filesystem::path& path) {
  return orUnreadable(readTokenizer(path));
}

}  // namespace strata::inline modelfile
