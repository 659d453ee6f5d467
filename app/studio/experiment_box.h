#pragma once

#include <QElapsedTimer>
#include <span>

#include "app/studio/choice_box.h"
#include "engine/protocol/experiment_info.h"

namespace strata::inline studio {

/// Experiments by their titles. What is typed finds one by its name, as `strata list` has it, where no title begins so.
class ExperimentBox : public ChoiceBox {
 public:
  explicit ExperimentBox(QWidget* parent = nullptr);
  void add(std::span<const ExperimentInfo* const> experiments);
  QString nameAt(int row) const;

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void findByName(const QString& letter);

  QString m_typed;  ///< letters that follow each other quickly
  QElapsedTimer m_sinceLetter;
};

}  // namespace strata::inline studio
