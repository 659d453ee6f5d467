#pragma once

#include <QComboBox>

namespace strata::inline studio {

/// A box whose entry is shortened where it is too narrow for it, and says so.
class ChoiceBox : public QComboBox {
  Q_OBJECT
 public:
  using QComboBox::QComboBox;

 protected:
  void paintEvent(QPaintEvent* event) override;
};

}  // namespace strata::inline studio
