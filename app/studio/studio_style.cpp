#include "app/studio/studio_style.h"

#include <QApplication>
#include <QFile>
#include <QPalette>
#include <QRegularExpression>
#include <QWidget>
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/canvas/color_math.h"
#include "app/canvas/font_metrics.h"
#include "app/studio/hand_style.h"
#include "app/studio/ui_text.h"

namespace strata::inline studio {
namespace {

QFont fontOf(Face face, int pixels) {
  QFont font(toQt(FontMetrics::shared().family(face)));
  font.setPixelSize(scaledPixels(pixels));
  font.setStyleHint(face == Face::Mono ? QFont::Monospace : QFont::SansSerif);
  return font;
}

QPalette paletteOf(const Theme& theme) {
  QPalette palette;
  palette.setColor(QPalette::Window, toQt(theme.dock));
  palette.setColor(QPalette::WindowText, toQt(theme.text));
  palette.setColor(QPalette::Base, toQt(theme.field));
  palette.setColor(QPalette::AlternateBase, toQt(theme.row));
  palette.setColor(QPalette::Text, toQt(theme.text));
  palette.setColor(QPalette::PlaceholderText, toQt(theme.textDim));
  palette.setColor(QPalette::Button, toQt(theme.button));
  palette.setColor(QPalette::ButtonText, toQt(theme.text));
  palette.setColor(QPalette::ToolTipBase, toQt(theme.card));
  palette.setColor(QPalette::ToolTipText, toQt(theme.text));
  palette.setColor(QPalette::Highlight, toQt(theme.accent));
  palette.setColor(QPalette::HighlightedText, toQt(inkOn(theme.accent)));
  palette.setColor(QPalette::Link, toQt(theme.accent));
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
    palette.setColor(QPalette::Disabled, role, toQt(theme.textDim));
  return palette;
}

/// What the style sheet's @names stand for.
std::vector<std::pair<QString, Color>> sheetColors(const Theme& t) {
  const auto toText = [&t](Color under, float share) { return mix(under, t.white, share); };
  return {{"background", t.background},
          {"bar", t.bar},
          {"dock", t.dock},
          {"card", t.card},
          {"field", t.field},
          {"button", t.button},
          {"run", t.run},
          {"well", t.well},
          {"divider", t.divider},
          {"cardBorder", t.cardBorder},
          {"fieldBorder", t.fieldBorder},
          {"buttonBorder", t.buttonBorder},
          {"runBorder", t.runBorder},
          {"wellBorder", t.wellBorder},
          {"tagBorder", t.tagBorder},
          {"white", t.white},
          {"textStrong", t.textStrong},
          {"text", t.text},
          {"textSoft", t.textSoft},
          {"textLabel", t.textLabel},
          {"textDim", t.textDim},
          {"good", t.good},
          {"warning", t.warning},
          {"ink", inkOn(t.accent)},
          {"accent", t.accent},
          {"accentText", t.accentText},
          {"onRun", inkOn(t.run)},
          {"buttonHover", toText(t.button, 0.04f)},
          {"checkBorder", markOn(t.field, markOn(t.dock, t.fieldBorder))},
          {"fieldHover", toText(t.fieldBorder, 0.1f)},
          {"textOff", mix(t.button, t.textDim, 0.75f)},
          {"buttonOff", mix(t.bar, t.button, 0.4f)},
          {"runHover", toText(t.run, 0.08f)},
          {"runOff", mix(t.bar, t.run, 0.35f)},
          {"runOffBorder", mix(t.bar, t.runBorder, 0.3f)},
          {"warningGround", mix(t.bar, t.warning, 0.12f)},
          {"warningBorder", mix(t.bar, t.warning, 0.45f)},
          {"goodGround", mix(t.bar, t.good, 0.1f)},
          {"warningText", mix(t.warning, t.textStrong, 0.6f)},
          {"goodText", mix(t.good, t.textStrong, 0.6f)}};
}

}  // namespace

QString sheetFor(const Theme& theme, double textScale) {
  QFile file(QStringLiteral(":/themes/studio.qss"));
  if (!file.open(QIODevice::ReadOnly)) return {};
  QString sheet = QString::fromUtf8(file.readAll());
  for (const auto& [name, color] : sheetColors(theme))
    sheet.replace(QRegularExpression(QStringLiteral("@%1\\b").arg(name)), toQt(color).name());
  static const QRegularExpression kSize(QStringLiteral("font-size: (\\d+)px"));
  for (auto found = kSize.match(sheet); found.hasMatch(); found = kSize.match(sheet, found.capturedEnd())) {
    const QString size = QString::number(std::lround(found.captured(1).toInt() * textScale));
    sheet.replace(found.capturedStart(1), found.capturedLength(1), size);
  }
  return sheet;
}

StudioStyle& StudioStyle::shared() {
  static StudioStyle style;
  return style;
}

void StudioStyle::apply(QApplication& application) {
  m_application = &application;
  QApplication::setStyle(new HandStyle(QStringLiteral("Fusion")));
  QApplication::setCursorFlashTime(0);  // with each blink of a caret Qt would compose all views of its window anew
  refresh();
}

const Theme& StudioStyle::theme() const {
  return m_light ? lightTheme() : m_projected > 0 ? projectorTheme() : darkTheme();
}

void StudioStyle::setLight(bool light) {
  if (std::exchange(m_light, light) != light) refresh();
}

void StudioStyle::setTextScale(double scale) {
  scale = std::isfinite(scale) ? std::clamp(scale, kLeastScale, kMostScale) : 1;
  if (std::exchange(m_chosenScale, scale) != scale) refresh();
}

void StudioStyle::setProjected(double scale) {
  if (std::exchange(m_projected, scale) != scale) refresh();
}

void StudioStyle::refresh() {
  if (m_application == nullptr) return;
  QApplication::setPalette(paletteOf(theme()));
  QApplication::setFont(uiFont());
  m_application->setStyleSheet(sheetFor(theme(), textScale()));
  emit changed();
}

int scaledPixels(int pixels) {
  return static_cast<int>(std::lround(pixels * StudioStyle::shared().textScale()));
}

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

void keepFont(QWidget* widget, std::function<QFont()> font) {
  widget->setFont(font());
  QObject::connect(&StudioStyle::shared(), &StudioStyle::changed, widget,
                   [widget, font = std::move(font)] { widget->setFont(font()); });
}

}  // namespace strata::inline studio
