#include "layers/workloads/transformer/transformer_engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "engine/base/median.h"
#include "engine/protocol/nearest_name.h"
#include "engine/trace/trace_args.h"
#include "layers/workloads/common/model_scope.h"
#include "layers/workloads/common/patient_wait.h"
#include "layers/workloads/transformer/model_fit.h"
#include "layers/workloads/transformer/token_sampler.h"
#include "layers/workloads/transformer/transformer_ops.h"

namespace strata::inline workloads {
namespace {

constexpr std::int64_t kMostRows = 128;                   ///< of a piece of a prompt
constexpr double kActivationBytes = 256.0 * 1024 * 1024;  ///< that a piece may take
constexpr std::int64_t kFewestScores = 256;
constexpr double kLongestLook = 20;  ///< s, for the attention of one head
constexpr ExpectedTime kPieceTime{Duration{60'000'000'000}, false};

TensorPlace further(TensorPlace place, std::int64_t elements) {
  place.offset += static_cast<std::size_t>(elements) * sizeof(float);
  return place;
}

Duration median(std::vector<Duration>& times) {
  std::ranges::sort(times);
  return times[medianPlace(times.size())];
}

bool allFinite(std::span<const float> values) {
  return std::ranges::all_of(values, [](float value) { return std::isfinite(value); });
}

Error tooLongToLook(AttentionHead head, std::size_t tokens, double seconds) {
  return {ErrorCode::Usage,
          fmt::format("To read the {} written tokens again would take {:.0f} s, and {:.0f} s is the limit. Set "
                      "watch_layer={} and watch_head={} and run again, or write fewer tokens.",
                      tokens, seconds, kLongestLook, head.layer, head.head),
          Storey::Model};
}

}  // namespace

Result<std::unique_ptr<TransformerEngine>> TransformerEngine::create(std::shared_ptr<const ModelFile> model,
                                                                     Device& device, TraceRecorder& recorder,
                                                                     const Routines& routines, EngineOptions options,
                                                                     const RunProgress& progress) {
  std::unique_ptr<TransformerEngine> engine(
      new TransformerEngine(std::move(model), device, recorder, routines, options));
  STRATA_TRY(engine->prepare(progress));
  return engine;
}

Result<void> TransformerEngine::prepare(const RunProgress& progress) {
  const ModelConfig& c = config();
  STRATA_TRY(checkFit(*m_model, m_options.capacity, m_device));
  STRATA_ASSIGN(const WeightNeed need, weightNeed(*m_model));
  STRATA_ASSIGN(m_stream, m_device.createStream());
  STRATA_ASSIGN(m_weights, uploadWeights(*m_model, m_device, m_ops, *m_stream, m_recorder, {progress, need.bytes}));
  const ModelScope scope(m_recorder, "operations are made ready");
  m_cache.capacity = m_options.capacity;
  for (std::int64_t i = 0; i < c.layers; ++i) {
    STRATA_ASSIGN(Tensor layer,
                  makeTensor(m_device, {.name = "KV cache", .shape = {2 * c.kvHeads, m_options.capacity, c.headSize}},
                             MemoryKind::Device));
    m_cache.layers.push_back(std::move(layer));
  }
  STRATA_ASSIGN(m_single, TransformerGraph::build(m_parts, 1));
  STRATA_ASSIGN(m_hostInput, makeTensor(m_device, m_single->input().info, MemoryKind::Pinned));
  STRATA_ASSIGN(m_hostLogits, makeTensor(m_device, m_single->logits().info, MemoryKind::Pinned));
  if (!m_options.watch) return {};
  STRATA_ASSIGN(m_hostResiduals, makeTensor(m_device, m_single->residuals().info, MemoryKind::Pinned));
  STRATA_ASSIGN(Scores scores, scoresOf(m_options.watched, rowsToScore(0)));
  m_scores.emplace(std::move(scores));
  return {};
}

Result<bool> TransformerEngine::makeStepReady(std::int64_t position) {
  const std::int64_t rows = rowsToScore(position);
  if (!m_scores || m_scores->rows == rows) return false;
  const ModelScope scope(m_recorder, "the watched head gets room for more");
  m_stepGraph.reset();
  STRATA_ASSIGN(Scores scores, scoresOf(m_options.watched, rows));
  m_scores.emplace(std::move(scores));
  return true;
}

/// Steps of two, so that watching costs as much as the rows that are used and seldom has to be made ready anew.
std::int64_t TransformerEngine::rowsToScore(std::int64_t position) const {
  const auto used = static_cast<std::uint64_t>(std::max(position + 1, kFewestScores));
  return std::min(m_options.capacity, static_cast<std::int64_t>(std::bit_ceil(used)));
}

/// The scores of a head come from one more product: its query times the cached keys.
Result<TransformerEngine::Scores> TransformerEngine::scoresOf(AttentionHead head, std::int64_t rows) {
  const TensorInfo info{.name = "scores", .shape = {1, rows}};
  Scores scores;
  scores.rows = rows;
  STRATA_ASSIGN(scores.device, makeTensor(m_device, info, MemoryKind::Device));
  STRATA_ASSIGN(scores.host, makeTensor(m_device, info, MemoryKind::Pinned));
  const ModelConfig& c = config();
  const std::string prefix = fmt::format("layers.{}.attention.", head.layer);
  const GraphTensor* query = m_single->find(prefix + "query_rotated");
  if (query == nullptr) query = m_single->find(prefix + "query");
  const std::int64_t kvHead = head.head / (c.heads / c.kvHeads);
  const TensorPlace keys =
      further(m_cache.layers[static_cast<std::size_t>(head.layer)].place(), kvHead * m_options.capacity * c.headSize);
  const OpRecipe recipe = scoresOp(c, rows);
  const std::vector<TensorPlace> places{further(query->place, head.head * c.headSize), keys, scores.device.place()};
  STRATA_ASSIGN(scores.op,
                prepareWished(m_ops, m_device.info(), KernelWish::Auto, recipe.operation, recipe.problem, places));
  scores.op.addArg({m_recorder.intern(arg::kResult), m_recorder.intern("scores to look at")});
  return scores;
}

Result<std::vector<std::vector<float>>> TransformerEngine::lookAgain(AttentionHead head, std::span<const int> tokens,
                                                                     std::int64_t position) {
  const ModelScope scope(m_recorder, fmt::format("layer {}, head {}: {} token{} read again", head.layer, head.head,
                                                 tokens.size(), tokens.size() == 1 ? "" : "s"));
  std::optional<Scores> scores;
  const auto look = [&](std::size_t i) -> Result<std::vector<float>> {
    const std::int64_t at = position + static_cast<std::int64_t>(i), rows = rowsToScore(at);
    if (!scores || scores->rows != rows) {
      STRATA_ASSIGN(Scores ready, scoresOf(head, rows));
      scores.emplace(std::move(ready));
    }
    STRATA_TRY(give(*m_single, m_hostInput, tokens.subspan(i, 1), at));
    STRATA_TRY(m_single->start(m_ops, *m_stream));
    STRATA_TRY(m_ops.start(scores->op, *m_stream));
    STRATA_TRY(m_ops.download(*m_stream, scores->device, scores->host));
    STRATA_TRY(m_stream->synchronize());
    return attentionFrom(*scores);
  };
  const HostTime begin = hostNow();
  STRATA_TRY(look(tokens.size() - 1));  // what it leaves is what the run left, so here one can turn back
  const double expected = (hostNow() - begin).seconds() * static_cast<double>(tokens.size());
  if (expected > kLongestLook) return tooLongToLook(head, tokens.size(), expected);
  std::vector<std::vector<float>> rows;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    STRATA_ASSIGN(std::vector<float> row, look(i));
    rows.push_back(std::move(row));
  }
  return rows;
}

/// As many rows at once as leave the activations small beside the weights of a large model.
std::int64_t TransformerEngine::mostRows() const {
  double perRow = 0;
  for (const GraphTensor& tensor : m_single->tensors()) {
    if (tensor.name.ends_with("cache")) continue;
    double elements = sizeof(float);
    for (const std::int64_t size : tensor.shape) elements *= static_cast<double>(size);
    perRow += elements;
  }
  return std::clamp(static_cast<std::int64_t>(kActivationBytes / perRow), std::int64_t{16}, kMostRows);
}

Result<bool> TransformerEngine::makeReady(std::int64_t tokens) {
  const std::int64_t most = mostRows(), whole = std::min(tokens, most), rest = tokens % most;
  bool never = m_last == nullptr;
  std::erase_if(m_pieces, [&](const std::unique_ptr<Piece>& piece) {
    const std::int64_t rows = piece->graph.rows();
    const bool goes = rows != whole && rows != rest;
    if (goes && m_last == &piece->graph) m_last = nullptr;
    return goes;
  });
  for (const std::int64_t rows : {whole, rest}) {
    if (rows <= 1) continue;
    if (pieceOf(rows) == nullptr) STRATA_TRY(makePiece(rows));
    never = never || !pieceOf(rows)->hasRun;
  }
  return never;
}

Result<std::vector<CallId>> TransformerEngine::read(std::span<const int> tokens, std::int64_t position,
                                                    const RunProgress& progress) {
  STRATA_TRY(makeReady(std::ssize(tokens)));
  std::vector<CallId> calls;
  const auto rows = static_cast<std::size_t>(mostRows());
  while (!tokens.empty()) {
    if (progress.stopRequested()) return Error{ErrorCode::Stopped, "Stopped while the prompt was read", Storey::Model};
    const auto piece = tokens.first(std::min(tokens.size(), rows));
    STRATA_ASSIGN(const CallId call, readPiece(piece, position, progress));
    calls.insert(calls.end(), piece.size(), call);
    position += std::ssize(piece);
    tokens = tokens.subspan(piece.size());
  }
  return calls;
}

Result<CallId> TransformerEngine::readPiece(std::span<const int> tokens, std::int64_t position,
                                            const RunProgress& progress) {
  if (tokens.size() == 1) STRATA_TRY(makeStepReady(position));
  const ModelScope scope(m_recorder, fmt::format("prompt, {} token{}", tokens.size(), tokens.size() == 1 ? "" : "s"));
  if (tokens.size() == 1) {
    STRATA_TRY(step(tokens[0], position));
    return scope.id();
  }
  Piece& piece = *pieceOf(std::ssize(tokens));
  STRATA_TRY(give(piece.graph, piece.hostInput, tokens, position));
  STRATA_TRY(piece.graph.start(m_ops, *m_stream));
  STRATA_TRY(m_ops.download(*m_stream, piece.graph.logits(), m_hostLogits));
  STRATA_TRY(waitPatiently(*m_stream, kPieceTime, progress));
  piece.hasRun = true;
  return scope.id();
}

TransformerEngine::Piece* TransformerEngine::pieceOf(std::int64_t rows) const {
  const auto found = std::ranges::find_if(m_pieces, [&](const auto& piece) { return piece->graph.rows() == rows; });
  return found == m_pieces.end() ? nullptr : found->get();
}

Result<void> TransformerEngine::makePiece(std::int64_t rows) {
  const ModelScope scope(m_recorder, fmt::format("operations for {} tokens are made ready", rows));
  STRATA_ASSIGN(TransformerGraph graph, TransformerGraph::build(m_parts, rows));
  STRATA_ASSIGN(Tensor input, makeTensor(m_device, graph.input().info, MemoryKind::Pinned));
  m_pieces.push_back(std::make_unique<Piece>(Piece{std::move(graph), std::move(input)}));
  return {};
}

Result<void> TransformerEngine::step(int token, std::int64_t position, bool asGraph) {
  STRATA_TRY(makeStepReady(position));
  STRATA_TRY(give(*m_single, m_hostInput, {&token, 1}, position));
  STRATA_TRY(asGraph ? m_ops.launch(*m_stepGraph) : startStep());
  STRATA_TRY(m_ops.download(*m_stream, m_single->logits(), m_hostLogits));
  if (m_scores) {
    STRATA_TRY(m_ops.download(*m_stream, m_single->residuals(), m_hostResiduals));
    STRATA_TRY(m_ops.download(*m_stream, m_scores->device, m_scores->host));
  }
  return m_stream->synchronize();
}

/// All that is computed for a token, and nothing that depends on which one it is. The scores do not overlap: what they
/// take for weights, and would read early, are the keys that this very token joined.
Result<void> TransformerEngine::startStep() {
  m_stream->setOverlap(m_overlap);
  Result<void> started = m_single->start(m_ops, *m_stream);
  m_stream->setOverlap(false);
  if (!started.ok()) return started;
  return m_scores ? m_ops.start(m_scores->op, *m_stream) : Result<void>();
}

Result<void> TransformerEngine::setOverlap(bool on) {
  if (on && !m_stream->canOverlap())
    return Error{ErrorCode::Unsupported,
                 fmt::format("{} begins no kernel before the one before it has ended: that takes an NVIDIA GPU of "
                             "compute capability 9.0 or later. Set overlap=off.",
                             m_device.info().name),
                 Storey::Runtime};
  if (m_overlap != on) m_stepGraph.reset();
  m_overlap = on;
  return {};
}

Result<void> TransformerEngine::captureStep() {
  if (m_stepGraph) return {};
  const ModelScope scope(m_recorder, "the operations of a token become a graph");
  STRATA_ASSIGN(m_stepGraph, m_stream->capture([this] { return startStep(); }));
  return {};
}

/// Tokens and their positions go to the device, from a copy on the host that no step on its way still reads.
Result<void> TransformerEngine::give(TransformerGraph& graph, Tensor& host, std::span<const int> tokens,
                                     std::int64_t position) {
  const auto values = host.buffer->span<std::int32_t>();
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    values[i] = tokens[i];
    values[tokens.size() + i] = static_cast<std::int32_t>(position) + static_cast<std::int32_t>(i);
  }
  m_last = &graph;
  m_position = position + std::ssize(tokens) - 1;
  const auto tokensThere = static_cast<double>(m_position + 1);
  m_fill.holds(tokensThere, m_cache.bytes() * tokensThere / static_cast<double>(m_cache.capacity));
  return m_ops.upload(*m_stream, host, graph.input());
}

Result<void> TransformerEngine::checkFinite(std::span<const float> logits) {
  if (allFinite(logits)) return {};
  const bool isNan = std::ranges::any_of(logits, [](float logit) { return std::isnan(logit); });
  STRATA_ASSIGN(const std::string begin, beginOfNotFinite());
  return Error{ErrorCode::CheckFailed,
               fmt::format("The logits of token {} are not finite ({}), first {}: {}", m_position,
                           isNan ? "NaN" : "infinite", begin, whyNotFinite()),
               Storey::Model};
}

/// All weights were looked at when they were read.
std::string TransformerEngine::whyNotFinite() const {
  const std::optional<NotFiniteWeight>& weight = m_weights.notFinite;
  if (!weight) return "activations overflow, since all weights in the file are finite.";
  return fmt::format(
      "the file has {} for a weight, first in {}, row {}, column {} (counted from 0). Fetch the file "
      "again, or take another one.",
      weight->isNan ? "NaN" : "an infinite number", weight->tensor, weight->row, weight->column);
}

/// Of the residual stream of what ran last.
Result<std::string> TransformerEngine::beginOfNotFinite() {
  STRATA_ASSIGN(const Values embedding, download("embedding"));
  if (!allFinite(embedding.values)) return std::string("in the embedding");
  for (std::int64_t layer = 0; layer < config().layers; ++layer) {
    STRATA_ASSIGN(const Values residual, download(fmt::format("layers.{}.residual", layer)));
    if (!allFinite(residual.values)) return fmt::format("in layer {}", layer);
  }
  return std::string("behind the last layer");
}

std::vector<float> TransformerEngine::residualNorms() const {
  const auto all = m_hostResiduals.buffer->span<const float>();
  const auto dim = static_cast<std::size_t>(config().dim);
  const std::size_t stride = all.size() / (1 + 2 * static_cast<std::size_t>(config().layers));
  std::vector<float> norms;
  for (std::size_t begin = 0; begin < all.size();
       begin += 2 * stride) {  // not those between attention and feed-forward
    double squares = 0;
    for (const float value : all.subspan(begin, dim))
      squares += static_cast<double>(value) * static_cast<double>(value);
    norms.push_back(static_cast<float>(std::sqrt(squares)));
  }
  return norms;
}

std::vector<float> TransformerEngine::attentionWeights() const {
  return attentionFrom(*m_scores);
}

/// Of the last token.
std::vector<float> TransformerEngine::attentionFrom(const Scores& scores) const {
  const auto used = scores.host.buffer->span<const float>().first(static_cast<std::size_t>(m_position) + 1);
  std::vector<float> weights(used.begin(), used.end());
  for (float& weight : weights) weight /= std::sqrt(static_cast<float>(config().headSize));
  softmax(weights, weights);
  return weights;
}

Result<std::vector<NodeTime>> TransformerEngine::profile(int repeats) {
  std::vector<GraphNode>& nodes = m_single->nodes();
  std::vector<std::unique_ptr<Event>> marks(nodes.size() + 1);
  for (std::unique_ptr<Event>& mark : marks) {
    STRATA_ASSIGN(mark, m_device.createEvent());
  }
  std::vector<std::vector<double>> seconds(nodes.size());
  const ModelScope scope(m_recorder, "the last token again, each operation timed");
  for (int i = 0; i < repeats; ++i) {
    STRATA_TRY(m_stream->record(*marks[0]));
    for (std::size_t n = 0; n < nodes.size(); ++n) {
      STRATA_TRY(m_ops.start(nodes[n].op, *m_stream));
      STRATA_TRY(m_stream->record(*marks[n + 1]));
    }
    STRATA_TRY(m_stream->synchronize());
    for (std::size_t n = 0; n < nodes.size(); ++n) {
      STRATA_ASSIGN(const Duration time, marks[n + 1]->since(*marks[n]));
      seconds[n].push_back(time.seconds());
    }
  }
  std::vector<NodeTime> times;
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    std::ranges::sort(seconds[n]);
    times.push_back({nodes[n].name, nodes[n].kind, nodes[n].layer, seconds[n][medianPlace(seconds[n].size())]});
  }
  return times;
}

Result<LaunchTimes> TransformerEngine::launchTimes(int repeats, bool withGraph) {
  const ModelScope scope(m_recorder, "the last token again, its launches timed");
  std::vector<Duration> oneByOne, graph;
  const auto measure = [this](std::vector<Duration>& times, auto&& start) -> Result<void> {
    const HostTime begin = hostNow();
    STRATA_TRY(start());
    times.push_back(hostNow() - begin);
    return m_stream->synchronize();
  };
  for (int i = 0; i < repeats; ++i) {
    STRATA_TRY(measure(oneByOne, [this] { return startStep(); }));
    if (withGraph && m_stepGraph) STRATA_TRY(measure(graph, [this] { return m_ops.launch(*m_stepGraph); }));
  }
  LaunchTimes times{median(oneByOne), std::nullopt};
  if (!graph.empty()) times.graph = median(graph);
  return times;
}

Result<TransformerEngine::Values> TransformerEngine::download(std::string_view name) {
  const GraphTensor* const tensor = m_last ? m_last->find(name) : nullptr;
  if (tensor == nullptr) {
    std::vector<std::string> known;
    if (m_last)
      for (const GraphTensor& each : m_last->tensors()) known.push_back(each.name);
    return Error{ErrorCode::Usage, fmt::format("transformer has no tensor '{}'; {}", name, suggestion(name, known)),
                 Storey::Model};
  }
  std::size_t elements = 1;
  for (const std::int64_t size : tensor->shape) elements *= static_cast<std::size_t>(size);
  const std::size_t end = tensor->place.offset + elements * sizeof(float);
  STRATA_ASSIGN(const std::unique_ptr<Buffer> host, m_device.allocate(end, MemoryKind::Pinned));
  STRATA_TRY(m_stream->copy(*host, *tensor->place.buffer, end));
  STRATA_TRY(m_stream->synchronize());
  const auto values = host->span<const float>().subspan(tensor->place.offset / sizeof(float), elements);
  return Values{tensor->shape, {values.begin(), values.end()}, m_position};
}

}  // namespace strata::inline workloads
