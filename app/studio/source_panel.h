#pragma once

#include <QWidget>
#include <string>

#include "engine/protocol/experiment_info.h"

class QComboBox;
class QLabel;
class QPlainTextEdit;

namespace strata {

/// The source of the experiment's kernels, just as it is compiled: one variant at a time.
class SourcePanel : public QWidget {
  Q_OBJECT
 public:
  explicit SourcePanel(QWidget* parent = nullptr);
  void setExperiment(const ExperimentInfo& info);
  void showVariant(const std::string& name);
  QString source() const;

 private:
  void show(std::size_t variant);

  ExperimentInfo m_info;
  QComboBox* m_variants;
  QLabel* m_idea;
  QPlainTextEdit* m_code;
};

}  // namespace strata
