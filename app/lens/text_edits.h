#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/lens/lens.h"

namespace strata::inline lens {

/// Changes to a text, put in all at once. Places are those of the text as it was. What is inserted at a place stands
/// before what is replaced there; of two changes that overlap the first in the text counts.
class TextEdits {
 public:
  void replace(std::size_t at, std::size_t length, std::string with) {
    m_edits.push_back({at, length, std::move(with)});
  }
  void insert(std::size_t at, std::string with) { replace(at, 0, std::move(with)); }

  /// The new text and where it is new; counts bytes and lines.
  void apply(std::string_view text, LensedText& to) const;

 private:
  struct Edit {
    std::size_t at, length;
    std::string with;
  };
  std::vector<Edit> m_edits;
};

}  // namespace strata::inline lens
