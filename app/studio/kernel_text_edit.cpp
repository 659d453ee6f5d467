#include "app/studio/kernel_text_edit.h"

#include <Qsci/qsciapis.h>
#include <Qsci/qscicommand.h>
#include <Qsci/qscicommandset.h>
#include <Qsci/qscilexercpp.h>
#include <Qsci/qscistyle.h>
#include <QApplication>
#include <QFocusEvent>
#include <QFontDatabase>
#include <QKeyEvent>
#include <QRegularExpression>
#include <QResizeEvent>
#include <QSet>
#include <algorithm>

#include "app/canvas/color_math.h"
#include "app/studio/studio_style.h"

namespace strata::inline studio {
namespace {

constexpr int kLineMargin = 0, kChangeMargin = 1, kChangeMark = 1, kNoteStyle = 40;
constexpr int kLettersBeforeOffers = 3;
constexpr int kLeastNote = 160;  ///< pixels of a note's width
constexpr int kAboveLine = 2;    ///< pixels, so that the ring around what has the keys covers nothing of the first line

/// C++ whose second kind of words is what belongs to the GPU.
class DeviceLexer : public QsciLexerCPP {
 public:
  using QsciLexerCPP::QsciLexerCPP;
  const char* keywords(int set) const override {
    if (set == 2)
      return "__global__ __device__ __host__ __shared__ __constant__ __forceinline__ __restrict__ __syncthreads "
             "__syncwarp threadIdx blockIdx blockDim gridDim warpSize";
    return QsciLexerCPP::keywords(set);
  }
  /// Scintilla asks when a line has just begun: below one that has its body, "if (row > m) return;", none goes deeper.
  const char* blockStartKeyword(int* style) const override {
    return editor() && isWhole(lineBefore(*editor())) ? nullptr : QsciLexerCPP::blockStartKeyword(style);
  }

 private:
  static QString lineBefore(const QsciScintilla& text) {
    int line = 0, column = 0;
    text.getCursorPosition(&line, &column);
    return line > 0 ? text.text(line - 1) : QString();
  }
  static bool isWhole(QString line) {
    static const QRegularExpression comment(QStringLiteral("//.*|/\\*.*?\\*/"));
    line = line.remove(comment).trimmed();
    return line.endsWith(QLatin1Char(';')) || line.endsWith(QLatin1Char('}'));
  }
};

/// Scintilla knows sizes in points only.
QFont inPoints(QFont font, int dotsPerInch) {
  font.setPointSizeF(font.pixelSize() * 72.0 / dotsPerInch);
  return font;
}

/// Of a font Scintilla keeps no strategy, so one that joins letters would show ">=" as one.
QFont codeFont() {
  QFont font = monoFont(12);
  const QString unjoined = QStringLiteral("DejaVu Sans Mono");
  if (QFontDatabase::hasFamily(unjoined)) font.setFamily(unjoined);
  return font;
}

void colour(QsciLexer& lexer, const Theme& theme, const QFont& font) {
  const auto give = [&](std::initializer_list<int> styles, Color color) {
    for (const int style : styles) lexer.setColor(toQt(readableOn(theme.well, color)), style);
  };
  lexer.setDefaultPaper(toQt(theme.well));
  lexer.setPaper(toQt(theme.well));
  lexer.setDefaultColor(toQt(theme.text));
  lexer.setColor(toQt(theme.text));
  using Style = QsciLexerCPP;
  give({Style::Comment, Style::CommentLine, Style::CommentDoc, Style::CommentLineDoc}, theme.textDim);
  give({Style::Keyword}, storeyInfo(Storey::Driver).color);
  give({Style::KeywordSet2}, theme.good);
  give({Style::Number, Style::DoubleQuotedString, Style::SingleQuotedString}, storeyInfo(Storey::Library).color);
  give({Style::PreProcessor}, storeyInfo(Storey::Framework).color);
  lexer.setFont(font);
  lexer.setDefaultFont(font);
}

/// Told from the ground at a glance, and quiet enough for the letters' own colours.
Color selectionGround(const Theme& theme) {
  return visibleOn(theme.well, mix(theme.well, theme.accent, 0.3f));
}

/// Broken between words, so that no line is wider than that where words allow it.
QString wrapped(const QString& text, const QFontMetrics& letters, int width) {
  QString all, line;
  for (const QString& word : text.split(QLatin1Char(' '))) {
    const QString longer = line.isEmpty() ? word : line + QLatin1Char(' ') + word;
    if (!line.isEmpty() && letters.horizontalAdvance(longer) > width) {
      all += line + QLatin1Char('\n');
      line = word;
    } else {
      line = longer;
    }
  }
  return all + line;
}

}  // namespace

QStringList namesIn(const QStringList& texts) {
  static const QRegularExpression comment(QStringLiteral("//[^\n]*|/\\*.*?\\*/"),
                                          QRegularExpression::DotMatchesEverythingOption);
  static const QRegularExpression name(QStringLiteral("[A-Za-z_][A-Za-z_0-9]{3,}"));
  QSet<QString> names;
  for (QString text : texts) {
    text.remove(comment);
    for (auto match = name.globalMatch(text); match.hasNext();) names.insert(match.next().captured());
  }
  QStringList sorted(names.begin(), names.end());
  sorted.sort();
  return sorted;
}

KernelTextEdit::KernelTextEdit(QWidget* parent) : QsciScintilla(parent) {
  auto* lexer = new DeviceLexer(this);
  setLexer(lexer);
  m_words = new QsciAPIs(lexer);
  setUtf8(true);
  setEolMode(EolUnix);
  setTabWidth(2);
  setIndentationsUseTabs(false);
  setAutoIndent(true);
  setBraceMatching(SloppyBraceMatch);
  setAutoCompletionSource(AcsAll);
  setAutoCompletionThreshold(kLettersBeforeOffers);
  setMarginType(kLineMargin, NumberMargin);
  setMarginType(kChangeMargin, SymbolMargin);
  setMarginMarkerMask(kChangeMargin, 1 << kChangeMark);
  markerDefine(FullRectangle, kChangeMark);
  setAnnotationDisplay(AnnotationStandard);  // there is no room behind a deep indentation
  setScrollWidthTracking(true);
  setScrollWidth(1);
  setWrapIndentMode(WrapIndentIndented);
  setExtraAscent(kAboveLine);
  SendScintilla(SCI_SETCARETPERIOD, 0UL);  // steady, as in other fields
  standardCommands()->find(QsciCommand::Redo)->setAlternateKey((Qt::CTRL | Qt::SHIFT | Qt::Key_Z).toCombined());
  for (const Qt::Key key : {Qt::Key_Plus, Qt::Key_Minus})  // the window's, for all text
    if (QsciCommand* zooms = standardCommands()->boundTo((Qt::CTRL | key).toCombined())) zooms->setKey(0);
  connect(this, &QsciScintilla::textChanged, this, [this] { m_typing = m_typing || hasFocus(); });
  connect(this, &QsciScintilla::cursorPositionChanged, this, &KernelTextEdit::scrollBack);
  follow();
  connect(&StudioStyle::shared(), &StudioStyle::changed, this, &KernelTextEdit::follow);
}

void KernelTextEdit::follow() {
  const Theme& theme = StudioStyle::shared().theme();
  const double scale = StudioStyle::shared().textScale();
  const QFont font = inPoints(codeFont(), logicalDpiY());
  colour(*lexer(), theme, font);
  setFont(font);
  setMarginsFont(font);
  setMarginsBackgroundColor(toQt(theme.well));
  setMarginsForegroundColor(toQt(theme.textDim));
  setMarginWidth(kLineMargin, QStringLiteral("00000"));
  setMarginWidth(kChangeMargin, static_cast<int>(4 * scale));
  setMarkerBackgroundColor(toQt(theme.warning), kChangeMark);
  setCaretForegroundColor(toQt(theme.text));
  setSelectionBackgroundColor(toQt(selectionGround(theme)));
  resetSelectionForegroundColor();
  setMatchedBraceForegroundColor(toQt(theme.accent));
  setMatchedBraceBackgroundColor(toQt(theme.well));
  setUnmatchedBraceForegroundColor(toQt(theme.warning));
  setUnmatchedBraceBackgroundColor(toQt(theme.well));
  setNotes(std::vector<Note>(m_notes));
}

void KernelTextEdit::setNotes(const std::vector<Note>& notes) {
  m_notes = notes;
  clearAnnotations();
  const Theme& theme = StudioStyle::shared().theme();
  const QFont font = inPoints(uiFont(12), logicalDpiY());
  const QFontMetrics letters(font);
  const int margins = marginWidth(kLineMargin) + marginWidth(kChangeMargin) + 2 * letters.averageCharWidth();
  const int room = std::max(kLeastNote, viewport()->width() - margins);
  const QsciStyle style(kNoteStyle, QStringLiteral("note"), toQt(readableOn(theme.card, theme.warning)),
                        toQt(theme.card), font);
  for (const Note& note : m_notes) {
    const int line = std::clamp(note.line, 1, std::max(1, lines())) - 1;
    const QString before = annotation(line);
    const QString words = wrapped(note.text, letters, room);
    annotate(line, before.isEmpty() ? words : before + QLatin1Char('\n') + words, style);
  }
  if (!m_notes.empty()) SendScintilla(SCI_SETXOFFSET, 0UL);  // a note begins at the left
}

void KernelTextEdit::setChanged(const std::vector<int>& lines) {
  markerDeleteAll(kChangeMark);
  for (const int line : lines) markerAdd(line - 1, kChangeMark);
}

void KernelTextEdit::changeTo(const std::string& now) {
  const std::string before = text().toStdString();  // in UTF-8, as Scintilla counts
  const auto head = static_cast<std::size_t>(std::ranges::mismatch(before, now).in1 - before.begin());
  const std::size_t most = std::min(before.size(), now.size()) - head;
  std::size_t tail = 0;
  while (tail < most && before[before.size() - 1 - tail] == now[now.size() - 1 - tail]) ++tail;
  const std::string written = now.substr(head, now.size() - tail - head);
  SendScintilla(SCI_SETTARGETSTART, static_cast<unsigned long>(head));
  SendScintilla(SCI_SETTARGETEND, static_cast<unsigned long>(before.size() - tail));
  SendScintilla(SCI_REPLACETARGET, static_cast<unsigned long>(written.size()), written.c_str());
}

void KernelTextEdit::goToLine(int line) {
  setCursorPosition(line - 1, 0);
  ensureLineVisible(line - 1);
}

void KernelTextEdit::bringInSight(int line) {
  const auto rowOf = [this](int of) { return SendScintilla(SCI_VISIBLEFROMDOCLINE, static_cast<unsigned long>(of)); };
  const int at = std::clamp(line, 1, std::max(1, lines())) - 1;
  const long first = SendScintilla(SCI_GETFIRSTVISIBLELINE), room = SendScintilla(SCI_LINESONSCREEN);
  const long begin = rowOf(at), end = at + 1 < lines() ? rowOf(at + 1) : begin + 1;
  if (begin >= first && end <= first + room) return;
  SendScintilla(SCI_SETFIRSTVISIBLELINE, static_cast<unsigned long>(std::max(0L, begin - room / 3)));
}

void KernelTextEdit::scrollBack() {
  constexpr int kBesideCaret = 60;  ///< what Scintilla keeps in sight beside it, and more
  const long offset = SendScintilla(SCI_GETXOFFSET);
  if (offset == 0 || QApplication::mouseButtons() != Qt::NoButton) return;
  const long caret = SendScintilla(SCI_POINTXFROMPOSITION, 0UL, SendScintilla(SCI_GETCURRENTPOS));
  if (caret + offset < viewport()->width() - kBesideCaret) SendScintilla(SCI_SETXOFFSET, 0UL);
}

void KernelTextEdit::setWords(const QStringList& words) {
  m_words->clear();
  for (const QString& word : words) m_words->add(word);
  m_words->prepare();
}

void KernelTextEdit::resizeEvent(QResizeEvent* event) {
  QsciScintilla::resizeEvent(event);
  if (!m_notes.empty() && event->size().width() != event->oldSize().width()) setNotes(std::vector<Note>(m_notes));
}

bool KernelTextEdit::focusNextPrevChild(bool next) {
  return !m_typing && QWidget::focusNextPrevChild(next);  // NOLINT(bugprone-parent-virtual-call): Scintilla's keeps Tab
}

void KernelTextEdit::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape && !isListActive()) {
    m_typing = false;
    return;
  }
  // With Ctrl alone a key is a command, whatever it would type; with AltGr, which may be Ctrl and Alt, it types.
  const bool commands = (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier)) == Qt::ControlModifier;
  QKeyEvent meant(event->type(), event->key(), event->modifiers(), commands ? QString() : event->text(),
                  event->isAutoRepeat(), static_cast<quint16>(event->count()));
  const bool types = !meant.text().isEmpty() && meant.text().front().isPrint();
  // Scintilla makes the first letter and what it replaces one step, and of the other letters a second one.
  if (types && hasSelectedText() && !isReadOnly()) SendScintilla(SCI_CLEAR);
  QsciScintilla::keyPressEvent(&meant);
  event->setAccepted(meant.isAccepted());
}

void KernelTextEdit::focusInEvent(QFocusEvent* event) {
  m_typing = event->reason() == Qt::MouseFocusReason && !isReadOnly();
  QsciScintilla::focusInEvent(event);
}

}  // namespace strata::inline studio
