#pragma once

#include <string_view>

#include "engine/base/storey.h"

namespace strata::inline common {

/// What a storey of the stack is, for somebody who meets it for the first time. Plain data; no machine is asked.
struct StackLayer {
  Storey storey = Storey::Other;
  std::string_view teaching;         ///< a paragraph: what happens here, and what it costs when it goes wrong
  std::string_view cuda, rocm, cpu;  ///< who lives here on each platform, one sentence each
};

}  // namespace strata::inline common
