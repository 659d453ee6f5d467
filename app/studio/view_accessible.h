#pragma once

class QAccessibleInterface;
class QObject;
class QString;

namespace strata::inline studio {

class ViewWidget;

/// What a screen reader is told of a drawn view: its title, what it shows with its main figures, and as a child what a
/// key acts on. The factory that Qt asks for each part of the window; nullptr: it is no view.
QAccessibleInterface* makeViewAccessible(const QString& className, QObject* object);

/// The words of what a key acts on have changed.
void tellSpot(ViewWidget& view);

}  // namespace strata::inline studio
