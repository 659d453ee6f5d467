#include "app/cli/findings_text.h"

#include <fmt/format.h>

#include "app/facts/finding_words.h"
#include "app/still/printable.h"

namespace strata::inline cli {

std::string findingsText(const RunResult& result) {
  const KernelFindings& found = *result.findings;
  const std::string variant = printable(result.variant);
  if (found.findings.empty()) return fmt::format("\n{}: {}\n", variant, printable(soundText(result)));
  std::string text = fmt::format("\nWhat is wrong with {} ({}):\n", variant, printable(watchedText(found)));
  for (const Finding& finding : found.findings)
    text += fmt::format("  {}:{}  {}: {}\n", printable(finding.file), finding.line, printable(finding.kind),
                        printable(findingText(finding)));
  return text;
}

}  // namespace strata::inline cli
