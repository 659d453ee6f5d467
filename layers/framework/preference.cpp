#include "layers/framework/preference.h"

#include <algorithm>

namespace strata::inline framework {
namespace {

constexpr int kPreferredRank = 3000, kLibraryRank = 2000, kMadeForRank = 1000;

int libraryRank(const Routine& routine) {
  const auto& listed = routine.operation().library;
  return kLibraryRank -
         static_cast<int>(std::ranges::find(listed, routine.variant(), &LibraryVariant::name) - listed.begin());
}

}  // namespace

Preference preferenceOf(const Routine& routine, const DeviceInfo& device, const Problem& problem) {
  const Step* step = routine.step();
  if (step == nullptr)
    return {libraryRank(routine), routine.provider() + " can run here; a library goes before Strata's own steps"};
  if (const auto why = step->preferred ? step->preferred(device, problem) : std::string_view(); !why.empty())
    return {kPreferredRank, std::string(why)};
  const int place = static_cast<int>(step - routine.operation().steps.data());
  if (step->madeFor != MadeFor::Processors) return {place, "the last step that can run here"};
  if (device.isProcessor()) return {kMadeForRank + place, "made for CPUs: no thread waits for another"};
  return {place - kMadeForRank, "made for CPUs, and nothing else can run here"};
}

}  // namespace strata::inline framework
