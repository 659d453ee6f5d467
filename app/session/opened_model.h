#pragma once

#include <optional>
#include <string>

#include "engine/base/result.h"

namespace strata::inline session {

/// A model that somebody opens as if it were a session.
struct OpenedModel {
  std::string experiment;  ///< that runs it
  std::string path;        ///< as its parameter kModelParameter names it
};
inline constexpr const char *kModelParameter = "model", *kTokenizerParameter = "tokenizer";

/// No value: the path is of no model.
std::optional<OpenedModel> openedModel(const std::string& path);

/// Usage, with what opens it and what runs it.
Error modelIsNoSession(const OpenedModel& model);

}  // namespace strata::inline session
