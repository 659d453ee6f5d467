#include "engine/interchange/chrome_args.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <string_view>

#include "engine/interchange/chrome_names.h"
#include "engine/interchange/json_number.h"
#include "engine/interchange/json_text.h"
#include "engine/trace/device_work.h"

namespace strata::inline interchange {

namespace {

/// In the order of ChromeArgs::Key.
constexpr std::array<std::string_view, 7> kWorkKeys{arg::kGridX,  arg::kGridY,  arg::kGridZ, arg::kBlockX,
                                                    arg::kBlockY, arg::kBlockZ, arg::kBytes};
constexpr std::string_view kContext = "context", kStream = "stream";
/// Names that mean something to readers of Kineto's traces, or that are written from elsewhere.
constexpr std::array<std::string_view, 11> kTaken{"External id", "correlation", arg::kDevice, kContext,
                                                  kStream,       "grid",        "block",      "storey",
                                                  "provenance",  "unfinished",  "name"};

constexpr std::string_view kRate = "memory bandwidth (GB/s)";

std::optional<double> argNumber(const ArgValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return static_cast<double>(*integer);
  if (const auto* real = std::get_if<double>(&value)) return *real;
  return std::nullopt;
}

}  // namespace

ChromeArgs::ChromeArgs(const TraceSnapshot& snapshot) : m_snapshot(snapshot), m_keys(snapshot.nameCount()) {
  for (std::size_t i = 0; i < m_keys.size(); ++i) {
    const std::string_view name = snapshot.name(static_cast<NameId>(i));
    const auto work = std::find(kWorkKeys.begin(), kWorkKeys.end(), name);
    if (work != kWorkKeys.end())
      m_keys[i] = static_cast<Key>(static_cast<std::uint8_t>(Key::GridX) + (work - kWorkKeys.begin()));
    else if (std::find(kTaken.begin(), kTaken.end(), name) != kTaken.end())
      m_keys[i] = Key::Taken;
  }
}

/// One object in the making.
class ChromeArgs::Text {
 public:
  Text(std::string& out, const ChromeArgs& args, const TraceEvent& event)
      : m_out(out), m_args(args), m_event(event), m_own(args.m_snapshot.args(event)) {}

  void write(ChromePlace place, std::string_view ownName) {
    const bool work = m_event.kind == EventKind::Kernel || m_event.kind == EventKind::Copy;
    m_out += '{';
    if (m_event.call != CallId::None) number("External id", static_cast<std::uint32_t>(m_event.call));
    if (m_event.correlation != CorrelationId::None)
      number("correlation", static_cast<std::uint32_t>(m_event.correlation));
    if (work) device(place);
    if (!ownName.empty()) text("name", ownName);
    if (!work) text("storey", storeyInfo(m_event.storey).key);
    if (m_event.provenance != Provenance::Measured) text("provenance", provenanceKey(m_event.provenance));
    if (m_event.open()) {
      key("unfinished");
      m_out += "true";
    }
    for (std::size_t i = 0; i < m_own.size(); ++i)
      if (!isRepeated(i) && !(work && (isSize(m_own[i].key) || isPlace(m_own[i], place)))) own(m_own[i]);
    m_out += '}';
  }

 private:
  void key(std::string_view name) {
    if (m_out.back() != '{') m_out += ',';
    appendJsonText(m_out, name);
    m_out += ':';
  }

  void text(std::string_view name, std::string_view value) {
    key(name);
    appendJsonText(m_out, value);
  }

  void number(std::string_view name, std::int64_t value) {
    key(name);
    appendNumber(m_out, value);
  }

  void real(std::string_view name, double value) {
    if (!std::isfinite(value)) return text(name, std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf");
    key(name);
    appendNumber(m_out, value);
  }

  Key kindOf(NameId name) const { return m_args.m_keys[static_cast<std::size_t>(name)]; }
  bool isSize(NameId name) const { return kindOf(name) >= Key::GridX && kindOf(name) <= Key::BlockZ; }

  std::optional<double> find(Key wanted) const {
    for (const Arg& arg : m_own)
      if (kindOf(arg.key) == wanted) return argNumber(arg.value);
    return std::nullopt;
  }

  void device(ChromePlace place) {
    number(arg::kDevice, place.pid);
    number(kContext, context());
    const bool counts = onlyCounts(m_args.m_snapshot, m_event);
    if (!counts) number(kStream, place.tid);  // HTA sums as the GPU's time whatever names a stream
    size("grid", {Key::GridX, Key::GridY, Key::GridZ});
    size("block", {Key::BlockX, Key::BlockY, Key::BlockZ});
    if (counts && !tells(arg::kOnlyCounts)) number(arg::kOnlyCounts, 1);
    if (m_event.kind != EventKind::Copy) return;
    const std::optional<double> bytes = find(Key::Bytes);
    if (bytes && m_event.duration().ns > 0 && !tells(kRate))
      real(kRate, *bytes / static_cast<double>(m_event.duration().ns));
  }

  /// As the trace says it that was read; else there is one.
  std::int64_t context() const {
    for (const Arg& arg : m_own)
      if (const auto* value = std::get_if<std::int64_t>(&arg.value); value && is(arg, kContext)) return *value;
    return 1;
  }

  bool is(const Arg& arg, std::string_view name) const { return m_args.m_snapshot.name(arg.key) == name; }

  /// Whether it says once more where the work stands.
  bool isPlace(const Arg& arg, ChromePlace place) const {
    const auto* value = std::get_if<std::int64_t>(&arg.value);
    if (!value || kindOf(arg.key) != Key::Taken) return false;
    return (is(arg, arg::kDevice) && *value == place.pid) || (is(arg, kStream) && *value == place.tid) ||
           is(arg, kContext);
  }

  /// Of a trace that was read it may be among the arguments.
  bool tells(std::string_view name) const {
    return std::ranges::any_of(m_own, [&](const Arg& arg) { return is(arg, name); });
  }

  void size(std::string_view name, const std::array<Key, 3>& keys) {
    if (!find(keys[0])) return;
    key(name);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      m_out += i == 0 ? '[' : ',';
      appendNumber(m_out, std::llround(find(keys[i]).value_or(1)));
    }
    m_out += ']';
  }

  void own(const Arg& arg) {
    const std::string_view name = m_args.m_snapshot.name(arg.key);
    const std::string marked = kindOf(arg.key) == Key::Taken ? std::string(name) + " (argument)" : std::string();
    const std::string_view key = marked.empty() ? kinetoArgName(name) : marked;
    if (const auto* integer = std::get_if<std::int64_t>(&arg.value))
      number(key, *integer);
    else if (const auto* value = std::get_if<double>(&arg.value))
      real(key, *value);
    else
      text(key, m_args.m_snapshot.name(std::get<NameId>(arg.value)));
  }

  /// Only the last of several arguments of one name is written: JSON objects have each key once.
  bool isRepeated(std::size_t at) const {
    for (std::size_t later = at + 1; later < m_own.size(); ++later)
      if (m_own[later].key == m_own[at].key) return true;
    return false;
  }

  std::string& m_out;
  const ChromeArgs& m_args;
  const TraceEvent& m_event;
  const std::span<const Arg> m_own;
};

void ChromeArgs::append(std::string& out, const TraceEvent& event, ChromePlace place, std::string_view ownName) const {
  Text(out, *this, event).write(place, ownName);
}

}  // namespace strata::inline interchange
