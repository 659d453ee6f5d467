#pragma once

#include <QWidget>
#include <string>

#include "engine/protocol/experiment_info.h"

class QButtonGroup;
class QHBoxLayout;
class QLabel;
class QPlainTextEdit;

namespace strata {

/// The source of the experiment's kernels, just as it is compiled: a button per variant.
class SourcePanel : public QWidget {
  Q_OBJECT
 public:
  explicit SourcePanel(QWidget* parent = nullptr);
  void setExperiment(const ExperimentInfo& info);
  void showVariant(const std::string& name);
  /// The variant whose kernel has this name in traces, if there is one.
  void showKernel(const std::string& kernel);
  QString source() const;

 private:
  void show(std::size_t variant);

  ExperimentInfo m_info;
  QButtonGroup* m_buttons;
  QHBoxLayout* m_row;
  QLabel* m_idea;
  QPlainTextEdit* m_code;
};

}  // namespace strata
