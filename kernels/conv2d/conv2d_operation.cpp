#include "kernels/conv2d/conv2d_operation.h"

#include <fmt/format.h>

#include <cmath>

#include "kernels/conv2d/conv2d_pictures.h"
#include "kernels/conv2d/conv2d_shape.h"

namespace strata::inline kernels {
namespace {

constexpr OperationParameter kParameters[] = {
    {.name = "n", .title = "Images N", .defaultValue = 1, .max = 256, .help = "Images in the batch."},
    {.name = "c", .title = "Channels C", .defaultValue = 16, .max = 2048, .help = "Channels of an image."},
    {.name = "h", .title = "Height H", .defaultValue = 56, .max = 1024, .help = "Rows of an image."},
    {.name = "w", .title = "Width W", .max = 1024, .follows = "h", .help = "Columns of an image."},
    {.name = "filters", .title = "Filters K", .defaultValue = 32, .max = 2048, .help = "Channels of the result."},
    {.name = "r", .title = "Filter height R", .defaultValue = 3, .max = 31, .help = "Rows of a filter."},
    {.name = "s", .title = "Filter width S", .max = 31, .follows = "r", .help = "Columns of a filter."},
    {.name = "stride",
     .title = "Stride",
     .defaultValue = 1,
     .max = 16,
     .help = "Elements of the image from one output to the next, in both directions."},
    {.name = "pad",
     .title = "Padding",
     .defaultValue = 1,
     .min = 0,
     .max = 64,
     .help = "Rows and columns of zeros on each side of the image."},
    {.name = "dilation",
     .title = "Dilation",
     .defaultValue = 1,
     .max = 16,
     .help = "Elements of the image from one element of the filter to the next, in both directions."},
    {.name = "groups",
     .title = "Groups",
     .defaultValue = 1,
     .max = 2048,
     .help = "Groups that channels and filters are divided into; each filter sees only the channels of its group."},
    {.name = "bias",
     .title = "Bias",
     .defaultValue = 0,
     .min = 0,
     .max = 1,
     .help = "1: adds a number to the outputs of each filter."},
    choice("image", "Image", kConv2dImages, "house: a picture by a formula, the same in each channel, to look at."),
    choice("weights", "Weights", kConv2dWeights,
           "What filters do, if not random: keep the image, blur or sharpen it, find edges; mixed: all in turn."),
};

constexpr LibraryVariant kLibrary[] = {
    {"library", "The platform's library",
     "Picks among many kernels for the shape at hand, works on channel blocks laid out for the vector units, and "
     "generates code for the exact sizes."},
};

std::string misfit(const Problem& problem) {
  const Conv2dShape shape(problem);
  if (shape.p < 1 || shape.q < 1) return "the filter is larger than the padded image";
  if (shape.c % shape.groups != 0)
    return fmt::format("{} channels cannot be divided into {} groups", shape.c, shape.groups);
  if (shape.k % shape.groups != 0)
    return fmt::format("{} filters cannot be divided into {} groups", shape.k, shape.groups);
  return std::string(conv2dWeightsMisfit(shape, problem["weights"]));
}

std::vector<TensorInfo> tensors(const Problem& problem) {
  const Conv2dShape shape(problem);
  std::vector<TensorInfo> all{
      {.name = "X", .shape = {shape.n, shape.c, shape.h, shape.w}, .formula = conv2dImage(shape, problem["image"])},
      {.name = "W",
       .shape = {shape.k, shape.channels(), shape.r, shape.s},
       .formula = conv2dWeights(shape, problem["weights"])}};
  if (shape.bias) all.push_back({.name = "bias", .shape = {shape.k}});
  all.push_back({.name = "Y", .shape = {shape.n, shape.k, shape.p, shape.q}});
  return all;
}

std::string shapeText(const Problem& problem) {
  const Conv2dShape shape(problem);
  std::string text =
      fmt::format("{}×{}×{}×{} ∗ {}×{}×{}", shape.n, shape.c, shape.h, shape.w, shape.k, shape.r, shape.s);
  if (shape.stride != 1) text += fmt::format(" stride {}", shape.stride);
  if (shape.pad != 0) text += fmt::format(" pad {}", shape.pad);
  if (shape.dilation != 1) text += fmt::format(" dilation {}", shape.dilation);
  if (shape.groups != 1) text += fmt::format(" groups {}", shape.groups);
  if (shape.bias) text += " + bias";
  return text;
}

std::int64_t units(const Problem& problem) {
  return problem["n"] * problem["filters"];
}

// As for any sum of `depth` products. Winograd's is held to it too: what it adds up is larger than the result by
// √(25/9) for independent inputs, but its sums are a ninth as long. Measured on uniform inputs it errs 1.6 times as
// much as the direct sum for one channel, and 0.6 times as much for 128.
double limit(const Problem& problem) {
  return 4 * std::sqrt(static_cast<double>(Conv2dShape(problem).depth())) * std::ldexp(1.0, -24);
}

const Operation& operation() {
  static const Operation kOperation{
      .name = "conv2d",
      .title = "2-D convolution",
      .help =
          "Y = X ∗ W in fp32: filters slide over images, how neural networks see. Inputs are random, from a seed, or a "
          "picture and filters that do something to it.",
      .parameters = kParameters,
      .misfit = misfit,
      .tensors = tensors,
      .shapeText = shapeText,
      .units = units,
      .reference = conv2dReference,
      .limit = limit,
      .steps = conv2dSteps(),
      .library = kLibrary,
  };
  return kOperation;
}

}  // namespace

const Operation& conv2dOperation() {
  return operation();
}

}  // namespace strata::inline kernels
