#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace strata::inline frames {

/// How a frame gets from the device that computes it to the program that draws it.
enum class FrameWay : std::uint32_t {
  Pipe,     ///< copied to the host, written to a pipe, read, uploaded
  Host,     ///< in host memory that both programs map; uploaded
  InPlace,  ///< in host memory that both programs map and the graphics API reads where it lies
  Device,   ///< in memory of the device that both programs import
};
inline constexpr std::array kFrameWays{FrameWay::Pipe, FrameWay::Host, FrameWay::InPlace, FrameWay::Device};

/// As requests and sessions call it.
constexpr std::string_view frameWayKey(FrameWay way) {
  switch (way) {
    case FrameWay::Pipe: return "pipe";
    case FrameWay::Host: return "host";
    case FrameWay::InPlace: return "in_place";
    case FrameWay::Device: return "device";
  }
  return "unknown";
}

constexpr std::optional<FrameWay> frameWayFromKey(std::string_view key) {
  for (const FrameWay way : kFrameWays)
    if (frameWayKey(way) == key) return way;
  return std::nullopt;
}

/// Who waits for whom.
enum class FramePacing : std::uint32_t {
  NewestWins,    ///< the agent never waits for a picture to be shown: what is not shown in time is dropped
  LockStep,      ///< every frame is shown
  SemaphoreOff,  ///< nobody waits: the agent writes where the viewer reads, and pictures tear
};

/// What both sides do: nothing that was put into a pipe can be taken back, nor overtake what was put in before.
constexpr FramePacing pacingOf(FrameWay way, FramePacing wanted) {
  return way == FrameWay::Pipe ? FramePacing::LockStep : wanted;
}

/// A picture of RGBA bytes, rows from the top. The alpha byte of each pixel is its frame's number modulo 256, so that
/// what was drawn shows which frames it is of; pictures are drawn opaque.
struct FrameShape {
  std::uint32_t width = 0, height = 0;
  std::uint32_t pitch = 0;  ///< bytes from row to row, a multiple of 4

  constexpr std::size_t bytes() const { return std::size_t{pitch} * height; }
  friend constexpr bool operator==(FrameShape, FrameShape) = default;
};

inline constexpr std::uint32_t kMostFrameSide = 8192;
inline constexpr std::uint32_t kMostFrameSlots = 8;

/// Of `width` × `height` pixels without the bytes between rows: what agent and viewer compare.
std::uint64_t frameHash(const std::byte* pixels, FrameShape shape);

}  // namespace strata::inline frames
