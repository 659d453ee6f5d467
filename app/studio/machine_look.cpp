#include "app/studio/machine_look.h"

namespace strata::inline studio {

MachineLook::MachineLook(QObject* parent)
    : QObject(parent), m_thread([this] {
        auto systems = std::make_shared<const SystemsHere>(findSystems(stackMap(), PlacesToLook::ofThisMachine()));
        QMetaObject::invokeMethod(
            this, [this, systems] { emit found(systems); }, Qt::QueuedConnection);
      }) {}

}  // namespace strata::inline studio
