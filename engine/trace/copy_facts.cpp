#include "engine/trace/copy_facts.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace strata::inline trace {

namespace {

constexpr std::array<std::string_view, 5> kDirections{"H→D", "D→H", "D→D", "P→P", "H→H"};

struct Spelling {
  std::string_view text;  ///< in lower case, without what is no letter or digit
  std::string_view direction;
};

/// Longer ones first: "hosttodevice" holds none of the others, "htod" may stand in other words only behind "memcpy".
constexpr std::array<Spelling, 20> kSpellings{
    {{"memcpyptop", "P→P"},   {"memcpyp2p", "P→P"},      {"peertopeer", "P→P"},     {"hosttodevice", "H→D"},
     {"devicetohost", "D→H"}, {"devicetodevice", "D→D"}, {"hosttohost", "H→H"},     {"memcpyhtod", "H→D"},
     {"memcpydtoh", "D→H"},   {"memcpydtod", "D→D"},     {"memcpyhtoh", "H→H"},     {"memcpyh2d", "H→D"},
     {"memcpyd2h", "D→H"},    {"memcpyd2d", "D→D"},      {"memcpyh2h", "H→H"},      {"copyhtod", "H→D"},
     {"copydtoh", "D→H"},     {"copydtod", "D→D"},       {"memcpyfromhost", "H→D"}, {"memcpytohost", "D→H"}}};

std::string lettersOf(std::string_view name) {
  std::string letters;
  for (const char c : name)
    if (std::isalnum(static_cast<unsigned char>(c)))
      letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return letters;
}

}  // namespace

CopyFacts copyFactsOfName(std::string_view name) {
  const std::string letters = lettersOf(name);
  const auto holds = [&](std::string_view text) { return letters.find(text) != letters.npos; };
  const auto spelled = std::ranges::find_if(kSpellings, [&](const Spelling& s) { return holds(s.text); });
  CopyFacts facts;
  if (spelled != kSpellings.end()) facts.direction = spelled->direction;
  if (holds("pinned"))
    facts.hostMemory = "pinned";
  else if (holds("pageable"))
    facts.hostMemory = "pageable";
  return facts;
}

std::string_view copyDirection(const TraceSnapshot& snapshot, const TraceEvent& copy) {
  if (const std::string_view said = snapshot.text(copy, arg::kDirection); !said.empty()) return said;
  const std::string_view track = snapshot.tracks()[copy.track].name;
  const auto known =
      std::ranges::find_if(kDirections, [&](auto direction) { return track.find(direction) != track.npos; });
  return known == kDirections.end() ? std::string_view{} : *known;
}

}  // namespace strata::inline trace
