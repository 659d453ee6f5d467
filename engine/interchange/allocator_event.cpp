#include "engine/interchange/allocator_event.h"

#include <fmt/format.h>

#include <algorithm>

namespace strata::inline interchange {

namespace {

constexpr std::int64_t kCpu = 0;  // c10::DeviceType

std::optional<std::int64_t> integerOf(const ChromeRecord& record, std::string_view key) {
  const auto arg = std::ranges::find(record.args, key, &ChromeRecord::Arg::key);
  std::int64_t number = 0;
  const bool there = arg != record.args.end() && toInteger(arg->value.text, number);
  return there ? std::optional(number) : std::nullopt;
}

}  // namespace

std::optional<AllocatorEvent> allocatorEventOf(const ChromeRecord& record) {
  if (record.name != "[memory]") return std::nullopt;
  const auto type = integerOf(record, "Device Type"), device = integerOf(record, "Device Id");
  const auto allocated = integerOf(record, "Total Allocated"), reserved = integerOf(record, "Total Reserved");
  if (!type || !allocated) return std::nullopt;
  AllocatorEvent event;
  event.bytes = integerOf(record, "Bytes");
  event.address = integerOf(record, "Addr");
  event.bytesAllocated = static_cast<double>(*allocated);
  if (*type == kCpu) {
    event.allocated = "CPU memory allocated (PyTorch)";
    return event;
  }
  const std::string place = fmt::format("(PyTorch, GPU {})", device.value_or(0));
  event.allocated = "device memory allocated " + place;
  if (!reserved) return event;
  event.reserved = "device memory reserved " + place;
  event.bytesReserved = static_cast<double>(*reserved);
  return event;
}

}  // namespace strata::inline interchange
