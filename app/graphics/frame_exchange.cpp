#include "app/graphics/frame_exchange.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <utility>

namespace strata::inline graphics {
namespace {

constexpr std::size_t kMostWaiting = 256;  // strokes, and swaps, that nobody has taken yet

template <class T>
void pushBounded(std::vector<T>& list, const T& value) {
  if (list.size() < kMostWaiting) list.push_back(value);
}

}  // namespace

FrameExchange::FrameExchange(std::function<void()> changed)
    : m_changed(std::move(changed)), m_wake(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

void FrameExchange::attach(FrameSocket socket) {
  const Lock lock(m_mutex);
  m_orders.sockets.push_back(std::move(socket));
  m_state.agentGone = false;
  wake();
}

void FrameExchange::wish(FrameWish wish) {
  const Lock lock(m_mutex);
  wish.generation = ++m_wishes;
  m_orders.wish = wish;
  wake();
}

void FrameExchange::forgetWish() {
  const Lock lock(m_mutex);
  m_orders.wish = FrameWish{};
  m_orders.sight = FrameSight{};
  wake();
}

void FrameExchange::sight(FrameSight sight) {
  const Lock lock(m_mutex);
  sight.generation = ++m_sights;
  m_orders.sight = sight;
  wake();
}

void FrameExchange::stroke(const FrameStroke& stroke) {
  const Lock lock(m_mutex);
  pushBounded(m_orders.strokes, stroke);
}

void FrameExchange::setTarget(std::uint32_t width, std::uint32_t height) {
  const Lock lock(m_mutex);
  m_orders.targetWidth = width;
  m_orders.targetHeight = height;
}

void FrameExchange::setSeen(bool seen) {
  const Lock lock(m_mutex);
  if (std::exchange(m_orders.seen, seen) != seen) wake();
}

void FrameExchange::shown(const FrameOrders::Shown& shown) {
  const Lock lock(m_mutex);
  pushBounded(m_orders.shown, shown);
}

FrameState FrameExchange::state() const {
  const Lock lock(m_mutex);
  m_told = false;
  return m_state;
}

std::shared_ptr<const FramePicture> FrameExchange::picture() const {
  const Lock lock(m_mutex);
  m_told = false;
  m_looked = hostNow();
  return m_picture;
}

std::shared_ptr<const FrameCopy> FrameExchange::copy() const {
  const Lock lock(m_mutex);
  return m_copy;
}

FrameOrders FrameExchange::take() {
  constexpr Duration kWatching{1'000'000'000};
  std::uint64_t woken = 0;
  [[maybe_unused]] const ssize_t emptied = ::read(m_wake.get(), &woken, sizeof woken);
  const Lock lock(m_mutex);
  FrameOrders orders = std::move(m_orders);
  m_orders = {};
  m_orders.targetWidth = orders.targetWidth;
  m_orders.targetHeight = orders.targetHeight;
  m_orders.seen = orders.seen;
  orders.watched = m_looked.ns != 0 && hostNow() - m_looked < kWatching;
  return orders;
}

bool FrameExchange::attaching() const {
  const Lock lock(m_mutex);
  return !m_orders.sockets.empty();
}

void FrameExchange::publish(const FrameState& state) {
  {
    const Lock lock(m_mutex);
    m_state = state;
    if (!m_orders.sockets.empty()) m_state.agentGone = false;  // one has come that the worker has not heard of
  }
  tell();
}

void FrameExchange::publish(std::shared_ptr<const FramePicture> picture) {
  {
    const Lock lock(m_mutex);
    m_picture.swap(picture);
  }
  tell();
}

void FrameExchange::publish(std::shared_ptr<const FrameCopy> copy) {
  const Lock lock(m_mutex);
  m_copy.swap(copy);
}

void FrameExchange::wake() {
  constexpr std::uint64_t kOne = 1;
  [[maybe_unused]] const ssize_t written = ::write(m_wake.get(), &kOne, sizeof kOne);
}

void FrameExchange::tell() {
  if (!m_changed) return;
  {
    const Lock lock(m_mutex);
    if (m_told) return;
    m_told = true;
  }
  m_changed();
}

}  // namespace strata::inline graphics
