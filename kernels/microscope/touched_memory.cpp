#include "kernels/microscope/touched_memory.h"

#include <bit>
#include <utility>

namespace strata::inline microscope {
namespace {

bool happened(const Touch& touch) {
  return touch.when.launch != 0;
}

bool isOfOneThread(const Moment& a, const Moment& b) {
  return a.launch == b.launch && a.block == b.block && a.thread == b.thread;
}

}  // namespace

void TouchedMemory::prepareGrains() {
  if (!m_grains.empty()) return;
  m_grains.resize((m_bytes + m_grain - 1) / m_grain);
  for (Grain& grain : m_grains) grain.written = m_written;
}

std::size_t TouchedMemory::grainAt(std::uintptr_t address) const {
  return (address - m_begin) >> std::countr_zero(m_grain);
}

void TouchedMemory::touchByUnit(std::uintptr_t address, std::size_t bytes, const Touch& mine) {
  prepareGrains();
  for (std::size_t i = grainAt(address); i <= grainAt(address + bytes - 1); ++i) {
    Grain& grain = m_grains[i];
    if (mine.store)
      grain.written = true;
    else if (!grain.written && !happened(grain.emptyRead))
      grain.emptyRead = mine;
  }
}

std::optional<Touch> TouchedMemory::touch(std::uintptr_t address, std::size_t bytes, const Touch& mine, bool reads,
                                          const ThreadOrder& order) {
  prepareGrains();
  const std::size_t parts = (address - m_begin) | bytes | m_grain, smallest = parts & -parts;
  if (smallest < m_grain) followEach(smallest);
  std::optional<Touch> other;
  for (std::size_t i = grainAt(address), last = grainAt(address + bytes - 1); i <= last; ++i) {
    if (!other) other = collision(m_grains[i], mine, order);
    remember(m_grains[i], mine, reads, order);
  }
  return other;
}

/// Smaller grains from now on; each knows what the larger one knew.
void TouchedMemory::followEach(std::size_t bytes) {
  std::vector<Grain> smaller((m_bytes + bytes - 1) / bytes);
  for (std::size_t i = 0; i < smaller.size(); ++i) smaller[i] = m_grains[i * bytes / m_grain];
  m_grains = std::move(smaller);
  m_grain = bytes;
}

/// The touch that no order separates from mine, where one of the two writes and not both are atomic.
std::optional<Touch> TouchedMemory::collision(const Grain& grain, const Touch& mine, const ThreadOrder& order) const {
  const auto collides = [&](const Touch& other) {
    return happened(other) && (mine.store || other.store) && !(mine.atomic && other.atomic) &&
           !order.isBefore(other.when, mine.when.thread);
  };
  if (collides(grain.write)) return grain.write;
  for (const Touch& read : grain.reads)
    if (collides(read)) return read;
  return std::nullopt;
}

/// Of reads that nothing orders two are kept: a writer cannot be both.
void TouchedMemory::remember(Grain& grain, const Touch& mine, bool reads, const ThreadOrder& order) {
  if (reads && !grain.written && !happened(grain.emptyRead)) grain.emptyRead = mine;
  if (mine.store) {
    const bool race =
        !(grain.emptyRead.atomic && mine.atomic) && !order.isBefore(grain.emptyRead.when, mine.when.thread);
    // Had it come first, the read would not have been empty; but where it reads first itself, its own would have been.
    const auto isMine = [&](const Touch& read) { return isOfOneThread(read.when, mine.when); };
    const bool hasRead = reads || isMine(grain.reads[0]) || isMine(grain.reads[1]);
    if (happened(grain.emptyRead) && race && !hasRead) grain.emptyRead = {};
    grain.write = mine;
    grain.written = true;
    return;
  }
  const bool firstIsOver = !happened(grain.reads[0]) || order.isBefore(grain.reads[0].when, mine.when.thread);
  grain.reads[firstIsOver ? 0 : 1] = mine;
}

std::vector<TouchedMemory::EmptyRead> TouchedMemory::takeEmptyReads() {
  std::vector<EmptyRead> all;
  for (std::size_t i = 0; i < m_grains.size(); ++i) {
    if (!happened(m_grains[i].emptyRead)) continue;
    all.push_back({m_begin + i * m_grain, m_grains[i].emptyRead});
    m_grains[i].emptyRead = {};
  }
  return all;
}

}  // namespace strata::inline microscope
