#pragma once

#include <Qsci/qsciscintilla.h>
#include <QStringList>
#include <string>
#include <vector>

class QsciAPIs;

namespace strata::inline studio {

/// A kernel's text, to be written: CUDA and HIP C++ in the window's colours, with notes below its lines. Tab indents
/// once something was typed; Esc gives it back to moving on.
class KernelTextEdit : public QsciScintilla {
  Q_OBJECT
 public:
  explicit KernelTextEdit(QWidget* parent = nullptr);

  struct Note {
    int line;  ///< from 1
    QString text;
    friend bool operator==(const Note&, const Note&) = default;
  };
  /// Below their lines, in place of those before.
  void setNotes(const std::vector<Note>& notes);
  const std::vector<Note>& notes() const { return m_notes; }
  /// Marks lines, from 1, that are not in the text it came from.
  void setChanged(const std::vector<int>& lines);
  /// Writes in it only what differs; it can be undone.
  void changeTo(const std::string& now);
  /// The caret to the begin of a line, from 1, in sight.
  void goToLine(int line);
  /// Scrolls to a line, from 1, and what stands below it, where they are not seen; the caret stays.
  void bringInSight(int line);
  /// What is offered while one types, beside the words of the text.
  void setWords(const QStringList& words);

 protected:
  bool focusNextPrevChild(bool next) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void follow();  ///< theme and size of text
  /// To the left, where the caret is in sight there, too.
  void scrollBack();

  QsciAPIs* m_words;
  std::vector<Note> m_notes;
  bool m_typing = false;  ///< Tab is a letter
};

/// Names in the code of texts, comments left out: what a language's users write.
QStringList namesIn(const QStringList& texts);

}  // namespace strata::inline studio
