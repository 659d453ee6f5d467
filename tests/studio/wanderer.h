#pragma once

#include <QString>
#include <QStringList>
#include <QTemporaryDir>
#include <cstdint>
#include <functional>
#include <memory>
#include <random>
#include <vector>

#include "app/studio/main_window.h"
#include "loop_watch.h"

namespace strata {

/// Uses a Studio window as a person would who tries everything, for as long as wanted: what it does follows from the
/// seed, each step is printed before it is done, and what should never happen is counted.
class Wanderer {
 public:
  Wanderer(std::uint64_t seed, QStringList traces, qint64 hangLimitMs);
  ~Wanderer();

  void wander(double minutes);
  /// What went wrong, a line each; none: nothing did.
  const QStringList& findings() const { return m_findings; }

 private:
  struct Step {
    const char* name;
    int weight;  ///< how often, against the others
    std::function<void()> act;
  };

  std::vector<Step> steps();
  void log(const QString& words);
  void finding(const QString& what);
  void live(int ms);  ///< the window's own time
  int dice(int sides) { return static_cast<int>(m_random() % static_cast<std::uint64_t>(sides)); }
  template <class List>
  const auto& oneOf(const List& list) {
    return list[static_cast<std::size_t>(dice(static_cast<int>(std::size(list))))];
  }

  // What a person does.
  void openWindow();
  void run();
  void stop();
  void pause();
  void look();
  void wheel();
  void drag();
  void clickSomewhere();
  void pressKey();
  void changeLayout();
  void resize();
  void chooseExperiment();
  void setParameter();
  void openTrace();
  void save();
  void answerMessage();
  void fetch();
  void search();
  void replay();
  void quitAndReturn();

  void checkMessage();
  void checkMemory();
  QWidget* someView();

  const QStringList m_traces;
  const qint64 m_hangLimitMs;
  QTemporaryDir m_folder;
  std::mt19937_64 m_random;
  LoopWatch m_watch;
  std::unique_ptr<MainWindow> m_window;
  QStringList m_findings, m_saved;
  QString m_lastMessage;
  QStringList m_cutOffFiles;  ///< those of m_saved whose agent was at work, or ended by its second Stop
  bool m_cutOff = false, m_cutOffBefore = false;  ///< so is the session shown, and the one before
  qint64 m_firstHeap = 0, m_firstResident = 0;    ///< of the first window without a session
  int m_steps = 0;
};

}  // namespace strata
