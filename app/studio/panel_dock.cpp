#include "app/studio/panel_dock.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/studio/panel_frame.h"
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

QToolButton* makeTitleButton(Msg tip) {
  auto* button = new QToolButton;
  button->setObjectName(QStringLiteral("Plain"));
  button->setToolTip(say(tip));
  button->setFocusPolicy(Qt::NoFocus);
  button->setCursor(Qt::ArrowCursor);
  return button;
}

QToolButton* makeFloatButton() {
  auto* button = makeTitleButton(Msg::StudioFloat);
  button->setIcon(floatIcon());
  QObject::connect(&StudioStyle::shared(), &StudioStyle::changed, button, [button] { button->setIcon(floatIcon()); });
  button->setIconSize({11, 11});
  return button;
}

QToolButton* makeCloseButton() {
  auto* button = makeTitleButton(Msg::StudioClosePanelTip);
  button->setText(QStringLiteral("✕"));
  return button;
}

QWidget* makeTitle(PanelFrame* dock) {
  auto* title = new QFrame;
  title->setObjectName(QStringLiteral("DockTitle"));
  auto* heading = new QLabel(dock->windowTitle().toUpper());
  heading->setObjectName(QStringLiteral("Heading"));
  keepFont(heading, [] {
    QFont font = uiFont(11, true);
    font.setLetterSpacing(QFont::PercentageSpacing, 107);
    return font;
  });
  auto *pop = makeFloatButton(), *shut = makeCloseButton();
  auto* row = new QHBoxLayout(title);
  row->setContentsMargins(12, 9, 6, 3);
  row->addWidget(heading, 1);
  row->addWidget(pop);
  row->addWidget(shut);
  const QString panel = dock->windowTitle();
  const auto name = [pop, panel](bool floats) {
    pop->setAccessibleName(say(floats ? Msg::StudioDockPanel : Msg::StudioFloatPanel, {panel}));
  };
  name(false);
  QObject::connect(dock, &QDockWidget::topLevelChanged, pop, name);
  shut->setAccessibleName(say(Msg::StudioClosePanel, {panel}));
  QObject::connect(pop, &QToolButton::clicked, dock, &PanelFrame::turn);
  QObject::connect(shut, &QToolButton::clicked, dock, &QWidget::close);
  return title;
}

/// The title of a view, which has its own words in its picture: it is there only while the view floats.
class FloatTitle : public QWidget {
 public:
  explicit FloatTitle(PanelFrame* dock) : m_title(makeTitle(dock)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_title);
    connect(dock, &QDockWidget::topLevelChanged, this, [this](bool floats) { showTitle(floats); });
    showTitle(false);
  }
  QSize sizeHint() const override { return {0, height()}; }

 private:
  void showTitle(bool floats) {
    m_title->setVisible(floats);
    setFixedHeight(floats ? m_title->sizeHint().height() : 0);
  }

  QWidget* m_title;
};

PanelFrame* bareDock(const QString& name, const QString& title) {
  auto* dock = new PanelFrame(title);
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
  dock->widget()->setAccessibleName(title);
  return dock;
}

QDockWidget* makeViewDock(const QString& name, const QString& title, QWidget* content) {
  auto* dock = bareDock(name, title);
  dock->setTitleBarWidget(new FloatTitle(dock));
  dock->setWidget(content);
  return dock;
}

}  // namespace strata::inline studio
