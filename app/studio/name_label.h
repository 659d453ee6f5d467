#pragma once

#include <QLabel>

namespace strata::inline studio {

/// A label whose names may go on in the next line (`breakable`); what is copied from it is as it was given.
class NameLabel : public QLabel {
  Q_OBJECT
 public:
  using QLabel::QLabel;

  /// A screen reader is told it without the places where it may break.
  void setName(const QString& name);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
};

}  // namespace strata::inline studio
