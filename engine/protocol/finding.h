#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/kept_json.h"

namespace strata::inline protocol {

/// What is wrong at a line of a kernel, as it was seen when every step of its threads was watched (`observe=errors`).
struct Finding {
  std::string kind;  ///< "out of bounds", "race", …: defectName()
  std::string kernel;
  std::string file;  ///< "mine.cu", or a text that it includes: "kernels/reduce/block_sum.cuh"
  int line = 0;
  std::array<std::uint32_t, 3> block{}, thread{};
  std::string sentence = {};   ///< what was seen first
  std::string otherFile = {};  ///< where the other thread was; empty: there is none, or it was nowhere
  int otherLine = 0;
  std::array<std::uint32_t, 3> otherBlock{}, otherThread{};
  std::uint64_t times = 1;                           ///< kind: counted
  std::array<std::uint32_t, 3> grid{}, blockSize{};  ///< of that launch; 0: an older session does not say
  bool ends = false;                                 ///< a thread was ended there
  std::string problem = {};  ///< at which it was seen first; empty: the first of KernelFindings::problems
  friend bool operator==(const Finding&, const Finding&) = default;
};

/// What a kernel was watched at, and what was found there.
struct KernelFindings {
  std::vector<std::string> problems;                    ///< "67×65×66"
  std::uint64_t blocks = 0, threads = 0, accesses = 0;  ///< kind: counted
  std::uint64_t threadsEnded = 0;                       ///< before they did harm, or since they came to no end
  std::uint64_t blocksLeftOut = 0;                      ///< as looking at them would have taken too long
  std::vector<Finding> findings;                        ///< by line
  friend bool operator==(const KernelFindings&, const KernelFindings&) = default;
};

nlohmann::json toJson(const KernelFindings& findings);
KernelFindings kernelFindingsFromJson(const nlohmann::json& json);

}  // namespace strata::inline protocol
