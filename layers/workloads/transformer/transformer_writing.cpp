// How the experiment "transformer" writes token after token.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "layers/workloads/common/model_scope.h"
#include "layers/workloads/transformer/transformer_workload.h"

namespace strata::inline workloads {
namespace {

TokenRecord plainRecord(int token, std::size_t position) {
  TokenRecord record;
  record.position = static_cast<int>(position);
  record.id = token;
  return record;
}

std::string stoppedAfter(std::size_t tokens) {
  return fmt::format("stopped after {} tokens", tokens);
}

/// The end of a text, from a whole character on.
std::string tailOf(const std::string& text) {
  constexpr std::size_t kLength = 70;
  std::size_t begin = text.size() > kLength ? text.size() - kLength : 0;
  while (begin < text.size() && (static_cast<unsigned char>(text[begin]) & 0xC0) == 0x80) ++begin;
  std::string tail = text.substr(begin);
  std::ranges::replace(tail, '\n', ' ');
  return tail;
}

}  // namespace

Result<void> TransformerWorkload::generate(const TransformerRequest& asked, TransformerOutcome& outcome,
                                           TokenMessages& messages, WorkContext& context) {
  if (!asked.ahead) return write(asked, outcome, messages, context);
  m_onItsWay.reset();
  STRATA_TRY(m_engine->prepareAhead());
  const Result<void> written = write(asked, outcome, messages, context);
  const Result<void> settled = m_engine->settle();
  if (!written.ok() || !settled.ok() || outcome.steps.empty()) return written.ok() ? settled : written;
  STRATA_ASSIGN(const TransformerEngine::Values logits, m_engine->download("logits"));
  return m_engine->checkFinite(logits.values);
}

Result<void> TransformerWorkload::write(const TransformerRequest& asked, TransformerOutcome& outcome,
                                        TokenMessages& messages, WorkContext& context) {
  TokenSampler sampler(asked.sampler);
  m_read = m_prompt;
  m_readCalls.resize(m_prompt.size());
  int token = sampler.choose(m_promptLogits);
  while (std::ssize(outcome.ids) < asked.tokens) {
    if (ends(token)) {
      outcome.ending = "the model chose its end token";
      return {};
    }
    outcome.ids.push_back(token);
    if (std::ssize(outcome.ids) == asked.tokens || std::ssize(m_read) == m_engine->options().capacity) {
      messages.add(plainRecord(token, m_read.size()));
      outcome.ending = std::ssize(outcome.ids) == asked.tokens ? "as many tokens as requested" : "the context is full";
      return {};
    }
    if (context.stop.stop_requested()) {
      outcome.ending = stoppedAfter(outcome.ids.size());
      return Error{ErrorCode::Stopped, outcome.ending, Storey::Model};
    }
    const Result<int> next =
        asked.ahead ? feedAhead(token, asked, outcome, context) : feed(token, asked, sampler, outcome, context);
    if (!next.ok()) {
      if (next.error().code == ErrorCode::Stopped) outcome.ending = stoppedAfter(outcome.ids.size());
      return next.error();
    }
    Result<void> finite = asked.ahead ? Result<void>() : m_engine->checkFinite(m_engine->logits());
    messages.add(readRecord(token, outcome.steps.back(), asked.watch && finite.ok()));
    if (!finite.ok()) return finite;
    if (messages.due()) {
      context.progress(tailOf(messages.text()), static_cast<double>(outcome.ids.size()) / asked.tokens);
      messages.send();
    }
    token = next.value();
  }
  return {};
}

/// One call of the trace: the token goes through the model, and the next one is chosen.
Result<int> TransformerWorkload::feed(int token, const TransformerRequest& asked, TokenSampler& sampler,
                                      TransformerOutcome& outcome, WorkContext& context) {
  const auto position = static_cast<std::int64_t>(m_read.size());
  STRATA_ASSIGN(const bool never, m_engine->makeStepReady(position));
  const bool asGraph = asked.graph && !outcome.steps.empty() && !never;
  if (asGraph) STRATA_TRY(m_engine->captureStep());
  const ModelScope scope(context.recorder, nameOf(token, position));
  const HostTime begin = hostNow();
  STRATA_TRY(m_engine->step(token, position, asGraph));
  m_read.push_back(token);
  m_readCalls.push_back(scope.id());
  const int next = sampler.choose(m_engine->logits());
  outcome.steps.push_back({scope.id(), hostNow() - begin});
  return next;
}

/// While one token goes through the model the next one is started; then the host waits for the first. The time of each
/// is that from the one before to it.
Result<int> TransformerWorkload::feedAhead(int token, const TransformerRequest& asked, TransformerOutcome& outcome,
                                           WorkContext& context) {
  const auto position = static_cast<std::int64_t>(m_read.size());
  if (!m_onItsWay) {
    m_lastChosen = hostNow();
    STRATA_TRY(startAhead(token, position, asked.graph && m_engine->stepGraph(), context));
  }
  const CallId call = *std::exchange(m_onItsWay, std::nullopt);
  const bool another = std::ssize(outcome.ids) + 1 < asked.tokens && position + 1 < m_engine->options().capacity;
  if (another) {
    const HostTime begin = hostNow();
    if (asked.graph) STRATA_TRY(m_engine->captureStep());
    m_lastChosen = m_lastChosen + (hostNow() - begin);  // making a graph is not writing
    STRATA_TRY(startAhead(std::nullopt, position + 1, asked.graph, context));
  }
  STRATA_ASSIGN(const int next, m_engine->chosen(position));
  m_read.push_back(token);
  m_readCalls.push_back(call);
  const HostTime now = hostNow();
  outcome.steps.push_back({call, now - std::exchange(m_lastChosen, now)});
  return next;
}

/// One call of the trace. Which token it reads is not known yet where only the device knows.
Result<void> TransformerWorkload::startAhead(std::optional<int> token, std::int64_t position, bool asGraph,
                                             WorkContext& context) {
  const ModelScope scope(context.recorder, token ? nameOf(*token, position) : fmt::format("token {}", position));
  STRATA_TRY(m_engine->stepAhead(token, position, asGraph));
  m_onItsWay = scope.id();
  return {};
}

std::string TransformerWorkload::nameOf(int token, std::int64_t position) const {
  return fmt::format("token {} '{}'", position, tokenText(m_model->tokenizer(), token));
}

/// Of the token that was read last.
TokenRecord TransformerWorkload::readRecord(int token, const TokenTime& step, bool watched) const {
  TokenRecord record = plainRecord(token, m_read.size() - 1);
  record.time = step.time;
  record.call = step.call;
  if (!watched) return record;
  record.next = likeliest(m_engine->logits(), kShownNext);
  record.norms = m_engine->residualNorms();
  record.attention = m_engine->attentionWeights();
  return record;
}

bool TransformerWorkload::ends(int token) const {
  return std::ranges::find(m_model->ends(), token) != m_model->ends().end();
}

}  // namespace strata::inline workloads
