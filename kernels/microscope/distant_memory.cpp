#include "kernels/microscope/distant_memory.h"

#include <sys/mman.h>

namespace strata::inline microscope {

DistantMemory::~DistantMemory() {
  for (std::byte* slot : m_slots) ::munmap(slot, kApart);
}

std::byte* DistantMemory::add(std::size_t bytes) {
  void* slot = ::mmap(nullptr, kApart, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (slot == MAP_FAILED) return nullptr;
  m_slots.push_back(static_cast<std::byte*>(slot));
  std::byte* mine = piece(static_cast<int>(m_slots.size()) - 1);
  return ::mprotect(mine, bytes, PROT_READ | PROT_WRITE) == 0 ? mine : nullptr;
}

int DistantMemory::nearest(std::uintptr_t address) const {
  for (std::size_t i = 0; i < m_slots.size(); ++i)
    if (address - reinterpret_cast<std::uintptr_t>(m_slots[i]) < kApart) return static_cast<int>(i);
  return -1;
}

std::byte* DistantMemory::piece(int index) const {
  return m_slots[static_cast<std::size_t>(index)] + kApart / 2;
}

}  // namespace strata::inline microscope
