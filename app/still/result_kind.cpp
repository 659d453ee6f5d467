#include "app/still/result_kind.h"

#include "app/facts/variant_facts.h"

namespace strata::inline still {

std::string kindOf(std::span<const RunResult> results, std::string_view field) {
  for (const RunResult& result : results)
    if (const auto kind = kindOf(result, field)) return std::string(provenanceKey(*kind));
  return "–";
}

}  // namespace strata::inline still
