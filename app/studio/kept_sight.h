#pragma once

#include <QObject>
#include <vector>

#include "app/facts/view_state.h"

namespace strata::inline studio {

class Scene;

/// What was made of the timeline's lanes, and bookmarks that the file does not hold yet, of each session with a file:
/// kept in the user's settings under the file's name.
class KeptSight : public QObject {
  Q_OBJECT
 public:
  explicit KeptSight(Scene& scene, QObject* parent = nullptr);
  /// The session of this file is shown from now on: what was kept of it comes back.
  void opened(const QString& path);
  /// The session that is shown has this file from now on.
  void saved(const QString& path);

 private:
  void keep(const ViewState& state);

  Scene& m_scene;
  QString m_key;  ///< empty: the session has no file yet
  std::vector<TimelineMark> m_marks;
  LaneChoices m_lanes;
};

}  // namespace strata::inline studio
