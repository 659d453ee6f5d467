#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/base/ids.h"

namespace strata::inline trace {

/// The value of an event's argument; text is interned.
using ArgValue = std::variant<std::int64_t, double, NameId>;

/// nullopt: it is text.
inline std::optional<double> numberIn(const ArgValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return static_cast<double>(*integer);
  const auto* real = std::get_if<double>(&value);
  return real ? std::optional(*real) : std::nullopt;
}

struct Arg {
  NameId key = NameId::None;
  ArgValue value;
};

/// A list of arguments that comes with many events, kept by its recorder. Made by TraceRecorder::internArgs; 0 is none.
enum class ArgsId : std::uint32_t { None = 0 };

/// Keys that Strata itself writes and reads; other keys pass through unchanged.
namespace arg {
inline constexpr std::string_view kBytes = "bytes";
inline constexpr std::string_view kAddress = "address";  ///< of the piece by which a counter of memory changed
inline constexpr std::string_view kGridX = "grid_x", kGridY = "grid_y", kGridZ = "grid_z";
inline constexpr std::string_view kBlockX = "block_x", kBlockY = "block_y", kBlockZ = "block_z";
inline constexpr std::string_view kOfBlock = "of_block", kOfThread = "of_thread";  ///< "0", "(1, 2)", of a printed line
inline constexpr std::string_view kSharedBytes = "shared_mem_dynamic", kStaticShared = "shared_mem_static";
inline constexpr std::string_view kSharedSum = "shared_mem";  ///< of both, where a tool tells no more
inline constexpr std::string_view kRegisters = "registers_per_thread";
inline constexpr std::string_view kFlop = "flop";                    ///< counted
inline constexpr std::string_view kDirection = "direction";          ///< "H→D", "D→H", "D→D", "P→P", "H→H"
inline constexpr std::string_view kHostMemory = "host_memory";       ///< "pinned" or "pageable"
inline constexpr std::string_view kFileCorrelation = "correlation";  ///< as another tool's file numbers it
inline constexpr std::string_view kDevice = "device";                ///< as another tool's file numbers it, too
inline constexpr std::string_view kOnlyCounts = "only_counts";  ///< 1: a kernel that sums leave out; only in exports
inline constexpr std::string_view kStopped = "stopped";         ///< 1: device work that was given up before it was done
inline constexpr std::string_view kVariant = "variant";
inline constexpr std::string_view kReason = "reason";  ///< why a variant or algorithm was chosen
inline constexpr std::string_view kWorkspace = "workspace_bytes";
inline constexpr std::string_view kProvider = "provider";    ///< whose routine a library slice is: "OpenBLAS 0.3.21"
inline constexpr std::string_view kResult = "result";        ///< of an operation: the tensor it makes, for `fetch`
inline constexpr std::string_view kAlgorithm = "algorithm";  ///< what the library chose
}  // namespace arg

}  // namespace strata::inline trace
