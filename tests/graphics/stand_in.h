#pragma once

#include <sys/types.h>

#include <functional>
#include <string>
#include <vector>

#include "app/graphics/frame_show.h"

namespace strata {

/// The stand-in agent as a process, attached to a show; killed with the object.
class StandInAgent {
 public:
  StandInAgent(FrameShow& show, const std::vector<std::string>& options);
  ~StandInAgent();
  StandInAgent(const StandInAgent&) = delete;
  StandInAgent& operator=(const StandInAgent&) = delete;

  void kill();
  /// Its exit status, once it has ended by itself.
  int wait();
  /// What it has printed, once it has ended.
  const std::string& output() const { return m_output; }

 private:
  pid_t m_process = -1;
  int m_printed = -1;
  std::string m_output;
};

/// A show that draws without a window.
FrameShowOptions headless();

/// Why frames cannot be drawn here at all, or not in device memory; empty: they can.
std::string noGraphicsHere();
std::string noDeviceWayHere();

/// Of what draws here; zeros: nothing does.
GraphicsIdentity identityHere();

/// True once it is; false after half a minute.
bool eventually(const std::function<bool()>& is);

std::size_t openDescriptors();
/// Bytes that this process maps of shared memory.
std::uint64_t sharedBytes();

}  // namespace strata
