#include "app/present/screens.h"

#include <algorithm>

#include "app/canvas/format.h"
#include "app/words/messages.h"

namespace strata::inline present {
namespace {

std::int64_t sharedBy(const ScreenArea& a, const ScreenArea& b) {
  const std::int64_t width = std::min(a.x + a.width, b.x + b.width) - std::max(a.x, b.x);
  const std::int64_t height = std::min(a.y + a.height, b.y + b.height) - std::max(a.y, b.y);
  return std::max<std::int64_t>(0, width) * std::max<std::int64_t>(0, height);
}

}  // namespace

Result<std::size_t> screenOfSlides(std::size_t count, std::optional<std::size_t> asked) {
  if (!asked) return count > 1 ? std::size_t{1} : std::size_t{0};
  if (*asked >= 1 && *asked <= count) return *asked - 1;
  return Error{ErrorCode::Usage, fillText(Msg::ShowNoScreen, {std::to_string(*asked), std::to_string(count)})};
}

std::size_t screenOfNotes(std::size_t count, std::size_t slides) {
  return slides == 0 && count > 1 ? 1 : 0;
}

std::size_t screenUnder(std::span<const ScreenArea> screens, const ScreenArea& window) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < screens.size(); ++i)
    if (sharedBy(screens[i], window) > sharedBy(screens[best], window)) best = i;
  return best;
}

std::string screenRemedy(bool onlyWayland) {
  const std::string pictures(text(Msg::ShowNoScreenHere));
  return onlyWayland ? fillText(Msg::ShowNeedsXWayland, {pictures}) : pictures;
}

std::string windowRemedy(std::optional<std::uint64_t> addresses) {
  if (!addresses) return std::string(text(Msg::ShowWindowDrivers));
  return fillText(Msg::ShowWindowAddresses, {formatBytes(static_cast<double>(*addresses))});
}

}  // namespace strata::inline present
