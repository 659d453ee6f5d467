#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/mutex.h"
#include "engine/device/device_observer.h"
#include "engine/trace/trace_recorder.h"

namespace strata::inline hardware {

/// The queues of one kind of device work ("copy H→D"), made when first needed. Two pieces at once get two queues, since
/// a queue holds one piece at a time: "copy H→D", "copy H→D 2", … Any thread.
class WorkQueues {
 public:
  WorkQueues(TraceRecorder& recorder, std::string name, TrackKind kind, std::uint32_t stream);

  static constexpr int kNone = -1;
  /// A slot nobody uses, now taken; kNone if all are taken.
  int acquire();
  /// Counts work that got no slot.
  void drop() { m_recorder.dropWork(made(0)); }
  void release(int slot);
  /// What is recorded of a kernel, for who holds the slot: a place that kernels of this name and shape share with few
  /// others. Look whose it is.
  struct KnownKernel {
    std::string name;
    std::optional<LaunchShape> shape;
    NameId id = NameId::None;
    ArgsId args = ArgsId::None;
  };
  KnownKernel& known(int slot, const DeviceWork& work);
  QueueId queue(int slot) const {
    return m_slots[static_cast<std::size_t>(slot)].queue.load(std::memory_order_acquire);
  }

 private:
  struct Slot {
    std::atomic<bool> taken{false};
    std::atomic<QueueId> queue{QueueId::None};
    std::vector<KnownKernel> known;
  };
  QueueId made(std::size_t slot);

  TraceRecorder& m_recorder;
  std::string m_name;
  TrackKind m_kind;
  std::uint32_t m_stream;
  std::array<Slot, 16> m_slots;
  Mutex m_making;  ///< one makes a queue at a time
};

}  // namespace strata::inline hardware
