#pragma once

#include <array>
#include <string>
#include <vector>

#include "app/canvas/canvas.h"
#include "app/facts/frame_facts.h"

namespace strata::inline views {

/// Where everything of the frame view stands. The same for drawing and for hits. What has no room has no size.
struct FrameLayout {
  Rect header, picture, caption;
  struct Button {
    Rect box;
    FrameAct act;
    std::string words, other, tip;  ///< as wide as the wider of the two words
    bool loud = false;
  };
  std::vector<Button> buttons;

  struct Block {
    FrameStep step;
    Rect box;
    HostTime end;  ///< until when it is drawn
  };
  struct Way {
    FrameWaySummary summary;
    Rect box, name, lane, note;
    Rect latency;               ///< where there is no room for the note
    Rect span;                  ///< below the blocks: what the latency is, from the kernels' end to the end of drawing
    std::vector<Block> blocks;  ///< kernels end at the same place in all lanes
    bool current = false;
  };
  std::vector<Way> ways;

  struct Bar {
    const FrameRecord* frame = nullptr;
    Rect box;
    bool cut = false;  ///< its latency is more than the strip is high
  };
  Rect stripTitle, strip;
  Rect foot;                ///< of the strip, or alone where there is no room for it
  std::vector<Bar> bars;    ///< none: no frame in the strip has a latency
  std::size_t inStrip = 0;  ///< the newest frames that it has room for
  struct Stretch {
    FrameWay way = FrameWay::Pipe;
    Rect box;
  };
  std::vector<Stretch> stretches;      ///< of bars of one way, named below them
  Duration stripTop;                   ///< as high as the strip
  std::vector<std::string> sentences;  ///< line by line
  std::string inOneLine;               ///< the same
  Rect sentenceBox;                    ///< as high as nothing: they stand in the header

  std::vector<FrameRecord> frames;  ///< that the bars point into
};

FrameLayout layOutFrames(const Canvas& canvas, Rect area, const ViewState& state);

/// Where the picture of frames stands in the view; no size where there is none. For hands that draw on it.
Rect framePicture(const Canvas& canvas, Rect area, const ViewState& state);

std::string_view frameHopName(FrameHop hop);

}  // namespace strata::inline views
