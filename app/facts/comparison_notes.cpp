#include "app/facts/comparison_notes.h"

#include <algorithm>
#include <iterator>

#include "app/facts/compared_sides.h"
#include "app/facts/other_parameters.h"
#include "app/words/messages.h"

namespace strata::inline facts {
namespace {

const SideVariant* variantNamed(const SideTold& told, const std::string& name) {
  const auto found = std::ranges::find(told.variants, name, &SideVariant::name);
  return found == told.variants.end() ? nullptr : &*found;
}

}  // namespace

std::vector<OtherParameter> otherSettings(const Comparison& comparison) {
  const auto& [one, two] = comparison.sides;
  if (!ofOneExperiment(one, two)) return {};
  return valuesApart(one.told.settings, two.told.settings);
}

std::vector<OtherParameter> otherSetup(const Comparison& comparison) {
  const auto& [one, two] = comparison.sides;
  std::vector<OtherParameter> apart;
  if (one.device == two.device) apart = valuesApart(one.told.machine, two.told.machine);
  std::ranges::move(valuesApart(one.told.software, two.told.software), std::back_inserter(apart));
  return apart;
}

std::vector<OtherParameter> otherTexts(const Comparison& comparison) {
  std::vector<OtherParameter> found;
  const auto& [one, two] = comparison.sides;
  if (!ofOneExperiment(one, two)) return found;
  for (const SideVariant& variant : one.told.variants)
    if (const SideVariant* there = variantNamed(two.told, variant.name); there && there->ownText != variant.ownText)
      found.push_back({variant.name, {variant.ownText, there->ownText}});
  return found;
}

std::vector<MissingVariant> missingVariants(const Comparison& comparison) {
  std::vector<MissingVariant> missing;
  const auto& [one, two] = comparison.sides;
  if (!ofOneExperiment(one, two)) return missing;
  for (const SideVariant& variant : one.told.variants) {
    const SideVariant* there = variantNamed(two.told, variant.name);
    if (variant.measured && !(there && there->measured)) missing.push_back({variant.name, there});
  }
  return missing;
}

std::string missingText(const MissingVariant& missing) {
  std::string became(missing.inB ? missing.inB->word : text(Msg::CompareMissingThere));
  if (missing.inB && !missing.inB->message.empty())
    became = fillText(Msg::CompareSideSays, {became, missing.inB->message});
  return fillText(Msg::CompareMissing, {missing.name, became});
}

std::string untimedText(const Comparison& comparison) {
  const auto side = comparison.untimedSide();
  return side ? fillText(Msg::CompareUntimed, {sideLetter(*side), sideLetter(1 - *side)}) : std::string();
}

std::vector<std::string> comparisonNotes(const Comparison& comparison) {
  std::vector<std::string> notes;
  const auto add = [&](std::string note) {
    if (!note.empty()) notes.push_back(std::move(note));
  };
  const auto addOf = [&](std::size_t side, const std::string& said) {
    if (!said.empty()) add(fillText(Msg::CompareSideSays, {sideLetter(side), said}));
  };
  for (std::size_t side = 0; side < comparison.sides.size(); ++side)
    for (const std::string& problem : comparison.sides[side].told.problems) addOf(side, problem);
  add(untimedText(comparison));
  for (const MissingVariant& missing : missingVariants(comparison)) add(missingText(missing));
  add(differText(Msg::CompareSettingsDiffer, otherSettings(comparison)));
  add(differText(Msg::CompareTextsDiffer, otherTexts(comparison)));
  add(differText(Msg::CompareSetupDiffers, otherSetup(comparison)));
  for (std::size_t side = 0; side < comparison.sides.size(); ++side) addOf(side, comparison.sides[side].told.unsteady);
  return notes;
}

}  // namespace strata::inline facts
