#include "layers/library/cudnn_attention.h"

#include <cmath>
#include <limits>
#include <utility>

namespace strata::cudnn {
namespace {

/// From 9.10 on hidden scores are −∞; before that cuDNN wants the lowest number.
float hidden(std::size_t version) {
  constexpr std::size_t kInfinityFrom = 91000;
  return version < kInfinityFrom ? std::numeric_limits<float>::lowest() : -std::numeric_limits<float>::infinity();
}

class Attention final : public GpuDnnOperation {
 public:
  Attention(const Api& api, void* handle) : m_api(api), m_handle(handle), m_graph(api) {}

  /// What cuDNN knows as attention is a graph of just these operations; it computes them in one kernel.
  void describe(const AttentionShape& s) {
    const int io = s.type == DataType::F16 ? data::kHalf : data::kBfloat16;
    const std::int64_t head = s.capacity * s.dim;
    const Layout rows = Layout::dense({s.batch, s.heads, s.queries, s.dim});
    const Graph::Id q = m_graph.memory(io, rows);
    const Graph::Id transposedK =
        m_graph.memory(io, {{s.batch, s.kvHeads, s.dim, s.keys}, {s.kvHeads * head, head, 1, s.dim}});
    const Graph::Id v = m_graph.memory(io, {{s.batch, s.kvHeads, s.keys, s.dim}, {s.kvHeads * head, head, s.dim, 1}});
    const Layout scores = Layout::dense({s.batch, s.heads, s.queries, s.keys});
    const auto score = [&] { return m_graph.between(data::kFloat, scores); };

    Graph::Id score0 = m_graph.matmul(q, transposedK, score());
    const auto scale = static_cast<float>(1 / std::sqrt(static_cast<double>(s.dim)));
    score0 = m_graph.pointwise(pointwise::kMul, {score0, m_graph.number(scale)}, score());
    if (s.causal) score0 = masked(score0, s, scores);
    const Graph::Id weights = softmax(score0, s, scores, m_graph.between(io, scores));
    m_graph.matmul(weights, v, m_graph.memory(io, rows));
  }

  Result<void> choose(const Target& target) {
    STRATA_ASSIGN(m_plan, m_graph.choose(target, kMostDnnWorkspace));
    return {};
  }

  std::string_view function() const override { return "cudnnBackendExecute"; }
  std::string algorithm() const override { return m_plan.name; }
  std::size_t workspaceBytes() const override { return m_plan.workspaceBytes; }

  Result<void> place(std::span<void* const> tensors, void* workspace) override {
    STRATA_ASSIGN(m_pack, m_graph.place(tensors, workspace));
    return {};
  }

  Result<void> start(void* stream) override {
    STRATA_TRY(m_api.check(m_api.SetStream(m_handle, stream), "SetStream"));
    return m_api.check(m_api.BackendExecute(m_handle, m_plan.object.get(), m_pack.get()), "BackendExecute");
  }

 private:
  /// The queries are the last rows: query i sees the keys up to i + keys − queries.
  Graph::Id masked(Graph::Id score, const AttentionShape& s, const Layout& scores) {
    const auto integers = [&] { return m_graph.between(data::kInt32, scores); };
    Graph::Id row = m_graph.index(score, 2, integers());
    const Graph::Id column = m_graph.index(score, 3, integers());
    if (s.keys != s.queries) {
      const auto number = [&](std::int64_t value) { return m_graph.number(static_cast<std::int32_t>(value)); };
      row = m_graph.pointwise(pointwise::kAdd, {row, number(s.keys)}, integers(), data::kInt32);
      row = m_graph.pointwise(pointwise::kSub, {row, number(s.queries)}, integers(), data::kInt32);
    }
    const Graph::Id seen = m_graph.pointwise(pointwise::kGreaterOrEqual, {row, column},
                                             m_graph.between(data::kBoolean, scores), data::kBoolean);
    return m_graph.pointwise(pointwise::kSelect, {score, m_graph.number(hidden(m_api.GetVersion())), seen},
                             m_graph.between(data::kFloat, scores));
  }

  Graph::Id softmax(Graph::Id score, const AttentionShape& s, const Layout& scores, Graph::Id into) {
    const Layout one = Layout::dense({s.batch, s.heads, s.queries, 1});
    const auto perRow = [&] { return m_graph.between(data::kFloat, one); };
    const auto perScore = [&] { return m_graph.between(data::kFloat, scores); };
    const Graph::Id greatest = m_graph.reduce(reduction::kMax, score, perRow());
    const Graph::Id below = m_graph.pointwise(pointwise::kSub, {score, greatest}, perScore());
    const Graph::Id exponential = m_graph.pointwise(pointwise::kExp, {below}, perScore());
    const Graph::Id sum = m_graph.reduce(reduction::kAdd, exponential, perRow());
    // Training wants the logarithm of the sum; the graph is not known for attention without it.
    const Graph::Id logarithm = m_graph.pointwise(pointwise::kLog, {sum}, perRow());
    m_graph.pointwise(pointwise::kAdd, {greatest, logarithm}, perRow());
    return m_graph.pointwise(pointwise::kDiv, {exponential, sum}, into);
  }

  const Api& m_api;
  void* m_handle;
  Graph m_graph;
  Plan m_plan;
  DnnObject m_pack = noDnnObject();
};

}  // namespace

Result<std::unique_ptr<GpuDnnOperation>> attention(const Api& api, const Target& target, const AttentionShape& shape) {
  if (shape.type == DataType::F32)
    return dnnError(ErrorCode::Unsupported, "cuDNN's attention takes fp16 and bf16; choose one of them as type");
  auto made = std::make_unique<Attention>(api, target.handle);
  made->describe(shape);
  if (const auto chosen = made->choose(target); !chosen.ok())
    return dnnError(ErrorCode::Unsupported,
                    "cuDNN has no attention for this (" + chosen.error().message + "); run one of Strata's own");
  return std::unique_ptr<GpuDnnOperation>(std::move(made));
}

}  // namespace strata::cudnn
