#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/device/kernel.h"
#include "kernels/microscope/source_lines.h"

namespace strata::inline microscope {

/// A GPU thread of a launch.
struct GpuThread {
  Dim3 block, thread;
  friend bool operator==(const GpuThread&, const GpuThread&) = default;
};

/// Something that is wrong with a kernel, as it was seen while every step of its threads was watched.
struct Defect {
  enum class Kind : std::uint8_t {
    OutOfBounds,    ///< reads or writes where no tensor and no shared variable is
    Misaligned,     ///< an address that is no multiple of what is read or written at once
    Uninitialised,  ///< reads what nobody has written
    Race,           ///< two threads at one place, one writes, and nothing orders them
    Lockstep,       ///< a race between lanes of one warp
    Barrier,        ///< a barrier that not all threads of the block reach
    WarpFunction,   ///< a mask or a lane that does not fit who is there
    Endless,        ///< a thread that comes to no end
  };
  Kind kind = Kind::OutOfBounds;
  std::string kernel;  ///< as profilers show it
  SourceLine line;     ///< where `thread` was
  GpuThread thread;
  SourceLine otherLine;  ///< where `otherThread` was; no file: there is none
  GpuThread otherThread;
  std::string sentence;     ///< what happened there, with the element
  std::uint64_t times = 1;  ///< it was seen between these lines
  Dim3 grid, blockSize;     ///< of the launch
  bool ends = false;        ///< the thread was ended there
  std::string touched;      ///< what tells it from others of its kind between these lines: "writes y"; empty: nothing
};

/// "race", "out of bounds".
std::string_view defectName(Defect::Kind kind);

}  // namespace strata::inline microscope
