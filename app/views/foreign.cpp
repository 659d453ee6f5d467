#include "app/views/foreign.h"

#include "app/words/messages.h"

namespace strata::inline views {

bool isForeign(const ViewState& state) {
  return state.session.snapshot && state.session.snapshot->bounds() && !state.session.hello &&
         state.session.results.empty();
}

std::string_view storeyWhat(const ViewState& state, const StoreyInfo& info) {
  return info.storey == Storey::Model && isForeign(state) ? text(Msg::ForeignModel) : info.what;
}

}  // namespace strata::inline views
