#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/device/device_observer.h"
#include "engine/trace/trace_recorder.h"

namespace strata {

/// The queues of one kind of device work ("copy H→D"), made when first needed. Two pieces at once get two queues, since
/// a queue holds one piece at a time: "copy H→D", "copy H→D 2", … Any thread.
class WorkLanes {
 public:
  WorkLanes(TraceRecorder& recorder, std::string name, TrackKind kind, std::uint32_t number);

  static constexpr int kNone = -1;
  /// A lane nobody uses, now taken; kNone if all are taken.
  int acquire();
  void release(int lane);
  /// What is recorded of a kernel, for who holds the lane: a place that kernels of this name and shape share with few
  /// others. Look whose it is.
  struct KnownKernel {
    std::string name;
    LaunchShape shape;
    NameId id = NameId::None;
    ArgsId args = ArgsId::None;
  };
  KnownKernel& known(int lane, const DeviceWork& work);
  QueueId queue(int lane) const {
    return m_lanes[static_cast<std::size_t>(lane)].queue.load(std::memory_order_acquire);
  }

 private:
  struct Lane {
    std::atomic<bool> taken{false};
    std::atomic<QueueId> queue{QueueId::None};
    std::vector<KnownKernel> known;
  };
  void make(std::size_t lane);

  TraceRecorder& m_recorder;
  std::string m_name;
  TrackKind m_kind;
  std::uint32_t m_number;
  std::array<Lane, 16> m_lanes;
};

}  // namespace strata
