#include "app/studio/pad_canvas.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

#include "app/studio/digit_drawing.h"
#include "app/studio/studio_style.h"
#include "app/studio/ui_text.h"

namespace strata::inline studio {
namespace {

constexpr int kPadSide = 170, kRim = 1;  ///< logical pixels, at text size 100 %

/// Where the pen goes at an arrow key; null for any other.
QPoint stepOf(int key) {
  switch (key) {
    case Qt::Key_Left: return {-1, 0};
    case Qt::Key_Right: return {1, 0};
    case Qt::Key_Up: return {0, -1};
    case Qt::Key_Down: return {0, 1};
    default: return {};
  }
}

/// Over the pad each move of the mouse counts: of moves that wait, Qt would keep the last and cut corners.
void keepAllMoves(bool keep) {
  QCoreApplication::setAttribute(Qt::AA_CompressHighFrequencyEvents, !keep);
}

bool isDigit(int key) {
  return key >= Qt::Key_0 && key <= Qt::Key_9;
}

bool isOfPad(const QKeyEvent& event) {
  const int key = event.key();
  if (event.modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier)) return false;
  return !stepOf(key).isNull() || isDigit(key) || key == Qt::Key_Space || key == Qt::Key_E || key == Qt::Key_Delete;
}

}  // namespace

PadCanvas::PadCanvas(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("PadCanvas"));
  setFocusPolicy(Qt::StrongFocus);
  setContextMenuPolicy(Qt::PreventContextMenu);
  setCursor(Qt::CrossCursor);
  setAccessibleName(say(Msg::PadName));
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  connect(&StudioStyle::shared(), &StudioStyle::changed, this, &QWidget::updateGeometry);
}

PadCanvas::~PadCanvas() {
  keepAllMoves(false);
}

void PadCanvas::enterEvent(QEnterEvent*) {
  keepAllMoves(true);
}

void PadCanvas::leaveEvent(QEvent*) {
  keepAllMoves(false);
}

void PadCanvas::setPicture(QImage picture) {
  m_picture = std::move(picture);
  m_pen = QPointF(m_picture.width(), m_picture.height()) / 2;
  update();
}

void PadCanvas::setErasing(bool erasing) {
  m_erasing = erasing;
}

QSize PadCanvas::sizeHint() const {
  const int side = qRound(kPadSide * StudioStyle::shared().textScale());
  return {side, side};
}

QRectF PadCanvas::sheet() const {
  const QRectF inside = QRectF(rect()).adjusted(kRim, kRim, -kRim, -kRim);
  const QSizeF size = m_picture.size().toSizeF().scaled(inside.size(), Qt::KeepAspectRatio);
  return {inside.center() - QPointF(size.width(), size.height()) / 2, size};
}

QPointF PadCanvas::pixelAt(QPointF at) const {
  const QRectF all = sheet();
  return (at - all.topLeft()) * m_picture.width() / all.width();
}

void PadCanvas::paintEvent(QPaintEvent*) {
  const Theme& theme = StudioStyle::shared().theme();
  QPainter painter(this);
  painter.fillRect(rect(), toQt(hasFocus() ? theme.accent : theme.wellBorder));
  painter.fillRect(rect().adjusted(kRim, kRim, -kRim, -kRim), Qt::black);
  if (m_picture.isNull()) return;
  const QRectF all = sheet();
  const double pixel = all.width() / m_picture.width();
  painter.drawImage(all, m_picture);
  painter.setPen(QColor(255, 255, 255, 22));
  for (int i = 1; i < m_picture.width(); ++i)
    painter.drawLine(QLineF(all.left() + i * pixel, all.top(), all.left() + i * pixel, all.bottom()));
  for (int i = 1; i < m_picture.height(); ++i)
    painter.drawLine(QLineF(all.left(), all.top() + i * pixel, all.right(), all.top() + i * pixel));
  if (m_picture == blackPicture(m_picture.size())) {
    painter.setPen(QColor(255, 255, 255, 150));
    painter.setFont(uiFont());
    painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, say(Msg::PadHint));
  }
  if (!hasFocus() || !m_byKeys) return;
  painter.setPen(QPen(toQt(theme.accent), 2));
  painter.drawEllipse(all.topLeft() + m_pen * pixel, 1.5 * pixel, 1.5 * pixel);
}

void PadCanvas::stroke(QPointF to, bool erases) {
  drawStroke(m_picture, m_pen, to, erases);
  m_pen = to;
  update();
}

void PadCanvas::mousePressEvent(QMouseEvent* event) {
  if (m_picture.isNull() || (event->button() != Qt::LeftButton && event->button() != Qt::RightButton)) return;
  m_byKeys = false;
  m_pen = pixelAt(event->position());
  stroke(m_pen, m_erasing || event->button() == Qt::RightButton);
}

void PadCanvas::mouseMoveEvent(QMouseEvent* event) {
  if (m_picture.isNull() || !(event->buttons() & (Qt::LeftButton | Qt::RightButton))) return;
  stroke(pixelAt(event->position()), m_erasing || event->buttons() & Qt::RightButton);
}

void PadCanvas::mouseReleaseEvent(QMouseEvent* event) {
  if (!m_picture.isNull() && (event->button() == Qt::LeftButton || event->button() == Qt::RightButton)) emit changed();
}

void PadCanvas::movePen(QPoint steps, bool draws) {
  const QPointF to(std::clamp(m_pen.x() + steps.x(), 0.0, double(m_picture.width())),
                   std::clamp(m_pen.y() + steps.y(), 0.0, double(m_picture.height())));
  if (draws) {
    stroke(to, m_erasing);
    emit changed();
  }
  m_pen = to;
  update();
}

/// The window's own keys, such as arrows, are the pad's while it has the focus.
bool PadCanvas::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride && isOfPad(static_cast<QKeyEvent&>(*event))) event->accept();
  return QWidget::event(event);
}

void PadCanvas::keyPressEvent(QKeyEvent* event) {
  if (m_picture.isNull() || !isOfPad(*event)) return QWidget::keyPressEvent(event);
  m_byKeys = true;
  const int key = event->key();
  if (const QPoint steps = stepOf(key); !steps.isNull()) movePen(steps, event->modifiers() & Qt::ShiftModifier);
  if (key == Qt::Key_Space) movePen({}, true);
  if (key == Qt::Key_E) emit erasingWanted(!m_erasing);
  if (key == Qt::Key_Delete) emit clearWanted();
  if (isDigit(key)) emit exampleWanted(key - Qt::Key_0);
}

void PadCanvas::focusInEvent(QFocusEvent* event) {
  m_byKeys = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
  update();
}

}  // namespace strata::inline studio
