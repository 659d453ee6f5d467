#include "window_fixture.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QDragEnterEvent>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QSettings>
#include <QTabBar>
#include <QTest>
#include <QUrl>
#include <utility>
#include <vector>

#include "app/studio/command_palette.h"
#include "app/studio/run_control.h"
#include "app/studio/scene.h"
#include "app/studio/session_files.h"
#include "app/studio/timeline_widget.h"

namespace strata {
namespace {

constexpr int kPatienceMs = 60'000;

}  // namespace

void WindowTest::openWindow(const std::string& agent) {
  StudioOptions options;
  options.quitWhenDone = true;  // nothing of the user's settings is read or written
  open(options, agent);
}

void WindowTest::openAttendedWindow() {
  qputenv("XDG_STATE_HOME", m_folder.filePath("state").toUtf8());
  qputenv("XDG_DATA_HOME", m_folder.filePath("data").toUtf8());
  qputenv("LANGUAGE", "en");
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.filePath("config"));
  open({}, {});
}

void WindowTest::open(const StudioOptions& given, const std::string& agent) {
  StudioOptions options = given;
  options.size = {1280, 800};
  watchDialogs();
  m_window = std::make_unique<MainWindow>(options);
  m_window->show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(m_window.get()));
  m_window->runs().prefer("cpu", QString::fromStdString(agent));
  m_window->runs().findDevices();
}

void WindowTest::watchDialogs() {
  QObject::connect(&m_dialogs, &QTimer::timeout, &m_dialogs, [this] {
    QWidget* dialog = QApplication::activeModalWidget();
    if (dialog && dialog == m_dialog) {
      ADD_FAILURE() << "nobody answered \"" << dialog->windowTitle().toStdString() << '"';
      dialog->close();
    }
    m_dialog = dialog;
  });
  m_dialogs.start(kPatienceMs);
}

bool WindowTest::waitUntil(const std::function<bool()>& condition) {
  return QTest::qWaitFor(condition, kPatienceMs);
}

void WindowTest::waitUntilPanelsRest() {
  constexpr int kRestMs = 100;
  const auto places = [this] {
    std::vector<std::pair<const QWidget*, QRect>> found;
    for (const QWidget* each : window().findChildren<QWidget*>())
      if (each->isVisible() && each->window() == &window())
        found.emplace_back(each, QRect(each->mapTo(&window(), QPoint()), each->size()));
    return found;
  };
  auto before = places();
  ASSERT_TRUE(waitUntil([&] {
    QTest::qWait(kRestMs);
    return std::exchange(before, places()) == before;
  }));
}

ViewWidget& WindowTest::view(const char* name) {
  auto* found = window().findChild<ViewWidget*>(QString::fromLatin1(name));
  EXPECT_NE(found, nullptr) << name;
  return *found;
}

void WindowTest::click(QWidget* widget) {
  ASSERT_NE(widget, nullptr);
  ASSERT_TRUE(widget->isVisible() && widget->isEnabled()) << widget->objectName().toStdString();
  QTest::mouseClick(widget, Qt::LeftButton);
}

void WindowTest::clickAt(ViewWidget& view, Point at) {
  const double zoom = ViewWidget::zoom();
  QTest::mouseClick(&view, Qt::LeftButton, {}, QPoint(static_cast<int>(at.x * zoom), static_cast<int>(at.y * zoom)));
}

void WindowTest::clickOn(ViewWidget& view, Rect box) {
  clickAt(view, Point{box.x + box.w / 2, box.y + box.h / 2});
}

void WindowTest::press(QWidget& widget, Qt::Key key, Qt::KeyboardModifiers modifiers) {
  // Without a window manager no window becomes active by itself, or again when a dialog has closed.
  QApplication::setActiveWindow(widget.window());
  QTest::keyClick(&widget, key, modifiers);
}

void WindowTest::drop(const std::vector<std::string>& paths) {
  QMimeData files;
  QList<QUrl> urls;
  for (const std::string& path : paths) urls << QUrl::fromLocalFile(QString::fromStdString(path));
  files.setUrls(urls);
  QDragEnterEvent enters({9, 9}, Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(&window(), &enters);
  ASSERT_TRUE(enters.isAccepted());
  QDropEvent falls({9, 9}, Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier);
  QCoreApplication::sendEvent(&window(), &falls);
}

void WindowTest::chooseByMouse(QComboBox& box, const char* entry) {
  const QAbstractItemView* list = box.view();
  const QModelIndex wanted = list->model()->index(box.findText(QString::fromLatin1(entry)), 0);
  ASSERT_TRUE(wanted.isValid()) << entry;
  // For a moment the list takes a click for the one that opened it; and it goes away unasked where the window system
  // moves the focus late, after a dialog.
  ASSERT_TRUE(waitUntil([&] {
    if (!list->isVisible()) click(&box);
    box.view()->scrollTo(wanted);
    if (list->isVisible()) QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(wanted).center());
    return box.currentIndex() == wanted.row() && QApplication::activePopupWidget() == nullptr;
  })) << entry;
}

void WindowTest::raiseByMouse(const char* title) {
  for (QTabBar* tabs : window().findChildren<QTabBar*>())
    for (int i = 0; i < tabs->count(); ++i)
      if (tabs->isVisible() && tabs->tabText(i) == QString::fromLatin1(title)) {
        QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(i).center());
        return;
      }
  ADD_FAILURE() << "no tab is called " << title;
}

void WindowTest::command(const char* letters) {
  press(window().scene().timelineWidget(), Qt::Key_K, Qt::ControlModifier);
  auto* palette = window().findChild<CommandPalette*>();
  ASSERT_TRUE(palette->isVisible());
  auto* text = palette->findChild<QLineEdit*>();
  QTest::keyClicks(text, QString::fromLatin1(letters));
  QTest::keyClick(text, Qt::Key_Return);
  EXPECT_FALSE(palette->isVisible());
}

QPushButton* WindowTest::button(const char* name) {
  return window().findChild<QPushButton*>(name);
}

void WindowTest::setParameter(const char* name, double value) {
  auto* box = window().findChild<QDoubleSpinBox*>(name);
  ASSERT_NE(box, nullptr) << name;
  box->setValue(value);
}

void WindowTest::chooseDevice(const char* key) {
  auto* devices = window().findChild<QComboBox*>("Device");
  ASSERT_TRUE(waitUntil([&] { return devices->findData(key) >= 0; }));
  devices->setCurrentIndex(devices->findData(key));
  emit devices->activated(devices->currentIndex());
}

bool WindowTest::runSmall() {
  setParameter("n", 64);
  setParameter("repeat", 3);
  bool ended = false;
  const auto connection = QObject::connect(&window().session(), &StudioSession::runEnded, [&] { ended = true; });
  click(button("Run"));
  const bool done = waitUntil([&] { return ended; });
  QObject::disconnect(connection);
  // The timeline follows until the last events are drawn.
  TimeRange shown;
  return done && waitUntil([&] {
           const TimeRange before = std::exchange(shown, window().scene().state().sight.range);
           return before == shown;
         });
}

void WindowTest::openFile(const std::string& path) {
  window().files().open(QString::fromStdString(path));
  EXPECT_TRUE(waitUntil([this] { return !window().session().opening(); }));
}

std::size_t WindowTest::kernels() const {
  const auto snapshot = m_window->session().snapshot();
  std::size_t count = 0;
  for (std::uint32_t track = 0; track < snapshot->tracks().size(); ++track)
    for (std::size_t row = 0; row < snapshot->rowCount(track); ++row) {
      const RowView& events = snapshot->row(track, static_cast<std::uint32_t>(row));
      for (std::size_t i = 0; i < events.size(); ++i) count += events[i].kind == EventKind::Kernel;
    }
  return count;
}

}  // namespace strata
