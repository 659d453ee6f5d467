#include "app/views/words_here.h"

#include <algorithm>
#include <cmath>
#include <string_view>
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

bool isOnLineOf(Rect a, Rect b) {
  return std::abs(a.bottom() - b.bottom()) < std::min(a.h, b.h) / 2;
}

/// From line to line.
void sortAsRead(std::vector<Words>& all) {
  std::ranges::stable_sort(all, {}, [](const Words& words) { return words.first.bottom(); });
  for (auto line = all.begin(); line != all.end();) {
    const auto next = std::find_if(line, all.end(), [&](const Words& w) { return !isOnLineOf(line->first, w.first); });
    std::stable_sort(line, next, [](const Words& a, const Words& b) { return a.first.x < b.first.x; });
    line = next;
  }
}

/// What stands between the two as they are read.
std::string_view between(Rect before, Rect next) {
  constexpr float kSpace = 0.12f;  // of a letter's height; less is between two styles of a word
  if (!isOnLineOf(before, next)) return "\n";
  return next.x - before.right() < kSpace * next.h ? "" : " ";
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

std::string wordsOf(decltype(View::draw) draw, Rect area, const ViewState& state) {
  RecordingCanvas drawn;
  draw(drawn, area, state);
  auto all = wordsInSight(drawn);
  sortAsRead(all);
  std::string told;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i > 0) told += between(all[i - 1].first, all[i].first);
    told += all[i].second->text;
  }
  return told;
}

}  // namespace strata::inline views
