#include "app/cli/findings_text.h"

#include <fmt/format.h>

#include "app/cli/printable.h"

namespace strata::inline cli {
namespace {

std::string extentText(const KernelFindings& found) {
  std::string problems;
  for (const std::string& problem : found.problems) problems += (problems.empty() ? "" : " and ") + printable(problem);
  std::string text = fmt::format("watched at {}: {} accesses of {} threads in {} blocks, counted", problems,
                                 found.accesses, found.threads, found.blocks);
  if (found.blocksLeftOut > 0) text += fmt::format("; {} blocks more were left out", found.blocksLeftOut);
  return text;
}

}  // namespace

std::string findingsText(const RunResult& result) {
  const KernelFindings& found = *result.findings;
  if (found.findings.empty())
    return fmt::format("\nNothing wrong was found in {} ({}). Another input, size or device may show more.\n",
                       printable(result.variant), extentText(found));
  std::string text = fmt::format("\nWhat is wrong with {} ({}):\n", printable(result.variant), extentText(found));
  for (const Finding& finding : found.findings) {
    text += fmt::format("  {}:{}  {}: {}", printable(finding.file), finding.line, printable(finding.kind),
                        printable(finding.sentence));
    if (finding.times > 1) text += fmt::format(" {} times.", finding.times);
    text += "\n";
  }
  return text;
}

}  // namespace strata::inline cli
