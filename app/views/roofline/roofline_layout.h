#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/canvas/canvas.h"
#include "app/canvas/label_placer.h"
#include "app/canvas/log_axis.h"
#include "app/facts/roofline_data.h"

namespace strata::inline views {

/// Where everything of the roofline stands. The same for drawing and for hits.
struct RooflineLayout {
  float scale = 1;
  float letters = 1;                   ///< how large words and labels are: as the scale, or larger where there is room
  Rect header, plot, frame, notes;     ///< plot: what the axes span; frame: with room for the words above and below
  std::vector<std::string> noteLines;  ///< below the plot
  LogAxis x, y;
  float radius = 4;                        ///< of a point
  static constexpr float kNameGap = 0.4f;  ///< between name and speed, in text sizes

  struct PlacedPoint {
    const RooflinePoint* point = nullptr;
    Point at;
    std::optional<LabelPlacer::Placed> label;  ///< none: no room
    std::string name, speed;                   ///< the label; speed is empty where names alone fit
  };
  std::vector<PlacedPoint> points;

  struct Words {
    std::string text;
    Rect box;
  };
  std::optional<Words> bandwidth, compute, memoryBound, computeBound, ideal, unit;
  std::vector<Words> intensities;        ///< below the plot
  std::optional<Words> intensitiesName;  ///< beside them, or below where there is height and they need the room
  Point knee, slopeStart;  ///< of the roofs, where there are any; without one of arithmetic the slope ends at the knee

  Point at(double intensity, double gflops) const { return {x.at(intensity), y.at(gflops)}; }
};

/// Refers to `data`. Nothing of it lies outside the area; an area too small for a plot gives an empty one.
RooflineLayout layOutRoofline(const Canvas& canvas, Rect area, const RooflineData& data);

/// Where the line at which each byte is moved once ends, at the roof; nullopt: all of it lies below the plot.
std::optional<float> idealTop(const RooflineData& data, const RooflineLayout& layout);

/// "naive, tiled: failed"
std::string leftOutWords(const RooflineLeftOut& group);
/// Of which points x goes by other bytes than the axis says, or why it does not go by those of memory.
std::vector<std::string> rooflineBytesNotes(const RooflineData& data);

TextStyle rooflineLabelStyle(const Canvas& canvas, float letters, bool chosen);
TextStyle rooflineWordStyle(const Canvas& canvas, float letters);

}  // namespace strata::inline views
