#pragma once

#include <optional>
#include <vector>

#include "app/facts/tensor_cell.h"
#include "app/facts/view_state.h"

namespace strata::inline views {

/// Where everything in the tensor view stands; drawn and hit by the same numbers. What has no room has no size.
struct TensorLayout {
  Rect header, grid, scale;
  Rect token;             ///< the line that says whose numbers they are, of a language model's
  Rect left, top;         ///< the rows of A and the columns of B beside a product, along the grid's own
  Rect input;             ///< the picture a convolution slides over, its pixels as large as the grid's
  Rect histogram, facts;  ///< of all values
  Rect workings;          ///< of one cell
  Rect cell(const TensorPicture& picture, TensorCell cell) const;
};

TensorLayout layoutTensor(Rect whole, const TensorPicture& picture, bool hasCell);

/// The cell under a point of the grid.
std::optional<TensorCell> cellAt(const TensorLayout& layout, const TensorPicture& picture, Point at);
/// The same, or of a point on a convolution's input: the cell whose window lies around it, in the plane of `near`.
std::optional<TensorCell> cellUnder(const TensorLayout& layout, const TensorPicture& picture, TensorCell near,
                                    Point at);
/// The chosen cell, where the picture has it.
std::optional<TensorCell> chosenCell(const ViewState& state, const TensorPicture& picture);
/// The cell that is spoken of: under the pointer, else the chosen one.
std::optional<TensorCell> shownCell(const ViewState& state, Rect area, const TensorPicture& picture);

/// How many of the shown values fall into each of so many equal parts from low to high.
std::vector<std::size_t> histogramOf(const TensorPicture& picture, std::size_t bins);
std::size_t histogramBins(const TensorLayout& layout);

}  // namespace strata::inline views
