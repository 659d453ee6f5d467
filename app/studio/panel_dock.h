#pragma once

#include <QDockWidget>

namespace strata::inline studio {

/// A dock whose title is a quiet heading, as in the design; it still moves, floats and closes.
/// `scrolls`: the content may be higher than the dock.
QDockWidget* makeDock(const QString& name, const QString& title, QWidget* content, bool scrolls);
/// A dock of which only a thin strip is the title: for views that bring a header of their own.
QDockWidget* makeGripDock(const QString& name, const QString& title, QWidget* content);

}  // namespace strata::inline studio
