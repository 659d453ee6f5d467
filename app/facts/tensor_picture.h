#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/canvas/canvas.h"
#include "engine/trace/session_message.h"

namespace strata::inline facts {

/// Channels of a picture side by side; each tile is cut out of its plane from (row, col) on.
struct TensorSheet {
  std::int64_t channels = 0, height = 0, width = 0, perRow = 0, row = 0, col = 0;
};

/// An input that came along, to compute cells again.
struct TensorOperand {
  std::string name;
  std::int64_t channels = 0, height = 0, width = 0;  ///< a matrix has one channel
  std::int64_t row = 0, col = 0;                     ///< where in the whole plane it begins
  std::span<const float> values;
};

/// How cells were computed; which operation it is says what the operands are.
struct TensorWorkings {
  enum class Operation { None, Matmul, Conv2d } operation = Operation::None;
  std::string missing;  ///< why there are no operands
  std::vector<TensorOperand> operands;
  std::int64_t stride = 1, pad = 0, dilation = 1;
};

/// A Tensor message as views read it; it must outlive this.
struct TensorPicture {
  std::string name, shape;
  std::uint32_t rows = 0, cols = 0;
  std::int64_t allRows = 0, allCols = 0;  ///< of the whole tensor, as a matrix of its last side
  std::span<const float> values;
  float low = 0, high = 0;  ///< of what is finite and shown
  std::size_t notFinite = 0, zeros = 0;
  std::optional<double> mean, min, max;  ///< of all its elements
  std::uint64_t frame = 0;               ///< whose numbers they are; 0: no frame's
  std::optional<std::int64_t> token;     ///< position of a language model's token whose numbers its last row has
  std::optional<TensorSheet> sheet;
  TensorWorkings workings;

  float at(std::int64_t row, std::int64_t col) const { return values[static_cast<std::size_t>(row * cols + col)]; }
  /// The row and column of the whole tensor that a cell shows; of its plane, where it is a sheet.
  std::array<std::int64_t, 2> place(std::int64_t row, std::int64_t col) const;
  std::uint64_t elements() const { return static_cast<std::uint64_t>(allRows) * static_cast<std::uint64_t>(allCols); }
  /// Of a sheet.
  std::int64_t channel(std::int64_t row, std::int64_t col) const;
};

/// No value if the message holds fewer values than it says, or none.
std::optional<TensorPicture> readTensor(const SessionMessage& message);

/// The least and the greatest of the finite values; 0 and 0 where there are none.
std::array<float, 2> finiteRange(std::span<const float> values);

/// Colours of values between low and high; those that are not finite stand out.
std::vector<Color> heatPixels(std::span<const float> values, float low, float high);

}  // namespace strata::inline facts
