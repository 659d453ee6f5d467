#include "app/graphics/frame_show.h"

#include "app/graphics/frame_worker.h"

namespace strata::inline graphics {

FrameShow::FrameShow(FrameShowOptions options)
    : m_exchange(std::make_unique<FrameExchange>(std::move(options.changed))),
      m_worker([exchange = m_exchange.get(), options](const std::stop_token& stop) {
        FrameWorker(*exchange, options).run(stop);
      }) {}

FrameShow::~FrameShow() {
  m_worker.request_stop();
  m_exchange->wake();
  m_worker.join();
}

void FrameShow::attach(FrameSocket socket) {
  m_exchange->attach(std::move(socket));
}
void FrameShow::setWish(const FrameWish& wish) {
  m_exchange->wish(wish);
}
void FrameShow::forgetWish() {
  m_exchange->forgetWish();
}
void FrameShow::setSight(const FrameSight& sight) {
  m_exchange->sight(sight);
}
void FrameShow::stroke(const FrameStroke& stroke) {
  m_exchange->stroke(stroke);
}
void FrameShow::setTargetSize(std::uint32_t width, std::uint32_t height) {
  m_exchange->setTarget(width, height);
}
void FrameShow::setSeen(bool seen) {
  m_exchange->setSeen(seen);
}
void FrameShow::presented(const FramePicture& picture, HostTime when) {
  m_exchange->shown({picture.generation, picture.frame, when});
}
FrameState FrameShow::state() const {
  return m_exchange->state();
}
std::shared_ptr<const FramePicture> FrameShow::picture() const {
  return m_exchange->picture();
}
std::shared_ptr<const FrameCopy> FrameShow::copy() const {
  return m_exchange->copy();
}

}  // namespace strata::inline graphics
