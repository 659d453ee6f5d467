#pragma once

#include <stop_token>

#include "app/graphics/frame_exchange.h"
#include "app/graphics/frame_stage.h"

namespace strata::inline graphics {

/// What FrameShow's thread does: hears agents and windows, takes frames, has them drawn, tells both of them.
class FrameWorker {
 public:
  FrameWorker(FrameExchange& exchange, const FrameShowOptions& options) : m_exchange(exchange), m_options(options) {}
  void run(const std::stop_token& stop);

 private:
  Result<void> startStage();
  void takeOrders();
  void hear(FrameLink& link);
  void answer(FrameLink& link, const FrameMessage& asked);
  void complain(const Error& error, FrameWay way);
  /// False where there is none.
  bool takeNext(FrameLink& link, Duration patience);
  void watchTimeline(FrameLink& link);
  Result<void> show(FrameAgreement& agreement, const FrameConsumer::Taken& taken, FrameReport& report);
  Result<void> letGo(FrameAgreement& agreement, const FrameConsumer::Taken& taken, FrameReport& report);
  Result<void> bring(FrameAgreement& agreement, const FrameConsumer::Taken& taken, FrameReport& report);
  void count(const FrameReport& report);
  void countDropped(FrameAgreement& agreement);
  void measureRate();
  void endAgreement(FrameLink& link, const Error& why);
  void forgetGone();
  void sleep() const;

  FrameExchange& m_exchange;
  const FrameShowOptions& m_options;
  std::stop_token m_stop;
  std::unique_ptr<FrameStage> m_stage;
  std::vector<std::unique_ptr<FrameLink>> m_links;  ///< at most one of them has an agreement
  FrameState m_state;
  FrameWish m_wish;
  FrameSight m_sight;
  std::optional<FrameWay> m_refused;  ///< what the complaint is of
  std::uint32_t m_targetWidth = 0, m_targetHeight = 0;
  bool m_watched = false, m_seen = true;
  HostTime m_rateSince;
  std::uint64_t m_rateDrawn = 0;  ///< by then
};

}  // namespace strata::inline graphics
