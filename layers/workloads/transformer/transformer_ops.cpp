#include "layers/workloads/transformer/transformer_ops.h"

#include <cmath>

#include "kernels/argmax/argmax_operation.h"
#include "kernels/attention/attention_operation.h"
#include "kernels/elementwise/elementwise_operation.h"
#include "kernels/heads/heads_operation.h"
#include "kernels/matmul/matmul_operation.h"
#include "kernels/norm/norm_operation.h"

namespace strata::inline workloads {
namespace {

Problem problemOf(const Operation& operation) {
  return Problem(operation.parameters);
}

OpRecipe elementwise(ElementwiseOp op, std::int64_t rows, std::int64_t cols) {
  const Operation& operation = elementwiseOperation();
  return {operation, problemOf(operation).set("op", static_cast<std::int64_t>(op)).set("rows", rows).set("cols", cols)};
}

OpRecipe heads(HeadsWay way, std::int64_t rows, std::int64_t count, std::int64_t dim) {
  const Operation& operation = headsOperation();
  return {operation, problemOf(operation)
                         .set("way", static_cast<std::int64_t>(way))
                         .set("rows", rows)
                         .set("heads", count)
                         .set("dim", dim)};
}

ElementwiseOp opOf(Activation activation) {
  switch (activation) {
    case Activation::Silu: return ElementwiseOp::Silu;
    case Activation::GeluTanh: return ElementwiseOp::Gelu;
    case Activation::GeluErf: return ElementwiseOp::GeluErf;
  }
  return ElementwiseOp::Gelu;
}

}  // namespace

OpRecipe embeddingOp(std::int64_t rows, std::int64_t dim, std::int64_t entries) {
  OpRecipe recipe = elementwise(ElementwiseOp::Embedding, rows, dim);
  recipe.problem.set("vocabulary", entries);
  return recipe;
}

OpRecipe addOp(std::int64_t rows, std::int64_t dim) {
  return elementwise(ElementwiseOp::Add, rows, dim);
}

OpRecipe normOp(const ModelConfig& config, std::int64_t rows, bool bias) {
  const Operation& operation = normOperation();
  return {operation, problemOf(operation)
                         .set("kind", bias ? 0 : 1)
                         .set("rows", rows)
                         .set("cols", config.dim)
                         .setFraction("epsilon", static_cast<double>(config.normEpsilon))};
}

OpRecipe linearOp(std::int64_t rows, const LinearWeight& weight) {
  const Operation& operation = linearOperation();
  return {operation, problemOf(operation)
                         .set("rows", rows)
                         .set("in", weight.in)
                         .set("out", weight.out)
                         .set("type", static_cast<std::int64_t>(weight.type))
                         .set("bias", weight.bias ? 1 : 0)};
}

OpRecipe productOp(std::int64_t rows, std::int64_t in, std::int64_t out) {
  const Operation& operation = matmulOperation();
  return {operation, problemOf(operation).set("m", rows).set("n", out).set("k", in).set("trans_b", 1)};
}

OpRecipe ropeOp(const ModelConfig& config, std::int64_t rows, std::int64_t cols) {
  OpRecipe recipe = elementwise(ElementwiseOp::Rope, rows, cols);
  const bool halves = config.ropePairs == RopePairs::Halves;
  recipe.problem.set("head_dim", config.headSize)
      .set("pairs", halves ? 1 : 0)
      .set("base", std::llround(config.ropeTheta))
      .set("positions", 1);
  return recipe;
}

OpRecipe storeOp(const ModelConfig& config, std::int64_t rows, std::int64_t capacity) {
  OpRecipe recipe = heads(HeadsWay::Split, rows, config.kvHeads, config.headSize);
  recipe.problem.set("capacity", capacity).set("positions", 1).set("sources", 1);
  return recipe;
}

OpRecipe splitOp(const ModelConfig& config, std::int64_t rows) {
  return heads(HeadsWay::Split, rows, config.heads, config.headSize);
}

OpRecipe joinOp(const ModelConfig& config, std::int64_t rows) {
  return heads(HeadsWay::Join, rows, config.heads, config.headSize);
}

OpRecipe attentionOp(const ModelConfig& config, std::int64_t rows, std::int64_t capacity) {
  const Operation& operation = attentionOperation();
  return {operation, problemOf(operation)
                         .set("heads", config.heads)
                         .set("kv_heads", config.kvHeads)
                         .set("queries", rows)
                         .set("keys", capacity)
                         .set("dim", config.headSize)
                         .set("causal", 1)
                         .set("start", 1)};
}

OpRecipe scoresOp(const ModelConfig& config, std::int64_t rows) {
  const Operation& operation = linearOperation();
  return {operation, problemOf(operation).set("rows", 1).set("in", config.headSize).set("out", rows)};
}

OpRecipe likeliestOp(const ModelConfig& config) {
  const Operation& operation = argmaxOperation();
  return {operation, problemOf(operation).set("rows", 1).set("cols", config.vocab)};
}

OpRecipe swigluOp(std::int64_t rows, std::int64_t cols) {
  return elementwise(ElementwiseOp::Swiglu, rows, cols);
}

OpRecipe activationOp(const ModelConfig& config, std::int64_t rows) {
  return elementwise(opOf(config.activation), rows, config.hidden);
}

}  // namespace strata::inline workloads
