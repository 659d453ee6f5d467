#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <protozero/pbf_writer.hpp>
#include <string>
#include <string_view>

#include "engine/trace/trace_snapshot.h"

namespace strata::test {

/// Bytes of a trace, packet by packet, as docs/trace-format.md says; written without any of the product's code.
class StreamBuilder {
 public:
  explicit StreamBuilder(std::uint32_t run = 0x2A) : m_run(run) {}

  using Write = std::function<void(protozero::pbf_writer&)>;
  /// A packet of this run with a time and what `write` adds.
  StreamBuilder& packet(std::uint64_t time, const Write& write);
  StreamBuilder& raw(std::string_view bytes);

  StreamBuilder& message(std::uint32_t kind, const std::string& json, std::string_view blob = {});
  StreamBuilder& hello() { return message(1, R"({"magic":"strata"})"); }
  StreamBuilder& end() { return message(8, R"({"events":0,"dropped":0,"clock_error_ns":0})"); }
  /// Hello, clock, a model, a runtime and a counter track of thread 7 of process 5, a queue; see the uuids below.
  StreamBuilder& head();

  static constexpr std::uint64_t kModel = 10, kRuntime = 11, kCounter = 12, kQueue = 13;
  StreamBuilder& begin(std::uint64_t track, std::uint64_t time, std::string_view name, std::uint32_t call = 0,
                       std::uint32_t launch = 0);
  StreamBuilder& finish(std::uint64_t track, std::uint64_t time);
  StreamBuilder& counter(std::uint64_t time, double value);
  StreamBuilder& kernel(std::uint64_t time, std::uint64_t duration, std::string_view name, std::uint32_t call,
                        std::uint32_t correlation);

  std::uint64_t withRun(std::uint64_t id) const { return std::uint64_t{m_run} << 32 | id; }
  const std::string& bytes() const { return m_bytes; }

 private:
  std::uint32_t m_run;
  std::string m_bytes;
};

/// What the reader makes of `bytes`, fed `piece` bytes at a time (0: all at once).
std::shared_ptr<const TraceSnapshot> read(std::string_view bytes, std::size_t piece = 0);

/// A small complete session: two calls with launches, kernels that outlast them, counters, arguments, all packet types.
std::string smallSession(std::uint32_t run = 0x2A);

}  // namespace strata::test
