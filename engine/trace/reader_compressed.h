#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/trace/reader_framing.h"

namespace strata::inline trace {

/// Unpacks `TracePacket.compressed_packets`: a row of packets, packed with zlib. A row within such a row is not read,
/// and no more than what traces shrink by. Source: perfetto's trace_packet.proto.
class CompressedPackets {
 public:
  /// Takes the packets with the place of the packed one, and what is wrong with them.
  explicit CompressedPackets(PacketFraming::Sink sink) : m_sink(std::move(sink)) {}

  /// Reads the row that the packet at byte `offset` of the stream holds.
  void read(std::string_view packed, std::uint64_t offset);

 private:
  enum class Ending { Whole, Damaged, TooMuch };
  Ending unpack(std::string_view packed, PacketFraming& row);
  void problem(std::uint64_t offset, std::string_view what) const;

  PacketFraming::Sink m_sink;
  std::string m_piece;
  std::uint64_t m_packed = 0, m_unpacked = 0;  ///< bytes of the whole stream
};

}  // namespace strata::inline trace
