#pragma once

// What the view of frames shows; see message_list.h.

#define STRATA_FRAME_MESSAGES(X)                                                                                     \
  X(FrameTitle, "One frame, four ways")                                                                              \
  X(FrameEmpty, "No frame yet")                                                                                      \
  X(FrameEmptyHint,                                                                                                  \
    "Choose the experiment One frame, four ways and press Run: a kernel computes pictures, and this window "         \
    "shows them.")                                                                                                   \
  X(FrameNoPixels, "The pixels of this run are not kept.")                                                           \
  X(FrameDrawnAt, "drawn at {0} × {0}")                                                                              \
  X(FrameBlocks, "kernel: the median; what follows: of the frame whose latency is the median")                       \
  X(FrameOfEarlierRun, "These frames are of an earlier run: the newest has none yet.")                               \
  X(FrameOfAnotherRun, "of the newest run of frames, not of the run that is shown")                                  \
  X(FrameNoneDrawn, "No frame was drawn yet.")                                                                       \
  X(FrameHash, "its pixels' hash was {0}")                                                                           \
  X(FrameNumbers, "Numbers of frame {0}, {1}")                                                                       \
  X(FrameHandDraws, "draw on it")                                                                                    \
  X(FrameHandZooms, "wheel zooms, drag moves")                                                                       \
  X(FrameNumber, "frame {0}")                                                                                        \
  X(FrameSide, "{0} × {0}")                                                                                          \
  X(FrameWayPipe, "pipe")                                                                                            \
  X(FrameWayHost, "host memory")                                                                                     \
  X(FrameWayInPlace, "in place")                                                                                     \
  X(FrameWayDevice, "device memory")                                                                                 \
  X(FrameKernel, "kernel")                                                                                           \
  X(FrameCopy, "copy D→H")                                                                                           \
  X(FrameWrite, "write")                                                                                             \
  X(FrameRead, "read")                                                                                               \
  X(FrameUpload, "upload")                                                                                           \
  X(FrameDraw, "draw")                                                                                               \
  X(FramePresent, "present")                                                                                         \
  X(FrameLatency, "{0} from the kernel's end to the drawn picture")                                                  \
  X(FrameLatencyShort, "{0} from the kernel's end")                                                                  \
  X(FrameWaiting, "waiting")                                                                                         \
  X(FramePicture, "The frame")                                                                                       \
  X(FrameWaits, "waits {0} {1}: the frame is computed, and the window's thread has not taken it yet")                \
  X(FrameWaitsDevice, "waits {0} {1}: the device has not begun to copy the frame")                                   \
  X(FrameWaitsAgent, "waits {0} {1}: the frame is there, and the agent's thread has not begun to write it")          \
  X(FrameWaitsWithin, "waits {0} {1}: the window's thread has the frame, and has not gone on")                       \
  X(FramePipeCannotTear, "A pipe cannot tear: the window reads what was written, in its order.")                     \
  X(FrameFirst, "The first frame is being made.")                                                                    \
  X(FrameUnseen, "no frame is made while {0} is not seen")                                                           \
  X(FrameOnScreen, "{0} on the screen")                                                                              \
  X(FrameOnScreenBut, "{0} seen to come to the screen, {1} not observed")                                            \
  X(FrameLatency99, "99 % within {0}")                                                                               \
  X(FrameRate, "{0} frames/s")                                                                                       \
  X(FrameToScreen, "{0} to the screen")                                                                              \
  X(FrameTorn, "{0} of {1} torn")                                                                                    \
  X(FrameTornNoSpeed, "{0} of {1} torn: no speed is shown")                                                          \
  X(FrameFailed, "FAILED: {0}")                                                                                      \
  X(FrameTornShort, "torn")                                                                                          \
  X(FrameCopied, "{0} copies, {1}")                                                                                  \
  X(FrameCopiedOnce, "1 copy, {0}")                                                                                  \
  X(FrameCopiedNot, "nothing copied")                                                                                \
  X(FrameNotRun, "not run yet")                                                                                      \
  X(FrameNoLatency, "{0} drawn, {1} of them torn: none has a latency to show")                                       \
  X(FrameNotDrawn, "of the newest {0} none was drawn")                                                               \
  X(FrameStrip, "Latency of the newest frames")                                                                      \
  X(FrameStripOf, "Latency of the newest {0} frames")                                                                \
  X(FrameStripNone, "of the newest {0} none was drawn after its kernels: no latency to show")                        \
  X(FrameCounts, "of the newest {3}: {0} drawn · {1} dropped · {2} torn")                                            \
  X(FrameCompared, "{0} compared by hash with what the kernel computed: equal")                                      \
  X(FrameDiffer, "{0} of {1} compared frames differ from what the kernel computed")                                  \
  X(FrameTornWhy,                                                                                                    \
    "Nobody waits: the kernel writes the next frame where the window still reads this one. Rows of another frame "   \
    "than the first row's are magenta. The semaphore makes one wait for the other.")                                 \
  X(FrameActPause, "Pause")                                                                                          \
  X(FrameActGo, "Go on")                                                                                             \
  X(FrameActStep, "Step")                                                                                            \
  X(FrameActSemaphoreOff, "Semaphore off")                                                                           \
  X(FrameActSemaphoreOn, "Semaphore on")                                                                             \
  X(FrameActLockStep, "Draw every frame")                                                                            \
  X(FrameActNewest, "Newest wins")                                                                                   \
  X(FrameActSave, "Save frame")                                                                                      \
  X(FrameTipBytes, "moves {0} {1}")                                                                                  \
  X(FrameTipWay, "click: frames come this way")                                                                      \
  X(FrameTipPause, "No new frame is computed until it goes on or is stepped.")                                       \
  X(FrameTipStepOne, "Computes one more frame.")                                                                     \
  X(FrameTipSemaphoreOff, "Nobody waits for the other any more: with one slot, pictures tear.")                      \
  X(FrameTipSemaphoreOn, "Kernel and window wait for each other again: no picture tears.")                           \
  X(FrameTipLockStep, "The kernel waits until each frame is drawn.")                                                 \
  X(FrameTipNewest, "The kernel never waits for the window; frames that come too late are dropped.")                 \
  X(FrameTipSave, "Writes the shown frame as a PNG file.")                                                           \
  X(FrameTipFrame, "frame {0} by {1}: {2} {3}")                                                                      \
  X(FrameTipTorn, "torn: {0} of {1} pixels looked at are of another frame {2}")                                      \
  X(FrameTipTornWay, "torn: {0} of {1} drawn frames have pixels of several frames, {2}")                             \
  X(FrameTipCheck, "what its kernels computed, not what was drawn: error {0} {1} {2}, {3}")                          \
  X(FrameTipRate, "{0} frames a second were drawn, {1}")                                                             \
  X(FrameTipScreen, "{0} from the kernel's end to the screen, {1}")                                                  \
  X(FrameTipClock, "the clocks of device and host agree within {0}, {1}")                                            \
  X(FrameTipClockMore, "latency is less than the clocks of device and host may be apart: {0}, {1}")                  \
  X(FrameTipTimed, "times: of {0} frames, {1}")                                                                      \
  X(FrameTipFew, "times: of {0} frames, {1}; of so few a median says little: run it again for longer")               \
  X(FrameTipGone, "dropped: a newer frame was there before the window came to it")                                   \
  X(FrameFoot, "Drawn, dropped, torn")                                                                               \
  X(FrameWhatKernel, "The kernels that compute the frame and give it colours, on the device.")                       \
  X(FrameWhatCopy, "Copies the frame from the device's memory to the host's.")                                       \
  X(FrameWhatWrite, "The agent writes the frame into the pipe: Linux copies it.")                                    \
  X(FrameWhatRead, "The window's program reads the frame from the pipe: Linux copies it once more.")                 \
  X(FrameWhatUpload, "Copies the frame from host memory into a texture.")                                            \
  X(FrameWhatDraw,                                                                                                   \
    "Draws the frame's texture 1:1; one that is larger than the window's picture as large as that, at least 1024 "   \
    "and at most 4096 pixels a side.")                                                                               \
  X(FrameWhatPresent, "Puts what was drawn on the screen.")                                                          \
  X(FrameWhatPicture,                                                                                                \
    "The newest frame that was drawn. On heat and on features the mouse draws; in mandelbrot the wheel zooms and a " \
    "drag moves. Strata records what was done with each frame, not its pixels.")                                     \
  X(FrameWhatNumbers,                                                                                                \
    "The numbers that this frame showed, as colours. Strata records what was done with each frame, not its "         \
    "pixels.")                                                                                                       \
  X(FrameWhatTimes,                                                                                                  \
    "The blocks behind the kernel are of one frame: of the newest {0}, that whose latency is the median; compared "  \
    "and torn ones are left out. The kernel's block is as long as the median of their kernels. The bracket is its "  \
    "latency: from the end of its kernels to the end of drawing. All ways have one "                                 \
    "scale. Results count all frames of the run.")                                                                   \
  X(FrameSignalled, "A frame is announced by {0}")                                                                   \
  X(FrameWhatStrip,                                                                                                  \
    "A bar is a frame, the newest on the right, as high as its latency: from the end of its kernels to the end of "  \
    "drawing. A stub at the foot was dropped; a mark at the top was torn; a gap below the top: it is higher than "   \
    "there is room.")                                                                                                \
  X(FrameWhatFoot,                                                                                                   \
    "Of the newest frames of each way, at most {0}; Results count all of the run. Dropped: a newer one was there "   \
    "before the window came to it. Torn: its pixels are of "                                                         \
    "several "                                                                                                       \
    "frames. Compared: the pixels, read back after drawing, have the hash that the kernel's had.")
