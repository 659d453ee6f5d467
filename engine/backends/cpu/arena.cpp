#include "engine/backends/cpu/arena.h"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstring>

#include "engine/backends/cpu/api_call.h"
#include "engine/base/host_facts.h"

namespace strata::cpu {
namespace {

constexpr std::size_t kSegmentBytes = std::size_t{2} << 20;

constexpr std::size_t roundUp(std::size_t bytes, std::size_t step) {
  return (bytes + step - 1) / step * step;
}

/// Over all memory nodes in turn, where there are several and nobody has said otherwise (numactl): a page lies near who
/// touches it first, and that would be the thread that allocates, for all that others read.
void spreadOverNodes(char* begin, std::size_t bytes, DeviceObserver* observer) {
  constexpr int kDefault = 0, kInterleave = 3, kAllowedNodes = 4;  // of linux/mempolicy.h
  constexpr unsigned long kMostNodes = 1024;
  std::array<unsigned long, kMostNodes / (8 * sizeof(unsigned long))> nodes{};
  int policy = kDefault;
  if (::syscall(SYS_get_mempolicy, &policy, nullptr, 0ul, nullptr, 0ul) != 0 || policy != kDefault) return;
  if (::syscall(SYS_get_mempolicy, nullptr, nodes.data(), kMostNodes, nullptr, kAllowedNodes) != 0) return;
  int count = 0;
  for (const unsigned long part : nodes) count += std::popcount(part);
  if (count < 2) return;
  systemCall(observer, "mbind(MPOL_INTERLEAVE)",
             [&] { return ::syscall(SYS_mbind, begin, bytes, kInterleave, nodes.data(), kMostNodes, 0ul); });
}

/// Large pages where the system has some: weights are read from end to end, and with small ones the processor would
/// look up half a million of them for each token of a large model. All are made at once: a device has its memory, and
/// the first kernel shall not pay for page faults.
bool populate(char* begin, std::size_t bytes, DeviceObserver* observer) {
  spreadOverNodes(begin, bytes, observer);
  systemCall(observer, "madvise(MADV_HUGEPAGE)", [&] { return madvise(begin, bytes, MADV_HUGEPAGE); });
  const int made = systemCall(observer, "madvise(MADV_POPULATE_WRITE)",
                              [&] { return madvise(begin, bytes, MADV_POPULATE_WRITE) == 0 ? 0 : errno; });
  if (made == EINVAL) std::memset(begin, 0, bytes);  // a system of before Linux 5.14
  return made == 0 || made == EINVAL;
}

}  // namespace

Arena::~Arena() {
  for (Segment& segment : m_segments) munmap(segment.begin, segment.bytes);
}

std::uint64_t Arena::used() const {
  const Lock lock(m_mutex);
  return m_used;
}

std::vector<std::span<const std::byte>> Arena::inUse() const {
  const Lock lock(m_mutex);
  std::vector<std::span<const std::byte>> pieces;
  for (const auto& [memory, bytes] : m_allocated) pieces.emplace_back(static_cast<const std::byte*>(memory), bytes);
  return pieces;
}

void* Arena::allocate(std::size_t bytes, DeviceObserver* observer) {
  const Lock lock(m_mutex);
  if (bytes > m_capacity - m_used) return nullptr;
  const std::size_t rounded = roundUp(std::max<std::size_t>(bytes, 1), kAlignment);
  if (rounded > m_capacity - m_used) return nullptr;
  void* memory = nullptr;
  for (Segment& segment : m_segments)
    if ((memory = take(segment, rounded))) break;
  if (!memory) {
    Segment* segment = addSegment(rounded, observer);
    if (!segment) return nullptr;
    memory = take(*segment, rounded);
  }
  m_allocated[memory] = rounded;
  m_used += rounded;
  return memory;
}

void* Arena::take(Segment& segment, std::size_t bytes) {
  const auto fit = std::ranges::find_if(segment.free, [bytes](const auto& piece) { return piece.second >= bytes; });
  if (fit == segment.free.end()) return nullptr;
  const auto [offset, size] = *fit;
  segment.free.erase(fit);
  if (size > bytes) segment.free[offset + bytes] = size - bytes;
  return segment.begin + offset;
}

std::size_t Arena::segmentBytes(std::size_t bytes) {
  return roundUp(bytes, kSegmentBytes);
}

Arena::Segment* Arena::addSegment(std::size_t bytes, DeviceObserver* observer) {
  const std::size_t size = segmentBytes(bytes);
  if (size > availableMemory()) return nullptr;
  void* begin = systemCall(observer, "mmap", [size] {
    return mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  });
  if (begin == MAP_FAILED) return nullptr;
  if (!populate(static_cast<char*>(begin), size, observer)) {
    systemCall(observer, "munmap", [&] { return munmap(begin, size); });
    return nullptr;
  }
  m_segments.push_back({static_cast<char*>(begin), size, {{0, size}}});
  return &m_segments.back();
}

void Arena::free(void* memory, DeviceObserver* observer) {
  const Lock lock(m_mutex);
  const auto allocated = m_allocated.find(memory);
  if (allocated == m_allocated.end()) return;
  const std::size_t bytes = allocated->second;
  m_allocated.erase(allocated);
  m_used -= bytes;
  const auto segment = std::ranges::find_if(
      m_segments, [memory](const Segment& s) { return memory >= s.begin && memory < s.begin + s.bytes; });
  giveBack(*segment, static_cast<std::size_t>(static_cast<char*>(memory) - segment->begin), bytes);
  const bool empty = segment->free.size() == 1 && segment->free.begin()->second == segment->bytes;
  if (!empty || m_segments.size() == 1) return;
  systemCall(observer, "munmap", [&] { return munmap(segment->begin, segment->bytes); });
  m_segments.erase(segment);
}

void Arena::giveBack(Segment& segment, std::size_t offset, std::size_t bytes) {
  auto next = segment.free.lower_bound(offset);
  if (next != segment.free.begin()) {
    const auto previous = std::prev(next);
    if (previous->first + previous->second == offset) {
      offset = previous->first;
      bytes += previous->second;
      segment.free.erase(previous);
    }
  }
  if (next != segment.free.end() && offset + bytes == next->first) {
    bytes += next->second;
    segment.free.erase(next);
  }
  segment.free[offset] = bytes;
}

}  // namespace strata::cpu
