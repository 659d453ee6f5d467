#pragma once

class QMainWindow;
class QWidget;

namespace strata::inline studio {

/// Where Tab goes from a widget: on within its panel, then to the next panel as they stand, the bar first, then column
/// by column, each from above. nullptr: nowhere.
QWidget* nextStop(QMainWindow& window, QWidget* from, bool forward);

/// The first stop of the next panel, or of the one before.
QWidget* nextPanel(QMainWindow& window, QWidget* from, bool forward);

/// Gives it the keys, and brings it into sight of what scrolls.
void goTo(QWidget& stop, bool forward);

}  // namespace strata::inline studio
