#pragma once

#include <QObject>
#include <QString>
#include <QThread>
#include <functional>
#include <memory>
#include <vector>

#include "app/session/agents.h"

namespace strata {

/// One line of the device list.
struct DeviceEntry {
  QString key;      ///< "cpu", "cuda:1"
  QString title;    ///< "CPU · AMD EPYC"
  QString command;  ///< of its agent; empty if unusable
  QString reason;   ///< if unusable: why, and what to do
};

/// Usable devices, best first, then what is not usable here. `commandOf` gives the agent's command for a device key.
std::vector<DeviceEntry> deviceEntries(const std::vector<AgentReport>& reports,
                                       const std::function<std::string(const std::string&)>& commandOf);

/// "CPU · AMD EPYC"
QString deviceTitle(const DeviceInfo& device);

/// Finds the devices on a thread of its own, so that the window never waits for an agent to start.
class DeviceProbe : public QObject {
  Q_OBJECT
 public:
  using QObject::QObject;
  ~DeviceProbe() override;
  void start();
  bool started() const { return m_thread != nullptr; }

 signals:
  void found(const std::vector<strata::DeviceEntry>& devices);

 private:
  std::unique_ptr<QThread> m_thread;
};

}  // namespace strata
