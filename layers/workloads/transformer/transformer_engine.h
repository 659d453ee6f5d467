#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/modelfile/model_file.h"
#include "engine/protocol/token_story.h"
#include "layers/workloads/common/run_progress.h"
#include "layers/workloads/transformer/cache_fill.h"
#include "layers/workloads/transformer/transformer_graph.h"

namespace strata::inline workloads {

struct EngineOptions {
  std::int64_t capacity = 0;  ///< tokens the cache has room for
  KernelWish wish = KernelWish::Auto;
  bool watch = false;  ///< bring back what is shown of each token
  AttentionHead watched = {};
  friend bool operator==(const EngineOptions&, const EngineOptions&) = default;
};

/// How long one operation took, on the device's clock.
struct NodeTime {
  std::string name, kind;
  int layer = -1;
  double seconds = 0;
};

/// How long the host takes to start all operations of one token.
struct LaunchTimes {
  Duration oneByOne;
  std::optional<Duration> graph;
};

/// A model on a device, with the keys and values of what it has read. One thread.
class TransformerEngine {
 public:
  static Result<std::unique_ptr<TransformerEngine>> create(std::shared_ptr<const ModelFile> model, Device& device,
                                                           TraceRecorder& recorder, const Routines& routines,
                                                           EngineOptions options, const RunProgress& progress);

  const ModelConfig& config() const { return m_model->config(); }
  const ModelFile& model() const { return *m_model; }
  const DeviceInfo& device() const { return m_device.info(); }
  const EngineOptions& options() const { return m_options; }
  const TransformerWeights& weights() const { return m_weights; }
  const KvCache& cache() const { return m_cache; }

  /// Makes operations for so many tokens ready, so that reading them takes no longer than the reading. Whether these
  /// operations have never run.
  Result<bool> makeReady(std::int64_t tokens);
  /// Reads tokens that stand at `position` and on, all at once as far as memory allows; what stood there before is
  /// forgotten. Each piece is a call of its own in the trace; returns the call of each token.
  Result<std::vector<CallId>> read(std::span<const int> tokens, std::int64_t position, const RunProgress& progress);
  /// What tells how a watched head looks at each token grows with the text. Makes room for one at `position`, so that a
  /// step takes no longer than the step. Whether there is a new operation that has never run.
  Result<bool> makeStepReady(std::int64_t position);
  /// Reads one token, in the current call; as a graph only after makeStepReady and captureStep. Its operations are
  /// started one by one, or as the graph that was captured.
  Result<void> step(int token, std::int64_t position, bool asGraph = false);
  /// Whether kernels of a step begin before the one before has ended; off at first. Unsupported where none can.
  Result<void> setOverlap(bool on);
  /// Makes what stepAhead needs, unless it is there.
  Result<void> prepareAhead();
  /// After prepareAhead. Starts a step whose next token the device chooses itself, the likeliest one, and tells by
  /// chosen(). Without a token it reads the one that the step before has chosen, so that nothing waits for the host.
  /// Two may be on their way, at positions that follow each other.
  Result<void> stepAhead(std::optional<int> token, std::int64_t position, bool asGraph);
  /// Waits for the step at this position, and tells what it has chosen.
  Result<int> chosen(std::int64_t position);
  /// Waits for all steps that are on their way.
  Result<void> settle() { return m_stream->synchronize(); }
  /// Makes a graph of the operations of one token, unless it is there. They must have run before: what is loaded at the
  /// first start of an operation cannot be captured. Unsupported where the device has no graphs.
  Result<void> captureStep();
  const Graph* stepGraph() const { return m_stepGraph.get(); }  ///< nullptr until it is captured

  std::int64_t mostRows() const;  ///< of a piece of a prompt

  /// After read or step: of the last token, what may come next.
  std::span<const float> logits() const { return m_hostLogits.buffer->span<const float>(); }
  /// CheckFailed, with where that begins, if not all of these are finite: logits of the token that was read last.
  Result<void> checkFinite(std::span<const float> logits);
  /// After step, where it is watched: lengths of the residual stream, after the embedding and after each layer.
  std::vector<float> residualNorms() const;
  /// After step, where it is watched: how much the token looked at each one up to itself.
  std::vector<float> attentionWeights() const;

  /// How much each of these tokens looked at every one up to itself, by one head. They are read again at `position` and
  /// on as step reads them, one by one; the last of them must be what was read last. Usage where that would take long.
  Result<std::vector<std::vector<float>>> lookAgain(AttentionHead head, std::span<const int> tokens,
                                                    std::int64_t position);

  /// Runs the last step again with a mark between all operations, and takes the median of `repeats`.
  Result<std::vector<NodeTime>> profile(int repeats);
  /// Runs the last step again, started one by one and, if it was captured and is wished for, as a graph, in turn;
  /// medians of `repeats`.
  Result<LaunchTimes> launchTimes(int repeats, bool withGraph);

  /// A result of the graph that ran last, with all its values; Usage, naming what there is, if there is none such.
  struct Values {
    std::vector<std::int64_t> shape;
    std::vector<float> values;
    std::int64_t token = 0;  ///< position of the one that the last row is of
  };
  Result<Values> download(std::string_view name);

 private:
  TransformerEngine(std::shared_ptr<const ModelFile> model, Device& device, TraceRecorder& recorder,
                    const Routines& routines, EngineOptions options)
      : m_model(std::move(model)),
        m_device(device),
        m_recorder(recorder),
        m_options(options),
        m_ops(recorder, device, routines),
        m_parts{m_model->config(), m_weights, m_cache, device, recorder, m_ops, options.wish} {}

  /// What reads so many tokens of a prompt at once.
  struct Piece {
    TransformerGraph graph;
    Tensor hostInput;
    bool hasRun = false;
  };

  /// One more product: how a head's query fits so many keys, the first of the cache.
  struct Scores {
    std::int64_t rows = 0;
    Tensor device, host;
    PreparedOp op;
  };

  Result<void> prepare(const RunProgress& progress);
  Result<Scores> scoresOf(AttentionHead head, std::int64_t rows);
  Result<void> give(TransformerGraph& graph, Tensor& host, std::span<const int> tokens, std::int64_t position);
  Result<CallId> readPiece(std::span<const int> tokens, std::int64_t position, const RunProgress& progress);
  Piece* pieceOf(std::int64_t rows) const;
  Result<void> makePiece(std::int64_t rows);
  Result<void> startStep();
  std::int64_t rowsToScore(std::int64_t position) const;
  std::vector<float> attentionFrom(const Scores& scores) const;
  Result<std::string> beginOfNotFinite();
  std::string whyNotFinite() const;

  std::shared_ptr<const ModelFile> m_model;
  Device& m_device;
  TraceRecorder& m_recorder;
  EngineOptions m_options;
  Ops m_ops;
  TransformerWeights m_weights;
  CacheFill m_fill{m_recorder};  ///< says that the cache is gone once it is
  KvCache m_cache;
  TransformerParts m_parts;
  std::optional<TransformerGraph> m_single;      ///< one row
  std::vector<std::unique_ptr<Piece>> m_pieces;  ///< of the last prompt: the whole ones' and what was left
  TransformerGraph* m_last = nullptr;            ///< that ran last
  std::int64_t m_position = 0;                   ///< of the last token
  Tensor m_hostInput, m_hostLogits, m_hostResiduals;
  std::optional<Scores> m_scores;  ///< of the watched head
  bool m_overlap = false;
  /// What a step ahead reads and tells on the host's side, until the host has looked at it.
  struct Ahead {
    Tensor input, chosen;
    std::unique_ptr<Event> told;
  };
  std::array<Ahead, 2> m_ahead;  ///< used in turn
  Tensor m_chosen;               ///< on the device
  std::optional<PreparedOp> m_chooseOp;
  std::unique_ptr<Stream> m_stream;  ///< destroyed before these: it may still work on them
  std::unique_ptr<Graph> m_stepGraph;
};

}  // namespace strata::inline workloads
