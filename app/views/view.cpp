#include "app/views/view.h"

#include <algorithm>
#include <vector>

#include "app/views/registered_views.h"
#include "engine/protocol/nearest_name.h"

namespace strata::inline views {

std::span<const View> allViews() {
  static const std::vector<View> kAll = [] {
    const auto found = registeredViews();
    std::vector<View> all(found.begin(), found.end());
    std::ranges::sort(all, {}, &View::order);
    return all;
  }();
  return kAll;
}

const View* findView(std::string_view name) {
  const auto all = allViews();
  const auto found = std::ranges::find_if(
      all, [&](const View& view) { return view.name == name || (!view.alias.empty() && view.alias == name); });
  return found == all.end() ? nullptr : &*found;
}

Error noSuchView(const std::string& name) {
  std::vector<std::string> known;
  for (const View& view : allViews()) known.emplace_back(view.name);
  return {ErrorCode::Usage, "The lesson wants a view \"" + name + "\"; " + suggestion(name, known)};
}

std::string absentIn(const View& view, const ViewState& state) {
  const auto& snapshot = state.session.snapshot;
  if (!snapshot || !snapshot->bounds()) return "it holds no event";
  const std::string lacks = view.lacks ? view.lacks(state) : std::string();
  return lacks.empty() ? std::string(view.absent) : lacks;
}

std::string toldOf(const View& view, const ViewState& state) {
  const std::string figures = view.figures ? view.figures(state) : std::string();
  return std::string(view.shows) + (figures.empty() ? "" : ": " + figures);
}

void completeFor(const View& view, ViewState& state) {
  state.sight.choices.allCalls = false;
  if (view.complete) view.complete(state);
}

}  // namespace strata::inline views
