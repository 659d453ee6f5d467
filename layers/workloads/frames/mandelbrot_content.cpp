#include <algorithm>
#include <cmath>
#include <utility>

#include "kernels/mandelbrot/mandelbrot_operation.h"
#include "layers/workloads/frames/field_check.h"
#include "layers/workloads/frames/frame_content.h"

namespace strata::inline workloads {
namespace {

constexpr double kMiddle = -0.75, kWidth = 3;  ///< of the operation's picture without any zoom

/// The same part of the plane, within what the operation's parameters can be.
void look(Problem& problem, const FrameSight& sight) {
  problem.setFraction("x", kMiddle + (sight.centreX - 0.5) * kWidth);
  problem.setFraction("y", (0.5 - sight.centreY) * kWidth);
  problem.setFraction("zoom", std::log2(std::max(sight.zoom, 1.0)));
}

/// How soon each point leaves: computed anew for each frame, from nothing.
class MandelbrotContent final : public FrameContent {
 public:
  static Result<std::unique_ptr<FrameContent>> make(const ContentParts& parts, std::uint32_t side) {
    auto content = std::unique_ptr<MandelbrotContent>(new MandelbrotContent(parts, side));
    STRATA_ASSIGN(content->m_field,
                  makeTensor(parts.context.device, {.name = "iterations", .shape = {side, side}}, MemoryKind::Device));
    STRATA_TRY(content->prepare());
    return std::unique_ptr<FrameContent>(std::move(content));
  }

  Result<void> advance(const FrameSight& sight, std::span<const FrameStroke>) override {
    if (sight.generation != m_seen) {
      m_seen = sight.generation;
      Problem before = m_problem;
      look(m_problem, sight);
      if (auto looked = prepare(); !looked.ok()) {
        if (looked.error().code != ErrorCode::Usage) return looked;
        m_problem = std::move(before);  // deeper than fp32 tells pixels apart: what is seen stays
      }
    }
    return m_parts.ops.start(m_op, m_parts.stream);
  }

  Tensor& field() override { return m_field; }
  // Most points that leave do so soon; with more colours for them the picture is not dark.
  Range range() const override { return {0, static_cast<double>(std::min(m_parts.asked.iterations, 64))}; }

  Result<RunResult::Check> check() override {
    return fieldCheck(m_parts.context, m_parts.ops, m_parts.stream, mandelbrotOperation(), m_problem, {}, m_field);
  }

 private:
  MandelbrotContent(const ContentParts& parts, std::uint32_t side)
      : m_parts(parts),
        m_problem(
            Problem(mandelbrotOperation().parameters).set("rows", side).set("iterations", parts.asked.iterations)) {}

  Result<void> prepare() {
    const TensorPlace places[] = {m_field.place()};
    STRATA_ASSIGN(PreparedOp op, m_parts.ops.prepare(mandelbrotOperation(), m_problem, places, m_parts.asked.kernel));
    m_op = std::move(op);
    return {};
  }

  ContentParts m_parts;
  Problem m_problem;
  Tensor m_field;
  PreparedOp m_op;
  std::uint32_t m_seen = 0;  ///< generation of the sight
};

}  // namespace

Result<std::unique_ptr<FrameContent>> makeMandelbrot(const ContentParts& parts, std::uint32_t side) {
  return MandelbrotContent::make(parts, side);
}

}  // namespace strata::inline workloads
