#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/modelfile/model_file.h"
#include "kernels/linear/linear_operation.h"
#include "layers/framework/ops.h"
#include "layers/framework/tensor.h"
#include "layers/workloads/transformer/weight_progress.h"
#include "layers/workloads/transformer/weight_reader.h"

namespace strata::inline workloads {

/// Of the numbers of such a matrix.
DataType elementType(LinearType type);

/// The matrix of a linear layer [out, in] on the device, its bias where it has one.
struct LinearWeight {
  LinearType type = LinearType::F32;
  std::int64_t in = 0, out = 0;
  TensorPlace weight, scales;  ///< scales: only of LinearType::Q8
  std::optional<TensorPlace> bias;

  /// Rows [first, first + count): a layer that computes only these outputs.
  LinearWeight rows(std::int64_t first, std::int64_t count) const;
  /// Of so many rows.
  std::size_t bytesOf(std::int64_t count) const;
  std::size_t scaleBytesOf(std::int64_t count) const;
  /// What a product reads of it.
  double bytes() const;
};

struct NormWeight {
  TensorPlace weight;
  std::optional<TensorPlace> bias;
};

struct TransformerLayer {
  NormWeight attentionNorm, ffnNorm;
  LinearWeight queryKeyValue;  ///< the three below each other, so that one product computes them all
  LinearWeight output;
  LinearWeight up;  ///< Llama: gate and up below each other
  LinearWeight down;
};

/// The weights of one kind and one type together.
struct KeptWeights {
  std::string_view part;  ///< "token table"
  DataType type = DataType::F32;
  std::size_t bytes = 0;
};

/// A model's weights on a device, as its operations take them. Matrices that a file stores in fp32, fp16, bf16 or q8_0
/// stay so; everything else becomes fp32.
struct TransformerWeights {
  TensorPlace tokenEmbedding;                    ///< fp32 [vocab, dim]
  std::optional<TensorPlace> positionEmbedding;  ///< fp32 [context, dim]
  std::vector<TransformerLayer> layers;
  NormWeight finalNorm;
  LinearWeight head;

  std::optional<NotFiniteWeight> notFinite;  ///< the first that the file has

  std::vector<Tensor> storage;
  double bytes() const;                   ///< of all of it
  std::vector<KeptWeights> kept() const;  ///< all of it, by what it is and how it is kept
};

/// Copies all weights to the device; a call of its own in the trace. Stopped where somebody asks for it.
Result<TransformerWeights> uploadWeights(const ModelFile& model, Device& device, Ops& ops, Stream& stream,
                                         TraceRecorder& recorder, WeightProgress progress);

}  // namespace strata::inline workloads
