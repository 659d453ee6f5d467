#include "app/graphics/frame_link.h"

namespace strata::inline graphics {

ReadTimeline readTimeline(const FrameSource& source) {
  const SharedTimeline* const timeline = source.timeline();
  if (!timeline) return {};
  return [timeline]() -> std::optional<std::uint64_t> {
    const auto value = timeline->value();
    return value.ok() ? std::optional(value.value()) : std::nullopt;
  };
}

std::optional<FrameMessage> FrameLink::hear() {
  if (m_gone) return std::nullopt;
  auto message = m_socket.receive(Duration{});
  if (message.ok()) return std::move(message).value();
  m_gone = true;
  return std::nullopt;
}

Result<void> FrameLink::agree(const MakeSource& makeSource, std::uint32_t number) {
  agreement.reset();  // before its successor needs memory
  const Result<void> offered = offer(makeSource, number);
  if (offered.ok()) return {};
  agreement.reset();
  FrameMessage refusal = replyMessage({false, offered.error().storey, offered.error().message});
  refusal.number = number;
  send(refusal);
  return offered.error();
}

void FrameLink::end(const Error& why) {
  if (!agreement) return;
  agreement->reports.tell(agreement->page, false);
  send(endMessage(agreement->number, {false, why.storey, why.message}));
  agreement.reset();
}

void FrameLink::send(const FrameMessage& message) {
  if (!m_socket.send(message).ok()) m_gone = true;
}

Result<void> FrameLink::offer(const MakeSource& makeSource, std::uint32_t number) {
  STRATA_ASSIGN(auto source, makeSource());
  STRATA_ASSIGN(auto page, ControlPage::create(source->offer().ask.slotCount));
  FrameMessage message;
  message.kind = FrameMessage::Kind::Offer;
  message.number = number;
  message.offer = source->offer();
  message.descriptors.push_back(std::move(page.second));
  for (UniqueFd& descriptor : source->takeDescriptors()) message.descriptors.push_back(std::move(descriptor));
  STRATA_TRY(m_socket.send(message));
  agreement = std::make_unique<FrameAgreement>(number, std::move(source), std::move(page.first));
  return {};
}

}  // namespace strata::inline graphics
