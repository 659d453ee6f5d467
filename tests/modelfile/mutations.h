#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "engine/modelfile/model_file.h"
#include "engine/modelfile/onnx_graph.h"

namespace strata::test {

/// The tiny files that are damaged, by name under data/.
std::vector<std::string> filesToDamage();

struct DamageReport {
  int refused = 0, opened = 0;
  std::size_t largestPeak = 0;  ///< bytes of heap, of the worst one
  std::vector<std::string> problems;
};

/// What else to do with a file that opened: says what is wrong then, nothing where all is well.
struct DamageUse {
  std::function<std::string(const std::filesystem::path&, const ModelFile&)> model;
  std::function<std::string(const OnnxGraph&)> network;
};

/// Opens `count` damaged versions of `file` (bits flipped, cut off, counts and offsets made huge, parts copied over
/// others), the same ones for the same `seed`. A problem is: a refusal without a sentence that names a file, memory out
/// of proportion to the file, a tokenizer that gives ids it does not have, and what `use` finds.
DamageReport damage(const std::string& file, std::uint64_t seed, int count, const DamageUse& use = {});

}  // namespace strata::test
