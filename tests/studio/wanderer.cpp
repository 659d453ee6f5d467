#include "wanderer.h"

#include <malloc.h>

#include <QApplication>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFile>
#include <QFileInfo>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QTest>
#include <QTime>
#include <QWheelEvent>
#include <array>
#include <cstdio>
#include <numeric>

#include "app/session/kept_sessions.h"
#include "app/studio/layouts.h"
#include "app/studio/message_bar.h"
#include "app/studio/run_control.h"
#include "app/studio/scene.h"
#include "app/studio/search_bar.h"
#include "app/studio/session_files.h"
#include "app/studio/timeline_widget.h"
#include "app/studio/view_widget.h"

#ifdef __SANITIZE_ADDRESS__
extern "C" std::size_t __sanitizer_get_current_allocated_bytes();  // GCC 12 ships no header that has it
#endif

namespace strata {
namespace {

constexpr int kPatienceMs = 120'000;
constexpr qint64 kHeapGrowth = qint64{96} << 20;       ///< of an empty window, beyond its first
constexpr qint64 kResidentGrowth = qint64{160} << 20;  ///< the same of what is in memory
constexpr std::size_t kLargeSession = 3'000'000;       ///< events after which a person begins anew

/// What this process has allocated and not freed. Pages that an allocator keeps for later are not in it.
qint64 heapBytes() {
#ifdef __SANITIZE_ADDRESS__
  return static_cast<qint64>(__sanitizer_get_current_allocated_bytes());
#else
  const struct mallinfo2 info = mallinfo2();
  return static_cast<qint64>(info.uordblks + info.hblkhd);
#endif
}

/// Of this process, in memory; 0 under a sanitizer, whose allocator keeps pages for later.
qint64 residentBytes() {
#ifdef __SANITIZE_ADDRESS__
  return 0;
#else
  malloc_trim(0);
  QFile file(QStringLiteral("/proc/self/statm"));
  if (!file.open(QIODevice::ReadOnly)) return 0;
  return file.readAll().split(' ').value(1).toLongLong() * 4096;
#endif
}

bool isDown(const QString& message) {
  for (const char* word : {"hangs", "signal", "died", "crashed", "damaged", "exit status"})
    if (message.contains(QLatin1String(word))) return true;
  return false;
}

}  // namespace

Wanderer::Wanderer(std::uint64_t seed, QStringList traces, qint64 hangLimitMs)
    : m_traces(std::move(traces)), m_hangLimitMs(hangLimitMs), m_random(seed) {
  qputenv("XDG_STATE_HOME", m_folder.filePath("state").toUtf8());
  qputenv("LANGUAGE", "en");
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.filePath("config"));
}

Wanderer::~Wanderer() = default;

void Wanderer::log(const QString& words) {
  std::printf("%s  %5d  %s\n", qPrintable(QTime::currentTime().toString(QStringLiteral("hh:mm:ss.zzz"))), m_steps,
              qPrintable(words));
  std::fflush(stdout);
}

void Wanderer::finding(const QString& what) {
  m_findings << QStringLiteral("step %1: %2").arg(m_steps).arg(what);
  log(QStringLiteral("FOUND ") + what);
}

void Wanderer::live(int ms) {
  QTest::qWait(ms);
}

std::vector<Wanderer::Step> Wanderer::steps() {
  return {{"run", 8, [this] { run(); }},
          {"stop", 3, [this] { stop(); }},
          {"pause", 2, [this] { pause(); }},
          {"look", 8, [this] { look(); }},
          {"wheel", 14, [this] { wheel(); }},
          {"drag", 8, [this] { drag(); }},
          {"click", 14, [this] { clickSomewhere(); }},
          {"key", 12, [this] { pressKey(); }},
          {"layout", 4, [this] { changeLayout(); }},
          {"resize", 4, [this] { resize(); }},
          {"experiment", 3, [this] { chooseExperiment(); }},
          {"parameter", 4, [this] { setParameter(); }},
          {"open a trace", 3, [this] { openTrace(); }},
          {"save", 2, [this] { save(); }},
          {"answer the message", 4, [this] { answerMessage(); }},
          {"fetch", 2, [this] { fetch(); }},
          {"search", 2, [this] { search(); }},
          {"replay", 2, [this] { replay(); }},
          {"quit and return", 1, [this] { quitAndReturn(); }}};
}

void Wanderer::wander(double minutes) {
  openWindow();
  const std::vector<Step> all = steps();
  const int weights = std::accumulate(all.begin(), all.end(), 0, [](int sum, const Step& s) { return sum + s.weight; });
  QElapsedTimer time;
  time.start();
  while (time.elapsed() < static_cast<qint64>(minutes * 60'000)) {
    ++m_steps;
    int left = dice(weights);
    const Step* step = all.data();
    while (left >= step->weight) left -= (step++)->weight;
    log(QString::fromLatin1(step->name));
    m_watch.takeLongest();
    step->act();
    live(20 + dice(400));
    if (const qint64 waited = m_watch.takeLongest(); waited > m_hangLimitMs)
      finding(QStringLiteral("%1 held the window up for %2 ms").arg(QLatin1String(step->name)).arg(waited));
    checkMessage();
  }
  quitAndReturn();
}

void Wanderer::openWindow() {
  m_window = std::make_unique<MainWindow>(StudioOptions{});
  m_window->show();
  if (!QTest::qWaitForWindowExposed(m_window.get())) finding(QStringLiteral("no window came"));
  m_window->runs().prefer(QStringLiteral("cpu"), {});
  live(500);
}

void Wanderer::run() {
  auto* button = m_window->findChild<QPushButton*>(QStringLiteral("Run"));
  if (!button->isEnabled()) return;
  QTest::mouseClick(button, Qt::LeftButton);
  if (dice(3) > 0) (void)QTest::qWaitFor([this] { return !m_window->session().running(); }, 10'000);
}

void Wanderer::stop() {
  auto* button = m_window->findChild<QPushButton*>(QStringLiteral("Stop"));
  if (!button->isEnabled()) return;
  if (m_window->session().stopping()) m_cutOff = true;  // the second Stop ends the agent
  QTest::mouseClick(button, Qt::LeftButton);
}

void Wanderer::pause() {
  live(dice(4) == 0 ? 20'000 + dice(10'000) : 1000 + dice(5000));
}

void Wanderer::look() {
  live(200 + dice(1500));
}

QWidget* Wanderer::someView() {
  std::vector<QWidget*> seen;
  for (ViewWidget* view : m_window->viewWidgets())
    if (view->isVisible() && view->width() > 20 && view->height() > 20) seen.push_back(view);
  return seen.empty() ? nullptr : oneOf(seen);
}

void Wanderer::wheel() {
  QWidget* view = dice(3) > 0 ? &m_window->scene().timelineWidget() : someView();
  if (!view) return;
  const QPoint at(dice(view->width()), dice(view->height()));
  const auto modifiers = dice(4) == 0 ? Qt::ShiftModifier : Qt::NoModifier;
  for (int notches = 1 + dice(6), way = dice(2) == 0 ? 120 : -120; notches > 0; --notches) {
    QWheelEvent event(at, view->mapToGlobal(at), {}, {0, way}, Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(view, &event);
    live(15);
  }
}

void Wanderer::drag() {
  QWidget* view = &m_window->scene().timelineWidget();
  const QPoint from(dice(view->width()), dice(view->height()));
  const auto modifiers = dice(4) == 0 ? Qt::ShiftModifier : Qt::NoModifier;
  QTest::mousePress(view, Qt::LeftButton, modifiers, from);
  for (int i = 1; i <= 5; ++i) {
    const QPointF to = from + QPointF((dice(200) - 100) * i / 5.0, (dice(60) - 30) * i / 5.0);
    QMouseEvent move(QEvent::MouseMove, to, view->mapToGlobal(to), Qt::NoButton, Qt::LeftButton, modifiers);
    QCoreApplication::sendEvent(view, &move);
    live(15);
  }
  QTest::mouseRelease(view, Qt::LeftButton, modifiers, from);
}

void Wanderer::clickSomewhere() {
  QWidget* view = someView();
  if (!view) return;
  const QPoint at(dice(view->width()), dice(view->height()));
  dice(4) == 0 ? QTest::mouseDClick(view, Qt::LeftButton, {}, at) : QTest::mouseClick(view, Qt::LeftButton, {}, at);
}

// None that opens a dialog: nobody would answer it.
void Wanderer::pressKey() {
  static constexpr std::array kKeys{Qt::Key_F,  Qt::Key_W,    Qt::Key_A,    Qt::Key_S,      Qt::Key_D,
                                    Qt::Key_Up, Qt::Key_Down, Qt::Key_Left, Qt::Key_Right,  Qt::Key_Tab,
                                    Qt::Key_M,  Qt::Key_Home, Qt::Key_End,  Qt::Key_Period, Qt::Key_Comma};
  QApplication::setActiveWindow(m_window.get());
  for (int times = 1 + dice(5); times > 0; --times) {
    QTest::keyClick(&m_window->scene().timelineWidget(), oneOf(kKeys));
    live(15);
  }
}

void Wanderer::changeLayout() {
  static const std::array<std::string, 5> kLayouts{"overview", "kernel", "transformer", "compare", "timeline"};
  dice(4) == 0 ? m_window->layouts().undo() : (void)m_window->layouts().apply(oneOf(kLayouts));
}

void Wanderer::resize() {
  m_window->resize(800 + dice(1120), 560 + dice(520));
}

void Wanderer::chooseExperiment() {
  static const std::array<std::string, 7> kNames{"matmul", "softmax",     "reduce", "saxpy",
                                                 "conv2d", "transformer", "cnn"};
  const std::string& name = oneOf(kNames);
  if (!m_window->chooseExperiment(name)) return log(QString::fromStdString(name) + QStringLiteral(" is not there"));
  if (name == "transformer") (void)m_window->fillForm({"tokens=4"});
}

void Wanderer::setParameter() {
  auto* n = m_window->findChild<QDoubleSpinBox*>(QStringLiteral("n"));
  if (n) n->setValue(16 << dice(5));
  if (auto* repeat = m_window->findChild<QDoubleSpinBox*>(QStringLiteral("repeat"))) repeat->setValue(1 + dice(5));
}

void Wanderer::openTrace() {
  const QStringList all = m_traces + m_saved;
  if (all.isEmpty()) return;
  const QString& path = oneOf(all);
  log(QStringLiteral("  ") + path);
  const bool unsaved = m_window->session().unsaved();
  const std::size_t kept = keptSessions(keptSessionsFolder()).size();
  m_window->files().open(path);
  m_cutOffBefore = std::exchange(m_cutOff, m_cutOffFiles.contains(path));
  if (dice(5) == 0) return;  // and goes on at once
  if (!QTest::qWaitFor([this] { return !m_window->session().opening(); }, kPatienceMs))
    return finding(QStringLiteral("%1 did not open").arg(path));
  if (!unsaved) return;
  const auto isThere = [&] { return keptSessions(keptSessionsFolder()).size() >= std::min<std::size_t>(kept + 1, 8); };
  if (!QTest::qWaitFor(isThere, 10'000)) finding(QStringLiteral("the session before is lost"));
}

void Wanderer::save() {
  if (!m_window->session().snapshot()->bounds()) return;
  const QString path = m_folder.filePath(QStringLiteral("saved-%1.pftrace").arg(dice(4)));
  if (const auto done = m_window->session().save(path.toStdString()); !done.ok())
    return finding(QString::fromStdString(done.error().message));
  if (!m_saved.contains(path)) m_saved << path;
  m_cutOffFiles.removeAll(path);
  if (m_cutOff || m_window->session().working()) m_cutOffFiles << path;
}

void Wanderer::answerMessage() {
  auto* action = m_window->findChild<QPushButton*>(QStringLiteral("MessageAction"));
  if (!action->isVisible() || !action->isEnabled()) return;
  m_cutOff |= m_cutOffBefore;  // it may bring back the session before
  QTest::mouseClick(action, Qt::LeftButton);
}

void Wanderer::fetch() {
  QApplication::setActiveWindow(m_window.get());
  QTest::keyClick(m_window.get(), Qt::Key_T, Qt::ControlModifier);
}

void Wanderer::search() {
  QApplication::setActiveWindow(m_window.get());
  QTest::keyClick(&m_window->scene().timelineWidget(), Qt::Key_F, Qt::ControlModifier);
  auto* text = m_window->findChild<QLineEdit*>(QStringLiteral("SearchText"));
  if (!text->isVisible()) return;
  static const std::array<const char*, 4> kWords{"launch", "matmul", "a", "no such event"};
  text->clear();
  QTest::keyClicks(text, QString::fromLatin1(oneOf(kWords)), {}, 5);
  for (int times = dice(4); times > 0; --times) QTest::keyClick(text, Qt::Key_Return);
  if (dice(2) == 0) QTest::keyClick(text, Qt::Key_Escape);
}

void Wanderer::replay() {
  QApplication::setActiveWindow(m_window.get());
  const auto modifiers = dice(2) == 0 ? Qt::ControlModifier : Qt::ControlModifier | Qt::ShiftModifier;
  QTest::keyClick(&m_window->scene().timelineWidget(), Qt::Key_Space, modifiers);
}

/// What was not saved must be offered again, whole.
void Wanderer::quitAndReturn() {
  StudioSession& session = m_window->session();
  session.stop();
  if (!QTest::qWaitFor([&] { return !session.running() && !session.opening(); }, kPatienceMs))
    finding(QStringLiteral("it does not stop"));
  const bool unsaved = session.unsaved();
  const std::size_t calls = session.snapshot()->callCount();
  const std::uint64_t events = session.snapshot()->totals().slices;
  if (!m_window->close() && !m_window->close()) finding(QStringLiteral("the window does not close"));
  m_window.reset();
  openWindow();
  checkMemory();
  m_watch.takeLongest();
  if (!unsaved) m_cutOff = false;
  if (!unsaved) return;
  if (!m_window->messages().isVisible()) return finding(QStringLiteral("the unsaved session is not offered"));
  if (events > kLargeSession) return log(QStringLiteral("  large enough; begins anew"));
  answerMessage();
  if (!QTest::qWaitFor([this] { return !m_window->session().opening(); }, kPatienceMs))
    finding(QStringLiteral("it is not restored"));
  const auto& back = m_window->session().snapshot();
  if (back->callCount() < calls || back->totals().slices < events)
    finding(QStringLiteral("%1 calls were there, %2 are back").arg(calls).arg(back->callCount()));
}

void Wanderer::checkMessage() {
  const QString message = m_window->messages().message();
  if (message == m_lastMessage) return;
  m_lastMessage = message;
  if (message.isEmpty()) return;
  log(QStringLiteral("  said: ") + message);
  const bool expected = m_cutOff && message.contains(QLatin1String("no End message"));
  if (isDown(message) && !expected) finding(message);
}

void Wanderer::checkMemory() {
  const qint64 resident = residentBytes(), heap = heapBytes();
  log(QStringLiteral("  an empty window: heap %1 MB, resident %2 MB").arg(heap >> 20).arg(resident >> 20));
  if (m_firstHeap == 0) m_firstHeap = heap, m_firstResident = resident;
  if (heap <= m_firstHeap + kHeapGrowth && resident <= m_firstResident + kResidentGrowth) return;
  finding(QStringLiteral("an empty window's heap is %1 MB (%2 MB resident), of the first %3 MB (%4 MB)")
              .arg(heap >> 20)
              .arg(resident >> 20)
              .arg(m_firstHeap >> 20)
              .arg(m_firstResident >> 20));
}

}  // namespace strata
