#pragma once

#include <string>
#include <utility>

#include "engine/base/result.h"

namespace strata::inline workloads {

/// What is wrong with a request, as the model storey says it.
inline Error usage(std::string message) {
  return {ErrorCode::Usage, std::move(message), Storey::Model};
}

}  // namespace strata::inline workloads
