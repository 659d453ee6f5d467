#include <algorithm>
#include <cmath>

#include "engine/modelfile/onnx_graph.h"
#include "kernels/heads/heads_operation.h"
#include "layers/workloads/cnn/cnn_engine.h"
#include "layers/workloads/cnn/cnn_experiment.h"
#include "layers/workloads/cnn/cnn_picture.h"
#include "layers/workloads/cnn/cnn_reference.h"
#include "layers/workloads/common/relative_error.h"
#include "layers/workloads/common/shipped_model.h"
#include "layers/workloads/common/usage_error.h"
#include "layers/workloads/frames/field_check.h"
#include "layers/workloads/frames/frame_content.h"
#include "layers/workloads/frames/strokes.h"

namespace strata::inline workloads {
namespace {

/// The network reads a picture for each frame, and what one stage makes of it is the field: its channels in a square of
/// tiles, row by row.
class FeaturesContent final : public FrameContent {
 public:
  static Result<std::unique_ptr<FrameContent>> make(const ContentParts& parts) {
    auto content = std::unique_ptr<FeaturesContent>(new FeaturesContent(parts));
    STRATA_TRY(content->load());
    STRATA_TRY(content->prepare());
    return std::unique_ptr<FrameContent>(std::move(content));
  }

  Result<void> advance(const FrameSight&, std::span<const FrameStroke> strokes) override {
    if (!strokes.empty()) {
      for (const FrameStroke& stroke : strokes)
        paintStroke(m_picture, m_plan.height, m_plan.width, inItsTile(stroke), m_white);
      STRATA_TRY(m_engine->show(m_picture));
    }
    STRATA_ASSIGN([[maybe_unused]] const CnnPass pass, m_engine->walk());
    for (PreparedOp& row : m_rows) STRATA_TRY(m_parts.ops.start(row, m_parts.stream));
    return {};
  }

  Tensor& field() override { return m_field; }
  Range range() const override { return m_range; }

  Result<RunResult::Check> check() override {
    STRATA_ASSIGN(const auto truth, cnnReference(m_graph, m_picture, m_parts.context.stop));
    const std::size_t output = m_plan.stages[m_stage].output;
    STRATA_ASSIGN(const std::vector<float> values, m_engine->download(output));
    const std::vector<double>& right = truth.at(m_plan.values[output].name);
    if (right.size() != values.size())
      return Error{ErrorCode::CheckFailed, "The stage's result has another size than the reference.", Storey::Model};
    RelativeError error;
    for (std::size_t i = 0; i < values.size(); ++i) error.add(static_cast<double>(values[i]), right[i]);
    const auto [low, high] = std::ranges::minmax(values);
    m_range = {static_cast<double>(low), std::max(static_cast<double>(high), static_cast<double>(low) + 1e-3)};
    return RunResult::Check{"relative Frobenius", error.value(), m_engine->limit()};
  }

 private:
  explicit FeaturesContent(const ContentParts& parts) : m_parts(parts) {}

  Result<void> load() {
    const std::filesystem::path file = shippedModel(".onnx");
    if (file.empty()) return usage("No digit classifier comes with this build of Strata: choose another content.");
    STRATA_ASSIGN(m_graph, readOnnx(file));
    STRATA_ASSIGN(m_plan, planCnn(m_graph));
    STRATA_ASSIGN(const CnnPicture picture, readPgm(shippedModels() / kCnnPicture));
    m_picture = picture.pixels;
    scalePixels(m_picture, kCnnPixels.front());
    m_white = std::max(1.0f, std::ranges::max(m_picture));
    return chooseStage();
  }

  /// The stage asked for among those that have channels.
  Result<void> chooseStage() {
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < m_plan.stages.size(); ++i)
      if (const auto& shape = m_plan.values[m_plan.stages[i].output].shape; shape.size() == 4 && shape[2] > 1)
        all.push_back(i);
    const auto asked = static_cast<std::size_t>(m_parts.asked.layer);
    if (asked < all.size()) {
      m_stage = all[asked];
      return {};
    }
    return usage("The network has " + std::to_string(all.size()) + " stages with channels: layer=0 … " +
                 std::to_string(all.size() - 1));
  }

  Result<void> prepare() {
    STRATA_ASSIGN(m_engine, CnnEngine::create(m_plan, m_picture, m_parts.context, m_parts.routines));
    STRATA_TRY(m_engine->prepare(m_parts.asked.kernel));
    const auto& shape = m_plan.values[m_plan.stages[m_stage].output].shape;
    const std::int64_t channels = shape[1], height = shape[2], width = shape[3];
    while (m_across * m_across < channels) ++m_across;
    STRATA_ASSIGN(m_field, zeros({.name = "features", .shape = {m_across * height, m_across * width}}));
    STRATA_ASSIGN(m_last, zeros({.name = "last row", .shape = {m_across * height, width}}));
    Tensor& maps = m_engine->value(m_plan.stages[m_stage].output);
    const auto bytes = static_cast<std::size_t>(m_across * height * width) * sizeof(float);
    std::size_t offset = 0;
    for (std::int64_t i = 0; i < channels / m_across; ++i, offset += bytes)
      STRATA_TRY(join({maps.buffer.get(), offset}, {m_field.buffer.get(), offset}, m_across, height, width));
    if (const std::int64_t rest = channels % m_across; rest > 0) {
      STRATA_TRY(join({maps.buffer.get(), offset}, m_last.place(), 1, rest * height, width));
      STRATA_TRY(join(m_last.place(), {m_field.buffer.get(), offset}, m_across, height, width));
    }
    return {};
  }

  Result<Tensor> zeros(const TensorInfo& info) {
    Device& device = m_parts.context.device;
    STRATA_ASSIGN(Tensor host, makeTensor(device, info, MemoryKind::Pinned));
    std::ranges::fill(host.buffer->span<float>(), 0.0f);
    STRATA_ASSIGN(Tensor tensor, makeTensor(device, info, MemoryKind::Device));
    STRATA_TRY(m_parts.ops.upload(m_parts.stream, host, tensor));
    STRATA_TRY(m_parts.stream.synchronize());
    return tensor;
  }

  /// Brings `count` maps that follow each other side by side, at each frame.
  Result<void> join(const TensorPlace& maps, const TensorPlace& row, std::int64_t count, std::int64_t height,
                    std::int64_t width) {
    Problem problem(headsOperation().parameters);
    problem.set("way", static_cast<std::int64_t>(HeadsWay::Join)).set("rows", height);
    problem.set("heads", count).set("dim", width);
    const TensorPlace places[] = {maps, row};
    STRATA_ASSIGN(PreparedOp op, m_parts.ops.prepare(headsOperation(), problem, places));
    m_rows.push_back(std::move(op));
    return {};
  }

  /// Each tile is the whole picture: where a hand draws in one, it draws in that.
  FrameStroke inItsTile(FrameStroke stroke) const {
    const auto tiles = static_cast<float>(m_across);
    const float left = std::floor(stroke.fromX * tiles), top = std::floor(stroke.fromY * tiles);
    return {stroke.fromX * tiles - left, stroke.fromY * tiles - top, stroke.toX * tiles - left,
            stroke.toY * tiles - top,    stroke.radius * tiles,      stroke.amount};
  }

  ContentParts m_parts;
  OnnxGraph m_graph;
  CnnPlan m_plan;
  std::vector<float> m_picture;
  float m_white = 255;
  std::size_t m_stage = 0;
  std::unique_ptr<CnnEngine> m_engine;
  std::int64_t m_across = 1;       ///< tiles of a row, and rows
  Tensor m_field, m_last;          ///< the last row's maps, where they are fewer
  std::vector<PreparedOp> m_rows;  ///< of channels, brought side by side
  Range m_range;
};

}  // namespace

Result<std::unique_ptr<FrameContent>> makeFeatures(const ContentParts& parts, std::uint32_t) {
  return FeaturesContent::make(parts);
}

}  // namespace strata::inline workloads
