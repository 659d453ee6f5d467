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
  /// A lesson's question asks for what would be read here.
  void setHidden(bool hidden);
  /// What stands above the rows, or in their place until there are any: how to get them, or what runs, when they come,
  /// and whether those that are there are of an earlier run. Above rows it keeps its words, so that they stay in place.
  /// `lost`: the newest run ended with its agent, before its first row; `reason`: why the one that is shown did.
  void setRunning(const ExperimentInfo* running, const QString& doing, bool earlier = false, bool lost = false,
                  const QString& reason = {});
  RunBar& runs() { return *m_runs; }
  ResultsModel& model() { return *m_model; }
  QTableView& table() { return *m_table; }
  /// With the first rows and all that is said above them; where there is less room, rows are scrolled to.
  QSize minimumSizeHint() const override;

 signals:
  void activated(const strata::RunResult& result);
  void opened(const strata::RunResult& result);  ///< double click

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  bool any() const;  ///< whether there is a row
  void fitHeight();
  void copyRows();  ///< the selected ones, whole, to the clipboard

  RunBar* m_runs;
  ResultsModel* m_model;
  QTableView* m_table;
  QLabel* m_note;
  QString m_said;  ///< by the note, where nothing is hidden
  bool m_running = false, m_lost = false, m_hidden = false;
};

}  // namespace strata::inline studio
