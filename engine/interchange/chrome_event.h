#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/interchange/chrome_args.h"
#include "engine/trace/trace_snapshot.h"

namespace strata::inline interchange {

/// The key under which a counter's line has what other events have as arguments: readers draw each entry of "args" as a
/// series of its own, and skip keys that they do not know.
inline constexpr std::string_view kOwnOfValue = "strata";

/// Appends the lines of "traceEvents".
class ChromeEventText {
 public:
  ChromeEventText(const TraceSnapshot& snapshot, HostTime base)
      : m_snapshot(snapshot), m_base(base), m_args(snapshot) {}

  /// `step` is the number of the step that the slice is, or 0.
  void slice(std::string& out, const TraceEvent& event, HostTime end, ChromePlace place, std::uint32_t step);
  void instant(std::string& out, const TraceEvent& event, ChromePlace place);
  void counter(std::string& out, const TraceEvent& event, std::int64_t pid, std::string_view unit);
  /// One end of an arrow: phase 's' or 'f'.
  void flow(std::string& out, char phase, CorrelationId id, HostTime time, ChromePlace place);
  void metadata(std::string& out, std::string_view what, ChromePlace place, std::string_view key,
                std::string_view text);
  void metadata(std::string& out, std::string_view what, ChromePlace place, std::string_view key, std::int64_t number);

 private:
  void open(std::string& out, char phase, ChromePlace place);
  void time(std::string& out, std::string_view key, std::int64_t ns) const;
  void head(std::string& out, char phase, const TraceEvent& event, std::string_view name, ChromePlace place);

  const TraceSnapshot& m_snapshot;
  HostTime m_base;
  ChromeArgs m_args;
  bool m_any = false;
};

}  // namespace strata::inline interchange
