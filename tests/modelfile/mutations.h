#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace strata::test {

/// The tiny files that are damaged, by name under data/.
std::vector<std::string> filesToDamage();

struct DamageReport {
  int refused = 0, opened = 0;
  std::size_t largestPeak = 0;  ///< bytes of heap, of the worst one
  std::vector<std::string> problems;
};

/// Opens `count` damaged versions of `file` (bits flipped, cut off, counts and offsets made huge, parts copied over
/// others), the same ones for the same `seed`. A problem is: a refusal without a sentence that names a file, memory out
/// of proportion to the file, a tokenizer that gives ids it does not have.
DamageReport damage(const std::string& file, std::uint64_t seed, int count);

}  // namespace strata::test
