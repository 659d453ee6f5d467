#pragma once

class QString;
class QWidget;

namespace strata::inline studio {

/// A part of the window that says what happened without taking the keys: a screen reader knows it as a notification.
void makeNotice(QWidget& part);
/// A screen reader speaks these words, whatever has the keys; empty: there is nothing to say any more.
void tellNotice(QWidget& part, const QString& words);

}  // namespace strata::inline studio
