#include "app/cli/lesson_image.h"

#include <utility>

#include "app/facts/choice_names.h"
#include "app/facts/page_selection.h"
#include "app/facts/selections.h"
#include "app/session/session.h"
#include "app/session/session_messages.h"
#include "app/still/still.h"
#include "app/still/view_image.h"
#include "app/views/view.h"

namespace strata::inline cli {
namespace {

constexpr float kImageWidth = 960, kImageHeight = 500;

void lookAs(const Page& page, const Session& session, ViewState& state) {
  ViewChoices& choices = state.sight.choices;
  choices.variant = page.sight.variant;
  choices.line = page.sight.line;
  choices.speeds = choiceNamed<SpeedKind>(kSpeedKindNames, page.sight.speeds).value_or(choices.speeds);
  const TraceSnapshot& snapshot = *state.session.snapshot;
  const Selection selection =
      selectionOf(page, snapshot, state.session.results, state.session.experiment.get(), medianCalls(session.runs()));
  if (selection == Selection{}) return;
  state.sight.selection = selection;
  if (page.sight.zoom && selection.event) state.sight.range = rangeOf(snapshot, *selection.event, state.sight.now);
}

}  // namespace

std::string RecordingImages::operator()(const LessonPlayer& player) {
  const Page& page = player.page();
  const Page* opened = player.runInSight();
  const View* view = findView(page.sight.view);
  if (!view || !opened || opened->kind != Page::Kind::Open || opened > &page) return {};
  if (std::string path = player.lesson().recordingOf(*opened); path != m_path) {
    const auto recording = std::make_shared<Session>();
    m_recording = recording->open(path).ok() ? recording : nullptr;
    m_path = std::move(path);
  }
  if (!m_recording) return {};
  ViewState state = stillOf(*m_recording);
  lookAs(page, *m_recording, state);
  return viewImage(*view, state, kImageWidth, kImageHeight, ImageCaption::None);
}

}  // namespace strata::inline cli
