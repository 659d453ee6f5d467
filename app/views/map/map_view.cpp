#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "app/canvas/color_math.h"
#include "app/canvas/format.h"
#include "app/canvas/paint.h"
#include "app/facts/called_systems.h"
#include "app/facts/event_statistics.h"
#include "app/facts/range_said.h"
#include "app/facts/seen_statistics.h"
#include "app/views/map/map_layout.h"
#include "app/views/view.h"
#include "app/words/messages.h"

// Every system that people hear of in its place: by storey and by vendor; what of it is on this machine, and what this
// session called.

namespace strata::inline views {
namespace {

TextStyle bold(const Canvas& canvas, float s) {
  return {kMapText * s, Face::Bold, canvas.theme().textStrong};
}
TextStyle soft(const Canvas& canvas, float s) {
  return {kMapText * s, Face::Regular, canvas.theme().textSoft};
}
TextStyle dim(const Canvas& canvas, float s) {
  return {kMapText * s, Face::Regular, canvas.theme().textDim};
}

using CalledSystems = std::map<const System*, CalledSystem>;

void drawBox(Canvas& canvas, const MapLayout& layout, const MapLayout::Box& one, const ViewState& state,
             const CalledSystems& called) {
  const Theme& theme = canvas.theme();
  const float s = layout.scale;
  const Color color = storeyInfo(one.system->storey).color;
  const bool here = systemHere(state, *one.system).has_value(), isCalled = called.contains(one.system);
  const bool chosen = state.sight.choices.system == one.system->name;
  const System* read = stackMap().find(state.sight.choices.system);
  const bool counterpart = read && std::ranges::find(read->counterparts, one.system->name) != read->counterparts.end();
  if (here) canvas.fill(one.box, color, 4 * s);
  if (!here) {
    canvas.fill(one.box, theme.background, 4 * s);  // over the line across
    canvas.stroke(one.box, theme.cardBorder, 1, 4 * s);
  }
  if (isCalled) canvas.stroke(one.box.inset(-2, -2), theme.white, 2, 5 * s);
  if (chosen || counterpart) canvas.stroke(one.box.inset(-1, -1), theme.accent, chosen ? 2 : 1, 4 * s);
  drawLine(canvas, one.box.inset(2 * s, 0), one.system->name,
           {kMapText * s, here ? Face::Bold : Face::Regular, here ? inkOn(color) : theme.textSoft}, Align::Center);
}

/// Lines from the top of a box down.
class Lines {
 public:
  Lines(Canvas& canvas, Rect box) : m_canvas(canvas), m_box(box) {}
  void add(const std::string& words, const TextStyle& style) {
    for (const std::string& line : wrapText(m_canvas, words, style, m_box.w)) {
      const float height = style.size * kLineHeight * 1.08f;
      if (m_box.h < height) return;
      drawLine(m_canvas, {m_box.x, m_box.y, m_box.w, height}, line, style);
      m_box.y += height;
      m_box.h -= height;
    }
  }

 private:
  Canvas& m_canvas;
  Rect m_box;
};

std::string hereText(const ViewState& state, const System& system) {
  const auto here = systemHere(state, system);
  if (!here) return std::string(text(state.sight.systems ? Msg::MapNotHere : Msg::MapLooking));
  std::string words = here->version;
  if (!here->where.empty()) words += (words.empty() ? "" : " · ") + here->where;
  if (words.empty()) return std::string(text(Msg::MapIsHereSomewhere));
  return fillText(onlyOfRecording(state, system) ? Msg::MapOfRecording : Msg::MapIsHere, {words});
}

/// Of what is counted.
TimeRange countedOf(const ViewState& state) {
  return state.sight.statistics ? state.sight.statistics->range : rangeWanted(state);
}

/// What the colours mean; frames are of what is counted.
std::string legendWords(const ViewState& state) {
  std::string words(text(saidOfRange(
      state, countedOf(state), {Msg::MapFilled, Msg::MapFilledMeasured, Msg::MapFilledInSight, Msg::MapFilledBefore})));
  if (state.sight.takesClicks()) words.append(" · ").append(text(Msg::MapClick));
  return words;
}

/// The date behind it, where the source does not say the same.
std::string sourceWords(const std::string& source, const std::string& date) {
  return source.find(date) != source.npos ? source : fillText(Msg::MapSource, {source, date});
}

/// What people say of a storey, with date and source; without a storey, the legend.
void drawClaims(Canvas& canvas, Rect box, const StackMap& map, const ViewState& state, float s) {
  const std::string& storey = state.sight.choices.system;
  const auto chosen = storeyFromKey(storey);
  if (!chosen) return Lines(canvas, box).add(legendWords(state), dim(canvas, s));
  Lines left(canvas, {box.x, box.y, box.w / 2 - 8 * s, box.h}),
      right(canvas, {box.x + box.w / 2, box.y, box.w / 2, box.h});
  left.add(fillText(Msg::MapSaid, {storeyInfo(*chosen).title}), bold(canvas, s));
  bool first = true;
  for (const Claim& claim : map.claims) {
    if (claim.storey != *chosen) continue;
    Lines& lines = std::exchange(first, !first) ? left : right;
    lines.add(claim.text, soft(canvas, s));
    if (const auto source = map.sources.find(claim.source); source != map.sources.end())
      lines.add(sourceWords(source->second, claim.date), dim(canvas, s));
  }
}

void drawDetails(Canvas& canvas, const MapLayout& layout, const StackMap& map, const ViewState& state,
                 const CalledSystems& called) {
  const float s = layout.scale;
  const bool read = !state.sight.choices.system.empty();
  if (layout.details.h < (read ? 30.f : kMapText * s)) return;
  const Theme& theme = canvas.theme();
  canvas.line({layout.details.x, layout.details.y}, {layout.details.right(), layout.details.y}, theme.divider, 1);
  if (!read) return void(drawLine(canvas, layout.details, legendWords(state), dim(canvas, s)));
  const Rect box = layout.details.inset(0, 6);
  const System* system = map.find(state.sight.choices.system);
  if (!system) return drawClaims(canvas, box, map, state, s);
  const float half = box.w > 640 * s ? box.w * 0.6f : box.w;
  Lines left(canvas, {box.x, box.y, half - 12 * s, box.h});
  left.add(system->name, bold(canvas, s));
  left.add(system->what, soft(canvas, s));
  const bool two = half < box.w;
  Lines right(canvas, {box.x + half, box.y, box.w - half, box.h});
  Lines& facts = two ? right : left;
  facts.add(hereText(state, *system), soft(canvas, s));
  if (const auto found = called.find(system); found != called.end())
    facts.add(fillText(saidOfRange(state, countedOf(state),
                                   {Msg::MapCalledInAll, Msg::MapCalledMeasured, Msg::MapCalled, Msg::MapCalledBefore}),
                       {counted(found->second.count, Msg::OneCall, Msg::Calls), formatDuration(found->second.total)}),
              soft(canvas, s));
  if (!system->counterparts.empty()) {
    std::string names;
    for (const std::string& other : system->counterparts) names += (names.empty() ? "" : ", ") + other;
    facts.add(fillText(Msg::MapCounterparts, {names}), soft(canvas, s));
  }
  if (const auto source = map.sources.find(system->source); source != map.sources.end())
    facts.add(sourceWords(source->second, system->date), dim(canvas, s));
}

/// A vendor, and what of it the session is about.
void drawColumnHead(Canvas& canvas, Rect box, std::size_t column, const ViewState& state, float s) {
  constexpr Msg kVendors[] = {Msg::MapNvidia, Msg::MapAmd, Msg::MapCpu};
  const VendorInSession here = inSession(state, kMapVendors[column]);
  std::vector<HeaderPiece> pieces{
      {std::string(text(kVendors[column])), {kMapText * s, Face::Bold, canvas.theme().textLabel}}};
  if (!here.device.empty()) pieces.push_back({fillText(Msg::MapThisSession, {here.device}), soft(canvas, s), 1});
  if (!here.modelled.empty()) pieces.push_back({fillText(Msg::MapModelledFor, {here.modelled}), soft(canvas, s), 2});
  drawHeader(canvas, box, std::move(pieces));
}

MapLayout layoutOf(const Canvas& canvas, Rect area, const ViewState& state) {
  const ViewChoices& choices = state.sight.choices;
  return layOutMap(canvas, area, stackMap(), !choices.system.empty(), choices.mapScroll);
}

void drawMap(Canvas& canvas, Rect area, const ViewState& state) {
  const StackMap& map = stackMap();
  if (map.systems.empty())
    return drawTeachingNote(canvas, area.inset(area.w / 20, 0), text(Msg::MapNoData), {text(Msg::MapNoDataHint)});
  const MapLayout layout = layoutOf(canvas, area, state);
  const Theme& theme = canvas.theme();
  const float s = layout.scale;
  const CalledSystems called = calledSystems(state);
  std::string here(text(Msg::MapLooking));
  if (state.sight.systems)
    here =
        fillText(Msg::MapHere, {std::to_string(state.sight.systems->found.size()), std::to_string(map.systems.size())});
  drawHeader(canvas, layout.header,
             {{std::string(text(Msg::MapTitle)), bold(canvas, s)}, {here, dim(canvas, s), 1, true}});
  for (std::size_t i = 0; i < layout.columns.size(); ++i) drawColumnHead(canvas, layout.columns[i], i, state, s);
  for (const MapLayout::Band& band : layout.bands) {
    canvas.line({band.box.x, band.box.y}, {band.box.right(), band.box.y}, theme.grid, 1);
    if (band.name.w <= 0) continue;
    const float above = layout.band;
    canvas.fill({band.name.x, band.name.y + above, 3 * s, std::max(0.f, band.name.h - 2 * above)},
                storeyInfo(band.storey).color, 1);
    drawLine(canvas, {band.name.x + 8 * s, band.name.y + above, band.name.w - 10 * s, layout.box},
             storeyInfo(band.storey).title, soft(canvas, s));
  }
  for (const Rect span : layout.spans) canvas.fill(span, canvas.theme().cardBorder, 0);
  for (const MapLayout::Box& box : layout.boxes) drawBox(canvas, layout, box, state, called);
  if (layout.thumb.h > 0 && state.sight.takesClicks()) canvas.fill(layout.thumb, theme.buttonBorder, 2);
  drawDetails(canvas, layout, map, state, called);
}

ViewChoices scrollMap(const Canvas& canvas, Rect area, const ViewState& state, float lines) {
  ViewChoices choices = state.sight.choices;
  if (stackMap().systems.empty()) return choices;
  const MapLayout layout = layoutOf(canvas, area, state);
  choices.mapScroll = std::clamp(layout.above + lines, 0.f, layout.most);
  return choices;
}

std::optional<Hit> hitMap(const Canvas& canvas, Rect area, const ViewState& state, Point at) {
  const StackMap& map = stackMap();
  if (map.systems.empty()) return std::nullopt;
  const MapLayout layout = layoutOf(canvas, area, state);
  for (const MapLayout::Band& band : layout.bands)
    if (band.name.contains(at)) {
      Hit hit{state.sight.selection, fillText(Msg::MapSaid, {storeyInfo(band.storey).title}), state.sight.choices};
      hit.choices->system = storeyInfo(band.storey).key;
      return hit;
    }
  for (const MapLayout::Box& box : layout.boxes) {
    if (!box.box.contains(at)) continue;
    Hit hit{state.sight.selection, box.system->name + "\n" + box.system->what + "\n" + hereText(state, *box.system),
            state.sight.choices};
    hit.choices->system = box.system->name;
    return hit;
  }
  return std::nullopt;
}

void lookAround(ViewState& state) {
  if (!state.sight.systems)
    state.sight.systems = std::make_shared<const SystemsHere>(findSystems(stackMap(), PlacesToLook::ofThisMachine()));
  if (countedOf(state) != rangeWanted(state) || !state.sight.statistics) addUpNames(state);
}

bool hasMap(const ViewState& state) {
  return !stackMap().systems.empty() && state.session.snapshot && state.session.snapshot->bounds();
}

}  // namespace

const View& mapView() {
  static const View kView{.name = "map",
                          .title = Msg::StudioMap,
                          .shows = "every system of the AI stack in its place, and which are here",
                          .absent = "its data is not installed",
                          .order = 85,
                          .dock = ViewDock::Top,
                          .needsStatistics = true,
                          .draw = drawMap,
                          .hit = hitMap,
                          .hasContent = hasMap,
                          .complete = lookAround,
                          .scrolled = scrollMap};
  return kView;
}

}  // namespace strata::inline views
