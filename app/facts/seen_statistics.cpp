#include "app/facts/seen_statistics.h"

#include "app/facts/event_table.h"

namespace strata::inline facts {

void addUpNames(ViewState& state) {
  const auto& event = state.sight.selection.event;
  const NameId name = event ? state.session.snapshot->event(*event).name : NameId::None;
  state.sight.statistics = std::make_shared<const EventStatistics>(
      statisticsOf(*state.session.snapshot, state.sight.measured.value_or(state.sight.range), name));
  state.sight.table = std::make_shared<const EventTable>(*state.session.snapshot, state.sight.statistics, name,
                                                         state.sight.choices.table, nullptr);
}

}  // namespace strata::inline facts
