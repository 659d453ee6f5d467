#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "app/studio/kernel_text_edit.h"

namespace strata::inline studio {

class KernelEditor;

/// What came of a run, as the editor shows it: a sentence, and notes at lines. Both are of the text that ran, which may
/// be written on meanwhile: then the sentence says so, and notes go where their lines went.
class KernelOutcome {
 public:
  explicit KernelOutcome(KernelEditor& editor) : m_editor(editor) {}

  /// Of no run; an empty one is none. It goes with the next letter.
  void announce(const QString& sentence);
  void begin(const QString& text, const QString& sentence);
  /// What came of the text that ran; the first note's line comes in sight where nobody has written on.
  void tell(const QString& sentence, std::vector<KernelTextEdit::Note> notes = {});
  void setSentence(const QString& sentence);

  /// The text was written on. `asItCame`: until it is what it was before; what came of another one is dropped then.
  void follow(bool asItCame);
  /// Once it rests, since it takes comparing texts.
  void moveNotes();
  /// Where a line of the text that ran is by now; 0: it is not there.
  int lineNow(int line) const;
  /// Where the first note's line is by now; 0: there is none.
  int lineTold() const { return m_dropped || m_notes.empty() ? 0 : lineNow(m_notes.front().line); }

 private:
  KernelEditor& m_editor;
  std::optional<QString> m_text;  ///< that ran; none: no text did
  QString m_sentence;
  bool m_ended = false;                       ///< the sentence is what came of it
  bool m_dropped = false;                     ///< as long as the text is what it was before
  std::vector<KernelTextEdit::Note> m_notes;  ///< at its lines
};

}  // namespace strata::inline studio
