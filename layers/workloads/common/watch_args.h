#pragma once

#include <string_view>

namespace strata::inline workloads {

/// What is said of launches that were watched for errors, when they are over. Kind: counted, but for the time.
namespace watch_arg {
inline constexpr std::string_view kTime = "watched_ns";
inline constexpr std::string_view kAccesses = "accesses";
inline constexpr std::string_view kBytesFollowed = "bytes_followed";  ///< of tensors and variables that were touched
inline constexpr std::string_view kBytesKept = "bytes_kept";          ///< what it takes to know who did, and when
}  // namespace watch_arg

}  // namespace strata::inline workloads
