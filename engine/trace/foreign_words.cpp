#include "engine/trace/foreign_words.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

#include "engine/trace/call_levels.h"

namespace strata::inline trace {

namespace {

/// Arguments whose text tells what the name of other tools' copies tells: Kineto's on AMD, XLA's.
constexpr std::array<std::string_view, 2> kTellingArgs{"kind", "memcpy_details"};
/// What else the size is called: by rocprofv3 and XLA.
constexpr std::array<std::string_view, 2> kSizes{"copy_bytes", "size"};

void complete(CopyFacts& facts, const CopyFacts& more) {
  if (facts.direction.empty()) facts.direction = more.direction;
  if (facts.hostMemory.empty()) facts.hostMemory = more.hostMemory;
}

/// XLA: "kind_src:pageable kind_dst:device size:4 dest:0 async:1"
std::optional<std::int64_t> sizeIn(std::string_view details) {
  constexpr std::string_view kKey = "size:";
  const std::size_t at = details.find(kKey);
  std::int64_t size = 0;
  if (at == details.npos) return std::nullopt;
  const char* first = details.data() + at + kKey.size();
  const bool read = std::from_chars(first, details.data() + details.size(), size).ec == std::errc{};
  return read ? std::optional(size) : std::nullopt;
}

}  // namespace

const CopyFacts& ForeignWords::factsOf(NameId name) {
  const auto [known, isNew] = m_facts.try_emplace(name);
  if (isNew) known->second = copyFactsOfName(m_store.name(name));
  return known->second;
}

ForeignWords::Told ForeignWords::toldBy(const TraceEvent& copy) {
  Told told;
  for (const Arg& arg : m_store.keptArgs(copy.args)) {
    const std::string_view key = m_store.name(arg.key);
    const auto* text = std::get_if<NameId>(&arg.value);
    const auto* integer = std::get_if<std::int64_t>(&arg.value);
    if (key == arg::kBytes) told.bytes = true;
    if (key == arg::kDirection && text) told.own.direction = m_store.name(*text);
    if (key == arg::kHostMemory && text) told.own.hostMemory = m_store.name(*text);
    if (integer && std::ranges::find(kSizes, key) != kSizes.end()) told.otherBytes = *integer;
    if (!text || std::ranges::find(kTellingArgs, key) == kTellingArgs.end()) continue;
    complete(told.other, copyFactsOfName("Memcpy " + std::string(m_store.name(*text))));
    if (const auto size = sizeIn(m_store.name(*text))) told.otherBytes = size;
  }
  return told;
}

std::vector<Arg> ForeignWords::missing(const TraceEvent& event, ForeignRole role) {
  if (event.kind == EventKind::Copy) return missingOfCopy(event);
  const bool module = role == ForeignRole::Module;
  if (event.kind != EventKind::Slice || (!module && role != ForeignRole::Annotation)) return {};
  const std::string_view level = callLevelKey(module ? CallLevel::Module : CallLevel::Annotation);
  return {{m_store.intern(kCallLevelArg), m_store.intern(level)}};
}

std::vector<Arg> ForeignWords::missingOfCopy(const TraceEvent& copy) {
  const Told told = toldBy(copy);
  CopyFacts all = told.other;
  complete(all, factsOf(copy.name));
  std::vector<Arg> missing;
  const auto add = [&](std::string_view key, std::string_view had, std::string_view value) {
    if (had.empty() && !value.empty()) missing.push_back({m_store.intern(key), m_store.intern(value)});
  };
  add(arg::kDirection, told.own.direction, all.direction);
  add(arg::kHostMemory, told.own.hostMemory, all.hostMemory);
  if (!told.bytes && told.otherBytes) missing.push_back({m_store.intern(arg::kBytes), *told.otherBytes});
  return missing;
}

}  // namespace strata::inline trace
