#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace strata::inline trace {

inline constexpr char kFrameTag = 0x0A;  ///< before each packet: field 1 of the stream, with a length

/// What most TracePackets hold of what the reader uses; texts point into the stream's bytes and are null where absent.
struct PacketView {
  std::uint64_t timestamp = 0;
  std::uint32_t clock = 0;  ///< 0: the default of the sequence
  std::uint32_t sequence = 0;
  std::uint32_t flags = 0;
  bool hasTimestamp = false;
  bool hasParts = false;  ///< some of PacketParts are there
  bool hasStrata = false;
  std::uint32_t unread = 0;  ///< a field that the reader has no place for; 0 for none
  std::string_view trackEvent, renderStage;
  std::string_view compressed;  ///< packets, packed with zlib
  std::string_view whole;       ///< all fields, without the frame
};

/// What few packets hold. An absent part is null.
struct PacketParts {
  std::string_view clockSnapshot, internedData, defaults, descriptor, strata, legacyThread;
};

/// Reads them from a packet that readFrame found complete.
PacketParts partsOf(const PacketView& packet);

/// How much trust a stretch of bytes needs before it is taken for a packet.
enum class Trust {
  First,    ///< at the start of a stream: looks like a packet, perhaps one of those before any sequence and clock
  Any,      ///< in step with the stream: whatever is well formed
  Strata,   ///< in step with a stream of ours: only fields that it has
  Suspect,  ///< out of step: must also look like the start of a packet in every way we know
};

struct Frame {
  enum class Status { Complete, Incomplete, Corrupt } status = Status::Corrupt;
  std::size_t size = 0;  ///< of a complete packet, with its frame
  PacketView packet;
};

/// Reads the packet at the start of `bytes`. A packet whose end is not there yet is Incomplete as long as what is there
/// could be one.
Frame readFrame(std::string_view bytes, Trust trust);

}  // namespace strata::inline trace
