#include <algorithm>
#include <string>
#include <vector>

#include "app/canvas/paint.h"
#include "app/facts/called_systems.h"
#include "app/lessons/lesson_sight.h"
#include "app/views/start/start_layout.h"
#include "app/views/start/start_pictures.h"
#include "app/views/view.h"
#include "app/words/messages.h"

// The page that an empty window begins with: what the storeys are called here, and three doors.

namespace strata::inline views {
namespace {

using Kind = StartAct::Kind;

struct Vendor {
  std::string_view key;  ///< of the map's systems
  Msg title;
};
constexpr Vendor kColumns[] = {{"cpu", Msg::StartCpu}, {"nvidia", Msg::StartCuda}, {"amd", Msg::StartRocm}};
constexpr std::size_t kNamesInCell = 2;

struct Name {
  std::string words;
  bool here = false;
};

/// What a storey is called for a vendor: systems that are here, then those that would be.
std::vector<Name> namesOf(const ViewState& state, Storey storey, std::string_view vendor) {
  std::vector<const System*> found, others;
  for (const System& system : stackMap().systems) {
    if (system.storey != storey || (system.vendor != vendor && system.vendor != "any")) continue;
    const bool shared = system.vendor == "any" && storey != Storey::Model && storey != Storey::Framework;
    if (shared) continue;  // runs on all of them, so it names none
    (systemHere(state, system) ? found : others).push_back(&system);
  }
  if (storey == Storey::Hardware && found.empty()) return {{std::string(text(Msg::StartNoGpu)), false}};
  std::vector<Name> names;
  names.reserve(found.size() + others.size());
  for (const System* system : found)
    names.push_back(onlyOfRecording(state, *system) ? Name{fillText(Msg::StartOfRecording, {system->name}), false}
                                                    : Name{system->name, true});
  if (storey != Storey::Hardware)
    for (const System* system : others) names.push_back({system->name, false});
  names.resize(std::min(names.size(), kNamesInCell));
  return names;
}

void drawNames(Canvas& canvas, Rect cell, const std::vector<Name>& names, float size) {
  const Theme& theme = canvas.theme();
  const float gap = size * 0.9f, dot = size / 6;
  for (const Name& name : names) {
    const Rect drawn =
        drawLine(canvas, cell, name.words,
                 {size, name.here ? Face::Bold : Face::Regular, name.here ? theme.textStrong : theme.textDim});
    const float next = drawn.right() + gap;
    if (&name != &names.back() && next < cell.right())
      canvas.fill({drawn.right() + (gap - dot) / 2, cell.y + (cell.h - dot) / 2, dot, dot}, theme.textDim, dot / 2);
    cell = {next, cell.y, std::max(0.f, cell.right() - next), cell.h};
  }
}

void drawTable(Canvas& canvas, const StartLayout& layout, const ViewState& state, const std::string& processor) {
  if (layout.table.box.h <= 0) return;
  const Theme& theme = canvas.theme();
  const float s = layout.scale;
  for (std::size_t vendor = 0; vendor < std::size(kColumns); ++vendor) {
    Rect head = layout.table.cell(0, vendor);
    head = {head.x, layout.table.box.y, head.w - 8 * s, layout.table.head};
    drawLine(canvas, head, text(kColumns[vendor].title), {13 * s, Face::Bold, theme.textStrong});
  }
  drawLine(canvas, {layout.table.box.x, layout.table.box.y, layout.table.label - 4 * s, layout.table.head},
           text(Msg::StartBold), look::dim(canvas, s * 0.9f));
  for (std::size_t i = 0; i < kStoreyCount; ++i) {
    const StoreyInfo& storey = storeys()[i];
    const Rect first = layout.table.cell(i, 0);
    canvas.fill({layout.table.box.x, first.y + 4 * s, 4 * s, first.h - 8 * s}, storey.color, 2 * s);
    drawLine(canvas, {layout.table.box.x + 12 * s, first.y, layout.table.label - 16 * s, first.h}, storey.title,
             {12.5f * s, Face::Bold, theme.text});
    for (std::size_t vendor = 0; vendor < std::size(kColumns); ++vendor) {
      const bool ours = vendor == 0 && storey.storey == Storey::Hardware && !processor.empty();
      const Rect cell = layout.table.cell(i, vendor);
      drawNames(canvas, {cell.x, cell.y, cell.w - 8 * s, cell.h},
                ours ? std::vector<Name>{{processor, true}} : namesOf(state, storey.storey, kColumns[vendor].key),
                12.5f * s);
    }
  }
}

/// As many lines as have room; the last of them ends with "…" where there would be more.
void drawParagraph(Canvas& canvas, Rect box, std::string_view words, const TextStyle& style, float height) {
  const std::vector<std::string> lines = wrapText(canvas, words, style, box.w);
  const auto room = static_cast<std::size_t>(std::max(0.f, box.h / height + 0.01f));
  for (std::size_t i = 0; i < std::min(room, lines.size()); ++i) {
    const bool cut = i + 1 == room && room < lines.size();
    drawLine(canvas, {box.x, box.y + static_cast<float>(i) * height, box.w, height},
             cut ? lines[i] + " " + lines[i + 1] : lines[i], style);
  }
}

void drawDoor(Canvas& canvas, const StartLayout& layout, std::size_t door, std::string_view title, Msg sentence) {
  const Theme& theme = canvas.theme();
  const float s = layout.scale;
  const StartLayout::Door& at = layout.doors[door];
  if (at.box.h < 30 * s) return;
  canvas.fill(at.box, theme.card, 6 * s);
  canvas.stroke(at.box, theme.cardBorder, 1, 6 * s);
  drawLine(canvas, {at.words.x, at.words.y, at.words.w, std::min(at.words.h, 26 * s)}, title,
           {16.25f * s, Face::Bold, theme.textStrong});
  const float below = at.words.y + 26 * s;
  drawParagraph(canvas, {at.words.x, below, at.words.w, at.words.bottom() - below}, text(sentence),
                look::soft(canvas, s), 17 * s);
}

void drawLesson(Canvas& canvas, const StartLayout& layout, const StartSight& start) {
  const Theme& theme = canvas.theme();
  const float s = layout.scale;
  const Rect box = layout.lesson;
  if (box.h < 40 * s || start.lessons == 0) return;
  const bool all = start.nextLesson.empty();
  const TextStyle strong{15 * s, Face::Bold, theme.accentText}, dim = look::dim(canvas, s);
  const float between = 6 * s;
  const float behind = start.nextLanguage.empty() ? 0 : canvas.measure(start.nextLanguage, dim) + between;
  const Rect title = drawLine(canvas, {box.x, box.y, box.w - behind, 20 * s},
                              all ? std::string(text(Msg::StartAllDone)) : start.nextLesson, strong);
  if (title.w > 0) drawLine(canvas, {title.right() + between, box.y, behind, 20 * s}, start.nextLanguage, dim);
  const float below = box.y + 22 * s;
  drawParagraph(canvas, {box.x, below, box.w, box.bottom() - below}, start.nextAbout, look::soft(canvas, s), 18 * s);
  if (layout.progress.h <= 0) return;
  const float share = static_cast<float>(start.lessonsDone) / static_cast<float>(start.lessons);
  const Rect bar{layout.progress.x, layout.progress.y + 2 * s, layout.progress.w, 5 * s};
  canvas.fill(bar, theme.boxBorder, 2.5f * s);
  if (share > 0) canvas.fill({bar.x, bar.y, bar.w * share, bar.h}, theme.good, 2.5f * s);
  drawLine(canvas, {bar.x, bar.bottom() + 2 * s, bar.w, 16 * s},
           fillText(Msg::LessonsDone, {std::to_string(start.lessonsDone), std::to_string(start.lessons)}),
           look::dim(canvas, s));
}

/// Words that are too long are written a little smaller before they are cut.
TextStyle fitted(const Canvas& canvas, Rect box, const std::string& words, TextStyle style) {
  constexpr float kSmallest = 0.85f;
  style.size *= std::clamp(box.w / std::max(1.f, canvas.measure(words, style)), kSmallest, 1.f);
  return style;
}

/// A long title is written smaller, then in two lines, before it is cut.
std::vector<std::string> titleLines(const Canvas& canvas, Rect box, const std::string& title, TextStyle& style) {
  constexpr float kLineShare = 1.3f;
  style = fitted(canvas, box, title, style);
  if (canvas.measure(title, style) <= box.w) return {title};
  std::vector<std::string> lines = wrapText(canvas, title, style, box.w);
  return lines.size() == 2 && 2 * kLineShare * style.size <= box.h ? lines : std::vector{title};
}

void drawExperiment(Canvas& canvas, Rect box, const StartSight::Experiment& experiment, bool pointed, float s) {
  const Theme& theme = canvas.theme();
  canvas.fill(box, pointed ? theme.row : theme.well, 4 * s);
  constexpr float kLeastSketch = 14, kLeastMargin = 2;
  TextStyle style{11.5f * s, Face::Regular, theme.text};
  const Rect inner = box.inset(4 * s, 0);
  const std::vector<std::string> lines = titleLines(canvas, inner, experiment.title, style);
  const auto count = static_cast<float>(lines.size());
  const float words = 18 * s + (count - 1) * 14 * s, room = box.h - words;
  const float margin = std::clamp((room - kLeastSketch) / 2, kLeastMargin, 6 * s);
  const Rect picture = Rect{box.x, box.y, box.w, room}.inset(12 * s, margin);
  const bool hasRoom = picture.h >= kLeastSketch;
  if (hasRoom) drawSketch(canvas, picture, experiment.name);
  const float top = hasRoom ? box.bottom() - words - 1 : box.y, height = (hasRoom ? words : box.h) / count;
  for (std::size_t i = 0; i < lines.size(); ++i)
    drawLine(canvas, {inner.x, top + static_cast<float>(i) * height, inner.w, height}, lines[i], style, Align::Center);
}

const StartSight::File& fileOf(const StartSight& start, const StartAct& act) {
  return (act.kind == Kind::Recent ? start.recent : start.shipped)[act.item];
}

void drawFile(Canvas& canvas, Rect box, const StartSight::File& file, bool pointed, float s) {
  const Theme& theme = canvas.theme();
  const Color ink = file.gone ? theme.textDim : theme.accentText;
  const TextStyle style{12.5f * s, Face::Regular, pointed ? theme.textStrong : ink};
  drawLine(canvas, box, file.title(), fitted(canvas, box, file.title(), style));
}

void drawAction(Canvas& canvas, const StartLayout& layout, const StartLayout::Action& action, const StartSight& start,
                bool pointed) {
  const Theme& theme = canvas.theme();
  const float s = layout.scale;
  switch (action.act.kind) {
    case Kind::NextLesson: return drawButton(canvas, action.box, text(Msg::StartNextLesson), s, true);
    case Kind::AllLessons: return drawButton(canvas, action.box, text(Msg::StartAllLessons), s, false);
    case Kind::Open: return drawButton(canvas, action.box, text(Msg::StartOpen), s, false);
    case Kind::Experiment: return drawExperiment(canvas, action.box, start.experiments[action.act.item], pointed, s);
    case Kind::Recent:
    case Kind::Shipped: drawFile(canvas, action.box, fileOf(start, action.act), pointed, s); return;
    case Kind::Close:
      drawLine(canvas, action.box, "×", {15 * s, Face::Regular, pointed ? theme.textStrong : theme.textSoft},
               Align::Center);
  }
}

void drawStart(Canvas& canvas, Rect area, const ViewState& state) {
  const StartSight nothing;
  const StartSight& start = state.sight.start ? *state.sight.start : nothing;
  const StartLayout layout = layOutStart(area, start);
  const Theme& theme = canvas.theme();
  const float s = layout.scale;
  if (layout.header.h <= 0) return;
  drawLine(canvas, {layout.header.x, layout.header.y, layout.header.w - 40 * s, layout.header.h},
           text(Msg::StartHeadline), {18.75f * s, Face::Bold, theme.textStrong});
  drawTable(canvas, layout, state, start.processor);
  drawDoor(canvas, layout, 0, std::string(text(Msg::StartLearn)) + (start.learner.empty() ? "" : " · " + start.learner),
           Msg::StartLearnWhat);
  drawDoor(canvas, layout, 1, text(Msg::StartExplore), Msg::StartExploreWhat);
  drawDoor(canvas, layout, 2, text(Msg::StartOpenDoor), Msg::StartOpenWhat);
  drawLesson(canvas, layout, start);
  if (layout.kept.h > 0) drawLine(canvas, layout.kept, start.kept, look::soft(canvas, s));
  if (layout.shipped.h > 0) drawLine(canvas, layout.shipped, text(Msg::StartShipped), look::dim(canvas, s));
  if (layout.more.h > 0)
    drawLine(canvas, layout.more, fillText(Msg::StartMore, {std::to_string(layout.leftOut)}), look::dim(canvas, s));
  for (const StartLayout::Action& action : layout.actions) {
    const bool pointed = state.sight.pointer && action.box.contains(*state.sight.pointer);
    drawAction(canvas, layout, action, start, pointed);
  }
}

std::string tipOf(const StartSight& start, const StartAct& act) {
  switch (act.kind) {
    case Kind::Experiment: return start.experiments[act.item].help;
    case Kind::Recent:
    case Kind::Shipped: return fileOf(start, act).path;
    case Kind::Close: return std::string(text(Msg::StartClose));
    default: return {};
  }
}

std::optional<Hit> hitStart(const Canvas&, Rect area, const ViewState& state, Point at) {
  if (!state.sight.start) return std::nullopt;
  for (const StartLayout::Action& action : layOutStart(area, *state.sight.start).actions)
    if (action.box.contains(at)) {
      Hit hit{state.sight.selection, tipOf(*state.sight.start, action.act)};
      hit.start = action.act;
      return hit;
    }
  return std::nullopt;
}

/// Of the lessons only: which experiments and files there are, the window knows.
void offerLessons(ViewState& state) {
  if (state.sight.start) return;
  auto start = std::make_shared<StartSight>();
  addLessons(*start, inLanguage(allLessons(), {}), readProgress());
  state.sight.start = std::move(start);
}

bool hasStart(const ViewState& state) {
  return state.sight.start != nullptr;
}

}  // namespace

const View& startView() {
  static const View kView{.name = "start",
                          .title = Msg::StartTitle,
                          .shows = "what the storeys are called here, and what to begin with",
                          .absent = "nothing is offered",
                          .order = 95,
                          .ofSession = false,
                          .draw = drawStart,
                          .hit = hitStart,
                          .hasContent = hasStart,
                          .complete = offerLessons};
  return kView;
}

}  // namespace strata::inline views
