#include "engine/backends/cpu/block_executor.h"

#include <utility>

#include "engine/device/cpu_thread.h"

namespace strata::cpu {
namespace {

constinit thread_local BlockExecutor* executorOfThisThread = nullptr;

Dim3 unflatten(std::uint64_t index, Dim3 size) {
  const std::uint64_t row = index / size.x;
  return {static_cast<std::uint32_t>(index % size.x), static_cast<std::uint32_t>(row % size.y),
          static_cast<std::uint32_t>(row / size.y)};
}

void advance(Dim3& index, Dim3 size) {
  if (++index.x < size.x) return;
  index.x = 0;
  if (++index.y < size.y) return;
  index.y = 0;
  ++index.z;
}

}  // namespace

void BlockExecutor::run(const Grid& grid, std::uint64_t index) {
  m_grid = &grid;
  m_toStart = grid.shape.block.count();
  m_nextThread = {0, 0, 0};
  m_first = nullptr;
  executorOfThisThread = this;
  barrier = strata_fiber_barrier;
  gridDim = grid.shape.grid;
  blockDim = grid.shape.block;
  blockIdx = unflatten(index, grid.shape.grid);
  startThreads();
  leave();  // comes back when the block is done
}

void BlockExecutor::startThreads() {
  while (m_toStart > 0) {
    --m_toStart;
    threadIdx = m_current->threadIdx = m_nextThread;
    advance(m_nextThread, m_grid->shape.block);
    try {
      m_grid->function(m_grid->arguments);
    } catch (...) {
      if (!m_error) m_error = std::current_exception();
    }
  }
}

void BlockExecutor::fiberMain() {
  BlockExecutor& self = *executorOfThisThread;
  for (;;) {
    self.startThreads();
    self.leave();
  }
}

/// The fiber that runs has no thread any more, and none is left to start.
void BlockExecutor::leave() {
  Fiber* waiting = m_current->next ? remove(*m_current) : m_first;
  m_goOn = waiting ? waiting : &m_main;
  if (m_goOn == m_current) return;
  if (m_current != &m_main) m_free.push_back(m_current);
  strata_fiber_leave();
}

/// A thread waits for the first time: it joins the ring, and the threads that have not started come first.
void* BlockExecutor::firstBarrier(void* stackPointer) {
  Fiber* fresh = m_toStart > 0 ? &freshFiber() : nullptr;
  append(*m_current);
  return goOn(stackPointer, fresh ? *fresh : *m_first);
}

inline void* BlockExecutor::goOn(void* stackPointer, Fiber& to) {
  Fiber& from = *m_current;
  from.stackPointer = stackPointer;
  m_current = &to;
  threadIdx = to.threadIdx;
  if constexpr (Fiber::kAnnounced) {
    m_left = &from;
    if (&from != &to) Fiber::prepareSwitch(from, to);
  }
  return to.stackPointer;
}

void BlockExecutor::append(Fiber& fiber) {
  if (!m_first) m_first = fiber.next = fiber.previous = &fiber;
  fiber.next = m_first;
  fiber.previous = m_first->previous;
  fiber.previous->next = m_first->previous = &fiber;
}

/// Returns who comes after it in the ring, nullptr if it was the last one.
Fiber* BlockExecutor::remove(Fiber& fiber) {
  Fiber* next = std::exchange(fiber.next, nullptr);
  if (next == &fiber) return nullptr;
  next->previous = fiber.previous;
  fiber.previous->next = next;
  return next;
}

Fiber& BlockExecutor::freshFiber() {
  if (m_free.empty()) return m_fibers.emplace_back(m_stacks.take(), &BlockExecutor::fiberMain);
  Fiber& fiber = *m_free.back();
  m_free.pop_back();
  return fiber;
}

void* strata_fiber_after_barrier(void* stackPointer) {
  BlockExecutor& self = *executorOfThisThread;
  Fiber* next = self.m_current->next;
  return next ? self.goOn(stackPointer, *next) : self.firstBarrier(stackPointer);
}

void* strata_fiber_after_leave(void* stackPointer) {
  BlockExecutor& self = *executorOfThisThread;
  return self.goOn(stackPointer, *self.m_goOn);
}

STRATA_NO_TSAN void strata_fiber_switched() {
  BlockExecutor& self = *executorOfThisThread;
  if (self.m_left != self.m_current) Fiber::announceSwitch(*self.m_left, *self.m_current);
}

}  // namespace strata::cpu
