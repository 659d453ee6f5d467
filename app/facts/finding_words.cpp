#include "app/facts/finding_words.h"

#include <algorithm>

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

bool endsItsAgent(const KernelFindings& found) {
  return std::ranges::any_of(found.findings, [](const Finding& finding) {
    return finding.kind == "endless" || finding.kind == "out of bounds";
  });
}

bool isWrongUnseen(const RunResult& result) {
  const bool wrong = result.status == RunResult::Status::Failed && result.error;
  return wrong && result.findings && result.findings->findings.empty();
}

std::string soundText(const RunResult& result) {
  return fillText(isWrongUnseen(result) ? Msg::KernelNoDefect : Msg::KernelNothingFound,
                  {watchedText(*result.findings)});
}

std::string findingText(const Finding& finding) {
  if (finding.times <= 1) return finding.sentence;
  return fillText(Msg::KernelTimes, {finding.sentence, formatCount(finding.times)});
}

}  // namespace strata::inline facts
