#include "app/facts/finding_words.h"

#include "app/canvas/format.h"
#include "app/words/messages.h"
#include "engine/base/provenance.h"

namespace strata::inline facts {

std::string watchedText(const KernelFindings& found) {
  std::string problems;
  for (const std::string& problem : found.problems)
    problems += (problems.empty() ? "" : " " + std::string(text(Msg::KernelAnd)) + " ") + problem;
  std::string words = fillText(Msg::KernelWatched, {problems, formatCount(found.accesses), formatCount(found.threads),
                                                    formatCount(found.blocks), provenanceKey(Provenance::Counted)});
  if (found.blocksLeftOut > 0) words += "; " + fillText(Msg::KernelBlocksLeftOut, {formatCount(found.blocksLeftOut)});
  return words;
}

std::string soundText(const KernelFindings& found) {
  return fillText(Msg::KernelNothingFound, {watchedText(found)});
}

std::string findingText(const Finding& finding) {
  if (finding.times <= 1) return finding.sentence;
  return fillText(Msg::KernelTimes, {finding.sentence, formatCount(finding.times)});
}

}  // namespace strata::inline facts
