#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>

#include "engine/base/shared_counter.h"
#include "engine/base/shared_memory.h"
#include "engine/base/time.h"
#include "engine/frames/frame_way.h"
#include "engine/frames/shared_value.h"

namespace strata::inline frames {

/// What the agent says of the frame in a slot.
struct FrameNote {
  std::uint64_t frame = 0;  ///< its number, from 1
  std::uint64_t hash = 0;   ///< of its pixels, as computed; 0: not computed for this one
  HostTime asked = {};      ///< when the agent began to ask its device for it
};

/// What the viewer did with a frame: each range is empty where there was no such step.
struct FrameReport {
  std::uint64_t frame = 0;
  FrameWay way = FrameWay::Pipe;
  TimeRange wait, read, upload, draw;
  HostTime shown;  ///< when the window had swapped; 0: no window shows it
  std::uint64_t bytesRead = 0, bytesUploaded = 0;
  std::uint64_t drawnPixels = 0, tornPixels = 0;  ///< torn: of another frame than the others
  std::uint64_t hash = 0;                         ///< of the pixels read back after drawing 1:1, where it was asked for
  std::uint32_t verdict = 0;                      ///< 0: not compared; 1: the agent's hash is the same; 2: it differs
  std::uint32_t unowned = 0;  ///< 1: read with the semaphore off: the agent may have been writing it
  std::uint32_t unseen = 0;   ///< 1: whether a window showed it was not known when it was told
};

/// What the person at the viewer wants; generation 0 wants what the request said.
struct FrameWish {
  std::uint32_t generation = 0;  ///< another number: something of this is new
  FrameWay way = FrameWay::Host;
  std::uint32_t side = 0;       ///< pixels; 0: as it is
  std::uint32_t slotCount = 0;  ///< 0: as it is
  bool semaphoreOff = false;    ///< the agent writes where the viewer may be reading
  bool lockStep = false;        ///< every frame is shown; else the newest wins
  bool paused = false;
  std::uint64_t steps = 0;  ///< while paused: how many frames to compute since the first wish
};

/// The part of the picture that is looked at: its centre, in units of the picture's sides as it was at the beginning,
/// from the top left; and how many times larger it is seen.
struct FrameSight {
  double centreX = 0.5, centreY = 0.5;
  double zoom = 1;
  std::uint32_t generation = 0;  ///< 0: nobody has moved it
};

/// Where the mouse drew, in units of the picture's width and height.
struct FrameStroke {
  float fromX = 0, fromY = 0, toX = 0, toY = 0;
  float radius = 0;
  float amount = 1;
};

/// What agent and viewer tell each other of each frame, in memory that both map. Neither believes the other: indices,
/// counts and texts are checked where they are read.
class ControlPage {
 public:
  /// Queued: the device was asked for the slot's frame. It is there once `produced` has reached its number, which the
  /// device itself may do.
  enum class SlotState : std::uint32_t { Free, Writing, Queued, Reading };

  struct Slot {
    std::atomic<SlotState> state;
    SharedValue<FrameNote> note;
  };

  struct Layout {
    std::uint64_t magic;
    std::uint32_t version, slotCount;
    std::atomic<std::uint32_t> produced;   ///< the number of the newest frame that is there: the timeline; a futex
    std::atomic<std::uint32_t> released;   ///< rises with each slot given back; a futex
    std::atomic<std::uint32_t> silent;     ///< not 0: `produced` rises without a futex call, so look now and then
    std::atomic<std::uint32_t> unwatched;  ///< not 0: nobody sees the frames, so none are asked for meanwhile
    std::atomic<std::uint64_t> dropped;    ///< computed, and overwritten or let go before they were shown
    Slot slot[kMostFrameSlots];
    SharedValue<FrameWish> wish;
    SharedValue<FrameSight> sight;
    SharedRing<FrameStroke, 256> strokes;
    SharedRing<FrameReport, 512> reports;
  };

  /// The viewer's: a page of all zeros, and the descriptor to send.
  static Result<std::pair<ControlPage, UniqueFd>> create(std::uint32_t slotCount);
  /// The agent's.
  static Result<ControlPage> map(const UniqueFd& fd, std::uint32_t slotCount);

  Layout* operator->() { return m_layout; }
  const Layout* operator->() const { return m_layout; }
  std::uint32_t slotCount() const { return m_slots; }

 private:
  ControlPage(MappedMemory memory, std::uint32_t slotCount)
      : m_memory(std::move(memory)), m_layout(reinterpret_cast<Layout*>(m_memory.data())), m_slots(slotCount) {}

  MappedMemory m_memory;
  Layout* m_layout;
  std::uint32_t m_slots;
};

}  // namespace strata::inline frames
