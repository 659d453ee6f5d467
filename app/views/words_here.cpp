#include "app/views/words_here.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "app/canvas/recording_canvas.h"

namespace strata::inline views {
namespace {

using Words = std::pair<Rect, const DrawOp*>;

std::vector<Words> wordsInSight(const RecordingCanvas& drawn) {
  std::vector<Words> all;
  for (const DrawOp* words : drawn.of(DrawOp::Kind::Text))
    if (const auto seen = words->visible(); seen && seen->w > 0 && seen->h > 0) all.emplace_back(*seen, words);
  return all;
}

std::string lineOf(std::vector<Words> all, Rect line) {
  std::erase_if(all, [&](const Words& words) {
    const float middle = words.first.y + words.first.h / 2;
    return middle < line.y || middle >= line.bottom();
  });
  std::ranges::stable_sort(all, {}, [](const Words& words) { return words.first.x; });
  std::string row;
  for (const auto& [rect, words] : all) row += (row.empty() ? "" : "\t") + words->text;
  return row;
}

}  // namespace

WordsHere wordsHere(const View& view, Rect area, const ViewState& state, Point at) {
  RecordingCanvas drawn;
  view.draw(drawn, area, state);
  const auto all = wordsInSight(drawn);
  const auto found = std::ranges::find_if(all, [&](const Words& words) { return words.first.contains(at); });
  if (found != all.end()) return {found->second->text, lineOf(all, found->first)};
  const auto hit = state.session.snapshot ? view.hit(drawn, area, state, at) : std::nullopt;
  if (!hit || hit->tooltip.empty()) return {};
  std::string told = hit->tooltip;
  const std::string first = told.substr(0, told.find('\n'));
  std::ranges::replace(told, '\n', '\t');
  return {first, told};
}

}  // namespace strata::inline views
