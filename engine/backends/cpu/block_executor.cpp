#include "engine/backends/cpu/block_executor.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "engine/backends/cpu/cpu_thread.h"

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

void BlockExecutor::run(const Grid& grid, std::uint64_t begin, std::uint64_t end) {
  m_grid = &grid;
  m_threads = static_cast<std::uint32_t>(grid.shape.block.count());
  executorOfThisThread = this;
  barrier = strata_fiber_barrier;
  meet = strata_fiber_meet;
  waitUntil = strata_fiber_wait;
  cpu::leaveThread = leaveThread;
  print = printLine;
  warpSize = static_cast<int>(grid.waveSize);
  gridDim = grid.shape.grid;
  blockDim = grid.shape.block;
  blockIdx = unflatten(begin, grid.shape.grid);
  for (std::uint64_t block = begin; block < end; ++block) {
    if (grid.control && !grid.control->nextBlock()) return;
    runBlock();
    advance(blockIdx, grid.shape.grid);
  }
}

void BlockExecutor::runBlock() {
  m_started = 0;
  m_nextThread = {0, 0, 0};
  m_first = nullptr;
  m_warps.close();
  startThreads();
  leave();  // comes back when the block is done
}

/// Stops early for lanes that may go on: so few stacks are in use.
void BlockExecutor::startThreads() {
  while (m_started < m_threads) {
    ++m_started;
    m_current->barriers = 0;
    threadIdx = m_current->threadIdx = m_nextThread;
    advance(m_nextThread, m_grid->shape.block);
    try {
      m_grid->observer ? runThread() : m_grid->function(m_grid->arguments);
    } catch (...) {
      if (!m_error) m_error = std::current_exception();
    }
    if (!m_warps.isOpen()) continue;
    m_warps.end(numberOf(*m_current));
    if (m_warps.hasReady()) return;
  }
}

/// Until its end, or until it leaves.
[[gnu::noinline]] void BlockExecutor::runThread() {
  std::jmp_buf left;
  m_current->left = &left;
  if (setjmp(left) == 0) m_grid->function(m_grid->arguments);
  m_grid->observer->threadEnds();
}

void BlockExecutor::leaveThread() {
  std::longjmp(*executorOfThisThread->m_current->left, 1);
}

bool isOnStack(std::uintptr_t address) {
  const auto end = reinterpret_cast<std::uintptr_t>(executorOfThisThread->m_current->left);
  return address >= reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) && address < end;
}

void BlockExecutor::printLine(const char* text, std::size_t bytes) {
  if (PrintedLines* printed = executorOfThisThread->m_grid->printed) printed->add(blockIdx, threadIdx, {text, bytes});
}

void BlockExecutor::fiberMain() {
  BlockExecutor& self = *executorOfThisThread;
  for (;;) {
    self.startThreads();
    self.leave();
  }
}

/// The fiber that runs has no thread any more, and none to start.
void BlockExecutor::leave() {
  if (m_current->next) m_first = remove(*m_current);
  m_goOn = &nextFiber(m_current->barriers);
  if (m_goOn == m_current) return;
  if (m_current != &m_main) m_free.push_back(m_current);
  strata_fiber_leave();
}

/// The way of a first barrier, and of any while fibers are held by m_warps. Not inline: the other way needs no
/// registers.
[[gnu::noinline]] void* BlockExecutor::arriveAtBarrier(void* stackPointer) {
  Fiber& me = *m_current;
  if (me.next) {
    m_first = me.next;
  } else {
    append(me);
  }
  return goOn(stackPointer, nextFiber(me.barriers - 1));
}

void* BlockExecutor::meetLanes(std::uint64_t mask, void* operand, WarpService serve, void* stackPointer) {
  Fiber& me = *m_current;
  const std::uint32_t thread = numberOf(me);
  if (!m_warps.isOpen()) openWarps();
  const std::uint64_t self = m_warps.laneBit(thread);
  if ((mask & self) == 0) {
    fail(fmt::format("thread {} called a warp function with a mask that does not name its own lane", thread));
    mask = self;
  }
  if (m_warps.arrive(thread, me, mask, operand, serve)) return goOn(stackPointer, me);
  if (me.next) m_first = remove(me);
  return goOn(stackPointer, nextFiber(me.barriers));
}

void* BlockExecutor::wait(ReadyFunction ready, void* operand, void* stackPointer) {
  Fiber& me = *m_current;
  if (ready(operand)) return goOn(stackPointer, me);
  if (me.next) m_first = remove(me);
  m_waiting.push_back({&me, ready, operand});
  return goOn(stackPointer, nextFiber(me.barriers));
}

/// The first of those who wait for something that has come true; nullptr: nobody.
Fiber* BlockExecutor::takeWaiting() {
  const auto found = std::ranges::find_if(m_waiting, [](const Waiting& each) { return each.ready(each.operand); });
  if (found == m_waiting.end()) return nullptr;
  Fiber* const fiber = found->fiber;
  m_waiting.erase(found);
  return fiber;
}

/// Those live who have not started, who wait at a barrier or for something else, and the current one: nobody has met
/// yet.
void BlockExecutor::openWarps() {
  m_warps.open(m_threads, m_grid->waveSize);
  for (const Waiting& each : m_waiting) m_warps.addLiving(numberOf(*each.fiber));
  for (std::uint32_t thread = m_started; thread < m_threads; ++thread) m_warps.addLiving(thread);
  m_warps.addLiving(numberOf(*m_current));
  Fiber* const first = m_current->next ? m_current : m_first;
  if (!first) return;
  Fiber* waiting = first;
  do {
    m_warps.addLiving(numberOf(*waiting));
    waiting = waiting->next;
  } while (waiting != first);
}

/// Who goes on after the current fiber. In the ring nobody goes past a barrier that has not opened: one that a held
/// thread has not reached.
Fiber& BlockExecutor::nextFiber(std::uint32_t openBarriers) {
  for (;;) {
    if (Fiber* ready = m_warps.takeReady()) return *ready;
    if (m_started < m_threads) return freshFiber();
    if (Fiber* waiting = takeWaiting()) return *waiting;
    if (!holdsAny()) return m_first ? *m_first : m_main;
    if (m_first && m_first->barriers <= openBarriers) return *m_first;
    if (!m_warps.holdsAny()) {
      Fiber& first = *m_waiting.front().fiber;
      fail(fmt::format("thread {} waits for what nobody is left to bring about: a phase of an mbarrier that never ends",
                       numberOf(first)));
      m_waiting.erase(m_waiting.begin());
      return first;
    }
    const auto [warp, lanes] = m_warps.giveUp();
    if (m_grid->observer) m_grid->observer->lanesWaitInVain(warp, lanes);
    fail(fmt::format(
        "lanes of warp {} wait for others of their mask, which are at a barrier, in another warp function or "
        "there with another mask",
        warp));
  }
}

/// The number of its thread in the block, x fastest.
std::uint32_t BlockExecutor::numberOf(const Fiber& fiber) const {
  const Dim3 at = fiber.threadIdx, size = m_grid->shape.block;
  return at.x + size.x * (at.y + size.y * at.z);
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

void BlockExecutor::fail(const std::string& message) {
  if (!m_error) m_error = std::make_exception_ptr(std::runtime_error(message));
}

void* strata_fiber_after_barrier(void* stackPointer) {
  BlockExecutor& self = *executorOfThisThread;
  Fiber& me = *self.m_current;
  ++me.barriers;
  if (me.next && !self.holdsAny()) return self.goOn(stackPointer, *me.next);
  return self.arriveAtBarrier(stackPointer);
}

void* strata_fiber_after_meet(std::uint64_t mask, void* operand, WarpService serve, void* stackPointer) {
  return executorOfThisThread->meetLanes(mask, operand, serve, stackPointer);
}

void* strata_fiber_after_wait(ReadyFunction ready, void* operand, void* stackPointer) {
  return executorOfThisThread->wait(ready, operand, stackPointer);
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
