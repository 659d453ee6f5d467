#include "engine/frames/frame_slots.h"

#include <algorithm>

namespace strata::inline frames {
namespace {

using State = ControlPage::SlotState;

bool change(std::atomic<State>& state, State from, State to) {
  return state.compare_exchange_strong(from, to, std::memory_order_acq_rel);
}

bool isThere(ControlPage& page, std::uint64_t frame) {
  const std::uint32_t produced = page->produced.load(std::memory_order_acquire);
  return static_cast<std::int32_t>(produced - static_cast<std::uint32_t>(frame)) >= 0;
}

/// Of the slots whose frame is there and waits the one with the lowest (or highest) number. Frames up to `finished` are
/// there whatever the page says.
std::optional<std::uint32_t> waiting(ControlPage& page, bool highest, std::uint64_t finished = 0) {
  std::optional<std::uint32_t> best;
  std::uint64_t bestFrame = 0;
  for (std::uint32_t i = 0; i < page.slotCount(); ++i) {
    if (page->slot[i].state.load(std::memory_order_acquire) != State::Queued) continue;
    const auto note = page->slot[i].note.read();
    const std::uint64_t frame = note ? note->frame : 0;
    if (frame > finished && !isThere(page, frame)) continue;
    if (best && (highest ? frame <= bestFrame : frame >= bestFrame)) continue;
    best = i;
    bestFrame = frame;
  }
  return best;
}

}  // namespace

std::optional<std::uint32_t> FrameProducer::take(FramePacing pacing) {
  if (pacing == FramePacing::SemaphoreOff) {
    m_page->slot[0].state.store(State::Writing, std::memory_order_release);
    return 0;
  }
  for (std::uint32_t i = 0; i < m_page.slotCount(); ++i)
    if (change(m_page->slot[i].state, State::Free, State::Writing)) return i;
  if (pacing == FramePacing::LockStep) return std::nullopt;
  const auto oldest = waiting(m_page, false, m_finished);
  if (!oldest || !change(m_page->slot[*oldest].state, State::Queued, State::Writing)) return std::nullopt;
  m_page->dropped.fetch_add(1, std::memory_order_relaxed);
  return oldest;
}

std::optional<std::uint32_t> FrameProducer::acquire(FramePacing pacing, Duration patience) {
  const HostTime end = hostNow() + patience;
  for (;;) {
    const std::uint32_t seen = m_page->released.load(std::memory_order_acquire);
    if (const auto slot = take(pacing)) return slot;
    if (!waitForChange(m_page->released, seen, end - hostNow())) return std::nullopt;
  }
}

void FrameProducer::queue(std::uint32_t slot, const FrameNote& note) {
  m_page->slot[slot].note.write(note);
  m_page->slot[slot].state.store(State::Queued, std::memory_order_release);
}

void FrameProducer::handOver(std::uint64_t frame) {
  signal(m_page->produced, static_cast<std::uint32_t>(frame));
}

void FrameProducer::giveUp(std::uint32_t slot) {
  m_page->slot[slot].state.store(State::Free, std::memory_order_release);
}

std::optional<FrameConsumer::Taken> FrameConsumer::takeUnowned() {
  const auto note = m_page->slot[0].note.read();
  if (!note || note->frame <= m_last) return std::nullopt;
  m_last = note->frame;
  return Taken{0, *note, false};
}

std::optional<FrameConsumer::Taken> FrameConsumer::take(FramePacing pacing) {
  if (pacing == FramePacing::SemaphoreOff) return takeUnowned();
  for (std::uint32_t tries = 0; tries < m_page.slotCount(); ++tries) {
    const auto slot = waiting(m_page, pacing == FramePacing::NewestWins);
    if (!slot) return std::nullopt;
    std::atomic<State>& state = m_page->slot[*slot].state;
    if (!change(state, State::Queued, State::Reading)) continue;
    const Taken taken{*slot, m_page->slot[*slot].note.read().value_or(FrameNote{}), true};
    if (!isThere(m_page, taken.note.frame)) {  // the agent took the slot back and queued a later frame meanwhile
      change(state, State::Reading, State::Queued);
      continue;
    }
    if (taken.note.frame > m_last) {
      m_last = taken.note.frame;
      return taken;
    }
    if (taken.note.frame < m_last) m_page->dropped.fetch_add(1, std::memory_order_relaxed);  // a newer one was drawn
    release(taken);
  }
  return std::nullopt;
}

void FrameConsumer::followTimeline() {
  const std::optional<std::uint64_t> value = m_timeline ? m_timeline() : std::nullopt;
  if (!value || *value == m_reached) return;
  m_reached = *value;
  signal(m_page->produced, static_cast<std::uint32_t>(m_reached));
}

std::optional<FrameConsumer::Taken> FrameConsumer::acquire(FramePacing pacing, Duration patience) {
  constexpr Duration kLook{200'000}, kLookAtRest{5'000'000}, kUntilRest{500'000'000};
  const HostTime end = hostNow() + patience;
  for (;;) {
    followTimeline();
    const std::uint32_t seen = m_page->produced.load(std::memory_order_acquire);
    const auto taken = take(pacing);
    const HostTime now = hostNow();
    if (taken) {
      m_took = now;
      return taken;
    }
    const Duration left = end - now;
    if (left.ns <= 0) return std::nullopt;
    const bool mustLook = pacing == FramePacing::SemaphoreOff || m_page->silent.load(std::memory_order_relaxed) != 0;
    const Duration look = now - m_took < kUntilRest ? kLook : kLookAtRest;
    waitForChange(m_page->produced, seen, mustLook ? std::min(left, look) : left);
  }
}

void FrameConsumer::release(const Taken& taken) {
  if (!taken.owned) return;
  change(m_page->slot[taken.slot].state, State::Reading, State::Free);
  signal(m_page->released, m_page->released.load(std::memory_order_relaxed) + 1);
}

}  // namespace strata::inline frames
