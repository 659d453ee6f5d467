#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>

#include "engine/backends/cpu/doorbell.h"
#include "engine/backends/cpu/queued_work.h"

namespace strata::cpu {

/// The operations of a stream, from the one thread that adds them to the one that works them off. Their places are used
/// again, so that a launch allocates nothing; there are as many as a GPU's queue has, and who adds one more waits.
class WorkQueue {
 public:
  /// `patience` is that of the thread that works.
  explicit WorkQueue(Doorbell::Patience patience) : m_patience(patience) {}

  // The thread that adds.
  /// A place to fill; waits until there is one.
  QueuedWork& place(DeviceObserver* observer);
  void push(DeviceObserver* observer);  ///< the place that was filled
  /// Waits until all that was pushed is done.
  void drain(DeviceObserver* observer);

  // The thread that works.
  /// The next one, after waiting for it; nullptr once stopped and empty.
  QueuedWork* next();
  bool isLast() const { return m_done.load(std::memory_order_relaxed) + 1 == m_pushed.load(); }
  void done();

  void stop(DeviceObserver* observer);  ///< next() no longer waits

 private:
  static constexpr std::uint64_t kPlaces = 1024;
  bool idle() const { return m_done.load() >= m_pushed.load(std::memory_order_relaxed); }

  const Doorbell::Patience m_patience;
  std::unique_ptr<QueuedWork[]> m_places = std::make_unique<QueuedWork[]>(kPlaces);
  alignas(64) std::atomic<std::uint64_t> m_pushed{0};
  std::atomic<bool> m_stop{false};
  Doorbell m_work;
  alignas(64) std::atomic<std::uint64_t> m_done{0};
  std::atomic<std::uint64_t> m_awaited{UINT64_MAX};  ///< how many must be done for m_doneBell to ring
  Doorbell m_doneBell;
};

}  // namespace strata::cpu
