#include "app/studio/notes_dialog.h"

#include <QDialogButtonBox>
#include <QKeyEvent>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>
#include <utility>

namespace strata::inline studio {

NotesDialog::NotesDialog(QWidget* parent, const QString& title, const QString& label, const QString& notes, Take take)
    : QDialog(parent), m_notes(new QPlainTextEdit(notes)), m_before(notes), m_take(std::move(take)) {
  setAttribute(Qt::WA_DeleteOnClose);
  setWindowTitle(title);
  m_notes->setTabChangesFocus(true);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
  auto* column = new QVBoxLayout(this);
  column->addWidget(new QLabel(label));
  column->addWidget(m_notes);
  column->addWidget(buttons);
  connect(buttons, &QDialogButtonBox::accepted, this, &NotesDialog::accept);
  connect(buttons->button(QDialogButtonBox::Cancel), &QPushButton::clicked, this, [this] { done(Rejected); });
  m_notes->installEventFilter(this);
}

bool NotesDialog::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::KeyPress) return QDialog::eventFilter(watched, event);
  const auto& key = static_cast<const QKeyEvent&>(*event);
  const bool ends = key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter;
  if (!ends || !key.modifiers().testFlag(Qt::ControlModifier)) return false;
  accept();
  return true;
}

void NotesDialog::accept() {
  m_take(m_notes->toPlainText());
  QDialog::accept();
}

void NotesDialog::reject() {
  m_notes->toPlainText() == m_before ? QDialog::reject() : accept();
}

}  // namespace strata::inline studio
