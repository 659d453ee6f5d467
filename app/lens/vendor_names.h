#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "app/lens/dialect.h"
#include "engine/base/result.h"

namespace strata::inline lens {

/// What becomes of a name in the other dialect.
enum class NameFate : std::uint8_t { Unknown, Renamed, Same, None };

struct NameMeaning {
  NameFate fate = NameFate::Unknown;
  std::string other;            ///< the name there; of a header empty: it is not needed there
  std::string_view kind;        ///< as HIPIFY counts it: "memory", "numeric_literal"; empty: not known
  bool byRule = false;          ///< renamed as its beginning says, with no word of its own in the table
  bool byBeginning = false;     ///< the table has its beginning only: somebody's own name may begin so
  std::string_view since = {};  ///< the first release of ROCm that has it, "7.1"; empty: 6.3 or earlier
};

/// Which names of CUDA are called what in HIP (names.txt says how it is read, and its sources).
class VendorNames {
 public:
  /// Refers to `text`. An error names the line.
  static Result<VendorNames> parse(std::string_view text);
  /// The one that comes with Strata.
  static const VendorNames& shipped();

  /// What a name of `from` is called in the other dialect. Where HIP has one name for several of CUDA's, the way back
  /// is the runtime's before the driver's.
  NameMeaning meaning(std::string_view name, Dialect from) const;
  /// The same of a header's name, without quotes: Same where HIP has it under that name from a release on.
  NameMeaning header(std::string_view name, Dialect from) const;

  /// All whole names of CUDA that are renamed or have no counterpart, for tests.
  std::vector<std::string_view> wholeNames() const;

 private:
  struct Entry {
    std::string_view kind, since;
    std::string_view other;  ///< empty: by rule
    bool own = false;        ///< the other name is given
  };
  struct Rule {
    std::string_view begin, cut, otherBegin, tail;
    bool camel = false;
  };

  using HipNames = std::map<std::string_view, std::string_view>;  ///< and what CUDA calls them
  /// Of the table, with names of HIP's own.
  struct HipSection {
    std::string_view name;
    HipNames VendorNames::*whole;
    HipNames VendorNames::*begins;  ///< names that end with *; nullptr: there are none
  };

  /// A word of a section, whose kind and release the entry has.
  Result<void> readWord(Entry entry, std::string_view word);
  Result<void> readRule(std::string_view word);
  void findWaysBack();
  const Rule* ruleOf(std::string_view name) const;
  std::string byRule(std::string_view name) const;
  /// A name without a line takes the one that it has without its version ("_v2", "_st"), before a beginning's.
  const Entry* entryOf(std::string_view& name, bool& byBeginning) const;
  /// The whole name's, or else that of its longest beginning.
  const Entry* headerOf(std::string_view name) const;
  NameMeaning inHip(std::string_view name) const;
  NameMeaning inCuda(std::string_view name) const;

  std::unordered_map<std::string_view, Entry> m_names, m_begins, m_headers, m_headerBegins;
  std::unordered_map<std::string_view, Rule> m_rules;
  std::unordered_map<std::string, std::string_view> m_back;
  HipNames m_headersBack;
  HipNames m_hipOnly, m_hipOnlyBegins;  ///< that CUDA does not have
  HipNames m_hipAlso;                   ///< further ones
};

}  // namespace strata::inline lens
