#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace strata::inline modelfile {

/// A stretch of text that is one token, or a character that is none (id -1).
struct Symbol {
  std::string_view text;
  int id = -1;
};

/// What two neighbours become. The lowest order goes first, the leftmost of equals.
struct Merge {
  double order = 0;
  int id = -1;
};

using MergeRule = std::function<std::optional<Merge>(const Symbol& left, const Symbol& right)>;

/// Byte-pair encoding: merges neighbours until the rule knows no pair any more. The symbols' texts lie side by side in
/// one text. Takes n log n steps.
std::vector<Symbol> mergeSymbols(const std::vector<Symbol>& symbols, const MergeRule& rule);

/// A rule that lists pairs of tokens; the earlier listed, the earlier merged.
class MergeTable {
 public:
  /// A pair that is listed already keeps its place.
  void add(int left, int right, int merged);
  std::size_t size() const { return m_merges.size(); }
  std::optional<Merge> find(const Symbol& left, const Symbol& right) const;

 private:
  std::unordered_map<std::uint64_t, Merge> m_merges;
};

}  // namespace strata::inline modelfile
