// Draws one view of a saved session into an SVG file: strata_view_pictures FILE VIEW 640x400 dark|light|projector
// OUT.svg [KEY=VALUE …], where the keys are those of ViewChoices (variant, line, token, cell=ROW,COLUMN,
// words=cuda|hip|opencl, all=1) and call=NUMBER, pointer=X,Y. For looking at views without a window.

#include <charconv>
#include <cstdio>
#include <fstream>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/session.h"
#include "app/views/svg_canvas.h"
#include "app/views/views.h"
#include "engine/protocol/json_fields.h"
#include "layers/model/experiments.h"

namespace strata {
namespace {

using Draw = std::function<void(Canvas&, Rect, const ViewState&)>;

const std::map<std::string_view, Draw>& views() {
  static const std::map<std::string_view, Draw> kViews{
      {"stack", drawStack},   {"timeline", drawTimeline}, {"memory", drawMemory},   {"tensor", drawTensor},
      {"tokens", drawTokens}, {"cnn", drawCnn}, {"roofline", drawRoofline}, {"results", drawResults}, {"kernel", drawKernel}};
  return kViews;
}

/// Two numbers with any one character between them; what cannot be read is 0.
std::array<std::int64_t, 2> pairOf(std::string_view words) {
  std::array<std::int64_t, 2> pair{};
  const char* const end = words.data() + words.size();
  const char* const behind = std::from_chars(words.data(), end, pair[0]).ptr;
  if (behind < end) std::from_chars(behind + 1, end, pair[1]);
  return pair;
}

/// The experiment that the newest result names; null where none does.
std::shared_ptr<const ExperimentInfo> experimentOf(const TraceSnapshot& snapshot) {
  std::string name;
  for (const SessionMessage& message : snapshot.messages()) {
    if (message.kind != MessageKind::Result) continue;
    const auto json = nlohmann::json::parse(message.json, nullptr, false);
    if (json.is_object()) name = textField(json, "experiment", name);
  }
  for (const ExperimentInfo* info : experiments())
    if (info->name == name) return {std::shared_ptr<void>(), info};
  return nullptr;
}

ViewState stateOf(const Session& session) {
  ViewState state;
  state.snapshot = session.snapshot();
  state.storeys = session.storeys();
  state.hello = session.hello();
  state.results = session.results();
  state.experiment = experimentOf(*state.snapshot);
  if (auto tensor = session.tensor()) state.tensor = std::make_shared<SessionMessage>(std::move(*tensor));
  state.previews = session.previews();
  state.tokens = session.tokens();
  state.range = state.snapshot->bounds().value_or(TimeRange{});
  state.now = state.range.end;
  return state;
}

void choose(ViewState& state, std::string_view key, std::string_view value) {
  const auto number = pairOf(value)[0];
  if (key == "variant") state.choices.variant = value;
  if (key == "line") state.choices.line = static_cast<int>(number);
  if (key == "token") state.choices.token = number;
  if (key == "cell") state.choices.cell = pairOf(value);
  if (key == "all") state.choices.allCalls = number != 0;
  if (key == "words")
    state.choices.vocabulary = value == "hip"      ? Vocabulary::Hip
                               : value == "opencl" ? Vocabulary::OpenCl
                                                   : Vocabulary::Cuda;
  if (key == "pointer") {
    const auto [x, y] = pairOf(value);
    state.pointer = Point{static_cast<float>(x), static_cast<float>(y)};
  }
  if (key == "call") {
    state.selection.call = CallId{static_cast<std::uint32_t>(number)};
    if (const auto call = state.snapshot->call(state.selection.call)) state.selection.event = call->top;
  }
}

int run(const std::vector<std::string>& words) {
  if (words.size() < 5 || !views().contains(words[1])) {
    std::fputs("strata_view_pictures FILE VIEW 640x400 dark|light|projector OUT.svg [KEY=VALUE ...]; views:", stderr);
    for (const auto& [name, draw] : views()) std::fprintf(stderr, " %s", std::string(name).c_str());
    std::fputs("\n", stderr);
    return 2;
  }
  Session session;
  if (const auto opened = session.open(words[0]); !opened.ok()) {
    std::fprintf(stderr, "%s\n", opened.error().message.c_str());
    return 1;
  }
  ViewState state = stateOf(session);
  for (std::size_t i = 5; i < words.size(); ++i) {
    const std::size_t equals = words[i].find('=');
    if (equals != std::string::npos) choose(state, words[i].substr(0, equals), words[i].substr(equals + 1));
  }
  const auto [w, h] = pairOf(words[2]);
  const auto width = static_cast<float>(w), height = static_cast<float>(h);
  SvgCanvas canvas(width, height,
                   words[3] == "light"       ? lightTheme()
                   : words[3] == "projector" ? projectorTheme()
                                             : darkTheme());
  canvas.fill({0, 0, width, height}, canvas.theme().background);
  views().at(words[1])(canvas, {0, 0, width, height}, state);
  std::ofstream(words[4]) << canvas.document();
  return 0;
}

}  // namespace
}  // namespace strata

int main(int count, char** words) {
  return strata::run({words + 1, words + count});
}
