#include "app/facts/seen_statistics.h"

#include "app/facts/event_statistics.h"

namespace strata::inline facts {

void addUpNames(ViewState& state) {
  const auto& event = state.sight.selection.event;
  const NameId name = event ? state.session.snapshot->event(*event).name : NameId::None;
  state.sight.statistics = std::make_shared<const EventStatistics>(
      statisticsOf(*state.session.snapshot, state.sight.measured.value_or(state.sight.range), name));
}

}  // namespace strata::inline facts
