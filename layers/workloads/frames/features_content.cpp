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

/// The network reads a picture for each frame, and what one stage makes of it is the field: its channels side by side,
/// as near to a square as they go.
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
      for (const FrameStroke& stroke : strokes) paintStroke(m_picture, m_plan.height, m_plan.width, stroke, m_white);
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
    std::int64_t across = 1;
    for (std::int64_t n = 1; n <= channels; ++n)
      if (channels % n == 0 && n * width <= channels / n * height * 2) across = n;
    const std::int64_t down = channels / across;
    Device& device = m_parts.context.device;
    STRATA_ASSIGN(m_field, makeTensor(device, {.name = "features", .shape = {down * height, across * width}},
                                      MemoryKind::Device));
    Problem problem(headsOperation().parameters);
    problem.set("way", static_cast<std::int64_t>(HeadsWay::Join)).set("rows", height);
    problem.set("heads", across).set("dim", width);
    Tensor& maps = m_engine->value(m_plan.stages[m_stage].output);
    const auto bytes = static_cast<std::size_t>(across * height * width) * sizeof(float);
    for (std::int64_t i = 0; i < down; ++i) {
      const std::size_t offset = static_cast<std::size_t>(i) * bytes;
      const TensorPlace places[] = {{maps.buffer.get(), offset}, {m_field.buffer.get(), offset}};
      STRATA_ASSIGN(PreparedOp row, m_parts.ops.prepare(headsOperation(), problem, places));
      m_rows.push_back(std::move(row));
    }
    return {};
  }

  ContentParts m_parts;
  OnnxGraph m_graph;
  CnnPlan m_plan;
  std::vector<float> m_picture;
  float m_white = 255;
  std::size_t m_stage = 0;
  std::unique_ptr<CnnEngine> m_engine;
  Tensor m_field;
  std::vector<PreparedOp> m_rows;  ///< of channels, brought side by side
  Range m_range;
};

}  // namespace

Result<std::unique_ptr<FrameContent>> makeFeatures(const ContentParts& parts, std::uint32_t) {
  return FeaturesContent::make(parts);
}

}  // namespace strata::inline workloads
