#pragma once

#include <QObject>
#include <memory>
#include <thread>

#include "app/lessons/systems_here.h"

namespace strata::inline studio {

/// Looks once, on a thread of its own, what of the map is on this machine.
class MachineLook : public QObject {
  Q_OBJECT
 public:
  explicit MachineLook(QObject* parent);

 signals:
  void found(std::shared_ptr<const strata::SystemsHere> systems);

 private:
  std::jthread m_thread;
};

}  // namespace strata::inline studio
