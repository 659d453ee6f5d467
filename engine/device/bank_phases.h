#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace strata::inline device {

/// How many lanes in a row shared memory serves in one phase, by what each asks for: 32 lanes of up to 4 bytes, 16 of
/// 8, 8 of 16 (CUDA C++ Programming Guide). Twice as many of a load on NVIDIA's, `inPairs`, whose lanes n and n ^ 1 all
/// read the same, or n and n ^ 2: what two of them get goes to their registers at once (G. Smith of NVIDIA on its
/// developer forum, topic 77228). `addresses`: of each lane of a warp; below 0 where it takes no part.
std::size_t lanesPerPhase(std::uint32_t bytes, bool inPairs, std::span<const std::int64_t> addresses);

}  // namespace strata::inline device
