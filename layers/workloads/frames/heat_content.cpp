#include <algorithm>
#include <cmath>

#include "kernels/elementwise/elementwise_operation.h"
#include "kernels/heat/heat_operation.h"
#include "layers/workloads/frames/field_check.h"
#include "layers/workloads/frames/frame_content.h"
#include "layers/workloads/frames/strokes.h"

namespace strata::inline workloads {
namespace {

constexpr int kUntilEven = 900;  ///< frames after which a plate that nobody touches shows little

/// Discs and rings on a cold plate: the same on every device.
void warmPlate(std::span<float> plate, std::uint32_t side) {
  struct Spot {
    float x, y, inner, outer;
  };
  constexpr Spot kSpots[] = {{.28f, .30f, 0, .09f},    {.70f, .32f, .10f, .17f}, {.50f, .68f, 0, .14f},
                             {.18f, .74f, .03f, .08f}, {.84f, .76f, 0, .05f},    {.70f, .32f, 0, .03f}};
  for (std::uint32_t y = 0; y < side; ++y)
    for (std::uint32_t x = 0; x < side; ++x) {
      const float px = (static_cast<float>(x) + .5f) / static_cast<float>(side),
                  py = (static_cast<float>(y) + .5f) / static_cast<float>(side);
      const bool warm = std::ranges::any_of(kSpots, [&](const Spot& spot) {
        const float distance = std::hypot(px - spot.x, py - spot.y);
        return distance >= spot.inner && distance < spot.outer;
      });
      plate[std::size_t{y} * side + x] = warm ? 1.0f : 0.0f;
    }
}

/// Heat spreads over a plate that stays on the device; what is drawn is uploaded and makes it warmer.
class HeatContent final : public FrameContent {
 public:
  static Result<std::unique_ptr<FrameContent>> make(const ContentParts& parts, std::uint32_t side) {
    auto content = std::unique_ptr<HeatContent>(new HeatContent(parts, side));
    STRATA_TRY(content->prepare());
    return std::unique_ptr<FrameContent>(std::move(content));
  }

  Result<void> advance(const FrameSight&, std::span<const FrameStroke> strokes) override {
    if (!strokes.empty()) {
      STRATA_TRY(add(strokes));
      m_untouched = 0;
    }
    if (++m_untouched == kUntilEven) STRATA_TRY(begin());
    return step(m_spread);
  }

  Result<void> touch(const FrameSight&, std::span<const FrameStroke> strokes) override {
    if (strokes.empty()) return {};
    m_untouched = 0;
    return add(strokes);
  }

  Tensor& field() override { return m_plates[m_newest]; }
  Range range() const override { return {0, 1}; }

  Result<RunResult::Check> check() override {
    return fieldCheck(m_parts.context, m_parts.ops, m_parts.stream, heatOperation(), m_problem, m_first, field());
  }

 private:
  HeatContent(const ContentParts& parts, std::uint32_t side)
      : m_parts(parts),
        m_side(side),
        m_problem(Problem(heatOperation().parameters).set("rows", side).set("steps", parts.asked.steps)),
        m_warmer(Problem(elementwiseOperation().parameters)
                     .set("op", static_cast<std::int64_t>(ElementwiseOp::Maximum))
                     .set("rows", side)
                     .set("cols", side)) {}

  /// From one plate to the other.
  Result<void> step(PreparedOp (&ops)[2]) {
    m_newest = 1 - m_newest;
    return m_parts.ops.start(ops[m_newest], m_parts.stream);
  }

  Result<void> prepare() {
    const TensorInfo info{.name = "plate", .shape = {m_side, m_side}};
    Device& device = m_parts.context.device;
    for (Tensor& plate : m_plates) {
      STRATA_ASSIGN(plate, makeTensor(device, info, MemoryKind::Device));
    }
    STRATA_ASSIGN(m_drawn, makeTensor(device, info, MemoryKind::Device));
    STRATA_ASSIGN(m_host, makeTensor(device, info, MemoryKind::Pinned));
    m_first.resize(std::size_t{m_side} * m_side);
    warmPlate(m_first, m_side);
    STRATA_TRY(begin());
    for (const std::size_t to : {std::size_t{0}, std::size_t{1}}) {
      const TensorPlace places[] = {m_plates[1 - to].place(), m_plates[to].place()};
      STRATA_ASSIGN(m_spread[to], m_parts.ops.prepare(heatOperation(), m_problem, places, m_parts.asked.kernel));
      const TensorPlace warmer[] = {m_plates[1 - to].place(), m_drawn.place(), m_plates[to].place()};
      STRATA_ASSIGN(m_warm[to], m_parts.ops.prepare(elementwiseOperation(), m_warmer, warmer));
    }
    return {};
  }

  /// The plate as it is at first.
  Result<void> begin() {
    m_untouched = 0;
    STRATA_TRY(m_parts.stream.synchronize());
    std::ranges::copy(m_first, m_host.buffer->span<float>().begin());
    STRATA_TRY(m_parts.ops.upload(m_parts.stream, m_host, m_plates[m_newest]));
    return m_parts.stream.synchronize();
  }

  Result<void> add(std::span<const FrameStroke> strokes) {
    STRATA_TRY(m_parts.stream.synchronize());  // the last upload may still read it
    std::ranges::fill(m_host.buffer->span<float>().first(m_first.size()), 0.0f);
    for (const FrameStroke& stroke : strokes) paintStroke(m_host.buffer->span<float>(), m_side, m_side, stroke);
    STRATA_TRY(m_parts.ops.upload(m_parts.stream, m_host, m_drawn));
    return step(m_warm);
  }

  ContentParts m_parts;
  std::uint32_t m_side;
  Problem m_problem, m_warmer;
  Tensor m_plates[2], m_drawn, m_host;
  std::vector<float> m_first;
  PreparedOp m_spread[2], m_warm[2];  ///< by the plate that they write
  std::size_t m_newest = 0;
  int m_untouched = 0;  ///< frames since the plate was set or drawn on
};

}  // namespace

Result<std::unique_ptr<FrameContent>> makeHeat(const ContentParts& parts, std::uint32_t side) {
  return HeatContent::make(parts, side);
}

}  // namespace strata::inline workloads
