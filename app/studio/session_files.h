#pragma once

#include <QObject>
#include <QStringList>
#include <QTimer>
#include <thread>
#include <vector>

#include "app/facts/start_sight.h"
#include "app/studio/studio_session.h"

class QMenu;
class QWidget;

namespace strata::inline interchange {
struct Exporter;
}

namespace strata::inline studio {

/// Open, Open Recent, Save and Export. What is chosen may be no session: whoever hears of it opens that, and says so.
class SessionFiles : public QObject {
  Q_OBJECT
 public:
  /// `remember`: recent files are kept in the user's settings.
  SessionFiles(StudioSession& session, QWidget* window, bool remember);

  void open(const QString& path);               ///< answered by opened or failed
  void openTogether(const QStringList& paths);  ///< those of several ranks become one session
  static QString openFilter();                  ///< of chooseAndOpen's dialog; all that opens comes first
  void addRecent(const QString& path);          ///< among the recent files; it was opened
  void chooseAndOpen();                         ///< answered by chosen
  void exportTo(const Exporter& exporter, const QString& path);
  /// The session as a page that a browser shows, as `strata report --out` writes it. Answered by exported or failed.
  void exportPage(const QString& path);
  void addTo(QMenu& file);
  /// Into the file that these runs were saved to before; of others asks for a name. False where none was given or it
  /// failed.
  bool save();
  bool saveAs();          ///< asks
  bool nothingToWrite();  ///< and says so
  QMenu* exportMenu() { return m_export; }
  QStringList recent() const { return m_recent; }
  /// The same, and which of them could not be read when they were looked for last.
  std::vector<StartSight::File> recentFiles() const;
  /// On a thread of its own, since a disk may be asleep or far away; recentChanged tells where it is otherwise now.
  void lookForRecent();
  /// The sessions that come with Strata, recorded on devices that few have.
  static QStringList shipped();

 signals:
  void chosen(const QStringList& paths);                 ///< to be opened, whatever they are
  void opened(const QString& path);                      ///< empty: of several files
  void stillOpening(const QString& path, double share);  ///< now and then where it takes longer than a moment
  void saved(const QString& path);
  void exported(const QString& path);
  void failed(const strata::Error& error);
  void recentChanged();

 private:
  QString place() const;  ///< of the session or the file read last, whichever did not come with Strata; else empty
  QString proposedName(const QString& suffix) const;  ///< for what is written of the session
  bool saveTo(const QString& path);
  void tellProgress();
  QString askWhere(const QString& title, const QString& suffix);  ///< empty: nowhere
  void tell(const Result<void>& written, const QString& path);
  void readRecent();
  void keepRecent();
  void takeGone(const QStringList& gone);
  /// What can be read and is no session has no place among the recent files; what cannot be read may come back.
  void notOpened(const QString& path, Error error);
  void fillRecentMenu();
  void nameRecent();  ///< its entries
  QMenu* shippedMenu();

  StudioSession& m_session;
  QWidget* m_window;
  bool m_remember;
  QTimer m_patience;  ///< while a file is read
  QString m_opening;
  QStringList m_recent, m_gone;
  QMenu *m_recentMenu, *m_export;
  bool m_looking = false, m_lookAgain = false;
  std::jthread m_look;  ///< ends before the rest does
};

}  // namespace strata::inline studio
