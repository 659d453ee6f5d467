#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/json_out.h"
#include "app/session/session_messages.h"

namespace strata::inline cli {

/// What the results of two runs say under one name.
struct ComparedFigure {
  std::string variant, name, unit;
  std::array<std::optional<double>, 2> values;
  std::array<std::optional<Provenance>, 2> kinds;
};

/// The median times ("seconds") and then all figures of both runs' variants; of two experiments none, as their variants
/// are never the same, nor where only one side is a run.
std::vector<ComparedFigure> comparedFigures(const std::optional<RunRecord>& a, const std::optional<RunRecord>& b);

/// Those that differ, as a table; empty: there are none.
std::string figuresText(const std::vector<ComparedFigure>& figures);
OrderedJson figuresJson(const std::vector<ComparedFigure>& figures);

}  // namespace strata::inline cli
