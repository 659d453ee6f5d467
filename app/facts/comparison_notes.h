#pragma once

#include <string>
#include <vector>

#include "app/facts/comparison.h"

namespace strata::inline facts {

/// What both sides tell and not alike, by name.
std::vector<OtherParameter> otherSettings(const Comparison& comparison);
/// Of the machine, unless the devices' names say it, and of the software.
std::vector<OtherParameter> otherSetup(const Comparison& comparison);
/// Of the texts that somebody brought under one name, by their fingerprints.
std::vector<OtherParameter> otherTexts(const Comparison& comparison);

/// A variant that A measured and B did not.
struct MissingVariant {
  std::string name;
  const SideVariant* inB = nullptr;  ///< what became of it there; nullptr: B has no result of it
  bool failed() const { return inB && inB->failed(); }
};
/// Of two runs of one experiment, in the order of A.
std::vector<MissingVariant> missingVariants(const Comparison& comparison);
/// "mine was measured in A and not in B: FAILED: mine computes a wrong result".
std::string missingText(const MissingVariant& missing);

/// That one side has no timed calls to stand beside those of the other, a sentence; empty: it is not so.
std::string untimedText(const Comparison& comparison);

/// What to know of both sides before rows are believed, a sentence each: what is wrong with their sessions, that one
/// has no timed calls, variants that B did not measure, repeats that vary widely, and settings, texts of kernels,
/// machines and software that differ. Empty: nothing of that is so.
std::vector<std::string> comparisonNotes(const Comparison& comparison);

}  // namespace strata::inline facts
