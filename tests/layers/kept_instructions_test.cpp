#include "layers/compiler/kept_instructions.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "kernels/operation/operation.h"
#include "layers/compiler/hipcc_instructions.h"
#include "layers/compiler/nvcc_instructions.h"

namespace strata {
namespace {

Result<LineInstructions> instructionsOf(std::string_view operation, const std::string& target) {
  return target.starts_with("sm_") ? nvccInstructions(operation, target) : hipccInstructions(operation, target);
}

std::vector<std::string> keptTargets() {
  std::vector<std::string> targets(std::begin(kKeptSms), std::end(kKeptSms));
  targets.insert(targets.end(), std::begin(kKeptGfxs), std::end(kKeptGfxs));
  return targets;
}

TEST(KeptInstructions, AreMadeAnew) {
  const char* file = std::getenv("STRATA_INSTRUCTIONS");
  if (!file) GTEST_SKIP() << "./dev widths writes them";
  LineInstructions all;
  for (const Operation* operation : operations())
    for (const std::string& target : keptTargets()) {
      if (const char* o = std::getenv("DEV_OPS"); o && std::string(o).find(operation->name) == std::string::npos)
        continue;
      if (const char* o = std::getenv("DEV_TARGETS"); o && std::string(o).find(target) == std::string::npos) continue;
      const auto made = instructionsOf(operation->name, target);
      if (made.ok())
        all.add(made.value());
      else
        ADD_FAILURE() << operation->name << " for " << target << ": " << made.error().message;
    }
  std::ofstream(file) << all.text();
}

}  // namespace
}  // namespace strata
