#include "app/studio/window_words.h"

#include <array>
#include <string_view>
#include <utility>

#include "app/words/messages.h"
#include "engine/protocol/advice.h"

namespace strata::inline studio {

std::string inWindow(std::string message) {
  static constexpr std::array kSaid{
      std::pair{kToOpenLater, Msg::StudioToOpenLater}, std::pair{kToHangLater, Msg::StudioToHangLater},
      std::pair{kToWorkLonger, Msg::StudioToWorkLonger}, std::pair{kToFindLines, Msg::StudioToFindLines},
      std::pair{kToRunSlow, Msg::StudioToRunSlow}};
  for (const auto& [advice, here] : kSaid)
    if (const std::size_t at = message.find(advice); at != std::string::npos)
      message.replace(at, advice.size(), text(here));
  return message;
}

std::vector<RunResult> inWindow(std::vector<RunResult> results) {
  for (RunResult& result : results) result.message = inWindow(std::move(result.message));
  return results;
}

}  // namespace strata::inline studio
