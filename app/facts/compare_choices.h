#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>

namespace strata::inline facts {

/// What of two sessions is compared by name.
enum class CompareOf : std::uint8_t {
  Events,      ///< all of them, per storey
  Ops,         ///< calls of operations
  OpWork,      ///< the device's work for these
  Modules,     ///< calls of modules
  ModuleWork,  ///< the device's work for these
  Kernels,     ///< all work of the device
  Frames,      ///< those of each way to the screen
};
inline constexpr std::size_t kCompareKinds = 7;
inline constexpr CompareOf kComparedWork[] = {CompareOf::Ops,        CompareOf::OpWork,  CompareOf::Modules,
                                              CompareOf::ModuleWork, CompareOf::Kernels, CompareOf::Frames};
static_assert(std::size(kComparedWork) + 1 == kCompareKinds, "all but events");

/// What a row of a comparison says, and is sorted by.
enum class CompareColumn : std::uint8_t {
  Name,
  CountA,
  CountB,
  TotalA,
  TotalB,
  Ratio,      ///< of one call, in words
  Apart,      ///< B − A, in time; the greatest first, whichever way
  SelfApart,  ///< the same of self times
  MedianA,
  MedianB
};

/// What a person wants of a comparison.
struct CompareChoices {
  CompareOf of = CompareOf::Events;
  std::string name = {};  ///< part of it, in any case of letters; empty: any
  CompareColumn column = CompareColumn::Apart;
  bool ascending = false;
  std::size_t first = 0;                ///< the row on top
  std::optional<std::size_t> row = {};  ///< that the hand is on
  friend bool operator==(const CompareChoices&, const CompareChoices&) = default;
};

}  // namespace strata::inline facts
