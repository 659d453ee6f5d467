#include "app/facts/own_kernels.h"

#include <algorithm>
#include <set>
#include <utility>

#include "app/facts/event_text.h"
#include "app/facts/variant_facts.h"
#include "engine/trace/device_work.h"
#include "engine/trace/trace_query.h"

namespace strata::inline facts {
namespace {

HostTime askedAt(const TraceSnapshot& snapshot, const TraceEvent& event) {
  const auto launch = isWork(event.kind) ? snapshot.launchOf(event.correlation) : std::nullopt;
  const TraceEvent* found = launch ? findEvent(snapshot, *launch) : nullptr;
  return found ? found->begin : event.begin;
}

bool isKernelHere(const ViewState& state, const std::optional<EventRef>& event) {
  const TraceEvent* found = state.session.snapshot && event ? findEvent(*state.session.snapshot, *event) : nullptr;
  return found && isKernel(*state.session.snapshot, *found);
}

bool ranKernel(const ViewState& state, CallId call) {
  if (!state.session.snapshot || call == CallId::None) return false;
  const TraceSnapshot& snapshot = *state.session.snapshot;
  return std::ranges::any_of(eventsOfCall(snapshot, call),
                             [&](EventRef ref) { return isKernel(snapshot, snapshot.event(ref)); });
}

}  // namespace

bool askedWithin(const TraceSnapshot& snapshot, const TraceEvent& event, const TraceEvent& around) {
  const HostTime asked = askedAt(snapshot, event);
  return around.begin <= asked && (around.open() || asked <= around.end());
}

std::vector<EventRef> slicesAround(const TraceSnapshot& snapshot, EventRef work, Storey storey) {
  const TraceEvent* event = findEvent(snapshot, work);
  if (!event) return {};
  std::vector<EventRef> found = eventsOfCall(snapshot, event->call, askedAt(snapshot, *event));
  std::erase_if(found, [&](EventRef ref) {
    const TraceEvent& each = snapshot.event(ref);
    return each.storey != storey || !askedWithin(snapshot, *event, each);
  });
  return found;
}

std::string_view variantThatRan(const ViewState& state, EventRef kernel) {
  std::string_view variant;
  if (!state.session.snapshot || !state.session.experiment || state.session.experiment->variants.empty())
    return variant;
  const std::string routine = "strata::" + state.session.experiment->name + "_";
  for (const EventRef ref : slicesAround(*state.session.snapshot, kernel, Storey::Library)) {
    const std::string_view name = state.session.snapshot->name(state.session.snapshot->event(ref).name);
    if (name.starts_with(routine)) variant = name.substr(routine.size());
  }
  return variant;
}

std::optional<CallId> newestCall(const TraceSnapshot& snapshot, std::uint32_t end,
                                 const std::function<bool(CallId)>& isMeant) {
  constexpr std::uint32_t kFarthest = 4096;  // calls looked at
  std::set<std::string_view> seen;
  for (std::uint32_t before = end; before-- > 1 && end - before < kFarthest;) {
    const auto info = snapshot.call(CallId{before});
    if (!info || info->top == kNoEvent || !seen.insert(snapshot.name(snapshot.event(info->top).name)).second) continue;
    if (isMeant(CallId{before})) return CallId{before};
  }
  return std::nullopt;
}

std::string_view kernelFamily(std::string_view kernel) {
  kernel = kernel.substr(0, kernel.find_first_of("<("));
  return kernel.substr(kernel.find_last_of(" :") + 1);
}

bool namesKernel(const ViewState& state) {
  const CallId call = state.sight.selection.call;
  return isKernelHere(state, state.sight.selection.event) || resultOfCall(state.session.results, call) ||
         ranKernel(state, call);
}

const Selection& kernelSelection(const ViewState& state) {
  return namesKernel(state) ? state.sight.selection : state.sight.named;
}

std::optional<EventRef> selectedKernel(const ViewState& state, const Selection& named) {
  return isKernelHere(state, named.event) ? named.event : std::nullopt;
}

std::optional<EventRef> kernelOfSelection(const ViewState& state, const Selection& named) {
  if (!state.session.snapshot) return std::nullopt;
  if (const auto kernel = selectedKernel(state, named)) return kernel;
  const TraceSnapshot& snapshot = *state.session.snapshot;
  const TraceEvent* selected = named.event ? findEvent(snapshot, *named.event) : nullptr;
  CallId call = selected ? selected->call : named.call;
  if (call == CallId::None && !state.session.results.empty()) call = CallId{state.session.results.front().medianCall};
  std::optional<EventRef> best;
  std::pair<bool, Duration> bestRank;
  for (const EventRef ref : eventsOfCall(snapshot, call)) {
    const TraceEvent& event = snapshot.event(ref);
    if (!isKernel(snapshot, event)) continue;
    const std::pair rank(selected && askedWithin(snapshot, event, *selected), shownDuration(state, event));
    if (best && rank <= bestRank) continue;
    best = ref;
    bestRank = rank;
  }
  return best;
}

std::string kernelName(std::string_view kernel) {
  const std::string_view family = kernelFamily(kernel);
  kernel.remove_prefix(static_cast<std::size_t>(family.data() - kernel.data()));
  return std::string(kernel.substr(0, kernel.find('(')));
}

bool definesKernel(std::string_view source, std::string_view kernel) {
  const std::string_view family = kernelFamily(kernel);
  return !family.empty() && source.find(" " + std::string(family) + "(") != std::string_view::npos;
}

bool definesAsNamed(std::string_view source, std::string_view kernel) {
  const std::string_view family = kernelFamily(kernel);
  const std::size_t at = source.find(" " + std::string(family) + "(");
  if (family.empty() || at == std::string_view::npos) return false;
  std::string_view before = source.substr(0, at);
  before.remove_prefix(before.find_last_of(";}") + 1);
  const bool isTemplate = before.find("template <") != std::string_view::npos;
  return isTemplate == (kernelName(kernel).find('<') != std::string::npos);
}

const VariantInfo* stepOfKernel(const ViewState& state, std::string_view kernel) {
  if (!state.session.ownSteps) return nullptr;
  for (const VariantInfo& step : *state.session.ownSteps)
    if (definesKernel(step.source, kernel)) return &step;
  return nullptr;
}

}  // namespace strata::inline facts
