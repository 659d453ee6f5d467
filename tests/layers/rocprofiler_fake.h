#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "layers/runtime/rocprofiler_types.h"

namespace strata::rocprofiler::test {

/// How the library of rocprofiler_fake.cpp is to behave, and what was asked of it.
struct Fake {
  std::uint32_t major = 1;
  std::string failing;  ///< the function that answers with an error
  bool configuredByOther = false;
  std::uint64_t clockAhead = 5'000'000'000;  ///< of CLOCK_BOOTTIME, ns

  bool active = false;               ///< the context is started
  std::set<std::uint64_t> contexts;  ///< that services were configured in
  std::set<BufferKind> bufferKinds;
  std::set<CallbackKind> callbackKinds;
  std::string clientName;
};

/// What a test does with the library beyond what its tool does; found by the name kFakeControls.
struct FakeControls {
  Fake* fake;
  void (*reset)();
  /// HIP starts and hands its functions over.
  void (*hipStarts)();
  void (*load)(const KernelSymbol& kernel);
  /// Work is put on a queue: its record comes later.
  void (*enqueue)(CallbackKind kind);
  /// Puts a record into the buffer, with the external id that was pushed last on this thread.
  void (*emit)(const RecordHead& record);
  void (*drop)(std::uint64_t count);
  /// The next so many flushes tell nothing.
  void (*hold)(int flushes);
  std::uint64_t (*now)();
};
inline constexpr const char* kFakeControls = "strataFakeControls";

}  // namespace strata::rocprofiler::test
