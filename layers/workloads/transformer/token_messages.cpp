#include "layers/workloads/transformer/token_messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/protocol/json_fields.h"

namespace strata::inline workloads {
namespace {

constexpr Duration kPeriod{50'000'000};

}  // namespace

std::vector<TokenRecord::Next> likeliest(std::span<const float> logits, std::size_t count) {
  const auto likelier = [](const TokenRecord::Next& a, const TokenRecord::Next& b) {
    return a.probability > b.probability || (a.probability == b.probability && a.id < b.id);
  };
  std::vector<TokenRecord::Next> best;  // a heap, the least likely in front
  for (std::size_t i = 0; i < logits.size(); ++i) {
    if (best.size() == count && !(logits[i] > best.front().probability)) continue;
    if (best.size() == count) {
      std::ranges::pop_heap(best, likelier);
      best.pop_back();
    }
    best.push_back({static_cast<int>(i), logits[i]});
    std::ranges::push_heap(best, likelier);
  }
  std::ranges::sort(best, likelier);
  if (best.empty()) return best;
  const float top = best.front().probability;
  float sum = 0;
  for (const float logit : logits) sum += std::exp(logit - top);
  for (TokenRecord::Next& next : best) next.probability = std::exp(next.probability - top) / sum;
  return best;
}

std::string tokenText(const Tokenizer* tokenizer, int id) {
  if (tokenizer == nullptr) return std::to_string(id);
  return static_cast<std::size_t>(id) < tokenizer->size() ? tokenizer->text(id) : fmt::format("<|id {}|>", id);
}

void TokenMessages::add(TokenRecord record) {
  const bool known = m_tokenizer && static_cast<std::size_t>(record.id) < m_tokenizer->size();
  m_pieces.push_back(known         ? m_tokenizer->decode(record.id, m_previous)
                     : m_tokenizer ? tokenText(m_tokenizer, record.id)
                                   : std::string());
  m_text += m_pieces.back();
  m_previous = record.id;
  m_waiting.push_back(std::move(record));
}

bool TokenMessages::due() const {
  return hostNow() - m_sent >= kPeriod;
}

void TokenMessages::send() {
  const auto nameOf = [this](int id) { return tokenText(m_tokenizer, id); };
  nlohmann::json tokens = nlohmann::json::array();
  for (std::size_t i = 0; i < m_waiting.size(); ++i) {
    const TokenRecord& record = m_waiting[i];
    nlohmann::json json{{"position", record.position}, {"id", record.id},         {"text", nameOf(record.id)},
                        {"piece", m_pieces[i]},        {"prompt", record.prompt}, {"seconds", record.time.seconds()}};
    if (record.call != CallId::None) json["call"] = static_cast<std::uint32_t>(record.call);
    for (const TokenRecord::Next& next : record.next)
      json["next"].push_back({{"id", next.id}, {"text", nameOf(next.id)}, {"probability", next.probability}});
    if (!record.norms.empty()) json["norms"] = record.norms;
    if (!record.attention.empty())
      json["attention"] = {{"layer", m_watched.layer}, {"head", m_watched.head}, {"weights", record.attention}};
    tokens.push_back(std::move(json));
  }
  m_sent = hostNow();
  if (m_waiting.empty()) return;
  nlohmann::json message{{"tokens", std::move(tokens)}};
  if (m_model.layers > 0)
    message["model"] = {{"layers", m_model.layers}, {"heads", m_model.heads}, {"context", m_model.context}};
  m_post({MessageKind::Token, jsonLine(message), {}});
  m_waiting.clear();
  m_pieces.clear();
}

}  // namespace strata::inline workloads
