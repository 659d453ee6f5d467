#pragma once

#include <QObject>
#include <functional>
#include <string>
#include <utility>

class QMenu;

namespace strata::inline studio {

class MessageBar;
class SessionFiles;
class StudioSession;

/// Sees that no session is lost without a word: what another one replaces can be brought back, what is not saved is
/// kept beyond the end of the program, and quitting asks first, in place.
class UnsavedSessions : public QObject {
  Q_OBJECT
 public:
  /// `folder` is where they are kept; empty: nowhere, and nobody is asked.
  UnsavedSessions(StudioSession& session, SessionFiles& files, MessageBar& messages, std::string folder,
                  QObject* parent);

  void addTo(QMenu& file);
  /// What else is kept beside the session, as it is asked whether to quit.
  void alsoTell(std::function<QString()> kept) { m_alsoKept = std::move(kept); }
  /// Of those that are left from before, until it is answered; a little later where a killed window still holds its
  /// own.
  void offerNewest();
  /// False where the question now stands in the message bar; answered it is true, and asked again where nothing is
  /// lost.
  bool mayQuit();

 signals:
  void quit();  ///< the answer

 private:
  void fill(QMenu& menu);
  void offerBack(const QString& path, bool saved, const QString& whyNotKept, bool cutOff);
  QString question() const;
  bool asks() const;  ///< the question stands in the message bar
  void askAsItIsNow();
  void answer();

  StudioSession& m_session;
  SessionFiles& m_files;
  MessageBar& m_messages;
  const std::string m_folder;
  std::function<QString()> m_alsoKept;
  int m_waits = 0;  ///< for such a window
  QString m_asked;  ///< the question as it was said last
  bool m_answered = false;
};

}  // namespace strata::inline studio
