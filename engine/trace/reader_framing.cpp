#include "engine/trace/reader_framing.h"

#include <fmt/format.h>

#include <algorithm>

namespace strata::inline trace {

namespace {

constexpr std::uint64_t kLongestBanner = std::uint64_t{64} << 10;
constexpr std::size_t kLeastGiven = 4096;

bool isText(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x20 || (byte >= 0x07 && byte <= 0x0D) || byte == 0x1B;
}

/// Whether a packet that was cut off has taken the start of the next one for its own rest: what follows it is no
/// packet, but one starts inside and reaches beyond.
bool startsWithin(std::string_view bytes, std::size_t size) {
  if (size >= bytes.size() || bytes[size] == kFrameTag) return false;
  for (std::size_t at = bytes.find(kFrameTag, 1); at < size; at = bytes.find(kFrameTag, at + 1)) {
    const Frame inner = readFrame(bytes.substr(at), Trust::Suspect);
    if (inner.status == Frame::Status::Complete && at + inner.size > size) return true;
  }
  return false;
}

/// Whether a message that was cut off has taken the beginning of another stream for its own rest: an agent's greeting
/// stands in it. In the JSON of a message these words cannot stand: quotes are escaped there.
bool holdsGreeting(std::string_view bytes, std::size_t size) {
  constexpr std::string_view kGreeting = R"("magic":"strata")";
  constexpr std::size_t kLongestGreeting = 16384;
  const std::size_t said = bytes.substr(0, size).find(kGreeting);
  if (said == std::string_view::npos) return false;
  const std::size_t first = said > kLongestGreeting ? said - kLongestGreeting : 1;
  for (std::size_t at = bytes.find(kFrameTag, first); at < said; at = bytes.find(kFrameTag, at + 1)) {
    const Frame inner = readFrame(bytes.substr(at), Trust::Suspect);
    if (inner.status == Frame::Status::Complete && inner.packet.hasStrata && at + inner.size > said) return true;
  }
  return false;
}

}  // namespace

void PacketFraming::feed(std::string_view bytes) {
  bytes = completeWaiting(bytes);
  if (m_waiting.empty()) m_waiting.assign(bytes.substr(consume(bytes, false)));
}

/// Gives what waits as much of `bytes` as it needs, not all: most are read where they are. Returns what is left.
std::string_view PacketFraming::completeWaiting(std::string_view bytes) {
  while (!m_waiting.empty() && !bytes.empty()) {
    const std::size_t waited = m_waiting.size();
    const std::size_t given = std::min(bytes.size(), std::max(waited, kLeastGiven));
    m_waiting.append(bytes.substr(0, given));
    const std::size_t taken = consume(m_waiting, false);
    if (taken >= waited) {
      m_waiting.clear();
      return bytes.substr(taken - waited);
    }
    m_waiting.erase(0, taken);
    bytes.remove_prefix(given);
  }
  return bytes;
}

void PacketFraming::readRest() {
  const std::string rest = std::move(m_waiting);
  m_waiting.clear();
  consume(rest, true);
}

void PacketFraming::finish() {
  readRest();
  endOfSkip(true);
}

std::size_t PacketFraming::consume(std::string_view bytes, bool last) {
  std::size_t at = 0;
  while (at < bytes.size()) {
    const std::string_view rest = bytes.substr(at);
    const Frame frame = bannerTooLong() ? Frame{} : readFrame(rest, trust());
    std::size_t taken = frame.size;
    const bool message = frame.packet.hasStrata && !m_skipping;
    if (frame.status == Frame::Status::Complete &&
        (startsWithin(rest, frame.size) || (message && holdsGreeting(rest, frame.size)))) {
      taken = skipOne(rest);
    } else if (frame.status == Frame::Status::Complete) {
      endOfSkip(false);
      ++m_packets;
      if (frame.packet.hasStrata) m_inStep = Trust::Strata;
      m_sink.packet(frame.packet, m_offset);
    } else if (frame.status == Frame::Status::Incomplete && !last) {
      break;
    } else {
      taken = skipOne(rest);
    }
    at += taken;
    m_offset += taken;
  }
  return at;
}

Trust PacketFraming::trust() const {
  if (m_skipping) return Trust::Suspect;
  return m_packets == 0 ? m_first : m_inStep;
}

/// Steps over the byte that starts no packet, to the next one that may.
std::size_t PacketFraming::skipOne(std::string_view rest) {
  if (!m_skipping) m_skipBegin = m_offset;
  m_skipping = true;
  const std::size_t next = std::min(rest.find(kFrameTag, 1), rest.size());
  m_skipBinary = m_skipBinary || !std::all_of(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(next), isText);
  m_skipped += next;
  return next;
}

void PacketFraming::endOfSkip(bool atEnd) {
  if (!m_skipping) return;
  const bool banner = m_packets == 0 && !m_skipBinary && !atEnd;
  if (!banner)
    m_sink.problem(
        atEnd ? fmt::format("The last {} bytes of the stream, from byte {} on, are cut off or damaged.",
                            m_offset - m_skipBegin, m_skipBegin)
              : fmt::format("Bytes {} to {} of the stream are damaged and were skipped; what follows was read.",
                            m_skipBegin, m_offset - 1));
  m_skipping = m_skipBinary = false;
}

bool PacketFraming::bannerTooLong() const {
  return m_packets == 0 && m_skipping && m_offset - m_skipBegin > kLongestBanner;
}

}  // namespace strata::inline trace
