#include "app/views/kernel_facts.h"

#include <algorithm>

#include "app/views/event_text.h"
#include "app/views/own_kernels.h"
#include "app/views/variant_facts.h"
#include "engine/trace/trace_query.h"

namespace strata {
namespace {

constexpr double kSectorBytes = 32;

double ratio(std::uint64_t a, std::uint64_t b) {
  return static_cast<double>(a) / static_cast<double>(b);
}

std::vector<std::string_view> splitLines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return lines;
}

/// Where the kernel is defined, with the template line above it.
int beginOf(const std::vector<std::string_view>& lines, std::string_view kernel) {
  const std::string called = std::string(kernelFamily(kernel)) + "(";
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].find(called) == std::string_view::npos || lines[i].find("//") < lines[i].find(called)) continue;
    const bool templated = i > 0 && lines[i - 1].starts_with("template");
    return static_cast<int>(i) + (templated ? 0 : 1);
  }
  return 1;
}

/// Bytes fetched in vain and turns lost to bank conflicts, in bytes that a turn could have moved.
double wasted(const PlaceSums& sums) {
  constexpr double kTurnBytes = 128;
  return static_cast<double>(sums.sectors) * kSectorBytes - static_cast<double>(sums.usedBytes) +
         (static_cast<double>(sums.wavefronts) - static_cast<double>(sums.phases)) * kTurnBytes;
}

void countLines(KernelFacts& facts) {
  for (const ObservedPlace& place : facts.result->places) {
    const bool here =
        place.file == facts.info->file && place.line >= 1 && place.line <= static_cast<int>(facts.lines.size());
    if (here)
      facts.counts[place.line].add(place);
    else
      ++facts.elsewhere;
  }
}

int lineToShow(const KernelFacts& facts, int chosen) {
  if (chosen >= 1 && chosen <= static_cast<int>(facts.lines.size())) return chosen;
  int line = 0;
  double most = -1;
  for (const auto& [number, sums] : facts.counts) {
    if (sums.requests == 0 || wasted(sums) <= most) continue;
    most = wasted(sums);
    line = number;
  }
  return line;
}

std::optional<LaunchFacts> launchAt(const TraceSnapshot& snapshot, EventRef ref) {
  const TraceEvent* event = findEvent(snapshot, ref);
  if (!event || event->kind != EventKind::Kernel || !snapshot.number(*event, arg::kGridX)) return std::nullopt;
  LaunchFacts launch{{}, {}, ref, std::string(snapshot.name(event->name))};
  const auto side = [&](std::string_view key) {
    return static_cast<std::uint32_t>(std::clamp(snapshot.number(*event, key).value_or(1), 1.0, 4294967295.0));
  };
  launch.grid = {side(arg::kGridX), side(arg::kGridY), side(arg::kGridZ)};
  launch.block = {side(arg::kBlockX), side(arg::kBlockY), side(arg::kBlockZ)};
  return launch;
}

/// The selected kernel if it is one of the variant's call, else the last of the median call, the named one before
/// others.
std::optional<LaunchFacts> findLaunch(const ViewState& state, const KernelFacts& facts) {
  if (!state.snapshot) return std::nullopt;
  const auto selected = state.selection.event ? launchAt(*state.snapshot, *state.selection.event) : std::nullopt;
  if (selected && facts.info && kernelFamily(selected->name) == kernelFamily(facts.info->kernel)) return selected;
  std::optional<LaunchFacts> found;
  if (!facts.result) return found;
  for (const EventRef ref : eventsOfCall(*state.snapshot, CallId{facts.result->medianCall})) {
    auto launch = launchAt(*state.snapshot, ref);
    if (!launch) continue;
    const bool named = facts.info && kernelFamily(launch->name) == kernelFamily(facts.info->kernel);
    if (named || !found) found = std::move(launch);
    if (named) break;
  }
  return found;
}

/// Of a session whose experiment has no variants: the kernel that is selected, and the text that defines it. Returns
/// its name.
std::string_view findOwnKernel(const ViewState& state, KernelFacts& facts) {
  const auto kernel = kernelOfSelection(state);
  if (!kernel) return {};
  const std::string_view name = state.snapshot->name(state.snapshot->event(*kernel).name);
  facts.info = stepOfKernel(state, name);
  if (!facts.info) return {};
  facts.variant = facts.info->name;
  facts.result = nullptr;
  facts.launch = launchAt(*state.snapshot, *kernel);
  return name;
}

int rankOf(const ObservedPlace& place) {
  return place.space == "global" ? 0 : place.space == "shared" ? 1 : 2;
}

}  // namespace

void PlaceSums::add(const ObservedPlace& place) {
  if (place.what == "branch") {
    branches += place.requests;
    branchLanes += place.lanes;
    return;
  }
  requests += place.requests;
  lanes += place.lanes;
  if (place.space == "global") {
    globalRequests += place.requests;
    sectors += place.sectors;
    usedBytes += place.usedBytes;
  } else {
    sharedRequests += place.requests;
    wavefronts += place.wavefronts;
    phases += place.phases;
    worstWays = std::max(worstWays, place.worstWays);
  }
}

std::optional<double> PlaceSums::sectorsPerRequest() const {
  return globalRequests > 0 ? std::optional(ratio(sectors, globalRequests)) : std::nullopt;
}

std::optional<double> PlaceSums::usedShare() const {
  return sectors > 0 ? std::optional(ratio(usedBytes, sectors) / kSectorBytes) : std::nullopt;
}

std::optional<double> PlaceSums::bankWays() const {
  return sharedRequests > 0 && phases > 0 ? std::optional(ratio(wavefronts, phases)) : std::nullopt;
}

std::optional<double> PlaceSums::activeLanes() const {
  if (requests > 0) return ratio(lanes, requests);
  return branches > 0 ? std::optional(ratio(branchLanes, branches)) : std::nullopt;
}

std::vector<WarpRequest> KernelFacts::requests() const {
  std::vector<WarpRequest> all;
  if (!result || !info) return all;
  for (const ObservedPlace& place : result->places) {
    if (place.file != info->file || place.line != line || place.requests == 0) continue;
    const auto same = std::ranges::find_if(all, [&](const WarpRequest& request) {
      return request.place->what == place.what && request.place->space == place.space &&
             request.place->example == place.example;
    });
    WarpRequest& request = same == all.end() ? all.emplace_back(WarpRequest{&place, {}}) : *same;
    request.sums.add(place);
  }
  std::ranges::stable_sort(all, {}, [](const WarpRequest& request) { return rankOf(*request.place); });
  const bool memory = !all.empty() && rankOf(*all.front().place) < 2;
  if (memory) std::erase_if(all, [](const WarpRequest& request) { return rankOf(*request.place) == 2; });
  return all;
}

KernelFacts kernelFacts(const ViewState& state) {
  KernelFacts facts;
  facts.variant = shownVariant(state);
  facts.info = findVariantInfo(state, facts.variant);
  facts.result = findResult(state, facts.variant);
  std::string_view kernel;
  if (!state.experiment || state.experiment->variants.empty()) kernel = findOwnKernel(state, facts);
  if (state.hello && state.hello->device.waveSize > 0) facts.waveSize = state.hello->device.waveSize;
  if (facts.info) {
    facts.lines = splitLines(facts.info->source);
    facts.begin = beginOf(facts.lines, kernel.empty() ? facts.info->kernel : kernel);
  }
  if (facts.result && facts.info) countLines(facts);
  facts.vocabulary = state.choices.vocabulary;
  facts.line = lineToShow(facts, state.choices.line);
  if (!facts.launch) facts.launch = findLaunch(state, facts);
  return facts;
}

}  // namespace strata
