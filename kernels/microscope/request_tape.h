#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace strata::inline microscope {

/// What a warp asked of memory, in order: its requests to global memory, and where barriers stood between them.
/// Kind: counted.
struct WarpTape {
  struct Entry {
    static constexpr std::uint16_t kBarrier = 0xFFFF;
    std::uint16_t place = 0;    ///< an index into LaunchTape::places, or kBarrier
    std::uint16_t sectors = 0;  ///< how many, the next ones of `sectors`
    friend bool operator==(const Entry&, const Entry&) = default;
  };
  std::vector<Entry> entries;
  std::vector<std::uint32_t> sectors;  ///< numbers of 32-byte sectors, from the launch's first one
  friend bool operator==(const WarpTape&, const WarpTape&) = default;
};

/// What warps of neighbouring blocks of a launch asked of global memory, from their beginning on.
struct LaunchTape {
  struct Place {
    std::uintptr_t pc = 0;
    std::uint16_t bytes = 0;  ///< a lane
    bool store = false;
    friend bool operator==(const Place&, const Place&) = default;
  };
  /// Of a place in `places`, which it joins where it is new.
  std::uint16_t numberOf(const Place& place) {
    const auto known = std::ranges::find(places, place);
    const auto number = static_cast<std::uint16_t>(known - places.begin());
    if (known == places.end()) places.push_back(place);
    return number;
  }
  std::vector<Place> places;
  std::vector<std::vector<WarpTape>> blocks;  ///< the first ones of the grid, x fastest
  friend bool operator==(const LaunchTape&, const LaunchTape&) = default;
};

}  // namespace strata::inline microscope
