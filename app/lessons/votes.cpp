#include "app/lessons/votes.h"

#include <algorithm>
#include <cmath>

#include "engine/base/storey.h"

namespace strata::inline lessons {

Votes::Votes(Question question, std::string language)
    : m_question(std::move(question)), m_language(std::move(language)) {}

void Votes::raise(Bet bet) {
  const bool place = m_question.kind == Question::Kind::Place;
  if (m_question.kind == Question::Kind::Order) return;
  if (m_question.kind == Question::Kind::Choice && bet.number >= static_cast<double>(m_question.choices.size())) return;
  if (place && bet.number <= 0 && bet.word.empty()) return;
  m_hands.push_back(std::move(bet));
}

void Votes::lower(const Bet& bet) {
  const auto newest = std::ranges::find(m_hands.rbegin(), m_hands.rend(), bet);
  if (newest != m_hands.rend()) m_hands.erase(std::next(newest).base());
}

void Votes::aim(std::optional<Bet> bet) {
  m_aim = std::move(bet);
}

void Votes::takeBack() {
  m_hands.empty() ? m_aim.reset() : m_hands.pop_back();
}

void Votes::clear() {
  m_hands.clear();
  m_aim.reset();
}

std::vector<Tally> Votes::tallies() const {
  std::vector<Tally> tallies;
  const bool place = m_question.kind == Question::Kind::Place;
  if (m_question.kind != Question::Kind::Choice && !place) return tallies;
  if (place && m_question.unit == "storey")
    for (std::size_t i = 0; i < kStoreyCount; ++i) tallies.push_back({{0, {}, std::string(storeys()[i].key)}, 0});
  for (std::size_t i = 0; i < m_question.choices.size(); ++i) tallies.push_back({{static_cast<double>(i), {}, {}}, 0});
  for (const Bet& hand : m_hands) {
    auto tally = std::ranges::find(tallies, hand, &Tally::bet);
    if (tally == tallies.end()) tally = tallies.insert(tally, {hand, 0});
    ++tally->hands;
  }
  return tallies;
}

std::optional<Bet> Votes::bet() const {
  if (m_question.kind == Question::Kind::Order || m_hands.empty()) return m_aim;
  return m_question.kind == Question::Kind::Number ? median() : mostHands();
}

std::optional<Bet> Votes::mostHands() const {
  const std::vector<Tally> all = tallies();
  const std::size_t most = std::ranges::max(all, {}, &Tally::hands).hands;
  std::optional<Bet> bet;
  for (const Tally& tally : all) {
    if (tally.hands < most) continue;
    if (!bet)
      bet = tally.bet;
    else
      bet->word = inWords(m_question, *bet, m_language) + " / " + inWords(m_question, tally.bet, m_language);
  }
  return bet;
}

Bet Votes::median() const {
  std::vector<double> guesses;
  for (const Bet& hand : m_hands) guesses.push_back(hand.number);
  std::ranges::sort(guesses);
  const double low = guesses[(guesses.size() - 1) / 2], high = guesses[guesses.size() / 2];
  const double median = m_question.low > 0 ? std::sqrt(low * high) : (low + high) / 2;
  return {asksWhole(m_question) ? std::round(median) : median, {}, {}};
}

std::size_t Votes::right(const Judged& outcome) const {
  return static_cast<std::size_t>(
      std::ranges::count_if(m_hands, [&](const Bet& hand) { return judge(m_question, hand, outcome).right; }));
}

}  // namespace strata::inline lessons
