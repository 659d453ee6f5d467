#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace strata::inline base {

/// The seven storeys of the AI software stack, from the experiment down to the silicon, and `Other` for what an
/// imported trace holds and no storey claims. The numeric values are stored in sessions: never renumber.
enum class Storey : std::uint8_t { Model, Framework, Library, Compiler, Runtime, Driver, Hardware, Other };

inline constexpr std::size_t kStoreyCount = 7;

struct Color {
  std::uint8_t r = 0, g = 0, b = 0, a = 255;
  friend constexpr bool operator==(Color, Color) = default;
};

struct StoreyInfo {
  Storey storey;
  std::string_view key;    ///< lower case, used in files: "model"
  std::string_view title;  ///< shown to people: "Model"
  Color color;             ///< Okabe and Ito's and others, which colour-blind readers tell apart
  std::string_view what;   ///< what happens on this storey, half a sentence
};

/// All storeys in order from Model to Hardware, then Other.
const std::array<StoreyInfo, kStoreyCount + 1>& storeys();
const StoreyInfo& storeyInfo(Storey storey);
std::optional<Storey> storeyFromKey(std::string_view key);

inline constexpr Color kCopyColor{0xD5, 0x5E, 0x00};
inline constexpr Color kTracingCostColor{0x6B, 0x72, 0x80};

}  // namespace strata::inline base
