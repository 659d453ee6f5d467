#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/backends/null/null_device.h"
#include "engine/device/memory_in_use.h"
#include "engine/device/running_work.h"
#include "engine/device/stream_numbers.h"

namespace strata::null {

class NullStream;

/// What a null device, its streams, events and buffers share.
struct NullCore {
  NullScript script;
  DeviceObserver* observer = nullptr;
  RunningWork running;
  StreamNumbers streamNumbers;
  MemoryInUse memory;
  std::vector<NullStream*> streams;

  /// The error the script wants for a call, if any.
  Result<void> ask(std::string_view call) const;
  /// Returns when the script wants hung work to end.
  void awaitStop() const;
  Duration durationOf(const DeviceWork& work) const;
};

/// Tells an observer (or nobody) that an API call lasts as long as this object.
class NullCall {
 public:
  NullCall(const NullCore& core, const char* name);
  ~NullCall();
  NullCall(const NullCall&) = delete;
  NullCall& operator=(const NullCall&) = delete;
  std::uint64_t token() const { return m_token; }

 private:
  DeviceObserver* m_observer;
  std::uint64_t m_token = 0;
};

class NullEvent final : public Event {
 public:
  explicit NullEvent(std::shared_ptr<NullCore> core) : m_core(std::move(core)) {}
  State poll() override { return m_state; }
  Result<void> synchronize() override;
  Result<Duration> since(Event& start) override;

  void pend() { m_state = State::Pending; }
  void resolve(Duration clock);
  Duration clock() const { return m_clock; }

 private:
  std::shared_ptr<NullCore> m_core;
  State m_state = State::NotRecorded;
  Duration m_clock;
};

/// Everything happens at once, on a clock of its own that only work moves, until the script lets something hang.
class NullStream final : public Stream {
 public:
  explicit NullStream(std::shared_ptr<NullCore> core);
  ~NullStream() override;
  NullStream(const NullStream&) = delete;
  NullStream& operator=(const NullStream&) = delete;

  Result<void> launch(const KernelEntry& kernel, const LaunchShape& shape, std::span<void*> arguments) override;
  Result<void> launchHost(std::string_view name, std::function<void()> work) override;
  bool canHold() const override;
  Result<void> copy(Buffer& to, const Buffer& from, std::size_t bytes) override;
  Result<void> record(Event& event) override;
  Result<void> wait(Event& event) override;
  Result<void> synchronize() override;
  Result<std::unique_ptr<Graph>> capture(const std::function<Result<void>()>& enqueue) override;

  /// A wait for a timeline.
  Result<void> waitFor(std::uint64_t value);
  bool blocked() const { return m_blocked; }
  /// What synchronize does: nothing, or waiting for the script's stop.
  Result<void> finish();

 private:
  void run(DeviceWork work, const std::function<void()>& effect);

  std::shared_ptr<NullCore> m_core;
  Duration m_clock;
  bool m_blocked = false;            ///< behind work that hangs, here or on another stream
  std::optional<DeviceWork> m_hung;  ///< that work, if it is here
  std::string m_hungName;
};

}  // namespace strata::null
