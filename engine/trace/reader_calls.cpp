#include "engine/trace/reader_calls.h"

namespace strata::inline trace {

template <class Use>
void ReaderCalls::eachWay(const TraceEvent& event, const EventArrows* arrows, Use use) {
  constexpr std::uint64_t kArrow = 0x9E3779B97F4A7C15u;  // ids of arrows are any, those of correlations small
  if (event.correlation != CorrelationId::None) use(static_cast<std::uint64_t>(event.correlation));
  if (!arrows) return;
  for (const std::uint32_t id : arrows->moreLaunches) use(std::uint64_t{id});
  for (const std::uint64_t id : arrows->flows) use(id ^ kArrow);
  for (const std::uint64_t id : arrows->endingFlows) use(id ^ kArrow);
}

void ReaderCalls::note(const DecodedEvent& decoded) {
  if (isWork(decoded.event.kind))
    eachWay(decoded.event, decoded.arrows.get(), [this](std::uint64_t way) { m_toWork.insert(way); });
}

void ReaderCalls::place(TraceEvent& event, ForeignRole role, const EventArrows* arrows) {
  if (event.kind == EventKind::Counter) return;
  const EventStep step = eventStep(event);
  if (isOnDevice(event.kind)) {
    eachWay(event, arrows, [&](std::uint64_t way) {
      const auto launch = m_callOf.find(way);
      if (event.call == CallId::None && launch != m_callOf.end()) event.call = launch->second;
    });
    return;
  }
  CallUnderWay& thread = m_underWay[event.track];
  if (step == EventStep::End) return thread.ended(event.begin);
  bool launchesWork = false;
  eachWay(event, arrows, [&](std::uint64_t way) { launchesWork = launchesWork || m_toWork.contains(way); });
  const CallId call = thread.of(event, role, launchesWork, [this] { return CallId{m_state.calls.fresh()}; }).call;
  if (event.call == CallId::None && event.storey != Storey::Model) event.call = call;
  if (event.call != CallId::None)
    eachWay(event, arrows, [&](std::uint64_t way) { m_callOf.try_emplace(way, event.call); });
  if (step == EventStep::Begin) thread.begun();
}

}  // namespace strata::inline trace
