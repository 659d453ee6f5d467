#pragma once

#include <QObject>
#include <QOffscreenSurface>
#include <QPointF>
#include <QTimer>
#include <array>
#include <memory>
#include <optional>

#include "app/facts/frame_facts.h"
#include "app/facts/live_frame.h"
#include "app/graphics/frame_show.h"
#include "app/studio/frame_form.h"
#include "engine/base/result.h"
#include "engine/protocol/request.h"

class QWheelEvent;

namespace strata::inline studio {

class RunControl;
class Scene;
class StudioSession;
class ViewWidget;

/// Shows the frames of the session's agents in the view of frames, and takes hands to them: what is clicked, drawn and
/// zoomed there reaches the agent by the next frame.
class FrameDesk : public QObject {
  Q_OBJECT
 public:
  FrameDesk(StudioSession& session, Scene& scene, RunControl& runs, QObject* parent = nullptr);
  ~FrameDesk() override;

  /// The form says another side: frames that come follow it, once the hand rests.
  void follow(const Request& form);
  /// The form says what an older run was asked: frames that come do not.
  void leaveForm() { m_rest.stop(); }
  /// Frames are to come, and none do, since nobody sees them.
  bool waitsToBeSeen() const { return m_waitsToBeSeen; }

 signals:
  void began();                                     ///< the first frame of a run is here
  void switched(const strata::FrameSwitches& now);  ///< while frames come
  void failed(const strata::Error& error);
  void saved(const QString& path);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void attach(FrameSocket socket);
  void refresh();
  void begin();
  bool isSeen() const;
  void act(const FrameAct& act);
  void wishSide();
  void wishWhatComes(const LiveFrame& live);  ///< before something of it is wished otherwise
  void tellSwitches(const LiveFrame& live);
  void save();
  bool press(QPointF at);
  bool move(QPointF at);
  bool turn(QWheelEvent& event);
  /// Where that is in the picture, in units of its sides; nothing: beside it.
  std::optional<QPointF> inPicture(QPointF at) const;
  void look(FrameSight sight);

  StudioSession& m_session;
  Scene& m_scene;
  ViewWidget* m_view;  ///< of frames
  QOffscreenSurface m_surface;
  std::unique_ptr<FrameShow> m_show;
  FrameHistory m_history;
  std::shared_ptr<const FramePicture> m_picture, m_before;  ///< kept until the window has swapped
  FrameWish m_wish;
  FrameSwitches m_switches;  ///< once something was wished: how frames came then, and since
  std::uint32_t m_formSide = 0;
  QTimer m_rest;  ///< of the hand in the form
  QTimer m_look;  ///< whether the view is seen again: of that nobody tells
  bool m_waitsToBeSeen = false;
  FrameSight m_sight;
  std::uint32_t m_generation = 0;    ///< before the run that goes on now
  std::uint64_t m_request = 0;       ///< of the run whose frames are there
  bool m_awaited = false;            ///< that run has shown none yet
  std::optional<QPointF> m_drawnTo;  ///< in the picture: a button is held
};

}  // namespace strata::inline studio
