#pragma once

#include <QWidget>

class QComboBox;
class QMenu;
class QToolButton;

namespace strata::inline still {
class RunList;
}

namespace strata::inline studio {

/// Above the results: which run they are of, and what can be done with it. Runs are told by their place in the list.
class RunBar : public QWidget {
  Q_OBJECT
 public:
  explicit RunBar(QWidget* parent = nullptr);
  void setRuns(const RunList& runs);  ///< hidden where there is none

 signals:
  void chosen(std::size_t run);
  void named(std::size_t run, const QString& name);
  void compareWanted(std::size_t with);  ///< of the one that is shown
  void removeWanted(std::size_t run);

 private:
  std::size_t runAt(int row) const;
  void fillMenu();
  void askName();

  QComboBox* m_box;
  QToolButton* m_more;
  QMenu* m_menu;
};

}  // namespace strata::inline studio
