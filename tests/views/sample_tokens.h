#pragma once

#include <cstddef>
#include <memory>

#include "engine/protocol/token_story.h"

namespace strata {

/// A text of a model with 3 layers: four tokens of a prompt, read by call 1, then `written` tokens, read by calls 2 and
/// on; the last was read by nobody. After token i come, with probability 1/2 and 1/4, tokens of id i + 1 and 1000 + i.
/// Token i looked at token j with a weight of (j + 1) over the sum of all.
std::shared_ptr<TokenStory> sampleTokens(std::size_t written);

}  // namespace strata
