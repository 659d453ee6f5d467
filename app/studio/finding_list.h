#pragma once

#include <QTreeWidget>

#include "engine/protocol/finding.h"

namespace strata::inline studio {

/// What was found in a kernel, by line: where, what, and what the threads did. A click or Return goes there.
class FindingList : public QTreeWidget {
  Q_OBJECT
 public:
  explicit FindingList(QWidget* parent = nullptr);
  /// `file`: whose lines can be gone to, "mine.cu".
  void setFindings(const KernelFindings& findings, const QString& file);

 signals:
  void chosen(int line);  ///< of that file, from 1

 private:
  void add(QTreeWidgetItem& item, const std::string& file, int line, const QString& kind, const QString& words);
  void fitHeight();

  QString m_file;
};

}  // namespace strata::inline studio
