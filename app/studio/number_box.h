#pragma once

#include <QDoubleSpinBox>

#include "engine/protocol/experiment_info.h"

namespace strata::inline studio {

/// A number of a form. What is typed stays, also where it is none that the parameter can have: then it is marked, and
/// says what would do.
class NumberBox : public QDoubleSpinBox {
  Q_OBJECT
 public:
  explicit NumberBox(const ParameterInfo& parameter);

  QValidator::State validate(QString& input, int& position) const override;
  void fixup(QString& input) const override;
  double valueFromText(const QString& words) const override;  ///< as it will be shown
  QString textFromValue(double number) const override;        ///< "0.00001": no zeros behind it
  /// What is wrong with what is typed, and what would do; empty: nothing.
  QString problem() const;
  void put(double number);  ///< instead of what is typed
  void stepBy(int steps) override;
  void setHelp(const QString& help);  ///< its tip while nothing is wrong

 signals:
  void judged();  ///< what is typed has become one that cannot be, or after that, a number was finished that can

  void leftWrong(const QString& why);  ///< or Return was pressed in it

 protected:
  void focusOutEvent(QFocusEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  template <class Act>
  void keepTyped(const Act& act);         ///< Qt puts the last good number instead
  bool isOfItsKind(double number) const;  ///< a whole one where it must be
  bool fits(double number) const;
  void mark();
  void finish();
  void tellProblem();

  QString m_title, m_help;
  double m_least;
  bool m_mended = false;  ///< since it was wrong, and not finished yet
};

}  // namespace strata::inline studio
