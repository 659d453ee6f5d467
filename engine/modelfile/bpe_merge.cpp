#include "engine/modelfile/bpe_merge.h"

#include <queue>

namespace strata::inline modelfile {
namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

struct Link {
  Symbol symbol;
  std::size_t previous, next;
};

/// A merge seen when the pair was `size` bytes long; by then one of the two may have become something else.
struct Candidate {
  Merge merge;
  std::size_t left, right, size;

  bool operator<(const Candidate& other) const {  // std::priority_queue serves the greatest first
    return merge.order != other.merge.order ? merge.order > other.merge.order : left > other.left;
  }
};

class Merger {
 public:
  Merger(const std::vector<Symbol>& symbols, const MergeRule& rule) : m_rule(rule) {
    m_links.reserve(symbols.size());
    for (std::size_t i = 0; i < symbols.size(); ++i)
      m_links.push_back({symbols[i], i == 0 ? kNone : i - 1, i + 1 == symbols.size() ? kNone : i + 1});
    for (std::size_t i = 0; i + 1 < symbols.size(); ++i) consider(i, i + 1);
  }

  std::vector<Symbol> run() {
    while (!m_queue.empty()) {
      const Candidate best = m_queue.top();
      m_queue.pop();
      if (isCurrent(best)) merge(best);
    }
    std::vector<Symbol> merged;
    for (std::size_t i = m_links.empty() ? kNone : 0; i != kNone; i = m_links[i].next)
      merged.push_back(m_links[i].symbol);
    return merged;
  }

 private:
  void consider(std::size_t left, std::size_t right) {
    if (left == kNone || right == kNone) return;
    const Symbol &a = m_links[left].symbol, &b = m_links[right].symbol;
    if (const auto merge = m_rule(a, b)) m_queue.push({*merge, left, right, a.text.size() + b.text.size()});
  }

  bool isCurrent(const Candidate& candidate) const {
    const Symbol &a = m_links[candidate.left].symbol, &b = m_links[candidate.right].symbol;
    return !a.text.empty() && !b.text.empty() && a.text.size() + b.text.size() == candidate.size;
  }

  /// The left one takes the right one in; the right one stays behind, empty.
  void merge(const Candidate& candidate) {
    Link &left = m_links[candidate.left], &right = m_links[candidate.right];
    left.symbol = {{left.symbol.text.data(), candidate.size}, candidate.merge.id};
    right.symbol.text = {};
    left.next = right.next;
    if (right.next != kNone) m_links[right.next].previous = candidate.left;
    consider(left.previous, candidate.left);
    consider(candidate.left, left.next);
  }

  const MergeRule& m_rule;
  std::vector<Link> m_links;
  std::priority_queue<Candidate> m_queue;
};

std::uint64_t keyOf(int left, int right) {
  return std::uint64_t{static_cast<std::uint32_t>(left)} << 32 | static_cast<std::uint32_t>(right);
}

}  // namespace

std::vector<Symbol> mergeSymbols(const std::vector<Symbol>& symbols, const MergeRule& rule) {
  return Merger(symbols, rule).run();
}

void MergeTable::add(int left, int right, int merged) {
  m_merges.try_emplace(keyOf(left, right), Merge{static_cast<double>(m_merges.size()), merged});
}

std::optional<Merge> MergeTable::find(const Symbol& left, const Symbol& right) const {
  if (left.id < 0 || right.id < 0) return std::nullopt;
  const auto found = m_merges.find(keyOf(left.id, right.id));
  return found == m_merges.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace strata::inline modelfile
