#include "engine/trace/reader_packet.h"

#include <algorithm>

#include "engine/trace/perfetto_fields.h"
#include "engine/trace/reader_pbf.h"

namespace strata::inline trace {

namespace {

using Status = Frame::Status;

constexpr std::uint64_t kLargestPacket = std::uint64_t{256} << 20;
constexpr std::uint32_t kTrustedUid = 3, kThreadDescriptor = 44;
constexpr std::uint32_t kLastPlausibleField = 250;
/// The first bytes of what zlib and zstd packed.
constexpr std::string_view kZlibMark = "\x78", kZstdMark = "\x28\xB5\x2F\xFD";

/// Walks bytes of which the last may not have arrived: `end` is where they stop now, `limit` where they should.
struct Cursor {
  const char *at, *end, *limit;

  Status missing() const { return end < limit ? Status::Incomplete : Status::Corrupt; }

  Status varint(std::uint64_t& value) {
    if (at == end || static_cast<signed char>(*at) < 0) return longVarint(value);
    value = static_cast<unsigned char>(*at++);
    return Status::Complete;
  }

  Status longVarint(std::uint64_t& value) {
    value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      if (at == end) return missing();
      const auto byte = static_cast<unsigned char>(*at++);
      value |= std::uint64_t{byte & 0x7Fu} << shift;
      if (byte < 0x80) return Status::Complete;
    }
    return Status::Corrupt;
  }

  Status skip(std::uint64_t count, std::string_view& skipped) {
    if (count > static_cast<std::uint64_t>(limit - at)) return Status::Corrupt;
    if (count > static_cast<std::uint64_t>(end - at)) return Status::Incomplete;
    skipped = {at, count};
    at += count;
    return Status::Complete;
  }
};

struct RawField {
  std::uint32_t number = 0, type = 0;
  std::uint64_t value = 0;
  std::string_view bytes;
};

Status readField(Cursor& cursor, RawField& field) {
  std::uint64_t tag = 0;
  if (const Status status = cursor.varint(tag); status != Status::Complete) return status;
  if (tag >> 32 != 0 || tag >> 3 == 0) return Status::Corrupt;
  field.number = static_cast<std::uint32_t>(tag >> 3);
  field.type = static_cast<std::uint32_t>(tag & 7);
  switch (field.type) {
    case 0: return cursor.varint(field.value);
    case 1: return cursor.skip(8, field.bytes);
    case 2: {
      std::uint64_t length = 0;
      const Status status = cursor.varint(length);
      return status == Status::Complete ? cursor.skip(length, field.bytes) : status;
    }
    case 5: return cursor.skip(4, field.bytes);
    default: return Status::Corrupt;
  }
}

/// Keeps what the reader uses; true for a field that Strata writes.
bool keep(const RawField& field, PacketView& packet) {
  namespace p = perfetto::packet;
  switch (std::uint64_t{field.number} << 3 | field.type) {
    case varintField(p::kTimestamp):
      packet.timestamp = field.value;
      packet.hasTimestamp = true;
      return true;
    case varintField(p::kSequenceId): packet.sequence = static_cast<std::uint32_t>(field.value); return true;
    case varintField(p::kSequenceFlags): packet.flags = static_cast<std::uint32_t>(field.value); return true;
    case varintField(p::kTimestampClockId): packet.clock = static_cast<std::uint32_t>(field.value); return true;
    case varintField(p::kFirstOnSequence): return true;
    case bytesField(p::kTrackEvent): packet.trackEvent = field.bytes; return true;
    case bytesField(p::kGpuRenderStageEvent): packet.renderStage = field.bytes; return true;
    case bytesField(p::kStrata): packet.hasStrata = true; [[fallthrough]];
    case bytesField(p::kClockSnapshot):
    case bytesField(p::kInternedData):
    case bytesField(p::kDefaults):
    case bytesField(p::kTrackDescriptor): return packet.hasParts = true;
    case bytesField(kThreadDescriptor): packet.hasParts = true; return false;
    case bytesField(p::kCompressedPackets): packet.compressed = field.bytes; return false;
    default: return false;
  }
}

/// Whether a field that Strata does not write may be in a packet.
bool isPlausible(const RawField& field, Trust trust) {
  namespace p = perfetto::packet;
  if (trust != Trust::Suspect && trust != Trust::First) return trust == Trust::Any;
  static constexpr std::uint32_t kOthers[] = {kTrustedUid, 41, 42, 79, 98};
  static constexpr std::uint32_t kOurs[] = {p::kTimestamp, p::kSequenceId, p::kSequenceFlags, p::kTimestampClockId,
                                            p::kFirstOnSequence};
  const auto among = [&](const auto& numbers) { return std::ranges::find(numbers, field.number) != std::end(numbers); };
  return field.type == 0 ? among(kOthers) : field.type == 2 && field.number <= kLastPlausibleField && !among(kOurs);
}

/// A field that every packet of a real stream has one of. The first ones may have neither sequence nor clock, only
/// what no line of text begins with. Compressed packets have nothing beside them.
bool isAnchor(const RawField& field, Trust trust) {
  namespace p = perfetto::packet;
  const std::uint32_t number = field.number;
  if (number == p::kCompressedPackets) return field.bytes.starts_with(kZlibMark);
  if (number == p::kZstdCompressedPackets) return field.bytes.starts_with(kZstdMark);
  if (trust == Trust::First &&
      (number == p::kTrackDescriptor || number == p::kDefaults || number == p::kInternedData ||
       number == p::kTrackEvent || number == p::kGpuRenderStageEvent || number == kThreadDescriptor))
    return true;
  return number == kTrustedUid || number == p::kTimestamp || number == p::kSequenceId || number == p::kClockSnapshot ||
         number == p::kStrata;
}

Status readFields(Cursor& cursor, Trust trust, PacketView& packet) {
  bool anchored = false;
  while (cursor.at < cursor.limit) {
    RawField field;
    const Status status = readField(cursor, field);
    if (field.number != 0 && !keep(field, packet)) {
      if (!isPlausible(field, trust)) return Status::Corrupt;
      const bool isRead = field.number == kThreadDescriptor || field.number == perfetto::packet::kCompressedPackets;
      if (field.type == 2 && !isRead) packet.unread = field.number;
    }
    if (status != Status::Complete) return status;
    anchored = anchored || isAnchor(field, trust);
  }
  const bool inStep = trust == Trust::Any || trust == Trust::Strata;
  return inStep || anchored ? Status::Complete : Status::Corrupt;
}

}  // namespace

Frame readFrame(std::string_view bytes, Trust trust) {
  Frame frame;
  if (bytes.empty() || bytes[0] != kFrameTag) return frame;
  Cursor head{bytes.data() + 1, bytes.data() + bytes.size(), bytes.data() + bytes.size() + 1};
  std::uint64_t length = 0;
  frame.status = head.varint(length);
  if (frame.status != Status::Complete) return frame;
  if (length > kLargestPacket) {
    frame.status = Status::Corrupt;
    return frame;
  }
  const char* limit = head.at + length;
  Cursor body{head.at, std::min(head.end, limit), limit};
  frame.status = readFields(body, trust, frame.packet);
  frame.packet.whole = {head.at, length};
  frame.size = static_cast<std::size_t>(limit - bytes.data());
  const bool moreFollows = frame.status == Status::Complete && frame.size < bytes.size();
  if ((trust == Trust::Suspect || trust == Trust::First) && moreFollows && bytes[frame.size] != kFrameTag)
    frame.status = Status::Corrupt;
  return frame;
}

PacketParts partsOf(const PacketView& packet) {
  namespace p = perfetto::packet;
  PacketParts parts;
  for (auto reader = readerOf(packet.whole); reader.next();) {
    switch (reader.tag_and_type()) {
      case bytesField(p::kClockSnapshot): parts.clockSnapshot = textOf(reader); break;
      case bytesField(p::kInternedData): parts.internedData = textOf(reader); break;
      case bytesField(p::kDefaults): parts.defaults = textOf(reader); break;
      case bytesField(p::kTrackDescriptor): parts.descriptor = textOf(reader); break;
      case bytesField(p::kStrata): parts.strata = textOf(reader); break;
      case bytesField(kThreadDescriptor): parts.legacyThread = textOf(reader); break;
      default: reader.skip();
    }
  }
  return parts;
}

}  // namespace strata::inline trace
