#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace strata::test {

/// One packet of a stream, taken apart by hand: an independent look at what the writer wrote.
struct Packet {
  enum class What { Begin, End, Instant, Counter, Work, Message, Head, Clock, Process, Thread, SliceTrack };
  What what = What::Head;
  std::uint64_t time = 0, track = 0, parent = 0;
  std::string name, category;
  std::uint64_t call = 0, correlation = 0;
  double value = 0;
  std::uint64_t duration = 0, queueIid = 0;
  std::map<std::string, std::string> args;
  std::uint32_t kind = 0;  ///< of a message
  nlohmann::json json;
  std::size_t blob = 0;
  std::int64_t tid = 0;
};

/// All packets in order; throws on anything that is not one.
std::vector<Packet> decode(std::string_view bytes);

/// What a session says, gathered from its packets. Throws if slices do not nest or a track was not introduced.
struct Session {
  struct Slice {
    std::uint64_t track, begin, end;  ///< end 0: open
    std::string name;
    std::map<std::string, std::string> args;
    std::size_t depth;  ///< among the slices of its track
  };
  std::vector<Packet> packets;
  std::vector<Slice> slices;
  std::map<std::uint64_t, nlohmann::json> tracks;  ///< Track messages by uuid
  std::map<std::uint64_t, std::uint64_t> drops;    ///< by uuid, the last told
  std::vector<Packet> works, counters, instants;
  std::vector<Packet> messages(std::uint32_t kind) const;
  std::uint64_t trackNamed(const std::string& name) const;  ///< throws if there is none
  std::uint64_t droppedTotal() const;
};
Session readAll(std::string_view bytes);

/// The bytes of a file descriptor from its start.
std::string contents(int fd);

}  // namespace strata::test
