#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/modelfile/model_config.h"
#include "engine/modelfile/stored_tensor.h"
#include "engine/modelfile/tensor_names.h"
#include "engine/modelfile/tokenizer.h"

namespace strata::inline modelfile {

/// What a reader found; `keepAlive` holds the mapping the tensors point into.
struct ModelParts {
  ModelConfig config = {};
  std::vector<StoredTensor> tensors = {};
  TensorNames names = {};      ///< what the file calls them, for messages
  std::vector<int> ends = {};  ///< as the file names them
  std::shared_ptr<const Tokenizer> tokenizer = {};
  std::string noTokenizer = {};  ///< why there is none: a sentence's part
  std::vector<std::string> description = {};
  std::vector<std::shared_ptr<const void>> keepAlive = {};
};

/// A language model's weights as they lie in a file, under names that are the same for every kind of file:
///
///   token_embedding [vocab, dim]   position_embedding [context, dim] (GPT-2)   final_norm [dim]   head [vocab, dim]
///   layers.N.attention_norm [dim]   layers.N.attention.query [heads · headSize, dim]   .key .value [kvHeads ·
///   headSize, dim]   layers.N.attention.output [dim, heads · headSize]   layers.N.ffn_norm [dim]   layers.N.ffn.gate
///   (Llama) .up [hidden, dim]   layers.N.ffn.down [dim, hidden]
///
/// and `<name>.bias` beside each norm and linear weight that has one: always for GPT-2, now and then for Llama. GPT-2's
/// fused weight is split into views. With a tied head, "head" is the token embedding.
/// Immutable; safe to read from any thread.
class ModelFile {
 public:
  explicit ModelFile(ModelParts parts);

  const ModelConfig& config() const { return m_parts.config; }
  /// Null if the model has no such tensor.
  const StoredTensor* find(std::string_view name) const;
  std::span<const StoredTensor> tensors() const { return m_parts.tensors; }
  /// Null if the file brings none. Its size may differ from `config().vocab`: check ids before using them.
  const Tokenizer* tokenizer() const { return m_parts.tokenizer.get(); }
  /// Why there is none, where one was looked for: "tokenizer.json is not in the folder".
  const std::string& noTokenizer() const { return m_parts.noTokenizer; }
  /// The tokens that end a text when they are written: those the model names, else its tokenizer's.
  std::span<const int> ends() const { return m_parts.ends; }
  /// For people, a fact a line: kind of file, size, types of the tensors, what was left out and why.
  std::span<const std::string> description() const { return m_parts.description; }

 private:
  ModelParts m_parts;
  std::map<std::string, std::size_t, std::less<>> m_index;
};

/// Opens a llama2.c `.bin` (v0, v1, v2), a GGUF v3 file (architectures llama, gpt2) or a Hugging Face folder
/// (config.json with safetensors; model types llama, gpt2); which one it is, its content decides. The file is mapped,
/// not read. `tokenizer` names the tokenizer.bin, GGUF file or tokenizer.json to use instead of the model's own.
/// Errors: Io for what is not there, damaged, or of a kind, type or option unknown here; the message names file, field
/// and offset.
Result<std::shared_ptr<const ModelFile>> openModel(const std::filesystem::path& path,
                                                   const std::filesystem::path& tokenizer = {});

/// The tokenizer alone: a tokenizer.bin, a GGUF file (a vocabulary without tensors will do) or a tokenizer.json.
Result<std::shared_ptr<const Tokenizer>> openTokenizer(const std::filesystem::path& path);

}  // namespace strata::inline modelfile
