#pragma once

#include <QObject>

#include "app/facts/view_state.h"

namespace strata::inline studio {

/// The one selection of the window.
class SelectionModel : public QObject {
  Q_OBJECT
 public:
  using QObject::QObject;

  const Selection& selection() const { return m_selection; }
  void select(const Selection& selection) {
    if (selection == m_selection) return;
    m_selection = selection;
    emit changed();
  }
  void clear() { select({}); }

 signals:
  void changed();

 private:
  Selection m_selection;
};

}  // namespace strata::inline studio
