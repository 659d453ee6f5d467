#include "app/graphics/frame_stage.h"

#include <algorithm>
#include <atomic>
#include <cmath>

#include "app/graphics/frame_check.h"

namespace strata::inline graphics {
namespace {

constexpr std::uint32_t kMostTargetSide = 4096;

bool isOf(const FrameTarget& target, FrameShape shape) {
  return target.width == shape.width && target.height == shape.height;
}

/// The size to draw at: what is wanted or the frame's own, in proportion, no greater than a target may be.
std::pair<std::uint32_t, std::uint32_t> targetSize(std::uint32_t width, std::uint32_t height, FrameShape shape) {
  if (width == 0 || height == 0) std::tie(width, height) = std::pair(shape.width, shape.height);
  const double shrink = std::min(1.0, double{kMostTargetSide} / std::max(width, height));
  const auto side = [&](std::uint32_t n) { return std::max(1u, static_cast<std::uint32_t>(std::lround(n * shrink))); };
  return {side(width), side(height)};
}

/// Of a picture of the frame's own size.
void compareHash(const std::vector<std::uint32_t>& pixels, FrameShape shape, std::uint64_t expected,
                 FrameReport& report) {
  report.hash =
      frameHash(reinterpret_cast<const std::byte*>(pixels.data()), {shape.width, shape.height, shape.width * 4});
  report.verdict = report.hash == expected ? 1 : 2;
}

}  // namespace

Result<std::unique_ptr<FrameStage>> FrameStage::create(const FrameShowOptions& options) {
  STRATA_ASSIGN(auto context, options.context());
  if (!context->makeCurrent())
    return Error{ErrorCode::Unavailable, "The graphics driver does not let frames be drawn beside the window.",
                 Storey::Driver};
  std::unique_ptr<FrameStage> stage(new FrameStage(options, std::move(context)));
  STRATA_TRY(stage->start());
  return stage;
}

Result<void> FrameStage::start() {
  STRATA_ASSIGN(m_gl, GlFunctions::load(*m_context));
  STRATA_ASSIGN(m_painter, FramePainter::create(m_gl));
  return {};
}

FrameStage::~FrameStage() {
  m_targets.clear();
  m_proof = {};
  m_painter.reset();
  m_allocator.reset();
  m_context->doneCurrent();
}

Result<std::unique_ptr<FrameSource>> FrameStage::makeSource(const FrameAsk& ask) {
  return makeFrameSource(ask, m_gl, [&]() -> Result<SharedAllocator*> {
    if (!m_allocator) {
      STRATA_ASSIGN(m_allocator, m_options.allocator(m_gl.identity()));
    }
    return m_allocator.get();
  });
}

Result<void> FrameStage::drawInto(const FrameTarget& target, const FrameTexture& from, FrameShape shape,
                                  bool markTorn) {
  m_painter->draw(from, shape, target, markTorn);
  if (!m_gl.finish(kGraphicsPatience))
    return Error{ErrorCode::Unavailable, "The graphics device has not drawn a frame within three seconds.",
                 Storey::Hardware};
  return m_gl.check("a frame");
}

Result<void> FrameStage::drawProof(const FrameTexture& from, FrameShape shape) {
  if (!isOf(m_proof, shape)) {
    m_proof = {};
    STRATA_ASSIGN(m_proof, FrameTarget::make(m_gl, shape.width, shape.height));
  }
  STRATA_TRY(drawInto(m_proof, from, shape, false));
  m_painter->readBack(m_proof, m_proofPixels);
  return {};
}

Result<const FrameTarget*> FrameStage::draw(FrameSource& source, const FrameConsumer::Taken& taken, std::uint32_t width,
                                            std::uint32_t height, FrameReport& report) {
  const FrameShape shape = source.offer().shape;
  const auto [targetWidth, targetHeight] = targetSize(width, height, shape);
  STRATA_ASSIGN(const FrameTarget* target, m_targets.free(targetWidth, targetHeight));
  const HostTime begin = hostNow();
  report.bytesUploaded = source.upload(taken.slot);
  const HostTime uploaded = hostNow();
  if (report.bytesUploaded != 0) report.upload = {begin, uploaded};
  const FrameTexture texture = source.texture(taken.slot);
  STRATA_TRY(drawInto(*target, texture, shape, !taken.owned));
  report.draw = {uploaded, hostNow()};
  if (taken.owned && taken.note.hash != 0 && !isOf(*target, shape)) {
    STRATA_TRY(drawProof(texture, shape));
    compareHash(m_proofPixels, shape, taken.note.hash, report);
  }
  return target;
}

std::shared_ptr<FrameCopy> FrameStage::freeCopy() {
  const auto unused = std::ranges::find_if(m_copies, [](const auto& copy) { return copy.use_count() == 1; });
  if (unused != m_copies.end()) {
    std::atomic_thread_fence(std::memory_order_acquire);  // what its last reader did is before what we do
    return *unused;
  }
  constexpr std::size_t kKept = 3;  // the newest, one that somebody reads, one to fill
  auto copy = std::make_shared<FrameCopy>();
  if (m_copies.size() < kKept) m_copies.push_back(copy);
  return copy;
}

std::shared_ptr<const FrameCopy> FrameStage::examine(const FrameTarget& drawn, const FrameConsumer::Taken& taken,
                                                     FrameShape shape, FrameReport& report) {
  const auto copy = freeCopy();
  copy->frame = taken.note.frame;
  copy->width = drawn.width;
  copy->height = drawn.height;
  m_painter->readBack(drawn, copy->pixels);
  report.drawnPixels = copy->pixels.size();
  report.tornPixels = tornPixels(copy->pixels, taken.owned ? std::optional(taken.note.frame) : std::nullopt);
  if (taken.owned && taken.note.hash != 0 && isOf(drawn, shape))
    compareHash(copy->pixels, shape, taken.note.hash, report);
  makeOpaque(copy->pixels);
  return copy;
}

}  // namespace strata::inline graphics
