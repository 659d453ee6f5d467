#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/facts/tensor_picture.h"
#include "app/facts/view_state.h"

namespace strata::inline views {

/// One channel of a stage's picture.
struct CnnTile {
  Rect rect;
  std::int64_t channel = 0, row = 0, col = 0;  ///< where on the stage's sheet it begins
  std::int64_t height = 0, width = 0;
};

/// One stage of the network: its channels as tiles.
struct CnnCard {
  TensorPicture picture;
  std::string name, time;  ///< "conv1 · Conv" and "23.2 µs measured"; empty: not told
  std::string noteText;    ///< "1×8×28×28 · 23.2 µs measured", or what of it has room
  Rect title, note;
  std::vector<CnnTile> tiles;
};

struct CnnDigit {
  Rect rect;
  std::string name;
  double logit = 0, probability = 0;
};

/// Where everything in the digit reader's view stands; drawn and hit by the same numbers.
struct FeaturesLayout {
  Rect header;
  std::vector<CnnCard> cards;  ///< in the order the picture walks; those that are numbers in a row are left out
  std::vector<CnnDigit> digits;
};

/// The newest result that names stages; nullptr: there is none.
const RunResult* cnnResult(const ViewState& state);
FeaturesLayout layoutFeatures(const Canvas& canvas, Rect area, const ViewState& state);
std::vector<float> tileValues(const TensorPicture& picture, const CnnTile& tile);

}  // namespace strata::inline views
