#include "app/facts/sight_text.h"

#include <gtest/gtest.h>

#include <utility>

#include "app/canvas/recording_canvas.h"
#include "app/views/view.h"
#include "tests/views/sample_session.h"

namespace strata::sight_text_test {
namespace {

ViewState sample() {
  SampleSession session;
  session.addRun(3);
  return session.state();
}

/// Something else than at first, in every field.
Sight chosenOf(const ViewState& state) {
  const HostTime begin = state.session.snapshot->bounds()->begin;
  Sight sight = state.sight;
  ViewChoices& choices = sight.choices;
  choices.vocabulary = Vocabulary::OpenCl;
  choices.speeds = SpeedKind::Published;
  choices.speedFirst = 5;
  choices.whatIf = {"tiled", "H100", 128, 40, 1.5e9, 2e12};
  choices.level = CallLevel::Annotation;
  choices.variant = "tiled \"quoted\"";
  choices.kernelFile = "tiled.cuh";
  choices.lens = Dialect::Hip;
  choices.line = 7;
  choices.kernelScroll = -2.5f;
  choices.pattern = 3;
  choices.cell = {4, 5};
  choices.table = {{Storey::Runtime, true, 0u, "gemm.*", true, {1000}},
                   true,
                   TableColumn::Length,
                   true,
                   12,
                   sight.selection.event,
                   true};
  choices.compare = {CompareOf::ModuleWork, "mm", CompareColumn::MedianB, true, 3, 4};
  choices.device = {true, 1, 2, 3, 4, 5, TimeRange{begin + Duration{7}, begin + Duration{70'000}}};
  choices.compiled = {"sm_90", true, CompiledSource{"naive", "gfx90a"}, 12, 1.5f, -2.5f};
  choices.lanes = {{"a"}, {"b", "c"}, {"d"}, {"z", "a"}};
  choices.system = "cublas";
  choices.head = AttentionHead{2, 3};
  choices.token = 9;
  sight.measured = TimeRange{begin + Duration{10}, begin + Duration{9'000'000'000}};
  sight.marks = {{begin + Duration{5}, "note: \n ü"}, {begin + Duration{6}, ""}};
  sight.scroll = 17;
  return sight;
}

TEST(SightText, HoldsAllThatCanBeChosen) {
  const ViewState state = sample();
  const Sight chosen = chosenOf(state);
  const std::string text = sightText(chosen, *state.session.snapshot);
  EXPECT_EQ(text.find('\n'), std::string::npos) << "one line";
  Sight read = state.sight;
  readSight(text, *state.session.snapshot, read);
  EXPECT_EQ(read.choices, chosen.choices) << text;
  EXPECT_EQ(read.measured, chosen.measured);
  EXPECT_EQ(read.marks, chosen.marks);
  EXPECT_EQ(read.scroll, chosen.scroll);
}

TEST(SightText, NamesTheColumnsOfAComparisonByWhatTheyHold) {
  const ViewState state = sample();
  for (const auto& [name, column] :
       {std::pair{"ratio", CompareColumn::Ratio}, std::pair{"difference", CompareColumn::Apart},
        std::pair{"self difference", CompareColumn::SelfApart}}) {
    Sight read = state.sight;
    read.choices.compare.column = CompareColumn::Name;
    readSight(std::string(R"({"compare":{"column":")").append(name).append("\"}}"), *state.session.snapshot, read);
    EXPECT_EQ(read.choices.compare.column, column) << name;
  }
}

TEST(SightText, OfAFreshWindowIsNothing) {
  ViewState state = sample();
  state.sight.scroll = -1;
  EXPECT_EQ(sightText(state.sight, *state.session.snapshot), "{}");
}

TEST(SightText, WhatIsNotOfItsKindStaysAsItIs) {
  const ViewState state = sample();
  for (const char* text :
       {"", "{", "[]", "7", "{\"table\": 3, \"marks\": 3, \"measured\": [1], \"cell\": [1], \"head\": {}}",
        "{\"words\": \"latin\", \"line\": \"seven\", \"scroll\": \"far\", \"lens\": \"latin\", \"lanes\": {\"hidden\": "
        "\"all\"}}",
        "{\"table\": {\"lane\": \"of another session\"}, \"measured\": [9, 3], \"device\": null}"}) {
    Sight read = state.sight;
    readSight(text, *state.session.snapshot, read);
    EXPECT_EQ(read.choices.table, state.sight.choices.table) << text;
    EXPECT_EQ(read.choices.lanes, state.sight.choices.lanes) << text;
    EXPECT_EQ(read.choices.lens, std::nullopt) << text;
    EXPECT_EQ(read.choices.vocabulary, state.sight.choices.vocabulary) << text;
    EXPECT_EQ(read.measured, state.sight.measured) << text;
    EXPECT_EQ(read.scroll, state.sight.scroll) << text;
  }
}

TEST(SightText, WhatLiesBeyondTheSessionIsDrawn) {
  constexpr const char* kBeyond =
      R"({"line":2000000000,"kernel_scroll":1e30,"pattern":-5,"cell":[9223372036854775807,-9223372036854775808],)"
      R"("head":[77,-3],"token":-9,"scroll":1e30,"measured":[-9223372036854775807,9223372036854775807],)"
      R"("table":{"first":18446744073709551615,"each_event":true,"column":"max"},)"
      R"("compare":{"row":18446744073709551615,"first":18446744073709551615},)"
      R"("device":{"gap":18446744073709551615,"op":18446744073709551615,"unfolded":18446744073709551615,)"
      R"("first_op":18446744073709551615,"ops":true},"lens":"hip",)"
      R"("compiled":{"against":["",""],"instruction":-5,"source_scroll":1e30,"code_scroll":-1e30},)"
      R"("marks":[{"at":9223372036854775807},{"at":-9223372036854775807},7]})";
  for (const View& view : allViews()) {
    ViewState state = sample();
    readSight(kBeyond, *state.session.snapshot, state.sight);
    completeFor(view, state);
    RecordingCanvas canvas;
    view.draw(canvas, {0, 0, 1200, 600}, state);
    EXPECT_FALSE(canvas.ops().empty()) << view.name;
  }
}

}  // namespace
}  // namespace strata::sight_text_test
