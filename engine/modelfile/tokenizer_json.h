#pragma once

#include <string>
#include <string_view>

#include "engine/modelfile/json_text.h"

namespace strata::inline modelfile {

/// What tokenizer.json's normalizer and pre_tokenizer come down to.
struct WordCuts {
  bool byteLevel = false;  ///< GPT-2's words and byte letters; else the whole text with ▁ for spaces
  bool digitsAlone = false;
  bool prefixSpace = false;
};

/// Knows ByteLevel, alone or after Digits; and ▁ for spaces as normalizer (Prepend, Replace) or as Metaspace. Anything
/// else is Unsupported.
Result<WordCuts> readWordCuts(const JsonFields& root);

/// The special token that the post-processor's template puts in front; empty if it puts none.
std::string firstOfTemplate(const JsonFields& root);

}  // namespace strata::inline modelfile
