#pragma once

#include <QDialog>
#include <functional>

class QPlainTextEdit;

namespace strata::inline studio {

/// Asks for a few lines. Only the button Cancel drops what was typed: Escape, and closing the window, keep it. Tab
/// moves on; Ctrl+Return is OK.
class NotesDialog : public QDialog {
  Q_OBJECT
 public:
  using Take = std::function<void(const QString& notes)>;

  NotesDialog(QWidget* parent, const QString& title, const QString& label, const QString& notes, Take take);
  void accept() override;
  void reject() override;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QPlainTextEdit* m_notes;
  QString m_before;
  Take m_take;
};

}  // namespace strata::inline studio
