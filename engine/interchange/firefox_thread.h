#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>

#include "engine/interchange/foreign_trace.h"
#include "engine/interchange/import_message.h"
#include "engine/interchange/still_wanted.h"

namespace strata::inline interchange {

/// A Firefox profile that is being read, in its processed form.
struct FirefoxProfile {
  const nlohmann::json& shared;  ///< tables of all threads, in newer ones
  double intervalMs;             ///< between samples
  StillWanted& wanted;           ///< asked for each sample and marker
  TraceStore& store;
  ForeignTrace& trace;
  ImportFacts& facts;
};

/// Puts a thread's samples in its group, its markers in one beside it. `number` is its own among all.
void readFirefoxThread(const FirefoxProfile& profile, const nlohmann::json& thread, std::int64_t number);

}  // namespace strata::inline interchange
