#include "app/facts/seen_statistics.h"

#include "app/facts/event_table.h"

namespace strata::inline facts {

void addUpNames(ViewState& state) {
  const auto& event = state.sight.selection.event;
  const TraceSnapshot& snapshot = *state.session.snapshot;
  const TableChoices& choices = state.sight.choices.table;
  const NameAndShape line =
      event ? nameAndShape(snapshot, snapshot.event(*event), choices.rowsOfShapes()) : NameAndShape();
  state.sight.statistics = std::make_shared<const EventStatistics>(
      statisticsOf(snapshot, state.sight.measured.value_or(state.sight.range), line.name));
  state.sight.table = std::make_shared<const EventTable>(snapshot, state.sight.statistics, line, choices, nullptr);
}

}  // namespace strata::inline facts
