#pragma once

#include <QFrame>
#include <functional>

class QLabel;
class QProgressBar;
class QPushButton;

namespace strata::inline studio {

/// One message in the window itself, with what can be done about it; it blocks nothing.
class MessageBar : public QFrame {
  Q_OBJECT
 public:
  enum class Tone { Problem, Good };
  explicit MessageBar(QWidget* parent = nullptr);

  /// `action` is the text of a button that hides the bar and calls `act`; empty for none.
  void show(const QString& message, Tone tone = Tone::Problem, const QString& action = {},
            std::function<void()> act = {});
  /// Another button for the message that is shown.
  void alsoOffer(const QString& action, std::function<void()> act);
  /// The same with how much is done, 0 … 1. What is shown already only moves on.
  void showProgress(const QString& message, double share, const QString& action, std::function<void()> act);
  QString message() const;

 private:
  void answer(std::function<void()> act);

  QLabel* m_text;
  QProgressBar* m_progress;
  QPushButton *m_action, *m_second;
  std::function<void()> m_act, m_secondAct;
};

}  // namespace strata::inline studio
