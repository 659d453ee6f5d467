#pragma once

#include <functional>
#include <memory>
#include <thread>

#include "app/graphics/frame_state.h"
#include "app/graphics/gl_context.h"
#include "app/graphics/shared_allocator.h"
#include "engine/frames/frame_socket.h"

namespace strata::inline graphics {

class FrameExchange;

struct FrameShowOptions {
  /// Called once, on the worker's thread, where the context is destroyed, too.
  std::function<Result<std::unique_ptr<GlContext>>()> context;
  /// A new picture or state is there. From the worker's thread; once until somebody asks for either.
  std::function<void()> changed = {};
  /// On the worker's thread, when somebody first asks for device memory.
  std::function<Result<std::unique_ptr<SharedAllocator>>(const GraphicsIdentity&)> allocator =
      [](const GraphicsIdentity& identity) { return SharedAllocator::create(identity); };
};

/// Draws the frames of agents into textures, on a thread and in a context of its own, so that no agent and no graphics
/// device can hold up a window. Any thread may call it.
///
/// It agrees with an agent on a way and a size whenever the agent asks, and draws each frame that it takes: the times
/// of the report are the host's, and a copy or a drawing ends when the graphics device says that it is done (a fence).
/// What was drawn is then read back: each pixel says which frame it is of, and the hash of a frame drawn 1:1 is
/// compared with the agent's where that has one.
class FrameShow {
 public:
  explicit FrameShow(FrameShowOptions options);
  ~FrameShow();
  FrameShow(const FrameShow&) = delete;
  FrameShow& operator=(const FrameShow&) = delete;

  /// Another agent. Of several, the one that asked last is drawn.
  void attach(FrameSocket socket);
  /// Its generation is counted here. It holds for every agent from here on, until it is forgotten.
  void setWish(const FrameWish& wish);
  /// What the run's request says holds again, and all of the picture is seen.
  void forgetWish();
  /// Its generation is counted here.
  void setSight(const FrameSight& sight);
  void stroke(const FrameStroke& stroke);
  /// Pixels to draw pictures at, at most 4096 a side; 0 × 0: the frame's own size.
  void setTargetSize(std::uint32_t width, std::uint32_t height);
  /// Nobody sees pictures: agents are asked to rest, and frames that were on their way are let go, not drawn.
  void setSeen(bool seen);
  /// A window has swapped with this picture in it.
  void presented(const FramePicture& picture, HostTime when);

  FrameState state() const;
  /// The newest; nullptr before the first.
  std::shared_ptr<const FramePicture> picture() const;
  /// The newest picture's pixels; nullptr before the first.
  std::shared_ptr<const FrameCopy> copy() const;

 private:
  std::unique_ptr<FrameExchange> m_exchange;
  std::jthread m_worker;
};

}  // namespace strata::inline graphics
