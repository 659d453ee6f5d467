#pragma once

#include <string>
#include <string_view>

#include "engine/modelfile/json_text.h"
#include "engine/modelfile/word_split.h"

namespace strata::inline modelfile {

/// What tokenizer.json's normalizer and pre_tokenizer come down to.
struct WordCuts {
  bool byteLevel = false;  ///< words and byte letters; else the whole text with ▁ for spaces
  WordRule words = WordRule::Gpt2;
  bool prefixSpace = false;
  bool ownSpaceIsPrefix = false;  ///< no space goes before one that the text begins with
};

/// Knows ByteLevel, alone, after Digits or after a Split into words of GPT-2 or Llama 3; and ▁ for spaces as normalizer
/// (Prepend, Replace) or as Metaspace. Anything else is Unsupported.
Result<WordCuts> readWordCuts(const JsonFields& root);

/// The special token that the post-processor's template puts in front; empty if it puts none.
std::string firstOfTemplate(const JsonFields& root);

}  // namespace strata::inline modelfile
