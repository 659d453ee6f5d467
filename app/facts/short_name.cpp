#include "app/facts/short_name.h"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <tuple>

#include "app/words/messages.h"
#include "engine/trace/token_call.h"

namespace strata::inline facts {
namespace {

bool ofIdentifier(char letter) {
  return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
}

/// Behind the bracket that closes the one at `open`; npos: none does.
std::size_t behindBracket(std::string_view name, std::size_t open) {
  const char opens = name[open], closes = opens == '<' ? '>' : ')';
  int depth = 0;
  for (std::size_t i = open; i < name.size(); ++i) {
    const bool arrow = name[i] == '>' && i > 0 && name[i - 1] == '-';
    if (name[i] == opens) ++depth;
    if (name[i] == closes && !arrow && --depth == 0) return i + 1;
  }
  return std::string_view::npos;
}

bool opensArguments(std::string_view name, std::size_t at) {
  return name[at] == '<' && at > 0 && ofIdentifier(name[at - 1]) && !name.substr(0, at).ends_with("operator");
}

bool ofNumber(char letter) {
  return letter >= '0' && letter <= '9';
}

std::size_t behindDigits(std::string_view name, std::size_t from) {
  while (from < name.size() && ofNumber(name[from])) ++from;
  return from;
}

/// Behind "(37)" or "#6" or a last "_12"; `at` where none of these begins there.
std::size_t behindOrdinal(std::string_view name, std::size_t at) {
  const std::size_t behind = behindDigits(name, at + 1);
  if (behind == at + 1) return at;
  if (name[at] == '(') return behind < name.size() && name[behind] == ')' ? behind + 1 : at;
  return name[at] == '#' || (name[at] == '_' && behind == name.size()) ? behind : at;
}

/// Behind " at 0x7d67180cc500", where an object of Python's is; `at` where none begins there.
std::size_t behindAddress(std::string_view name, std::size_t at) {
  constexpr std::string_view kAt = " at 0x";
  if (!name.substr(at).starts_with(kAt)) return at;
  const std::size_t from = at + kAt.size();
  const std::size_t behind = std::min(name.find_first_not_of("0123456789abcdefABCDEF", from), name.size());
  return behind > from ? behind : at;
}

/// Behind "x64", "×64" or " × 64"; `at` where none begins there.
std::size_t behindFurtherSize(std::string_view name, std::size_t at) {
  for (const std::string_view times : {"x", "×", " × "}) {
    const std::size_t from = at + times.size();
    if (name.substr(at).starts_with(times) && from < name.size() && ofNumber(name[from]))
      return behindDigits(name, from);
  }
  return at;
}

/// Behind "128x64", "128×64×32", "128×64 × 20"; `at` where none begins there.
std::size_t behindSizes(std::string_view name, std::size_t at) {
  const std::size_t first = behindDigits(name, at);
  if (first == at) return at;
  std::size_t behind = first;
  for (std::size_t next = behindFurtherSize(name, behind); next > behind; next = behindFurtherSize(name, behind))
    behind = next;
  return behind > first ? behind : at;
}

std::string withoutNumbers(std::string_view name, bool alsoOfIdentifiers) {
  std::string bare;
  for (std::size_t i = 0; i < name.size();) {
    const std::size_t behind = std::max(behindOrdinal(name, i), behindAddress(name, i)), sizes = behindSizes(name, i);
    if (behind > i && (alsoOfIdentifiers || name[i] != '_')) {
      i = behind;
    } else if (sizes > i) {
      const bool word = (i == 0 || !ofIdentifier(name[i - 1])) && (sizes == name.size() || !ofIdentifier(name[sizes]));
      bare += alsoOfIdentifiers || word ? "…" : name.substr(i, sizes - i);
      i = sizes;
    } else {
      bare += name[i++];
    }
  }
  return bare;
}

/// "Memcpy HtoD" of "Memcpy HtoD (Pinned -> Device)".
std::string_view withoutMemory(std::string_view name) {
  return name.starts_with("Memcpy ") ? name.substr(0, name.find(" (")) : name;
}

/// The word in which a name departs from another one that has its first `alike` letters.
std::string wordFrom(std::string_view name, std::size_t alike) {
  constexpr std::string_view kNoName = "(anonymous namespace)::";
  std::size_t from = alike;
  while (from > 0 && ofIdentifier(name[from - 1])) --from;
  if (name.substr(from).starts_with(kNoName)) from += kNoName.size();
  while (from < name.size() && !ofIdentifier(name[from])) ++from;
  std::size_t to = from;
  while (to < name.size() && ofIdentifier(name[to])) ++to;
  return std::string(name.substr(from, to - from)) + (to < name.size() && name[to] == '<' ? "<…>" : "");
}

std::size_t lettersAlike(std::string_view a, std::string_view b) {
  return static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
}

}  // namespace

std::vector<std::string> toldApart(std::span<const std::string_view> names) {
  std::vector<std::string> shown;
  std::vector<std::size_t> order(names.size());
  std::iota(order.begin(), order.end(), 0);
  for (const std::string_view name : names) shown.push_back(shortName(name));
  std::ranges::sort(order, {}, [&](std::size_t i) { return std::tie(shown[i], names[i]); });
  std::vector<std::size_t> alike(names.size());  // those most alike are neighbours now
  for (std::size_t i = 0; i + 1 < order.size(); ++i) {
    const std::size_t a = order[i], b = order[i + 1];
    if (shown[a] != shown[b] || names[a] == names[b]) continue;
    const std::size_t letters = lettersAlike(names[a], names[b]);
    alike[a] = std::max(alike[a], letters);
    alike[b] = std::max(alike[b], letters);
  }
  for (std::size_t i = 0; i < names.size(); ++i)
    if (alike[i] > 0) shown[i] += " · " + wordFrom(names[i], alike[i]);
  return shown;
}

std::string callName(std::string_view name) {
  return withoutNumbers(withoutToken(name), false);
}

std::string bareName(std::string_view name) {
  return withoutNumbers(shortName(withoutMemory(name)), true);
}

std::string shortName(std::string_view name) {
  if (name.empty()) return std::string(text(Msg::NoName));
  std::string shown;
  bool folded = false;
  for (std::size_t i = 0; i < name.size();) {
    const bool parameters = name[i] == '(' && folded && shown.ends_with('>');
    const std::size_t behind = opensArguments(name, i) || parameters ? behindBracket(name, i) : std::string_view::npos;
    if (behind == std::string_view::npos) {
      shown += name[i++];
      continue;
    }
    shown += parameters ? (behind - i > 2 ? "(…)" : "()") : "<…>";
    folded = true;
    i = behind;
  }
  constexpr std::string_view kNoResult = "void ";
  if (folded && shown.starts_with(kNoResult)) shown.erase(0, kNoResult.size());
  return shown;
}

}  // namespace strata::inline facts
