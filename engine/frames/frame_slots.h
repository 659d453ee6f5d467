#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

#include "engine/frames/control_page.h"

namespace strata::inline frames {

/// The agent's side of the slots. One thread.
class FrameProducer {
 public:
  explicit FrameProducer(ControlPage& page) : m_page(page) {}

  /// A slot that is the agent's until it is queued or given up; nullopt: none came free within `patience`.
  std::optional<std::uint32_t> acquire(FramePacing pacing, Duration patience);
  /// The device was asked for this frame, whose number is greater than all before. It is handed over when the page's
  /// `produced` is set to its number, by the device in its stream or by handOver().
  void queue(std::uint32_t slot, const FrameNote& note);
  void handOver(std::uint64_t frame);
  /// The host has seen that the device is done with all up to this one, whatever the page says yet.
  void finished(std::uint64_t frame) { m_finished = frame; }
  void giveUp(std::uint32_t slot);  ///< nothing was written: its frame is lost

 private:
  std::optional<std::uint32_t> take(FramePacing pacing);

  ControlPage& m_page;
  std::uint64_t m_finished = 0;
};

/// How far a device's own timeline is, read without waiting; nullopt where it cannot be read any more.
using ReadTimeline = std::function<std::optional<std::uint64_t>()>;

/// The viewer's side of the slots. One thread.
class FrameConsumer {
 public:
  struct Taken {
    std::uint32_t slot = 0;
    FrameNote note;
    bool owned = true;  ///< false with the semaphore off: the agent may be writing it
  };

  /// Frames are there as the page's `produced` says, which follows the timeline where there is one.
  explicit FrameConsumer(ControlPage& page, ReadTimeline timeline = {})
      : m_page(page), m_timeline(std::move(timeline)) {}

  /// The next frame to draw: the newest, or with LockStep the oldest that waits. nullopt: no new one within
  /// `patience`. It is the viewer's until it is released.
  std::optional<Taken> acquire(FramePacing pacing, Duration patience);
  void release(const Taken& taken);

 private:
  std::optional<Taken> take(FramePacing pacing);
  std::optional<Taken> takeUnowned();
  void followTimeline();

  ControlPage& m_page;
  const ReadTimeline m_timeline;
  std::uint64_t m_reached = 0;  ///< by the timeline
  std::uint64_t m_last = 0;     ///< the newest that was taken
  HostTime m_took = hostNow();  ///< it
};

}  // namespace strata::inline frames
