#pragma once

#include <QColor>
#include <QFont>
#include <QObject>
#include <functional>

#include "app/canvas/theme.h"

class QApplication;
class QWidget;

namespace strata::inline studio {

inline QColor toQt(Color c) {
  return {c.r, c.g, c.b, c.a};
}

/// The style sheet of all widgets (assets/themes) in the colours of a theme. `textScale`: 1 is text size 100 %.
QString sheetFor(const Theme& theme, double textScale);

/// How the whole application looks: its theme and the size of its text. One for the process, as QApplication's palette.
class StudioStyle : public QObject {
  Q_OBJECT
 public:
  static constexpr double kLeastScale = 0.8, kMostScale = 2;

  static StudioStyle& shared();
  /// Palette and style sheet for the application, now and after each change.
  void apply(QApplication& application);

  const Theme& theme() const;
  bool isLight() const { return m_light; }
  void setLight(bool light);
  double textScale() const { return m_projected > 0 ? m_projected * m_chosenScale : m_chosenScale; }
  double chosenTextScale() const { return m_chosenScale; }
  void setTextScale(double scale);  ///< cut to what is allowed
  /// For the last row of a classroom: text is so many times larger, and black is black. 0: not projected.
  void setProjected(double scale);

 signals:
  void changed();

 private:
  void refresh();

  QApplication* m_application = nullptr;
  bool m_light = false;
  double m_chosenScale = 1, m_projected = 0;
};

int scaledPixels(int pixels);  ///< of `pixels` at text size 100 %
/// The window's fonts; `pixels` at text size 100 %.
QFont uiFont(int pixels = 13, bool bold = false);
QFont monoFont(int pixels = 12);
/// Gives the widget this font, again whenever the text size changes.
void keepFont(QWidget* widget, std::function<QFont()> font);

}  // namespace strata::inline studio
