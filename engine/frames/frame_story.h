#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace strata::inline frames {

/// The experiment that makes them.
inline constexpr std::string_view kFramesExperiment = "frames";

/// So many newer frames, and all reports of one have long arrived: of the newest, nobody knows yet whether they will be
/// drawn.
inline constexpr std::size_t kFramesOnTheirWay = 32;

/// Of fewer timed frames a median says little.
inline constexpr std::size_t kFewTimedFrames = 10;

/// The figure that counts drawn frames without a latency: by the clocks their drawing was before their kernels' end.
inline constexpr std::string_view kFramesEarly = "frames_early";

/// The figure of a result that says what the clocks of device and host may be apart in its latencies; none: one clock.
inline constexpr std::string_view kClockError = "clock_error";

/// How traces call what is done with a frame: names of slices, and the arguments that join them.
namespace story {
inline constexpr std::string_view kFrame = "frame";  ///< argument: the frame's number, of all its slices
inline constexpr std::string_view kWay = "way", kContent = "content", kSide = "side", kPacing = "pacing",
                                  kSlots = "slots", kHash = "hash", kSame = "as_computed", kTorn = "torn_pixels",
                                  kDrawn = "drawn_pixels", kLatency = "latency_ns";
inline constexpr std::string_view kAfterBreak = "after_break";  ///< 1: before it, nobody asked for a frame for a while
inline constexpr std::string_view kUnseen = "swap_unseen";      ///< 1: nobody saw whether a window showed it
inline constexpr std::string_view kWait = "wait", kRead = "read", kUpload = "upload", kDraw = "draw",
                                  kPresent = "present", kWrite = "write";
inline constexpr std::string_view kMadeReady = "frames are made ready";        ///< a run begins
inline constexpr std::string_view kGraphics = "graphics", kWindow = "window";  ///< the viewer's threads
}  // namespace story

}  // namespace strata::inline frames
