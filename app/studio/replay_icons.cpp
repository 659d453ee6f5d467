#include "app/studio/replay_icons.h"

#include <QPainter>
#include <QPainterPath>

#include "app/studio/studio_style.h"
#include "app/studio/ui_text.h"

namespace strata::inline studio {
namespace {

/// In a square of side 12.
QPainterPath shapeOf(ReplaySign sign) {
  QPainterPath shape;
  const auto triangle = [&shape](qreal foot, qreal tip) {
    shape.addPolygon(QPolygonF({{foot, 1}, {tip, 6}, {foot, 11}, {foot, 1}}));
  };
  const auto bar = [&shape](qreal x, qreal width) { shape.addRect(x, 1, width, 10); };
  switch (sign) {
    case ReplaySign::Back: bar(1, 2), triangle(11, 3.5); break;
    case ReplaySign::Play: triangle(2, 11); break;
    case ReplaySign::Pause: bar(2, 3), bar(7, 3); break;
    case ReplaySign::Forward: triangle(1, 8.5), bar(9, 2); break;
    case ReplaySign::Leave: {
      QPainterPath cross;
      cross.moveTo(2, 2), cross.lineTo(10, 10);
      cross.moveTo(10, 2), cross.lineTo(2, 10);
      QPainterPathStroker stroke;
      stroke.setWidth(1.8);
      shape = stroke.createStroke(cross);
    }
  }
  return shape;
}

QPixmap drawn(ReplaySign sign, int side, Color color) {
  constexpr int kScale = 2;
  constexpr qreal kUnits = 12;
  QPixmap pixmap(side * kScale, side * kScale);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.scale(side * kScale / kUnits, side * kScale / kUnits);
  painter.fillPath(shapeOf(sign), toQt(color));
  pixmap.setDevicePixelRatio(kScale);
  return pixmap;
}

}  // namespace

QIcon replayIcon(ReplaySign sign, int side) {
  const Theme& theme = StudioStyle::shared().theme();
  QIcon icon(drawn(sign, side, theme.text));
  icon.addPixmap(drawn(sign, side, theme.textDim), QIcon::Disabled);
  return icon;
}

}  // namespace strata::inline studio
