#pragma once

#include <QObject>

class QFileDialog;

namespace strata::inline studio {

/// Qt's own file dialogs are as wide as what they ask for, and their columns as what stands in them: left alone, Qt
/// cuts sizes, dates and the list of endings.
class FileDialogRoom : public QObject {
  Q_OBJECT
 public:
  /// Of the whole program.
  explicit FileDialogRoom(QObject* parent);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  static void widen(QFileDialog& dialog);
};

}  // namespace strata::inline studio
