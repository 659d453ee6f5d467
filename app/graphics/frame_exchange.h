#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "app/graphics/frame_state.h"
#include "engine/base/mutex.h"
#include "engine/base/unique_fd.h"
#include "engine/frames/frame_socket.h"

namespace strata::inline graphics {

/// What windows want; taken by the worker in one piece.
struct FrameOrders {
  std::vector<FrameSocket> sockets;
  std::optional<FrameWish> wish;
  std::optional<FrameSight> sight;
  std::vector<FrameStroke> strokes;
  struct Shown {
    std::uint32_t generation;
    std::uint64_t frame;
    HostTime when;
  };
  std::vector<Shown> shown;
  std::uint32_t targetWidth = 0, targetHeight = 0;
  bool seen = true;      ///< somebody sees the pictures
  bool watched = false;  ///< a window has asked for pictures lately
};

/// Between the worker and any other threads; nobody waits here for longer than a copy takes.
class FrameExchange {
 public:
  explicit FrameExchange(std::function<void()> changed);

  // Any thread.
  void attach(FrameSocket socket);
  void wish(FrameWish wish);
  void forgetWish();
  void sight(FrameSight sight);
  void stroke(const FrameStroke& stroke);
  void setTarget(std::uint32_t width, std::uint32_t height);
  void setSeen(bool seen);
  void shown(const FrameOrders::Shown& shown);
  FrameState state() const;
  std::shared_ptr<const FramePicture> picture() const;
  std::shared_ptr<const FrameCopy> copy() const;

  // The worker.
  FrameOrders take();
  bool attaching() const;
  int wakeDescriptor() const { return m_wake.get(); }
  void publish(const FrameState& state);
  void publish(std::shared_ptr<const FramePicture> picture);
  void publish(std::shared_ptr<const FrameCopy> copy);

  void wake();

 private:
  void tell() STRATA_EXCLUDES(m_mutex);

  const std::function<void()> m_changed;
  UniqueFd m_wake;  ///< an eventfd
  mutable Mutex m_mutex;
  FrameOrders m_orders STRATA_GUARDED_BY(m_mutex);
  std::uint32_t m_wishes STRATA_GUARDED_BY(m_mutex) = 0, m_sights STRATA_GUARDED_BY(m_mutex) = 0;
  FrameState m_state STRATA_GUARDED_BY(m_mutex);
  std::shared_ptr<const FramePicture> m_picture STRATA_GUARDED_BY(m_mutex);
  std::shared_ptr<const FrameCopy> m_copy STRATA_GUARDED_BY(m_mutex);
  mutable HostTime m_looked STRATA_GUARDED_BY(m_mutex);
  mutable bool m_told STRATA_GUARDED_BY(m_mutex) = false;  ///< and nobody has looked since
};

}  // namespace strata::inline graphics
