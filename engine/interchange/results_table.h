#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>

namespace strata::inline interchange {

/// A row of a table of results.
struct ResultRow {
  const nlohmann::json& result;      ///< of one variant, as docs/json.md has it
  const nlohmann::json& parameters;  ///< that it ran with, an object; null: not told
  std::uint32_t callsBefore = 0;     ///< calls that the session numbers before the result's first
};

/// A column: its name, with the unit, and what it says of a row. Exact numbers; empty: the row does not have it.
struct ResultColumn {
  std::string_view name;
  std::string (*cell)(const ResultRow& row);
};

/// Documented in docs/interchange.md.
std::span<const ResultColumn> resultColumns();

/// A line of names and a line for each row, apart by tabs, as a spreadsheet takes them from the clipboard.
std::string tabbedResults(std::span<const ResultRow> rows);

}  // namespace strata::inline interchange
