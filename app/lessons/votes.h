#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/lessons/lesson_player.h"

namespace strata::inline lessons {

/// How many hands are up for an answer.
struct Tally {
  Bet bet;
  std::size_t hands = 0;
};

/// What a class predicts on one question. Each hand is for a choice or a place, or is a guess of a number; an order is
/// the class's as a whole.
class Votes {
 public:
  /// `language`: of the lesson.
  explicit Votes(Question question, std::string language = {});

  void raise(Bet bet);               ///< a hand more; nothing for what is no answer
  void lower(const Bet& bet);        ///< a hand less, where one is up
  void aim(std::optional<Bet> bet);  ///< the order; a number that is no guess yet; none: at nothing
  void takeBack();                   ///< the newest hand; without one, what is aimed at
  void clear();

  const std::vector<Bet>& hands() const { return m_hands; }  ///< in the order in which they went up
  const std::optional<Bet>& aimed() const { return m_aim; }
  /// Of Choice each choice, of a storey all seven; of a line each that a hand is up for, the first one first.
  std::vector<Tally> tallies() const;
  /// The class's: the answer with most hands, in words all of them where several have as many; the median guess (whole
  /// where things are counted; between two on a logarithmic scale, their geometric mean), or the number aimed at where
  /// there is none; the order. No value: nothing yet.
  std::optional<Bet> bet() const;
  bool empty() const { return m_hands.empty() && !m_aim; }
  std::size_t right(const Judged& outcome) const;  ///< hands that were; a guess as closeFactor (lesson_player.h) has it

 private:
  std::optional<Bet> mostHands() const;
  Bet median() const;

  Question m_question;
  std::string m_language;
  std::vector<Bet> m_hands;
  std::optional<Bet> m_aim;
};

}  // namespace strata::inline lessons
