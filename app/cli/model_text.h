#pragma once

#include <string>

#include "engine/protocol/run_result.h"

namespace strata::inline cli {

/// Whether a result is that of a language model: it has the ids it wrote among its details.
bool hasModelText(const RunResult& result);

/// What a language model wrote (without a tokenizer its ids), its figures, and its time by operation and by layer.
std::string modelText(const RunResult& result);

}  // namespace strata::inline cli
