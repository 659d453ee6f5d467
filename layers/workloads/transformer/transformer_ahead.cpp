// Steps of a transformer whose next token the device chooses: the host is told while the step after that runs.
#include "layers/workloads/transformer/transformer_engine.h"
#include "layers/workloads/transformer/transformer_ops.h"

namespace strata::inline workloads {

Result<void> TransformerEngine::prepareAhead() {
  if (m_chooseOp) return {};
  const TensorInfo one{.name = "next token", .shape = {1}, .type = DataType::I32};
  STRATA_ASSIGN(m_chosen, makeTensor(m_device, one, MemoryKind::Device));
  for (Ahead& slot : m_ahead) {
    STRATA_ASSIGN(slot.input, makeTensor(m_device, m_single->input().info, MemoryKind::Pinned));
    STRATA_ASSIGN(slot.chosen, makeTensor(m_device, one, MemoryKind::Pinned));
    STRATA_ASSIGN(slot.told, m_device.createEvent());
  }
  const OpRecipe recipe = likeliestOp(config());
  STRATA_ASSIGN(PreparedOp op, prepareWished(m_ops, m_device.info(), m_options.wish, recipe.operation, recipe.problem,
                                             std::vector{m_single->logits().place(), m_chosen.place()}));
  op.addArg({m_recorder.intern(arg::kResult), m_recorder.intern("next token")});
  m_chooseOp.emplace(std::move(op));
  return {};
}

Result<void> TransformerEngine::stepAhead(std::optional<int> token, std::int64_t position, bool asGraph) {
  Ahead& slot = m_ahead[static_cast<std::size_t>(position) % m_ahead.size()];
  const int given = token.value_or(0);
  STRATA_TRY(give(*m_single, slot.input, {&given, 1}, position));
  if (!token) STRATA_TRY(m_ops.pass(*m_stream, m_chosen, m_single->input()));
  STRATA_TRY(asGraph ? m_ops.launch(*m_stepGraph) : startStep());
  STRATA_TRY(m_ops.start(*m_chooseOp, *m_stream));
  STRATA_TRY(m_ops.download(*m_stream, m_chosen, slot.chosen));
  return m_stream->record(*slot.told);
}

Result<int> TransformerEngine::chosen(std::int64_t position) {
  Ahead& slot = m_ahead[static_cast<std::size_t>(position) % m_ahead.size()];
  STRATA_TRY(slot.told->synchronize());
  return slot.chosen.buffer->span<const std::int32_t>().front();
}

}  // namespace strata::inline workloads
