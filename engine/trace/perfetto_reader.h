#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/trace/trace_store.h"

namespace strata::inline trace {

/// Turns a stream of Perfetto packets into a TraceStore, as the bytes arrive. Understands what Strata writes and any
/// TrackEvent trace. Never fails as a whole: what cannot be read is skipped and said in TraceSnapshot::problems().
class PerfettoReader {
 public:
  explicit PerfettoReader(TraceStore& store);
  ~PerfettoReader();

  /// Takes the next bytes. Before the first packet up to 64 KiB that are no packet are skipped (banners of ssh).
  void feed(std::span<const std::byte> bytes);
  /// No more bytes will come: reads what still waited for its rest, without a word about how the stream ends.
  void readRest();
  /// readRest(), and says whether a packet was cut off or no End message was seen.
  void finish();

  /// The problem that finish() told of agents which ended without saying they were done, and which others followed;
  /// empty: there were none.
  std::string_view deaths() const;
  std::uint64_t packets() const;
  std::uint64_t skippedBytes() const;
  /// Bytes fed up to the end of the last whole packet; what is behind waits for its rest. Ask before readRest().
  std::uint64_t wholeBytes() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> m_impl;
};

/// Reads a whole session file; messages call it `name`, or by its path. An Error only if it cannot be opened or holds
/// not one readable packet. `watch` is told now and then how many of the file's bytes are read; false ends the reading.
Result<void> readSession(const std::string& path, TraceStore& store, const std::string& name = {},
                         const std::function<bool(std::uint64_t bytes)>& watch = {});

}  // namespace strata::inline trace
