#include "kernels/microscope/thread_order.h"

#include <algorithm>
#include <bit>

namespace strata::inline microscope {
namespace {

template <class Map, class Key>
void raise(Map& map, const Key& key, std::uint32_t value) {
  std::uint32_t& known = map[key];
  known = std::max(known, value);
}

template <class Visit>
void forEachBit(std::uint64_t bits, Visit visit) {
  for (; bits != 0; bits &= bits - 1) visit(static_cast<std::uint32_t>(std::countr_zero(bits)));
}

}  // namespace

void ThreadOrder::Knowledge::add(const Knowledge& other) {
  for (const auto& [thread, step] : other.threads) raise(threads, thread, step);
  for (const auto& [block, phase] : other.phases) raise(phases, block, phase);
}

bool ThreadOrder::Knowledge::has(const Moment& then) const {
  if (const auto phase = phases.find(then.block); phase != phases.end() && then.phase < phase->second) return true;
  const auto step = threads.find(key(then.block, then.thread));
  return step != threads.end() && then.step <= step->second;
}

void ThreadOrder::launchBegins() {
  ++m_launch;
  m_handedOver.clear();
}

void ThreadOrder::blockBegins(std::uint32_t block, std::uint32_t threads, std::uint32_t waveSize) {
  m_block = block;
  m_waveSize = waveSize;
  m_threads.assign(threads, {});
  m_ofBlock = {};
  m_arrived.clear();
}

Moment ThreadOrder::now(std::uint32_t thread) {
  Thread& mine = m_threads[thread];
  return {m_launch, m_block, thread, mine.phase, mine.tick, ++mine.step};
}

void ThreadOrder::passesBarrier(std::uint32_t thread) {
  Thread& mine = m_threads[thread];
  m_ofBlock.add(mine.learnt);
  mine.learnt = {};
  ++mine.phase;
}

void ThreadOrder::lanesMeet(std::uint32_t warp, std::uint64_t lanes) {
  std::array<std::uint32_t, kMostLanes> known{};
  const auto threadOf = [&](std::uint32_t lane) -> Thread& { return m_threads[warp * m_waveSize + lane]; };
  Knowledge learnt;
  forEachBit(lanes, [&](std::uint32_t lane) {
    Thread& thread = threadOf(lane);
    for (std::uint32_t of = 0; of < kMostLanes; ++of) known[of] = std::max(known[of], thread.ticksKnown[of]);
    known[lane] = ++thread.tick;
    learnt.add(thread.learnt);
  });
  forEachBit(lanes, [&](std::uint32_t lane) {
    threadOf(lane).ticksKnown = known;
    threadOf(lane).learnt = learnt;
  });
}

void ThreadOrder::updates(std::uint32_t thread, std::uintptr_t address) {
  Knowledge& there = m_handedOver[address];
  m_threads[thread].learnt.add(there);
  const Thread& mine = m_threads[thread];
  if (mine.fenced) handOver(thread, mine.step + 1, there);  // with the update itself, which is its next step
}

void ThreadOrder::arrivesAt(std::uint32_t thread, std::uintptr_t barrier) {
  handOver(thread, m_threads[thread].step, m_arrived[barrier]);
}

void ThreadOrder::hasWaitedAt(std::uint32_t thread, std::uintptr_t barrier) {
  m_threads[thread].learnt.add(m_arrived[barrier]);
}

/// What it has done up to a step, and what it knows of others.
void ThreadOrder::handOver(std::uint32_t thread, std::uint32_t step, Knowledge& to) const {
  const Thread& mine = m_threads[thread];
  to.add(m_ofBlock);
  to.add(mine.learnt);
  raise(to.phases, m_block, mine.phase);
  raise(to.threads, key(m_block, thread), step);
}

bool ThreadOrder::isBefore(const Moment& then, std::uint32_t thread) const {
  if (then.launch != m_launch) return true;
  const Thread& me = m_threads[thread];
  if (then.block != m_block) return m_ofBlock.has(then) || me.learnt.has(then);
  if (then.thread == thread || then.phase < me.phase) return true;
  if (inOneWarp(then, thread) && me.ticksKnown[then.thread % m_waveSize] > then.tick) return true;
  return me.learnt.has(then);
}

bool ThreadOrder::inOneWarp(const Moment& then, std::uint32_t thread) const {
  return then.block == m_block && then.thread / m_waveSize == thread / m_waveSize;
}

}  // namespace strata::inline microscope
