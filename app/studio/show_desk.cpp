#include "app/studio/show_desk.h"

#include <QAction>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QMainWindow>
#include <QMenu>
#include <QSettings>

#include "app/facts/slide_notes.h"
#include "app/studio/comparer.h"
#include "app/studio/notes_dialog.h"
#include "app/studio/presenter.h"
#include "app/studio/scene.h"
#include "app/studio/session_files.h"
#include "app/studio/settings.h"
#include "app/studio/studio_session.h"
#include "app/studio/studio_style.h"
#include "app/studio/ui_text.h"
#include "app/studio/view_widget.h"
#include "engine/base/new_file.h"

namespace strata::inline studio {
namespace {

constexpr const char* kShowKey = "show";
constexpr const char* kShowEnding = ".strata-show";

int slidesIn(const QString& show) {
  return static_cast<int>(QStringLiteral("\n%1").arg(show).count(QStringLiteral("\nslide:")));
}

/// On the ground that the window has.
QString newShow(const QString& title) {
  return QStringLiteral("title: %1\n").arg(title) +
         QLatin1String(StudioStyle::shared().isLight() ? "light: yes\n" : "");
}

}  // namespace

ShowDesk::ShowDesk(QMainWindow& window, StudioSession& session, SessionFiles& files, Scene& scene,
                   const Comparer& comparer, bool remember)
    : QObject(&window),
      m_window(window),
      m_session(session),
      m_files(files),
      m_scene(scene),
      m_comparer(comparer),
      m_remember(remember) {
  if (m_remember) m_show = QSettings().value(kShowKey).toString();
  for (ViewWidget* view : m_scene.widgets()) {
    if (!view->view().ofSession) continue;
    auto* here = new QAction(say(Msg::StudioAddToShow), view);
    connect(here, &QAction::triggered, this, [this, view] { addAsked(*view); });
    view->addAction(here);
  }
}

void ShowDesk::addTo(QMenu& menu) {
  QMenu* views = menu.addMenu(say(Msg::StudioAddToShow));
  for (ViewWidget* view : m_scene.widgets())
    if (view->view().ofSession) views->addAction(say(view->view().title), this, [this, view] { addAsked(*view); });
  menu.addAction(say(Msg::StudioShowNotes) + QStringLiteral(" …"), this, &ShowDesk::askNotes);
  menu.addAction(say(Msg::StudioPresentShow), this, &ShowDesk::present);
  menu.addAction(say(Msg::StudioChooseShow) + QStringLiteral(" …"), this, &ShowDesk::choose);
}

void ShowDesk::setShow(const QString& path) {
  m_show = path.endsWith(QLatin1String(kShowEnding)) ? path : path + QLatin1String(kShowEnding);
  if (m_remember) keepSetting(kShowKey, m_show);
}

bool ShowDesk::choose() {
  const QString proposed = m_show.isEmpty() ? say(Msg::StudioShowName) + QLatin1String(kShowEnding) : m_show;
  const QString path =
      QFileDialog::getSaveFileName(&m_window, say(Msg::StudioChooseShow), proposed, say(Msg::StudioShowFilter), nullptr,
                                   QFileDialog::DontConfirmOverwrite);  // slides are added
  if (!path.isEmpty()) setShow(path);
  return !path.isEmpty();
}

void ShowDesk::addAsked(const ViewWidget& view) {
  if (m_files.nothingToWrite()) return;  // before a show is asked for
  if (!m_show.isEmpty() || choose()) add(view);
}

void ShowDesk::add(const ViewWidget& view) {
  if (m_files.nothingToWrite()) return;
  if (const auto slide = append(view); slide.ok())
    emit added(m_show, slide.value());
  else
    emit failed(slide.error());
}

std::string ShowDesk::asTheShowNamesIt(const std::string& path) const {
  const QFileInfo show(m_show), file(toQt(path));
  const bool together = file.absoluteDir() == show.absoluteDir();
  return (together ? file.fileName() : file.absoluteFilePath()).toStdString();
}

/// In its own file; where it holds what that does not, in a new one beside the show.
Result<ShownSession> ShowDesk::session() {
  const QFileInfo show(m_show);
  if (m_session.unsaved() || m_session.path().empty()) {
    int number = 1;
    const auto beside = [&] {
      return show.dir().filePath(QStringLiteral("%1-%2.pftrace").arg(show.completeBaseName()).arg(number));
    };
    while (QFile::exists(beside())) ++number;
    STRATA_TRY(m_session.save(beside().toStdString()));
  }
  const RunList& runs = m_session.runs();
  return ShownSession{asTheShowNamesIt(m_session.path()), runs.shown() ? runs.shown() : runs.newest()};
}

/// Asked once this session has a file.
Result<ShownSession> ShowDesk::beside() const {
  ShownSession other = m_comparer.beside();
  if (other.file.empty() && m_scene.state().sight.comparison)
    return Error{ErrorCode::Usage, std::string(text(Msg::StudioShowNoFile))};
  if (!other.file.empty()) other.file = asTheShowNamesIt(other.file);
  return other;
}

Result<int> ShowDesk::append(const ViewWidget& view) {
  STRATA_ASSIGN(QString shown, read());
  if (shown.isEmpty()) shown = newShow(QFileInfo(m_show).completeBaseName());
  STRATA_ASSIGN(const ShownSession open, session());
  STRATA_ASSIGN(const ShownSession other, view.view().compares ? beside() : Result<ShownSession>(ShownSession{}));
  if (!shown.endsWith(QLatin1Char('\n'))) shown += QLatin1Char('\n');
  const std::string title(text(view.view().title));
  shown += QLatin1Char('\n') + toQt(slideOfView(view.view().name, title, m_scene.state(), open, other));
  STRATA_TRY(write(shown));
  return slidesIn(shown);
}

Result<QString> ShowDesk::read() const {
  QFile file(m_show);
  if (m_show.isEmpty() || !file.exists()) return QString();
  if (!file.open(QIODevice::ReadOnly))
    return Error{ErrorCode::Io, say(Msg::StudioShowUnread, {m_show, file.errorString()}).toStdString()};
  return QString::fromUtf8(file.readAll());
}

Result<QString> ShowDesk::readSlides() const {
  STRATA_ASSIGN(QString shown, read());
  if (slidesIn(shown) == 0) return Error{ErrorCode::Usage, std::string(text(Msg::StudioNoShow))};
  return shown;
}

Result<void> ShowDesk::write(const QString& shown) const {
  return writeWholeFile(m_show.toStdString(), shown.toStdString());
}

void ShowDesk::present() {
  if (const auto shown = readSlides(); !shown.ok()) {
    emit failed(shown.error());
    return;
  }
  startPresenter(m_show, *this, [this](const Error& error) { emit failed(error); });
}

void ShowDesk::askNotes() {
  const auto shown = readSlides();
  if (!shown.ok()) {
    emit failed(shown.error());
    return;
  }
  auto* ask = new NotesDialog(
      &m_window, say(Msg::StudioShowNotes), say(Msg::StudioShowNotesAsk, {QFileInfo(m_show).fileName()}),
      toQt(notesOfLastSlide(shown.value().toStdString())), [this](const QString& notes) { writeNotes(notes); });
  ask->open();
}

void ShowDesk::writeNotes(const QString& notes) {
  const auto done = [&]() -> Result<void> {
    STRATA_ASSIGN(const QString shown, readSlides());
    return write(toQt(withNotesOfLastSlide(shown.toStdString(), notes.toStdString())));
  }();
  if (done.ok())
    emit noted(m_show);
  else
    emit failed(done.error());
}

}  // namespace strata::inline studio
