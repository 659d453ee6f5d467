#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace strata::inline trace {

/// What Perfetto has no field for travels in field 500000 of TracePacket: message Strata { kind = 1 (varint),
/// json = 2 (string), blob = 3 (bytes) }. Other readers skip it. Stored in sessions: never renumber.
enum class MessageKind : std::uint32_t {
  Hello = 1,     ///< json: magic "strata", protocol, schema, run, device, clocks
  Answer = 2,    ///< json: id, status, storey?, message?, fraction?
  Storeys = 3,   ///< json: array of seven: storey, available, name, version, reason
  Result = 4,    ///< json: one run of `strata run --json`
  Tensor = 5,    ///< json: name, rows, cols, shape, statistics; blob: rows*cols float32, row-major, little-endian
  Drops = 6,     ///< json: {"track uuid": count so far, …}
  OpenWork = 7,  ///< json: device work that runs now: track uuid, name, begin ns, call, correlation
  End = 8,       ///< json: events, dropped, clock_error_ns; the last message of a complete session
  Log = 9,       ///< json: storey, message (what a vendor library printed, a warning)
  Track = 10,    ///< json: what a TrackDescriptor cannot say: uuid, kind, storey, pid, tid, queue, unit; read into
                 ///< TrackInfo, not kept
  Token = 11,    ///< json: tokens a language model read or wrote, see docs/trace-format.md
  Import = 12,   ///< json: which tool's trace this session was made from, and what of it has no place here
  Saved = 13,    ///< json: {}; the last message of a session that was saved while its agent was at work
  Marks = 14,    ///< json: bookmarks of who looked at the session; the newest such message holds
};

struct SessionMessage {
  MessageKind kind = MessageKind::Log;
  std::string json;
  std::vector<float> blob;
  std::uint32_t callsBefore = 0;  ///< that the trace held when it came; not in the stream
};

inline constexpr std::uint32_t kProtocolVersion = 1;
inline constexpr std::uint32_t kSchemaVersion = 1;

}  // namespace strata::inline trace
