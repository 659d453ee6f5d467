#include "kernels/microscope/code_order.h"

#include <algorithm>
#include <functional>
#include <limits>

namespace strata::inline microscope {
namespace {

constexpr std::uint32_t kPlaced = std::numeric_limits<std::uint32_t>::max();

/// A node whose followers are looked at. Kept beside the stack, which is a GPU thread's and small.
struct Visit {
  std::uint32_t node = 0;
  std::uint32_t head = 0;  ///< the earliest node that can be reached again from it
  std::size_t next = 0;    ///< of its followers
  bool loops = false, inside = false;
};

}  // namespace

void CodeOrder::learn(std::span<const Access> log) {
  m_last.assign(1, 0);
  for (const Access& access : log) {
    m_last.resize(std::size_t{access.depth} + 1, 0);
    const std::uint32_t node = nodeOf(access.pc);
    std::vector<std::uint32_t>& next = m_nodes[m_last.back()].next;
    if (std::ranges::find(next, node) == next.end()) {
      next.insert(
          std::ranges::lower_bound(next, access.pc, std::greater(), [&](std::uint32_t of) { return m_nodes[of].pc; }),
          node);
      m_sorted = false;
    }
    m_last.back() = node;
  }
}

std::uint32_t CodeOrder::placeOf(std::uintptr_t pc) {
  if (!m_sorted) sort();
  return m_nodes[nodeOf(pc)].place;
}

void CodeOrder::clear() {
  m_nodes.resize(1);
  m_nodes.front().next.clear();
  m_node.clear();
  m_sorted = true;
}

std::uint32_t CodeOrder::nodeOf(std::uintptr_t pc) {
  if (const std::uint32_t* known = m_node.find(pc)) return *known;
  m_nodes.emplace_back().pc = pc;
  return m_node.keep(pc, static_cast<std::uint32_t>(m_nodes.size() - 1));
}

/// Tarjan's search for loops, and once more inside each loop without its head. Places are given from the last one on.
void CodeOrder::sort() {
  std::vector<std::uint32_t> number(m_nodes.size(), 0), open;
  std::uint32_t seen = 0, place = kPlaced;
  std::vector<Visit> visits;
  const auto enter = [&](std::uint32_t node) {
    open.push_back(node);
    number[node] = ++seen;
    visits.push_back({.node = node, .head = seen});
  };
  enter(0);
  while (!visits.empty()) {
    Visit& at = visits.back();
    const std::vector<std::uint32_t>& next = m_nodes[at.node].next;
    if (at.next < next.size()) {
      const std::uint32_t follower = next[at.next++];
      if (number[follower] == 0) {
        enter(follower);
      } else if (!at.inside && number[follower] <= at.head) {
        at.head = number[follower];
        at.loops = true;
      }
      continue;
    }
    if (!at.inside && at.head == number[at.node]) {
      for (; open.back() != at.node; open.pop_back()) number[open.back()] = 0;
      open.pop_back();
      number[at.node] = kPlaced;
      at.inside = at.loops;
      at.next = 0;
      if (at.loops) continue;
    }
    if (number[at.node] == kPlaced) m_nodes[at.node].place = --place;
    const Visit done = at;
    visits.pop_back();
    if (!visits.empty() && !visits.back().inside && done.head <= visits.back().head) {
      visits.back().head = done.head;
      visits.back().loops = true;
    }
  }
  m_sorted = true;
}

}  // namespace strata::inline microscope
