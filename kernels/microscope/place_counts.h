#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/device/kernel.h"
#include "kernels/microscope/request_tape.h"

namespace strata::inline microscope {

/// Requests of warps at one place that came to the same: so many lanes, sectors, bytes, wavefronts.
struct RequestPattern {
  std::uint64_t requests = 0;
  std::vector<std::int64_t> offsets{};  ///< of the first of them: laneOffsets
  friend bool operator==(const RequestPattern&, const RequestPattern&) = default;
};

/// What happened at one place of a kernel, summed over all warps that came by. Kind: counted.
struct PlaceCounts {
  enum class What : std::uint8_t { Load, Store, Branch };
  enum class Space : std::uint8_t { None, Global, Shared };
  What what = What::Branch;
  Space space = Space::None;     ///< None for a Branch
  bool compiled = false;         ///< as wide as a GPU's compiler made it; else as the text has it
  std::uint64_t requests = 0;    ///< of warps; for a Branch: times a warp came by
  std::uint64_t lanes = 0;       ///< that took part, summed
  std::uint64_t askedBytes = 0;  ///< of all lanes, summed
  std::uint64_t sectors = 0;     ///< Global: 32-byte sectors fetched
  std::uint64_t lines = 0;       ///< Global: 128-byte lines these lie in, summed over requests
  std::uint64_t usedBytes = 0;   ///< Global: different bytes asked for, summed over requests
  std::uint64_t wavefronts = 0;  ///< Shared: passes through the banks that it took
  std::uint64_t phases = 0;      ///< Shared: wavefronts without bank conflicts
  std::uint32_t worstWays = 0;   ///< Shared: words in the most wanted bank of one phase
  std::uint64_t partial = 0;     ///< requests in which some threads of the warp took no part
  std::uint32_t sameAddress =
      0;  ///< of an atomic: lanes that change one address in one request, at most; 0: it is none
  std::uint64_t turns =
      0;  ///< of an atomic: lanes on the address that most of a request's change, summed over requests
  std::set<std::string, std::less<>> arrays{};  ///< that were touched, as far as they are named

  using Shape = std::array<std::uint64_t, 4>;
  std::map<Shape, RequestPattern> patterns{};
  /// Adds what was counted at the same place in another launch.
  PlaceCounts& operator+=(const PlaceCounts& other);
  /// The most frequent first.
  std::vector<RequestPattern> typicalPatterns(std::size_t most) const;
  friend bool operator==(const PlaceCounts&, const PlaceCounts&) = default;
};

/// Where in the program's text, and how many bytes each lane asked for at once; 0 for a Branch.
struct Place {
  std::uintptr_t pc = 0;
  std::uint16_t bytes = 0;
  friend auto operator<=>(const Place&, const Place&) = default;  // NOLINT(modernize-use-nullptr)
};

/// A launch as it was watched.
struct WatchedLaunch {
  std::string kernel;  ///< as profilers show it
  LaunchShape shape;
  std::map<Place, PlaceCounts> places;  ///< each block that was watched counts for those it stands for
  std::uint64_t watched = 0;            ///< blocks
  LaunchTape tape = {};                 ///< in place of counts, where the sample asked for it
  std::uint32_t waveSize = 32;          ///< lanes of a warp, as it ran

  /// Adds what was watched of the same launch in blocks behind these.
  void append(WatchedLaunch&& behind);
};

}  // namespace strata::inline microscope
