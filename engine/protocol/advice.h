#pragma once

#include <string_view>

// What is to be done, as messages of agents say it to who has a command line; a window says what it has instead.

namespace strata::inline protocol {

inline constexpr std::string_view kToOpenLater =
    "A driver that is only slow to start needs a higher --hang-limit; the CPU needs none: --device cpu.";
inline constexpr std::string_view kToHangLater = "If it only needs longer, give the agent a higher --hang-limit.";
inline constexpr std::string_view kToWorkLonger = "Try a smaller size, or give the agent a higher --hang-limit.";
/// "… looks for the lines to blame"; a name=value of the request.
inline constexpr std::string_view kToFindLines = "observe=errors";
/// Of a crash without a place; an array, which a signal handler may write.
inline constexpr char kToFindTheLine[] = "observe=errors looks for the line.";
/// "… runs it anyway"
inline constexpr std::string_view kToRunSlow = "slow=run";

}  // namespace strata::inline protocol
