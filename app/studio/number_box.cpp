#include "app/studio/number_box.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QStyle>
#include <QToolTip>
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

std::optional<double> numberIn(const QDoubleSpinBox& box, const QString& words) {
  bool ok = false;
  const double number = box.locale().toDouble(withoutUnit(box, words), &ok);
  return ok && std::isfinite(number) ? std::optional(number) : std::nullopt;
}

}  // namespace

NumberBox::NumberBox(const ParameterInfo& parameter)
    : m_title(toQt(parameter.title.empty() ? parameter.name : parameter.title)), m_least(parameter.min) {
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

QValidator::State NumberBox::validate(QString& input, int& position) const {
  const QValidator::State state = QDoubleSpinBox::validate(input, position);
  return state == QValidator::Acceptable ? state : QValidator::Intermediate;
}

void NumberBox::fixup(QString& input) const {
  if (withoutUnit(*this, input).isEmpty() && !specialValueText().isEmpty())
    input = textFromValue(minimum()) + suffix();
  else if (const auto number = numberIn(*this, input); number && fits(*number))
    input = textFromValue(*number) + suffix();
}

QString NumberBox::textFromValue(double number) const {
  QString words = QDoubleSpinBox::textFromValue(number);
  const QString point = locale().decimalPoint(), zero = locale().zeroDigit();
  if (!words.contains(point)) return words;
  while (words.endsWith(zero)) words.chop(zero.size());
  if (words.endsWith(point)) words.chop(point.size());
  return words;
}

bool NumberBox::fits(double number) const {
  return number >= m_least && number <= maximum() && (decimals() > 0 || std::floor(number) == number);
}

QString NumberBox::problem() const {
  const QString shown = lineEdit()->text(), typed = withoutUnit(*this, shown);
  const auto number = numberIn(*this, shown);
  const bool special = typed.isEmpty() ? !specialValueText().isEmpty() : shown == specialValueText();
  if (special || (number && fits(*number))) return {};
  QLocale as = locale();
  as.setNumberOptions(QLocale::OmitGroupSeparator);
  return say(decimals() > 0 ? Msg::FormNoNumber : Msg::FormNoWholeNumber,
             {m_title, typed, as.toString(m_least, 'g', 10), as.toString(maximum(), 'g', 10)});
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
  setToolTip(wrong.isEmpty() ? m_help : asTip(wrong));
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
  if (const QString wrong = problem(); !wrong.isEmpty() && isVisible())
    QToolTip::showText(mapToGlobal(QPoint(0, height() / 2)), asTip(wrong), this);
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
