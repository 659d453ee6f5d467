#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/canvas/canvas.h"
#include "app/facts/view_state.h"
#include "app/views/row_list.h"

namespace strata::inline views {

/// What the bars measure: the first of these that a variant of the run has.
enum class SpeedMetric : std::uint8_t { Flops, Bytes, Time };

/// One variant as a bar: speeds in the unit of the metric (GFLOP/s, GB/s, seconds).
struct ResultsBar {
  const RunResult* result = nullptr;
  bool library = false, chosen = false;
  std::optional<double> value;  ///< none: it did not run well
  double least = 0, most = 0;   ///< ends of the whisker
  std::string words;            ///< "141 GFLOP/s"
};

/// Where everything of the results stands. The same for drawing and for hits.
struct SpeedLayout {
  float scale = 1;
  bool large = false;  ///< letters are as large as a window's where rows are high enough
  SpeedMetric metric = SpeedMetric::Flops;
  SpeedKind kind = SpeedKind::Measured;  ///< of all bars
  std::string gpuTitle;                  ///< that speeds are modelled for, or were recorded on; empty: measured here
  struct Choice {
    SpeedKind kind{};
    std::string words;
    Rect box;
  };
  std::vector<Choice> choices;  ///< the switch between kinds; empty: there is nothing to choose, no mouse, or no room
  std::string nothing;          ///< why there is no bar at all, a sentence
  Rect header, heads, foot;     ///< heads: of the columns
  std::vector<std::string> footLines;  ///< what bar and whisker are, what speaks against them, a picture's caption
  Rect fall;                           ///< where sentencesBelow() stand
  std::vector<std::string> why;        ///< the lines of what is said; empty: there is nothing to say, or no room
  struct Row {
    ResultsBar bar;
    Rect box, name, plot, madeFor, library, roof, check;  ///< a column without room has no width
  };
  std::vector<Row> rows;
  RowList list;                          ///< which of all bars have rows
  double full = 1;                       ///< the value at the right end of the plot
  const RunResult* reference = nullptr;  ///< the library, or the fastest; null: none ran well
  double referenceValue = 0;

  float barEnd(const Row& row, double value) const;
  std::size_t hidden() const { return list.size - list.shown(); }  ///< variants without room for a row
};

/// What is to be said of speeds above a roof, and of a ladder that falls here: that it would not on the GPU, and why.
std::vector<std::string> sentencesBelow(const ViewState& state);

SpeedLayout layOutResults(const Canvas& canvas, Rect area, const ViewState& state);

TextStyle resultsNoteStyle(const Canvas& canvas, const SpeedLayout& layout);
/// Of heads and foot; the large one where they have room in it.
TextStyle resultsDimStyle(const Canvas& canvas, const SpeedLayout& layout);
TextStyle resultsLargeDimStyle(const Canvas& canvas, const SpeedLayout& layout);
TextStyle resultsTextStyle(const Canvas& canvas, const SpeedLayout& layout);

}  // namespace strata::inline views
