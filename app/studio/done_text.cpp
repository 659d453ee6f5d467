#include "app/studio/done_text.h"

#include <algorithm>

#include "app/studio/ui_text.h"
#include "engine/base/text_parts.h"

namespace strata::inline studio {

QString firstSentenceOf(const std::string& message) {
  return toQt(firstLineOf(message)).section(QStringLiteral(". "), 0, 0);
}

QString fileProblemsText(std::span<const Error> errors, const QString& file) {
  QString first = firstSentenceOf(errors.front().message);
  if (first.endsWith(QLatin1Char('.'))) first.chop(1);
  return say(Msg::StudioFileProblems, {QString::number(errors.size()), file, first});
}

QString doneText(std::span<const RunResult> results) {
  using Status = RunResult::Status;
  const auto failed = std::ranges::count(results, Status::Failed, &RunResult::status);
  if (failed == 0) return say(Msg::StudioRunDone);
  const auto first = std::ranges::find(results, Status::Failed, &RunResult::status);
  const QString why = firstSentenceOf(first->message);
  const auto well = std::ranges::count(results, Status::Ok, &RunResult::status);
  if (well == 0) return say(Msg::StudioRunFailed, {why});
  return say(Msg::StudioRunPartFailed, {QString::number(failed), QString::number(failed + well), why});
}

}  // namespace strata::inline studio
