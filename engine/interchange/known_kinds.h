#pragma once

#include <string_view>

namespace strata::inline interchange {

/// A kind of file that Strata does not read, and the way from it to one that it does.
struct KnownKind {
  std::string_view what;  ///< "a report of Nsight Systems"
  std::string_view way;   ///< a sentence: what to do
  /// Whether a file that begins so (unpacked, if it is gzipped) is one.
  bool (*recognise)(std::string_view head);
};

/// The kind of a file that begins so; null if it is none of those known.
const KnownKind* knownKind(std::string_view head);

}  // namespace strata::inline interchange
