#include "engine/device/device_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace strata::inline device {
namespace {

Error usage(std::string message) {
  return {ErrorCode::Usage, std::move(message), Storey::Runtime};
}

std::string size(std::uint64_t bytes) {
  const auto value = static_cast<double>(bytes);
  if (bytes >= std::uint64_t{1} << 40) return fmt::format("{:.1f} TiB", value / (std::uint64_t{1} << 40));
  if (bytes >= std::uint64_t{1} << 30) return fmt::format("{:.1f} GiB", value / (1 << 30));
  if (bytes >= std::uint64_t{1} << 20) return fmt::format("{:.1f} MiB", value / (1 << 20));
  return fmt::format("{} bytes", bytes);
}

}  // namespace

Result<void> checkCopy(const Buffer& to, const Buffer& from, std::size_t bytes) {
  if (bytes <= to.bytes() && bytes <= from.bytes()) return {};
  return usage(fmt::format("A copy of {} bytes from a buffer of {} to a buffer of {} was requested; it does not fit.",
                           bytes, from.bytes(), to.bytes()));
}

Result<void> checkLaunch(const DeviceInfo& device, const KernelEntry& kernel, const LaunchShape& shape) {
  if (!kernel.function)
    return Error{ErrorCode::Unsupported,
                 fmt::format("Kernel \"{}\" is not built for the device {}.", kernel.name, device.key()),
                 Storey::Runtime};
  if (shape.grid.count() == 0 || shape.block.count() == 0)
    return usage(fmt::format("Kernel \"{}\" was launched with an empty grid or block.", kernel.name));
  if (shape.block.count() > device.maxThreadsPerBlock)
    return usage(fmt::format("Kernel \"{}\" was launched with {} threads a block; the device allows {}.", kernel.name,
                             shape.block.count(), device.maxThreadsPerBlock));
  if (shape.sharedBytes > device.sharedBytesPerBlock)
    return usage(
        fmt::format("Kernel \"{}\" was launched with {} of dynamic shared memory a block; the device allows {}.",
                    kernel.name, size(shape.sharedBytes), size(device.sharedBytesPerBlock)));
  return {};
}

Result<void> checkBoxes(const BoxedTensor& tensor) {
  constexpr std::uint32_t kPiece = 16, kBoxLine = 128, kMostOfBox = 256;
  const auto lineBytes = std::uint64_t{tensor.sizes[0]} * tensor.elementBytes;
  if (reinterpret_cast<std::uintptr_t>(tensor.data) % kPiece != 0 || lineBytes % kPiece != 0)
    return usage(
        fmt::format("Boxes are copied of tensors that begin at multiples of {0} bytes and whose lines are multiples of "
                    "{0} bytes, not of {1}.",
                    kPiece, lineBytes));
  const bool empty = std::ranges::find(tensor.sizes, 0u) != tensor.sizes.end();
  const bool fits = std::ranges::all_of(tensor.box, [](std::uint32_t side) { return side >= 1 && side <= kMostOfBox; });
  if (empty || !fits || std::uint64_t{tensor.box[0]} * tensor.elementBytes != kBoxLine)
    return usage(fmt::format("Boxes have lines of {} bytes and sides of 1 to {} elements, not {}×{}×{} elements.",
                             kBoxLine, kMostOfBox, tensor.box[0], tensor.box[1], tensor.box[2]));
  return {};
}

Error eventsNotReached() {
  return usage("The time between two events was requested before the device reached both; synchronize first.");
}

Error eventOfAnother() {
  return {ErrorCode::Usage, "This event belongs to another kind of device; create it with this device.",
          Storey::Runtime};
}

Error notCapturable(std::string_view what) {
  return usage(
      fmt::format("{} cannot be captured: a graph holds kernels, and copies of device and pinned memory.", what));
}

Error emptyCapture() {
  return usage("The stream captured nothing, so there is no graph to launch.");
}

Error noGraphs(const DeviceInfo& device) {
  return {ErrorCode::Unsupported, fmt::format("The device {} has no graphs; launch one by one.", device.key()),
          Storey::Runtime};
}

Error outOfMemory(std::uint64_t bytes, std::string_view what, std::uint64_t left) {
  const std::string rest = left ? fmt::format(" and {} are left", size(left)) : " and there is not that much";
  return {ErrorCode::OutOfMemory,
          fmt::format("{} of {} were requested{}. Choose a smaller problem, or end other programs.", size(bytes), what,
                      rest),
          Storey::Runtime};
}

Error outOfPieces(std::uint64_t bytes, std::string_view what, std::uint64_t takes, std::uint64_t left) {
  const std::string why = left < takes ? fmt::format("and {} are left", size(left)) : "which it refused";
  return {ErrorCode::OutOfMemory,
          fmt::format("{} of {} were requested: that takes {} more from the system, {}. Choose a smaller problem, end "
                      "other programs, or allow this one more (`ulimit -v`).",
                      size(bytes), what, size(takes), why),
          Storey::Runtime};
}

}  // namespace strata::inline device
