#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "engine/protocol/run_result.h"

namespace strata::inline studio {

/// The newest run as a table: a row per variant. Each cell has a value and, in kNoteRole, where it comes from; a
/// screen reader is told both.
class ResultsModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { Variant, Speed, Share, Check, ColumnCount };
  static constexpr int kNoteRole = Qt::UserRole;      ///< "measured", "median of 20"
  static constexpr int kToneRole = Qt::UserRole + 1;  ///< int: 0 plain, 1 good, -1 bad

  using QAbstractTableModel::QAbstractTableModel;
  void setResults(const std::vector<RunResult>& results);
  const std::vector<RunResult>& results() const { return m_results; }

  /// Whether any row has a value there.
  bool has(int column) const;
  /// Of these rows all that tables of results have, with their names, as a spreadsheet takes them.
  QString tableText(const std::vector<int>& rows) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  std::vector<RunResult> m_results;
};

}  // namespace strata::inline studio
