#include "app/studio/frame_desk.h"

#include <QDir>
#include <QFileDialog>
#include <QImage>
#include <QMouseEvent>
#include <QWindow>
#include <algorithm>
#include <cmath>
#include <utility>

#include "app/canvas/recording_canvas.h"
#include "app/studio/run_control.h"
#include "app/studio/scene.h"
#include "app/studio/shared_gl_context.h"
#include "app/studio/studio_session.h"
#include "app/studio/ui_text.h"
#include "app/studio/view_widget.h"
#include "app/views/frame/frame_layout.h"
#include "engine/frames/frame_story.h"
#include "engine/protocol/json_fields.h"

namespace strata::inline studio {
namespace {

constexpr int kFormRestMs = 400;  // a number is typed figure by figure
constexpr int kLookMs = 100;

ViewWidget* widgetOf(const Scene& scene, std::string_view view) {
  const auto found = std::ranges::find(scene.widgets(), view, [](const ViewWidget* one) { return one->view().name; });
  return found == scene.widgets().end() ? nullptr : *found;
}

}  // namespace

FrameDesk::FrameDesk(StudioSession& session, Scene& scene, RunControl& runs, QObject* parent)
    : QObject(parent), m_session(session), m_scene(scene), m_view(widgetOf(scene, "frame")) {
  m_rest.setSingleShot(true);
  m_rest.setInterval(kFormRestMs);
  connect(&m_rest, &QTimer::timeout, this, &FrameDesk::wishSide);
  m_look.setSingleShot(true);
  connect(&m_look, &QTimer::timeout, this, &FrameDesk::refresh);
  m_surface.setFormat(QSurfaceFormat::defaultFormat());
  m_surface.create();
  m_session.giveFramesTo([this](FrameSocket socket) { attach(std::move(socket)); });
  connect(&runs, &RunControl::starting, this, &FrameDesk::begin);
  connect(&m_session, &StudioSession::changed, this, &FrameDesk::refresh);
  connect(&m_session, &StudioSession::replaced, this, [this] {
    m_history = {};
    m_scene.setFrame(nullptr, 0);
  });
  connect(m_view, &ViewWidget::frameActed, this, &FrameDesk::act);
  connect(m_view, &QOpenGLWidget::frameSwapped, this, [this] {
    if (m_picture) m_show->presented(*m_picture, hostNow());
    m_before = m_picture;
  });
  m_view->installEventFilter(this);
}

FrameDesk::~FrameDesk() {
  m_session.giveFramesTo({});
  m_picture.reset();
  m_before.reset();
}

void FrameDesk::attach(FrameSocket socket) {
  if (!m_show)
    m_show = std::make_unique<FrameShow>(FrameShowOptions{
        .context = [this] { return SharedGlContext::create(m_surface); },
        .changed = [this] { QMetaObject::invokeMethod(this, &FrameDesk::refresh, Qt::QueuedConnection); }});
  m_show->attach(std::move(socket));
}

/// What the form says holds for a new run.
void FrameDesk::begin() {
  m_rest.stop();
  m_wish = {};
  m_sight = {};
  m_awaited = true;
  if (!m_show) return;
  m_generation = m_show->state().generation;
  m_show->forgetWish();
}

/// Neither behind another tab, nor in a window that is minimised or not mapped.
bool FrameDesk::isSeen() const {
  const QWidget* window = m_view->window();
  const QWindow* handle = window->windowHandle();
  return !m_view->visibleRegion().isEmpty() && !window->isMinimized() && handle && handle->isExposed();
}

void FrameDesk::refresh() {
  m_waitsToBeSeen = false;
  if (!m_show) return;
  const FrameState state = m_show->state();
  if (state.generation == 0 && !state.complaint) return;
  m_picture = m_show->picture();
  const auto copy = m_show->copy();
  auto live = std::make_shared<LiveFrame>(liveFrame(state, copy.get()));
  if (m_picture) live->texture = m_picture->texture, live->frame = m_picture->frame;
  if (m_wish.semaphoreOff) live->pacing = FramePacing::SemaphoreOff;
  if (state.ask.way == FrameWay::Pipe && !m_wish.lockStep && !m_wish.semaphoreOff)
    live->pacing = FramePacing::NewestWins;
  const bool ofThisRun = state.generation != m_generation;
  if (ofThisRun) m_request = m_session.runId().value_or(m_request);
  live->coming = m_session.running() && !state.agentGone && ofThisRun;
  const bool awaited = m_session.isRunning(kFramesExperiment) && !ofThisRun;
  if (awaited && live->sentence.empty()) live->sentence = text(Msg::FrameFirst);
  const bool seen = isSeen();
  m_show->setSeen(seen);
  m_waitsToBeSeen = live->coming && !seen;
  if (m_waitsToBeSeen) m_look.start(kLookMs);
  live->paused = m_wish.paused;
  live->told = m_history.told(*m_session.snapshot());
  const Rect place = framePicture(RecordingCanvas{}, m_view->area(), m_scene.state());
  const double pixels = place.w * ViewWidget::zoom() * m_view->devicePixelRatioF();
  constexpr double kLeast = 1024, kMost = 4096;  // pixels a side: what is saved is what was drawn
  const auto target = static_cast<std::uint32_t>(std::clamp(std::round(pixels), kLeast, kMost));
  const bool smaller = live->side <= target;
  m_show->setTargetSize(smaller ? 0 : target, smaller ? 0 : target);
  const bool first = live->coming && std::exchange(m_awaited, false);
  tellSwitches(*live);
  m_scene.setFrame(std::move(live), m_request);
  if (first) emit began();
}

void FrameDesk::act(const FrameAct& act) {
  const LiveFrame* live = m_scene.state().sight.frame.get();
  if (!m_show || !live) return;
  using What = FrameAct::What;
  if (act.what == What::Save) return save();
  wishWhatComes(*live);
  switch (act.what) {
    case What::Way: m_wish.way = act.way; break;
    case What::Semaphore: m_wish.semaphoreOff = !m_wish.semaphoreOff; break;
    case What::LockStep: m_wish.lockStep = !m_wish.lockStep; break;
    case What::Pause: m_wish.paused = !m_wish.paused; break;
    case What::Step:
      m_wish.paused = true;
      ++m_wish.steps;
      break;
    case What::Save: break;
  }
  m_show->setWish(m_wish);
  refresh();
}

void FrameDesk::wishWhatComes(const LiveFrame& live) {
  if (m_wish.side != 0) return;
  m_wish.way = live.way;
  m_wish.side = live.side;
  m_wish.slotCount = live.slotCount;
  m_wish.lockStep = live.pacing == FramePacing::LockStep;
  m_wish.semaphoreOff = live.pacing == FramePacing::SemaphoreOff;
  m_switches = {live.way, live.pacing};
}

/// What somebody switched; that a run goes on to its next way by itself is none.
void FrameDesk::tellSwitches(const LiveFrame& live) {
  if (m_wish.side == 0 || !live.coming) return;
  const FrameSwitches now{live.way, live.pacing};
  if (std::exchange(m_switches, now) != now) emit switched(now);
}

void FrameDesk::follow(const Request& form) {
  if (form.name != kFramesExperiment) return;
  const auto side = static_cast<std::uint32_t>(numberField(*form.parameters, "side").value_or(0));
  if (std::exchange(m_formSide, side) != side) m_rest.start();
}

void FrameDesk::wishSide() {
  const LiveFrame* live = m_scene.state().sight.frame.get();
  if (!m_show || !live || !live->coming || m_formSide == 0) return;
  wishWhatComes(*live);
  if (m_wish.side == m_formSide) return;
  m_wish.side = m_formSide;
  m_show->setWish(m_wish);
}

void FrameDesk::save() {
  const auto copy = m_show->copy();
  if (!copy) return;
  const QString suggested = QDir::current().filePath(
      QStringLiteral("frame-%1-%2x%3.png").arg(copy->frame).arg(copy->width).arg(copy->height));
  const QString path =
      QFileDialog::getSaveFileName(m_view->window(), say(Msg::FrameActSave), suggested, QStringLiteral("PNG (*.png)"));
  if (path.isEmpty()) return;
  const QImage image(reinterpret_cast<const uchar*>(copy->pixels.data()), static_cast<int>(copy->width),
                     static_cast<int>(copy->height), QImage::Format_RGBX8888);
  if (image.save(path)) {
    emit saved(path);
    return;
  }
  emit failed({ErrorCode::Io, fillText(Msg::StudioFrameNotSaved, {path.toStdString()})});
}

std::optional<QPointF> FrameDesk::inPicture(QPointF at) const {
  const Rect place = framePicture(RecordingCanvas{}, m_view->area(), m_scene.state());
  const LiveFrame* live = m_scene.state().sight.frame.get();
  if (place.w <= 0 || !live || !live->coming) return std::nullopt;
  const Point point = m_view->toView(at);
  return QPointF((point.x - place.x) / place.w, (point.y - place.y) / place.h);
}

bool FrameDesk::press(QPointF at) {
  const auto point = inPicture(at);
  if (!point || point->x() < 0 || point->x() >= 1 || point->y() < 0 || point->y() >= 1) return false;
  m_drawnTo = *point;
  return move(at);
}

bool FrameDesk::move(QPointF at) {
  const auto point = inPicture(at);
  if (!m_drawnTo || !point) return false;
  constexpr float kRadius = 0.03f;
  m_show->stroke({static_cast<float>(m_drawnTo->x()), static_cast<float>(m_drawnTo->y()),
                  static_cast<float>(point->x()), static_cast<float>(point->y()), kRadius, 1});
  FrameSight sight = m_sight;
  sight.centreX -= (point->x() - m_drawnTo->x()) / sight.zoom;
  sight.centreY -= (point->y() - m_drawnTo->y()) / sight.zoom;
  m_drawnTo = *point;
  look(sight);
  return true;
}

/// What is under the pointer stays there.
bool FrameDesk::turn(QWheelEvent& event) {
  const auto point = inPicture(event.position());
  if (!point || point->x() < 0 || point->x() >= 1 || point->y() < 0 || point->y() >= 1) return false;
  constexpr double kNotch = 1.25, kNotches = 120;
  FrameSight sight = m_sight;
  const LiveFrame& live = *m_scene.state().sight.frame;
  constexpr double kFloats = 1e7;  // that fp32 tells apart: deeper, neighbouring pixels would be the same number
  const double deepest = std::max(1.0, kFloats / std::max(1u, live.side));
  sight.zoom = std::clamp(sight.zoom * std::pow(kNotch, event.angleDelta().y() / kNotches), 1.0, deepest);
  sight.centreX += (point->x() - 0.5) * (1 / m_sight.zoom - 1 / sight.zoom);
  sight.centreY += (point->y() - 0.5) * (1 / m_sight.zoom - 1 / sight.zoom);
  look(sight);
  return true;
}

void FrameDesk::look(FrameSight sight) {
  if (sight.zoom == 1) sight.centreX = sight.centreY = 0.5;  // all of it is seen: there is nowhere to go
  m_sight = sight;
  m_show->setSight(sight);
}

bool FrameDesk::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::MouseButtonPress) {
    const auto* mouse = static_cast<QMouseEvent*>(event);
    if (mouse->button() == Qt::LeftButton && press(mouse->position())) return true;
  } else if (event->type() == QEvent::MouseMove && m_drawnTo) {
    if (move(static_cast<QMouseEvent*>(event)->position())) return true;
  } else if (event->type() == QEvent::MouseButtonRelease && m_drawnTo) {
    m_drawnTo.reset();
    return true;
  } else if (event->type() == QEvent::Wheel && turn(*static_cast<QWheelEvent*>(event))) {
    return true;
  }
  return QObject::eventFilter(watched, event);
}

}  // namespace strata::inline studio
