#include "engine/device/interop_checks.h"

#include <fmt/format.h>

#include <string>

namespace strata::inline device {
namespace {

Error wrongHandle(std::string message) {
  return {ErrorCode::Usage, std::move(message), Storey::Runtime};
}

Error unshareable(const char* message) {
  return {ErrorCode::Unsupported, message, Storey::Runtime};
}

}  // namespace

Result<void> checkShared(const MemoryHandle& handle, SharedKind kind) {
  if (handle.kind != kind) return wrongHandle("The handle of a timeline was given for memory.");
  if (handle.bytes == 0) return wrongHandle("A shared buffer of 0 bytes was requested; request at least one.");
  if (handle.offset > handle.allocationBytes || handle.bytes > handle.allocationBytes - handle.offset)
    return wrongHandle(fmt::format("A shared buffer of {} bytes at {} does not fit an allocation of {} bytes.",
                                   handle.bytes, handle.offset, handle.allocationBytes));
  return {};
}

Result<void> checkShared(const TimelineHandle& handle, SharedKind kind) {
  if (handle.kind != kind) return wrongHandle("The handle of memory was given for a timeline.");
  if (handle.offset % sizeof(std::uint32_t) != 0)
    return wrongHandle(fmt::format("A timeline's counter lies at {}, which is not aligned to 4 bytes.", handle.offset));
  return {};
}

Result<void> checkOwner(const MemoryHandle& handle, const InteropIdentity& self) {
  if (self.device == Uuid{})
    return unshareable("This device has no UUID that other APIs know, so it shares no memory.");
  if (handle.owner.device != self.device)
    return unshareable("The memory is another device's: draw with the device that computes, or share host memory.");
  const bool told = handle.owner.driver != Uuid{} && self.driver != Uuid{};
  if (told && handle.owner.driver != self.driver)
    return unshareable("The memory is of another driver of this device: use one driver, or share host memory.");
  return {};
}

Error timelineOfAnother() {
  return wrongHandle("This timeline belongs to another kind of device; import it with this device.");
}

Error streamOfAnother() {
  return wrongHandle("This stream belongs to another kind of device; create it with this device.");
}

}  // namespace strata::inline device
