#include "app/studio/kernel_outcome.h"

#include <utility>

#include "app/studio/kernel_editor.h"
#include "app/studio/line_difference.h"
#include "app/studio/ui_text.h"

namespace strata::inline studio {
namespace {

/// By line of the text before, from 1: its line in the text now; 0: it is not there.
std::vector<int> linesNow(const QString& before, const QString& now) {
  std::vector<int> lines{0};
  for (const LineDifference::Line& line : lineDifference(before, now).lines)
    if (line.sign != u'+') lines.push_back(line.now);
  return lines;
}

int at(const std::vector<int>& lines, int line) {
  return line > 0 && line < static_cast<int>(lines.size()) ? lines[static_cast<std::size_t>(line)] : 0;
}

}  // namespace

void KernelOutcome::announce(const QString& sentence) {
  m_text.reset();
  tell(sentence);
}

void KernelOutcome::begin(const QString& text, const QString& sentence) {
  m_text = text;
  tell(sentence);
  m_ended = false;
}

void KernelOutcome::tell(const QString& sentence, std::vector<KernelTextEdit::Note> notes) {
  m_notes = std::move(notes);
  m_ended = true;
  m_dropped = false;
  setSentence(sentence);
  moveNotes();
  if (!m_notes.empty() && (!m_text || *m_text == m_editor.text().text()))
    m_editor.text().bringInSight(m_notes.front().line);
}

void KernelOutcome::setSentence(const QString& sentence) {
  m_sentence = sentence;
  const bool before = m_text && !sentence.isEmpty() && *m_text != m_editor.text().text();
  m_editor.setOutcome(before ? say(Msg::KernelBefore, {sentence}) : sentence, !m_notes.empty());
}

void KernelOutcome::follow(bool asItCame) {
  setSentence(m_text ? m_sentence : QString());
  m_dropped = asItCame && m_ended && m_text && *m_text != m_editor.text().text();
  if (m_dropped) m_editor.setOutcome({});
}

void KernelOutcome::moveNotes() {
  const QString now = m_editor.text().text();
  const bool same = !m_text || *m_text == now;
  std::vector<KernelTextEdit::Note> moved = same ? m_notes : std::vector<KernelTextEdit::Note>();
  if (!same && !m_dropped && !m_notes.empty()) {
    const std::vector<int> lines = linesNow(*m_text, now);
    for (const KernelTextEdit::Note& note : m_notes)
      if (const int line = at(lines, note.line); line > 0) moved.push_back({line, note.text});
  }
  if (moved != m_editor.text().notes()) m_editor.text().setNotes(moved);
}

int KernelOutcome::lineNow(int line) const {
  return m_text ? at(linesNow(*m_text, m_editor.text().text()), line) : line;
}

}  // namespace strata::inline studio
