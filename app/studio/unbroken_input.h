#pragma once

#include <QValidator>

#include "app/studio/ui_text.h"

namespace strata::inline studio {

/// Lets everything in but the places where a name may break: pasted, they would be looked for.
class UnbrokenInput : public QValidator {
 public:
  using QValidator::QValidator;

  State validate(QString& input, int& position) const override {
    position -= static_cast<int>(input.left(position).count(kMayBreak));
    input = unbroken(std::move(input));
    return Acceptable;
  }
};

}  // namespace strata::inline studio
