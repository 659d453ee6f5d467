#pragma once

#include <QObject>
#include <QVariant>

namespace strata::inline studio {

/// Tells of settings that could not be written.
class SettingsWatch : public QObject {
  Q_OBJECT
 public:
  static SettingsWatch& shared();

 signals:
  void notKept(const QString& file);  ///< once until they can be again
};

/// Qt would keep settings in a relative XDG_CONFIG_HOME, which the XDG base directory specification has ignored. Called
/// as the application begins.
void ignoreRelativeConfigHome();

/// What stands there now, also by another window.
QVariant settingNow(const QString& key);
/// At once, so that it is known whether it could be.
void keepSetting(const QString& key, const QVariant& value);

}  // namespace strata::inline studio
