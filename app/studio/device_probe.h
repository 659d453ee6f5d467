#pragma once

#include <QObject>
#include <QString>
#include <cstddef>
#include <optional>
#include <thread>
#include <vector>

#include "app/session/agents.h"

namespace strata::inline studio {

/// One line of the device list.
struct DeviceEntry {
  QString key;      ///< "cpu", "cuda:1"
  QString title;    ///< "CPU · AMD EPYC"
  QString command;  ///< of its agent; empty if unusable
  QString reason;   ///< if unusable: why, and what to do
};

/// Usable devices, best first, then what is not usable here.
std::vector<DeviceEntry> deviceEntries(const std::vector<AgentReport>& reports);

/// "CPU · AMD EPYC"
QString deviceTitle(const DeviceInfo& device);

/// Finds the devices, each kind on a thread of its own: the window never waits for an agent to start, nor one kind for
/// another whose driver hangs.
class DeviceProbe : public QObject {
  Q_OBJECT
 public:
  using QObject::QObject;
  ~DeviceProbe() override;
  void start();
  bool started() const { return !m_threads.empty(); }
  bool done() const { return started() && m_missing == 0; }

 signals:
  void found(const std::vector<strata::DeviceEntry>& devices);  ///< so far: once for each kind

 private:
  void take(std::size_t kind, AgentReport report);

  std::vector<std::optional<AgentReport>> m_reports;  ///< in the order of the kinds
  std::size_t m_missing = 0;
  std::vector<std::jthread> m_threads;
};

}  // namespace strata::inline studio
