#include "app/lens/vendor_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cctype>

namespace strata::inline lens {
namespace {

constexpr std::string_view kNamesText =
#include "names.txt.inc"
    ;

constexpr std::string_view kVersions[] = {"_v1", "_v2", "_v3", "_v4", "_ptsz", "_st", "_enum", "_union"};
constexpr std::string_view kRules = "rule", kNone = "none", kSame = "device_function", kHeaders = "include";
constexpr std::string_view kSameHeaders = "include_same", kNoHeaders = "include_none";

/// The part up to a character, which is taken off the rest with it.
std::string_view takeUpTo(std::string_view& rest, char until) {
  const std::string_view part = rest.substr(0, rest.find(until));
  rest.remove_prefix(std::min(rest.size(), part.size() + 1));
  return part;
}

bool takeEnd(std::string_view& text, std::string_view end) {
  if (end.empty() || !text.ends_with(end)) return false;
  text.remove_suffix(end.size());
  return true;
}

char changedCase(char letter, bool upper) {
  const auto code = static_cast<unsigned char>(letter);
  return static_cast<char>(upper ? std::toupper(code) : std::tolower(code));
}

/// PCI_BUS_ID: PciBusId. A letter behind a digit keeps its height: TEXTURE2D is Texture2D.
std::string camelCase(std::string_view words) {
  std::string camel;
  char before = '_';
  for (const char letter : words) {
    if (letter != '_')
      camel += changedCase(letter, before == '_' || std::isdigit(static_cast<unsigned char>(before)) != 0);
    before = letter;
  }
  return camel;
}

/// Whether a name is HIP's own; `int` and `void*` are everybody's.
bool isOfHip(std::string_view name) {
  return name.find("hip") != std::string_view::npos || name.find("Hip") != std::string_view::npos ||
         name.find("HIP") != std::string_view::npos || name.starts_with("roctx");
}

/// Which of CUDA's names stands for one of HIP's, where several are called so: the runtime's, without a version.
int rankOfWayBack(std::string_view cuda, bool own) {
  const bool version = cuda.size() > 3 && cuda[cuda.size() - 3] == '_' && cuda[cuda.size() - 2] == 'v';
  return (cuda.starts_with("cuda") ? 4 : 0) + (version ? 0 : 2) + (own ? 0 : 1);
}

Error twice(std::string_view name) {
  return {ErrorCode::Io, fmt::format("'{}' stands twice.", name)};
}

}  // namespace

Result<VendorNames> VendorNames::parse(std::string_view text) {
  VendorNames table;
  Entry section;
  for (int number = 1; !text.empty(); ++number) {
    std::string_view line = takeUpTo(text, '\n');
    if (line.starts_with('#')) continue;
    if (line.starts_with('[')) {
      if (!line.ends_with(']'))
        return Error{ErrorCode::Io, fmt::format("Line {}: the section's ] is missing.", number)};
      std::string_view release = line.substr(1, line.size() - 2);
      section.kind = takeUpTo(release, ' ');
      section.since = release;
      continue;
    }
    while (!line.empty()) {
      const std::string_view word = takeUpTo(line, ' ');
      if (word.empty()) continue;
      if (const auto read = table.readWord(section, word); !read.ok())
        return Error{read.error().code, fmt::format("Line {}: {}", number, read.error().message)};
    }
  }
  table.findWaysBack();
  return table;
}

Result<void> VendorNames::readRule(std::string_view word) {
  Rule rule;
  std::string_view other = word;
  std::string_view begin = takeUpTo(other, '=');
  rule.begin = takeUpTo(begin, '*');
  rule.cut = begin;
  rule.camel = takeEnd(other, "~");
  rule.otherBegin = takeUpTo(other, '*');
  rule.tail = other;
  if (rule.begin.empty() || rule.otherBegin.empty())
    return Error{ErrorCode::Io, fmt::format("'{}' is not a rule; write BEGIN*=OTHER*.", word)};
  m_rules[rule.begin] = rule;
  return {};
}

Result<void> VendorNames::readWord(Entry entry, std::string_view word) {
  if (entry.kind.empty()) return Error{ErrorCode::Io, fmt::format("'{}' stands in no section.", word)};
  if (entry.kind == kRules) return readRule(word);
  entry.other = word;
  const std::string_view name = takeUpTo(entry.other, '=');
  entry.own = word.size() > name.size();
  static constexpr HipSection kHipSections[] = {{"hip_only", &VendorNames::m_hipOnly, &VendorNames::m_hipOnlyBegins},
                                                {"hip_also", &VendorNames::m_hipAlso, nullptr},
                                                {"hip_include", &VendorNames::m_headersBack, nullptr}};
  for (const HipSection& hip : kHipSections) {
    if (entry.kind != hip.name) continue;
    std::string_view key = name;
    const auto into = hip.begins && takeEnd(key, "*") ? hip.begins : hip.whole;
    if (!(this->*into).emplace(key, entry.other).second) return twice(name);
    return {};
  }
  const bool begin = name.ends_with('*') && !entry.own;
  auto* into = begin ? &m_begins : &m_names;
  if (entry.kind.starts_with(kHeaders)) into = begin ? &m_headerBegins : &m_headers;
  if (!into->emplace(begin ? name.substr(0, name.size() - 1) : name, entry).second) return twice(name);
  return {};
}

void VendorNames::findWaysBack() {
  std::unordered_map<std::string, int> ranks;
  for (const auto& [name, entry] : m_names) {
    if (entry.kind == kNone || entry.kind == kSame) continue;
    std::string other = entry.own ? std::string(entry.other) : byRule(name);
    if (!isOfHip(other)) continue;
    const int rank = rankOfWayBack(name, entry.own) + 1;
    std::string_view& back = m_back[other];
    int& best = ranks[other];
    if (rank < best || (rank == best && name > back)) continue;
    best = rank;
    back = name;
  }
  for (const auto& [name, entry] : m_headers) {
    if (entry.kind == kSameHeaders || entry.kind == kNoHeaders) continue;
    std::string_view& back = m_headersBack[entry.other];
    // cuda_runtime.h before cuda.h, cublas_v2.h before cublas.h: what a program of today includes.
    const auto likely = [](std::string_view header) {
      return std::pair(header == "cuda_runtime.h" || header == "cublas_v2.h" || header == "curand_kernel.h" ||
                           header == "nvtx3/nvToolsExt.h",
                       header.size());
    };
    const auto now = likely(name), then = likely(back);
    if (back.empty() || now.first > then.first || (now.first == then.first && now.second < then.second)) back = name;
  }
}

const VendorNames& VendorNames::shipped() {
  static const VendorNames kTable = [] {
    auto table = parse(kNamesText);
    assert(table.ok());
    return std::move(table).value();
  }();
  return kTable;
}

const VendorNames::Rule* VendorNames::ruleOf(std::string_view name) const {
  for (std::size_t length = name.size(); length > 0; --length)
    if (const auto rule = m_rules.find(name.substr(0, length)); rule != m_rules.end()) return &rule->second;
  return nullptr;
}

std::string VendorNames::byRule(std::string_view name) const {
  const Rule* rule = ruleOf(name);
  if (!rule) return std::string(name);
  std::string_view rest = name.substr(rule->begin.size());
  std::string other(rule->otherBegin);
  if (rule->camel) return other += camelCase(rest);
  const bool wide = !(rule->cut.empty() && rule->tail.empty()) && takeEnd(rest, "_64");
  takeEnd(rest, rule->cut);
  return other.append(rest).append(rule->tail).append(wide ? "_64" : "");
}

const VendorNames::Entry* VendorNames::entryOf(std::string_view& name, bool& byBeginning) const {
  if (const auto whole = m_names.find(name); whole != m_names.end()) return &whole->second;
  for (const std::string_view version : kVersions) {
    std::string_view plain = name;
    if (!takeEnd(plain, version)) continue;
    const auto whole = m_names.find(plain);
    if (whole == m_names.end() || whole->second.kind == kNone) break;
    name = plain;
    return &whole->second;
  }
  for (std::size_t length = name.size(); length > 0; --length)
    if (const auto begin = m_begins.find(name.substr(0, length)); begin != m_begins.end()) {
      byBeginning = true;
      return &begin->second;
    }
  return nullptr;
}

NameMeaning VendorNames::inHip(std::string_view name) const {
  bool byBeginning = false;
  const Entry* entry = entryOf(name, byBeginning);
  if (!entry) return {};
  if (entry->kind == kNone) return {NameFate::None, {}, {}, false, byBeginning};
  if (entry->kind == kSame) return {NameFate::Same, std::string(name), entry->kind};
  if (entry->own) return {NameFate::Renamed, std::string(entry->other), entry->kind, false, false, entry->since};
  return {NameFate::Renamed, byRule(name), entry->kind, true, byBeginning, entry->since};
}

NameMeaning VendorNames::inCuda(std::string_view name) const {
  if (m_hipOnly.contains(name)) return {NameFate::None, {}, {}};
  if (std::ranges::any_of(m_hipOnlyBegins, [&](const auto& begin) { return name.starts_with(begin.first); }))
    return {NameFate::None, {}, {}, false, true};
  if (const auto also = m_hipAlso.find(name); also != m_hipAlso.end())
    return {NameFate::Renamed, std::string(also->second), inHip(also->second).kind};
  if (const auto same = m_names.find(name); same != m_names.end() && same->second.kind == kSame) return inHip(name);
  if (const auto back = m_back.find(std::string(name)); back != m_back.end()) {
    const Entry& entry = m_names.at(back->second);
    return {NameFate::Renamed, std::string(back->second), entry.kind, !entry.own};
  }
  std::string best;
  for (const auto& [begin, rule] : m_rules) {
    if (rule.camel || !name.starts_with(rule.otherBegin)) continue;
    std::string_view rest = name.substr(rule.otherBegin.size());
    const bool wide = !rule.tail.empty() && takeEnd(rest, "_64");
    if (!rule.tail.empty() && !takeEnd(rest, rule.tail)) continue;
    std::string cuda = std::string(begin).append(rest).append(wide ? "_64" : "");
    const bool better = best.empty() || rankOfWayBack(cuda, false) > rankOfWayBack(best, false) ||
                        (rankOfWayBack(cuda, false) == rankOfWayBack(best, false) && cuda < best);
    if (better && inHip(cuda).other == name) best = std::move(cuda);
  }
  if (!best.empty()) return {NameFate::Renamed, best, inHip(best).kind, true, true};
  // hipBLAS had names with _v2 up to ROCm 6.
  std::string_view plain = name;
  const bool wide = takeEnd(plain, "_64");
  if (!name.starts_with("hipblas") || !takeEnd(plain, "_v2")) return {};
  return inCuda(std::string(plain).append(wide ? "_64" : ""));
}

NameMeaning VendorNames::meaning(std::string_view name, Dialect from) const {
  return from == Dialect::Cuda ? inHip(name) : inCuda(name);
}

const VendorNames::Entry* VendorNames::headerOf(std::string_view name) const {
  if (const auto whole = m_headers.find(name); whole != m_headers.end()) return &whole->second;
  for (std::size_t length = name.size(); length > 0; --length)
    if (const auto begin = m_headerBegins.find(name.substr(0, length)); begin != m_headerBegins.end())
      return &begin->second;
  return nullptr;
}

NameMeaning VendorNames::header(std::string_view name, Dialect from) const {
  if (from == Dialect::Hip) {
    const auto back = m_headersBack.find(name);
    if (back == m_headersBack.end()) return {};
    return {NameFate::Renamed, std::string(back->second), m_headers.at(back->second).kind};
  }
  const Entry* entry = headerOf(name);
  if (!entry) return {};
  if (entry->kind == kNoHeaders) return {NameFate::None, {}, entry->kind};
  if (entry->kind == kSameHeaders) return {NameFate::Same, std::string(name), entry->kind, false, false, entry->since};
  return {NameFate::Renamed, std::string(entry->other), entry->kind, false, false, entry->since};
}

std::vector<std::string_view> VendorNames::wholeNames() const {
  std::vector<std::string_view> names;
  for (const auto& [name, entry] : m_names)
    if (entry.kind != kSame) names.push_back(name);
  std::ranges::sort(names);
  return names;
}

}  // namespace strata::inline lens
