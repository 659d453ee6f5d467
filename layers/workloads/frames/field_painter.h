#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/frames/frame_way.h"
#include "layers/workloads/frames/device_clock.h"
#include "layers/workloads/frames/frame_content.h"

namespace strata::inline workloads {

/// Computes a content's next field and makes a picture of it, on one stream. One thread.
class FieldPainter {
 public:
  /// All must outlive it.
  static Result<std::unique_ptr<FieldPainter>> create(const FramesRequest& asked, WorkContext& context, Ops& ops,
                                                      const Routines& routines);

  Stream& stream() { return *m_stream; }
  /// The content begins anew with this size, unless it has it. Usage for a kernel that its ladder has not.
  Result<void> resize(std::uint32_t side);
  /// What a hand did, and whether time stands still meanwhile.
  struct Hand {
    FrameSight sight;
    std::vector<FrameStroke> strokes;
    bool still = false;
  };
  /// Puts into the stream: the next field, then its picture. The first of a size is checked against fp64, which waits.
  Result<void> paint(Buffer& picture, FrameShape shape, std::uint64_t frame, const Hand& hand);
  /// Of the last paint(), once the stream is synchronized.
  struct Times {
    DeviceClock::Moment end;  ///< of the kernel that made the picture
    Duration computing;       ///< field and picture
  };
  Result<Times> times();
  /// Of a picture in the device's memory; waits for it.
  Result<std::uint64_t> hash(Buffer& picture, FrameShape shape);
  const std::optional<RunResult::Check>& check() const { return m_check; }
  /// The newest field as a tensor that views show, with its frame's number; waits for it.
  Result<SessionMessage> preview();

 private:
  FieldPainter(const FramesRequest& asked, WorkContext& context, Ops& ops, const Routines& routines)
      : m_asked(asked), m_context(context), m_ops(ops), m_routines(routines) {}
  Result<void> prepare();
  Result<void> draw(Buffer& picture, FrameShape shape, std::uint64_t frame);

  const FramesRequest& m_asked;
  WorkContext& m_context;
  Ops& m_ops;
  const Routines& m_routines;
  std::unique_ptr<Stream> m_stream;
  std::unique_ptr<Event> m_begun, m_drawn;
  std::optional<DeviceClock> m_clock;
  Tensor m_colours;
  std::unique_ptr<Buffer> m_readback;
  std::unique_ptr<FrameContent> m_content;
  std::uint32_t m_side = 0;
  std::uint64_t m_frame = 0;            ///< of the last paint()
  std::optional<PreparedOp> m_picture;  ///< of the last draw(): a stream may still need it
  std::optional<RunResult::Check> m_check;
};

}  // namespace strata::inline workloads
