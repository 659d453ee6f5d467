#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/protocol/run_result.h"
#include "engine/trace/trace_recorder.h"
#include "layers/workloads/common/roofs.h"
#include "layers/workloads/transformer/transformer_engine.h"

namespace strata::inline workloads {

/// How long one token took to generate, and the call that did it.
struct TokenTime {
  CallId call = CallId::None;
  Duration time;
};

/// What a run of a transformer did.
struct TransformerOutcome {
  std::string text;                 ///< prompt and what was written
  std::vector<int> promptIds, ids;  ///< ids: what was written
  std::size_t promptRead = 0;       ///< tokens of the prompt that had to be read; the others were known
  Duration promptTime;
  bool promptWasFirst = false;          ///< that its operations read
  std::vector<TokenTime> steps;         ///< one for each token that was fed back
  std::vector<NodeTime> operations;     ///< of the last token; empty where they were not timed
  std::optional<LaunchTimes> launches;  ///< of the last token
  std::string ending;                   ///< why it ended
};

/// The result that is shown and saved: figures, and under "details" text, ids, and times by operation and by layer.
RunResult transformerResult(const TransformerOutcome& outcome, const TransformerEngine& engine,
                            const std::optional<Roofs>& roofs);

/// Of a run whose numbers were wrong: what it read and wrote, and no speed.
RunResult failedTransformer(const TransformerOutcome& outcome, const TransformerEngine& engine, const Error& why);

}  // namespace strata::inline workloads
