#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/protocol/workload.h"
#include "layers/workloads/common/workload_parts.h"
#include "layers/workloads/transformer/token_messages.h"
#include "layers/workloads/transformer/transformer_engine.h"
#include "layers/workloads/transformer/transformer_request.h"
#include "layers/workloads/transformer/transformer_result.h"

namespace strata::inline workloads {

/// The experiment "transformer". What it loaded and read stays until another model is asked for: a prompt that begins
/// like the last one is read from where they part, and the same prompt is not read again.
class TransformerWorkload final : public Workload {
 public:
  /// Without a keeper of roofs none are measured.
  explicit TransformerWorkload(std::shared_ptr<const Routines> routines, std::optional<RoofKeeper> roofs = {});

  const ExperimentInfo& info() const override { return m_info; }
  Result<void> run(const Request& request, WorkContext& context) override;
  /// Any operation's result of the graph that ran last: "layers.3.attention.result". Or a head's attention of the
  /// written tokens, which are read again for it: attentionName().
  Result<SessionMessage> fetch(std::string_view tensor) override;

 private:
  Result<void> load(const TransformerRequest& asked, WorkContext& context, const RunProgress& progress);
  Result<void> makeEngine(const TransformerRequest& asked, WorkContext& context, const RunProgress& progress);
  Result<void> readPrompt(const std::vector<int>& ids, TransformerOutcome& outcome, const RunProgress& progress);
  Result<void> generate(const TransformerRequest& asked, TransformerOutcome& outcome, TokenMessages& messages,
                        WorkContext& context);
  Result<void> write(const TransformerRequest& asked, TransformerOutcome& outcome, TokenMessages& messages,
                     WorkContext& context);
  Result<int> feed(int token, const TransformerRequest& asked, TokenSampler& sampler, TransformerOutcome& outcome,
                   WorkContext& context);
  Result<int> feedAhead(int token, const TransformerRequest& asked, TransformerOutcome& outcome, WorkContext& context);
  Result<void> startAhead(std::optional<int> token, std::int64_t position, bool asGraph, WorkContext& context);
  void showPrompt(bool watched, const std::vector<int>& ids, TokenMessages& messages) const;
  std::string nameOf(int token, std::int64_t position) const;
  TokenRecord readRecord(int token, const TokenTime& step, bool watched) const;
  bool ends(int token) const;
  Result<SessionMessage> look(AttentionHead head);

  ExperimentInfo m_info;
  std::shared_ptr<const Routines> m_routines;
  std::optional<RoofKeeper> m_roofs;
  std::string m_loaded;  ///< what the model came from, and its state
  std::shared_ptr<const ModelFile> m_model;
  std::unique_ptr<TransformerEngine> m_engine;
  std::vector<int> m_read;            ///< whose keys and values the cache holds
  std::vector<CallId> m_readCalls;    ///< the call that read each of them
  std::vector<int> m_prompt;          ///< read last, and
  std::vector<float> m_promptLogits;  ///< what it left
  std::optional<CallId> m_onItsWay;   ///< the step ahead of the token that the host does not know yet
  HostTime m_lastChosen;              ///< when the host learned the token before
};

}  // namespace strata::inline workloads
