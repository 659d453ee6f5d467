#include "app/studio/kernel_editor.h"

#include <QAction>
#include <QComboBox>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMouseEvent>
#include <QPlainTextEdit>
#include <QStackedWidget>
#include <QTextBlock>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/canvas/color_math.h"
#include "app/studio/finding_list.h"
#include "app/studio/kernel_text_edit.h"
#include "app/studio/studio_style.h"
#include "app/studio/ui_text.h"
#include "app/studio/unbroken_input.h"

namespace strata::inline studio {
namespace {

QToolButton* buttonOf(QAction& action) {
  auto* button = new QToolButton;
  button->setDefaultAction(&action);
  button->setObjectName(action.objectName());
  button->setFocusPolicy(Qt::StrongFocus);
  return button;
}

constexpr int kOffers = 4;  ///< of what can be done with files: those that begin something
enum Sheet { Text, Difference, Empty };

}  // namespace

KernelEditor::KernelEditor(const QList<QAction*>& buttons, const QList<QAction*>& files, QWidget* parent)
    : QWidget(parent),
      m_titles(new QWidget),
      m_name(new QLabel),
      m_outcome(new QLabel),
      m_place(new QLabel(say(Msg::KernelLike))),
      m_like(new QComboBox),
      m_search(new QLineEdit),
      m_pages(new QStackedWidget),
      m_text(new KernelTextEdit),
      m_difference(new QPlainTextEdit),
      m_findings(new FindingList) {
  m_text->setObjectName(QStringLiteral("KernelText"));
  m_text->setWhatsThis(say(Msg::KernelLeave));
  m_text->installEventFilter(this);
  m_search->setValidator(new UnbrokenInput(m_search));
  m_search->setPlaceholderText(say(Msg::KernelSearch));
  m_search->installEventFilter(this);
  m_search->hide();
  m_difference->setReadOnly(true);
  m_difference->setTabChangesFocus(true);
  m_difference->setLineWrapMode(QPlainTextEdit::NoWrap);
  keepFont(m_difference, [] { return monoFont(12); });
  m_pages->addWidget(m_text);
  m_pages->addWidget(m_difference);
  m_pages->addWidget(makeEmptyPage(files.first(kOffers)));
  m_outcome->setObjectName(QStringLiteral("KernelOutcome"));
  m_outcome->setWordWrap(true);
  m_outcome->setTextFormat(Qt::PlainText);
  m_outcome->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_outcome->installEventFilter(this);
  m_findings->hide();
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(12, 0, 12, 10);
  rows->setSpacing(6);
  rows->addLayout(makeHead(buttons, files));
  rows->addWidget(m_outcome);
  rows->addWidget(m_search);
  rows->addWidget(m_pages, 1);
  rows->addWidget(m_findings);
  m_titles->hide();
  m_pages->setCurrentIndex(Empty);
  connect(m_like, &QComboBox::activated, this, &KernelEditor::likeChosen);
  connect(m_search, &QLineEdit::returnPressed, this, [this] { search(true); });
}

QWidget* KernelEditor::makeEmptyPage(const QList<QAction*>& offers) {
  auto* page = new QWidget;
  auto* rows = new QVBoxLayout(page);
  auto* words = new QLabel(say(Msg::KernelNone));
  words->setWordWrap(true);
  words->setAlignment(Qt::AlignCenter);
  rows->addStretch(1);
  rows->addWidget(words);
  for (QAction* action : offers) {
    QToolButton* button = buttonOf(*action);
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    rows->addWidget(button);
  }
  rows->addStretch(2);
  return page;
}

QLayout* KernelEditor::makeHead(const QList<QAction*>& buttons, const QList<QAction*>& files) {
  m_like->setObjectName(QStringLiteral("KernelLike"));
  m_like->setToolTip(say(Msg::KernelLikeTip));
  m_like->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  m_like->setMinimumContentsLength(8);
  auto* menu = new QMenu(this);
  menu->addActions(files);
  auto* file = new QToolButton;
  file->setText(say(Msg::KernelFiles));
  file->setObjectName(QStringLiteral("KernelFiles"));
  file->setMenu(menu);
  file->setPopupMode(QToolButton::InstantPopup);
  file->setFocusPolicy(Qt::StrongFocus);
  auto* titles = new QHBoxLayout(m_titles);
  titles->setContentsMargins(0, 0, 0, 0);
  titles->addWidget(m_name);
  titles->addWidget(m_place);
  titles->addWidget(m_like, 1);
  auto* row = new QHBoxLayout;
  for (QAction* action : buttons) row->addWidget(buttonOf(*action));
  row->addStretch(1);
  row->addWidget(file);
  auto* head = new QVBoxLayout;
  head->addWidget(m_titles);
  head->addLayout(row);
  return head;
}

void KernelEditor::show(const KernelDraft& draft, const ExperimentInfo& info) {
  m_like->clear();
  for (const VariantInfo& variant : info.variants)
    if (!variant.source.empty()) m_like->addItem(toQt(variant.name));
  m_like->setCurrentText(toQt(draft.like));
  for (QWidget* place : {static_cast<QWidget*>(m_place), static_cast<QWidget*>(m_like)})
    place->setVisible(m_like->count() > 0);
  if (m_text->text() != toQt(draft.text)) {
    m_text->setText(toQt(draft.text));
    m_text->SendScintilla(QsciScintilla::SCI_SETXOFFSET, 0UL);
  }
  m_text->setWrapMode(draft.puzzle.empty() ? QsciScintilla::WrapNone : QsciScintilla::WrapWhitespace);
  setName(toQt(draft.fileName()), draft.saved);
  m_titles->show();
  m_pages->setCurrentIndex(Text);
}

void KernelEditor::setName(const QString& file, bool saved) {
  m_name->setText(saved ? file : file + QStringLiteral(" ●"));
}

std::string KernelEditor::like() const {
  return m_like->currentText().toStdString();
}

void KernelEditor::showDifference(const QString& difference) {
  m_pages->setCurrentIndex(m_like->count() == 0 ? Empty : difference.isEmpty() ? Text : Difference);
  m_difference->setPlainText(difference);
  const Theme& theme = StudioStyle::shared().theme();
  for (QTextBlock line = m_difference->document()->begin(); line.isValid(); line = line.next()) {
    const QChar sign = line.text().isEmpty() ? QChar(u' ') : line.text().front();
    if (sign != u'+' && sign != u'-') continue;
    QTextCharFormat format;
    format.setForeground(toQt(readableOn(theme.well, sign == u'+' ? theme.good : theme.warning)));
    QTextCursor cursor(line);
    cursor.select(QTextCursor::LineUnderCursor);
    cursor.setCharFormat(format);
  }
}

void KernelEditor::setOutcome(const QString& sentence, bool ofLine) {
  m_ofLine = ofLine;
  m_outcome->setText(sentence);
  m_outcome->setToolTip(ofLine ? say(Msg::KernelToLine) : QString());
  ofLine ? m_outcome->setCursor(Qt::PointingHandCursor) : m_outcome->unsetCursor();
  m_outcome->setVisible(!sentence.isEmpty());
}

QString KernelEditor::outcome() const {
  return m_outcome->text();
}

void KernelEditor::setFindings(const KernelFindings& findings, const QString& file) {
  m_findings->setFindings(findings, file);
}

void KernelEditor::openSearch() {
  if (m_text->hasSelectedText()) m_search->setText(m_text->selectedText().section(QLatin1Char('\n'), 0, 0));
  m_search->show();
  m_search->setFocus();
  m_search->selectAll();
}

void KernelEditor::search(bool forward) {
  if (int line = 0, column = 0, toLine = 0, toColumn = 0; !forward && m_text->hasSelectedText()) {
    m_text->getSelection(&line, &column, &toLine, &toColumn);
    m_text->setCursorPosition(line, column);
  }
  const bool found = m_text->findFirst(m_search->text(), false, false, false, true, forward);
  if (!found) setOutcome(say(Msg::KernelSearchNothing, {m_search->text()}));
}

/// Words of it may be marked, to be copied.
bool KernelEditor::isClickOnOutcome(QObject* watched, const QEvent& event) const {
  return watched == m_outcome && event.type() == QEvent::MouseButtonRelease && !m_outcome->hasSelectedText() &&
         static_cast<const QMouseEvent&>(event).button() == Qt::LeftButton;
}

/// Keys that are the editor's while its text has them, and the window's else.
bool KernelEditor::eventFilter(QObject* watched, QEvent* event) {
  if (m_ofLine && isClickOnOutcome(watched, *event)) emit lineWanted();
  if (watched == m_outcome) return false;
  if (event->type() != QEvent::ShortcutOverride && event->type() != QEvent::KeyPress) return false;
  const auto* key = static_cast<QKeyEvent*>(event);
  const bool pressed = event->type() == QEvent::KeyPress;
  const bool closes = watched == m_search && key->key() == Qt::Key_Escape;
  const bool opens = key->matches(QKeySequence::Find);
  const bool goes = key->key() == Qt::Key_F3;
  const bool saves = key->matches(QKeySequence::Save);
  if (!closes && !opens && !goes && !saves) return false;
  event->accept();
  if (!pressed) return true;
  if (closes) m_search->hide(), m_text->setFocus();
  if (opens) openSearch();
  if (saves) emit saveWanted();
  if (goes) search(!(key->modifiers() & Qt::ShiftModifier));
  return true;
}

}  // namespace strata::inline studio
