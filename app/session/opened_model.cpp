#include "app/session/opened_model.h"

#include <fmt/format.h>

#include "engine/base/shell_word.h"
#include "engine/base/shipped.h"
#include "engine/modelfile/model_at.h"

namespace strata::inline session {

std::optional<OpenedModel> openedModel(const std::string& path) {
  const auto found = modelAt(path);
  if (!found) return std::nullopt;
  return OpenedModel{found->use == ModelUse::Text ? "transformer" : "cnn", found->path.string()};
}

Error modelIsNoSession(const OpenedModel& model) {
  const bool text = model.experiment == "transformer";
  return {ErrorCode::Io,
          fmt::format("{} is {}, no session. strata-studio FILE puts it into the form of its experiment; strata run {} "
                      "--set {}={} runs it ({}).",
                      model.path, text ? "a language model" : "an ONNX network", model.experiment, kModelParameter,
                      shellWord(model.path), shippedDocument(text ? "transformer.md" : "cnn.md"))};
}

}  // namespace strata::inline session
