#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "engine/trace/reader_packet.h"

namespace strata::inline trace {

/// Cuts a stream of bytes, arriving in any pieces, into packets; finds the next packet after a damaged stretch.
class PacketFraming {
 public:
  struct Sink {
    std::function<void(const PacketView&, std::uint64_t offset)> packet;
    std::function<void(std::string)> problem;
  };

  /// `first`: how much trust the first packet needs.
  explicit PacketFraming(Sink sink, Trust first = Trust::First) : m_sink(std::move(sink)), m_first(first) {}

  void feed(std::string_view bytes);
  /// What waits for its rest will not be completed: reads what can be read of it.
  void readRest();
  /// readRest(), and says whether the stream ends in something that is no packet.
  void finish();

  std::uint64_t packets() const { return m_packets; }
  std::uint64_t skippedBytes() const { return m_skipped; }
  std::uint64_t wholeBytes() const { return m_skipping ? m_skipBegin : m_offset; }

 private:
  std::string_view completeWaiting(std::string_view bytes);
  std::size_t consume(std::string_view bytes, bool last);
  std::size_t skipOne(std::string_view rest);
  void endOfSkip(bool atEnd);
  bool bannerTooLong() const;
  Trust trust() const;

  Sink m_sink;
  Trust m_first;
  std::string m_waiting;       ///< the start of a packet whose rest has not arrived
  std::uint64_t m_offset = 0;  ///< in the stream, of the byte that is looked at
  std::uint64_t m_packets = 0, m_skipped = 0;
  std::uint64_t m_skipBegin = 0;
  bool m_skipping = false;      ///< out of step: since m_skipBegin no packet was found
  bool m_skipBinary = false;    ///< what was skipped is not just text
  Trust m_inStep = Trust::Any;  ///< from the first message of ours on only fields that Strata writes are taken
};

}  // namespace strata::inline trace
