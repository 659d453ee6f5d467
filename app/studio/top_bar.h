#pragma once

#include <QFrame>
#include <span>
#include <vector>

#include "app/studio/device_probe.h"
#include "app/studio/expected_text.h"
#include "engine/protocol/experiment_info.h"

class QComboBox;
class QHBoxLayout;
class QLabel;
class QMenuBar;
class QPushButton;

namespace strata::inline studio {

class ExperimentBox;

/// Word mark, menus, device, experiment, Run, Stop, Live, Export; the menus on a row of their own where the window is
/// narrow or the text is large.
class TopBar : public QFrame {
  Q_OBJECT
 public:
  explicit TopBar(QWidget* parent = nullptr);

  QMenuBar& menus() { return *m_menus; }
  void addExperiments(std::span<const ExperimentInfo* const> experiments);
  /// `preferred` is what --device said; "best" is the first that is usable. What the user has chosen stays chosen.
  /// `all`: no more are looked for.
  void setDevices(const std::vector<DeviceEntry>& devices, const QString& preferred, bool all = true);
  /// From now on devices are looked for; until then the box names this machine.
  void showLooking();
  /// The device a session was recorded on, shown while nobody has looked for devices here; empty: nobody told.
  void showSessionDevice(const QString& title);
  /// A command given by the user instead of a device of this machine.
  void setAgentCommand(const QString& command);
  QString agentCommand() const;  ///< of the chosen device; empty while none is known
  QString deviceKey() const;

  /// `stopping`: it was asked to stop, and the button ends the agent.
  void setRunning(bool running, bool stopping = false);
  /// `live`: an agent writes now; `following`: the timeline shows the newest.
  void setLive(bool live, bool following);
  /// Beside Run: how long what the form asks for should take; nothing where it is empty.
  void setExpected(const Expected& expected);
  void setExportMenu(QMenu* menu);
  /// A group of buttons, after those of the run.
  void addGroup(QWidget* group);
  void setExperiment(int index);
  /// Run, Stop and the experiments, as actions.
  void addTo(QMenu& menu);

  // What keys do; nothing while the button is not available.
  void clickRun();
  void clickStop();
  void openExport();

 signals:
  void run();
  void stop();
  void live();
  void devicesWanted();  ///< the user opens the list
  void experimentChosen(int index);
  void deviceChosen();

 private:
  /// What gives way so that all menus are in sight.
  struct Share {
    bool menusAlone, labels, groups, groupBoxes, wide;
  };
  bool event(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void shareRoom();
  void take(const Share& share);
  void widenBoxes();
  void showExpected();
  void addDevice(const DeviceEntry& device);
  void addOwnCommand();
  void addLabeled(QHBoxLayout& row, const QString& label, QComboBox& box);

  QMenuBar* m_menus;
  QString m_ownCommand, m_chosenDevice;  ///< empty: none
  QString m_estimate, m_briefEstimate;
  std::vector<QWidget*> m_first;             ///< word mark and menus
  std::vector<QWidget*> m_labels, m_groups;  ///< left out where the window is narrow
  QHBoxLayout *m_row, *m_menuRow;
  bool m_sharing = false;
  int m_wanted = 0;  ///< width of all parts when they last shared it
  QComboBox* m_device;
  ExperimentBox* m_experiment;
  QLabel* m_expected;
  QPushButton *m_run, *m_stop, *m_live, *m_export;
};

}  // namespace strata::inline studio
