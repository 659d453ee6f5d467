#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/lens/lens_statistics.h"
#include "app/lens/vendor_names.h"

// CUDA's source shown as HIP's, and HIP's as CUDA's: what is renamed, what has no counterpart, and what is wrong where
// a wavefront has 64 lanes. Follows HIPIFY (ROCm 6.3); docs/lens.md says where it does not.

namespace strata::inline lens {

enum class LensNoteKind : std::uint8_t { Renamed, Header, Launch, NoCounterpart, Lanes, Differs };
/// "renamed", "header", "launch", "none", "lanes", "differs": as files and programs have it.
std::string_view lensNoteKey(LensNoteKind kind);

struct LensNote {
  LensNoteKind kind = LensNoteKind::Renamed;
  int line = 1;          ///< of the text that was read
  std::string from, to;  ///< what is named; `to` is empty where nothing takes its place
  std::string sentence;  ///< for a person
};

/// A place of the new text that is not as it was.
struct LensPlace {
  std::size_t at = 0, length = 0;
};

struct LensedText {
  Dialect to = Dialect::Hip;
  std::string text;
  std::vector<LensNote> notes;    ///< by lines
  std::vector<LensPlace> places;  ///< in order
  LensStatistics statistics;

  bool isSame() const { return places.empty(); }
};

int countOf(const LensedText& lensed, LensNoteKind kind);

/// Whether to write the vendor's main header first where kernels are and none includes it, as HIPIFY does. Without it
/// lines keep their numbers.
enum class MainHeader : std::uint8_t { Keep, Add };

/// Any bytes will do.
LensedText throughLens(std::string_view text, Dialect to, MainHeader header = MainHeader::Add);

/// Whose names stand in the text more often; CUDA's where none do.
Dialect dialectOf(std::string_view text);

}  // namespace strata::inline lens
