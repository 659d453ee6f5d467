#pragma once

#include <QObject>
#include <functional>
#include <optional>

#include "app/studio/device_probe.h"
#include "app/studio/options.h"
#include "app/studio/studio_session.h"

namespace strata::inline studio {

class TopBar;

/// Run and Stop: takes the device from the top bar and the request from the form.
class RunControl : public QObject {
  Q_OBJECT
 public:
  RunControl(StudioSession& session, TopBar& bar, std::function<Result<Request>()> request, QObject* parent = nullptr);

  /// What to choose once devices are known, unless `command` is given instead of a device. Starts nothing.
  void prefer(const QString& device, const QString& command);
  /// Looks for devices, once; shortly starts each agent.
  void findDevices();
  /// At once, or as soon as the devices are known.
  void run();
  /// This one instead of the form's; on the agent of a command instead of the chosen device's, if one is given.
  void runThis(Request request, const QString& agent = {});
  /// Asked before a run is sent: true: it waits there, and comes back by runThis().
  void holdBy(std::function<bool(const Request& request, const QString& agent)> holds) { m_holds = std::move(holds); }
  void stop();
  /// Of the agent for a device, "cpu"; empty: there is none, or nobody has looked yet.
  QString commandOf(const QString& device) const;
  bool probeStarted() const { return m_probe.started(); }
  bool waiting() const { return m_waiting; }

 signals:
  void refused(const strata::Error& error);  ///< nothing was started
  void starting();                           ///< nothing of this run has come yet
  void started();

 private:
  void send();
  /// False: it waits.
  Result<bool> sendTo(const std::string& agent);
  QString whyNoDevice() const;
  void devicesFound(const std::vector<DeviceEntry>& devices);

  StudioSession& m_session;
  TopBar& m_bar;
  std::function<Result<Request>()> m_request;
  std::function<bool(const Request&, const QString&)> m_holds;
  DeviceProbe m_probe;
  QString m_preferred;
  std::vector<DeviceEntry> m_devices;
  QString m_agent;                 ///< command that is used for it; empty: the chosen device's
  std::optional<Request> m_asked;  ///< instead of the form's; none: the form's
  bool m_known = false, m_waiting = false;
};

}  // namespace strata::inline studio
