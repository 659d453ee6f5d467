#include "layers/compiler/target_features.h"

#include <fmt/format.h>

#include <string>

#include "engine/device/architecture.h"

namespace strata::inline compiler {
namespace {

struct ArchitectureFeatures {
  std::string_view begin;  ///< of its name
  bool xnack = false, sramecc = false;
  bool genericAddresses = true;  ///< which pointers of HIP are
};

/// LLVM's User Guide for AMDGPU Backend, table of processors. The first that fits counts.
constexpr ArchitectureFeatures kArchitectureFeatures[] = {{"gfx6", false, false, false},
                                                          {"gfx7"},
                                                          {"gfx801", true},
                                                          {"gfx80"},
                                                          {"gfx810", true},
                                                          {"gfx906", true, true},
                                                          {"gfx908", true, true},
                                                          {"gfx90a", true, true},
                                                          {"gfx90", true},
                                                          {"gfx94", true, true},
                                                          {"gfx950", true, true},
                                                          {"gfx101", true},
                                                          {"gfx103"},
                                                          {"gfx11"},
                                                          {"gfx120"}};

ArchitectureFeatures featuresOf(std::string_view architecture) {
  for (const ArchitectureFeatures& features : kArchitectureFeatures)
    if (architecture.starts_with(features.begin)) return features;
  return {architecture, true, true};
}

std::string whatCanBeWritten(std::string_view architecture, const ArchitectureFeatures& has) {
  std::string can;
  if (has.xnack) can = "xnack+ or xnack-";
  if (has.sramecc) can += ", sramecc+ or sramecc-";
  return can.empty() ? fmt::format("{} has no features to choose: write {}.", architecture, architecture)
                     : fmt::format("Behind {} and a colon write {}.", architecture, can);
}

/// Why it is no feature of the target, before its name in quotes; empty: it is one.
std::string_view whyNoFeature(std::string_view part, std::string_view target, const ArchitectureFeatures& has) {
  const std::string_view name = part.substr(0, part.find_first_of("+-"));
  if (!(name == "xnack" && has.xnack) && !(name == "sramecc" && has.sramecc)) return "there is no feature";
  if (part.size() != name.size() + 1) return "a + or - alone belongs behind the name in";
  const std::string wanted = fmt::format(":{}", name);
  return target.find(wanted) == target.rfind(wanted) ? "" : "it has twice";
}

}  // namespace

Result<void> checkTargetFeatures(std::string_view target) {
  const std::string_view architecture = withoutFeatures(target);
  const ArchitectureFeatures has = featuresOf(architecture);
  if (!has.genericAddresses)
    return Error{
        ErrorCode::Usage,
        fmt::format("'{}' is no target of HIP, whose pointers are generic addresses: {} has none. Give a later "
                    "architecture, such as gfx90a or gfx1030.",
                    target, architecture),
        Storey::Compiler};
  std::string_view rest = target.substr(architecture.size());
  while (!rest.empty()) {
    rest.remove_prefix(1);  // the colon
    const std::string_view part = withoutFeatures(rest);
    rest.remove_prefix(part.size());
    if (const std::string_view why = whyNoFeature(part, target, has); !why.empty())
      return Error{
          ErrorCode::Usage,
          fmt::format("'{}' is no target: {} '{}'. {}", target, why, part, whatCanBeWritten(architecture, has)),
          Storey::Compiler};
  }
  return {};
}

}  // namespace strata::inline compiler
