#pragma once

#include <QCheckBox>

#include "engine/protocol/experiment_info.h"

namespace strata::inline studio {

/// "conflict_free  ·  No bank conflicts": the name that results have, and what it is.
QString variantWords(const VariantInfo& variant);

/// A check box whose words are shortened at their end, so that its name stays, where it is too narrow for them; its tip
/// has then all of them.
class VariantBox : public QCheckBox {
  Q_OBJECT
 public:
  explicit VariantBox(const QString& words, QWidget* parent = nullptr);

  QString shownWords() const;

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
};

}  // namespace strata::inline studio
