#include "app/studio/run_control.h"

#include <algorithm>

#include "app/studio/top_bar.h"
#include "app/studio/ui_text.h"

namespace strata::inline studio {

RunControl::RunControl(StudioSession& session, TopBar& bar, std::function<Result<Request>()> request, QObject* parent)
    : QObject(parent), m_session(session), m_bar(bar), m_request(std::move(request)) {
  connect(&m_bar, &TopBar::run, this, &RunControl::run);
  connect(&m_bar, &TopBar::devicesWanted, this, &RunControl::findDevices);
  connect(&m_bar, &TopBar::stop, this, &RunControl::stop);
  connect(&m_probe, &DeviceProbe::found, this, &RunControl::devicesFound);
}

void RunControl::prefer(const QString& device, const QString& command) {
  m_preferred = device;
  if (!command.isEmpty()) m_bar.setAgentCommand(command);
}

void RunControl::findDevices() {
  m_bar.showLooking();
  m_probe.start();
}

void RunControl::devicesFound(const std::vector<DeviceEntry>& devices) {
  m_known = m_probe.done();
  m_devices = devices;
  m_bar.setDevices(devices, m_preferred, m_known);
  if (m_known && std::exchange(m_waiting, false)) send();
}

void RunControl::run() {
  m_asked.reset();
  m_agent.clear();
  send();
}

void RunControl::runThis(Request request, const QString& agent) {
  m_asked = std::move(request);
  m_agent = agent;
  send();
}

void RunControl::send() {
  const QString command = m_agent.isEmpty() ? m_bar.agentCommand() : m_agent;
  if (command.isEmpty() && !m_known) {
    m_waiting = true;
    findDevices();
    m_bar.setRunning(true);
    return;
  }
  m_bar.setRunning(m_session.running(), m_session.stopping());
  if (command.isEmpty()) {
    emit refused({ErrorCode::Unavailable, whyNoDevice().toStdString(), Storey::Hardware});
    return;
  }
  const auto sent = sendTo(command.toStdString());
  if (!sent.ok())
    emit refused(sent.error());
  else if (sent.value())
    emit started();
}

Result<bool> RunControl::sendTo(const std::string& agent) {
  STRATA_ASSIGN(Request request, m_asked ? Result<Request>(*m_asked) : m_request());
  if (m_holds && m_holds(request, m_agent)) return false;
  emit starting();
  STRATA_TRY(m_session.run(agent, std::move(request)));
  return true;
}

QString RunControl::commandOf(const QString& device) const {
  const auto found = std::ranges::find(m_devices, device, &DeviceEntry::key);
  return found == m_devices.end() ? QString() : found->command;
}

QString RunControl::whyNoDevice() const {
  const QString key = m_bar.deviceKey();
  const auto chosen =
      std::find_if(m_devices.begin(), m_devices.end(), [&](const DeviceEntry& d) { return d.key == key; });
  if (chosen != m_devices.end() && !chosen->reason.isEmpty()) return chosen->reason;
  return say(Msg::StudioNoDevice, {m_preferred});
}

void RunControl::stop() {
  if (std::exchange(m_waiting, false)) m_bar.setRunning(false);
  m_session.stop();
}

}  // namespace strata::inline studio
