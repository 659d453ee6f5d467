#include "layers/workloads/transformer/transformer_workload.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <system_error>
#include <vector>

#include "engine/base/folder.h"
#include "engine/protocol/json_fields.h"
#include "layers/workloads/common/model_scope.h"
#include "layers/workloads/common/tensor_preview.h"
#include "layers/workloads/common/usage_error.h"
#include "layers/workloads/ladder/measured_roofs.h"
#include "layers/workloads/transformer/transformer_experiment.h"

namespace strata::inline workloads {
namespace {

constexpr int kProfileRepeats = 5;

/// Changes when a file, or one in a folder, is replaced or written anew.
std::string stampOf(const std::filesystem::path& path) {
  std::error_code none;
  const auto one = [&none](const std::filesystem::path& file) {
    return fmt::format("\n{} {} {}", file.string(), std::filesystem::file_size(file, none),
                       std::filesystem::last_write_time(file, none).time_since_epoch().count());
  };
  if (!std::filesystem::is_directory(path, none)) return one(path);
  std::string stamps;
  for (const std::filesystem::path& file : entriesOf(path, none)) stamps += one(file);
  return stamps;
}

std::size_t commonLength(const std::vector<int>& a, const std::vector<int>& b) {
  return static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
}

/// Whether the model can tell so many positions apart: some have learned a vector for each, and no more.
bool hasPositions(const ModelConfig& config, std::int64_t count) {
  return config.family != ModelFamily::Gpt2 || count <= config.context;
}

Result<void> checkHead(const ModelConfig& config, AttentionHead head) {
  if (head.layer < config.layers && head.head < config.heads) return {};
  return usage(
      fmt::format("This model has layers 0 … {} of heads 0 … {}; there is no layer {} with a head {} to watch.",
                  config.layers - 1, config.heads - 1, head.layer, head.head));
}

constexpr std::size_t kMostWeights = std::size_t{1} << 20;  ///< of one head, kept in a session

/// Of tokens that follow each other from `first` on, each with one for every token up to itself.
std::size_t weightsOf(std::size_t first, std::size_t tokens) {
  return tokens * first + tokens * (tokens + 1) / 2;
}

Error promptTooLong(std::size_t tokens, std::int64_t capacity, const ModelConfig& config) {
  const std::string larger = hasPositions(config, static_cast<std::int64_t>(tokens))
                                 ? fmt::format(", or set context={} or more", tokens)
                                 : ": the model has learned no more positions";
  return usage(fmt::format("The prompt has {} tokens and the context {}; shorten it{}.", tokens, capacity, larger));
}

}  // namespace

TransformerWorkload::TransformerWorkload(std::shared_ptr<const Routines> routines, std::optional<RoofKeeper> roofs)
    : m_info(transformerExperiment()), m_routines(std::move(routines)), m_roofs(std::move(roofs)) {}

Result<void> TransformerWorkload::run(const Request& request, WorkContext& context) {
  STRATA_ASSIGN(const TransformerRequest asked, transformerRequest(m_info, request));
  RunProgress progress(context, 3);
  STRATA_TRY(progress.next("model " + asked.model.filename().string()));
  STRATA_TRY(load(asked, context, progress));
  STRATA_TRY(m_engine->setOverlap(asked.overlap));
  TransformerOutcome outcome;
  STRATA_ASSIGN(outcome.promptIds, promptTokens(asked, *m_model));
  if (std::ssize(outcome.promptIds) > m_engine->options().capacity)
    return promptTooLong(outcome.promptIds.size(), m_engine->options().capacity, m_engine->config());
  std::optional<Roofs> roofs;
  if (m_roofs) {
    STRATA_ASSIGN(roofs, keptOrMeasured(*m_roofs, false, context, *m_routines));
  }
  STRATA_TRY(progress.next("prompt"));
  STRATA_TRY(readPrompt(outcome.promptIds, outcome, progress));

  const ModelConfig& config = m_engine->config();
  TokenMessages messages(context.post, m_model->tokenizer(), asked.watched,
                         {config.layers, config.heads, m_engine->options().capacity});
  Result<void> written = m_engine->checkFinite(m_promptLogits);
  showPrompt(asked.watch && written.ok(), outcome.promptIds, messages);
  if (written.ok()) written = generate(asked, outcome, messages, context);
  messages.send();
  outcome.text = messages.text();
  if (!written.ok() && written.error().code == ErrorCode::CheckFailed) {
    context.result(failedTransformer(outcome, *m_engine, written.error()));
    return {};
  }
  if (!written.ok() && written.error().code != ErrorCode::Stopped) return written;
  if (asked.profile && written.ok() && !outcome.steps.empty()) {
    STRATA_ASSIGN(outcome.operations, m_engine->profile(kProfileRepeats));
    STRATA_ASSIGN(outcome.launches, m_engine->launchTimes(kProfileRepeats, asked.graph));
  }
  RunResult result = transformerResult(outcome, *m_engine, roofs);
  if (roofs) tellOfMeasuring(result, *roofs);
  context.result(result);
  return written;
}

Result<void> TransformerWorkload::load(const TransformerRequest& asked, WorkContext& context,
                                       const RunProgress& progress) {
  const std::string wanted = stampOf(asked.model) + stampOf(asked.tokenizer);
  if (wanted != m_loaded) {
    m_loaded.clear();
    m_engine.reset();
    const ModelScope scope(context.recorder, "model file " + asked.model.filename().string());
    STRATA_ASSIGN(m_model, openModel(asked.model, asked.tokenizer));
    m_loaded = wanted;
  }
  const ModelConfig& c = m_model->config();
  STRATA_TRY(checkHead(c, asked.watched));
  if (!hasPositions(c, asked.context))
    return usage(
        fmt::format("This model has learned {} positions; a context of {} would need more.", c.context, asked.context));
  return makeEngine(asked, context, progress);
}

/// The engine that is there, if it is of the kind that is asked for.
Result<void> TransformerWorkload::makeEngine(const TransformerRequest& asked, WorkContext& context,
                                             const RunProgress& progress) {
  const EngineOptions wanted{asked.context > 0 ? asked.context : m_model->config().context, asked.kernels, asked.watch,
                             asked.watched};
  if (m_engine && m_engine->options() == wanted) return {};
  m_engine.reset();
  m_read.clear();
  m_prompt.clear();
  STRATA_ASSIGN(m_engine,
                TransformerEngine::create(m_model, context.device, context.recorder, *m_routines, wanted, progress));
  return {};
}

Result<void> TransformerWorkload::readPrompt(const std::vector<int>& ids, TransformerOutcome& outcome,
                                             const RunProgress& progress) {
  if (ids == m_prompt) return {};
  const std::size_t known = std::min(commonLength(ids, m_read), ids.size() - 1);
  m_prompt.clear();
  m_read.resize(known);
  m_readCalls.resize(known);
  outcome.promptRead = ids.size() - known;
  STRATA_ASSIGN(outcome.promptWasFirst, m_engine->makeReady(static_cast<std::int64_t>(outcome.promptRead)));
  const HostTime begin = hostNow();
  STRATA_ASSIGN(const std::vector<CallId> calls,
                m_engine->read(std::span(ids).subspan(known), static_cast<std::int64_t>(known), progress));
  outcome.promptTime = hostNow() - begin;
  m_read = m_prompt = ids;
  m_readCalls.insert(m_readCalls.end(), calls.begin(), calls.end());
  m_promptLogits.assign(m_engine->logits().begin(), m_engine->logits().end());
  return {};
}

void TransformerWorkload::showPrompt(bool watched, const std::vector<int>& ids, TokenMessages& messages) const {
  for (std::size_t i = 0; i < ids.size(); ++i) {
    TokenRecord record;
    record.position = static_cast<int>(i);
    record.id = ids[i];
    record.prompt = true;
    record.call = m_readCalls[i];
    if (watched && i + 1 == ids.size()) record.next = likeliest(m_promptLogits, kShownNext);
    messages.add(std::move(record));
  }
}

Result<SessionMessage> TransformerWorkload::fetch(std::string_view tensor) {
  if (!m_engine) return usage("There is no tensor yet: run transformer first");
  if (const auto head = attentionNamed(tensor)) return look(*head);
  STRATA_ASSIGN(const TransformerEngine::Values found, m_engine->download(tensor));
  SessionMessage message = tensorPreview(tensor, found.shape, found.values);
  if (tensor.ends_with("cache")) return message;  // a cache holds all tokens'
  nlohmann::json json = nlohmann::json::parse(message.json);
  json["token"] = found.token;
  message.json = jsonLine(json);
  return message;
}

/// Of the tokens that were read one by one, as a run that watches this head records it.
Result<SessionMessage> TransformerWorkload::look(AttentionHead head) {
  STRATA_TRY(checkHead(m_engine->config(), head));
  const auto tokens = std::span(m_read).subspan(std::min(m_prompt.size(), m_read.size()));
  if (tokens.empty())
    return usage("No token was read alone, so no head was looked at. Set tokens=2 or more and run again.");
  const std::size_t weights = weightsOf(m_prompt.size(), tokens.size());
  if (weights > kMostWeights)
    return usage(
        fmt::format("One head's attention of these {} tokens is {} numbers, and {} are kept of one. Write "
                    "fewer tokens to look at heads.",
                    tokens.size(), weights, kMostWeights));
  const auto first = static_cast<std::int64_t>(m_prompt.size());
  STRATA_ASSIGN(const auto rows, m_engine->lookAgain(head, tokens, first));
  return attentionMessage(head, first, rows);
}

Workloads transformerWorkloads(const WorkloadParts& parts) {
  Workloads all;
  all.push_back(std::make_unique<TransformerWorkload>(parts.routines, parts.roofs));
  return all;
}

}  // namespace strata::inline workloads
