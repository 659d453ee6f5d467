#pragma once

#include <QWidget>
#include <vector>

#include "engine/protocol/experiment_info.h"
#include "engine/protocol/run_result.h"

class QLabel;
class QTableView;

namespace strata::inline studio {

class ResultsModel;
class RunBar;

/// Which run is shown, and its table. Pointing at a variant selects the call its median was measured on.
class ResultsPanel : public QWidget {
  Q_OBJECT
 public:
  explicit ResultsPanel(QWidget* parent = nullptr);
  void setResults(const std::vector<RunResult>& results);
  /// What stands there until there are results: how to get them, or what runs and when they come.
  void setRunning(const ExperimentInfo* running, const QString& doing);
  RunBar& runs() { return *m_runs; }
  ResultsModel& model() { return *m_model; }
  QTableView& table() { return *m_table; }

 signals:
  void activated(const strata::RunResult& result);
  void opened(const strata::RunResult& result);  ///< double click

 private:
  void fitHeight();
  void copyRows();  ///< the selected ones, whole, to the clipboard

  RunBar* m_runs;
  ResultsModel* m_model;
  QTableView* m_table;
  QLabel* m_empty;
};

}  // namespace strata::inline studio
