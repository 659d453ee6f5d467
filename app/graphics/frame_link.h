#pragma once

#include "app/graphics/frame_source.h"
#include "app/graphics/reports.h"
#include "engine/frames/frame_slots.h"
#include "engine/frames/frame_socket.h"

namespace strata::inline graphics {

ReadTimeline readTimeline(const FrameSource& source);

/// What an agent asked for and got.
struct FrameAgreement {
  FrameAgreement(std::uint32_t asked, std::unique_ptr<FrameSource> made, ControlPage shared)
      : number(asked), source(std::move(made)), page(std::move(shared)) {}

  std::uint32_t number;  ///< of the ask
  std::unique_ptr<FrameSource> source;
  ControlPage page;
  FrameConsumer consumer{page, readTimeline(*source)};
  Reports reports;
};

using MakeSource = std::function<Result<std::unique_ptr<FrameSource>>()>;

/// One agent's socket, and what is agreed on over it.
class FrameLink {
 public:
  explicit FrameLink(FrameSocket socket) : m_socket(std::move(socket)) {}

  /// What the agent has said, if anything. Once it is gone, or has sent rubbish, gone() is true.
  std::optional<FrameMessage> hear();
  /// Makes what was asked for and offers it, or says why not, to the agent and in the error.
  Result<void> agree(const MakeSource& makeSource, std::uint32_t number);
  /// Tells the agent what was drawn until now, and that and why no more frames are; nothing where none were agreed on.
  void end(const Error& why);
  bool gone() const { return m_gone; }
  int descriptor() const { return m_socket.fd(); }

  std::unique_ptr<FrameAgreement> agreement;

 private:
  Result<void> offer(const MakeSource& makeSource, std::uint32_t number);
  void send(const FrameMessage& message);

  FrameSocket m_socket;
  bool m_gone = false;
};

}  // namespace strata::inline graphics
