#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace strata::inline base {

/// Where a number comes from; stored with it and shown beside it. Stored in sessions: never renumber.
enum class Provenance : std::uint8_t {
  Measured,  ///< a clock or a counter read it
  Counted,   ///< exact, from the kernel's own work
  Modelled,  ///< a formula
  Spec,      ///< a data sheet
};

constexpr std::string_view provenanceKey(Provenance provenance) {
  switch (provenance) {
    case Provenance::Measured: return "measured";
    case Provenance::Counted: return "counted";
    case Provenance::Modelled: return "modelled";
    case Provenance::Spec: return "spec";
  }
  return "unknown";
}

constexpr std::optional<Provenance> provenanceFromKey(std::string_view key) {
  for (Provenance p : {Provenance::Measured, Provenance::Counted, Provenance::Modelled, Provenance::Spec})
    if (provenanceKey(p) == key) return p;
  return std::nullopt;
}

}  // namespace strata::inline base
