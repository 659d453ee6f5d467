#pragma once

#include <memory>
#include <optional>

#include "engine/frames/frame_socket.h"
#include "engine/protocol/workload.h"
#include "layers/workloads/common/workload_parts.h"

namespace strata::inline workloads {

/// The experiment "frames": a kernel computes pictures, and whoever started this agent shows them (docs/interop.md).
class FramesWorkload final : public Workload {
 public:
  /// `socket` leads to the viewer; nullopt where there is none on this machine.
  FramesWorkload(std::shared_ptr<const Routines> routines, std::optional<FrameSocket> socket);

  const ExperimentInfo& info() const override { return m_info; }
  Result<void> run(const Request& request, WorkContext& context) override;
  /// "frame": the field of numbers that the last frame showed.
  Result<SessionMessage> fetch(std::string_view tensor) override;

 private:
  ExperimentInfo m_info;
  std::shared_ptr<const Routines> m_routines;
  std::optional<FrameSocket> m_socket;
  std::optional<SessionMessage> m_preview;
};

}  // namespace strata::inline workloads
