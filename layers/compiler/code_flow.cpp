#include "layers/compiler/code_flow.h"

#include <algorithm>
#include <map>
#include <utility>

namespace strata::inline compiler {
namespace {

using Flow = MachineInstruction::Flow;

bool leaves(const MachineInstruction& instruction) {
  return instruction.flow != Flow::Next;
}

bool jumps(const MachineInstruction& instruction) {
  return instruction.flow == Flow::Branch || instruction.flow == Flow::Call;
}

/// Whether what begins here comes back to its caller. Compilers also make a call of a mere jump.
bool returns(std::span<const MachineInstruction> code, std::size_t first) {
  std::vector<bool> seen(code.size());
  std::vector<std::size_t> open{first};
  while (!open.empty()) {
    std::size_t i = open.back();
    open.pop_back();
    for (; i < code.size() && !seen[i]; ++i) {
      seen[i] = true;
      if (code[i].flow == Flow::Return) return true;
      if (code[i].flow == Flow::Branch) open.push_back(code[i].target);
      if ((code[i].flow == Flow::Branch || code[i].flow == Flow::End) && !code[i].conditional) break;
    }
  }
  return false;
}

bool goesOn(const MachineInstruction& instruction) {
  return instruction.flow == Flow::Next || instruction.flow == Flow::Call || instruction.conditional;
}

}  // namespace

CodeFlow::CodeFlow(std::span<const MachineInstruction> code) {
  if (code.empty()) return;
  findBlocks(code);
  link(code);
  order();
  findDominators();
  place(findLoops());
}

void CodeFlow::findBlocks(std::span<const MachineInstruction> code) {
  std::vector<bool> begins(code.size() + 1);
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (leaves(code[i])) begins[i + 1] = true;
    if (jumps(code[i]) && code[i].target < code.size()) begins[code[i].target] = true;
  }
  std::size_t block = 0;
  for (std::size_t i = 0; i < code.size(); ++i) m_blockOf.push_back(i > 0 && begins[i] ? ++block : block);
}

void CodeFlow::link(std::span<const MachineInstruction> code) {
  m_next.resize(m_blockOf.back() + 1);
  m_before.resize(m_next.size());
  const auto edge = [&](std::size_t from, std::size_t to) {
    m_next[from].push_back(to);
    m_before[to].push_back(from);
  };
  for (std::size_t i = 0; i < code.size(); ++i) {
    const std::size_t block = m_blockOf[i];
    const bool left = code[i].flow == Flow::Call && returns(code, code[i].target);
    if (jumps(code[i]) && !left && code[i].target < code.size()) edge(block, m_blockOf[code[i].target]);
    if (i + 1 < code.size() && m_blockOf[i + 1] != block && goesOn(code[i])) edge(block, m_blockOf[i + 1]);
    if (code[i].flow == Flow::End) m_ends.push_back(block);
  }
}

void CodeFlow::order() {
  m_rank.assign(m_next.size(), -1);
  std::vector<bool> seen(m_next.size());
  std::vector<std::pair<std::size_t, std::size_t>> path{{0, 0}};  // a block, and which of its followers comes next
  seen[0] = true;
  while (!path.empty()) {
    auto& [block, next] = path.back();
    if (next < m_next[block].size()) {
      const std::size_t follower = m_next[block][next++];
      if (!seen[follower]) path.emplace_back(follower, 0);
      seen[follower] = true;
    } else {
      m_order.push_back(block);
      path.pop_back();
    }
  }
  std::ranges::reverse(m_order);
  for (std::size_t i = 0; i < m_order.size(); ++i) m_rank[m_order[i]] = static_cast<int>(i);
}

/// K. Cooper, T. Harvey, K. Kennedy: A Simple, Fast Dominance Algorithm.
void CodeFlow::findDominators() {
  m_dominator.assign(m_order.size(), -1);
  m_dominator[0] = 0;
  const auto common = [&](int a, int b) {
    while (a != b) (a > b ? a : b) = m_dominator[static_cast<std::size_t>(std::max(a, b))];
    return a;
  };
  for (bool changed = true; std::exchange(changed, false);)
    for (std::size_t i = 1; i < m_order.size(); ++i) {
      int nearest = -1;
      for (const std::size_t before : m_before[m_order[i]]) {
        const int rank = m_rank[before];
        if (rank < 0 || m_dominator[static_cast<std::size_t>(rank)] < 0) continue;
        nearest = nearest < 0 ? rank : common(nearest, rank);
      }
      changed |= std::exchange(m_dominator[i], nearest) != nearest;
    }
}

bool CodeFlow::dominates(std::size_t block, std::size_t other) const {
  int rank = m_rank[other];
  while (rank > m_rank[block]) rank = m_dominator[static_cast<std::size_t>(rank)];
  return rank == m_rank[block];
}

/// By header: what goes back to a block that all its paths come by.
std::vector<CodeFlow::Loop> CodeFlow::findLoops() const {
  std::map<int, Loop> byHeader;
  for (const std::size_t block : m_order)
    for (const std::size_t next : m_next[block]) {
      if (!dominates(next, block)) continue;
      Loop& loop = byHeader[m_rank[next]];
      loop.header = next;
      loop.latches.push_back(block);
    }
  std::vector<Loop> loops;
  for (auto& [rank, loop] : byHeader) {
    fill(loop);
    loops.push_back(std::move(loop));
  }
  return loops;
}

/// A loop is its header and all that reaches a latch without it.
void CodeFlow::fill(Loop& loop) const {
  loop.holds.assign(m_next.size(), false);
  Blocks open = loop.latches;
  loop.holds[loop.header] = true;
  while (!open.empty()) {
    const std::size_t block = open.back();
    open.pop_back();
    if (m_rank[block] < 0 || loop.holds[block]) continue;
    loop.holds[block] = true;
    open.insert(open.end(), m_before[block].begin(), m_before[block].end());
  }
  loop.size = static_cast<std::size_t>(std::ranges::count(loop.holds, true));
}

void CodeFlow::place(const std::vector<Loop>& loops) {
  m_places.resize(m_next.size());
  /// Of the loops that hold a block and have more than `size` blocks, the smallest.
  const auto innermost = [&](std::size_t block, std::size_t size) {
    int found = 0;
    for (std::size_t i = 0; i < loops.size(); ++i) {
      const auto best = static_cast<std::size_t>(found) - 1;
      if (loops[i].holds[block] && loops[i].size > size && (found == 0 || loops[i].size < loops[best].size))
        found = static_cast<int>(i) + 1;
    }
    return found;
  };
  for (const Loop& loop : loops) m_around.push_back(innermost(loop.header, loop.size));
  for (std::size_t block = 0; block < m_next.size(); ++block) {
    Place& place = m_places[block];
    place.reachable = m_rank[block] >= 0;
    if (!place.reachable) continue;
    place.loop = innermost(block, 0);
    const Blocks& ends = place.loop > 0 ? loops[static_cast<std::size_t>(place.loop) - 1].latches : m_ends;
    place.always = std::ranges::all_of(ends, [&](std::size_t end) { return m_rank[end] < 0 || dominates(block, end); });
  }
}

}  // namespace strata::inline compiler
