#include "engine/modelfile/llama2c_model.h"

#include <fmt/format.h>

#include <cstdlib>

#include "engine/modelfile/byte_cursor.h"
#include "engine/modelfile/llama2c_tokenizer.h"
#include "engine/modelfile/made_tokenizer.h"
#include "engine/modelfile/model_checks.h"
#include "engine/modelfile/stored_layout.h"

namespace strata::inline modelfile {
namespace {

constexpr std::uint32_t kLlama2cMagic = 0x616b3432;
constexpr std::uint64_t kHeaderBytes = 256;
constexpr int kTextBegins = 1, kTextEnds = 2;  ///< run.c writes until 1, where the next story begins; chats until 2

struct Header {
  ModelConfig config;
  int version = 0;
  int groupSize = 0;
};

Result<std::int64_t> readCount(ByteCursor& cursor, std::string_view field) {
  STRATA_ASSIGN(const auto count, cursor.read<std::int32_t>(field));
  if (count < 1 || count > kLargestCount)
    return cursor.damaged(field, 4, fmt::format("is {}; it must be between 1 and {}", count, kLargestCount));
  return std::int64_t{count};
}

Result<ModelConfig> readCounts(ByteCursor& cursor, bool signTellsTied) {
  ModelConfig config;
  STRATA_ASSIGN(config.dim, readCount(cursor, "dim"));
  STRATA_ASSIGN(config.hidden, readCount(cursor, "hidden"));
  STRATA_ASSIGN(config.layers, readCount(cursor, "layers"));
  STRATA_ASSIGN(config.heads, readCount(cursor, "heads"));
  STRATA_ASSIGN(config.kvHeads, readCount(cursor, "kvHeads"));
  STRATA_ASSIGN(const auto vocab, cursor.read<std::int32_t>("vocab"));
  config.vocab = signTellsTied ? std::abs(std::int64_t{vocab}) : std::int64_t{vocab};
  config.tiedHead = vocab > 0;
  if (config.vocab < 1 || config.vocab > kLargestCount)
    return cursor.damaged("vocab", 4, fmt::format("is {}; it must be between 1 and {}", vocab, kLargestCount));
  STRATA_ASSIGN(config.context, readCount(cursor, "context"));
  if (config.dim % config.heads != 0)
    return cursor.damaged("heads", 16, fmt::format("is {}, which does not divide dim ({})", config.heads, config.dim));
  config.headSize = config.dim / config.heads;
  STRATA_TRY(checkConfig(cursor.file(), config));
  return config;
}

Result<Header> readMarkedHeader(ByteCursor& cursor) {
  Header header;
  STRATA_TRY(cursor.seek(4, "version"));
  STRATA_ASSIGN(header.version, cursor.read<std::int32_t>("version"));
  if (header.version != 1 && header.version != 2)
    return cursor.unsupported("version", 4,
                              fmt::format("is {}; only llama2.c's 0, 1 and 2 can be read", header.version));
  STRATA_ASSIGN(header.config, readCounts(cursor, /*signTellsTied=*/false));
  STRATA_ASSIGN(const auto tied, cursor.read<std::uint8_t>("shared classifier"));
  if (tied > 1) return cursor.damaged("shared classifier", 1, fmt::format("is {}; it must be 0 or 1", tied));
  header.config.tiedHead = tied == 1;
  if (header.version == 2) {
    STRATA_ASSIGN(header.groupSize, cursor.read<std::int32_t>("group size"));
    if (header.groupSize < 1)
      return cursor.damaged("group size", 4, fmt::format("is {}; it must be 1 or more", header.groupSize));
  }
  STRATA_TRY(cursor.seek(kHeaderBytes, "header"));
  return header;
}

Result<Header> readHeader(ByteCursor& cursor) {
  STRATA_ASSIGN(const auto magic, cursor.read<std::uint32_t>("magic"));
  if (magic == kLlama2cMagic) return readMarkedHeader(cursor);
  STRATA_TRY(cursor.seek(0, "header"));
  auto config = readCounts(cursor, /*signTellsTied=*/true);
  if (config.ok()) return Header{config.value(), 0, 0};
  return Error{ErrorCode::Unsupported,
               fmt::format("{} is not a model that can be read, nor any other kind of file known here. Give a GGUF "
                           "file, a llama2.c .bin or a Hugging Face folder. (Old llama2.c files have no magic number "
                           "and begin with their sizes; if this is one, it is damaged: {})",
                           cursor.file(), config.error().message)};
}

/// Takes tensors one after the other, as the file has them.
class TensorTaker {
 public:
  TensorTaker(ByteCursor& cursor, const Header& header) : m_cursor(cursor), m_header(header) {}

  Result<void> floats(std::string name, std::vector<std::int64_t> shape) {
    StoredTensor tensor{.name = std::move(name), .shape = std::move(shape)};
    STRATA_ASSIGN(tensor.data, m_cursor.take(static_cast<std::uint64_t>(tensor.elements()) * 4, tensor.name));
    m_tensors.push_back(std::move(tensor));
    return {};
  }

  Result<void> weight(std::string name, std::int64_t out, std::int64_t in) {
    if (m_header.version != 2) return floats(std::move(name), {out, in});
    StoredTensor tensor{.name = std::move(name), .shape = {out, in}, .type = StoredType::Int8Groups};
    tensor.groupSize = m_header.groupSize;
    const auto elements = static_cast<std::uint64_t>(tensor.elements());
    if (elements % static_cast<std::uint64_t>(tensor.groupSize) != 0)
      return m_cursor.damaged(
          tensor.name, 0, fmt::format("has {} values, which groups of {} do not divide", elements, tensor.groupSize));
    STRATA_ASSIGN(tensor.data, m_cursor.take(elements, tensor.name));
    if (m_cursor.offset() % sizeof(float) != 0)
      return m_cursor.unsupported(tensor.name + " scales", 0, "do not begin at a multiple of 4 bytes");
    const std::uint64_t count = elements / static_cast<std::uint64_t>(tensor.groupSize);
    STRATA_ASSIGN(const auto scales, m_cursor.take(count * sizeof(float), tensor.name + " scales"));
    tensor.scales = {reinterpret_cast<const float*>(scales.data()), count};
    m_tensors.push_back(std::move(tensor));
    return {};
  }

  /// The same tensor of every layer.
  Result<void> layerNorms(std::string_view stem) {
    for (std::int64_t layer = 0; layer < m_header.config.layers; ++layer)
      STRATA_TRY(floats(fmt::format("layers.{}.{}", layer, stem), {m_header.config.dim}));
    return {};
  }

  Result<void> layerWeights(std::string_view stem, std::int64_t out, std::int64_t in) {
    for (std::int64_t layer = 0; layer < m_header.config.layers; ++layer)
      STRATA_TRY(weight(fmt::format("layers.{}.{}", layer, stem), out, in));
    return {};
  }

  std::vector<StoredTensor>& tensors() { return m_tensors; }

 private:
  ByteCursor& m_cursor;
  const Header& m_header;
  std::vector<StoredTensor> m_tensors;
};

Result<void> takeAttention(TensorTaker& taker, const ModelConfig& c) {
  STRATA_TRY(taker.layerWeights("attention.query", c.queryWidth(), c.dim));
  STRATA_TRY(taker.layerWeights("attention.key", c.kvWidth(), c.dim));
  STRATA_TRY(taker.layerWeights("attention.value", c.kvWidth(), c.dim));
  return taker.layerWeights("attention.output", c.dim, c.queryWidth());
}

/// w1, w2, w3 in llama2.c's words.
Result<void> takeFeedForward(TensorTaker& taker, const ModelConfig& c) {
  STRATA_TRY(taker.layerWeights("ffn.gate", c.hidden, c.dim));
  STRATA_TRY(taker.layerWeights("ffn.down", c.dim, c.hidden));
  return taker.layerWeights("ffn.up", c.hidden, c.dim);
}

Result<void> takeVersion0(TensorTaker& taker, ByteCursor& cursor, const ModelConfig& c) {
  STRATA_TRY(taker.weight("token_embedding", c.vocab, c.dim));
  STRATA_TRY(taker.layerNorms("attention_norm"));
  STRATA_TRY(takeAttention(taker, c));
  STRATA_TRY(taker.layerNorms("ffn_norm"));
  STRATA_TRY(takeFeedForward(taker, c));
  STRATA_TRY(taker.floats("final_norm", {c.dim}));
  STRATA_TRY(cursor.take(static_cast<std::uint64_t>(c.context * (c.headSize / 2)) * 2 * sizeof(float), "RoPE tables"));
  return c.tiedHead ? Result<void>{} : taker.weight("head", c.vocab, c.dim);
}

Result<void> takeLaterVersion(TensorTaker& taker, const ModelConfig& c) {
  STRATA_TRY(taker.layerNorms("attention_norm"));
  STRATA_TRY(taker.layerNorms("ffn_norm"));
  STRATA_TRY(taker.floats("final_norm", {c.dim}));
  STRATA_TRY(taker.weight("token_embedding", c.vocab, c.dim));
  STRATA_TRY(takeAttention(taker, c));
  STRATA_TRY(takeFeedForward(taker, c));
  return c.tiedHead ? Result<void>{} : taker.weight("head", c.vocab, c.dim);
}

void findTokenizer(const MappedFile& file, ModelParts& parts) {
  const std::int64_t vocab = parts.config.vocab;
  for (const std::string& name : {std::string("tokenizer.bin"), fmt::format("tok{}.bin", vocab)}) {
    auto tokenizer = openTokenizer(file.path().parent_path() / name);
    if (!tokenizer.ok() || tokenizer.value()->size() != static_cast<std::size_t>(vocab)) continue;
    parts.tokenizer = std::move(tokenizer).value();
    parts.description.push_back(fmt::format("tokenizer: {} beside it", name));
    return;
  }
  lackTokenizer(fmt::format("neither tokenizer.bin nor tok{0}.bin beside it has {0} tokens", vocab), parts);
}

}  // namespace

Result<ModelParts> readLlama2cModel(const std::shared_ptr<const MappedFile>& file,
                                    std::shared_ptr<const Tokenizer> tokenizer) {
  ByteCursor cursor(file->name(), file->bytes());
  STRATA_ASSIGN(const Header header, readHeader(cursor));
  TensorTaker taker(cursor, header);
  STRATA_TRY(header.version == 0 ? takeVersion0(taker, cursor, header.config) : takeLaterVersion(taker, header.config));
  if (cursor.left() != 0)
    return cursor.damaged("end of the last tensor", 0, fmt::format("leaves {} bytes unread", cursor.left()));
  ModelParts parts{.config = header.config, .tensors = std::move(taker.tensors()), .tokenizer = std::move(tokenizer)};
  parts.ends = {kTextBegins, kTextEnds};
  parts.keepAlive = {file};
  parts.description = {fmt::format("llama2.c v{}, {} bytes", header.version, file->bytes().size())};
  if (!parts.tokenizer) findTokenizer(*file, parts);
  return parts;
}

}  // namespace strata::inline modelfile
