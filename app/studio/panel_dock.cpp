#include "app/studio/panel_dock.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QScrollArea>
#include <QToolButton>

#include "app/studio/studio_style.h"
#include "app/studio/ui_text.h"

namespace strata {
namespace {

/// Two windows, one before the other.
QIcon floatIcon() {
  constexpr int kSide = 11, kScale = 2;
  QPixmap pixmap(kSide * kScale, kSide * kScale);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.scale(kScale, kScale);
  painter.setPen(QPen(toQt(StudioStyle::shared().theme().textDim), 1));
  painter.drawRect(QRectF(0.5, 3.5, 7, 7));
  painter.drawPolyline(QPolygonF({{3.5, 3.5}, {3.5, 0.5}, {10.5, 0.5}, {10.5, 7.5}, {7.5, 7.5}}));
  pixmap.setDevicePixelRatio(kScale);
  return QIcon(pixmap);
}

QToolButton* makeFloatButton() {
  auto* button = new QToolButton;
  button->setObjectName(QStringLiteral("Plain"));
  button->setIcon(floatIcon());
  QObject::connect(&StudioStyle::shared(), &StudioStyle::changed, button, [button] { button->setIcon(floatIcon()); });
  button->setIconSize({11, 11});
  button->setToolTip(say(Msg::StudioFloat));
  button->setFocusPolicy(Qt::NoFocus);
  return button;
}

QWidget* makeTitle(QDockWidget* dock) {
  auto* title = new QFrame;
  title->setObjectName(QStringLiteral("DockTitle"));
  auto* heading = new QLabel(dock->windowTitle().toUpper());
  heading->setObjectName(QStringLiteral("Heading"));
  keepFont(heading, [] {
    QFont font = uiFont(11, true);
    font.setLetterSpacing(QFont::PercentageSpacing, 107);
    return font;
  });
  auto* pop = makeFloatButton();
  auto* row = new QHBoxLayout(title);
  row->setContentsMargins(12, 9, 6, 3);
  row->addWidget(heading, 1);
  row->addWidget(pop);
  QObject::connect(pop, &QToolButton::clicked, dock, [dock] { dock->setFloating(!dock->isFloating()); });
  return title;
}

QWidget* inScrollArea(QWidget* content) {
  auto* area = new QScrollArea;
  area->setObjectName(QStringLiteral("DockBody"));
  area->setWidgetResizable(true);
  area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  area->setWidget(content);
  return area;
}

}  // namespace

QDockWidget* makeDock(const QString& name, const QString& title, QWidget* content, bool scrolls) {
  auto* dock = new QDockWidget(title);
  dock->setObjectName(name);
  dock->setFeatures(QDockWidget::DockWidgetMovable | QDockWidget::DockWidgetFloatable |
                    QDockWidget::DockWidgetClosable);
  content->setAutoFillBackground(true);
  dock->setTitleBarWidget(makeTitle(dock));
  dock->setWidget(scrolls ? inScrollArea(content) : content);
  return dock;
}

}  // namespace strata
