#include "engine/trace/reader_compressed.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>

namespace strata::inline trace {

namespace {

constexpr std::size_t kInflatedBytes = std::size_t{64} << 10;
/// What honest traces shrink by at most, generously; more is refused, as far as it is more than a little.
constexpr std::uint64_t kMostShrunk = 250, kNeverTooMuch = std::uint64_t{16} << 20;

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
  const Ending ending = unpack(packed, row);
  if (ending == Ending::Whole)
    row.finish();
  else
    row.readRest();
  if (ending == Ending::Damaged) damage("They are damaged; what follows in them is missing.");
  if (ending == Ending::TooMuch)
    damage(
        fmt::format("They unpack to more than {} times their size, which no trace does; the rest of them is not read.",
                    kMostShrunk));
  if (nested) damage("Some hold compressed packets again, which are not read.");
}

CompressedPackets::Ending CompressedPackets::unpack(std::string_view packed, PacketFraming& row) {
  Inflating inflating;
  if (!inflating.ready) return Ending::Damaged;
  z_stream& stream = inflating.stream;
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  m_packed += packed.size();
  m_piece.resize(kInflatedBytes);
  for (;;) {
    stream.next_out = reinterpret_cast<Bytef*>(m_piece.data());
    stream.avail_out = static_cast<uInt>(m_piece.size());
    const int code = inflate(&stream, Z_NO_FLUSH);
    const std::size_t count = m_piece.size() - stream.avail_out;
    m_unpacked += count;
    if (m_unpacked > std::max(kNeverTooMuch, kMostShrunk * m_packed)) return Ending::TooMuch;
    row.feed({m_piece.data(), count});
    if (code == Z_STREAM_END) return Ending::Whole;
    if (code != Z_OK) return Ending::Damaged;
  }
}

void CompressedPackets::problem(std::uint64_t offset, std::string_view what) const {
  m_sink.problem(fmt::format("Of the compressed packets at byte {}: {}", offset, what));
}

}  // namespace strata::inline trace
