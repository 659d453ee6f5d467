#include "app/agent/cpu_memory_watch.h"

#include <memory>

#include "kernels/microscope/microscope.h"
#include "kernels/operation/kernel_table.h"
#include "layers/compiler/nvcc_widths.h"

namespace strata::inline agent {
namespace {

std::string whatText(PlaceCounts::What what) {
  switch (what) {
    case PlaceCounts::What::Load: return "load";
    case PlaceCounts::What::Store: return "store";
    case PlaceCounts::What::Branch: return "branch";
  }
  return "branch";
}

std::string spaceText(PlaceCounts::Space space) {
  switch (space) {
    case PlaceCounts::Space::Global: return "global";
    case PlaceCounts::Space::Shared: return "shared";
    case PlaceCounts::Space::None: return "";
  }
  return "";
}

WarpExample exampleOf(const Place& place, RequestPattern pattern) {
  return {place.bytes, std::move(pattern.offsets), pattern.requests};
}

/// Places outside the kernels' texts (how a thread starts) are left out.
std::vector<ObservedPlace> report(const Microscope& microscope, const std::map<Place, PlaceCounts>& all) {
  constexpr std::size_t kMostPatterns = 4;
  std::vector<ObservedPlace> places;
  for (const auto& [place, counts] : all) {
    const SourceLine line = microscope.lineOf(place.pc);
    if (line.file.empty()) continue;
    ObservedPlace& observed = places.emplace_back(ObservedPlace{
        line.file, line.line, whatText(counts.what), spaceText(counts.space), counts.requests, counts.lanes,
        counts.sectors, counts.lines, counts.usedBytes, counts.wavefronts, counts.phases, counts.worstWays});
    if (place.bytes > 0) observed.widthOf = counts.compiled ? "nvcc" : "text";
    for (RequestPattern& pattern : counts.typicalPatterns(kMostPatterns))
      observed.others.push_back(exampleOf(place, std::move(pattern)));
    observed.example = std::move(observed.others.front());
    observed.others.erase(observed.others.begin());
  }
  return places;
}

std::vector<CountedLaunch> reportLaunches(const Microscope& microscope) {
  std::vector<CountedLaunch> launches;
  for (const WatchedLaunch& watched : microscope.launches()) {
    CountedLaunch& launch = launches.emplace_back(CountedLaunch{
        watched.kernel, watched.shape, watched.watched, report(microscope, watched.places), watched.tape, {}});
    for (const LaunchTape::Place& place : watched.tape.places) launch.tapeLines.push_back(microscope.lineOf(place.pc));
  }
  return launches;
}

}  // namespace

MemoryWatch cpuMemoryWatch() {
  if (!canObserveKernels()) return {};
  const auto microscope = std::make_shared<std::unique_ptr<Microscope>>(std::make_unique<Microscope>(keptWidths()));
  MemoryWatch watch;
  watch.find = [microscope](std::string_view kernel) {
    KernelEntry entry = findObservedKernel(kernel);
    entry.blocks = microscope->get();
    return entry;
  };
  watch.choose = [microscope](Microscope::ChooseSample choose) { (*microscope)->choose(std::move(choose)); };
  watch.takeLaunches = [microscope] {
    std::vector<CountedLaunch> launches = reportLaunches(**microscope);
    *microscope = std::make_unique<Microscope>(keptWidths());
    return launches;
  };
  watch.take = [microscope] {
    std::vector<ObservedPlace> places = report(**microscope, (*microscope)->places());
    *microscope = std::make_unique<Microscope>(keptWidths());
    return places;
  };
  return watch;
}

}  // namespace strata::inline agent
