#include "engine/protocol/number_as_written.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace strata::inline protocol {
namespace {

constexpr std::string_view kSigns = ".,";

/// "1.000" and "-1.000.000": of three digits each but the first.
bool hasThousands(std::string_view typed) {
  if (typed.starts_with('-')) typed.remove_prefix(1);
  std::size_t at = typed.find_first_of(kSigns);
  const auto digits = [](std::string_view part) { return part.find_first_not_of("0123456789") == part.npos; };
  if (at == typed.npos || at == 0 || at > 3 || typed.front() == '0' || !digits(typed.substr(0, at))) return false;
  for (; at < typed.size(); at += 4) {
    const std::string_view group = typed.substr(at + 1, 3);
    if (kSigns.find(typed[at]) == kSigns.npos || group.size() != 3 || !digits(group)) return false;
  }
  return true;
}

}  // namespace

std::string numberAsWritten(std::string_view typed, bool whole) {
  const auto signs = std::ranges::count_if(typed, [](char letter) { return kSigns.find(letter) != kSigns.npos; });
  std::vector<std::string> ways;
  if (whole && hasThousands(typed)) {
    ways.emplace_back(typed);
    std::erase_if(ways.back(), [](char letter) { return kSigns.find(letter) != kSigns.npos; });
  }
  if (signs == 1) {
    std::string pointed(typed);
    std::ranges::replace(pointed, ',', '.');
    const auto number = nlohmann::json::parse(pointed, nullptr, /*allow_exceptions=*/false);
    if (number.is_number() && !whole) ways.push_back(pointed);
    constexpr double kExact = 9.0e15;
    const double value = number.is_number() ? number.get<double>() : NAN;
    if (whole && std::abs(value) < kExact && std::floor(value) == value) ways.push_back(fmt::format("{:.0f}", value));
  }
  return fmt::format("{}", fmt::join(ways, " or "));
}

}  // namespace strata::inline protocol
