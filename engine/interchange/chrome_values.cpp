#include "engine/interchange/chrome_values.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "engine/interchange/chrome_names.h"
#include "engine/interchange/json_scan.h"
#include "engine/trace/device_work.h"

namespace strata::inline interchange {

namespace {

using Kind = ChromeValue::Kind;

constexpr std::int64_t kFirstMadeId = std::int64_t{1} << 30;
constexpr std::array<std::string_view, 5> kFormatUnits{"value", "bytes", "count", "%", ""};
/// Behind arguments of ours whose own name means something else to readers of Kineto's traces.
constexpr std::string_view kRenamed = " (argument)";
/// Whether an export of ours says it of device work once more: always, or where the session says nothing of it.
bool isOfPlace(const ChromeRecord::Arg& arg) {
  return arg.key == "stream" || arg.key == "memory bandwidth (GB/s)" ||
         (arg.key == arg::kDevice && arg.value.text == "0") || (arg.key == "context" && arg.value.text == "1");
}

bool isWork(std::string_view category) {
  return category == "kernel" || category == kCountingCategory || category == "gpu_memcpy" || category == "gpu_memset";
}

bool saysStorey(const ChromeRecord::Arg& arg) {
  return arg.key == "storey" && arg.value.kind == Kind::Text && storeyFromKey(arg.value.text);
}

std::uint64_t hash(std::uint64_t seed, std::string_view text) {
  for (const char c : text) seed = (seed ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
  return (seed ^ 0xFF) * 0x100000001B3u;
}

}  // namespace

bool ChromeValues::time(const ChromeValue& value, HostTime& time) {
  return value.kind != Kind::Nested && microsecondsToNs(value.text, time.ns);
}

bool ChromeValues::length(const ChromeValue& value, Duration& length) {
  return value.kind != Kind::Nested && microsecondsToNs(value.text, length.ns);
}

bool ChromeValues::isTooGreat(const ChromeValue& value) const {
  double size = 0;
  std::int64_t ns = 0;
  return number(value, size) && !std::isnan(size) && !microsecondsToNs(value.text, ns);
}

bool ChromeValues::number(const ChromeValue& value, double& number) const {
  if (value.kind == Kind::Word && (value.text == "NaN" || value.text == "Infinity" || value.text == "-Infinity")) {
    number = value.text == "NaN"        ? std::numeric_limits<double>::quiet_NaN()
             : value.text == "Infinity" ? std::numeric_limits<double>::infinity()
                                        : -std::numeric_limits<double>::infinity();
    return true;
  }
  return value.kind != Kind::Nested && toReal(value.text, number);
}

bool ChromeValues::isName(std::string_view text) const {
  std::int64_t ignored = 0;
  return !toInteger(text, ignored);
}

std::int64_t ChromeValues::id(const ChromeValue& value) {
  std::int64_t id = 0;
  if (toInteger(value.text, id) || !value.given()) return id;
  double real = 0;
  if (value.kind == Kind::Real && toReal(value.text, real) && std::abs(real) < 1e15)
    return static_cast<std::int64_t>(real);
  return m_ids.try_emplace(std::string(value.text), kFirstMadeId + static_cast<std::int64_t>(m_ids.size()))
      .first->second;
}

bool ChromeValues::isUnit(std::string_view key) const {
  return m_ours || std::find(kFormatUnits.begin(), kFormatUnits.end(), key) != kFormatUnits.end();
}

std::uint64_t ChromeValues::flowKey(const ChromeValue& id, std::string_view category, std::string_view name,
                                    std::string_view process) const {
  std::uint64_t key = hash(0xCBF29CE484222325u + (id.kind == Kind::Text ? 1 : 0), id.text);
  key = hash(key, category);
  key = hash(key, name);
  return process.empty() ? key : hash(key, process);
}

void ChromeValues::readArgs(std::span<const ChromeRecord::Arg> args, std::string_view said, TraceEvent& event,
                            ForeignTrace& trace) {
  m_args.clear();
  m_unfinished = false;
  m_ours = m_ours || std::ranges::any_of(args, saysStorey);
  const bool work = m_ours && isWork(said);
  for (const ChromeRecord::Arg& arg : args)
    if (!special(arg, event, trace) && !(m_ours && ofOurs(arg, event, trace, work))) keep(arg);
  if (!m_ours && !said.empty()) {
    const NameId category = m_names.intern(said);
    if (m_args.empty()) {
      std::uint32_t& shared = m_categoryOnly[category];
      const Arg only{m_names.intern("category"), category};
      if (shared == 0) shared = m_store.keepArgs({&only, 1});
      event.args = shared;
      return;
    }
    m_args.push_back({m_names.intern("category"), category});
  }
  event.args = m_store.keepArgs(m_args);
}

/// What any tool's events may say.
bool ChromeValues::special(const ChromeRecord::Arg& arg, TraceEvent& event, ForeignTrace& trace) {
  if (arg.key == "correlation" || arg.key == "correlation_id") {
    std::int64_t id = 0;
    if (toInteger(arg.value.text, id) && id != 0) event.correlation = trace.correlation(static_cast<std::uint64_t>(id));
    return m_ours;
  }
  return (arg.key == "grid" || arg.key == "block") && size(arg);
}

/// What only Strata's own exports say.
bool ChromeValues::ofOurs(const ChromeRecord::Arg& arg, TraceEvent& event, ForeignTrace& trace, bool work) {
  if (saysStorey(arg)) {
    event.storey = *storeyFromKey(arg.value.text);
    event.flags |= kStoreySaid;
    return true;
  }
  if (arg.key == "External id") {
    std::int64_t id = 0;
    if (toInteger(arg.value.text, id) && id != 0) event.call = trace.call(static_cast<std::uint64_t>(id));
    return true;
  }
  if (arg.key == "provenance") {
    event.provenance = provenanceFromKey(arg.value.text).value_or(Provenance::Measured);
    return true;
  }
  if (arg.key == "unfinished") return m_unfinished = true;
  if (arg.key == "name") {  // what a copy or a step is called here
    event.name = m_names.intern(arg.value.text);
    return true;
  }
  return work && isOfPlace(arg);
}

/// "grid": [x, y, z]
bool ChromeValues::size(const ChromeRecord::Arg& arg) {
  if (arg.value.kind != Kind::Nested || arg.value.text.front() != '[') return false;
  const bool grid = arg.key == "grid";
  const std::array keys =
      grid ? std::array{arg::kGridX, arg::kGridY, arg::kGridZ} : std::array{arg::kBlockX, arg::kBlockY, arg::kBlockZ};
  std::array<std::int64_t, 3> sizes{1, 1, 1};
  std::size_t count = 0;
  for (std::size_t at = 1; at < arg.value.text.size() && count < 3;) {
    const std::size_t end = std::min(arg.value.text.find_first_of(",]", at), arg.value.text.size());
    std::string_view part = arg.value.text.substr(at, end - at);
    part.remove_prefix(std::min(part.find_first_not_of(" \n\r\t"), part.size()));
    part = part.substr(0, part.find_last_not_of(" \n\r\t") + 1);
    if (!toInteger(part, sizes[count++])) return false;
    at = end + 1;
  }
  for (std::size_t i = 0; i < 3; ++i) m_args.push_back({m_names.intern(keys[i]), sizes[i]});
  return true;
}

void ChromeValues::keep(const ChromeRecord::Arg& arg) {
  std::string_view name = arg.key.empty() ? std::string_view("args") : arg.key;
  if (m_ours && name.ends_with(kRenamed)) name.remove_suffix(kRenamed.size());
  const NameId key = m_names.intern(ownArgName(name));
  std::int64_t integer = 0;
  double real = 0;
  const std::string_view text = arg.value.text;
  if (arg.value.kind == Kind::Integer && toInteger(text, integer))
    m_args.push_back({key, integer});
  else if (arg.value.kind == Kind::Word && (text == "true" || text == "false"))
    m_args.push_back({key, std::int64_t{text == "true"}});
  else if (arg.value.kind != Kind::Text && number(arg.value, real))
    m_args.push_back({key, real});
  else if (arg.value.kind != Kind::Word)
    m_args.push_back({key, m_names.intern(text)});
}

}  // namespace strata::inline interchange
