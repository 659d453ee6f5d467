#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/trace/reader_framing.h"

namespace strata::inline trace {

/// Unpacks `TracePacket.compressed_packets`: a row of packets, packed with zlib, which is never more than some thousand
/// times its size. A row within such a row is not read. Source: perfetto's trace_packet.proto.
class CompressedPackets {
 public:
  /// Takes the packets with the place of the packed one, and what is wrong with them.
  explicit CompressedPackets(PacketFraming::Sink sink) : m_sink(std::move(sink)) {}

  /// Reads the row that the packet at byte `offset` of the stream holds.
  void read(std::string_view packed, std::uint64_t offset);

 private:
  bool unpack(std::string_view packed, PacketFraming& row);
  void problem(std::uint64_t offset, std::string_view what) const;

  PacketFraming::Sink m_sink;
  std::string m_piece;
};

}  // namespace strata::inline trace
