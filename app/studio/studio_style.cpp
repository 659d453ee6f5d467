#include "app/studio/studio_style.h"

#include <QApplication>
#include <QFile>
#include <QPalette>
#include <QStyleFactory>

#include "app/studio/ui_text.h"
#include "app/views/font_metrics.h"
#include "app/views/theme.h"

namespace strata {
namespace {

QFont fontOf(Face face, int pixels) {
  QFont font(toQt(FontMetrics::shared().family(face)));
  font.setPixelSize(pixels);
  font.setStyleHint(face == Face::Mono ? QFont::Monospace : QFont::SansSerif);
  return font;
}

QPalette darkPalette() {
  QPalette palette;
  palette.setColor(QPalette::Window, toQt(theme::kDock));
  palette.setColor(QPalette::WindowText, toQt(theme::kText));
  palette.setColor(QPalette::Base, toQt(theme::kField));
  palette.setColor(QPalette::AlternateBase, toQt(theme::kRow));
  palette.setColor(QPalette::Text, toQt(theme::kText));
  palette.setColor(QPalette::PlaceholderText, toQt(theme::kTextDim));
  palette.setColor(QPalette::Button, toQt(theme::kButton));
  palette.setColor(QPalette::ButtonText, toQt(theme::kText));
  palette.setColor(QPalette::ToolTipBase, toQt(theme::kCard));
  palette.setColor(QPalette::ToolTipText, toQt(theme::kText));
  palette.setColor(QPalette::Highlight, toQt(theme::kAccent));
  palette.setColor(QPalette::HighlightedText, toQt(theme::kInk));
  palette.setColor(QPalette::Link, toQt(theme::kAccent));
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
    palette.setColor(QPalette::Disabled, role, toQt(theme::kTextDim));
  return palette;
}

}  // namespace

QFont uiFont(int pixels, bool bold) {
  QFont font = fontOf(bold ? Face::Bold : Face::Regular, pixels);
  if (bold) font.setWeight(QFont::DemiBold);
  return font;
}

QFont monoFont(int pixels) {
  QFont font = fontOf(Face::Mono, pixels);
  font.setStyleStrategy(QFont::PreferNoShaping);  // code is shown as it is typed: >= and not a ligature
  return font;
}

void applyStyle(QApplication& application) {
  application.setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
  application.setPalette(darkPalette());
  application.setFont(uiFont());
  QFile sheet(QStringLiteral(":/themes/dark.qss"));
  if (sheet.open(QIODevice::ReadOnly)) application.setStyleSheet(QString::fromUtf8(sheet.readAll()));
}

}  // namespace strata
