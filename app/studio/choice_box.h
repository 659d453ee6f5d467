#pragma once

#include <QComboBox>

namespace strata::inline studio {

/// A box whose entry is shortened where it is too narrow for it, and says so; its tip has then all of it.
class ChoiceBox : public QComboBox {
  Q_OBJECT
 public:
  using QComboBox::QComboBox;

  /// At which the present entry is whole.
  int widthOfEntry() const;

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  QString shortened(const QString& entry) const;
};

}  // namespace strata::inline studio
