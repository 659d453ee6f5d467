#pragma once

class QWidget;

namespace strata {

void showAbout(QWidget* parent);

}  // namespace strata
