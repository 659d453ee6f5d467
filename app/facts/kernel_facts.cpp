#include "app/facts/kernel_facts.h"

#include <algorithm>
#include <functional>
#include <tuple>
#include <utility>

#include "app/facts/event_text.h"
#include "app/facts/kernel_occupancy.h"
#include "app/facts/own_kernels.h"
#include "app/facts/variant_facts.h"
#include "engine/trace/device_work.h"
#include "engine/trace/trace_query.h"
#include "layers/hardware/device_limits.h"
#include "layers/hardware/gpu_figures.h"

namespace strata::inline facts {
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

/// Where the kernel is defined, with the lines above it that belong to it.
int beginOf(const std::vector<std::string_view>& lines, std::string_view kernel) {
  if (kernel.empty()) return 1;
  const std::string called = std::string(kernelFamily(kernel)) + "(";
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].find(called) == std::string_view::npos || lines[i].find("//") < lines[i].find(called)) continue;
    while (i > 0 && (lines[i - 1].starts_with("template") || lines[i - 1].starts_with("__global__"))) --i;
    return static_cast<int>(i) + 1;
  }
  return 1;
}

/// Bytes fetched in vain and wavefronts lost to bank conflicts, in bytes that one could have moved.
double wasted(const PlaceSums& sums) {
  constexpr double kTurnBytes = 128;
  return static_cast<double>(sums.sectors) * kSectorBytes - static_cast<double>(sums.usedBytes) +
         (static_cast<double>(sums.wavefronts) - static_cast<double>(sums.phases)) * kTurnBytes;
}

/// The texts of other files follow from the shown one on, round and round, so that each is opened in turn.
void countLines(KernelFacts& facts) {
  for (const ObservedPlace& place : facts.result->places) {
    const bool here = place.file == facts.file;
    if (here && place.line >= 1 && place.line <= static_cast<int>(facts.lines.size()))
      facts.counts[place.line].add(place);
    if (here) continue;
    const auto known = std::ranges::find(facts.elsewhere, place.file, &ObservedText::file);
    ++(known == facts.elsewhere.end() ? facts.elsewhere.emplace_back(ObservedText{place.file}) : *known).places;
  }
  std::ranges::sort(facts.elsewhere, {},
                    [&](const ObservedText& text) { return std::pair(text.file < facts.file, text.file); });
}

const VariantInfo* textOf(const ViewState& state, std::string_view file) {
  const auto in = [&](const std::vector<VariantInfo>& texts) {
    const auto found = std::ranges::find(texts, file, &VariantInfo::file);
    return found == texts.end() ? nullptr : &*found;
  };
  if (file.empty()) return nullptr;
  const VariantInfo* text = state.session.experiment ? in(state.session.experiment->variants) : nullptr;
  return text || !state.session.ownSteps ? text : in(*state.session.ownSteps);
}

/// The line chosen, else the most wasteful one, unless a lesson asks for a line.
int lineToShow(const KernelFacts& facts, int chosen) {
  if (chosen >= 1 && chosen <= static_cast<int>(facts.lines.size())) return chosen;
  int line = 0;
  if (facts.lineAsked) return line;
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
  launch.registers = snapshot.number(*event, arg::kRegisters);
  launch.staticShared = snapshot.number(*event, arg::kStaticShared).value_or(0);
  launch.dynamicShared = snapshot.number(*event, arg::kSharedBytes).value_or(0);
  launch.sharedSum = snapshot.number(*event, arg::kSharedSum);
  return launch;
}

bool ofResult(const RunResult& result, const TraceEvent& event) {
  const auto call = static_cast<std::uint32_t>(event.call);
  return call != 0 && result.firstCall <= call && call <= result.lastCall;
}

/// The selected kernel if it is one of the variant's.
std::optional<LaunchFacts> selectedLaunch(const ViewState& state, const Selection& named, const KernelFacts& facts) {
  const std::optional<EventRef>& selected = named.event;
  if (!state.session.snapshot || !selected || !facts.info) return std::nullopt;
  auto launch = launchAt(*state.session.snapshot, *selected);
  if (!launch) return std::nullopt;
  if (facts.result && ofResult(*facts.result, state.session.snapshot->event(launch->event))) return launch;
  const std::string_view ran = variantThatRan(state, launch->event);
  const bool byName = kernelFamily(launch->name) == kernelFamily(facts.info->kernel);
  return (ran.empty() ? byName : ran == facts.variant) ? launch : std::nullopt;
}

/// The result's median call; of a wrong result, which names none, the newest call in which the variant ran.
CallId callToShow(const ViewState& state, const KernelFacts& facts) {
  const CallId median{facts.result->medianCall};
  if (median != CallId::None || !facts.result->error || !facts.info) return median;
  const TraceSnapshot& snapshot = *state.session.snapshot;
  const auto ranIn = [&](CallId call) {
    const std::vector<EventRef> events = eventsOfCall(snapshot, call);
    const auto kernel =
        std::ranges::find_if(events, [&](EventRef ref) { return isKernel(snapshot, snapshot.event(ref)); });
    if (kernel == events.end()) return false;
    const std::string_view ran = variantThatRan(state, *kernel);
    return ran.empty() ? definesAsNamed(facts.info->source, snapshot.name(snapshot.event(*kernel).name))
                       : ran == facts.variant;
  };
  return newestCall(snapshot, static_cast<std::uint32_t>(snapshot.callCount()) + 1, ranIn).value_or(CallId::None);
}

/// Of that call: a kernel that the shown text defines before others, the variant's own before others, then the
/// longest.
std::optional<LaunchFacts> launchOfResult(const ViewState& state, const KernelFacts& facts, std::string_view source) {
  std::optional<LaunchFacts> best;
  std::tuple<bool, bool, Duration> bestRank;
  if (!state.session.snapshot || !facts.result) return best;
  for (const EventRef ref : eventsOfCall(*state.session.snapshot, callToShow(state, facts))) {
    auto launch = launchAt(*state.session.snapshot, ref);
    if (!launch) continue;
    const bool named = facts.info && kernelFamily(launch->name) == kernelFamily(facts.info->kernel);
    const std::tuple rank(definesKernel(source, launch->name), named,
                          shownDuration(state, state.session.snapshot->event(ref)));
    if (best && rank <= bestRank) continue;
    best = std::move(launch);
    bestRank = rank;
  }
  return best;
}

/// The first kernel that a text defines; empty if it defines none.
std::string firstKernel(std::string_view source) {
  constexpr std::string_view kDefinition = "\n__global__ void ", kBounds = "__launch_bounds__(";
  const std::size_t at = source.find(kDefinition);
  if (at == std::string_view::npos) return {};
  source.remove_prefix(at + kDefinition.size());
  if (source.starts_with(kBounds)) source.remove_prefix(std::min(source.size(), source.find(')')));
  source.remove_prefix(std::min(source.size(), source.find_first_not_of(") \n")));
  return std::string(source.substr(0, source.find('(')));
}

bool isSeenThroughLens(const Sight& sight, std::string_view source) {
  return sight.lens && sight.choices.lens == sight.lens->lensed.to && sight.lens->source == source;
}

/// The text that is chosen, else the one that defines the selected kernel, else the variant's; and the kernel in it.
void findText(const ViewState& state, const Selection& named, KernelFacts& facts) {
  const VariantInfo* text = textOf(state, state.sight.choices.kernelFile);
  const bool chosen = text != nullptr;
  if (!facts.launch) facts.launch = selectedLaunch(state, named, facts);
  if (facts.neverRan) facts.launch.reset();
  if (!text && facts.launch && !definesKernel(facts.info->source, facts.launch->name))
    text = stepOfKernel(state, facts.launch->name);
  if (!text) text = facts.info;
  if (!facts.neverRan && (!facts.launch || (chosen && !definesKernel(text->source, facts.launch->name))))
    facts.launch = launchOfResult(state, facts, text->source);
  facts.file = text->file;
  facts.source = text->source;
  if (isSeenThroughLens(state.sight, facts.source)) facts.lens = {state.sight.lens, &state.sight.lens->lensed};
  facts.lines = splitLines(facts.lens ? std::string_view(facts.lens->text) : facts.source);
  if (facts.launch && definesKernel(text->source, facts.launch->name))
    facts.kernel = kernelName(facts.launch->name);
  else
    facts.kernel = definesKernel(text->source, facts.info->kernel) ? facts.info->kernel : firstKernel(text->source);
  facts.begin = beginOf(facts.lines, facts.kernel);
}

/// A kernel is selected that is none of the variant's, or a call that measured none, as a warm-up; nobody chose the
/// variant itself.
bool selectedIsElsewhere(const ViewState& state, const Selection& named, const KernelFacts& facts) {
  const std::string& chosen = state.sight.choices.variant;
  const bool byHand = findResult(state, chosen) || findVariantInfo(state, chosen);
  if (byHand) return false;
  if (selectedKernel(state, named)) return !selectedLaunch(state, named, facts);
  return named.call != CallId::None && !resultOfCall(state.session.results, named.call);
}

/// Where no result came, a text that was sent is what the run was of.
const OwnKernel* sentKernel(const ViewState& state, std::string_view kernel) {
  const auto found = std::ranges::find_if(
      state.session.sent, [&](const OwnKernel& sent) { return kernel.empty() || definesKernel(sent.text, kernel); });
  return state.session.results.empty() && found != state.session.sent.end() ? &*found : nullptr;
}

/// By its name alone: a text that defines it just so before others, and the variant named after it before others.
const VariantInfo* variantOfName(const ViewState& state, std::string_view kernel) {
  const VariantInfo* best = nullptr;
  if (!state.session.experiment) return best;
  std::tuple<bool, bool, bool> bestRank;
  for (const VariantInfo& variant : state.session.experiment->variants) {
    const std::tuple rank(definesAsNamed(variant.source, kernel), kernelFamily(variant.kernel) == kernelFamily(kernel),
                          definesKernel(variant.source, kernel));
    if (rank <= bestRank) continue;
    best = &variant;
    bestRank = rank;
  }
  return best;
}

/// Where no variant is shown, as before the first result, or another one's kernel is selected: that kernel, and the
/// text that defines it.
void findOwnKernel(const ViewState& state, const Selection& named, KernelFacts& facts) {
  const auto kernel = kernelOfSelection(state, named);
  if (!kernel) {
    const OwnKernel* sent = named.call == CallId::None ? sentKernel(state, {}) : nullptr;
    if (!sent) return;
    facts.variant = sent->name;
    facts.info = findVariantInfo(state, facts.variant);
    return;
  }
  const std::string_view name = state.session.snapshot->name(state.session.snapshot->event(*kernel).name);
  const std::string_view ran = variantThatRan(state, *kernel);
  const OwnKernel* sent = ran.empty() ? sentKernel(state, name) : nullptr;
  const VariantInfo* variant = sent          ? findVariantInfo(state, sent->name)
                               : ran.empty() ? variantOfName(state, name)
                                             : findVariantInfo(state, ran);
  const VariantInfo* defining = variant || !ran.empty() ? variant : stepOfKernel(state, name);
  if (!defining && !selectedKernel(state, named) && named.call == CallId::None) return;
  facts.info = defining;
  facts.result = variant ? findResult(state, variant->name) : nullptr;
  facts.launch = launchAt(*state.session.snapshot, *kernel);
  facts.variant = facts.info ? facts.info->name : std::string();
}

/// The library whose call launched it.
std::string providerOf(const TraceSnapshot& snapshot, EventRef kernel) {
  std::string provider;
  for (const EventRef ref : slicesAround(snapshot, kernel, Storey::Library))
    if (const std::string_view named = snapshot.text(snapshot.event(ref), arg::kProvider); !named.empty())
      provider = named;
  return provider;
}

/// Its launch is the one that was watched. An older session does not say which.
void findFinding(KernelFacts& facts, int chosenLine) {
  if (!facts.result || !facts.result->findings) return;
  const bool isBrought = facts.source == facts.result->text;
  for (const Finding& each : facts.result->findings->findings) {
    const bool here = each.file == facts.file || (isBrought && each.file.find('/') == std::string::npos);
    const bool chosen = chosenLine > 0 && (each.line == chosenLine || each.otherLine == chosenLine);
    if (here && each.blockSize[0] > 0 && (!facts.finding || chosen)) facts.finding = &each;
    if (here && chosen) break;
  }
  if (facts.finding)
    facts.launch = LaunchFacts{facts.finding->grid, facts.finding->blockSize, {}, facts.finding->kernel};
}

int rankOf(const ObservedPlace& place) {
  return place.space == "global" ? 0 : place.space == "shared" ? 1 : 2;
}

std::optional<ModelledGpu> modelledOn(const ViewState& state, const RunResult& result) {
  const GpuFigures* gpu = state.session.gpu.get();
  if (!gpu || !result.modelled || result.modelled->gpu != gpu->name) return std::nullopt;
  const auto limits = deviceLimits(gpu->architecture);
  if (!limits.ok()) return std::nullopt;
  return ModelledGpu{gpu->title, gpu->architecture, limits.value().waveSize, gpu->vendor == "NVIDIA"};
}

}  // namespace

void PlaceSums::add(const ObservedPlace& place) {
  if (place.what == "branch") {
    branches += place.requests;
    branchLanes += place.lanes;
    partialBranches += place.partial;
    return;
  }
  requests += place.requests;
  lanes += place.lanes;
  sameAddress = std::max(sameAddress, place.sameAddress);
  turns += place.turns;
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

void WarpRequest::add(const ObservedPlace& other) {
  sums.add(other);
  const auto like = [&](const WarpExample& example) {
    const auto same = std::ranges::find_if(examples, [&](const WarpExample& known) {
      return known.bytes == example.bytes && known.offsets == example.offsets;
    });
    if (same == examples.end())
      examples.push_back(example);
    else
      same->requests += example.requests;
  };
  like(other.example);
  for (const WarpExample& example : other.others) like(example);
  std::ranges::stable_sort(examples, std::greater(), &WarpExample::requests);
}

std::vector<WarpRequest> KernelFacts::requests() const {
  std::vector<WarpRequest> all;
  if (!result || !info) return all;
  for (const ObservedPlace& place : result->places) {
    if (place.file != file || place.line != line || place.requests == 0) continue;
    const auto same = std::ranges::find_if(all, [&](const WarpRequest& request) {
      const WarpExample &a = request.place->example, &b = place.example;
      return request.place->kind() == place.kind() && request.place->space == place.space &&
             request.place->arrays == place.arrays && a.bytes == b.bytes && a.offsets == b.offsets;
    });
    (same == all.end() ? all.emplace_back(WarpRequest{&place, {}}) : *same).add(place);
  }
  std::ranges::stable_sort(all, {}, [](const WarpRequest& request) {
    const int rank = rankOf(*request.place);
    return std::tuple(rank == 2, -wasted(request.sums), rank);
  });
  const bool memory = !all.empty() && rankOf(*all.front().place) < 2;
  if (memory) std::erase_if(all, [](const WarpRequest& request) { return rankOf(*request.place) == 2; });
  for (WarpRequest& request : all)
    request.shown = static_cast<std::size_t>(std::max(pattern, 0)) % request.examples.size();
  return all;
}

std::size_t KernelFacts::placesElsewhere() const {
  std::size_t places = 0;
  for (const ObservedText& text : elsewhere) places += text.places;
  return places;
}

KernelFacts kernelFacts(const ViewState& state) {
  KernelFacts facts;
  const Selection& named = kernelSelection(state);
  facts.variant = shownVariant(state, &named);
  facts.info = findVariantInfo(state, facts.variant);
  facts.result = findResult(state, facts.variant);
  const bool hasVariants = state.session.experiment && !state.session.experiment->variants.empty();
  if (!hasVariants || facts.variant.empty() || selectedIsElsewhere(state, named, facts))
    findOwnKernel(state, named, facts);
  facts.ofExperiment = facts.result || findVariantInfo(state, facts.variant);
  facts.resultToCome = facts.ofExperiment && !facts.result && state.sight.running;
  if (state.session.hello && state.session.hello->device.waveSize > 0)
    facts.waveSize = state.session.hello->device.waveSize;
  facts.cutOff = !facts.result && !facts.variant.empty() &&
                 std::ranges::find(state.session.sent, facts.variant, &OwnKernel::name) != state.session.sent.end();
  facts.neverRan = facts.result && facts.result->neverRan();
  if (facts.result) facts.modelledOn = modelledOn(state, *facts.result);
  if (facts.info) findText(state, named, facts);
  if (facts.launch && facts.lines.empty() && variantThatRan(state, facts.launch->event).empty())
    facts.provider = providerOf(*state.session.snapshot, facts.launch->event);
  if (facts.result && facts.info) countLines(facts);
  for (const ObservedText& text : facts.elsewhere)
    if (facts.nextFile.empty() && textOf(state, text.file)) facts.nextFile = text.file;
  facts.vocabulary = state.sight.choices.vocabulary;
  facts.pattern = state.sight.choices.pattern;
  facts.lineAsked = state.sight.lesson && state.sight.lesson->asksLine();
  facts.line = lineToShow(facts, state.sight.choices.line);
  findFinding(facts, state.sight.choices.line);
  if (facts.finding && facts.line == 0) facts.line = facts.finding->line;
  facts.occupancy = kernelOccupancy(state, facts);
  return facts;
}

void lookThroughLens(ViewState& state) {
  const auto to = state.sight.choices.lens;
  if (!to) return state.sight.lens.reset();
  const std::string_view source = kernelFacts(state).source;
  if (isSeenThroughLens(state.sight, source)) return;
  state.sight.lens =
      std::make_shared<const KernelLens>(KernelLens{std::string(source), throughLens(source, *to, MainHeader::Keep)});
}

}  // namespace strata::inline facts
