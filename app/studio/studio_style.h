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

/// How the whole application looks: its theme and the size of its text. One for the process, as QApplication's palette.
class StudioStyle : public QObject {
  Q_OBJECT
 public:
  static constexpr double kLeastScale = 0.8, kMostScale = 2;

  static StudioStyle& shared();
  /// Palette and style sheet for the application, now and after each change.
  void apply(QApplication& application);

  const Theme& theme() const { return *m_theme; }
  bool isLight() const { return m_theme == &lightTheme(); }
  void setLight(bool light);
  double textScale() const { return m_textScale; }
  void setTextScale(double scale);  ///< cut to what is allowed

 signals:
  void changed();

 private:
  void refresh();

  QApplication* m_application = nullptr;
  const Theme* m_theme = &darkTheme();
  double m_textScale = 1;
};

/// The window's fonts; `pixels` at text size 100 %.
QFont uiFont(int pixels = 13, bool bold = false);
QFont monoFont(int pixels = 12);
/// Gives the widget this font, again whenever the text size changes.
void keepFont(QWidget* widget, std::function<QFont()> font);

}  // namespace strata::inline studio
