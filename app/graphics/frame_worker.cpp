#include "app/graphics/frame_worker.h"

#include <poll.h>

#include <algorithm>

namespace strata::inline graphics {
namespace {

constexpr Duration kLookForAsks{10'000'000}, kLookAtRest{50'000'000};

}  // namespace

void FrameWorker::run(const std::stop_token& stop) {
  m_stop = stop;
  while (!stop.stop_requested()) {
    takeOrders();
    for (const auto& link : m_links) hear(*link);
    forgetGone();
    measureRate();
    const auto running = std::ranges::find_if(m_links, [](const auto& link) { return link->agreement != nullptr; });
    if (running == m_links.end()) {
      sleep();
      continue;
    }
    FrameLink& link = **running;
    const bool taken = takeNext(link, link.gone() ? Duration{} : m_seen ? kLookForAsks : kLookAtRest);
    if (link.agreement) link.agreement->reports.tell(link.agreement->page, m_watched);
    if (!taken && link.gone()) link.agreement.reset();
  }
  m_links.clear();
  m_exchange.publish(std::shared_ptr<const FramePicture>());
  m_stage.reset();
}

/// With the first frames: a context takes memory and time, and most agents make none.
Result<void> FrameWorker::startStage() {
  STRATA_ASSIGN(m_stage, FrameStage::create(m_options));
  m_state.renderer = m_stage->gl().renderer;
  return {};
}

void FrameWorker::takeOrders() {
  FrameOrders orders = m_exchange.take();
  for (FrameSocket& socket : orders.sockets) {
    m_links.push_back(std::make_unique<FrameLink>(std::move(socket)));
    m_state.agentGone = false;
  }
  if (orders.wish) {
    m_wish = *orders.wish;
    if (m_stage && m_state.complaint) {
      m_state.complaint.reset();
      m_exchange.publish(m_state);
    }
  }
  if (orders.sight) m_sight = *orders.sight;
  m_targetWidth = orders.targetWidth;
  m_targetHeight = orders.targetHeight;
  m_watched = orders.watched;
  m_seen = orders.seen;
  for (const auto& link : m_links) {
    if (!link->agreement) continue;
    FrameAgreement& agreement = *link->agreement;
    agreement.page->unwatched.store(m_seen ? 0 : 1, std::memory_order_relaxed);
    if (orders.wish) agreement.page->wish.write(m_wish);
    if (orders.sight) agreement.page->sight.write(m_sight);
    for (const FrameStroke& stroke : orders.strokes) agreement.page->strokes.push(stroke);
    for (const FrameOrders::Shown& shown : orders.shown)
      if (shown.generation == m_state.generation) agreement.reports.shown(shown.frame, shown.when);
  }
}

void FrameWorker::hear(FrameLink& link) {
  const auto message = link.hear();
  if (!message) return;
  if (message->kind == FrameMessage::Kind::Ask) answer(link, *message);
  if (message->kind == FrameMessage::Kind::End && link.agreement && link.agreement->number == message->number)
    link.agreement.reset();
  if (message->kind != FrameMessage::Kind::Reply || !link.agreement) return;
  if (message->reply.accepted) {
    m_state.signalling = message->reply.reason;
    return m_exchange.publish(m_state);
  }
  complain({ErrorCode::Unsupported, message->reply.reason, message->reply.storey}, m_state.ask.way);
  link.agreement.reset();
}

void FrameWorker::complain(const Error& error, FrameWay way) {
  m_state.complaint = error;
  m_refused = way;
  m_exchange.publish(m_state);
}

void FrameWorker::answer(FrameLink& link, const FrameMessage& asked) {
  const FrameAsk& ask = asked.ask;
  for (const auto& other : m_links)
    if (other.get() != &link)
      other->end({ErrorCode::Unavailable, "The window shows the frames of another run now.", Storey::Other});
  if (link.agreement) link.agreement->reports.tell(link.agreement->page, false);
  const auto makeSource = [&]() -> Result<std::unique_ptr<FrameSource>> {
    if (!m_stage) STRATA_TRY(startStage());
    return m_stage->makeSource(ask);
  };
  const auto agreed = link.agree(makeSource, asked.number);
  if (!agreed.ok()) return complain(agreed.error(), ask.way);
  FrameState state;
  state.renderer = m_state.renderer;
  state.generation = m_state.generation + 1;
  state.ask = ask;
  state.shape = link.agreement->source->offer().shape;
  if (m_refused != ask.way) state.complaint = m_state.complaint;
  m_state = std::move(state);
  m_rateSince = hostNow();
  m_rateDrawn = 0;
  link.agreement->page->unwatched.store(m_seen ? 0 : 1, std::memory_order_relaxed);
  if (m_wish.generation != 0) link.agreement->page->wish.write(m_wish);
  if (m_sight.generation != 0) link.agreement->page->sight.write(m_sight);
  m_exchange.publish(m_state);
}

bool FrameWorker::takeNext(FrameLink& link, Duration patience) {
  FrameAgreement& agreement = *link.agreement;
  FrameReport report;
  report.way = m_state.ask.way;
  report.wait.begin = hostNow();
  const auto taken = agreement.consumer.acquire(pacingOf(m_state.ask.way, m_state.ask.pacing), patience);
  if (!taken) {
    countDropped(agreement);
    watchTimeline(link);
    return false;
  }
  report.wait.end = hostNow();
  report.frame = taken->note.frame;
  report.unowned = taken->owned ? 0 : 1;
  const auto done = m_seen ? show(agreement, *taken, report) : letGo(agreement, *taken, report);
  countDropped(agreement);
  if (done.ok() && m_seen) {
    agreement.reports.add(report);
    count(report);
  } else if (!done.ok() && done.error().code == ErrorCode::Io) {
    ++m_state.lost;
    if (!link.gone()) link.end(done.error());
  } else if (!done.ok()) {
    endAgreement(link, done.error());
  }
  m_exchange.publish(m_state);
  return true;
}

/// Of a device that was lost no more frames are to come.
void FrameWorker::watchTimeline(FrameLink& link) {
  const SharedTimeline* const timeline = link.agreement->source->timeline();
  if (!timeline) return;
  const auto value = timeline->value();
  if (value.ok()) return;
  endAgreement(link, value.error());
}

Result<void> FrameWorker::bring(FrameAgreement& agreement, const FrameConsumer::Taken& taken, FrameReport& report) {
  const HostTime begin = hostNow();
  const auto giveUp = [&] { return m_stop.stop_requested() || m_exchange.attaching(); };
  STRATA_ASSIGN(report.bytesRead, agreement.source->read(taken.note, giveUp));
  if (report.bytesRead != 0) report.read = {begin, hostNow()};
  return {};
}

/// Drawn when somebody looks again, it would seem to have taken as long as nobody did.
Result<void> FrameWorker::letGo(FrameAgreement& agreement, const FrameConsumer::Taken& taken, FrameReport& report) {
  auto brought = bring(agreement, taken, report);
  agreement.consumer.release(taken);
  if (brought.ok()) agreement.page->dropped.fetch_add(1, std::memory_order_relaxed);
  return brought;
}

Result<void> FrameWorker::show(FrameAgreement& agreement, const FrameConsumer::Taken& taken, FrameReport& report) {
  const auto brought = bring(agreement, taken, report);
  if (!brought.ok()) {
    agreement.consumer.release(taken);
    return brought.error();
  }
  const auto drawn = m_stage->draw(*agreement.source, taken, m_targetWidth, m_targetHeight, report);
  agreement.consumer.release(taken);
  if (!drawn.ok()) return drawn.error();
  const FrameTarget& target = *drawn.value();
  m_exchange.publish(m_stage->publish(target, taken.note.frame, m_state.generation));
  m_exchange.publish(m_stage->examine(target, taken, agreement.source->offer().shape, report));
  return {};
}

void FrameWorker::count(const FrameReport& report) {
  m_state.newest = report;
  ++m_state.drawn;
  if (report.tornPixels != 0) ++m_state.torn;
  if (report.verdict == 1) ++m_state.verified;
  if (report.verdict == 2) ++m_state.mismatched;
  m_state.bytesRead += report.bytesRead;
  m_state.bytesUploaded += report.bytesUploaded;
}

void FrameWorker::countDropped(FrameAgreement& agreement) {
  const std::uint64_t dropped = agreement.page->dropped.load(std::memory_order_relaxed);
  if (std::exchange(m_state.dropped, dropped) != dropped) m_exchange.publish(m_state);
}

void FrameWorker::measureRate() {
  constexpr Duration kOver{500'000'000};
  const Duration over = hostNow() - m_rateSince;
  if (over < kOver) return;
  const double before =
      std::exchange(m_state.framesPerSecond, static_cast<double>(m_state.drawn - m_rateDrawn) / over.seconds());
  m_rateSince = m_rateSince + over;
  m_rateDrawn = m_state.drawn;
  if (before != m_state.framesPerSecond) m_exchange.publish(m_state);
}

void FrameWorker::endAgreement(FrameLink& link, const Error& why) {
  link.end(why);
  complain(why, m_state.ask.way);
}

void FrameWorker::forgetGone() {
  if (std::erase_if(m_links, [](const auto& link) { return link->gone() && !link->agreement; }) == 0) return;
  m_state.agentGone = m_links.empty();
  m_exchange.publish(m_state);
}

void FrameWorker::sleep() const {
  constexpr int kLongest = 500;
  std::vector<pollfd> ready{{m_exchange.wakeDescriptor(), POLLIN, 0}};
  for (const auto& link : m_links) ready.push_back({link->descriptor(), POLLIN, 0});
  ::poll(ready.data(), ready.size(), kLongest);
}

}  // namespace strata::inline graphics
