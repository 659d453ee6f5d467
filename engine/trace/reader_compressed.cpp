#include "engine/trace/reader_compressed.h"

#include <fmt/format.h>
#include <zlib.h>

namespace strata::inline trace {

namespace {

constexpr std::size_t kInflatedBytes = std::size_t{64} << 10;

struct Inflating {
  Inflating() { ready = inflateInit(&stream) == Z_OK; }
  ~Inflating() { inflateEnd(&stream); }
  Inflating(const Inflating&) = delete;
  Inflating& operator=(const Inflating&) = delete;

  z_stream stream{};
  bool ready;
};

}  // namespace

void CompressedPackets::read(std::string_view packed, std::uint64_t offset) {
  bool nested = false;
  const auto damage = [&](const std::string& text) { problem(offset, text); };
  PacketFraming row({[&](const PacketView& packet, std::uint64_t) {
                       nested = nested || !packet.compressed.empty();
                       m_sink.packet(packet, offset);
                     },
                     damage},
                    Trust::Any);
  if (unpack(packed, row)) {
    row.finish();
  } else {
    row.readRest();
    damage("They are damaged; what follows in them is missing.");
  }
  if (nested) damage("Some hold compressed packets again, which are not read.");
}

/// Whether all of it was whole.
bool CompressedPackets::unpack(std::string_view packed, PacketFraming& row) {
  Inflating inflating;
  if (!inflating.ready) return false;
  z_stream& stream = inflating.stream;
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  m_piece.resize(kInflatedBytes);
  for (;;) {
    stream.next_out = reinterpret_cast<Bytef*>(m_piece.data());
    stream.avail_out = static_cast<uInt>(m_piece.size());
    const int code = inflate(&stream, Z_NO_FLUSH);
    row.feed({m_piece.data(), m_piece.size() - stream.avail_out});
    if (code != Z_OK) return code == Z_STREAM_END;
  }
}

void CompressedPackets::problem(std::uint64_t offset, std::string_view what) const {
  m_sink.problem(fmt::format("Of the compressed packets at byte {}: {}", offset, what));
}

}  // namespace strata::inline trace
