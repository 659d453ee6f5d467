#include "engine/modelfile/made_tokenizer.h"

namespace strata::inline modelfile {

Result<void> takeTokenizer(Result<std::shared_ptr<const Tokenizer>> made, ModelParts& parts) {
  if (!made.ok() && made.error().code != ErrorCode::Unsupported) return made.error();
  if (made.ok())
    parts.tokenizer = std::move(made).value();
  else
    parts.description.push_back("no tokenizer: " + made.error().message);
  return {};
}

}  // namespace strata::inline modelfile
