#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/base/time.h"
#include "engine/device/device_info.h"
#include "engine/device/device_observer.h"
#include "engine/device/interop.h"
#include "engine/device/kernel.h"
#include "engine/device/memory_kind.h"
#include "engine/device/stream_gate.h"
#include "engine/device/tensor_map.h"
#include "engine/device/work_control.h"

namespace strata::inline device {

/// A piece of memory, freed with the object. `data()` is a host pointer only for Pinned and Pageable (and on the CPU
/// device).
class Buffer {
 public:
  virtual ~Buffer() = default;
  virtual void* data() const = 0;
  virtual std::size_t bytes() const = 0;
  virtual MemoryKind kind() const = 0;

  template <class T>
  std::span<T> span() const {
    return {static_cast<T*>(data()), bytes() / sizeof(T)};
  }
};

/// A mark in a stream. Pending until the device reached it, then it has a time.
class Event {
 public:
  enum class State { NotRecorded, Pending, Resolved };
  virtual ~Event() = default;
  /// Resolved also where the device failed before it: synchronize() says so.
  virtual State poll() = 0;
  /// Returns when the device has reached the last recording; at once where there is none. Work that was put into the
  /// stream after it goes on.
  virtual Result<void> synchronize() = 0;
  /// Time from `start` to this one on the device's clock; both must be Resolved.
  virtual Result<Duration> since(Event& start) = 0;
  /// When the last recording was reached, where the device's clock is the host's; none elsewhere, and before.
  virtual std::optional<HostTime> hostTime() { return std::nullopt; }
};

/// What a stream captured instead of doing it: kernels and copies in order, started together as often as you like, each
/// time with the addresses and sizes of the first. Neither its stream nor a buffer it uses may go before it.
class Graph {
 public:
  virtual ~Graph() = default;
  /// How many kernels and copies.
  virtual std::size_t size() const = 0;
  /// Puts all of them into the stream that captured them, as one call.
  virtual Result<void> launch() = 0;
};

/// Work in order; two streams run beside each other. All calls return at once but synchronize, and copies from or to
/// Pageable memory, which return when that memory is free to be used again. What goes wrong later on the device comes
/// out of the next synchronize of the stream.
class Stream {
 public:
  virtual ~Stream() = default;
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  /// Starts a kernel; `arguments` points to each argument and is read before this returns.
  virtual Result<void> launch(const KernelEntry& kernel, const LaunchShape& shape, std::span<void*> arguments) = 0;
  /// Runs a library routine's host function in stream order, shown as the kernel `name` (the CPU device: BLAS).
  virtual Result<void> launchHost(std::string_view name, std::function<void()> work) = 0;
  /// Copies `bytes` from the start of one buffer to the start of another; the kinds give the direction.
  virtual Result<void> copy(Buffer& to, const Buffer& from, std::size_t bytes) = 0;
  virtual Result<void> record(Event& event) = 0;
  virtual Result<void> wait(Event& event) = 0;
  /// Whether the device can begin a kernel before the one before it has ended.
  virtual bool canOverlap() const { return false; }
  /// From now on it does, with kernels that wait by themselves (KernelEntry::waits); off at first.
  void setOverlap(bool on) { m_overlap = on; }
  bool overlap() const { return m_overlap; }
  /// Whether the device waits for the host between a launch and the next, so that hold() is worth calling.
  virtual bool canHold() const { return false; }
  /// What it is given from now on begins when the gate is opened.
  virtual Result<void> hold(std::shared_ptr<StreamGate>) { return {}; }  // NOLINT(performance-*): others keep it
  virtual Result<void> synchronize() = 0;
  /// What `enqueue` puts into this stream becomes a graph; none of it is done now. Error Usage where nothing is put
  /// there, or what no graph holds: a wait of the host, an event, a copy of pageable memory, another graph. Unsupported
  /// where the device has no graphs, or no host functions in them. Meanwhile memory is neither allocated nor freed.
  virtual Result<std::unique_ptr<Graph>> capture(const std::function<Result<void>()>& enqueue) = 0;
  /// From 1; what traces call the stream.
  std::uint32_t number() const { return m_number; }
  /// The vendor's handle (cudaStream_t, hipStream_t) for library calls; nullptr on the CPU.
  void* native() const { return m_native; }

 protected:
  explicit Stream(std::uint32_t number, void* native = nullptr) : m_number(number), m_native(native) {}

 private:
  const std::uint32_t m_number;
  void* const m_native;
  bool m_overlap = false;
};

/// One device of one backend. Not thread-safe unless said: one thread drives it.
class Device {
 public:
  virtual ~Device() = default;
  virtual const DeviceInfo& info() const = 0;
  virtual Result<std::unique_ptr<Buffer>> allocate(std::size_t bytes, MemoryKind kind) = 0;
  /// Bytes of its own memory that nobody has now; none where nobody can say.
  virtual std::optional<std::uint64_t> freeMemory() { return std::nullopt; }
  virtual Result<std::unique_ptr<Stream>> createStream() = 0;
  virtual Result<std::unique_ptr<Event>> createEvent() = 0;
  virtual Result<void> synchronize() = 0;
  /// What it works on now: of each busy stream the kernel or copy that runs, or, where the vendor does not tell, the
  /// last that Strata gave it. Any thread; does not wait for the device.
  virtual std::vector<std::string> running() const = 0;
  /// Who is told of every API call and piece of work; nullptr for nobody. Set before the first stream is made.
  virtual void setObserver(DeviceObserver* observer) = 0;
  /// Who may abandon kernels and sees that they move; it outlives the device. Set before the first stream is made. No
  /// more than ignored where the vendor's driver runs a kernel in one piece.
  virtual void setControl(WorkControl*) {}
  /// How it shares memory with other programs; nullptr where it cannot.
  virtual Interop* interop() { return nullptr; }
  /// The tensor as kernels are given it to copy boxes of; it holds the address, and nothing keeps that memory. Usage
  /// where the tensor cannot be copied so; Unsupported where the device has nothing that copies boxes.
  virtual Result<TensorMap> tensorMap(const BoxedTensor&) {
    return Error{ErrorCode::Unsupported, "The device " + info().key() + " copies no boxes of tensors by itself.",
                 Storey::Hardware};
  }
};

}  // namespace strata::inline device
