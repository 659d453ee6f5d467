#include "app/studio/view_widget.h"

#include <QAccessible>
#include <QCoreApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QTimer>
#include <QToolTip>
#include <algorithm>
#include <utility>

#include "app/canvas/badge.h"
#include "app/canvas/digest_canvas.h"
#include "app/canvas/picture_file.h"
#include "app/canvas/recording_canvas.h"
#include "app/studio/studio_style.h"
#include "app/studio/ui_text.h"
#include "app/studio/view_accessible.h"
#include "app/views/what_is_here.h"
#include "engine/base/new_file.h"

namespace strata::inline studio {
namespace {

constexpr std::pair<int, ViewKey> kViewKeys[] = {
    {Qt::Key_Up, ViewKey::Up},         {Qt::Key_Down, ViewKey::Down},
    {Qt::Key_PageUp, ViewKey::PageUp}, {Qt::Key_PageDown, ViewKey::PageDown},
    {Qt::Key_Home, ViewKey::Home},     {Qt::Key_End, ViewKey::End},
    {Qt::Key_Left, ViewKey::Left},     {Qt::Key_Right, ViewKey::Right},
    {Qt::Key_Space, ViewKey::Space},   {Qt::Key_Return, ViewKey::Enter},
    {Qt::Key_Enter, ViewKey::Enter}};
constexpr std::pair<int, Way> kArrows[] = {
    {Qt::Key_Left, Way::Left}, {Qt::Key_Right, Way::Right}, {Qt::Key_Up, Way::Up}, {Qt::Key_Down, Way::Down}};
constexpr int kNotch = 120;        // of a wheel, as Qt counts
constexpr double kClickSlack = 4;  // pixels a hand may move between press and release of a click

}  // namespace

ViewWidget::ViewWidget(const View& view, QWidget* parent) : QOpenGLWidget(parent), m_view(view) {
  connect(&StudioStyle::shared(), &StudioStyle::changed, this, &ViewWidget::redraw);
  setUpdateBehavior(PartialUpdate);  // else Qt clears what every frame covers
  setMouseTracking(true);
  setMinimumSize(120, 60);
  setFocusPolicy(Qt::StrongFocus);
  QAccessible::installFactory(makeViewAccessible);  // once, however often
}

ViewWidget::~ViewWidget() {
  if (m_host) m_context->with([this] { m_host.reset(); });
}

void ViewWidget::setState(const ViewState& state) {
  const auto pointer = std::exchange(m_state.sight.pointer, state.sight.pointer);
  const bool same = m_state == state;
  if (!same) m_state = state;
  m_state.sight.pointer = pointer;
  if (same) return;
  if (visibleRegion().isEmpty()) return m_digest.reset();  // drawn when it comes into sight
  const std::uint64_t wanted = digest();
  if (std::exchange(m_digest, wanted) == wanted) return;
  update();
  tellSoon();
  if (!m_spot) return;
  // What a key acts on is what stands there now.
  if (const auto now = spotAt(m_view, area(), m_state, m_spot->at); now != m_spot) setSpot(now);
}

void ViewWidget::redraw() {
  m_digest.reset();
  update();
}

std::uint64_t ViewWidget::digest() const {
  DigestCanvas canvas(StudioStyle::shared().theme(), pixelRatio());
  m_view.draw(canvas, area(), m_state);
  return canvas.digest();
}

// Called again whenever Qt made a new context for this widget, as it may when a dock floats.
void ViewWidget::initializeGL() {
  if (m_host) return;
  m_context->with([this] {
    auto host = ImGuiHost::create();
    if (host.ok())
      m_host = std::move(host).value();
    else
      m_undrawable = QString::fromStdString(host.error().message);
  });
}

void ViewWidget::paintGL() {
  if (!m_host) return sayUndrawable();
  QElapsedTimer timer;
  timer.start();
  const Theme& theme = StudioStyle::shared().theme();
  m_context->drawInto([&] {
    m_host->frame(area().w, area().h, pixelRatio(), theme, theme.*m_ground,
                  [this](Canvas& canvas) { m_view.draw(canvas, area(), m_state); });
  });
  m_lastFrameMs = static_cast<double>(timer.nsecsElapsed()) * 1e-6;
  ++m_framesDrawn;
}

void ViewWidget::sayUndrawable() {
  QPainter painter(this);
  painter.fillRect(rect(), palette().window());
  painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, m_undrawable);
}

Result<void> ViewWidget::savePicture(const std::string& path) const {
  STRATA_ASSIGN(const PictureFormat format, pictureFormatOfFile(path));
  STRATA_ASSIGN(const std::string bytes, pictureAs(format));
  return writeWholeFile(path, bytes);
}

Result<QImage> ViewWidget::picture() const {
  STRATA_ASSIGN(const std::string png, pictureAs(PictureFormat::Png));
  return QImage::fromData(reinterpret_cast<const uchar*>(png.data()), static_cast<int>(png.size()), "PNG");
}

Result<std::string> ViewWidget::pictureAs(PictureFormat format) const {
  ViewState shown = m_state;
  shown.sight.pointer.reset();
  shown.sight.still = true;
  PictureFrame frame{area().w, area().h, pixelRatio(), &StudioStyle::shared().theme(), m_ground};
  frame.title = text(m_view.title);
  if (m_view.hasContent(shown)) frame.description = toldOf(m_view, shown);
  return pictureBytes(format, frame, [&](Canvas& canvas, Rect rect) { m_view.draw(canvas, rect, shown); });
}

float ViewWidget::pixelRatio() const {
  return static_cast<float>(devicePixelRatioF() * zoom());
}

double ViewWidget::zoom() {
  return StudioStyle::shared().textScale();
}

Point ViewWidget::toView(QPointF position) const {
  return {static_cast<float>(position.x() / zoom()), static_cast<float>(position.y() / zoom())};
}

std::optional<Hit> ViewWidget::hitAt(QPointF position) const {
  if (!m_state.session.snapshot) return std::nullopt;
  return m_view.hit(RecordingCanvas{}, area(), m_state, toView(position));
}

bool ViewWidget::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QOpenGLWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const std::string tip = tipAt(help->pos());
  if (tip.empty())
    QToolTip::hideText();
  else
    QToolTip::showText(help->globalPos(), asTip(QString::fromStdString(tip)), this);
  return true;
}

std::string ViewWidget::tipAt(QPointF position) const {
  RecordingCanvas drawn;
  m_view.draw(drawn, area(), m_state);
  if (std::string badge = badgeTip(drawn, toView(position)); !badge.empty()) return badge;
  const auto hit = hitAt(position);
  return hit ? hit->tooltip : std::string();
}

WhatIs ViewWidget::whatIsAt(QPointF position) const {
  return whatIsHere(m_view, area(), m_state, toView(position));
}

WordsHere ViewWidget::wordsAt(QPointF position) const {
  return wordsHere(m_view, area(), m_state, toView(position));
}

void ViewWidget::mouseMoveEvent(QMouseEvent* event) {
  m_state.sight.pointer = toView(event->position());
  redraw();
  if (!m_pressed || !m_view.drawn) return;
  if (!m_drawing && (event->position() - *m_pressed).manhattanLength() <= kClickSlack) return;
  const auto choices = m_view.drawn(RecordingCanvas{}, area(), m_state, toView(*m_pressed), toView(event->position()));
  m_drawing = m_drawing || choices.has_value();
  if (choices) emit chosen(*choices);
}

bool ViewWidget::stepAt(Point at, int steps) {
  const auto choices = m_view.stepped ? m_view.stepped(RecordingCanvas{}, area(), m_state, at, steps) : std::nullopt;
  return scroll(choices);
}

bool ViewWidget::pressKey(int key) {
  const auto found = std::ranges::find(kViewKeys, key, &std::pair<int, ViewKey>::first);
  if (found == std::end(kViewKeys)) return false;
  if (!m_view.pressed) return scroll(scrolledByKey(m_view, area(), m_state, found->second));
  const Selection& selection = m_state.sight.selection;
  const auto hit = m_view.pressed(RecordingCanvas{}, area(), m_state, found->second);
  if (hit)
    act(*hit);
  else if (found->second == ViewKey::Enter && selection.event)
    emit opened(selection);
  return true;
}

bool ViewWidget::scroll(const std::optional<ViewChoices>& choices) {
  if (choices) emit chosen(*choices);
  return choices.has_value();
}

bool ViewWidget::moveSpot(int key) {
  const auto arrow = std::ranges::find(kArrows, key, &std::pair<int, Way>::first);
  if (arrow == std::end(kArrows)) return false;
  const auto next = nextSpot(m_view, area(), m_state, m_spot, arrow->second);
  if (m_spot && scroll(scrolledUnder(m_view, area(), m_state, *m_spot, next, arrow->second))) return true;
  if (next) setSpot(next);
  return next.has_value();
}

bool ViewWidget::pressSpot(bool opens) {
  const auto hit = m_spot ? hitAt({m_spot->at.x * zoom(), m_spot->at.y * zoom()}) : std::nullopt;
  if (!hit) return false;
  opens && hit->selection.event && !hit->part ? emit opened(hit->selection) : act(*hit);
  return true;
}

void ViewWidget::setSpot(std::optional<Spot> spot) {
  m_spot = spot;
  emit spotMoved();
  tellSoon();
}

std::string ViewWidget::wordsToRead() const {
  if (!m_spot) return m_view.reads ? m_view.reads(m_state) : std::string();
  const QPointF place = spot().center();
  std::string words = wordsAt(place).value;
  const auto hit = hitAt(place);
  const std::string about = hit ? hit->tooltip.substr(0, hit->tooltip.find('\n')) : std::string();
  if (about.find(words) != std::string::npos) return about;
  return words.find(about) == std::string::npos ? words.append(", ").append(about) : words;
}

std::string ViewWidget::told() const {
  return m_view.hasContent(m_state) ? toldOf(m_view, m_state) : std::string(m_view.shows);
}

/// Once for all that changes until the window rests, and only what reads otherwise than what was told last.
void ViewWidget::tellSoon() {
  if (!QAccessible::isActive() || std::exchange(m_willTell, true)) return;
  QTimer::singleShot(0, this, [this] {
    m_willTell = false;
    std::string words = wordsToRead();
    if (words == m_told) return;
    m_told = std::move(words);
    tellSpot(*this);
  });
}

QRect ViewWidget::spot() const {
  if (!m_spot) return {};
  const Rect& at = m_spot->rect;
  return QRectF(at.x * zoom(), at.y * zoom(), at.w * zoom(), at.h * zoom()).toAlignedRect();
}

// Left and right move the slider that was touched last; where none was, the arrows go from one thing to the next.
void ViewWidget::keyPressEvent(QKeyEvent* event) {
  const int key = event->key();
  const bool plain = !(event->modifiers() & ~Qt::KeypadModifier);
  if (plain && pressKey(key)) return;
  const int steps = key == Qt::Key_Left ? -1 : key == Qt::Key_Right ? 1 : 0;
  if (plain && steps != 0 && m_spot && stepAt(m_spot->at, steps)) return;
  if (plain && !m_view.pressed && moveSpot(key)) return;
  const bool opens = key == Qt::Key_Return || key == Qt::Key_Enter;
  if (plain && (opens || key == Qt::Key_Space) && pressSpot(opens)) return;
  QOpenGLWidget::keyPressEvent(event);
}

bool ViewWidget::turnWheel(QPointF at, QPoint notches) {
  QWheelEvent wheel(at, mapToGlobal(at), {}, notches * kNotch, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
  QCoreApplication::sendEvent(this, &wheel);
  return wheel.isAccepted();
}

void ViewWidget::resizeEvent(QResizeEvent* event) {
  QOpenGLWidget::resizeEvent(event);
  setSpot(std::nullopt);
}

void ViewWidget::wheelEvent(QWheelEvent* event) {
  constexpr int kLine = kNotch / 3;
  const int units = event->angleDelta().y();
  const int notches = m_view.stepped ? m_notches.whole(units, kNotch) : 0;
  if (notches != 0 && stepAt(toView(event->position()), notches)) return;
  if (!m_view.scrolled) return QOpenGLWidget::wheelEvent(event);
  const float lines = m_view.scrollsRows ? static_cast<float>(m_lines.whole(units, kLine))
                                         : static_cast<float>(units) / static_cast<float>(kLine);
  if (lines != 0) emit chosen(m_view.scrolled(RecordingCanvas{}, area(), m_state, -lines));
}

void ViewWidget::leaveEvent(QEvent*) {
  m_state.sight.pointer.reset();
  m_notches.forget();
  m_lines.forget();
  redraw();
}

void ViewWidget::focusInEvent(QFocusEvent* event) {
  const bool byKeys = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
  m_reachedAt = byKeys ? std::optional(QCursor::pos()) : std::nullopt;
  QOpenGLWidget::focusInEvent(event);
}

void ViewWidget::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  m_pressed = event->position();
  const bool hasKeysOfItsOwn = m_view.pressed != nullptr;
  setSpot(hasKeysOfItsOwn ? std::nullopt : spotAt(m_view, area(), m_state, toView(event->position())));
}

void ViewWidget::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || !m_pressed) return;
  const bool click = (event->position() - *m_pressed).manhattanLength() <= kClickSlack;
  m_pressed.reset();
  if (std::exchange(m_drawing, false) || !click) return;
  const auto hit = hitAt(event->position());
  act(hit.value_or(Hit{}));
}

void ViewWidget::act(const Hit& hit) {
  emit picked(hit.selection);
  if (hit.choices) emit chosen(*hit.choices);
  if (hit.table) emit tableChosen(*hit.table);
  if (hit.part) emit partShown(*hit.part);
  if (hit.start) emit started(*hit.start);
  if (hit.lesson) emit lessonActed(*hit.lesson);
  if (hit.frame) emit frameActed(*hit.frame);
  if (hit.compile) emit compileActed(*hit.compile);
}

void ViewWidget::mouseDoubleClickEvent(QMouseEvent* event) {
  const auto hit = hitAt(event->position());
  if (hit && hit->selection.event && !hit->part) emit opened(hit->selection);  // a part was shown by the first click
}

}  // namespace strata::inline studio
