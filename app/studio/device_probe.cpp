#include "app/studio/device_probe.h"

#include <utility>

#include "app/studio/ui_text.h"
#include "app/studio/window_words.h"

namespace strata::inline studio {

QString deviceTitle(const DeviceInfo& device) {
  QString name = toQt(device.name);
  for (const char* idle : {"(R)", "(TM)", " Processor", " CPU"}) name.remove(QLatin1String(idle));
  return QStringLiteral("%1 · %2").arg(toQt(device.backend).toUpper(), name.section(QLatin1String(" @ "), 0, 0));
}

std::vector<DeviceEntry> deviceEntries(const std::vector<AgentReport>& reports) {
  std::vector<DeviceEntry> usable, unusable;
  for (const AgentReport& report : reports) {
    const QString backend = toQt(report.backend).toUpper();
    if (!report.usable) unusable.push_back({toQt(report.backend), backend, {}, toQt(inWindow(report.reason))});
    for (std::size_t i = 0; i < report.devices.size(); ++i)
      usable.push_back({toQt(report.devices[i].key()), deviceTitle(report.devices[i]), toQt(report.commands[i]), {}});
  }
  usable.insert(usable.end(), unusable.begin(), unusable.end());
  return usable;
}

void DeviceProbe::start() {
  if (started()) return;
  const std::vector<std::string> backends = agentBackends();
  m_missing = backends.size();
  m_reports.resize(backends.size());
  for (std::size_t kind = 0; kind < backends.size(); ++kind)
    m_threads.emplace_back([this, kind, backend = backends[kind]](const std::stop_token& stop) {
      AgentReport report = probeAgent(backend, stop);
      if (stop.stop_requested()) return;
      QMetaObject::invokeMethod(
          this, [this, kind, report = std::move(report)]() mutable { take(kind, std::move(report)); },
          Qt::QueuedConnection);
    });
}

void DeviceProbe::take(std::size_t kind, AgentReport report) {
  m_reports[kind] = std::move(report);
  --m_missing;
  std::vector<AgentReport> known;
  for (const auto& one : m_reports)
    if (one) known.push_back(*one);
  emit found(deviceEntries(known));
}

DeviceProbe::~DeviceProbe() {
  for (std::jthread& thread : m_threads) thread.request_stop();
}

}  // namespace strata::inline studio
