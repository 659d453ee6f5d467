#pragma once

#include <QWidget>
#include <string>

#include "app/words/messages.h"
#include "engine/protocol/experiment_info.h"

class QComboBox;
class QLabel;
class QPlainTextEdit;

namespace strata::inline studio {

/// The source of the experiment's kernels, just as it is compiled: one variant at a time. Of an experiment without
/// variants that of the kernel which is selected.
class SourcePanel : public QWidget {
  Q_OBJECT
 public:
  explicit SourcePanel(QWidget* parent = nullptr);
  void setExperiment(const ExperimentInfo& info);
  void showVariant(const std::string& name);
  /// For an experiment without variants; null: no kernel of Strata's is selected.
  void showKernel(const VariantInfo* step);
  void showNone(Msg why);
  const std::string& experiment() const { return m_info.name; }
  QString source() const;
  /// What is shown; of no name where it is nothing of Strata's.
  const VariantInfo& shown() const { return m_shown; }

 private:
  void showChosen(std::size_t variant);
  void show(const VariantInfo& info);

  ExperimentInfo m_info;
  VariantInfo m_shown;
  QComboBox* m_variants;
  QLabel* m_idea;
  QPlainTextEdit* m_code;
};

}  // namespace strata::inline studio
