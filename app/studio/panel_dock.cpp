#include "app/studio/panel_dock.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QScrollArea>
#include <QToolButton>

#include "app/studio/studio_style.h"
#include "app/studio/ui_text.h"

namespace strata::inline studio {
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

/// A strip to take a dock by: double click floats it.
class Grip : public QWidget {
 public:
  Grip() {
    setFixedHeight(9);
    setCursor(Qt::SizeAllCursor);
    setToolTip(say(Msg::StudioGrip));
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    const Theme& theme = StudioStyle::shared().theme();
    QPainter painter(this);
    painter.fillRect(rect(), toQt(theme.background));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(toQt(underMouse() ? theme.textSoft : theme.tagBorder));
    painter.drawRoundedRect(QRectF(width() / 2.0 - 16, 4, 32, 3), 1.5, 1.5);
  }
  void enterEvent(QEnterEvent*) override { update(); }
  void leaveEvent(QEvent*) override { update(); }
};

QDockWidget* bareDock(const QString& name, const QString& title) {
  auto* dock = new QDockWidget(title);
  dock->setObjectName(name);
  dock->setFeatures(QDockWidget::DockWidgetMovable | QDockWidget::DockWidgetFloatable |
                    QDockWidget::DockWidgetClosable);
  return dock;
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
  auto* dock = bareDock(name, title);
  content->setAutoFillBackground(true);
  dock->setTitleBarWidget(makeTitle(dock));
  dock->setWidget(scrolls ? inScrollArea(content) : content);
  return dock;
}

QDockWidget* makeGripDock(const QString& name, const QString& title, QWidget* content) {
  auto* dock = bareDock(name, title);
  dock->setTitleBarWidget(new Grip);
  dock->setWidget(content);
  return dock;
}

}  // namespace strata::inline studio
