#pragma once

#include <QString>
#include <QStringList>
#include <functional>

#include "engine/base/result.h"

class QObject;

namespace strata::inline studio {

/// What strata-present is called with: a lesson has this window's ground, a show says its own.
QStringList presenterWords(const QString& file);

/// Starts strata-present with a show or a lesson. `failed` is told what it could not do, as long as `asker` lives.
void startPresenter(const QString& file, QObject& asker, const std::function<void(const Error&)>& failed);

}  // namespace strata::inline studio
