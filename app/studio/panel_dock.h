#pragma once

#include <QDockWidget>

namespace strata::inline studio {

/// A dock whose title is a quiet heading, as in the design; it still moves, floats and closes.
/// `scrolls`: the content may be higher than the dock.
QDockWidget* makeDock(const QString& name, const QString& title, QWidget* content, bool scrolls);
/// For views, which have a header of their own: a title is there only while it floats.
QDockWidget* makeViewDock(const QString& name, const QString& title, QWidget* content);

}  // namespace strata::inline studio
