#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace strata {

/// The parts of one TracePacket that the reader uses; texts point into the stream's bytes. An absent part is null.
struct PacketView {
  std::uint64_t timestamp = 0;
  std::uint32_t clock = 0;  ///< 0: the default of the sequence
  std::uint32_t sequence = 0;
  std::uint32_t flags = 0;
  bool hasTimestamp = false;
  std::string_view clockSnapshot, trackEvent, internedData, renderStage, defaults, descriptor, strata;
  std::string_view legacyProcess, legacyThread;
};

/// How much trust a stretch of bytes needs before it is taken for a packet.
enum class Trust {
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

}  // namespace strata
