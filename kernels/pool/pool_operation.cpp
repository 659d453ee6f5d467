#include "kernels/pool/pool_operation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace strata::inline kernels {
namespace {

constexpr std::string_view kNaiveSource =
#include "naive.cuh.inc"
    ;
constexpr std::string_view kPairedSource =
#include "paired.cuh.inc"
    ;

constexpr std::int64_t kMostElements = std::int64_t{1} << 30;

constexpr OperationParameter kParameters[] = {
    {.name = "planes", .title = "Planes", .defaultValue = 64, .max = 65536, .help = "Channels of all images."},
    {.name = "h", .title = "Height H", .defaultValue = 112, .max = 4096, .help = "Rows of an image."},
    {.name = "w", .title = "Width W", .max = 4096, .follows = "h", .help = "Columns of an image."},
    {.name = "window", .title = "Window", .defaultValue = 2, .max = 31, .help = "Rows and columns of a window."},
    {.name = "stride",
     .title = "Stride",
     .max = 31,
     .follows = "window",
     .help = "Elements of the image from one window to the next, in both directions."},
    {.name = "pad",
     .title = "Padding",
     .defaultValue = 0,
     .min = 0,
     .max = 30,
     .help = "Rows and columns on each side of the image that windows may see and that do not count."},
};

struct Sizes {
  std::int64_t planes, h, w, window, stride, pad, p, q;

  explicit Sizes(const Problem& problem)
      : planes(problem["planes"]),
        h(problem["h"]),
        w(problem["w"]),
        window(problem["window"]),
        stride(problem["stride"]),
        pad(problem["pad"]),
        p((h + 2 * pad - window) / stride + 1),
        q((w + 2 * pad - window) / stride + 1) {}

  bool fits() const { return window <= h + 2 * pad && window <= w + 2 * pad; }
  std::int64_t outputs() const { return planes * p * q; }
};

std::string misfit(const Problem& problem) {
  const Sizes s(problem);
  if (!s.fits()) return "the window is larger than the padded image";
  if (s.pad >= s.window) return "some windows would lie in the padding";
  if (s.planes * s.h * s.w > kMostElements || s.outputs() > kMostElements)
    return "the images have more than 2^30 elements";
  return "";
}

std::vector<TensorInfo> tensors(const Problem& problem) {
  const Sizes s(problem);
  return {{.name = "X", .shape = {s.planes, s.h, s.w}}, {.name = "Y", .shape = {s.planes, s.p, s.q}}};
}

std::string shapeText(const Problem& problem) {
  const Sizes s(problem);
  std::string text = fmt::format("{}×{}×{} by {}×{}", s.planes, s.h, s.w, s.window, s.window);
  if (s.stride != s.window) text += fmt::format(" stride {}", s.stride);
  if (s.pad != 0) text += fmt::format(" pad {}", s.pad);
  return text;
}

std::int64_t units(const Problem& problem) {
  return problem["planes"];
}

void reference(const Problem& problem, std::span<const TensorValues> inputs, std::int64_t begin, std::int64_t end,
               std::span<double> out) {
  const Sizes s(problem);
  for (std::int64_t i = 0; i < (end - begin) * s.p * s.q; ++i) {
    const std::int64_t plane = begin + i / (s.p * s.q), row = i / s.q % s.p * s.stride - s.pad,
                       col = i % s.q * s.stride - s.pad;
    const float* const picture = inputs[0].data() + plane * s.h * s.w;
    bool first = true;
    double largest = 0;
    for (std::int64_t r = std::max<std::int64_t>(row, 0); r < std::min(row + s.window, s.h); ++r)
      for (std::int64_t c = std::max<std::int64_t>(col, 0); c < std::min(col + s.window, s.w); ++c) {
        const auto value = static_cast<double>(picture[r * s.w + c]);
        if (first || value > largest || std::isnan(value)) largest = value;
        first = false;
      }
    out[static_cast<std::size_t>(i)] = largest;
  }
}

double limit(const Problem&) {
  return 0;
}

LaunchShape shapeFor(std::int64_t threads) {
  const auto block = static_cast<std::uint32_t>(std::min<std::int64_t>(256, (threads + 31) / 32 * 32));
  return {{blocksFor(threads, block), 1, 1}, {block, 1, 1}, 0};
}

StepPlan naivePlan(const Problem& problem) {
  const Sizes s(problem);
  const auto size = [](std::int64_t value) { return static_cast<std::int32_t>(value); };
  return {{{"pool_naive",
            shapeFor(s.outputs()),
            {TensorArgument{0}, TensorArgument{1}, size(s.planes), size(s.h), size(s.w), size(s.p), size(s.q),
             size(s.window), size(s.stride), size(s.pad)}}},
          {}};
}

StepPlan pairedPlan(const Problem& problem) {
  const Sizes s(problem);
  return {{{"pool_paired",
            shapeFor(s.outputs()),
            {TensorArgument{0}, TensorArgument{1}, static_cast<std::int32_t>(s.outputs()),
             static_cast<std::int32_t>(s.q)}}},
          {}};
}

/// Elements that windows see along one side, which is `size` long.
double seen(std::int64_t size, std::int64_t outputs, const Sizes& s) {
  std::int64_t sum = 0;
  for (std::int64_t i = 0; i < outputs; ++i) {
    const std::int64_t begin = i * s.stride - s.pad;
    sum += std::min(begin + s.window, size) - std::max<std::int64_t>(begin, 0);
  }
  return static_cast<double>(sum);
}

/// The same, each once. Windows that overlap leave nothing between them.
double seenOnce(std::int64_t size, std::int64_t outputs, const Sizes& s) {
  if (s.stride >= s.window) return seen(size, outputs, s);
  return static_cast<double>(std::min((outputs - 1) * s.stride - s.pad + s.window, size));
}

// Comparisons count as FLOP: one less than a window has elements. Each element of a window is loaded, each output
// stored.
Cost cost(const Problem& problem) {
  const Sizes s(problem);
  const double outputs = static_cast<double>(s.outputs()), planes = static_cast<double>(s.planes);
  const double loads = planes * seen(s.h, s.p, s) * seen(s.w, s.q, s);
  const double needed = planes * seenOnce(s.h, s.p, s) * seenOnce(s.w, s.q, s);
  return {.flop = loads - outputs, .globalBytes = 4 * (loads + outputs), .minBytes = 4 * (needed + outputs)};
}

std::string wantsPairs(const DeviceInfo&, const Problem& problem) {
  const Sizes s(problem);
  if (s.window == 2 && s.stride == 2 && s.pad == 0 && s.h % 2 == 0 && s.w % 2 == 0) return {};
  return "Pairs need 2×2 windows that do not overlap, no padding, and images with even sides.";
}

// The first element of a window is loaded as the largest so far, and once more among the others.
Cost naiveCost(const Problem& problem) {
  Cost all = cost(problem);
  all.globalBytes += 4 * static_cast<double>(Sizes(problem).outputs());
  return all;
}

constexpr Step kSteps[] = {
    {"naive", "One thread, one output",
     "Each thread looks at the elements of its window; what lies outside the image does not count.", "pool_naive",
     "kernels/pool/naive.cuh", kNaiveSource, MadeFor::Both, naivePlan, naiveCost},
    {"paired", "A row of the window at once",
     "Each row of a 2×2 window is one float2, so neighbouring threads use whole sectors with half as many loads.",
     "pool_paired", "kernels/pool/paired.cuh", kPairedSource, MadeFor::Both, pairedPlan, cost, wantsPairs},
};

constexpr Operation kOperation{
    .name = "pool",
    .title = "Max pooling",
    .help = "The largest value of each window of an image: how convolutional networks make images smaller.",
    .parameters = kParameters,
    .misfit = misfit,
    .tensors = tensors,
    .shapeText = shapeText,
    .units = units,
    .reference = reference,
    .limit = limit,
    .steps = kSteps,
    .library = {},
};

}  // namespace

const Operation& poolOperation() {
  return kOperation;
}

}  // namespace strata::inline kernels
