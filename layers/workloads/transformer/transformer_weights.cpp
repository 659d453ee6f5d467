#include "layers/workloads/transformer/transformer_weights.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "layers/workloads/common/model_scope.h"

namespace strata::inline workloads {
namespace {

constexpr std::int64_t kStoredBlockBytes = 34;  ///< of q8_0 in a file: the scale, then 32 int8

/// How matrices of this storage lie on the device.
LinearType deviceType(const StoredTensor& tensor) {
  if (tensor.transposed) return LinearType::F32;
  switch (tensor.type) {
    case StoredType::F16: return LinearType::F16;
    case StoredType::BF16: return LinearType::BF16;
    case StoredType::Q8_0: return tensor.columns() % kLinearBlockSize == 0 ? LinearType::Q8 : LinearType::F32;
    default: return LinearType::F32;
  }
}

DataType elementType(LinearType type) {
  switch (type) {
    case LinearType::F16: return DataType::F16;
    case LinearType::BF16: return DataType::BF16;
    case LinearType::Q8: return DataType::I8;
    case LinearType::F32: break;
  }
  return DataType::F32;
}

std::size_t bytesOfRows(const LinearWeight& weight, std::int64_t rows) {
  return static_cast<std::size_t>(rows * weight.in) * bytesOf(elementType(weight.type));
}

std::size_t scaleBytesOfRows(const LinearWeight& weight, std::int64_t rows) {
  return weight.type == LinearType::Q8
             ? static_cast<std::size_t>(rows * weight.in / kLinearBlockSize) * bytesOf(DataType::F16)
             : 0;
}

/// Blocks of a file, apart: all scales, all numbers.
void splitBlocks(const StoredTensor& tensor, std::byte* numbers, std::byte* scales) {
  const std::byte* from = tensor.data.data();
  for (std::int64_t block = 0; block < tensor.elements() / kLinearBlockSize; ++block) {
    std::memcpy(scales, from, 2);
    std::memcpy(numbers, from + 2, kLinearBlockSize);
    from += kStoredBlockBytes, scales += 2, numbers += kLinearBlockSize;
  }
}

class Uploader {
 public:
  Uploader(const ModelFile& model, Device& device, Ops& ops, Stream& stream, const RunProgress& progress)
      : m_model(model), m_device(device), m_ops(ops), m_stream(stream), m_progress(progress) {}

  Result<TransformerWeights> all() {
    const ModelConfig& c = m_model.config();
    STRATA_ASSIGN(m_weights.tokenEmbedding, floats("token_embedding"));
    if (m_model.find("position_embedding")) {
      STRATA_ASSIGN(m_weights.positionEmbedding, floats("position_embedding"));
    }
    for (std::int64_t i = 0; i < c.layers; ++i) {
      if (m_progress.stopRequested())
        return Error{ErrorCode::Stopped, "Stopped while weights were loaded", Storey::Model};
      m_progress.within(static_cast<double>(i) / static_cast<double>(c.layers));
      STRATA_ASSIGN(TransformerLayer one, layer(fmt::format("layers.{}.", i)));
      m_weights.layers.push_back(one);
    }
    STRATA_ASSIGN(m_weights.finalNorm, norm("final_norm"));
    STRATA_ASSIGN(m_weights.head, head());
    return std::move(m_weights);
  }

 private:
  Result<TransformerLayer> layer(const std::string& prefix) {
    TransformerLayer one;
    STRATA_ASSIGN(one.attentionNorm, norm(prefix + "attention_norm"));
    STRATA_ASSIGN(one.queryKeyValue,
                  stacked({prefix + "attention.query", prefix + "attention.key", prefix + "attention.value"}));
    STRATA_ASSIGN(one.output, stacked({prefix + "attention.output"}));
    STRATA_ASSIGN(one.ffnNorm, norm(prefix + "ffn_norm"));
    std::vector<std::string> up{prefix + "ffn.up"};
    if (m_model.config().family == ModelFamily::Llama) up.insert(up.begin(), prefix + "ffn.gate");
    STRATA_ASSIGN(one.up, stacked(up));
    STRATA_ASSIGN(one.down, stacked({prefix + "ffn.down"}));
    return one;
  }

  /// A tied head is the embedding itself, unless that is stored in fewer bytes.
  Result<LinearWeight> head() {
    const ModelConfig& c = m_model.config();
    const std::string name = c.tiedHead ? "token_embedding" : "head";
    const StoredTensor* stored = m_model.find(name);
    if (c.tiedHead && stored && deviceType(*stored) == LinearType::F32)
      return LinearWeight{.in = c.dim, .out = c.vocab, .weight = m_weights.tokenEmbedding, .scales = {}, .bias = {}};
    return stacked({name});
  }

  Result<NormWeight> norm(const std::string& name) {
    NormWeight norm;
    STRATA_ASSIGN(norm.weight, floats(name));
    if (m_model.find(name + ".bias")) {
      STRATA_ASSIGN(norm.bias, floats(name + ".bias"));
    }
    return norm;
  }

  Result<const StoredTensor*> stored(const std::string& name) const {
    if (const StoredTensor* tensor = m_model.find(name)) return tensor;
    return Error{ErrorCode::Usage, fmt::format("The model has no tensor {}.", name), Storey::Model};
  }

  Result<TensorPlace> floats(const std::string& name) {
    STRATA_ASSIGN(const StoredTensor* const tensor, stored(name));
    return upload({.name = "weights", .shape = tensor->shape}, [&](std::byte* to) { fillFloats(*tensor, to); });
  }

  /// Matrices of the same width below each other, with their biases.
  Result<LinearWeight> stacked(const std::vector<std::string>& names) {
    std::vector<const StoredTensor*> parts;
    for (const std::string& name : names) {
      STRATA_ASSIGN(const StoredTensor* const part, stored(name));
      parts.push_back(part);
    }
    LinearWeight weight{
        .type = deviceType(*parts[0]), .in = parts[0]->columns(), .weight = {}, .scales = {}, .bias = {}};
    for (const StoredTensor* part : parts) {
      weight.out += part->rows();
      if (deviceType(*part) != weight.type) weight.type = LinearType::F32;
    }
    STRATA_TRY(uploadMatrix(weight, parts));
    STRATA_TRY(uploadBias(weight, names, parts));
    return weight;
  }

  Result<void> uploadMatrix(LinearWeight& weight, const std::vector<const StoredTensor*>& parts) {
    const std::int64_t blocks = weight.in / kLinearBlockSize;
    std::vector<std::byte> scales(scaleBytesOfRows(weight, weight.out));
    std::byte* scalesTo = scales.data();
    const auto fill = [&](std::byte* to) {
      for (const StoredTensor* part : parts) {
        fillMatrix(weight.type, *part, to, scalesTo);
        to += bytesOfRows(weight, part->rows());
        scalesTo += scaleBytesOfRows(weight, part->rows());
      }
    };
    STRATA_ASSIGN(
        weight.weight,
        upload({.name = "weights", .shape = {weight.out, weight.in}, .type = elementType(weight.type)}, fill));
    if (weight.type != LinearType::Q8) return {};
    STRATA_ASSIGN(weight.scales, upload({.name = "scales", .shape = {weight.out, blocks}, .type = DataType::F16},
                                        [&](std::byte* to) { std::memcpy(to, scales.data(), scales.size()); }));
    return {};
  }

  Result<void> uploadBias(LinearWeight& weight, const std::vector<std::string>& names,
                          const std::vector<const StoredTensor*>& parts) {
    const auto hasBias = [&](const std::string& name) { return m_model.find(name + ".bias") != nullptr; };
    if (std::ranges::none_of(names, hasBias)) return {};
    const auto fill = [&](std::byte* to) {
      for (std::size_t i = 0; i < parts.size(); ++i) {
        const std::size_t bytes = static_cast<std::size_t>(parts[i]->rows()) * sizeof(float);
        if (const StoredTensor* bias = m_model.find(names[i] + ".bias"))
          fillFloats(*bias, to);
        else
          std::memset(to, 0, bytes);
        to += bytes;
      }
    };
    STRATA_ASSIGN(weight.bias, upload({.name = "bias", .shape = {weight.out}}, fill));
    return {};
  }

  static void fillFloats(const StoredTensor& tensor, std::byte* to) {
    dequantise(tensor, 0, tensor.rows(), {reinterpret_cast<float*>(to), static_cast<std::size_t>(tensor.elements())});
  }

  static void fillMatrix(LinearType type, const StoredTensor& tensor, std::byte* to, std::byte* scales) {
    if (type == LinearType::F32) return fillFloats(tensor, to);
    if (type == LinearType::Q8) return splitBlocks(tensor, to, scales);
    std::memcpy(to, tensor.data.data(), static_cast<std::size_t>(tensor.elements()) * 2);
  }

  template <class Fill>
  Result<TensorPlace> upload(const TensorInfo& info, const Fill& fill) {
    STRATA_ASSIGN(const Tensor host, makeTensor(m_device, info, MemoryKind::Pageable));
    fill(static_cast<std::byte*>(host.buffer->data()));
    STRATA_ASSIGN(Tensor there, makeTensor(m_device, info, MemoryKind::Device));
    STRATA_TRY(m_ops.upload(m_stream, host, there));
    STRATA_TRY(m_stream.synchronize());
    m_weights.storage.push_back(std::move(there));
    return m_weights.storage.back().place();
  }

  const ModelFile& m_model;
  Device& m_device;
  Ops& m_ops;
  Stream& m_stream;
  const RunProgress& m_progress;
  TransformerWeights m_weights;
};

TensorPlace behind(TensorPlace place, std::size_t bytes) {
  place.offset += bytes;
  return place;
}

std::string_view partOf(const TransformerWeights& weights, const Tensor& tensor) {
  const Buffer* const buffer = tensor.buffer.get();
  if (buffer == weights.tokenEmbedding.buffer) return "token table";
  if (weights.positionEmbedding && buffer == weights.positionEmbedding->buffer) return "position table";
  if (tensor.info.name == "scales") return "scales";
  if (buffer == weights.head.weight.buffer) return "output matrix";
  return tensor.info.shape.size() > 1 ? "layers' matrices" : "norms and biases";
}

}  // namespace

LinearWeight LinearWeight::rows(std::int64_t first, std::int64_t count) const {
  LinearWeight part = *this;
  part.out = count;
  part.weight = behind(weight, bytesOfRows(*this, first));
  if (type == LinearType::Q8) part.scales = behind(scales, scaleBytesOfRows(*this, first));
  if (bias) part.bias = behind(*bias, static_cast<std::size_t>(first) * sizeof(float));
  return part;
}

double LinearWeight::bytes() const {
  return static_cast<double>(bytesOfRows(*this, out) + scaleBytesOfRows(*this, out) +
                             (bias ? static_cast<std::size_t>(out) * sizeof(float) : 0));
}

std::vector<KeptWeights> TransformerWeights::kept() const {
  std::vector<KeptWeights> all;
  for (const Tensor& tensor : storage) {
    const std::string_view part = partOf(*this, tensor);
    const auto same = [&](const KeptWeights& one) { return one.part == part && one.type == tensor.info.type; };
    auto found = std::ranges::find_if(all, same);
    if (found == all.end()) found = all.insert(found, KeptWeights{part, tensor.info.type, 0});
    found->bytes += tensor.bytes();
  }
  return all;
}

double TransformerWeights::bytes() const {
  double sum = 0;
  for (const Tensor& tensor : storage) sum += static_cast<double>(tensor.bytes());
  return sum;
}

Result<TransformerWeights> uploadWeights(const ModelFile& model, Device& device, Ops& ops, Stream& stream,
                                         TraceRecorder& recorder, const RunProgress& progress) {
  const ModelScope scope(recorder, "weights");
  return Uploader(model, device, ops, stream, progress).all();
}

}  // namespace strata::inline workloads
