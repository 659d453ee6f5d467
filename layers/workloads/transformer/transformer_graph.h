#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "layers/workloads/transformer/transformer_kernels.h"
#include "layers/workloads/transformer/transformer_weights.h"

namespace strata::inline workloads {

/// Keys and values of all tokens so far, on the device: for each layer [2 · kvHeads, capacity, headSize], keys first.
struct KvCache {
  std::int64_t capacity = 0;  ///< tokens
  std::vector<Tensor> layers;

  double bytes() const;
};

/// What all graphs of one model share. Must outlive them.
struct TransformerParts {
  const ModelConfig& config;
  const TransformerWeights& weights;
  const KvCache& cache;
  Device& device;
  TraceRecorder& recorder;
  Ops& ops;
  KernelWish wish = KernelWish::Auto;
};

/// One operation of a graph; layer −1 stands outside the layers.
struct GraphNode {
  std::string name;  ///< "layers.3.attention_norm": of the tensor it makes, the first of them where it makes several
  std::string kind;  ///< "attention_norm", the same in every layer
  int layer = -1;
  PreparedOp op;
};

/// Where an operation's result lies: fp32, until the graph runs again.
struct GraphTensor {
  std::string name;
  std::vector<std::int64_t> shape;
  TensorPlace place;
};

/// A model's operations in order, made ready for `rows` tokens that follow each other: one when text is generated, many
/// when a prompt is read. Built from the configuration alone: Llama and GPT-2 differ in which operations are there.
/// Nothing in it depends on where in the text the tokens stand: tokens and positions are tensors, so every run starts
/// the same launches. Logits are those of the last row.
class TransformerGraph {
 public:
  static Result<TransformerGraph> build(const TransformerParts& parts, std::int64_t rows);

  std::int64_t rows() const { return m_rows; }
  /// int32 [2, rows]: the tokens, then their positions. Written by whoever runs the graph.
  Tensor& input() { return m_input; }
  std::vector<GraphNode>& nodes() { return m_nodes; }
  const std::vector<GraphTensor>& tensors() const { return m_tensors; }
  const GraphTensor* find(std::string_view name) const;
  /// fp32 [1 + 2 · layers, …]: in each row the residual stream [rows, dim], and up to three more elements: the
  /// embedding, then what is there after each attention and each feed-forward.
  Tensor& residuals() { return m_residuals; }
  Tensor& logits() { return m_logits; }  ///< fp32 [1, vocab]

  /// Starts all operations.
  Result<void> start(Ops& ops, Stream& stream);

 private:
  friend class GraphBuilder;
  std::int64_t m_rows = 0;
  Tensor m_input, m_residuals, m_logits;
  std::vector<Tensor> m_storage;
  std::vector<GraphTensor> m_tensors;
  std::vector<GraphNode> m_nodes;
};

}  // namespace strata::inline workloads
