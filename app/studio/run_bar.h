#pragma once

#include <QString>
#include <QWidget>
#include <utility>
#include <vector>

#include "app/still/run_list.h"

class QComboBox;
class QMenu;
class QToolButton;

namespace strata::inline studio {

/// Above the results: which run they are of, and what can be done with it. Runs are told by their place in
/// RunList::all(), lost ones by theirs in RunList::lost().
class RunBar : public QWidget {
  Q_OBJECT
 public:
  explicit RunBar(QWidget* parent = nullptr);
  void setRuns(const RunList& runs);           ///< which stays where it is; hidden where there is none
  QMenu& compareMenu() { return *m_compare; }  ///< with every other run; its entry is hidden where there is none

 signals:
  void chosen(std::size_t run);
  void lostChosen(std::size_t lost);
  void againWanted(std::size_t lost);
  void named(std::size_t run, const QString& name);
  void compareWanted(std::size_t with);  ///< of the one that is shown
  void removeWanted(std::size_t run);
  void lostRemoveWanted(std::size_t lost);

 private:
  ListedRun runAt(int row) const { return m_lines[static_cast<std::size_t>(row)]; }
  void choose(int row);
  void fillMenu();
  void fillCompareMenu();
  void askName();

  QComboBox* m_box;
  QToolButton* m_more;
  QMenu *m_menu, *m_compare;
  const RunList* m_runs = nullptr;
  std::vector<ListedRun> m_lines;                           ///< of the box
  std::vector<std::pair<std::size_t, QString>> m_compared;  ///< that can be: runs and titles, in the order of the menu
};

}  // namespace strata::inline studio
