#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "app/canvas/recording_canvas.h"
#include "app/facts/kernel_facts.h"
#include "app/facts/kernel_tokens.h"
#include "app/facts/variant_facts.h"
#include "app/facts/warp_picture.h"
#include "app/views/kernel/kernel_layout.h"
#include "app/views/spots.h"
#include "app/views/view.h"
#include "app/words/messages.h"
#include "tests/views/kernel_sample.h"

namespace strata::kernel_view_test {
namespace {

TEST(Kernel, EachLineStandsBesideItsNumberInOrder) {
  const RecordingCanvas canvas = drawn(ladder());
  float y = 0;
  for (int line = 1; line <= 5; ++line) {
    const DrawOp* number = canvas.findText(std::to_string(line));
    ASSERT_NE(number, nullptr) << line;
    EXPECT_GT(number->rect.y, y);
    y = number->rect.y;
  }
  const DrawOp* type = canvas.findText("int");
  ASSERT_NE(type, nullptr);
  EXPECT_EQ(type->style.color, codeColor(canvas.theme(), CodeKind::Type));
}

TEST(Kernel, ALaunchThatAQuestionHidesIsNotSaidToBeMissing) {
  ViewState state = ladder();
  state.session.snapshot = TraceStore().snapshot();
  state.session.results.clear();
  EXPECT_NE(drawn(state).findText(text(Msg::KernelNoLaunch)), nullptr);
  state.session.hidden = LessonHides::Answer;
  const RecordingCanvas canvas = drawn(state);
  EXPECT_EQ(canvas.findText(text(Msg::KernelNoLaunch)), nullptr);
  EXPECT_NE(canvas.findTextWith("Hidden while the lesson asks"), nullptr);
}

TEST(Kernel, ATextThatWasBroughtAlongIsShownAlsoWhereItFailed) {
  ViewState state = ladder();
  RunResult mine;
  mine.variant = "mine";
  mine.status = RunResult::Status::Failed;
  mine.message = "mine.cu does not compile:\nmine.cu:1:1: error: no";
  mine.text = "// by hand\n__global__ void by_hand(int n) {}\n";
  state.session.results.push_back(mine);
  const auto before = state.session.experiment;
  state.session.experiment = withOwnKernels(before, state.session.results);
  ASSERT_EQ(state.session.experiment->variants.size(), before->variants.size() + 1);
  EXPECT_FALSE(ofLibrary(state, mine));
  state.sight.choices.variant = "mine";
  EXPECT_NE(drawn(state).findTextWith("by_hand"), nullptr);
  EXPECT_EQ(kernelFacts(state).kernel, "by_hand");
  EXPECT_NE(drawn(state).findTextWith("mine.cu"), nullptr) << "the header names it as its writer does";
  EXPECT_EQ(drawn(state).findTextWith("kernels/own"), nullptr);
  EXPECT_TRUE(troubleText(mine).ends_with("mine.cu does not compile")) << troubleText(mine);
  state.session.results.pop_back();
  EXPECT_EQ(withOwnKernels(before, state.session.results), before);
}

TEST(Kernel, CountsStandAtTheirLine) {
  const ViewState state = observed();
  const RecordingCanvas canvas = drawn(state);
  const KernelFacts facts = kernelFacts(state);
  const KernelLayout layout = layOutKernel(canvas, kArea, facts, state.sight.choices);
  const auto expectAt = [&](std::string_view words, int line, CountColumn column) {
    const Rect cell = layout.columns[static_cast<std::size_t>(column)];
    for (const DrawOp* op : canvas.of(DrawOp::Kind::Text)) {
      const Rect row = layout.row(line);
      if (op->text == words && op->rect.y + op->rect.h / 2 > row.y && op->rect.y + op->rect.h / 2 < row.bottom() &&
          op->rect.x >= cell.x && op->rect.right() <= cell.right() + 1)
        return;
    }
    ADD_FAILURE() << words << " is not at line " << line;
  };
  expectAt("32", 4, CountColumn::Sectors);
  expectAt("12.5 %", 4, CountColumn::Used);
  expectAt("32", 4, CountColumn::Lanes);
  expectAt("4×", 3, CountColumn::Banks);
  expectAt("16", 3, CountColumn::Lanes);
  EXPECT_EQ(facts.line, 4) << "the line that wastes most is shown by itself";
}

TEST(Kernel, WithoutCountsItSaysHowToGetThem) {
  ViewState state = ladder();
  const RecordingCanvas canvas = drawn(state);
  std::string all;
  for (const DrawOp& op : canvas.ops()) all += op.text + " ";
  EXPECT_NE(all.find("set Observe to memory"), std::string::npos);
  EXPECT_NE(all.find("not known"), std::string::npos) << "occupancy";
}

TEST(Kernel, WhileItsStepRunsTheCountsAreToCome) {
  ViewState state = ladder();
  state.session.results.clear();
  state.sight.choices.variant = "naive";
  const auto says = [&](Msg why) { return drawn(state).findTextWith(std::string(text(why)).substr(0, 12)) != nullptr; };
  EXPECT_TRUE(says(Msg::KernelNotObserved));
  state.sight.live = state.sight.running = true;
  EXPECT_TRUE(says(Msg::KernelCountsToCome));
  EXPECT_FALSE(says(Msg::KernelNotObservedHere));
}

TEST(Kernel, TheWarpTouchesTheSectorsThatWereCounted) {
  const Rect box{0, 0, 400, 110};
  const auto pictureOf = [&](std::int64_t stride) {
    static ObservedPlace place;
    place = samplePlace(4, stride);
    WarpRequest request{&place, {}};
    request.add(place);
    return warpPicture(box, 1, request, 32);
  };
  const std::map<std::int64_t, std::size_t> expected{{0, 1}, {4, 4}, {8, 8}, {16, 16}, {32, 32}, {512, 32}};
  for (const auto& [stride, sectors] : expected) {
    const WarpPicture picture = pictureOf(stride);
    EXPECT_EQ(picture.sectors, sectors) << stride;
    EXPECT_EQ(picture.cells.size(), sectors);
    EXPECT_EQ(picture.fetchedBytes, sectors * 32);
    EXPECT_EQ(picture.usedBytes, stride == 0 ? 4u : 128u);
    EXPECT_EQ(picture.activeLanes, 32u);
    ASSERT_EQ(picture.lanes.size(), 32u);
    for (const auto& lane : picture.lanes) {
      ASSERT_EQ(lane.to.size(), 1u);
      EXPECT_GE(lane.to[0].x, box.x);
      EXPECT_LE(lane.to[0].x, box.right());
    }
  }
}

// Column reads of a 32 × 32 tile: 32 words of one bank. With rows of 33 words no two meet.
TEST(Kernel, BanksStandHighWhereLanesMeet) {
  const auto pictureOf = [](std::int64_t row, std::uint32_t bytes) {
    static ObservedPlace place;
    place = {"f", 1, "load", "shared", 1, 32};
    place.example.bytes = bytes;
    for (std::int64_t lane = 0; lane < 32; ++lane) place.example.offsets.push_back(lane * row);
    WarpRequest request{&place, {}};
    request.add(place);
    return warpPicture({0, 0, 400, 110}, 1, request, 32);
  };
  EXPECT_EQ(pictureOf(128, 4).ways, 32u);
  EXPECT_EQ(pictureOf(128, 4).banks, 1u);
  EXPECT_EQ(pictureOf(132, 4).ways, 1u);
  EXPECT_EQ(pictureOf(132, 4).banks, 32u);
  EXPECT_EQ(pictureOf(0, 4).ways, 1u) << "one word for all is no conflict";
  EXPECT_EQ(pictureOf(16, 16).phases, 4u) << "16 bytes a lane go in four turns";
  EXPECT_EQ(pictureOf(16, 16).ways, 1u);
  EXPECT_EQ(pictureOf(0, 16).phases, 2u) << "the same 16 bytes for all go in two";
  EXPECT_EQ(pictureOf(0, 16).ways, 1u);
}

// out[…] = tile[x][y]: what the line wastes is in shared memory, and its stores are whole.
TEST(Kernel, TheFirstRequestOfALineIsTheOneThatWastesMost) {
  ViewState state = observed();
  ObservedPlace store = samplePlace(4, 4);
  store.what = "store";
  state.session.results[0].places = {store, state.session.results[0].places[1]};
  state.session.results[0].places[1].line = store.line;
  state.sight.choices.line = store.line;
  const auto spaces = [&] {
    std::string all;
    for (const WarpRequest& request : kernelFacts(state).requests()) all += request.place->space + " ";
    return all;
  };
  EXPECT_EQ(spaces(), "shared global ");
  EXPECT_NE(drawn(state).findTextWith(fillText(Msg::KernelWarpOf, {"shared", "load", "4"})), nullptr);
  state.session.results[0].places[1].wavefronts = state.session.results[0].places[1].phases;
  EXPECT_EQ(spaces(), "global shared ") << "neither wastes anything";
}

TEST(Kernel, LanesThatTookNoPartAreDark) {
  ViewState state = observed();
  state.session.results[0].places[0].example.offsets[5] = -1;
  const RecordingCanvas canvas = drawn(state);
  const Color lane = storeyInfo(Storey::Runtime).color;
  std::size_t lit = 0;
  const KernelLayout layout = layOutKernel(canvas, kArea, kernelFacts(state), state.sight.choices);
  for (const DrawOp* op : canvas.of(DrawOp::Kind::Fill, lane))
    lit += op->rect.y < layout.warp.bottom() && op->rect.x > layout.warp.x;
  EXPECT_EQ(lit, 31u);
}

TEST(Kernel, WithoutAnExampleOnlyAveragesAreDrawn) {
  ViewState state = observed();
  state.session.results[0].places[0].example = {};
  const RecordingCanvas canvas = drawn(state);
  EXPECT_NE(canvas.findTextWith("average of 10 requests"), nullptr);
  ObservedPlace place = state.session.results[0].places[0];
  WarpRequest request{&place, {}};
  request.add(place);
  for (const auto& lane : warpPicture({0, 0, 400, 110}, 1, request, 32).lanes) EXPECT_TRUE(lane.to.empty());
}

TEST(Kernel, LaunchIsTheMedianCallsOrTheSelectedKernel) {
  ViewState state = ladder();
  state.sight.choices.variant = "tiled";
  const KernelFacts facts = kernelFacts(state);
  ASSERT_TRUE(facts.launch);
  EXPECT_EQ(facts.launch->blocks(), 256u);
  EXPECT_EQ(facts.launch->threads(), 1024u);
  const RecordingCanvas canvas = drawn(state);
  EXPECT_NE(canvas.findTextWith("grid 16×16 = 256 blocks"), nullptr);
  EXPECT_NE(canvas.findTextWith("32 warps of 32"), nullptr);
  state.sight.selection = {state.session.snapshot->workOf(CorrelationId{2}), CallId{1}};
  const auto selected = kernelFacts(state).launch;
  ASSERT_TRUE(selected);
  EXPECT_EQ(selected->event, *state.sight.selection.event);
}

TEST(Kernel, ThreadsOfAFindingAreDrawnAndNamed) {
  ViewState state = ladder();
  const std::size_t before = drawn(state).of(DrawOp::Kind::Fill, RecordingCanvas().theme().warning).size();
  Finding race{"race", "sample_naive", "kernels/sample/naive.cuh", 4, {1, 0, 0}, {3, 0, 0}, "Both."};
  race.grid = {2, 1, 1}, race.blockSize = {64, 1, 1};
  Finding outside = race;
  outside.kind = "out of bounds", outside.line = 3;
  race.otherFile = race.file, race.otherLine = 5, race.otherBlock = {1, 0, 0}, race.otherThread = {40, 0, 0};
  state.session.results[0].findings = KernelFindings{{"64"}, 2, 128, 9, 0, 0, {outside, race}};
  KernelFacts facts = kernelFacts(state);
  ASSERT_NE(facts.finding, nullptr);
  EXPECT_EQ(facts.finding->kind, "out of bounds") << "the first";
  EXPECT_EQ(facts.line, 3);
  EXPECT_EQ(facts.launch->blocks(), 2u);
  EXPECT_EQ(facts.launch->threads(), 64u);
  for (const int line : {4, 5}) {  // of either thread
    state.sight.choices.line = line;
    ASSERT_NE(kernelFacts(state).finding, nullptr);
    EXPECT_EQ(kernelFacts(state).finding->kind, "race");
  }
  const RecordingCanvas canvas = drawn(state);
  EXPECT_NE(canvas.findTextWith("filled: thread (3, 0, 0) of block (1, 0, 0)"), nullptr);
  EXPECT_NE(canvas.findTextWith("outlined: thread (40, 0, 0) of block (1, 0, 0)"), nullptr);
  const auto filled = canvas.of(DrawOp::Kind::Fill, canvas.theme().warning);
  const auto outlined = canvas.of(DrawOp::Kind::Stroke, canvas.theme().warning);
  ASSERT_EQ(filled.size(), before + 1);
  ASSERT_EQ(outlined.size(), 1u);
  EXPECT_GT(outlined[0]->rect.y, filled[before]->rect.y) << "thread 40 is in the second row of 32";
  state.sight.choices.variant = "tiled";
  EXPECT_EQ(kernelFacts(state).finding, nullptr) << "another step's";
}

TEST(Kernel, TheMostFrequentRequestIsDrawnAndAClickDrawsTheNext) {
  ViewState state = observed();
  ObservedPlace& place = state.session.results[0].places[0];
  place.widthOf = "sm_90";
  place.example.requests = 9;
  place.others = {{4, std::vector<std::int64_t>(32, -1), 1}};
  place.others[0].offsets[0] = 0;
  const RecordingCanvas canvas = drawn(state);
  EXPECT_NE(canvas.findTextWith("like 9 of 10 requests · 1 of 2 patterns"), nullptr);
  EXPECT_NE(canvas.findTextWith("4 B in sm_90 code"), nullptr);
  EXPECT_NE(canvas.findTextWith("32 lanes → "), nullptr);
  const Rect warp = layOutKernel(canvas, kArea, kernelFacts(state), state.sight.choices).warp;
  const auto hit = findView("kernel")->hit(canvas, kArea, state, {warp.x + warp.w / 2, warp.y + warp.h / 2});
  ASSERT_TRUE(hit && hit->choices);
  EXPECT_NE(hit->tooltip.find("4 bytes a lane at once, as sm_90 code has the line"), std::string::npos);
  state.sight.choices = *hit->choices;
  EXPECT_NE(drawn(state).findTextWith("like 1 of 10 requests · 2 of 2 patterns"), nullptr);
  EXPECT_NE(drawn(state).findTextWith("1 lane → "), nullptr);
  state.session.results[0].places[0].widthOf = "nvcc";
  EXPECT_NE(drawn(state).findTextWith("4 B in PTX"), nullptr) << "a session of before machine code was counted";
  state.session.results[0].places[0].widthOf = "text";
  EXPECT_NE(drawn(state).findTextWith("4 B by the source"), nullptr);
}

TEST(Kernel, SpeaksTheWordsOfTheChosenVendor) {
  ViewState state = observed();
  state.sight.choices.variant = "naive";
  EXPECT_NE(drawn(state).findText("Warp"), nullptr);
  state.sight.choices.vocabulary = Vocabulary::Hip;
  EXPECT_NE(drawn(state).findText("Wavefront"), nullptr);
  state.sight.choices.vocabulary = Vocabulary::OpenCl;
  EXPECT_NE(drawn(state).findTextWith("work-groups"), nullptr);
}

TEST(Kernel, OccupancyShowsTheLimitThatBinds) {
  ViewState state = ladder();
  state.session.hello->device.backend = "cuda";
  state.sight.choices.variant = "tiled";
  state.session.results[1].figures = {{"registers", 40, "per thread", Provenance::Counted},
                                      {"occupancy", 0.75, "", Provenance::Modelled},
                                      {"blocks_by_waves", 8, "blocks per SM", Provenance::Modelled},
                                      {"blocks_by_registers", 6, "blocks per SM", Provenance::Modelled},
                                      {"blocks_by_blocks", 32, "blocks per SM", Provenance::Modelled}};
  const RecordingCanvas canvas = drawn(state);
  for (const char* words : {"75 %", "8 blocks", "6 blocks", "32 blocks", "40 registers a thread", "modelled"})
    EXPECT_NE(canvas.findText(words), nullptr) << words;
  EXPECT_EQ(canvas.findText("shared memory allows"), nullptr) << "no limit of this kernel";
  EXPECT_EQ(canvas.of(DrawOp::Kind::Fill, canvas.theme().warning).size(), 1u) << "only the one that binds";
}

/// A text that is longer than the view is high.
ViewState ofLongText() {
  ViewState state = observed();
  std::string text = "__global__ void sample_naive() {\n";
  for (int i = 0; i < 200; ++i) text += "  x += " + std::to_string(i) + ";\n";
  auto info = std::make_shared<ExperimentInfo>(*state.session.experiment);
  info->variants[0].source = text;
  state.session.experiment = info;
  return state;
}

TEST(Kernel, ArrowsScrollTheTextAlsoWhereItsLinesHaveNoCounts) {
  const View& view = *findView("kernel");
  ViewState state = ofLongText();
  state.session.results[0].places.clear();
  const auto layout = [&] { return layOutKernel(RecordingCanvas(), kArea, kernelFacts(state), state.sight.choices); };
  const KernelLayout before = layout();
  const auto press = [&](std::optional<Spot> spot, Way way) {
    const auto choices = scrolledUnder(view, kArea, state, *spot, nextSpot(view, kArea, state, spot, way), way);
    if (choices) state.sight.choices = *choices;
    return choices.has_value();
  };
  const auto spotOn = [&](int line) {
    const Rect row = layout().row(line);
    return spotAt(view, kArea, state, {row.x + 50, row.y + row.h / 2});
  };
  const auto last = spotOn(before.firstLine + before.lineCount - 1);
  ASSERT_TRUE(last);
  EXPECT_TRUE(press(last, Way::Down));
  EXPECT_EQ(layout().firstLine, before.firstLine + 1);
  EXPECT_FALSE(press(spotOn(before.firstLine + 3), Way::Down)) << "the next line is in sight";
  EXPECT_TRUE(press(spotOn(layout().firstLine), Way::Up));
  EXPECT_EQ(layout().firstLine, before.firstLine);
}

TEST(Kernel, AClickChoosesTheLineAndTheTextStaysWhereItIs) {
  ViewState state = ofLongText();
  const RecordingCanvas canvas;
  const KernelLayout before = layOutKernel(canvas, kArea, kernelFacts(state), state.sight.choices);
  ASSERT_LT(before.lineCount, 60);
  const Rect row = before.row(before.firstLine + before.lineCount - 1);
  const auto hit = findView("kernel")->hit(canvas, kArea, state, {row.x + 50, row.y + 3});
  ASSERT_TRUE(hit && hit->choices);
  EXPECT_EQ(hit->choices->line, before.firstLine + before.lineCount - 1);
  state.sight.choices = *hit->choices;
  EXPECT_EQ(layOutKernel(canvas, kArea, kernelFacts(state), state.sight.choices).firstLine, before.firstLine);
  // A line chosen elsewhere is brought into sight.
  state.sight.choices.kernelScroll = 0;
  state.sight.choices.line = 150;
  const KernelLayout after = layOutKernel(canvas, kArea, kernelFacts(state), state.sight.choices);
  EXPECT_LE(after.firstLine, 150);
  EXPECT_GT(after.firstLine + after.lineCount, 150);
}

TEST(Kernel, ScrollingStopsAtBothEnds) {
  ViewState state = observed();
  for (const float lines : {-1000.f, 1000.f, 3.f}) {
    state.sight.choices = findView("kernel")->scrolled(RecordingCanvas(), {0, 0, 300, 120}, state, lines);
    const KernelLayout layout =
        layOutKernel(RecordingCanvas(), {0, 0, 300, 120}, kernelFacts(state), state.sight.choices);
    EXPECT_GE(layout.firstLine, 1);
    EXPECT_LE(layout.firstLine + layout.lineCount - 1, 5);
  }
}

TEST(Kernel, ATooltipSaysHowManyLanesOfAnAtomicFollowOneAnother) {
  ViewState state = observed();
  ObservedPlace& shared = state.session.results[0].places[1];
  shared.what = "store", shared.sameAddress = 8;
  const Rect row = layOutKernel(RecordingCanvas(), kArea, kernelFacts(state), state.sight.choices).row(3);
  const auto hit = findView("kernel")->hit(RecordingCanvas(), kArea, state, {row.x + 50, row.y + 3});
  ASSERT_TRUE(hit);
  EXPECT_NE(hit->tooltip.find("shared atomic, line 3"), std::string::npos) << hit->tooltip;
  EXPECT_NE(hit->tooltip.find("up to 8 lanes change one address, one after the other, unless"), std::string::npos)
      << hit->tooltip;
}

TEST(Kernel, TooltipsSayWhatWasCounted) {
  const ViewState state = observed();
  const RecordingCanvas canvas;
  const KernelLayout layout = layOutKernel(canvas, kArea, kernelFacts(state), state.sight.choices);
  const Rect row = layout.row(4);
  const auto hit = findView("kernel")->hit(canvas, kArea, state, {row.x + 50, row.y + 3});
  ASSERT_TRUE(hit);
  EXPECT_NE(hit->tooltip.find("32 sectors of 32 bytes a request, 12.5 % of the fetched bytes used"), std::string::npos)
      << hit->tooltip;
  EXPECT_NE(hit->tooltip.find("counted"), std::string::npos);
  const auto launch = findView("kernel")->hit(canvas, kArea, state, {layout.launch.x + 20, layout.launch.y + 30});
  ASSERT_TRUE(launch);
  EXPECT_EQ(launch->selection.call, CallId{1});
}

TEST(Kernel, WhatCannotBeShownGetsASentence) {
  EXPECT_NE(drawn(ViewState{}).findText(text(Msg::KernelEmpty)), nullptr);
  ViewState state = ladder();
  state.sight.choices.variant = "library";
  EXPECT_NE(drawn(state).findTextWith("vendor's routine"), nullptr);
  state.session.experiment = nullptr;
  EXPECT_NE(drawn(state).findText(text(Msg::KernelUnknown)), nullptr);
  EXPECT_FALSE(findView("kernel")->hit(RecordingCanvas(), kArea, state, {100, 100}));
}

TEST(Kernel, OddCountsDrawNothingOdd) {
  ViewState state = observed();
  ObservedPlace odd = samplePlace(4, std::int64_t{1} << 50);
  odd.example.bytes = 16;
  state.session.results[0].places = {odd,
                                     {"kernels/sample/naive.cuh", -3, "load", "global", 1, 1},
                                     {"kernels/sample/naive.cuh", 4, "branch", "", 0, 0},
                                     {"", 4, "store", "shared", 5, 5},
                                     samplePlace(999, 4)};
  state.sight.choices.line = 4;
  const RecordingCanvas canvas = drawn(state);
  for (const DrawOp& op : canvas.ops()) {
    EXPECT_TRUE(std::isfinite(op.rect.x) && std::isfinite(op.rect.w));
    EXPECT_LE(op.rect.right(), kArea.right() + 1);
  }
  state.sight.choices.line = 1'000'000;
  state.sight.choices.kernelScroll = std::nanf("");
  drawn(state);
}

}  // namespace
}  // namespace strata::kernel_view_test
