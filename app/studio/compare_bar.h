#pragma once

#include <QFrame>
#include <QList>

#include "app/facts/view_state.h"

class QComboBox;
class QLineEdit;
class QToolButton;

namespace strata::inline studio {

class Scene;

/// "Operations · Part of a name · Copy as CSV", above the comparison of two sessions.
class CompareBar : public QFrame {
  Q_OBJECT
 public:
  explicit CompareBar(Scene& scene, QWidget* parent = nullptr);
  QList<QWidget*> fields() const;  ///< as they stand
  QWidget* copyButton() const;
  void copy();  ///< the table's rows; answered by copied, where there are any

 signals:
  void copied(std::size_t rows);

 private:
  void choose();  ///< what the fields say
  void show(const ViewState& state);

  Scene& m_scene;
  QComboBox* m_of;
  QLineEdit* m_name;
  QToolButton* m_copy;
};

/// The view with this bar above it.
QWidget* withCompareBar(QWidget& view, Scene& scene);

}  // namespace strata::inline studio
