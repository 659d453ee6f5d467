#include "layers/workloads/cnn/cnn_window.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace strata::inline workloads {
namespace {

using Sizes = std::vector<std::int64_t>;

constexpr std::int64_t kMost = 1 << 16;  ///< of any attribute; operations allow less

Result<Sizes> sizesOf(const OnnxNode& node, std::string_view key, Sizes otherwise, std::int64_t least) {
  const OnnxAttribute* const attribute = node.attribute(key);
  if (attribute == nullptr || attribute->integers.empty()) return otherwise;
  const Sizes& sizes = attribute->integers;
  if (sizes.size() != otherwise.size())
    return cnnRefusal(node, fmt::format("{} has {} numbers; images have {}", key, sizes.size(), otherwise.size()));
  if (std::ranges::any_of(sizes, [&](std::int64_t size) { return size < least || size > kMost; }))
    return cnnRefusal(node, fmt::format("{} {} cannot be", key, fmt::join(sizes, " ")));
  return sizes;
}

/// SAME: an output for each `stride` elements; an odd rest goes to the end, or with SAME_LOWER to the begin.
void padAlike(CnnSide& side, bool lower) {
  const std::int64_t outputs = (side.size + side.stride - 1) / side.stride;
  const std::int64_t both = std::max<std::int64_t>(0, (outputs - 1) * side.stride + side.span() - side.size);
  side.before = lower ? both - both / 2 : both / 2;
  side.after = both - side.before;
}

Result<void> pad(const OnnxNode& node, CnnWindow& window) {
  const OnnxAttribute* const automatic = node.attribute("auto_pad");
  const std::string way = automatic && !automatic->text.empty() ? automatic->text : "NOTSET";
  if (way == "VALID") return {};
  if (way == "SAME_UPPER" || way == "SAME_LOWER") {
    padAlike(window.down, way == "SAME_LOWER");
    padAlike(window.along, way == "SAME_LOWER");
    return {};
  }
  if (way != "NOTSET") return cnnRefusal(node, fmt::format("auto_pad {} is unknown", way));
  STRATA_ASSIGN(const Sizes pads, sizesOf(node, "pads", {0, 0, 0, 0}, 0));
  window.down.before = pads[0];
  window.along.before = pads[1];
  window.down.after = pads[2];
  window.along.after = pads[3];
  return {};
}

/// `more`: a window that begins in the picture and ends beyond the padding counts (ceil_mode).
Result<void> count(const OnnxNode& node, CnnSide& side, bool more) {
  const std::int64_t room = side.size + side.before + side.after - side.span();
  if (room < 0) return cnnRefusal(node, "the window is larger than the padded image");
  side.outputs = (room + (more ? side.stride - 1 : 0)) / side.stride + 1;
  if (more && (side.outputs - 1) * side.stride >= side.size + side.before) --side.outputs;
  return {};
}

}  // namespace

Result<CnnWindow> cnnWindow(const OnnxNode& node, std::int64_t h, std::int64_t w, std::int64_t rows,
                            std::int64_t cols) {
  STRATA_ASSIGN(const Sizes kernel, sizesOf(node, "kernel_shape", {rows, cols}, 1));
  if (kernel[0] < 1 || kernel[1] < 1) return cnnRefusal(node, "it needs a kernel_shape of at least 1×1");
  STRATA_ASSIGN(const Sizes strides, sizesOf(node, "strides", {1, 1}, 1));
  STRATA_ASSIGN(const Sizes dilations, sizesOf(node, "dilations", {1, 1}, 1));
  CnnWindow window{{.size = h, .window = kernel[0], .stride = strides[0], .dilation = dilations[0]},
                   {.size = w, .window = kernel[1], .stride = strides[1], .dilation = dilations[1]}};
  STRATA_TRY(pad(node, window));
  const OnnxAttribute* const ceiling = node.attribute("ceil_mode");
  const bool more = ceiling && ceiling->integer != 0;
  STRATA_TRY(count(node, window.down, more));
  STRATA_TRY(count(node, window.along, more));
  return window;
}

Error cnnRefusal(const OnnxNode& node, const std::string& why) {
  const std::string& name = node.name.empty() && !node.outputs.empty() ? node.outputs.front() : node.name;
  return {ErrorCode::Usage, fmt::format("{} {}: {}.", node.op, name, why), Storey::Model};
}

}  // namespace strata::inline workloads
