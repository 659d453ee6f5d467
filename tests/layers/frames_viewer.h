#pragma once

#include <functional>
#include <optional>
#include <string>
#include <thread>

#include "engine/base/shared_memory.h"
#include "engine/frames/frame_slots.h"
#include "engine/frames/frame_socket.h"

namespace strata::test {

/// A viewer without graphics: it offers host memory, and says of each frame that it drew it.
class FramesViewer {
 public:
  /// `drew` is told each frame's number, on the viewer's thread.
  explicit FramesViewer(std::function<void(std::uint64_t)> drew) : m_drew(std::move(drew)) {
    auto ends = FrameSocket::makePair().value();
    m_agents.emplace(std::move(ends.second));
    m_socket.emplace(std::move(ends.first));
    m_thread = std::jthread([this](const std::stop_token& stop) {
      while (!stop.stop_requested()) serve();
    });
  }
  /// The agent's end; once.
  FrameSocket takeSocket() { return std::move(*m_agents); }
  /// Nobody sees frames for so long; on the viewer's thread.
  void lookAway(Duration time) {
    (*m_page)->unwatched = 1;
    m_looksAgain = hostNow() + time;
  }
  /// Another way, by the person who watches; on the viewer's thread.
  void wish(FrameWay way) { (*m_page)->wish.write({.generation = 1, .way = way, .lockStep = true}); }
  /// Draws no more of what was agreed on; on the viewer's thread.
  void end(const std::string& why) {
    m_ended = true;
    (void)m_socket->send(endMessage(m_number, {false, Storey::Hardware, why}));
  }

 private:
  static constexpr Duration kMoment{1'000'000};

  void serve() {
    auto message = m_socket->receive(m_page ? Duration{} : kMoment);
    if (message.ok() && message.value() && message.value()->kind == FrameMessage::Kind::Ask) offer(*message.value());
    if (!m_page) return;
    if (hostNow() >= m_looksAgain) (*m_page)->unwatched = 0;
    if (!m_ended) draw();
  }

  void offer(const FrameMessage& asked) {
    const FrameAsk& ask = asked.ask;
    m_consumer.reset();
    FrameMessage message;
    message.kind = FrameMessage::Kind::Offer;
    message.number = m_number = asked.number;
    m_ended = false;
    message.offer.ask = ask;
    message.offer.shape = {ask.width, ask.height, ask.width * 4};
    message.offer.slotBytes = wholePages(message.offer.shape.bytes());
    message.offer.allocationBytes = ask.slotCount * message.offer.slotBytes;
    auto page = ControlPage::create(ask.slotCount).value();
    message.descriptors.push_back(std::move(page.second));
    message.descriptors.push_back(makeSharedMemory("slots", message.offer.allocationBytes).value());
    m_page.emplace(std::move(page.first));
    m_consumer.emplace(*m_page);
    m_way = ask.way;
    (void)m_socket->send(message);
  }

  void draw() {
    const auto taken = m_consumer->acquire(FramePacing::LockStep, kMoment);
    if (!taken) return;
    FrameReport report;
    report.way = m_way;
    report.frame = taken->note.frame;
    report.draw = {hostNow(), hostNow()};
    m_consumer->release(*taken);
    (*m_page)->reports.push(report);
    m_drew(report.frame);
  }

  std::function<void(std::uint64_t)> m_drew;
  std::optional<FrameSocket> m_agents, m_socket;
  std::optional<ControlPage> m_page;
  std::optional<FrameConsumer> m_consumer;
  FrameWay m_way = FrameWay::Host;
  std::uint32_t m_number = 0;  ///< of the last ask
  bool m_ended = false;
  HostTime m_looksAgain;
  std::jthread m_thread;
};

}  // namespace strata::test
