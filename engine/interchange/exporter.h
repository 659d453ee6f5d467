#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/trace/trace_snapshot.h"

namespace strata::inline interchange {

/// What an export wrote, counted as Perfetto's trace_processor counts (an instant is a slice without length).
struct ExportSummary {
  std::uint64_t slices = 0, flows = 0, counters = 0;
  std::uint64_t arrowsLeftOut = 0;            ///< that the format cannot say
  std::optional<std::uint64_t> results = {};  ///< of a table of them, which has nothing else
  friend constexpr bool operator==(const ExportSummary&, const ExportSummary&) = default;
};

/// "142 slices, 61 flows, 1 counter value"; "9 results"
std::string writtenText(const ExportSummary& summary);

/// One format that a session can be written in. A file NAME_exporter.cpp that defines const Exporter& nameExporter() is
/// all that a new one takes.
struct Exporter {
  std::string_view name;         ///< used on the command line: "chrome"
  std::string_view title;        ///< in a menu: "Chrome trace"
  std::string_view extension;    ///< of its files, without the dot: "json"
  std::string_view description;  ///< for people, half a sentence
  /// Writes the file, replacing it. Error Io with what to do if it cannot be written.
  Result<ExportSummary> (*write)(const TraceSnapshot& snapshot, const std::string& path);
  /// The same for older readers of the format; null if there is no such difference.
  Result<ExportSummary> (*writeCompatible)(const TraceSnapshot& snapshot, const std::string& path) = nullptr;
};

/// All formats, in order of their files' names.
std::span<const Exporter> exporters();
/// nullptr if there is none of this name.
const Exporter* findExporter(std::string_view name);

}  // namespace strata::inline interchange
