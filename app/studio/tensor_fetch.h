#pragma once

#include <QObject>
#include <optional>
#include <string>

#include "app/facts/view_state.h"
#include "engine/base/result.h"

class QMenu;

namespace strata::inline studio {

class Scene;
class StudioSession;

/// The tensor that the selected operation made; of an event above or below one, what that operation made. Empty: it
/// says of none.
std::string resultOfSelection(const ViewState& state);

/// Asks the agent for the result of the selected operation.
class TensorFetch : public QObject {
  Q_OBJECT
 public:
  TensorFetch(StudioSession& session, Scene& scene, QObject* parent = nullptr);

  void addTo(QMenu& menu);
  void fetch();

 signals:
  void asked(const QString& tensor);  ///< the answer comes as the session's newest tensor
  void answered(const QString& tensor);
  void failed(const strata::Error& error);

 private:
  StudioSession& m_session;
  Scene& m_scene;
  QString m_asked;  ///< not answered yet
};

}  // namespace strata::inline studio
