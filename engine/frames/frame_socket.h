#pragma once

#include <optional>
#include <utility>

#include "engine/base/result.h"
#include "engine/base/time.h"
#include "engine/base/unique_fd.h"
#include "engine/frames/frame_messages.h"

namespace strata::inline frames {

/// The name of the environment variable that tells an agent the number of its end.
inline constexpr const char* kFramesVariable = "STRATA_FRAMES_FD";

/// One end of the socket over which viewer and agent agree on frames and hand descriptors to each other. It is made
/// before the agent starts and inherited by it; launchers that reach other machines do not carry it.
class FrameSocket {
 public:
  explicit FrameSocket(UniqueFd fd) : m_fd(std::move(fd)) {}

  /// The two ends; neither survives exec. Io where no descriptor is left.
  static Result<std::pair<FrameSocket, UniqueFd>> makePair();
  /// The end this process was started with; nullopt where there is none.
  static std::optional<FrameSocket> inherited();

  /// Error Io where the other side is gone or does not read.
  Result<void> send(const FrameMessage& message);
  /// nullopt: nothing came within `patience`. Error Io where the other side is gone, sent rubbish, or more descriptors
  /// than this process may open.
  Result<std::optional<FrameMessage>> receive(Duration patience);
  int fd() const { return m_fd.get(); }

 private:
  UniqueFd m_fd;
};

}  // namespace strata::inline frames
