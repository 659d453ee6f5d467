#pragma once

#include <fmt/core.h>

#include "engine/base/standard_streams.h"

namespace strata::inline cli {

/// To standard output, like printText.
template <class... Values>
void print(fmt::format_string<Values...> format, Values&&... values) {
  printText(fmt::format(format, std::forward<Values>(values)...));
}

/// To standard error, like printRemark.
template <class... Values>
void remark(fmt::format_string<Values...> format, Values&&... values) {
  printRemark(fmt::format(format, std::forward<Values>(values)...));
}

}  // namespace strata::inline cli
