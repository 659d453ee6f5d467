#include "layers/workloads/transformer/transformer_weights.h"

#include <algorithm>

#include "layers/workloads/common/model_scope.h"
#include "layers/workloads/transformer/weight_walk.h"

namespace strata::inline workloads {
namespace {

class WeightUploader final : WeightWalk {
 public:
  WeightUploader(const ModelFile& model, Device& device, Ops& ops, Stream& stream, WeightProgress& progress)
      : WeightWalk(model), m_device(device), m_ops(ops), m_stream(stream), m_progress(progress) {}

  Result<TransformerWeights> upload() {
    STRATA_TRY(all());
    m_weights.notFinite = m_reader.notFinite();
    return std::move(m_weights);
  }

 private:
  Result<TensorPlace> put(const TensorInfo& info, const Sources&, const Fill& fill) override {
    if (m_progress.stopRequested())
      return Error{ErrorCode::Stopped, "Stopped while weights were loaded", Storey::Model};
    STRATA_ASSIGN(const Tensor host, makeTensor(m_device, info, MemoryKind::Pageable));
    fill(m_reader, static_cast<std::byte*>(host.buffer->data()));
    STRATA_ASSIGN(Tensor there, makeTensor(m_device, info, MemoryKind::Device));
    STRATA_TRY(m_ops.upload(m_stream, host, there));
    STRATA_TRY(m_stream.synchronize());
    m_progress.add(static_cast<double>(there.bytes()));
    m_weights.storage.push_back(std::move(there));
    return m_weights.storage.back().place();
  }

  Device& m_device;
  Ops& m_ops;
  Stream& m_stream;
  WeightProgress& m_progress;
  WeightReader m_reader{[this] { m_progress.tell(); }};
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

DataType elementType(LinearType type) {
  switch (type) {
    case LinearType::F16: return DataType::F16;
    case LinearType::BF16: return DataType::BF16;
    case LinearType::Q8: return DataType::I8;
    case LinearType::F32: break;
  }
  return DataType::F32;
}

std::size_t LinearWeight::bytesOf(std::int64_t count) const {
  return static_cast<std::size_t>(count * in) * strata::bytesOf(elementType(type));
}

std::size_t LinearWeight::scaleBytesOf(std::int64_t count) const {
  return type == LinearType::Q8
             ? static_cast<std::size_t>(count * in / kLinearBlockSize) * strata::bytesOf(DataType::F16)
             : 0;
}

LinearWeight LinearWeight::rows(std::int64_t first, std::int64_t count) const {
  LinearWeight part = *this;
  part.out = count;
  part.weight = behind(weight, bytesOf(first));
  if (type == LinearType::Q8) part.scales = behind(scales, scaleBytesOf(first));
  if (bias) part.bias = behind(*bias, static_cast<std::size_t>(first) * sizeof(float));
  return part;
}

double LinearWeight::bytes() const {
  return static_cast<double>(bytesOf(out) + scaleBytesOf(out) +
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
                                         TraceRecorder& recorder, WeightProgress progress) {
  const ModelScope scope(recorder, "weights");
  return WeightUploader(model, device, ops, stream, progress).upload();
}

}  // namespace strata::inline workloads
