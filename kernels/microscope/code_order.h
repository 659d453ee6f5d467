#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/microscope/access.h"
#include "kernels/microscope/known_answers.h"

namespace strata::inline microscope {

/// Which of the lanes that stand at different places of a program goes on first, so that they come together again as
/// soon as its text lets them: both sides of a branch come before the place where they meet, and a loop before what
/// stands behind it. It is the weak topological order (Bourdoncle 1993) of what was seen to follow what; where a
/// compiler puts the code does not count.
class CodeOrder {
 public:
  /// Of what a lane did up to a barrier.
  void learn(std::span<const Access> log);
  /// Where a place that was learnt stands in the order.
  std::uint32_t placeOf(std::uintptr_t pc);
  void clear();

 private:
  struct Node {
    std::uintptr_t pc = 0;
    std::vector<std::uint32_t> next;  ///< what followed it in the same call, from the highest address down
    std::uint32_t place = 0;
  };
  std::uint32_t nodeOf(std::uintptr_t pc);
  void sort();

  std::vector<Node> m_nodes{1};  ///< the first is where each log begins
  KnownAnswers<std::uint32_t> m_node;
  std::vector<std::uint32_t> m_last;  ///< by depth: of the log that is read
  bool m_sorted = true;
};

}  // namespace strata::inline microscope
