#include <algorithm>
#include <cmath>

#include "engine/modelfile/tokenizer.h"
#include "layers/workloads/common/shipped_model.h"
#include "layers/workloads/common/usage_error.h"
#include "layers/workloads/frames/frame_content.h"
#include "layers/workloads/transformer/transformer_engine.h"

namespace strata::inline workloads {
namespace {

constexpr std::int64_t kTokens = 96;  ///< of a text, then it begins anew
constexpr std::string_view kPrompt = "Alice was beginning";
constexpr double kMostRowError = 1e-5;

/// A language model reads and writes one token for each frame, and the field is how much each token looked at those
/// before it, by one head.
class AttentionContent final : public FrameContent {
 public:
  static Result<std::unique_ptr<FrameContent>> make(const ContentParts& parts) {
    auto content = std::unique_ptr<AttentionContent>(new AttentionContent(parts));
    STRATA_TRY(content->prepare());
    return std::unique_ptr<FrameContent>(std::move(content));
  }

  Result<void> advance(const FrameSight&, std::span<const FrameStroke>) override {
    if (m_position == kTokens) {
      m_position = 0;
      std::ranges::fill(m_host.buffer->span<float>(), 0.0f);
    }
    const int token = m_position < std::ssize(m_prompt) ? m_prompt[static_cast<std::size_t>(m_position)] : m_next;
    STRATA_TRY(m_engine->step(token, m_position));
    m_next = static_cast<int>(std::ranges::max_element(m_engine->logits()) - m_engine->logits().begin());
    m_row = m_engine->attentionWeights();
    const std::size_t first = static_cast<std::size_t>(m_position * kTokens);
    std::copy_n(m_row.begin(), std::min<std::size_t>(m_row.size(), kTokens),
                m_host.buffer->span<float>().begin() + static_cast<std::ptrdiff_t>(first));
    ++m_position;
    return m_parts.ops.upload(m_parts.stream, m_host, m_field);
  }

  Result<void> touch(const FrameSight&, std::span<const FrameStroke>) override { return {}; }

  Tensor& field() override { return m_field; }
  Range range() const override { return {0, 0.5}; }

  /// The newest row's weights are shares: they sum to 1.
  Result<RunResult::Check> check() override {
    double sum = 0;
    for (const float weight : m_row) sum += static_cast<double>(weight);
    return RunResult::Check{"sum of the weights − 1", std::abs(sum - 1), kMostRowError};
  }

 private:
  explicit AttentionContent(const ContentParts& parts) : m_parts(parts) {}

  Result<void> prepare() {
    const std::filesystem::path file = shippedModel(".gguf");
    if (file.empty()) return usage("No language model comes with this build of Strata: choose another content.");
    STRATA_ASSIGN(const auto model, openModel(file));
    const AttentionHead head{m_parts.asked.layer, m_parts.asked.head};
    if (head.layer >= model->config().layers || head.head >= model->config().heads)
      return usage("The model has layers 0 … " + std::to_string(model->config().layers - 1) + " of heads 0 … " +
                   std::to_string(model->config().heads - 1) + ".");
    if (!model->tokenizer()) return usage("The language model that comes with this build has no tokenizer.");
    m_prompt = model->tokenizer()->encode(kPrompt, true);
    WorkContext& context = m_parts.context;
    EngineOptions options;
    options.capacity = kTokens;
    options.watch = true;
    options.watched = head;
    const RunProgress progress(context, 1);
    STRATA_ASSIGN(m_engine, TransformerEngine::create(model, context.device, context.recorder, m_parts.routines,
                                                      options, progress));
    const TensorInfo info{.name = "attention", .shape = {kTokens, kTokens}};
    STRATA_ASSIGN(m_field, makeTensor(context.device, info, MemoryKind::Device));
    STRATA_ASSIGN(m_host, makeTensor(context.device, info, MemoryKind::Pinned));
    std::ranges::fill(m_host.buffer->span<float>(), 0.0f);
    return {};
  }

  ContentParts m_parts;
  std::unique_ptr<TransformerEngine> m_engine;
  std::vector<int> m_prompt;
  int m_next = 0;
  std::int64_t m_position = 0;
  std::vector<float> m_row;
  Tensor m_field, m_host;
};

}  // namespace

Result<std::unique_ptr<FrameContent>> makeAttention(const ContentParts& parts, std::uint32_t) {
  return AttentionContent::make(parts);
}

}  // namespace strata::inline workloads
