#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/facts/view_state.h"
#include "engine/trace/trace_store.h"

namespace strata {

/// Builds sessions for the views' tests: what an agent would have recorded, written straight into a TraceStore.
class SampleSession {
 public:
  SampleSession();

  std::uint32_t host(Storey storey, std::int64_t tid = 100);
  std::uint32_t stream(std::uint32_t number, std::uint32_t device = 0);
  std::uint32_t copies(std::string_view direction);
  std::uint32_t counter(std::string_view name, std::string_view unit);
  std::uint32_t tracingCost();

  struct Spec {
    std::uint32_t track = 0;
    std::string_view name;
    std::int64_t begin = 0, end = 0;  ///< ns since the start of the session
    std::uint32_t call = 0, correlation = 0;
    EventKind kind = EventKind::Slice;
    Storey storey = Storey::Other;
    std::vector<std::pair<std::string_view, std::int64_t>> numbers = {};
    std::vector<std::pair<std::string_view, std::string_view>> texts = {};
  };
  void add(const Spec& spec);
  void open(const Spec& spec);  ///< a slice begun and not ended
  void count(std::uint32_t track, std::int64_t at, double value);

  /// One matmul on the CPU device, `start` ns after the session's start, about 60 µs long; correlation ids call * 2 and
  /// call * 2 + 1. Without `library` it runs our own tiled kernel.
  void addMatmul(std::uint32_t call, std::int64_t start, bool library = false);
  /// Copies in, `calls` matmuls, a copy out, memory counters, tracing cost.
  void addRun(std::uint32_t calls);

  /// All of the session in range, nothing selected.
  ViewState state();
  TraceStore& store() { return m_store; }

  static constexpr std::int64_t kStart = 5'000'000'000;

 private:
  std::uint32_t track(TrackInfo info);
  TraceEvent eventOf(const Spec& spec);
  std::vector<Arg> argsOf(const Spec& spec);

  TraceStore m_store;
  std::uint64_t m_lastUuid = 0;
  std::vector<std::pair<std::string, std::uint32_t>> m_tracks;
};

/// What strata-agent-cpu says about a machine like the one the sample comes from.
std::vector<StoreyState> sampleStoreys();
Hello sampleHello();
RunResult sampleResult(std::string_view variant, double gflops, double gbytesPerSecond);

}  // namespace strata
