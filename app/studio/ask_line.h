#pragma once

#include <QString>
#include <functional>

class QWidget;

namespace strata::inline studio {

/// Asks for a line of text, in a dialog that has room for its title and for what stands in the line. `given` hears what
/// was written, unless the person leaves.
void askLine(QWidget& parent, const QString& title, const QString& label, const QString& line,
             std::function<void(const QString&)> given);

}  // namespace strata::inline studio
