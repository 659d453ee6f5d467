#include "app/facts/range_said.h"
#include "app/facts/storey_shares.h"
#include "app/views/stack/storey_shares_paint.h"
#include "app/views/view.h"

namespace strata::inline views {
namespace {

bool hasShares(const ViewState& state) {
  return state.sight.shares && state.sight.shares->calls > 0;
}

void addUp(ViewState& state) {
  state.sight.choices.allCalls = true;
  state.sight.shares = std::make_shared<const StoreyShares>(
      storeySharesOf(*state.session.snapshot, rangeWanted(state), state.sight.choices.level));
}

}  // namespace

const View& sharesView() {
  static const View kView{.name = "shares",
                          .title = Msg::StudioStack,
                          .shows = "all calls as shares of their time on each storey",
                          .absent = "it holds no finished call in that time",
                          .order = 20,
                          .dock = ViewDock::None,
                          .draw = drawStoreyShares,
                          .hit = hitStoreyShares,
                          .hasContent = hasShares,
                          .complete = addUp};
  return kView;
}

}  // namespace strata::inline views
