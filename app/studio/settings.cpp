#include "app/studio/settings.h"

#include <QCoreApplication>
#include <QDir>
#include <QSettings>
#include <utility>

namespace strata::inline studio {

SettingsWatch& SettingsWatch::shared() {
  static SettingsWatch watch;
  return watch;
}

void ignoreRelativeConfigHome() {
  if (QDir::isRelativePath(qEnvironmentVariable("XDG_CONFIG_HOME"))) qunsetenv("XDG_CONFIG_HOME");
}
Q_COREAPP_STARTUP_FUNCTION(ignoreRelativeConfigHome)

QVariant settingNow(const QString& key) {
  QSettings settings;
  settings.sync();
  return settings.value(key);
}

void keepSetting(const QString& key, const QVariant& value) {
  static bool refused = false;
  QSettings settings;
  settings.setValue(key, value);
  settings.sync();
  const bool refusedBefore = std::exchange(refused, settings.status() == QSettings::AccessError);
  if (refused && !refusedBefore) emit SettingsWatch::shared().notKept(settings.fileName());
}

}  // namespace strata::inline studio
