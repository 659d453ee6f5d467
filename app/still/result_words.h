#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engine/protocol/run_result.h"

namespace strata::inline still {

std::string statusText(
    const RunResult& result);  ///< "ok", "TORN", "FAILED", "unsupported", "left out", "modelled", "not run"
/// "12.0 ms – 14.0 ms"; "–" where nothing was timed.
std::string spreadText(const RunResult& result);
/// The GPU that their times are modelled on; empty: none is modelled.
std::string modelledOn(std::span<const RunResult> results);
/// What results say of themselves, why they failed or did not run, a line each behind `indent`.
std::string reasonsText(std::span<const RunResult> results, std::string_view indent = {});

}  // namespace strata::inline still
