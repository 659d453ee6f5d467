#include "layers/model/cnn_window.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace strata {
namespace {

using Sizes = std::vector<std::int64_t>;

constexpr std::int64_t kMost = 1 << 16;  ///< of any attribute; ladders allow less

Result<Sizes> sizesOf(const OnnxNode& node, std::string_view key, Sizes otherwise) {
  const OnnxAttribute* const attribute = node.attribute(key);
  if (attribute == nullptr || attribute->integers.empty()) return otherwise;
  const Sizes& sizes = attribute->integers;
  if (sizes.size() != otherwise.size())
    return cnnRefusal(node, fmt::format("{} has {} numbers; pictures have {}", key, sizes.size(), otherwise.size()));
  if (std::ranges::any_of(sizes, [](std::int64_t size) { return size < 0 || size > kMost; }))
    return cnnRefusal(node, fmt::format("{} {} cannot be", key, fmt::join(sizes, " ")));
  return sizes;
}

/// The one number a list consists of.
Result<std::int64_t> same(const OnnxNode& node, std::string_view key, const Sizes& sizes, std::int64_t least) {
  if (std::ranges::adjacent_find(sizes, std::not_equal_to()) != sizes.end())
    return cnnRefusal(node,
                      fmt::format("{} {} differ by side; only equal ones can be run", key, fmt::join(sizes, " ")));
  if (sizes.front() < least) return cnnRefusal(node, fmt::format("{} {} cannot be", key, sizes.front()));
  return sizes.front();
}

/// What SAME needs on both sides together, so that there is an output for each `stride` elements.
std::int64_t samePadding(std::int64_t size, std::int64_t window, const CnnWindow& w) {
  const std::int64_t outputs = (size + w.stride - 1) / w.stride;
  return std::max<std::int64_t>(0, (outputs - 1) * w.stride + (window - 1) * w.dilation + 1 - size);
}

Result<std::int64_t> padding(const OnnxNode& node, std::int64_t h, std::int64_t w, const CnnWindow& window) {
  const OnnxAttribute* const automatic = node.attribute("auto_pad");
  const std::string way = automatic && !automatic->text.empty() ? automatic->text : "NOTSET";
  if (way == "VALID") return 0;
  if (way == "NOTSET") {
    STRATA_ASSIGN(const Sizes pads, sizesOf(node, "pads", {0, 0, 0, 0}));
    return same(node, "pads", pads, 0);
  }
  if (way != "SAME_UPPER" && way != "SAME_LOWER") return cnnRefusal(node, fmt::format("auto_pad {} is unknown", way));
  const std::int64_t down = samePadding(h, window.rows, window), along = samePadding(w, window.cols, window);
  if (down == along && down % 2 == 0) return down / 2;
  return cnnRefusal(node, fmt::format("{} pads {} rows and {} columns here, which differs by side; only equal padding "
                                      "can be run",
                                      way, down, along));
}

}  // namespace

Result<CnnWindow> cnnWindow(const OnnxNode& node, std::int64_t h, std::int64_t w, std::int64_t rows,
                            std::int64_t cols) {
  CnnWindow window;
  STRATA_ASSIGN(const Sizes kernel, sizesOf(node, "kernel_shape", {rows, cols}));
  window.rows = kernel[0];
  window.cols = kernel[1];
  if (window.rows < 1 || window.cols < 1) return cnnRefusal(node, "it needs a kernel_shape of at least 1×1");
  STRATA_ASSIGN(const Sizes strides, sizesOf(node, "strides", {1, 1}));
  STRATA_ASSIGN(window.stride, same(node, "strides", strides, 1));
  STRATA_ASSIGN(const Sizes dilations, sizesOf(node, "dilations", {1, 1}));
  STRATA_ASSIGN(window.dilation, same(node, "dilations", dilations, 1));
  STRATA_ASSIGN(window.pad, padding(node, h, w, window));
  return window;
}

Error cnnRefusal(const OnnxNode& node, const std::string& why) {
  const std::string& name = node.name.empty() && !node.outputs.empty() ? node.outputs.front() : node.name;
  return {ErrorCode::Usage, fmt::format("{} {}: {}.", node.op, name, why), Storey::Model};
}

}  // namespace strata
