#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/device/device.h"
#include "engine/frames/frame_slots.h"
#include "engine/frames/frame_socket.h"
#include "engine/trace/trace_recorder.h"
#include "layers/workloads/common/run_progress.h"

namespace strata::inline workloads {

/// What the viewer and this device share for frames of one way and size, from the device's side.
class FrameMemory {
 public:
  /// Asks the viewer for memory, waits for its answer and imports it, all without a sign of life. Unsupported with the
  /// reason where viewer or device cannot; Io where the viewer is gone. The socket must outlive it.
  static Result<std::unique_ptr<FrameMemory>> open(FrameSocket& socket, const FrameAsk& ask, Device& device,
                                                   Stream& stream, TraceRecorder& recorder,
                                                   const RunProgress& progress);
  /// Tells the viewer that no more frames come.
  ~FrameMemory();
  FrameMemory(const FrameMemory&) = delete;
  FrameMemory& operator=(const FrameMemory&) = delete;

  FrameWay way() const { return m_offer.ask.way; }
  const FrameShape& shape() const { return m_offer.shape; }
  ControlPage& page() { return *m_page; }
  FrameProducer& producer() { return m_producer; }

  /// Where the kernel that draws writes the slot's frame: the shared memory, where kernels can, else memory of the
  /// device's own.
  Buffer& picture(std::uint32_t slot);
  /// Hands the slot's frame over once the stream has drawn it: copies what must be copied and signals. Returns before
  /// the device is done, except with a pipe: that is written when the frame is there, as quick as the viewer reads.
  Result<void> deliver(std::uint32_t slot, const FrameNote& note);
  /// Whether the viewer still draws these frames: Unavailable with its reason once it has ended that, Io where it is
  /// gone. Waits for nothing.
  Result<void> drawn();
  /// What drawn() has heard of the viewer's end of it.
  const std::optional<Error>& end() const { return m_end; }

  /// Bytes copied for each frame on this side, by a copy of the device and by writing.
  struct Moved {
    std::uint64_t copied = 0, written = 0;
  };
  Moved moved() const;
  /// What says to the other side that a frame is there, in words.
  const std::string& signalling() const { return m_signalling; }

 private:
  FrameMemory(FrameSocket& socket, std::uint32_t number, FrameOffer offer, ControlPage page, Device& device,
              Stream& stream, TraceRecorder& recorder, const RunProgress& progress);
  Result<void> import(std::vector<UniqueFd>& descriptors);
  void importTimeline(Interop& interop, const std::vector<UniqueFd>& descriptors);
  Result<void> signal(std::uint64_t frame);
  Result<void> write();

  FrameSocket& m_socket;
  std::uint32_t m_number;      ///< of the ask
  std::optional<Error> m_end;  ///< why the viewer draws no more of these
  FrameOffer m_offer;
  std::unique_ptr<ControlPage> m_page;
  FrameProducer m_producer;
  Device& m_device;
  Stream& m_stream;
  TraceRecorder& m_recorder;
  const RunProgress& m_progress;
  std::vector<std::unique_ptr<Buffer>> m_shared;  ///< a slot's each; empty for a pipe
  std::unique_ptr<Buffer> m_own, m_staging;       ///< where kernels cannot write what is shared
  std::unique_ptr<Timeline> m_timeline;           ///< Vulkan's or of `produced`; nullptr: the host signals
  std::string m_signalling;
  UniqueFd m_pipe;
};

/// One that fits where an agent has no viewer on its machine.
Error noViewer();

}  // namespace strata::inline workloads
