#pragma once

#include <optional>

#include "engine/frames/frame_socket.h"
#include "tests/graphics/stand_in.h"

namespace strata {

/// An agent in the test's own process, which can do what no agent does.
struct AgentHere {
  explicit AgentHere(FrameShow& show) {
    auto ends = FrameSocket::makePair();
    descriptor = ends.value().second.get();
    socket.emplace(std::move(ends.value().second));
    show.attach(std::move(ends.value().first));
  }
  /// The offer; descriptors and all.
  std::optional<FrameMessage> ask(FrameAsk ask) {
    if (!socket->send(askMessage(ask)).ok()) return std::nullopt;
    auto answer = socket->receive(Duration{10'000'000'000});
    if (!answer.ok()) return std::nullopt;
    return std::move(answer).value();
  }
  int descriptor = -1;
  std::optional<FrameSocket> socket;
};

/// A frame of 64 × 64 pixels.
inline FrameAsk smallAsk(FrameWay way) {
  FrameAsk ask;
  ask.way = way;
  ask.width = ask.height = 64;
  return ask;
}

}  // namespace strata
