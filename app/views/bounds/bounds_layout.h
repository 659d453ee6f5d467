#pragma once

#include <array>
#include <string>
#include <vector>

#include "app/canvas/canvas.h"
#include "app/facts/what_if.h"
#include "app/words/messages.h"

namespace strata::inline views {

/// Where everything of the bounds stands. The same for drawing and for hits. What has no room has no size.
struct BoundsLayout {
  float scale = 1;
  Rect header, sentence, foot;
  std::vector<std::string> lines;  ///< of the sentence
  std::vector<std::string> footLines;
  std::size_t published = 0;  ///< from which of them on they say what others measured
  struct Row {
    const ModelledRun::Part* part = nullptr;  ///< as modelled
    double seconds = 0;                       ///< as asked
    Rect box, name, bar;
    float room = 0;  ///< how long the longest bar may be; beyond is its time
  };
  std::vector<Row> rows;
  std::size_t leftOut = 0;  ///< shorter bars that have no room
  Rect leftOutLine;         ///< where that is said
  double full = 1;          ///< seconds that are `room` long

  struct Slider {
    Knob knob{};
    KnobRange range;
    Rect box, name, track, value;
    float at(double of) const;      ///< where a value stands
    double valueAt(float x) const;  ///< what stands there
  };
  std::vector<Slider> sliders;
  Rect panel, panelTitle, reset;  ///< reset: no width where nothing is changed
  struct Note {
    Rect box;
    std::string words;
    bool strong = false;
  };
  std::vector<Note> notes;    ///< below the sliders: what has come of it
  bool slidersAlone = false;  ///< instead of the bars
  Rect turn;                  ///< shows the ones of both that have no room; no width: all have, or sliders nowhere

  float barEnd(const Row& row, double seconds) const;
};

TextStyle boundsFootStyle(const Canvas& canvas, float scale);

/// What the word in the header says that shows the others.
Msg boundsTurnWord(const BoundsLayout& layout);

/// `published`: what others measured, a sentence; empty: nothing. `still`: nobody can draw the sliders. `asks`: where
/// bars leave them no room, they are shown instead.
BoundsLayout layOutBounds(const Canvas& canvas, Rect area, const ModelledRun& run, const WhatIfAnswer& answer,
                          const std::string& published, bool still = false, bool asks = false);

}  // namespace strata::inline views
