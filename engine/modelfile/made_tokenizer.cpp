#include "engine/modelfile/made_tokenizer.h"

namespace strata::inline modelfile {

void lackTokenizer(std::string why, ModelParts& parts) {
  parts.description.push_back("no tokenizer: " + why);
  parts.noTokenizer = std::move(why);
}

Result<void> takeTokenizer(Result<std::shared_ptr<const Tokenizer>> made, ModelParts& parts) {
  if (!made.ok() && made.error().code != ErrorCode::Unsupported) return made.error();
  if (made.ok())
    parts.tokenizer = std::move(made).value();
  else
    lackTokenizer(made.error().message, parts);
  return {};
}

}  // namespace strata::inline modelfile
