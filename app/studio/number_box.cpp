#include "app/studio/number_box.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QLocale>
#include <QStyle>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "app/studio/studio_style.h"
#include "app/studio/ui_text.h"

namespace strata::inline studio {
namespace {

QString withoutUnit(const QDoubleSpinBox& box, QString words) {
  if (words.endsWith(box.suffix())) words.chop(box.suffix().size());
  return words.trimmed();
}

/// A point and a comma are the same sign of decimals, wherever one lives; a whole number has neither.
qsizetype signsIn(const QString& typed) {
  return typed.count(QLatin1Char('.')) + typed.count(QLatin1Char(','));
}

std::optional<double> numberIn(const QDoubleSpinBox& box, const QString& words) {
  QString typed = withoutUnit(box, words);
  if (signsIn(typed) > (box.decimals() > 0 ? 1 : 0)) return std::nullopt;
  bool ok = false;
  const double number = QLocale::c().toDouble(typed.replace(QLatin1Char(','), QLatin1Char('.')), &ok);
  return ok && std::isfinite(number) ? std::optional(number) : std::nullopt;
}

}  // namespace

NumberBox::NumberBox(const ParameterInfo& parameter)
    : m_title(toQt(parameter.title.empty() ? parameter.name : parameter.title)), m_least(parameter.min) {
  setLocale(QLocale::c());  // numbers look as they do in the rest of the window
  setDecimals(parameter.type == ParameterInfo::Type::Integer ? 0 : parameter.decimals);
  if (parameter.max > parameter.min) setRange(parameter.min, parameter.max);
  if (!parameter.unit.empty()) setSuffix(QStringLiteral(" ") + toQt(parameter.unit));
  keepFont(this, [] { return monoFont(); });
  setKeyboardTracking(false);
  setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
  setSpecialValueText(toQt(parameter.nothing));
  if (parameter.defaultValue->is_number()) setValue(parameter.defaultValue->get<double>());
  connect(lineEdit(), &QLineEdit::textChanged, this, &NumberBox::mark);
  connect(this, &NumberBox::editingFinished, this, &NumberBox::finish);
}

QValidator::State NumberBox::validate(QString& input, int& /*position*/) const {
  const auto number = numberIn(*this, input);
  const bool can = number && *number >= minimum() && *number <= maximum() && isOfItsKind(*number);
  return can ? QValidator::Acceptable : QValidator::Intermediate;
}

void NumberBox::fixup(QString& input) const {
  if (withoutUnit(*this, input).isEmpty() && !specialValueText().isEmpty()) input = textFromValue(minimum()) + suffix();
}

double NumberBox::valueFromText(const QString& words) const {
  const auto number = numberIn(*this, words);
  return number ? QLocale::c().toDouble(textFromValue(*number)) : value();
}

QString NumberBox::textFromValue(double number) const {
  QString words = QDoubleSpinBox::textFromValue(number);
  if (!words.contains(QLatin1Char('.'))) return words;
  while (words.endsWith(QLatin1Char('0'))) words.chop(1);
  if (words.endsWith(QLatin1Char('.'))) words.chop(1);
  return words;
}

bool NumberBox::isOfItsKind(double number) const {
  return decimals() > 0 || std::floor(number) == number;
}

bool NumberBox::fits(double number) const {
  return number >= m_least && number <= maximum() && isOfItsKind(number);
}

QString NumberBox::problem() const {
  const QString shown = lineEdit()->text(), typed = withoutUnit(*this, shown);
  const auto number = numberIn(*this, shown);
  const bool special = typed.isEmpty() ? !specialValueText().isEmpty() : shown == specialValueText();
  if (special || (number && fits(*number))) return {};
  const bool whole = decimals() == 0, parted = signsIn(typed) > (whole ? 0 : 1);
  const Msg wholeWords = parted ? Msg::FormSignInWholeNumber : Msg::FormNoWholeNumber;
  return say(whole ? wholeWords : (parted ? Msg::FormSignsInNumber : Msg::FormNoNumber),
             {m_title, typed, QString::number(m_least, 'g', 10), QString::number(maximum(), 'g', 10)});
}

void NumberBox::put(double number) {
  setValue(number);
  mark();
  finish();
}

void NumberBox::stepBy(int steps) {
  QDoubleSpinBox::stepBy(steps);
  mark();
}

void NumberBox::setHelp(const QString& help) {
  m_help = help;
  mark();
}

void NumberBox::mark() {
  const QString wrong = problem();
  setTip(*this, wrong.isEmpty() ? m_help : wrong);
  if (property("bad").toBool() == !wrong.isEmpty()) return;
  setProperty("bad", !wrong.isEmpty());
  style()->unpolish(this);
  style()->polish(this);
  m_mended = wrong.isEmpty();
  if (!m_mended) emit judged();
}

void NumberBox::finish() {
  if (std::exchange(m_mended, false)) emit judged();
}

void NumberBox::tellProblem() {
  if (const QString wrong = problem(); !wrong.isEmpty() && isVisible()) emit leftWrong(wrong);
}

template <class Act>
void NumberBox::keepTyped(const Act& act) {
  const QString typed = lineEdit()->text();
  const bool bad = !problem().isEmpty();
  act();
  if (!bad || lineEdit()->text() == typed) return;
  lineEdit()->setText(typed);
  tellProblem();
}

void NumberBox::focusOutEvent(QFocusEvent* event) {
  keepTyped([&] { QDoubleSpinBox::focusOutEvent(event); });
}

void NumberBox::hideEvent(QHideEvent* event) {
  keepTyped([&] { QDoubleSpinBox::hideEvent(event); });
}

void NumberBox::keyPressEvent(QKeyEvent* event) {
  const bool takes = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (takes) return keepTyped([&] { QDoubleSpinBox::keyPressEvent(event); });
  QDoubleSpinBox::keyPressEvent(event);
}

}  // namespace strata::inline studio
