#include "engine/interchange/results_table.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "engine/interchange/json_document.h"
#include "engine/interchange/json_number.h"

namespace strata::inline interchange {

namespace {

using ResultJson = nlohmann::json;

std::string exact(const ResultJson& value) {
  std::string text;
  if (value.is_number_integer())
    appendNumber(text, value.get<std::int64_t>());
  else if (value.is_number() && std::isfinite(value.get<double>()))
    appendNumber(text, value.get<double>());
  return text;
}

std::string nanoseconds(const ResultJson& seconds) {
  constexpr double kMostSeconds = 9e9;
  std::string text;
  if (const double time = numberOf(seconds, -1); time >= 0 && time < kMostSeconds)
    appendNumber(text, std::llround(time * 1e9));
  return text;
}

std::string worded(const ResultJson& value) {
  return std::string(textOf(value));
}

const ResultJson& figureOf(const ResultRow& row, std::string_view name) {
  static const ResultJson kAbsent;
  const ResultJson& figures = memberOf(row.result, "figures");
  if (!figures.is_array()) return kAbsent;
  const auto found =
      std::ranges::find_if(figures, [&](const ResultJson& figure) { return textOf(memberOf(figure, "name")) == name; });
  return found == figures.end() ? kAbsent : *found;
}

std::string callText(const ResultRow& row, std::string_view key) {
  std::string text;
  if (const std::int64_t call = indexOf(memberOf(row.result, key)); call > 0)
    appendNumber(text, call + row.callsBefore);
  return text;
}

/// "m=512; type=fp32"
std::string parametersText(const ResultRow& row) {
  std::string text;
  if (!row.parameters.is_object()) return text;
  for (const auto& [name, value] : row.parameters.items()) {
    text.append(text.empty() ? "" : "; ").append(name).append("=");
    text += value.is_string() ? worded(value) : value.dump();
  }
  return text;
}

/// Of the member, or of the member's member.
const ResultJson& at(const ResultRow& row, std::string_view key, std::string_view inner = {}) {
  const ResultJson& value = memberOf(row.result, key);
  return inner.empty() ? value : memberOf(value, inner);
}

}  // namespace

std::span<const ResultColumn> resultColumns() {
  using Row = const ResultRow&;
  static constexpr ResultColumn kColumns[] = {
      {"parameters", parametersText},
      {"variant", [](Row row) { return worded(at(row, "variant")); }},
      {"status", [](Row row) { return worded(at(row, "status")); }},
      {"message", [](Row row) { return worded(at(row, "message")); }},
      {"median_ns", [](Row row) { return nanoseconds(at(row, "seconds", "median")); }},
      {"min_ns", [](Row row) { return nanoseconds(at(row, "seconds", "min")); }},
      {"max_ns", [](Row row) { return nanoseconds(at(row, "seconds", "max")); }},
      {"repeats", [](Row row) { return exact(at(row, "seconds", "repeats")); }},
      {"clock", [](Row row) { return worded(at(row, "seconds", "clock")); }},
      {"time_provenance", [](Row row) { return worded(at(row, "kinds", "seconds")); }},
      {"gflop_per_second", [](Row row) { return exact(at(row, "gflops")); }},
      {"gflop_provenance", [](Row row) { return worded(at(row, "kinds", "gflops")); }},
      {"gigabytes_per_second", [](Row row) { return exact(at(row, "gbytes_per_s")); }},
      {"gigabytes_provenance", [](Row row) { return worded(at(row, "kinds", "gbytes_per_s")); }},
      {"tokens_per_second", [](Row row) { return exact(memberOf(figureOf(row, "generation_tokens_per_s"), "value")); }},
      {"share_of_roof", [](Row row) { return exact(memberOf(figureOf(row, "share_of_roof"), "value")); }},
      {"share_of_roof_provenance", [](Row row) { return worded(memberOf(figureOf(row, "share_of_roof"), "kind")); }},
      {"error", [](Row row) { return exact(at(row, "error", "value")); }},
      {"error_limit", [](Row row) { return exact(at(row, "error", "limit")); }},
      {"error_metric", [](Row row) { return worded(at(row, "error", "metric")); }},
      {"modelled_gpu", [](Row row) { return worded(at(row, "modelled", "gpu_title")); }},
      {"modelled_ns", [](Row row) { return nanoseconds(at(row, "modelled", "seconds")); }},
      {"first_call", [](Row row) { return callText(row, "first_call"); }},
      {"last_call", [](Row row) { return callText(row, "last_call"); }},
      {"median_call", [](Row row) { return callText(row, "median_call"); }},
  };
  return kColumns;
}

std::string tabbedResults(std::span<const ResultRow> rows) {
  std::string text;
  const auto put = [&](std::string cell, bool first) {
    std::ranges::replace_if(
        cell, [](char c) { return c == '\t' || c == '\r' || c == '\n'; }, ' ');
    text.append(first ? "" : "\t").append(cell);
  };
  const auto columns = resultColumns();
  for (const ResultColumn& column : columns) put(std::string(column.name), &column == &columns.front());
  for (const ResultRow& row : rows) {
    text += '\n';
    for (const ResultColumn& column : columns) put(column.cell(row), &column == &columns.front());
  }
  return text;
}

}  // namespace strata::inline interchange
