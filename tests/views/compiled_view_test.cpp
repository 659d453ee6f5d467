#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

#include "app/canvas/recording_canvas.h"
#include "app/facts/compiled_facts.h"
#include "app/facts/compiled_lines.h"
#include "app/views/compiled/compiled_layout.h"
#include "app/views/spots.h"
#include "app/views/view.h"
#include "app/words/messages.h"
#include "tests/views/sample_compiled.h"
#include "tests/views/sample_ladder.h"
#include "tests/views/sample_modelled.h"
#include "tests/views/sample_session.h"

namespace strata::compiled_view_test {
namespace {

constexpr Rect kArea{10, 20, 1200, 560};

/// The naive step, compiled for sm_90 and gfx90a.
ViewState compiled() {
  ViewState state = sampleLadderState();
  state.sight.choices.variant = "naive";
  state.sight.choices.compiled.target = "sm_90";
  state.sight.compiled = std::make_shared<const CompiledSight>(sampleCompiled());
  return state;
}

RecordingCanvas drawn(const ViewState& state, Rect area = kArea) {
  RecordingCanvas canvas;
  findView("compiled")->draw(canvas, area, state);
  return canvas;
}

CompiledLayout layoutOf(const ViewState& state) {
  return layOutCompiled(RecordingCanvas(), kArea, compiledFacts(state), state.sight.choices);
}

std::optional<Hit> hitAt(const ViewState& state, Rect box) {
  return findView("compiled")->hit(RecordingCanvas(), kArea, state, {box.x + box.w / 2, box.y + box.h / 2});
}

/// The rows of the machine code that stand in a lit ground, as the canvas was told: by their text.
std::vector<int> litRows(const ViewState& state) {
  const CompiledFacts facts = compiledFacts(state);
  std::vector<int> rows;
  for (std::size_t i = 0; i < facts.shown->rows.size(); ++i)
    if (facts.shown->rows[i].isOf({facts.file, state.sight.choices.line})) rows.push_back(facts.shown->rows[i].line);
  return rows;
}

TEST(Compiled, ALineLightsWhatWasMadeOfItAlsoWhereItWasInlined) {
  ViewState state = compiled();
  const auto hit = hitAt(state, layoutOf(state).source.row(3));
  ASSERT_TRUE(hit && hit->choices);
  EXPECT_EQ(hit->choices->line, 4);
  EXPECT_FALSE(hit->compile) << "a look at a line compiles nothing";
  state.sight.choices = *hit->choices;
  EXPECT_EQ(litRows(state), (std::vector{3, 4, 5}));
  EXPECT_NE(hit->tooltip.find("sm_90, line 4: 2 instructions: 1 IMAD, 1 STG"), std::string::npos) << hit->tooltip;
  EXPECT_NE(hit->tooltip.find("counted"), std::string::npos);
}

TEST(Compiled, TheSessionsOwnChipIsChosenAtFirst) {
  ViewState state = compiled();
  state.sight.choices.compiled.target.clear();
  EXPECT_EQ(compiledFacts(state).wanted.target, "x86-64");
  state.session.hello->device.architecture = "gfx90a";
  EXPECT_EQ(compiledFacts(state).wanted.target, "gfx90a");
  state.session.hello->device.architecture = "gfx90a:sramecc+:xnack-";
  EXPECT_EQ(compiledFacts(state).wanted.target, "gfx90a");
  for (const char* another : {"sm_75", "gfx942", "gfx1100"}) {
    state.session.hello->device.architecture = std::string(another) + (another[0] == 'g' ? ":xnack-" : "");
    EXPECT_EQ(compiledFacts(state).wanted.target, another) << "offered as the session ran on it";
  }
  state.session.hello->device.architecture = "x86-64-v4";
  EXPECT_EQ(compiledFacts(state).wanted.target, "x86-64") << "none of those offered";
}

TEST(Compiled, AnInstructionLightsItsLine) {
  ViewState state = compiled();
  const auto hit = hitAt(state, layoutOf(state).code.row(3));  // LDG, inlined
  ASSERT_TRUE(hit && hit->choices);
  EXPECT_EQ(hit->choices->line, 4);
  EXPECT_EQ(hit->choices->compiled.instruction, 4);
  EXPECT_NE(hit->tooltip.find("of sample/helper.cuh:9"), std::string::npos) << hit->tooltip;
  EXPECT_NE(hit->tooltip.find("inlined at sample/naive.cuh:4"), std::string::npos) << hit->tooltip;
  const auto none = hitAt(state, layoutOf(state).code.row(5));  // EXIT
  ASSERT_TRUE(none);
  EXPECT_EQ(none->choices->line, 0);
  EXPECT_NE(none->tooltip.find(text(Msg::CompiledTipNoLine)), std::string::npos);
}

TEST(Compiled, ArrowsScrollTheTextThatTheyAreIn) {
  ViewState state = compiled();
  std::string text = "__global__ void sample_naive() {\n";
  for (int i = 0; i < 200; ++i) text += "  x += " + std::to_string(i) + ";\n";
  auto info = std::make_shared<ExperimentInfo>(*state.session.experiment);
  info->variants[0].source = text;
  state.session.experiment = info;
  const View& view = *findView("compiled");
  const CodePane before = layoutOf(state).source;
  ASSERT_LT(before.shown, before.all);
  const Rect row = before.row(before.first + before.shown - 1);
  const Point at{row.x + row.w / 2, row.y + row.h / 2};
  const auto choices = scrolledUnder(view, kArea, state, {row, at}, std::nullopt, Way::Down);
  ASSERT_TRUE(choices);
  state.sight.choices = *choices;
  EXPECT_EQ(layoutOf(state).source.first, before.first + 1);
}

TEST(Compiled, LineNumbersStandBesideColours) {
  ViewState state = compiled();
  state.sight.choices.line = 4;
  const RecordingCanvas canvas = drawn(state);
  int fours = 0;
  for (const DrawOp* op : canvas.of(DrawOp::Kind::Text)) fours += op->text == "4";
  EXPECT_EQ(fours, 4) << "once in the source, at three instructions";
  EXPECT_NE(canvas.findText("32 registers"), nullptr);
  EXPECT_NE(canvas.findText("16 B spilled"), nullptr);
  EXPECT_NE(canvas.findTextWith("occupancy 50"), nullptr);
  EXPECT_NE(canvas.findText("counted"), nullptr);
  EXPECT_NE(canvas.findText("modelled"), nullptr);
}

const CompiledChip* chipOf(const CompiledLayout& layout, std::string_view words) {
  for (const CompiledChip& chip : layout.chips)
    if (chip.words == words) return &chip;
  return nullptr;
}

TEST(Compiled, TheTargetOfTheGpuThatTimesAreModelledOnIsOfferedWithItsName) {
  for (const auto& [gpu, target, title] :
       {std::tuple("mi300x", "gfx942", "MI300X"), std::tuple("7900xtx", "gfx1100", "7900 XTX"),
        std::tuple("h200", "sm_90", "H200")}) {
    ViewState state = compiled();
    state.session.gpu = sampleModelled(gpu).session.gpu;
    const CompiledLayout layout = layoutOf(state);
    ASSERT_NE(chipOf(layout, target), nullptr) << target;
    EXPECT_EQ(std::ranges::count(layout.chips, target, &CompiledChip::words), 1);
    const auto hit = hitAt(state, chipOf(layout, target)->box);
    ASSERT_TRUE(hit && hit->choices);
    EXPECT_EQ(hit->choices->compiled.target, target);
    EXPECT_NE(hit->tooltip.find(title), std::string::npos) << hit->tooltip;
  }
  EXPECT_EQ(chipOf(layoutOf(compiled()), "gfx942"), nullptr);
}

TEST(Compiled, WhereThereIsLittleRoomTheLastTargetsGoBeforeTheKindsOfText) {
  ViewState state = compiled();
  state.sight.choices.compiled.target = "gfx90a";
  CompiledSight sight = *state.sight.compiled;
  for (CompiledStep& step : sight.steps)
    for (BuiltKernel& kernel : step.build.kernels)
      kernel.build.intermediate = {"LLVM IR", "define void @naive()\n", ""};
  state.sight.compiled = std::make_shared<const CompiledSight>(sight);
  const auto narrowLayout = [&] {
    return layOutCompiled(RecordingCanvas(), {0, 0, 420, 300}, compiledFacts(state), state.sight.choices);
  };
  const CompiledLayout narrow = narrowLayout();
  for (const char* words : {"x86-64", "gfx90a", "LLVM IR"}) EXPECT_NE(chipOf(narrow, words), nullptr) << words;
  EXPECT_EQ(chipOf(narrow, "gfx1030"), nullptr);
  EXPECT_NE(chipOf(layoutOf(state), "gfx1030"), nullptr);
  state.session.gpu = sampleModelled("mi300x").session.gpu;
  state.session.hello->device.architecture = "sm_75";
  const CompiledLayout ofSession = narrowLayout();
  for (const char* words : {"sm_75", "gfx942", "gfx90a", "LLVM IR"})
    EXPECT_NE(chipOf(ofSession, words), nullptr) << words;
  EXPECT_EQ(chipOf(ofSession, "gfx1030"), nullptr);
}

TEST(Compiled, OnlyAClickAsksACompiler) {
  ViewState state = compiled();
  const auto kept = hitAt(state, chipOf(layoutOf(state), "gfx90a")->box);
  ASSERT_TRUE(kept && kept->choices);
  EXPECT_EQ(kept->choices->compiled.target, "gfx90a");
  EXPECT_FALSE(kept->compile) << "it is there already";
  const auto asked = hitAt(state, chipOf(layoutOf(state), "sm_80")->box);
  ASSERT_TRUE(asked && asked->compile);
  EXPECT_EQ(asked->compile->question, (CompileQuestion{"sample", "naive", "sm_80", std::nullopt}));
  state.sight.choices = *asked->choices;
  EXPECT_NE(drawn(state).findText("Compile for sm_80"), nullptr);
  const Rect compile = layoutOf(state).button;
  CompiledSight sight = *state.sight.compiled;
  sight.running = CompiledSource{"naive", "sm_80"};
  state.sight.compiled = std::make_shared<const CompiledSight>(sight);
  const auto stop = hitAt(state, layoutOf(state).button);
  ASSERT_TRUE(stop && stop->compile);
  EXPECT_TRUE(stop->compile->stop);
  EXPECT_LT(layoutOf(state).button.bottom(), compile.y) << "a second click does not give it up";
  sight.running.reset();
  sight.failed = CompiledSource{"naive", "sm_80"};
  sight.error = "not installed: a compiler";
  state.sight.compiled = std::make_shared<const CompiledSight>(sight);
  EXPECT_NE(drawn(state).findTextWith("not installed: a compiler"), nullptr);
}

TEST(Compiled, TwoTargetsSideBySideCountTheirInstructionsByLine) {
  ViewState state = compiled();
  const auto beside = hitAt(state, chipOf(layoutOf(state), "alone")->box);
  ASSERT_TRUE(beside && beside->choices);
  EXPECT_FALSE(beside->choices->compiled.against);
  state.sight.choices.compiled.against = CompiledSource{"naive", "gfx90a"};
  const CompiledFacts facts = compiledFacts(state);
  ASSERT_TRUE(facts.against);
  EXPECT_EQ(facts.shown->counts, (std::map<int, std::size_t>{{3, 1}, {4, 2}}));
  EXPECT_EQ(facts.against->counts, (std::map<int, std::size_t>{{4, 1}, {5, 1}}));
  const RecordingCanvas canvas = drawn(state);
  EXPECT_NE(canvas.findText("global_load_dword v1, v0, s[0:1]"), nullptr) << "without address and bytes";
  EXPECT_GT(layoutOf(state).against.rows.w, 100);
}

TEST(Compiled, OfTwoTargetsSideBySideEachHasItsResources) {
  ViewState state = compiled();
  state.sight.choices.compiled.against = CompiledSource{"naive", "gfx90a"};
  const RecordingCanvas canvas = drawn(state);
  const CompiledLayout layout = layoutOf(state);
  for (const auto& [words, pane] :
       {std::pair("32 registers", &layout.code), std::pair("8192 B shared", &layout.code),
        std::pair("16 B spilled", &layout.code), std::pair("24 registers", &layout.against),
        std::pair("4096 B shared", &layout.against), std::pair("0 B spilled", &layout.against)}) {
    const DrawOp* found = canvas.findText(words);
    ASSERT_NE(found, nullptr) << words;
    EXPECT_TRUE(pane->resources.contains({found->rect.x + 1, found->rect.y + found->rect.h / 2})) << words;
  }
  const auto tags = std::ranges::count(canvas.ops(), "counted", &DrawOp::text);
  EXPECT_EQ(tags, 2) << "one beside each";
  EXPECT_GE(layout.code.rows.y, layout.code.resources.bottom());
}

TEST(Compiled, ASecondTextThatHasNoRoomIsNamed) {
  ViewState state = compiled();
  state.sight.choices.compiled.against = CompiledSource{"naive", "gfx90a"};
  const char* const words = "naive · gfx90a stands beside it where the view is wider.";
  EXPECT_EQ(drawn(state).findText(words), nullptr);
  EXPECT_NE(drawn(state, {0, 0, 720, 400}).findText(words), nullptr);
}

TEST(Compiled, EachTextSaysWhichCompilerMadeIt) {
  ViewState state = compiled();
  EXPECT_NE(drawn(state).findText("naive · sm_90 · SASS by NVRTC 13.0 · 5 instructions"), nullptr);
  state.sight.choices.compiled.against = CompiledSource{"naive", "gfx90a"};
  const RecordingCanvas canvas = drawn(state);
  EXPECT_NE(canvas.findText("naive · sm_90 · SASS by NVRTC 13.0 · 5 instructions"), nullptr);
  EXPECT_NE(canvas.findText("naive · gfx90a · AMDGCN by HIPRTC 5.2 · 2 instructions"), nullptr);
}

TEST(Compiled, ThePtxIsALanguageOfItsOwn) {
  ViewState state = compiled();
  const auto ptx = hitAt(state, chipOf(layoutOf(state), "PTX")->box);
  ASSERT_TRUE(ptx && ptx->choices && ptx->choices->compiled.intermediate);
  state.sight.choices = *ptx->choices;
  const RecordingCanvas canvas = drawn(state);
  EXPECT_NE(canvas.findText("ld.global.f32 %f1, [%rd1];"), nullptr);
  EXPECT_EQ(canvas.findTextWith(".loc"), nullptr) << "what only says where a line is";
}

/// With what its machine code lacks.
ViewState lacking(const std::string& remark) {
  ViewState state = compiled();
  CompiledSight sight = *state.sight.compiled;
  for (CompiledStep& step : sight.steps)
    for (BuiltKernel& kernel : step.build.kernels) kernel.build.machine.remark = remark;
  state.sight.compiled = std::make_shared<const CompiledSight>(sight);
  return state;
}

TEST(Compiled, WhatTheTextLacksAndWhatWouldBringItStandsBelowIt) {
  const ViewState state = lacking("nvdisasm (cuda-nvdisasm) would help");
  EXPECT_NE(drawn(state).findText("nvdisasm (cuda-nvdisasm) would help"), nullptr);
  const CompiledLayout layout = layoutOf(state);
  EXPECT_LT(layout.code.well.h, layoutOf(lacking({})).code.well.h);
  EXPECT_LE(layout.code.well.bottom(), layout.code.remark.y);
}

TEST(Compiled, AKernelThatOnlyTrapsSaysSoAndShowsNoOccupancy) {
  ViewState state = compiled();
  CompiledSight sight = *state.sight.compiled;
  const std::string traps = "On sm_90 this kernel only traps: it has no matrix unit.";
  for (CompiledStep& step : sight.steps)
    for (BuiltKernel& kernel : step.build.kernels) kernel.traps = traps, kernel.occupancy = {};
  state.sight.compiled = std::make_shared<const CompiledSight>(sight);
  EXPECT_NE(drawn(state).findText(traps), nullptr);
  EXPECT_EQ(drawn(state).findTextWith("occupancy"), nullptr);
}

TEST(Compiled, ARemarkAndTheNoteOfASecondTextLeaveEachOtherRoom) {
  const std::string words = "nvdisasm (cuda-nvdisasm) would bring the lines of the source";
  ViewState note = lacking({}), both = lacking(words);
  for (ViewState* state : {&note, &both}) state->sight.choices.compiled.against = CompiledSource{"naive", "gfx90a"};
  const auto placed = [](const ViewState& state, Rect area) {
    return layOutCompiled(RecordingCanvas(), area, compiledFacts(state), state.sight.choices).code;
  };
  bool seen = false;
  for (float height = 180; height < 700; height += 10) {
    const Rect area{0, 0, 240, height};
    std::vector<std::string> apart = placed(note, area).remarkLines;
    const std::vector<std::string> remark = placed(lacking(words), area).remarkLines;
    seen = seen || (!apart.empty() && !remark.empty());
    apart.insert(apart.end(), remark.begin(), remark.end());
    const CodePane pane = placed(both, area);
    EXPECT_EQ(pane.remarkLines, apart) << height;
    if (pane.remarkLines.empty()) continue;
    EXPECT_LE(pane.well.bottom(), pane.remark.y);
    EXPECT_LE(pane.remark.bottom(), area.bottom());
    const RecordingCanvas canvas = drawn(both, area);
    for (const std::string& line : pane.remarkLines) EXPECT_NE(canvas.findText(line), nullptr) << line;
  }
  EXPECT_TRUE(seen);
}

TEST(Compiled, ATextThatHasChangedSinceIsNotShown) {
  ViewState state = compiled();
  CompiledSight sight = *state.sight.compiled;
  for (CompiledStep& step : sight.steps) step.text += "// changed\n";
  state.sight.compiled = std::make_shared<const CompiledSight>(sight);
  EXPECT_FALSE(compiledFacts(state).shown);
}

TEST(CompiledLines, DifferencesByNameTheGreatestFirst) {
  const BuildText first{"SASS", "", "", {{1, "FFMA"}, {2, "FFMA"}, {3, "FFMA"}, {4, "LDG"}, {5, ""}}};
  const BuildText second{"SASS", "", "", {{1, "LDG"}, {2, "STG"}}};
  EXPECT_EQ(nameDifferences(first, second), (std::vector<NameCounts>{{"FFMA", 3, 0}, {"STG", 0, 1}, {"LDG", 1, 1}}));
}

TEST(CompiledLines, AsAPersonReadsThem) {
  EXPECT_EQ(readableCode("x86-64", "    1139:\tvmovss (%rdi),%xmm0"), "vmovss (%rdi),%xmm0");
  EXPECT_EQ(readableCode("x86-64", "0000000000001130 <void f<32>(float*)>:"), "0000000000001130 <void f<32>(float*)>:");
  EXPECT_EQ(readableCode("LLVM IR", "  ret void, !dbg !34"), "ret void");
  EXPECT_EQ(readableCode("PTX", "\tld.global.f32 \t%f1, [%rd1];"), "ld.global.f32 %f1, [%rd1];");
  EXPECT_TRUE(isQuiet("\t.loc\t1 7 0"));
  EXPECT_FALSE(isQuiet("$L__BB0_2:"));
}

}  // namespace
}  // namespace strata::compiled_view_test
