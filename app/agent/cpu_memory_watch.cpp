#include "app/agent/cpu_memory_watch.h"

#include <memory>
#include <utility>

#include "kernels/microscope/loaded_object.h"
#include "kernels/microscope/microscope.h"
#include "kernels/microscope/object_lines.h"
#include "kernels/microscope/text_blocks.h"
#include "kernels/operation/kernel_table.h"
#include "layers/compiler/machine_widths.h"

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
    observed.column = line.column;
    observed.partial = counts.partial;
    observed.sameAddress = counts.sameAddress;
    observed.turns = counts.turns;
    observed.arrays.assign(counts.arrays.begin(), counts.arrays.end());
    if (place.bytes > 0) observed.widthOf = counts.compiled ? std::string(kCountedArchitecture) : "text";
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
    launch.waveSize = watched.waveSize;
    for (const LaunchTape::Place& place : watched.tape.places) launch.tapeLines.push_back(microscope.lineOf(place.pc));
  }
  return launches;
}

/// The microscope that kernels found now are put under. Made when it is wanted: an agent that counts nothing need not
/// read what is known of machine code.
class Watched {
 public:
  Microscope& microscope() {
    if (!m_microscope) m_microscope = std::make_unique<Microscope>(machineWidths());
    return *m_microscope;
  }
  void choose(Microscope::ChooseSample choose, const AccessWidths& widths) {
    m_microscope = std::make_unique<Microscope>(widths);
    m_microscope->choose(std::move(choose));
  }
  std::unique_ptr<Microscope> take() {
    microscope();
    return std::exchange(m_microscope, nullptr);
  }

 private:
  std::unique_ptr<Microscope> m_microscope;
};

}  // namespace

MemoryWatch cpuMemoryWatch() {
  if (!canObserveKernels() || !hasDebugInformation("/proc/self/exe")) return {};
  const auto watched = std::make_shared<Watched>();
  MemoryWatch watch;
  watch.find = [watched](std::string_view kernel) {
    KernelEntry entry = findObservedKernel(kernel);
    entry.observer = &watched->microscope();
    return entry;
  };
  watch.watch = [watched](KernelEntry entry) {
    watchObjectOf(entry.function);
    watched->microscope().watchInOrder();
    entry.observer = &watched->microscope();
    return entry;
  };
  watch.name = [watched](const NamedMemory& memory) { watched->microscope().nameArray(memory.name, memory.where); };
  watch.choose = [watched](Microscope::ChooseSample choose, const AccessWidths& widths) {
    watched->choose(std::move(choose), widths);
  };
  watch.takeLaunches = [watched] { return reportLaunches(*watched->take()); };
  watch.take = [watched] {
    const auto microscope = watched->take();
    return report(*microscope,
                  withBlocksOfText(microscope->places(), [&](std::uintptr_t pc) { return microscope->lineOf(pc); }));
  };
  return watch;
}

}  // namespace strata::inline agent
