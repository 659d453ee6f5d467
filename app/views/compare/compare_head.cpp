#include "app/views/compare/compare_head.h"

#include <algorithm>
#include <cmath>

#include "app/canvas/format.h"
#include "app/facts/compared_sides.h"
#include "app/facts/comparison_notes.h"
#include "app/facts/other_parameters.h"
#include "app/words/messages.h"

namespace strata::inline views {
namespace {

struct CompareFact {
  std::string words;
  int rank;  ///< as HeaderPiece has it
};

/// "87.5 % of 1.2 ms".
std::string useText(const ComparedUse& use) {
  const auto share = use.share();
  return share ? fillText(Msg::CompareBusyShare, {formatShare(*share), formatDuration(use.span)}) : "–";
}

std::string usesText(const std::array<ComparedUse, 2>& uses) {
  const auto a = uses[0].share(), b = uses[1].share();
  if (!a && !b) return {};
  if (!a || !b) return fillText(Msg::CompareDeviceBusyOfOne, {useText(uses[0]), useText(uses[1])});
  constexpr double kPoints = 100;
  const double points = std::round((*b - *a) * kPoints * 10) / 10;
  const char* sign = points > 0 ? "+" : points < 0 ? "−" : "";
  return fillText(Msg::CompareDeviceBusy,
                  {useText(uses[0]), useText(uses[1]), sign + formatOneDecimal(std::abs(points))});
}

/// nullptr: not on both sides.
const ComparedName* stepsOnBoth(const Comparison& comparison) {
  const ComparedName* steps = profilerSteps(comparison);
  return steps && steps->median[0] && steps->median[1] ? steps : nullptr;
}

std::string stepText(const Comparison& comparison) {
  const ComparedName* steps = stepsOnBoth(comparison);
  if (!steps) return {};
  const Duration a = *steps->median[0], b = *steps->median[1];
  return fillText(Msg::CompareSteps, {formatDuration(a), formatDuration(b), formatDifference(b - a)});
}

/// What a run of as many repeats as the form begins with does not tell, and how it is told.
std::string tooFewText(const Comparison& comparison) {
  const TooFewRepeats few = tooFewRepeats(comparison);
  if (few.rows == 0) return {};
  const bool more = comparison.moreRepeatsHelp();
  return fillText(Msg::CompareTooFew,
                  {std::to_string(few.rows), std::to_string(few.ofAll), std::to_string(few.most[0]),
                   std::to_string(few.most[1]), repeatsWord(comparison), more ? text(Msg::CompareFewHow) : ""});
}

std::vector<std::string> modelledApart(const Comparison& comparison) {
  const std::string &one = comparison.sides[0].modelledOn, &other = comparison.sides[1].modelledOn;
  if (!one.empty() && one == other) return {fillText(Msg::CompareModelledBoth, {one})};
  std::vector<std::string> notes;
  for (std::size_t side = 0; side < comparison.sides.size(); ++side)
    if (const std::string& gpu = comparison.sides[side].modelledOn; !gpu.empty())
      notes.push_back(fillText(Msg::CompareModelledApart, {sideLetter(side), gpu}));
  return notes;
}

std::vector<CompareFact> compareFacts(const Comparison& comparison) {
  std::vector<CompareFact> facts;
  const auto add = [&](std::string words, int rank) {
    if (!words.empty()) facts.push_back({std::move(words), rank});
  };
  for (std::string& note : modelledApart(comparison)) add(std::move(note), 0);
  add(otherParametersText(comparison), 0);
  for (std::string& note : comparisonNotes(comparison)) add(std::move(note), 0);
  add(tooFewText(comparison), 0);
  add(stepText(comparison), 1);
  add(usesText(comparison.uses), 2);
  return facts;
}

}  // namespace

std::vector<HeaderPiece> compareHead(const Canvas& canvas, const Comparison& comparison) {
  const std::vector<CompareFact> facts = compareFacts(comparison);
  std::vector<HeaderPiece> pieces;
  pieces.reserve(facts.size());
  for (const CompareFact& fact : facts) pieces.push_back({fact.words, look::small(canvas), fact.rank});
  return pieces;
}

bool hasCompareHead(const Comparison& comparison) {
  return !compareFacts(comparison).empty();
}

std::string compareHeadText(const Comparison& comparison) {
  std::string lines;
  for (const CompareFact& fact : compareFacts(comparison)) lines += (lines.empty() ? "" : "\n") + fact.words;
  return lines;
}

}  // namespace strata::inline views
