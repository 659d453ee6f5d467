#include "kernels/colourmap/colourmap_operation.h"

#include <fmt/format.h>

#include <algorithm>

#include "kernels/colourmap/colourmap_scale.h"
#include "kernels/colourmap/colours.h"

namespace strata::inline kernels {
namespace {

constexpr std::string_view kPixelSource =
#include "pixel.cuh.inc"
    ;

constexpr std::uint32_t kBlockWidth = 32, kBlockHeight = 8;
constexpr double kRangeUnit = 1e-6;
constexpr std::int64_t kFarthest = 1'000'000'000'000'000;

constexpr OperationParameter kParameters[] = {
    {.name = "rows",
     .title = "Rows",
     .defaultValue = 512,
     .max = 32768,
     .help = "Rows of the tensor; cols follows it unless set."},
    {.name = "cols", .title = "Columns", .max = 32768, .follows = "rows", .help = "Columns of the tensor."},
    {.name = "height",
     .title = "Height",
     .defaultValue = 512,
     .max = 16384,
     .help = "Lines of the picture; width follows it unless set."},
    {.name = "width", .title = "Width", .max = 16384, .follows = "height", .help = "Pixels of a line that are seen."},
    {.name = "pitch",
     .title = "Pitch",
     .max = 32768,
     .follows = "width",
     .help = "Pixels from one line to the next: the width, or more."},
    {.name = "low",
     .title = "Low · 10⁶",
     .defaultValue = 0,
     .min = -kFarthest,
     .max = kFarthest,
     .help = "The value that takes the first colour, in units of 10⁻⁶."},
    {.name = "high",
     .title = "High · 10⁶",
     .defaultValue = 1'000'000,
     .min = -kFarthest,
     .max = kFarthest,
     .help = "The value that takes the last colour, in units of 10⁻⁶."},
    {.name = "alpha",
     .title = "Alpha",
     .defaultValue = 255,
     .min = 0,
     .max = 255,
     .help = "The fourth byte of every pixel: 255 is opaque. Frames have their number there, modulo 256."},
};

std::string misfit(const Problem& problem) {
  if (problem["pitch"] < problem["width"]) return "the pitch is less than the width";
  if (problem["high"] <= problem["low"]) return "high is not above low";
  return "";
}

std::vector<TensorInfo> tensors(const Problem& problem) {
  const auto byteOfColours = [](std::int64_t i) {
    const Colour colour = colourOf(static_cast<int>(i / 4));
    return static_cast<float>(static_cast<std::int8_t>(colour[static_cast<std::size_t>(i % 4)]));
  };
  return {{.name = "in", .shape = {problem["rows"], problem["cols"]}},
          {.name = "colours", .shape = {kColours, 4}, .type = DataType::I8, .formula = byteOfColours},
          {.name = "picture", .shape = {problem["height"], problem["pitch"], 4}, .type = DataType::I8}};
}

std::string shapeText(const Problem& problem) {
  return fmt::format("{}×{} to {}×{}", problem["rows"], problem["cols"], problem["height"], problem["width"]);
}

std::int64_t units(const Problem& problem) {
  return problem["height"];
}

double limit(const Problem&) {
  return 0;
}

StepPlan plan(const Problem& problem) {
  const ColourmapScale map(problem);
  const auto size = [&](std::string_view name) { return static_cast<std::int32_t>(problem[name]); };
  const LaunchShape shape{{blocksFor(problem["pitch"], kBlockWidth), blocksFor(problem["height"], kBlockHeight), 1},
                          {kBlockWidth, kBlockHeight, 1},
                          0};
  return {{{"colourmap_pixel",
            shape,
            {TensorArgument{0}, TensorArgument{1}, TensorArgument{2}, size("rows"), size("cols"), size("height"),
             size("width"), size("pitch"), map.scale, map.offset, size("alpha")}}},
          {}};
}

// A multiply-add for each pixel that is seen, a value and a colour loaded; each pixel is stored. A small picture shows
// one value of several, and each may have a colour of its own.
Cost cost(const Problem& problem) {
  const auto height = static_cast<double>(problem["height"]), width = static_cast<double>(problem["width"]);
  const double pixels = height * static_cast<double>(problem["pitch"]);
  const double shown =
      std::min(height, static_cast<double>(problem["rows"])) * std::min(width, static_cast<double>(problem["cols"]));
  return {.flop = 2 * height * width,
          .globalBytes = 4 * (2 * height * width + pixels),
          .minBytes = 4 * (shown + std::min<double>(kColours, shown) + pixels)};
}

constexpr Step kSteps[] = {
    {"pixel", "One thread, one pixel",
     "Each thread finds the element its pixel lies on and stores that value's colour, all four bytes at once.",
     "colourmap_pixel", "kernels/colourmap/pixel.cuh", kPixelSource, MadeFor::Both, plan, cost},
};

constexpr Operation kOperation{
    .name = "colourmap",
    .title = "Colour map",
    .help = "A tensor as a picture: each value becomes a colour.",
    .parameters = kParameters,
    .misfit = misfit,
    .tensors = tensors,
    .shapeText = shapeText,
    .units = units,
    .reference = colourmapReference,
    .limit = limit,
    .steps = kSteps,
    .library = {},
};

}  // namespace

ColourmapScale::ColourmapScale(const Problem& problem) {
  const double low = kRangeUnit * static_cast<double>(problem["low"]),
               high = kRangeUnit * static_cast<double>(problem["high"]);
  scale = static_cast<float>(kColours / (high - low));
  offset = static_cast<float>(-low * kColours / (high - low));
}

const Operation& colourmapOperation() {
  return kOperation;
}

}  // namespace strata::inline kernels
