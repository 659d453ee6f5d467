#pragma once

#include <QObject>
#include <optional>

#include "app/facts/view_state.h"
#include "engine/base/result.h"

namespace strata::inline studio {

class Scene;
class StudioSession;

/// Asks the agent for the attention of a head that is chosen and not known, once: by it, the written tokens are read
/// again.
class HeadLook : public QObject {
  Q_OBJECT
 public:
  HeadLook(StudioSession& session, Scene& scene, QObject* parent = nullptr);

 signals:
  void failed(const strata::Error& error);

 private:
  void look(const ViewState& state);

  StudioSession& m_session;
  std::optional<AttentionHead> m_asked;  ///< of the text that is shown
};

}  // namespace strata::inline studio
