#include "app/studio/session_files.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QTimer>
#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "app/studio/settings.h"
#include "app/studio/ui_text.h"
#include "engine/base/new_file.h"
#include "engine/base/shipped.h"
#include "engine/interchange/exporter.h"
#include "engine/trace/holds_trace.h"

namespace strata::inline studio {
namespace {

constexpr int kMostRecent = 10;
constexpr int kPatienceMs = 500;  // what takes longer is said
constexpr int kProgressMs = 100;
constexpr const char* kRecentKey = "recentFiles";

bool comesWithStrata(const QString& path) {
  const QString whole = QFileInfo(path).canonicalFilePath();
  return std::ranges::any_of(std::array{"sessions", "lessons"}, [&](const char* kind) {
    const QString folder = QFileInfo(toQt(shippedFolder(kind).string())).canonicalFilePath();
    return !folder.isEmpty() && whole.startsWith(folder + QLatin1Char('/'));
  });
}

/// "*.cu *.hip" of "Kernels (*.cu *.hip);;All files (*)"; none but of the first.
QString patternsOf(const QString& filters) {
  return filters.section(QLatin1Char('('), 1, 1).section(QLatin1Char(')'), 0, 0);
}

/// Of all that opens, each kind's.
QStringList openFilters() {
  return {say(Msg::StudioSessionFilter), say(Msg::KernelFilter), say(Msg::StudioModelFilter),
          say(Msg::StudioLessonFilter)};
}

QString patternsThatOpen() {
  QStringList all;
  for (const QString& each : openFilters()) all << patternsOf(each);
  return all.join(QLatin1Char(' '));
}

/// Of a file whose name is none of those that open; else empty.
QString whatOpensInstead(const QFileInfo& file) {
  if (!file.isFile() || QDir::match(patternsThatOpen().split(QLatin1Char(' ')), file.fileName())) return {};
  QStringList kinds;
  for (const QString& each : openFilters()) kinds << each.section(QStringLiteral(";;"), 0, 0);
  return say(Msg::StudioOpensHere, {kinds.join(QStringLiteral("; "))});
}

}  // namespace

SessionFiles::SessionFiles(StudioSession& session, QWidget* window, bool remember)
    : QObject(window),
      m_session(session),
      m_window(window),
      m_remember(remember),
      m_recentMenu(new QMenu(say(Msg::StudioOpenRecent), window)),
      m_export(new QMenu(say(Msg::StudioExport), window)) {
  readRecent();
  m_recentMenu->setToolTipsVisible(true);
  m_export->setToolTipsVisible(true);
  const auto add = [this](const QString& title, const QString& suffix, const QString& tip, auto write) {
    auto* action = m_export->addAction(title + QStringLiteral(" …"), this, [this, title, suffix, write] {
      if (const QString path = askWhere(title, suffix); !path.isEmpty()) write(path);
    });
    action->setToolTip(tip);
  };
  add(say(Msg::StudioReportPage), QStringLiteral(".html"), say(Msg::StudioReportPageTip),
      [this](const QString& path) { exportPage(path); });
  for (const Exporter& exporter : exporters())
    add(toQt(exporter.title), QLatin1Char('.') + toQt(exporter.extension), toQt(exporter.description),
        [this, &exporter](const QString& path) { exportTo(exporter, path); });
  fillRecentMenu();
  connect(&m_patience, &QTimer::timeout, this, &SessionFiles::tellProgress);
  connect(m_recentMenu, &QMenu::aboutToShow, this, &SessionFiles::lookForRecent);
  connect(&session, &StudioSession::openFailed, this, &SessionFiles::notOpened);
  connect(&session, &StudioSession::opened, this, [this](const QString& path) {
    if (!m_session.unsaved()) addRecent(path);
    emit opened(path);
  });
}

void SessionFiles::addTo(QMenu& file) {
  file.addAction(say(Msg::StudioOpen), QKeySequence(Qt::CTRL | Qt::Key_O), this, &SessionFiles::chooseAndOpen);
  file.addMenu(m_recentMenu);
  file.addMenu(shippedMenu());
  file.addAction(say(Msg::StudioSave), QKeySequence(Qt::CTRL | Qt::Key_S), this, &SessionFiles::save);
  file.addAction(say(Msg::StudioSaveAs), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S), this, &SessionFiles::saveAs);
  file.addMenu(m_export);
}

void SessionFiles::open(const QString& path) {
  openTogether({path});
}

void SessionFiles::openTogether(const QStringList& paths) {
  std::vector<std::string> files;
  for (const QString& path : paths) files.push_back(path.toStdString());
  m_session.open(std::move(files));
  m_opening = paths.front();
  m_patience.start(kPatienceMs);
}

void SessionFiles::tellProgress() {
  if (!m_session.opening()) return m_patience.stop();
  m_patience.start(kProgressMs);
  emit stillOpening(m_opening, m_session.openedShare());
}

QString SessionFiles::place() const {
  for (const QString& path : QStringList(toQt(m_session.path())) + m_recent)
    if (!path.isEmpty() && !comesWithStrata(path)) return path;
  return {};
}

QString SessionFiles::proposedName(const QString& suffix) const {
  QString name = m_session.path().empty() ? QStringLiteral("session") : QFileInfo(toQt(m_session.path())).fileName();
  for (const char* ending : {".gz", ".json", ".sqlite", ".db", ".perfetto-trace", ".pftrace"})
    if (name.endsWith(QLatin1String(ending))) name.chop(static_cast<qsizetype>(std::strlen(ending)));
  return QFileInfo(place()).dir().filePath(name + suffix);
}

QString SessionFiles::openFilter() {
  QStringList filters = openFilters();
  filters.prepend(say(Msg::StudioOpenFilter, {patternsThatOpen()}));
  return filters.join(QStringLiteral(";;"));
}

void SessionFiles::chooseAndOpen() {
  const QStringList paths =
      QFileDialog::getOpenFileNames(m_window, say(Msg::StudioOpen), QFileInfo(place()).path(), openFilter());
  if (!paths.isEmpty()) emit chosen(paths);
}

bool SessionFiles::nothingToWrite() {
  if (holdsWork(*m_session.snapshot())) return false;
  emit failed(Error{ErrorCode::Usage, std::string(text(Msg::StudioNothingToWrite))});
  return true;
}

bool SessionFiles::save() {
  const QString path = toQt(m_session.path());
  return path.isEmpty() || m_session.fromFile() ? saveAs() : saveTo(path);
}

bool SessionFiles::saveAs() {
  if (nothingToWrite()) return false;
  const QString path = QFileDialog::getSaveFileName(
      m_window, say(Msg::StudioSaveAs), proposedName(QStringLiteral(".pftrace")), say(Msg::StudioSaveFilter));
  if (path.isEmpty()) return false;
  return saveTo(QFileInfo(path).suffix().isEmpty() ? path + QStringLiteral(".pftrace") : path);
}

bool SessionFiles::saveTo(const QString& path) {
  if (const auto done = m_session.save(path.toStdString()); !done.ok()) {
    emit failed(done.error());
    return false;
  }
  addRecent(path);
  emit saved(path);
  return true;
}

QString SessionFiles::askWhere(const QString& title, const QString& suffix) {
  if (nothingToWrite()) return {};
  const QString path = QFileDialog::getSaveFileName(m_window, say(Msg::StudioExport), proposedName(suffix),
                                                    QStringLiteral("%1 (*%2)").arg(title, suffix));
  return path.isEmpty() || !QFileInfo(path).suffix().isEmpty() ? path : path + suffix;
}

void SessionFiles::exportTo(const Exporter& exporter, const QString& path) {
  const auto done = exporter.write(*m_session.snapshot(), path.toStdString());
  tell(done.ok() ? Result<void>() : done.error(), path);
}

void SessionFiles::exportPage(const QString& path) {
  tell(writeWholeFile(path.toStdString(), m_session.page()), path);
}

void SessionFiles::tell(const Result<void>& written, const QString& path) {
  if (!written.ok())
    emit failed(written.error());
  else
    emit exported(path);
}

/// As the window that wrote it last left it.
void SessionFiles::readRecent() {
  if (m_remember) m_recent = settingNow(kRecentKey).toStringList();
}

void SessionFiles::addRecent(const QString& file) {
  const QString path = QFileInfo(file).absoluteFilePath();
  readRecent();
  m_recent.removeAll(path);
  m_recent.prepend(path);
  m_gone.removeAll(path);
  while (m_recent.size() > kMostRecent) m_recent.removeLast();
  keepRecent();
}

void SessionFiles::keepRecent() {
  if (m_remember) keepSetting(kRecentKey, m_recent);
  fillRecentMenu();
  emit recentChanged();
}

void SessionFiles::notOpened(const QString& path, Error error) {
  const QString whole = path.isEmpty() ? path : QFileInfo(path).absoluteFilePath();
  if (const QString others = whatOpensInstead(QFileInfo(whole)); error.code == ErrorCode::Io && !others.isEmpty())
    error.message += ' ' + others.toStdString();
  if (m_recent.contains(whole)) {
    if (error.code == ErrorCode::Io && QFileInfo(whole).isReadable()) {
      readRecent();
      m_recent.removeAll(whole);
      error.message += ' ' + fillText(Msg::StudioRecentLeft, {QFileInfo(path).fileName().toStdString()});
      keepRecent();
    } else {
      lookForRecent();
    }
  }
  emit failed(error);
}

std::vector<StartSight::File> SessionFiles::recentFiles() const {
  std::vector<StartSight::File> files;
  files.reserve(static_cast<std::size_t>(m_recent.size()));
  for (const QString& path : m_recent)
    files.push_back({QFileInfo(path).fileName().toStdString(), path.toStdString(), m_gone.contains(path)});
  return files;
}

void SessionFiles::lookForRecent() {
  m_lookAgain = m_looking;
  if (m_looking || m_recent.isEmpty()) return;
  m_looking = true;
  m_look = std::jthread([this, paths = m_recent] {
    QStringList gone;
    for (const QString& path : paths)
      if (!QFileInfo(path).isReadable()) gone << path;
    QMetaObject::invokeMethod(
        this, [this, gone] { takeGone(gone); }, Qt::QueuedConnection);
  });
}

void SessionFiles::takeGone(const QStringList& gone) {
  m_looking = false;
  if (std::exchange(m_lookAgain, false)) lookForRecent();
  if (m_gone == gone) return;
  m_gone = gone;
  nameRecent();
  emit recentChanged();
}

QStringList SessionFiles::shipped() {
  const QDir folder(QString::fromStdString(shippedFolder("sessions").string()), QStringLiteral("*.pftrace"));
  QStringList paths;
  for (const QFileInfo& file : folder.entryInfoList(QDir::Files, QDir::Name)) paths << file.filePath();
  return paths;
}

QMenu* SessionFiles::shippedMenu() {
  auto* menu = new QMenu(say(Msg::StudioOpenShipped), m_window);
  menu->setToolTipsVisible(true);
  for (const QString& path : shipped()) {
    auto* action = menu->addAction(QFileInfo(path).completeBaseName());
    action->setToolTip(asTip(path));
    connect(action, &QAction::triggered, this, [this, path] { open(path); });
  }
  menu->setEnabled(!menu->isEmpty());
  return menu;
}

void SessionFiles::fillRecentMenu() {
  m_recentMenu->clear();
  for (const QString& path : m_recent) {
    auto* action = m_recentMenu->addAction(QString());
    action->setToolTip(asTip(path));
    connect(action, &QAction::triggered, this, [this, path] { emit chosen({path}); });
  }
  nameRecent();
  m_recentMenu->setEnabled(!m_recent.isEmpty());
}

void SessionFiles::nameRecent() {
  const std::vector<StartSight::File> files = recentFiles();
  const QList<QAction*> actions = m_recentMenu->actions();
  for (std::size_t i = 0; i < files.size(); ++i)
    actions[static_cast<qsizetype>(i)]->setText(toQt(files[i].title()).replace(QLatin1Char('&'), QLatin1String("&&")));
}

}  // namespace strata::inline studio
