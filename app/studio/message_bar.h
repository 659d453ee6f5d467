#pragma once

#include <QFrame>
#include <QPointer>
#include <QString>
#include <functional>
#include <optional>

class QLabel;
class QMainWindow;
class QProgressBar;
class QPushButton;

namespace strata::inline studio {

/// One message in the window itself, with what can be done about it; it blocks nothing. It lies at the window's foot
/// between the panels at its sides, or over them where there is no room for words, and what stands there ends above it;
/// nothing else moves when it comes. Below it one question may wait for its answer.
class MessageBar : public QFrame {
  Q_OBJECT
 public:
  enum class Tone { Problem, Good };
  /// What a person is to answer some time, with one of two buttons or by dismissing it.
  struct Question {
    QString words;
    QString action, second;
    std::function<void()> act, secondAct;
    std::function<bool()> stands;  ///< it has not been answered elsewhere
  };
  explicit MessageBar(QMainWindow& window);

  /// `action` is the text of a button that hides the bar and calls `act`; empty for none.
  void show(const QString& message, Tone tone = Tone::Problem, const QString& action = {},
            std::function<void()> act = {});
  /// Other messages come before it: it is shown where there is none, again and again until it is answered.
  void ask(Question question);
  /// Another message would end none that does not come back.
  bool isFree() const { return isHidden() || m_asks; }
  /// What is shown is a problem: another message would hide it for good.
  bool warns() const { return !isHidden() && m_tone == Tone::Problem; }
  /// Another button for the message that is shown, and what is said of it behind the message.
  void alsoOffer(const QString& action, std::function<void()> act, const QString& words = {});
  /// Other words for the message that is shown; its buttons stay, and the keys where they are.
  void reword(const QString& message);
  /// It goes when the person works on: elsewhere there is another way to what it offers.
  void letPass();
  /// It asks what a person has to answer before they go on: its buttons have the keys, and Esc gives them back.
  void takeKeys();
  /// The same with how much is done, 0 … 1. What is shown already only moves on.
  void showProgress(const QString& message, double share, const QString& action, std::function<void()> act);
  QString message() const;  ///< of show(); empty: nothing is shown

 signals:
  void dismissed();  ///< closed by hand
  void gone();       ///< however; another message may follow

 protected:
  bool event(QEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  QRect room() const;
  void place();
  void fitText();
  void makeRoom();
  bool isWork(const QObject* target, const QEvent& event) const;
  void answer(std::function<void()> act);
  void dismiss();
  void showQuestion();
  void askAgain();
  void giveKeysBack();

  QMainWindow& m_window;
  QString m_message, m_said;  ///< of show(), and all that is said
  Tone m_tone = Tone::Good;
  QLabel* m_text;
  QProgressBar* m_progress;
  QPushButton *m_action, *m_second;
  std::function<void()> m_act, m_secondAct;
  std::optional<Question> m_question;  ///< that has no answer yet
  bool m_asks = false;                 ///< it is what was shown last
  bool m_passes = false;
  QPointer<QWidget> m_hadKeys;
};

}  // namespace strata::inline studio
