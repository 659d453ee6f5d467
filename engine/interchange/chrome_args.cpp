#include "engine/interchange/chrome_args.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <optional>

#include "engine/interchange/chrome_lanes.h"
#include "engine/interchange/json_text.h"

namespace strata {

namespace {

using Keys = std::array<std::string_view, 3>;
constexpr Keys kGrid{arg::kGridX, arg::kGridY, arg::kGridZ};
constexpr Keys kBlock{arg::kBlockX, arg::kBlockY, arg::kBlockZ};
/// Names that mean something to readers of Kineto's traces, or that are written from elsewhere.
constexpr std::array<std::string_view, 11> kTaken{"External id", "correlation", "device", "context",
                                                  "stream",      "grid",        "block",  "storey",
                                                  "provenance",  "unfinished",  "name"};

class ArgsText {
 public:
  ArgsText(std::string& out, const TraceSnapshot& snapshot, const TraceEvent& event)
      : m_out(out), m_snapshot(snapshot), m_event(event) {}

  void write(std::int64_t stream) {
    const bool work = m_event.kind == EventKind::Kernel || m_event.kind == EventKind::Copy;
    if (m_event.call != CallId::None) number("External id", static_cast<std::uint32_t>(m_event.call));
    if (m_event.correlation != CorrelationId::None)
      number("correlation", static_cast<std::uint32_t>(m_event.correlation));
    if (work) device(stream);
    if (!work) text("storey", storeyInfo(m_event.storey).key);
    if (m_event.provenance != Provenance::Measured) text("provenance", provenanceKey(m_event.provenance));
    if (m_event.open()) raw("unfinished", "true");
    const auto args = m_snapshot.args(m_event);
    for (std::size_t i = 0; i < args.size(); ++i)
      if (!isRepeated(args.subspan(i)) && !(work && isSize(args[i]))) own(args[i]);
    m_out += '}';
  }

 private:
  void key(std::string_view name) {
    m_out += m_any ? ',' : '{';
    m_any = true;
    appendJsonText(m_out, name);
    m_out += ':';
  }

  void raw(std::string_view name, std::string_view json) {
    key(name);
    m_out += json;
  }

  void text(std::string_view name, std::string_view value) {
    key(name);
    appendJsonText(m_out, value);
  }

  void number(std::string_view name, std::int64_t value) {
    key(name);
    fmt::format_to(std::back_inserter(m_out), "{}", value);
  }

  void real(std::string_view name, double value) {
    if (!std::isfinite(value)) return text(name, std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf");
    key(name);
    fmt::format_to(std::back_inserter(m_out), "{}", value);
  }

  void device(std::int64_t stream) {
    number("device", kDevicePid);
    number("context", 1);
    number("stream", stream);
    if (m_event.kind == EventKind::Copy) text("name", m_snapshot.name(m_event.name));
    size("grid", kGrid);
    size("block", kBlock);
    const std::optional<double> bytes = m_snapshot.number(m_event, arg::kBytes);
    if (m_event.kind == EventKind::Copy && bytes && m_event.duration().ns > 0)
      real("memory bandwidth (GB/s)", *bytes / static_cast<double>(m_event.duration().ns));
  }

  void size(std::string_view name, const Keys& keys) {
    if (!m_snapshot.number(m_event, keys[0])) return;
    key(name);
    for (std::size_t i = 0; i < keys.size(); ++i)
      fmt::format_to(std::back_inserter(m_out), "{}{:.0f}", i == 0 ? '[' : ',',
                     m_snapshot.number(m_event, keys[i]).value_or(1));
    m_out += ']';
  }

  void own(const Arg& arg) {
    std::string name(m_snapshot.name(arg.key));
    if (std::find(kTaken.begin(), kTaken.end(), name) != kTaken.end()) name += " (argument)";
    if (const auto* integer = std::get_if<std::int64_t>(&arg.value))
      number(name, *integer);
    else if (const auto* value = std::get_if<double>(&arg.value))
      real(name, *value);
    else
      text(name, m_snapshot.name(std::get<NameId>(arg.value)));
  }

  /// Only the last of several arguments of one name is written: JSON objects have each key once.
  static bool isRepeated(std::span<const Arg> rest) {
    return std::any_of(rest.begin() + 1, rest.end(), [&](const Arg& later) { return later.key == rest[0].key; });
  }

  bool isSize(const Arg& arg) const {
    const std::string_view name = m_snapshot.name(arg.key);
    return std::find(kGrid.begin(), kGrid.end(), name) != kGrid.end() ||
           std::find(kBlock.begin(), kBlock.end(), name) != kBlock.end();
  }

  std::string& m_out;
  const TraceSnapshot& m_snapshot;
  const TraceEvent& m_event;
  bool m_any = false;
};

}  // namespace

void appendChromeArgs(std::string& out, const TraceSnapshot& snapshot, const TraceEvent& event, std::int64_t stream) {
  ArgsText(out, snapshot, event).write(stream);
}

}  // namespace strata
