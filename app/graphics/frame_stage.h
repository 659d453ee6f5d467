#pragma once

#include "app/graphics/frame_link.h"
#include "app/graphics/frame_show.h"
#include "app/graphics/frame_targets.h"

namespace strata::inline graphics {

/// What the worker draws with. Made, used and destroyed on its thread, where the context stays current.
class FrameStage {
 public:
  static Result<std::unique_ptr<FrameStage>> create(const FrameShowOptions& options);
  ~FrameStage();
  FrameStage(const FrameStage&) = delete;
  FrameStage& operator=(const FrameStage&) = delete;

  const GlFunctions& gl() const { return m_gl; }
  Result<std::unique_ptr<FrameSource>> makeSource(const FrameAsk& ask);

  /// Uploads and draws the frame, at that size (0 × 0: its own); afterwards its slot is not needed. Fills in the
  /// report.
  Result<const FrameTarget*> draw(FrameSource& source, const FrameConsumer::Taken& taken, std::uint32_t width,
                                  std::uint32_t height, FrameReport& report);
  std::shared_ptr<const FramePicture> publish(const FrameTarget& drawn, std::uint64_t frame, std::uint32_t generation) {
    return m_targets.publish(drawn, frame, generation);
  }
  /// Reads back what draw() has drawn, counts torn pixels, compares the agent's hash. Fills in the report.
  std::shared_ptr<const FrameCopy> examine(const FrameTarget& drawn, const FrameConsumer::Taken& taken,
                                           FrameShape shape, FrameReport& report);

 private:
  FrameStage(const FrameShowOptions& options, std::unique_ptr<GlContext> context)
      : m_options(options), m_context(std::move(context)) {}

  Result<void> start();
  Result<void> drawInto(const FrameTarget& target, const FrameTexture& from, FrameShape shape, bool markTorn);
  Result<void> drawProof(const FrameTexture& from, FrameShape shape);
  std::shared_ptr<FrameCopy> freeCopy();

  const FrameShowOptions& m_options;
  std::unique_ptr<GlContext> m_context;
  GlFunctions m_gl;
  std::unique_ptr<FramePainter> m_painter;
  std::unique_ptr<SharedAllocator> m_allocator;  ///< made when somebody asks for device memory
  FrameTargets m_targets{m_gl};
  FrameTarget m_proof;  ///< of the frame's size, for its hash where the picture has another size
  std::vector<std::uint32_t> m_proofPixels;
  std::vector<std::shared_ptr<FrameCopy>> m_copies;
};

}  // namespace strata::inline graphics
