#pragma once

class QWidget;

namespace strata::inline studio {

void showAbout(QWidget* parent);

}  // namespace strata::inline studio
