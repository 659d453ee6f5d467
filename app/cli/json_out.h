#pragma once

#include <nlohmann/json.hpp>

#include "app/session/exit_code.h"
#include "engine/base/result.h"

namespace strata::inline cli {

using OrderedJson = nlohmann::ordered_json;

/// Writes one object to standard output; bytes that are no UTF-8 are replaced.
void printJson(const OrderedJson& json);

OrderedJson errorJson(const Error& error);

/// complain(), and where JSON was asked for the error as an object on standard output, of the version that the
/// command's own has.
ExitCode complain(const Error& error, bool json, int version = 1);

}  // namespace strata::inline cli
