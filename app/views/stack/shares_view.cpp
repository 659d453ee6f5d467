#include <fmt/format.h>

#include <string>

#include "app/facts/range_said.h"
#include "app/facts/storey_shares.h"
#include "app/views/stack/storey_shares_paint.h"
#include "app/views/view.h"

namespace strata::inline views {
namespace {

bool hasShares(const ViewState& state) {
  return state.sight.shares && state.sight.shares->calls > 0;
}

/// Of modules and annotations, where the operations of that time could be shown.
std::string whySharesLack(const ViewState& state) {
  const auto& shares = state.sight.shares;
  if (!shares || shares->level == CallLevel::Op) return {};
  const std::string lacks = fmt::format("it holds no {} in that time", callLevelKey(shares->level));
  const bool operations = storeySharesOf(*state.session.snapshot, shares->range).calls > 0;
  return operations ? lacks + "; --level op has its operations" : lacks;
}

void addUp(ViewState& state) {
  state.sight.choices.allCalls = true;
  state.sight.shares = std::make_shared<const StoreyShares>(
      storeySharesOf(*state.session.snapshot, rangeWanted(state), state.sight.choices.level, state.session.timed));
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
                          .lacks = whySharesLack,
                          .complete = addUp};
  return kView;
}

}  // namespace strata::inline views
