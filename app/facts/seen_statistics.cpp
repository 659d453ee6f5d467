#include "app/facts/seen_statistics.h"

#include "app/facts/event_table.h"
#include "app/facts/range_said.h"

namespace strata::inline facts {

void addUpNames(ViewState& state) {
  const auto& event = state.sight.selection.event;
  const TraceSnapshot& snapshot = *state.session.snapshot;
  const TableChoices& choices = state.sight.choices.table;
  const NameAndShape line =
      event ? nameAndShape(snapshot, snapshot.event(*event), choices.rowsOfShapes()) : NameAndShape();
  state.sight.statistics =
      std::make_shared<const EventStatistics>(statisticsOf(snapshot, rangeWanted(state), line.name));
  state.sight.table = std::make_shared<const EventTable>(snapshot, state.sight.statistics, line, choices, nullptr);
}

bool tableIsAsWanted(const ViewState& state) {
  TableChoices shown = state.sight.table->choices(), wanted = state.sight.choices.table;
  for (TableChoices* choices : {&shown, &wanted}) {
    choices->first = 0;
    choices->firstOf.reset();
  }
  return shown == wanted && state.sight.table->statistics().range == rangeWanted(state);
}

}  // namespace strata::inline facts
