#pragma once

#include <nlohmann/json.hpp>

#include "engine/base/result.h"

namespace strata::inline cli {

using OrderedJson = nlohmann::ordered_json;

/// Writes one object to standard output; bytes that are no UTF-8 are replaced.
void printJson(const OrderedJson& json);

OrderedJson errorJson(const Error& error);

}  // namespace strata::inline cli
