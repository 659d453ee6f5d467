#include "layers/workloads/transformer/transformer_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/trace/trace_args.h"
#include "layers/workloads/transformer/transformer_ops.h"

namespace strata::inline workloads {
namespace {

constexpr std::int64_t kAligned = 4;  ///< elements: 16 bytes

}  // namespace

/// Adds one operation after the other, and memory for what each makes.
class GraphBuilder {
 public:
  GraphBuilder(const TransformerParts& parts, std::int64_t rows) : m_parts(parts), m_c(parts.config), m_rows(rows) {
    m_graph.m_rows = rows;
  }

  Result<TransformerGraph> build() {
    STRATA_ASSIGN(m_graph.m_input, make({.name = "tokens and positions", .shape = {2, m_rows}, .type = DataType::I32}));
    STRATA_ASSIGN(m_graph.m_residuals, make({.name = "residual stream", .shape = {1 + 2 * m_c.layers, room(m_c.dim)}}));
    STRATA_ASSIGN(m_graph.m_logits, make({.name = "logits", .shape = {1, m_c.vocab}}));
    STRATA_TRY(embed());
    for (m_layer = 0; m_layer < m_c.layers; ++m_layer) {
      STRATA_TRY(attention(m_parts.weights.layers[static_cast<std::size_t>(m_layer)]));
      STRATA_TRY(feedForward(m_parts.weights.layers[static_cast<std::size_t>(m_layer)]));
    }
    m_layer = -1;
    STRATA_TRY(head());
    return std::move(m_graph);
  }

 private:
  // --- the model

  Result<void> embed() {
    const TensorPlace to = residual(0);
    if (!m_parts.weights.positionEmbedding) {
      note("embedding", {m_rows, m_c.dim}, to);
      return add("embedding", embeddingOp(m_rows, m_c.dim, m_c.vocab), {tokens(), m_parts.weights.tokenEmbedding, to});
    }
    STRATA_ASSIGN(const TensorPlace words, output("token_embedding", {m_rows, m_c.dim}));
    STRATA_TRY(add("token_embedding", embeddingOp(m_rows, m_c.dim, m_c.vocab),
                   {tokens(), m_parts.weights.tokenEmbedding, words}));
    STRATA_ASSIGN(const TensorPlace places, output("position_embedding", {m_rows, m_c.dim}));
    STRATA_TRY(add("position_embedding", embeddingOp(m_rows, m_c.dim, m_c.context),
                   {positions(), *m_parts.weights.positionEmbedding, places}));
    note("embedding", {m_rows, m_c.dim}, to);
    return add("embedding", addOp(m_rows, m_c.dim), {words, places, to});
  }

  Result<void> attention(const TransformerLayer& layer) {
    STRATA_ASSIGN(const TensorPlace normed, norm("attention_norm", layer.attentionNorm, residual(2 * m_layer)));
    STRATA_ASSIGN(const Heads projected, project(layer.queryKeyValue, normed));
    STRATA_ASSIGN(const Heads turned, turn(projected));
    STRATA_TRY(store(turned));
    STRATA_ASSIGN(const TensorPlace result, attend(turned.query));
    return linearAndResidual("attention.output", layer.output, result, "attention_residual", 2 * m_layer + 1);
  }

  Result<void> feedForward(const TransformerLayer& layer) {
    STRATA_ASSIGN(const TensorPlace normed, norm("ffn_norm", layer.ffnNorm, residual(2 * m_layer + 1)));
    STRATA_ASSIGN(const TensorPlace active, activated(layer, normed));
    return linearAndResidual("ffn.down", layer.down, active, "residual", 2 * m_layer + 2);
  }

  Result<void> head() {
    STRATA_ASSIGN(const TensorPlace normed, norm("final_norm", m_parts.weights.finalNorm, residual(2 * m_c.layers)));
    const TensorPlace last = part(normed, (m_rows - 1) * m_c.dim);
    note("logits", {1, m_c.vocab}, m_graph.m_logits.place());
    return addLinear("logits", m_parts.weights.head, 1, last, m_graph.m_logits.place());
  }

  // --- pieces of a layer

  /// Query, key and value of all rows, each [rows, its heads · headSize]; one behind the other in memory.
  struct Heads {
    TensorPlace query, key, value;
  };

  /// One product where there is one row, since then the three results lie as one product leaves them.
  Result<Heads> project(const LinearWeight& weight, TensorPlace from) {
    const std::int64_t q = m_c.queryWidth(), kv = m_c.kvWidth();
    STRATA_ASSIGN(const TensorPlace all, memory(room(q) + 2 * room(kv)));
    const Heads heads{all, part(all, room(q)), part(all, room(q) + room(kv))};
    note("attention.query", {m_rows, q}, heads.query);
    note("attention.key", {m_rows, kv}, heads.key);
    note("attention.value", {m_rows, kv}, heads.value);
    if (inOne({q, kv})) {
      STRATA_TRY(addLinear("attention.query, key, value", weight, m_rows, from, all));
      return heads;
    }
    STRATA_TRY(addLinear("attention.query", weight.rows(0, q), m_rows, from, heads.query));
    STRATA_TRY(addLinear("attention.key", weight.rows(q, kv), m_rows, from, heads.key));
    STRATA_TRY(addLinear("attention.value", weight.rows(q + kv, kv), m_rows, from, heads.value));
    return heads;
  }

  /// Rotary positions, where the model has them.
  Result<Heads> turn(const Heads& heads) {
    if (m_c.family != ModelFamily::Llama) return heads;
    const std::int64_t q = m_c.queryWidth(), kv = m_c.kvWidth();
    STRATA_ASSIGN(const TensorPlace all, memory(room(q) + room(kv)));
    const Heads turned{all, part(all, room(q)), heads.value};
    note("attention.query_rotated", {m_rows, q}, turned.query);
    note("attention.key_rotated", {m_rows, kv}, turned.key);
    if (inOne({q, kv})) {
      STRATA_TRY(add("attention.query, key rotated", ropeOp(m_c, 1, q + kv), {heads.query, positions(), all}));
      return turned;
    }
    STRATA_TRY(add("attention.query_rotated", ropeOp(m_c, m_rows, q), {heads.query, positions(), turned.query}));
    STRATA_TRY(add("attention.key_rotated", ropeOp(m_c, m_rows, kv), {heads.key, positions(), turned.key}));
    return turned;
  }

  Result<void> store(const Heads& heads) {
    const TensorPlace cache = cacheOfLayer();
    note("attention.cache", {2 * m_c.kvHeads, m_parts.cache.capacity, m_c.headSize}, cache);
    return add("attention.cache", storeOp(m_c, m_rows, m_parts.cache.capacity),
               {heads.key, heads.value, positions(), cache});
  }

  /// Rows of one head lie together for attention; with one row they do anyway.
  Result<TensorPlace> attend(TensorPlace query) {
    const std::int64_t q = m_c.queryWidth();
    const TensorPlace cache = cacheOfLayer(), values = part(cache, m_c.kvWidth() * m_parts.cache.capacity);
    const OpRecipe recipe = attentionOp(m_c, m_rows, m_parts.cache.capacity);
    if (m_rows == 1) {
      STRATA_ASSIGN(const TensorPlace result, output("attention.result", {1, q}));
      STRATA_TRY(add("attention.result", recipe, {query, cache, values, positions(), result}));
      return result;
    }
    STRATA_ASSIGN(const TensorPlace queries, output("attention.query_heads", {m_c.heads, m_rows, m_c.headSize}));
    STRATA_TRY(add("attention.query_heads", splitOp(m_c, m_rows), {query, queries}));
    STRATA_ASSIGN(const TensorPlace found, output("attention.result_heads", {m_c.heads, m_rows, m_c.headSize}));
    STRATA_TRY(add("attention.result_heads", recipe, {queries, cache, values, positions(), found}));
    STRATA_ASSIGN(const TensorPlace result, output("attention.result", {m_rows, q}));
    STRATA_TRY(add("attention.result", joinOp(m_c, m_rows), {found, result}));
    return result;
  }

  Result<TensorPlace> activated(const TransformerLayer& layer, TensorPlace from) {
    const std::int64_t wide = m_c.hidden;
    if (m_c.family == ModelFamily::Gpt2) {
      STRATA_ASSIGN(const TensorPlace up, linear("ffn.up", layer.up, from));
      STRATA_ASSIGN(const TensorPlace active, output("ffn.activation", {m_rows, wide}));
      STRATA_TRY(add("ffn.activation", activationOp(m_c, m_rows), {up, active}));
      return active;
    }
    STRATA_ASSIGN(const TensorPlace gate, memory(2 * room(wide)));
    const TensorPlace up = part(gate, room(wide));
    note("ffn.gate", {m_rows, wide}, gate);
    note("ffn.up", {m_rows, wide}, up);
    if (inOne({wide})) {
      STRATA_TRY(addLinear("ffn.gate, up", layer.up, 1, from, gate));
    } else {
      STRATA_TRY(addLinear("ffn.gate", layer.up.rows(0, wide), m_rows, from, gate));
      STRATA_TRY(addLinear("ffn.up", layer.up.rows(wide, wide), m_rows, from, up));
    }
    STRATA_ASSIGN(const TensorPlace active, output("ffn.activation", {m_rows, wide}));
    STRATA_TRY(add("ffn.activation", swigluOp(m_rows, wide), {gate, up, active}));
    return active;
  }

  Result<TensorPlace> norm(const std::string& kind, const NormWeight& weight, TensorPlace from) {
    STRATA_ASSIGN(const TensorPlace to, output(kind, {m_rows, m_c.dim}));
    std::vector<TensorPlace> places{from, weight.weight};
    if (weight.bias) places.push_back(*weight.bias);
    places.push_back(to);
    STRATA_TRY(add(kind, normOp(m_c, m_rows, weight.bias.has_value()), places));
    return to;
  }

  Result<TensorPlace> linear(const std::string& kind, const LinearWeight& weight, TensorPlace from) {
    STRATA_ASSIGN(const TensorPlace to, output(kind, {m_rows, weight.out}));
    STRATA_TRY(addLinear(kind, weight, m_rows, from, to));
    return to;
  }

  bool isProduct(const LinearWeight& weight, std::int64_t rows) const {
    const bool plain = weight.type == LinearType::F32 && !weight.bias;
    return throughMatmul(m_parts.wish, m_parts.device.info(), rows, weight.in, weight.out, plain);
  }

  Result<void> addLinear(const std::string& kind, const LinearWeight& weight, std::int64_t rows, TensorPlace from,
                         TensorPlace to) {
    if (isProduct(weight, rows)) return add(kind, productOp(rows, weight.in, weight.out), {from, weight.weight, to});
    std::vector<TensorPlace> places{from, weight.weight};
    if (weight.type == LinearType::Q8) places.push_back(weight.scales);
    if (weight.bias) places.push_back(*weight.bias);
    places.push_back(to);
    return add(kind, linearOp(rows, weight), places);
  }

  /// A linear layer whose result joins the residual stream. With one row what was there is the layer's bias, and what
  /// the layer alone would make is no tensor.
  Result<void> linearAndResidual(const std::string& kind, LinearWeight weight, TensorPlace from,
                                 const std::string& joined, std::int64_t number) {
    const TensorPlace before = residual(number - 1), to = residual(number);
    note(joined, {m_rows, m_c.dim}, to);
    if (m_rows == 1 && !weight.bias && !isProduct(weight, 1)) {
      weight.bias = before;
      return addLinear(joined, weight, 1, from, to);
    }
    STRATA_ASSIGN(const TensorPlace more, linear(kind, weight, from));
    return add(joined, addOp(m_rows, m_c.dim), {before, more, to});
  }

  // --- memory and nodes

  TensorPlace tokens() { return m_graph.m_input.place(); }
  TensorPlace positions() { return part(tokens(), m_rows); }
  TensorPlace residual(std::int64_t number) { return part(m_graph.m_residuals.place(), number * room(m_c.dim)); }
  TensorPlace cacheOfLayer() const { return m_parts.cache.layers[static_cast<std::size_t>(m_layer)].place(); }

  /// Elements that rows of this width take, so that what comes behind is aligned as kernels want it.
  std::int64_t room(std::int64_t width) const { return (m_rows * width + kAligned - 1) / kAligned * kAligned; }
  /// Whether results of these widths that are aligned lie as one product leaves them.
  bool inOne(std::initializer_list<std::int64_t> widths) const {
    return m_rows == 1 && std::ranges::all_of(widths, [](std::int64_t width) { return width % kAligned == 0; });
  }

  /// `elements` of four bytes further.
  static TensorPlace part(TensorPlace place, std::int64_t elements) {
    place.offset += static_cast<std::size_t>(elements) * sizeof(float);
    return place;
  }

  Result<Tensor> make(TensorInfo info) { return makeTensor(m_parts.device, std::move(info), MemoryKind::Device); }

  Result<TensorPlace> memory(std::int64_t elements) {
    STRATA_ASSIGN(Tensor tensor, make({.name = "activations", .shape = {elements}}));
    m_graph.m_storage.push_back(std::move(tensor));
    return m_graph.m_storage.back().place();
  }

  /// Memory for a result, under its name.
  Result<TensorPlace> output(const std::string& kind, std::vector<std::int64_t> shape) {
    std::int64_t elements = 1;
    for (const std::int64_t size : shape) elements *= size;
    STRATA_ASSIGN(const TensorPlace place, memory(elements));
    note(kind, std::move(shape), place);
    return place;
  }

  std::string fullName(const std::string& kind) const {
    return m_layer < 0 ? kind : fmt::format("layers.{}.{}", m_layer, kind);
  }

  void note(const std::string& kind, std::vector<std::int64_t> shape, TensorPlace place) {
    m_graph.m_tensors.push_back({fullName(kind), std::move(shape), place});
  }

  Result<void> add(const std::string& kind, const OpRecipe& recipe, const std::vector<TensorPlace>& places) {
    STRATA_ASSIGN(PreparedOp op, prepareWished(m_parts.ops, m_parts.device.info(), m_parts.wish, recipe.operation,
                                               recipe.problem, places));
    TraceRecorder& recorder = m_parts.recorder;
    if (m_layer >= 0) op.addArg({recorder.intern("layer"), static_cast<std::int64_t>(m_layer)});
    op.addArg({recorder.intern(arg::kResult), recorder.intern(fullName(kind))});
    m_graph.m_nodes.push_back({fullName(kind), kind, static_cast<int>(m_layer), std::move(op)});
    return {};
  }

  const TransformerParts& m_parts;
  const ModelConfig& m_c;
  std::int64_t m_rows;
  std::int64_t m_layer = -1;
  TransformerGraph m_graph;
};

double KvCache::bytes() const {
  double sum = 0;
  for (const Tensor& tensor : layers) sum += static_cast<double>(tensor.bytes());
  return sum;
}

Result<TransformerGraph> TransformerGraph::build(const TransformerParts& parts, std::int64_t rows) {
  return GraphBuilder(parts, rows).build();
}

const GraphTensor* TransformerGraph::find(std::string_view name) const {
  const auto found = std::ranges::find(m_tensors, name, &GraphTensor::name);
  return found == m_tensors.end() ? nullptr : &*found;
}

Result<void> TransformerGraph::start(Ops& ops, Stream& stream) {
  for (GraphNode& node : m_nodes) STRATA_TRY(ops.start(node.op, stream));
  return {};
}

}  // namespace strata::inline workloads
