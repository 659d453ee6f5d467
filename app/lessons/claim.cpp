#include "app/lessons/claim.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <span>
#include <vector>

#include "app/lessons/lesson_line.h"
#include "engine/base/text_parts.h"

namespace strata::inline lessons {
namespace {

constexpr std::size_t kDeepestPart = 16;
constexpr std::array<std::string_view, 2> kJoints{"&&", "||"};
constexpr std::array<std::string_view, 6> kComparisons{"==", "!=", "<=", ">=", "<", ">"};
constexpr std::array<std::string_view, 1> kChoice{"?"};

struct Sign {
  std::size_t at = std::string_view::npos;
  std::string_view text;
  bool found() const { return at != std::string_view::npos; }
};

/// The first of the signs that stands outside of brackets.
Sign firstOf(std::span<const std::string_view> signs, std::string_view text) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (depth != 0) continue;
    for (const std::string_view sign : signs)
      if (text.substr(i).starts_with(sign)) return {i, sign};
  }
  return {};
}

/// Brackets stand around all of it.
bool isBracketed(std::string_view text) {
  if (!text.starts_with('(')) return false;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (depth == 0) return i + 1 == text.size();
  }
  return false;
}

std::string inFull(const Value& value) {
  return value.unit.empty() ? fmt::format("{}", value.number) : fmt::format("{} {}", value.number, value.unit);
}

void addWhy(std::string_view part, const Telling& telling, std::vector<std::string>& why, std::size_t depth = 0) {
  part = trimmed(part);
  const auto holds = computed(part, telling);
  if (depth > kDeepestPart || !holds.ok() || holds.value().number != 0) return;
  if (isBracketed(part)) return addWhy(part.substr(1, part.size() - 2), telling, why, depth + 1);
  if (const auto formula = telling.formulas->find(std::string(part)); formula != telling.formulas->end())
    return addWhy(formula->second, telling, why, depth + 1);
  const bool chooses = firstOf(kChoice, part).found();
  if (const Sign joint = firstOf(kJoints, part); joint.found() && !chooses) {
    addWhy(part.substr(0, joint.at), telling, why, depth + 1);
    return addWhy(part.substr(joint.at + joint.text.size()), telling, why, depth + 1);
  }
  const Sign sign = chooses ? Sign{} : firstOf(kComparisons, part);
  if (!sign.found()) return why.push_back(fmt::format("expected {}, got 0", part));
  const std::string_view other = trimmed(part.substr(sign.at + sign.text.size()));
  const auto left = computed(part.substr(0, sign.at), telling), right = computed(other, telling);
  if (!left.ok() || !right.ok()) return;
  std::string got = inFull(left.value());
  if (!wholeNumber<double>(other)) got += " and " + inFull(right.value());
  why.push_back(fmt::format("expected {}, got {}", part, got));
}

}  // namespace

std::string whyItFails(std::string_view expression, const Telling& telling) {
  std::vector<std::string> why;
  addWhy(expression, telling, why);
  return fmt::format("{}", fmt::join(why, "; "));
}

}  // namespace strata::inline lessons
