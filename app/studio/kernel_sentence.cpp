#include "app/studio/kernel_sentence.h"

#include <algorithm>
#include <set>

#include "app/canvas/format.h"
#include "app/facts/finding_words.h"
#include "app/studio/ui_text.h"
#include "engine/base/text_parts.h"

namespace strata::inline studio {
namespace {

QString foundText(const RunResult& result) {
  const KernelFindings& found = *result.findings;
  if (found.findings.empty()) return toQt(soundText(result));
  return say(Msg::KernelFound, {QString::number(found.findings.size()), toQt(watchedText(found))});
}

QString timeText(const RunResult& result, const QString& file) {
  if (!result.error) return toQt(result.message);  // nothing was expected
  const std::string time = formatDuration(Duration{static_cast<std::int64_t>(result.seconds.median * 1e9)});
  return say(Msg::KernelRight, {file, toQt(time), toQt(provenanceKey(Provenance::Measured))});
}

}  // namespace

QString sentenceOf(const RunResult& result, const QString& file) {
  const bool wrong = result.status == RunResult::Status::Failed;
  if (result.findings && !(wrong && result.findings->findings.empty())) return foundText(result);
  if (result.status == RunResult::Status::Ok) return timeText(result, file);
  if (isWrongUnseen(result))
    return toQt(result.message + ". " + soundText(result)).replace(QLatin1Char('\n'), QLatin1Char(' '));
  // What has a line stands below that line.
  const std::vector<CompilerNote> notes = notesAtLines(result.message, file.toStdString());
  const std::string first = firstLineOf(result.message);
  if (!compilerNotes(first, file.toStdString()).empty())
    return say(Msg::KernelWrongAtLine, {file, QString::number(notes.front().line)});
  if (!notes.empty()) return say(Msg::KernelAtLine, {toQt(first), QString::number(notes.front().line)});
  return toQt(result.message).replace(QLatin1Char('\n'), QLatin1Char(' '));
}

std::vector<CompilerNote> notesAtLines(const std::string& words, const std::string& file) {
  std::vector<CompilerNote> notes = compilerNotes(words, file);
  std::set<int> wrong;
  std::erase_if(notes, [&](const CompilerNote& note) { return note.error && !wrong.insert(note.line).second; });
  std::ranges::stable_partition(notes, &CompilerNote::error);
  return notes;
}

}  // namespace strata::inline studio
