#include "engine/backends/cpu/warps.h"

#include <algorithm>
#include <bit>

namespace strata::cpu {

void Warps::open(std::uint32_t threads, std::uint32_t lanesPerWarp) {
  m_open = true;
  m_shift = static_cast<unsigned>(std::countr_zero(lanesPerWarp));
  m_lanes = ~std::uint64_t{0} >> (kMaxLanes - lanesPerWarp);
  const std::size_t warps = (threads + lanesPerWarp - 1) / lanesPerWarp;
  if (m_warps.size() < warps) m_warps.resize(warps);
  for (Warp& warp : m_warps) warp.living = warp.waiting = 0;
}

void Warps::addLiving(std::uint32_t thread) {
  warpOf(thread).living |= bit(laneOf(thread));
}

bool Warps::arrive(std::uint32_t thread, Fiber& fiber, std::uint64_t mask, void* operand, WarpService serve) {
  Warp& warp = warpOf(thread);
  const unsigned lane = laneOf(thread);
  mask &= m_lanes;
  const Lane& me = warp.lanes[lane] = {&fiber, mask, serve};
  warp.operands[lane] = operand;
  const std::uint64_t others = mask & warp.living & ~bit(lane);
  if ((warp.waiting & others) == others && group(warp, me, others) == others) {
    serve(others | bit(lane), warp.operands.data());
    release(warp, others);
    return true;
  }
  warp.waiting |= bit(lane);
  ++m_held;
  return false;
}

void Warps::end(std::uint32_t thread) {
  Warp& warp = warpOf(thread);
  warp.living &= ~bit(laneOf(thread));
  for (std::uint64_t left = warp.waiting; left != 0;) {
    const Lane& first = warp.lanes[static_cast<unsigned>(std::countr_zero(left))];
    const std::uint64_t there = group(warp, first, left);
    left &= ~there;
    if (there != (first.mask & warp.living)) continue;
    first.serve(there, warp.operands.data());
    release(warp, there);
  }
}

Warps::Group Warps::giveUp() {
  const auto stuck = std::ranges::find_if(m_warps, [](const Warp& warp) { return warp.waiting != 0; });
  const Lane& first = stuck->lanes[static_cast<unsigned>(std::countr_zero(stuck->waiting))];
  const std::uint64_t there = group(*stuck, first, stuck->waiting);
  first.serve(there, stuck->operands.data());
  release(*stuck, there);
  return {static_cast<std::uint32_t>(stuck - m_warps.begin()), there};
}

Fiber* Warps::takeReady() {
  if (m_ready == 0) return nullptr;
  const auto lane = static_cast<unsigned>(std::countr_zero(m_ready));
  m_ready &= m_ready - 1;
  --m_held;
  return m_readyWarp->lanes[lane].fiber;
}

/// Those of `among` who wait for the same as `like`.
std::uint64_t Warps::group(const Warp& warp, const Lane& like, std::uint64_t among) {
  std::uint64_t same = 0;
  for (; among != 0; among &= among - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(among));
    const Lane& other = warp.lanes[lane];
    if (other.mask == like.mask && other.serve == like.serve) same |= bit(lane);
  }
  return same;
}

void Warps::release(Warp& warp, std::uint64_t group) {
  warp.waiting &= ~group;
  m_ready |= group;
  m_readyWarp = &warp;
}

}  // namespace strata::cpu
