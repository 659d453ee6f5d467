#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "app/graphics/frame_source.h"
#include "app/graphics/gl_texture.h"

namespace strata::inline graphics {
namespace {

Error notWhole() {
  return {ErrorCode::Io, "A frame did not come through the pipe whole, and is lost.", Storey::Driver};
}

/// A pipe of its own: frame after frame, each of shape.bytes(), written by the agent after it has queued the frame's
/// slot.
class PipeSource final : public FrameSource {
 public:
  PipeSource(const FrameAsk& ask, const GlFunctions& gl) : FrameSource(ask), m_gl(gl) {}

  Result<void> make() {
    STRATA_ASSIGN(m_picture, makePicture(m_gl, m_offer.shape.width, m_offer.shape.height));
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
      return Error{ErrorCode::Io, "No pipe for frames: too many files are open. Close some and try again.",
                   Storey::Driver};
    m_end = UniqueFd(ends[0]);
    m_descriptors.emplace_back(ends[1]);
    ::fcntl(m_end.get(), F_SETFL, O_NONBLOCK);
    ::fcntl(m_end.get(), F_SETPIPE_SZ, kPipeBytes);  // as much as users may have; less is slower
    m_pixels.resize(m_offer.shape.bytes());
    return {};
  }

  /// An agent that has run ahead of its slots has written earlier frames, too; each pixel says which frame it is of.
  Result<std::uint64_t> read(const FrameNote& note, const std::function<bool()>& giveUp) override {
    constexpr int kMostEarlier = 256;
    std::uint64_t bytes = 0;
    for (int i = 0; i < kMostEarlier; ++i) {
      if (!readOne(giveUp)) return notWhole();
      bytes += m_pixels.size();
      if (std::to_integer<std::uint8_t>(m_pixels[3]) == static_cast<std::uint8_t>(note.frame)) return bytes;
    }
    return notWhole();
  }
  std::uint64_t upload(std::uint32_t) override {
    uploadPicture(m_gl, m_picture, m_pixels.data(), m_offer.shape);
    return m_pixels.size();
  }
  FrameTexture texture(std::uint32_t) const override { return {m_picture.name()}; }

 private:
  static constexpr int kPipeBytes = 1 << 20;

  bool readOne(const std::function<bool()>& giveUp) {
    constexpr int kLookMs = 20;
    for (std::size_t have = 0; have < m_pixels.size();) {
      const ssize_t got = ::read(m_end.get(), m_pixels.data() + have, m_pixels.size() - have);
      if (got > 0) {
        have += static_cast<std::size_t>(got);
        continue;
      }
      if (got == 0 || (errno != EAGAIN && errno != EINTR)) return false;
      pollfd ready{m_end.get(), POLLIN, 0};
      if (::poll(&ready, 1, kLookMs) == 0 && giveUp()) return false;
    }
    return true;
  }

  const GlFunctions& m_gl;
  GlTexture m_picture;
  UniqueFd m_end;
  std::vector<std::byte> m_pixels;
};

}  // namespace

Result<std::unique_ptr<FrameSource>> makePipeSource(const FrameAsk& ask, const GlFunctions& gl) {
  auto source = std::make_unique<PipeSource>(ask, gl);
  STRATA_TRY(source->make());
  return std::unique_ptr<FrameSource>(std::move(source));
}

}  // namespace strata::inline graphics
