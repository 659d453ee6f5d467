#pragma once

#include <cstdint>
#include <memory>

#include "app/facts/live_frame.h"
#include "tests/views/sample_session.h"

namespace strata {

enum class FrameNumbers : std::uint8_t { GoOn, Anew };

/// `count` frames of each way, one after the other, as the CPU device and a window make them: calls 1 and on, a frame
/// each, 4 MiB large. Frame 3 of a way was dropped; of the second way's frame 2 some pixels are torn, and it has a
/// hash. Calls, times and numbers begin after `before` frames; numbers of another run anew.
void addFrames(SampleSession& session, std::uint32_t count, std::uint32_t before = 0,
               FrameNumbers numbers = FrameNumbers::GoOn);

/// Frames by pipe that nobody drew.
void addUndrawnFrames(SampleSession& session, std::uint32_t count, std::uint32_t before = 0,
                      FrameNumbers numbers = FrameNumbers::GoOn);

/// Frame 7 of 64 × 64 pixels in a window, coming in place.
std::shared_ptr<LiveFrame> sampleLiveFrame();

/// The two numbers that a frame showed.
std::shared_ptr<const SessionMessage> sampleFrameNumbers(std::uint64_t frame);

}  // namespace strata
