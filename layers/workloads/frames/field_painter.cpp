#include "layers/workloads/frames/field_painter.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include <nlohmann/json.hpp>

#include "engine/frames/frame_story.h"
#include "kernels/colourmap/colourmap_operation.h"
#include "layers/workloads/common/tensor_preview.h"
#include "layers/workloads/frames/field_check.h"

namespace strata::inline workloads {
namespace {

constexpr double kRangeUnit = 1e-6;  ///< of the colour map's parameters

std::int64_t inUnits(double value) {
  return std::llround(value / kRangeUnit);
}

}  // namespace

Result<std::unique_ptr<FieldPainter>> FieldPainter::create(const FramesRequest& asked, WorkContext& context, Ops& ops,
                                                           const Routines& routines) {
  std::unique_ptr<FieldPainter> painter(new FieldPainter(asked, context, ops, routines));
  STRATA_TRY(painter->prepare());
  return painter;
}

Result<void> FieldPainter::prepare() {
  STRATA_ASSIGN(m_stream, m_context.device.createStream());
  STRATA_ASSIGN(m_begun, m_context.device.createEvent());
  STRATA_ASSIGN(m_drawn, m_context.device.createEvent());
  STRATA_ASSIGN(m_clock, DeviceClock::calibrate(m_context.device, *m_stream));
  const TensorInfo colours = colourmapOperation().tensors(Problem(colourmapOperation().parameters))[1];
  STRATA_ASSIGN(Tensor host, makeTensor(m_context.device, colours, MemoryKind::Pinned));
  const std::span<std::int8_t> bytes = host.buffer->span<std::int8_t>();
  for (std::size_t i = 0; i < colours.bytes(); ++i)
    bytes[i] = static_cast<std::int8_t>(colours.formula(static_cast<std::int64_t>(i)));
  STRATA_ASSIGN(m_colours, makeTensor(m_context.device, colours, MemoryKind::Device));
  STRATA_TRY(m_ops.upload(*m_stream, host, m_colours));
  return m_stream->synchronize();
}

Result<void> FieldPainter::resize(std::uint32_t side) {
  if (m_content && m_side == side) return {};
  m_content.reset();
  m_check.reset();
  m_side = side;
  STRATA_ASSIGN(m_content, makeContent({m_context, m_ops, m_routines, *m_stream, m_asked}, side));
  return {};
}

Result<void> FieldPainter::paint(Buffer& picture, FrameShape shape, std::uint64_t frame, const Hand& hand) {
  STRATA_TRY(m_stream->record(*m_begun));
  const bool still = hand.still && m_check;  // what is checked is a step of time
  STRATA_TRY(still ? m_content->touch(hand.sight, hand.strokes) : m_content->advance(hand.sight, hand.strokes));
  if (!m_check) {
    STRATA_ASSIGN(m_check, m_content->check());
  }
  STRATA_TRY(draw(picture, shape, frame));
  m_frame = frame;
  return m_stream->record(*m_drawn);
}

Result<void> FieldPainter::draw(Buffer& picture, FrameShape shape, std::uint64_t frame) {
  constexpr std::uint64_t kNumbers = 256;  // that a byte tells apart
  const FrameContent::Range range = m_content->range();
  Problem problem(colourmapOperation().parameters);
  problem.set("rows", m_content->field().info.shape[0]).set("cols", m_content->field().info.shape[1]);
  problem.set("height", shape.height).set("width", shape.width).set("pitch", shape.pitch / 4);
  problem.set("low", inUnits(range.low)).set("high", inUnits(range.high));
  problem.set("alpha", static_cast<std::int64_t>(frame % kNumbers));
  const TensorPlace places[] = {m_content->field().place(), m_colours.place(), {&picture, 0}};
  STRATA_ASSIGN(PreparedOp op, m_ops.prepare(colourmapOperation(), problem, places));
  m_picture = std::move(op);
  return m_ops.start(*m_picture, *m_stream);
}

Result<FieldPainter::Times> FieldPainter::times() {
  Times times;
  STRATA_ASSIGN(times.end, m_clock->timeOf(*m_drawn));
  STRATA_ASSIGN(times.computing, m_drawn->since(*m_begun));
  STRATA_TRY(m_clock->renew(m_context.device, *m_stream));
  return times;
}

Result<std::uint64_t> FieldPainter::hash(Buffer& picture, FrameShape shape) {
  if (!m_readback || m_readback->bytes() < shape.bytes()) {
    STRATA_ASSIGN(m_readback, m_context.device.allocate(shape.bytes(), MemoryKind::Pinned));
  }
  STRATA_TRY(m_stream->copy(*m_readback, picture, shape.bytes()));
  STRATA_TRY(m_stream->synchronize());
  return frameHash(static_cast<const std::byte*>(m_readback->data()), shape);
}

Result<SessionMessage> FieldPainter::preview() {
  if (!m_content) return Error{ErrorCode::Unavailable, "No frame was computed", Storey::Model};
  const Tensor& field = m_content->field();
  STRATA_ASSIGN(const std::vector<float> values, fetchField(m_context, m_ops, *m_stream, field));
  SessionMessage message = tensorPreview(story::kFrame, field.info.shape, values);
  nlohmann::json json = nlohmann::json::parse(message.json);
  json["frame"] = m_frame;
  message.json = json.dump();
  return message;
}

}  // namespace strata::inline workloads
