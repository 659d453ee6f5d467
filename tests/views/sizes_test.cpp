#include <gtest/gtest.h>

#include "app/canvas/recording_canvas.h"
#include "app/facts/compared_sides.h"
#include "app/facts/what_if.h"
#include "app/lessons/class_lesson.h"
#include "app/lessons/lesson_file.h"
#include "app/lessons/lesson_sight.h"
#include "app/views/view.h"
#include "tests/views/sample_compiled.h"
#include "tests/views/sample_digits.h"
#include "tests/views/sample_frames.h"
#include "tests/views/sample_ladder.h"
#include "tests/views/sample_modelled.h"
#include "tests/views/sample_session.h"
#include "tests/views/sample_tokens.h"

namespace strata::sizes_test {
namespace {

std::vector<Rect> areas() {
  std::vector<Rect> all;
  for (const float w : {1.f, 40.f, 120.f, 300.f, 333.f, 480.f, 640.f, 941.f, 1294.f, 1920.f, 3840.f})
    for (const float h : {1.f, 30.f, 61.f, 120.f, 150.f, 240.f, 404.f, 1080.f, 2160.f}) all.push_back({17, 23, w, h});
  return all;
}

void expectInside(const RecordingCanvas& canvas, Rect area, const std::string& what) {
  constexpr float kHair = 1.01f;
  EXPECT_TRUE(canvas.clipsBalanced()) << what;
  for (const DrawOp& op : canvas.ops()) {
    const auto seen = op.visible();
    if (!seen) continue;
    const bool inside = seen->x >= area.x - kHair && seen->y >= area.y - kHair &&
                        seen->right() <= area.right() + kHair && seen->bottom() <= area.bottom() + kHair;
    ASSERT_TRUE(inside) << what << ": " << op.text << " at " << seen->x << "," << seen->y << " " << seen->w << "×"
                        << seen->h;
    ASSERT_FALSE(op.rect.w < 0 || op.rect.h < 0) << what << " draws a negative size";
  }
}

// Letters reach from a bit below the top of their line box to a bit above its bottom.
Rect letters(const DrawOp& op) {
  return op.rect.inset(0.3f, op.rect.h * 0.2f);
}

void expectReadable(const RecordingCanvas& canvas, const std::string& what) {
  const std::vector<const DrawOp*> texts = canvas.of(DrawOp::Kind::Text);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const DrawOp& a = *texts[i];
    if (!a.visible()) continue;
    const bool cut = a.clip && (a.rect.x < a.clip->x - 0.5f || a.rect.right() > a.clip->right() + 0.5f);
    EXPECT_FALSE(cut) << what << " cuts " << a.text;
    for (std::size_t j = i + 1; j < texts.size(); ++j) {
      const Rect p = letters(a), q = letters(*texts[j]);
      const bool apart = p.x >= q.right() || q.x >= p.right() || p.y >= q.bottom() || q.y >= p.bottom();
      ASSERT_TRUE(apart) << what << ": \"" << a.text << "\" and \"" << texts[j]->text << "\" overlap";
    }
  }
}

void sweep(ViewState state, const std::string& what) {
  for (const View& view : allViews()) {
    if (state.session.snapshot && state.session.snapshot->bounds()) completeFor(view, state);
    for (const Rect area : areas()) {
      RecordingCanvas canvas;
      state.sight.pointer = Point{area.x + area.w * 0.55f, area.y + area.h * 0.6f};
      view.draw(canvas, area, state);
      const std::string where =
          what + ", " + std::string(view.name) + " " + std::to_string(int(area.w)) + "×" + std::to_string(int(area.h));
      expectInside(canvas, area, where);
      expectReadable(canvas, where);
      view.hit(canvas, area, state, *state.sight.pointer);
    }
  }
}

TEST(Sizes, ARunFitsEverywhere) {
  SampleSession session;
  session.addRun(8);
  ViewState state = session.state();
  state.session.results = {sampleResult("naive", 1, 9.6), sampleResult("tiled", 4, 32.1),
                           sampleResult("library", 210, 3.2)};
  sweep(state, "run");
  state.sight.selection = {state.session.snapshot->workOf(CorrelationId{8}), CallId{4}};
  sweep(state, "selection");
}

TEST(Sizes, FramesFitEverywhere) {
  SampleSession session;
  addFrames(session, 40);
  ViewState state = session.state();
  sweep(state, "frames of a file");
  auto live = sampleLiveFrame();
  live->torn = 5;
  live->different = 1;
  live->pacing = FramePacing::SemaphoreOff;
  live->sentence = "The window draws on another GPU than the one that computes, so they cannot share its memory.";
  live->paused = true;
  state.sight.frame = live;
  RunResult refused;
  refused.variant = "device";
  refused.status = RunResult::Status::Unsupported;
  refused.message = live->sentence;
  state.session.results = {refused};
  sweep(state, "frames that come");
}

TEST(Sizes, ALadderFitsEverywhere) {
  ViewState state = sampleLadderState();
  sweep(state, "ladder without roofs");
  addRoofs(state.session.results, 1e10, 2e11);
  for (int i = 0; i < 9; ++i) {
    state.session.results.insert(state.session.results.begin() + 1, state.session.results[1]);
    state.session.results[1].variant = "register_" + std::to_string(i);
  }
  state.sight.choices.variant = "tiled";
  sweep(state, "ladder");
  state.sight.choices.variant = "naive";
  state.sight.choices.compiled = {"sm_90", false, CompiledSource{"naive", "gfx90a"}};
  state.sight.compiled = std::make_shared<const CompiledSight>(sampleCompiled());
  sweep(state, "compiled");
  state.sight.choices.compiled = {"gfx1030"};
  sweep(state, "not compiled yet");
  state.sight.compiled = nullptr;
  state.sight.choices.variant = "naive";
  state.sight.choices.line = 4;
  state.session.results[0].places = {samplePlace(4, 512), samplePlace(4, 4), samplePlace(3, 0)};
  ObservedPlace shared = samplePlace(4, 132);
  shared.space = "shared";
  shared.wavefronts = 320, shared.phases = 10;
  state.session.results[0].places.push_back(shared);
  for (const char* limit : {"blocks_by_waves", "blocks_by_registers", "blocks_by_shared_memory", "occupancy"})
    state.session.results[0].figures.push_back({limit, 0.5, "", Provenance::Modelled});
  sweep(state, "observed");
}

TEST(Sizes, ModelledTimesAndWhatIsAskedOfThemFitEverywhere) {
  SampleSession session;
  session.addRun(3);
  ViewState state = sampleModelled();
  const ViewState plain = session.state();
  state.session.snapshot = plain.session.snapshot;
  state.session.storeys = plain.session.storeys;
  state.sight.range = plain.sight.range;
  for (const SpeedKind kind : {SpeedKind::Measured, SpeedKind::Modelled, SpeedKind::Published}) {
    state.sight.choices.speeds = kind;
    sweep(state, "modelled");
  }
  state.sight.choices.speeds = SpeedKind::Modelled;
  state.sight.choices = withKnob(state, state.session.results[0], Knob::Clock, 0.45e9);
  state.sight.choices = withKnob(state, state.session.results[0], Knob::Registers, 200);
  sweep(state, "what if");
  state.sight.choices = withKnob(state, state.session.results[0], Knob::Threads, 1024);
  sweep(state, "what cannot be");
  state.session.gpu = nullptr;
  sweep(state, "no figures");
}

TEST(Sizes, ModelsTensorsAndComparisonsFitEverywhere) {
  SampleSession session, other;
  session.addRun(3);
  other.addRun(5);
  ViewState state = session.state();
  const ViewState second = other.state();
  ViewState digits = sampleDigits();
  state.session.results = digits.session.results;
  state.session.previews = digits.session.previews;
  state.session.tensor = digits.session.previews[1];
  ModelledRun modelled;
  modelled.gpuTitle = "NVIDIA RTX A6000";
  modelled.seconds = 3e-3;
  modelled.bound = "load_unit";
  for (const char* bound :
       {"load_unit", "memory", "l2", "latency", "issue", "arithmetic", "matrix", "last_cache", "launch", "alone"})
    modelled.only.push_back({bound, 2e-3 / static_cast<double>(1 + modelled.only.size())});
  modelled.basis = "4 of 65536 blocks";
  state.session.results[0].modelled = modelled;
  state.session.tokens = sampleTokens(3);
  state.sight.frame = sampleLiveFrame();
  ComparedSession one = wholeSession(state), two = wholeSession(second);
  one.title = "a session.pftrace · Run 1 · matmul 512×512×512", two.title = "another.pftrace";
  state.sight.comparison = std::make_shared<const Comparison>(compareSessions(one, two, std::nullopt));
  for (const View& view : allViews()) {
    completeFor(view, state);
    EXPECT_TRUE(view.hasContent(state) || view.name == "roofline" || view.name == "kernel" || view.name == "compiled")
        << view.name;
  }
  sweep(state, "models");
  state.session.tokens = sampleTokens(400);
  state.sight.choices.token = 7;
  state.sight.choices.cell = {1, 2};
  state.sight.selection = {state.session.snapshot->workOf(CorrelationId{4}), CallId{2}};
  sweep(state, "chosen");
}

TEST(Sizes, ManyEventsAndAStateOfTrouble) {
  SampleSession session;
  session.addRun(3000);
  session.open({session.host(Storey::Model),
                "an endless repeat with quite a long name",
                200'000'000,
                0,
                3001,
                0,
                EventKind::Slice,
                Storey::Model,
                {},
                {}});
  session.store().setDropped(session.host(Storey::Driver), 1'234'567);
  ViewState state = session.state();
  state.sight.live = state.sight.running = true;
  for (StoreyState& storey : state.session.storeys) {
    storey.available = false;
    storey.reason = "not installed: a long sentence about why this storey cannot be seen on this machine at all";
  }
  sweep(state, "trouble");
  state.sight.range = {{SampleSession::kStart + 275'000}, {SampleSession::kStart + 275'300}};
  state.sight.scroll = 55;
  sweep(state, "zoomed in");
}

/// Something was predicted, so that Explain has what to draw.
Bet anyBet(const Question& question) {
  Bet bet = firstBet(question);
  if (question.kind == Question::Kind::Place) question.unit == "line" ? bet.number = 12 : (bet.word = "runtime", 0);
  return bet;
}

TEST(Sizes, EveryPageOfEveryLessonFitsEverywhere) {
  const View& view = *findView("lesson");
  for (const LessonFile& file : lessonsIn(STRATA_SOURCE_DIR "/assets/lessons")) {
    ASSERT_TRUE(file.lesson.ok());
    LessonPlayer player(std::make_shared<const Lesson>(file.lesson.value()));
    for (;; player.skip()) {
      ViewState state;
      if (player.page().kind == Page::Kind::Ask) {
        state.sight.lesson = sightOf(player, false, {});
        for (const Rect area : areas()) {
          RecordingCanvas canvas;
          view.draw(canvas, area, state);
          expectInside(canvas, area, "before the prediction");
        }
        player.bet(anyBet(player.page().question));
      }
      state.sight.lesson = sightOf(player, player.index() % 2 == 0, {});
      for (const Rect area : areas()) {
        RecordingCanvas canvas;
        view.draw(canvas, area, state);
        const std::string where = player.lesson().name + " page " + std::to_string(player.index() + 1) + " " +
                                  std::to_string(int(area.w)) + "×" + std::to_string(int(area.h));
        expectInside(canvas, area, where);
        expectReadable(canvas, where);
        view.hit(canvas, area, state, {area.x + area.w / 2, area.bottom() - 20});
        if (HasFailure()) return;
      }
      if (player.atEnd()) break;
    }
  }
}

TEST(Sizes, EverySlideOfEveryLessonFitsEverywhere) {
  const View& view = *findView("lesson");
  for (const LessonFile& file : lessonsIn(STRATA_SOURCE_DIR "/assets/lessons")) {
    ClassLesson lesson(std::make_shared<const Lesson>(file.lesson.value()));
    for (;; lesson.player().skip()) {
      ViewState state;
      for (const std::size_t row : {0, 1, 1, 2}) lesson.raise(row);
      lesson.step(1), lesson.guess(), lesson.step(5), lesson.guess();
      lesson.reveal();
      state.sight.lesson = lesson.sight(false, lesson.player().index() == 1 ? "Nothing runs here. Try again." : "");
      for (const Rect area : areas()) {
        RecordingCanvas canvas;
        view.draw(canvas, area, state);
        const std::string where = lesson.player().lesson().name + " slide " +
                                  std::to_string(lesson.player().index() + 1) + " " + std::to_string(int(area.w)) +
                                  "×" + std::to_string(int(area.h));
        expectInside(canvas, area, where);
        expectReadable(canvas, where);
        view.hit(canvas, area, state, {area.x + area.w / 2, area.bottom() - 20});
        if (HasFailure()) return;
      }
      if (lesson.player().atEnd()) break;
    }
  }
}

TEST(Sizes, NothingToShow) {
  sweep(ViewState{}, "no snapshot");
  SampleSession empty;
  sweep(empty.state(), "empty session");
}

TEST(Sizes, TheStartPageFitsEverywhere) {
  StartSight start;
  start.nextLesson = "Warps and divergence: what a branch costs";
  start.nextAbout = "A branch costs what both of its sides cost, where lanes of a warp disagree.";
  start.lessons = 24;
  start.lessonsDone = 7;
  for (int i = 0; i < 17; ++i)
    start.experiments.push_back({"matmul", "Normalisation " + std::to_string(i), "What it is."});
  for (int i = 0; i < 8; ++i)
    start.recent.push_back({"a session with a rather long name " + std::to_string(i) + ".pftrace", "/somewhere"});
  ViewState state;
  state.sight.start = std::make_shared<const StartSight>(start);
  sweep(state, "start");
}

TEST(Sizes, TheListOfLessonsFitsWithItsCurve) {
  LessonSight list;
  for (int i = 0; i < 24; ++i)
    list.list.push_back(
        {"05-coalescing", "Coalescing: neighbours side by side", "Why order decides.", "", 10, i < 3, i == 5});
  list.calibration = {{1, 1.2, 3, 8, 1e6}, {1, 8}, 7, 4};
  list.learner = "Ada Lovelace";
  list.list[7].language = "(Englisch)";
  list.list[5].goesOn = "page 5 of 13";
  ViewState state;
  state.sight.lesson = std::make_shared<const LessonSight>(list);
  sweep(state, "list");
}

}  // namespace
}  // namespace strata::sizes_test
