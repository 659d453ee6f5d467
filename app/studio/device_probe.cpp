#include "app/studio/device_probe.h"

#include "app/studio/ui_text.h"

namespace strata {
namespace {

std::string commandOfDevice(const std::string& key) {
  const auto choice = chooseAgent(key);
  return choice.ok() ? choice.value().command : std::string();
}

}  // namespace

QString deviceTitle(const DeviceInfo& device) {
  QString name = toQt(device.name);
  for (const char* idle : {"(R)", "(TM)", " Processor", " CPU"}) name.remove(QLatin1String(idle));
  return QStringLiteral("%1 · %2").arg(toQt(device.backend).toUpper(), name.section(QLatin1String(" @ "), 0, 0));
}

std::vector<DeviceEntry> deviceEntries(const std::vector<AgentReport>& reports,
                                       const std::function<std::string(const std::string&)>& commandOf) {
  std::vector<DeviceEntry> usable, unusable;
  for (const AgentReport& report : reports) {
    const QString backend = toQt(report.backend).toUpper();
    if (!report.usable) unusable.push_back({toQt(report.backend), backend, {}, toQt(report.reason)});
    for (const DeviceInfo& device : report.devices)
      usable.push_back({toQt(device.key()), deviceTitle(device), toQt(commandOf(device.key())), {}});
  }
  usable.insert(usable.end(), unusable.begin(), unusable.end());
  return usable;
}

void DeviceProbe::start() {
  if (m_thread) return;
  m_thread.reset(QThread::create([this] {
    auto devices = deviceEntries(probeAgents(), commandOfDevice);
    QMetaObject::invokeMethod(
        this, [this, devices = std::move(devices)] { emit found(devices); }, Qt::QueuedConnection);
  }));
  m_thread->start();
}

DeviceProbe::~DeviceProbe() {
  if (m_thread) m_thread->wait();
}

}  // namespace strata
