#include "app/facts/figure_caption.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/facts/speed_kind.h"
#include "app/facts/variant_facts.h"
#include "app/words/messages.h"
#include "engine/protocol/json_fields.h"

namespace strata::inline facts {
namespace {

/// "512×512×512, fp32"
std::string problemText(const SessionFacts& session) {
  std::string words = session.shape;
  const std::string type =
      session.results.empty() ? std::string() : textField(*session.results.front().parameters, "type");
  if (type.empty() || words.find(type) != std::string::npos) return words;
  return words + (words.empty() ? "" : ", ") + type;
}

std::string machineText(const DeviceInfo& device) {
  if (device.computeUnits == 0) return device.name;
  const std::string unit = device.computeUnitName + (device.computeUnits == 1 ? "" : "s");
  return fillText(Msg::FigureMachine, {device.name, std::to_string(device.computeUnits), unit});
}

/// "median of 9"; where variants have other numbers of repeats, "median of 5 to 9".
std::string repeatsText(const std::vector<RunResult>& results) {
  int least = 0, most = 0;
  for (const RunResult& result : results) {
    const int repeats = result.seconds.repeats;
    if (!ranWell(result) || repeats <= 0) continue;
    least = least == 0 ? repeats : std::min(least, repeats);
    most = std::max(most, repeats);
  }
  if (most <= 1) return most == 0 ? std::string() : std::string(text(Msg::FigureOnce));
  if (least == most) return fillText(Msg::FigureMedian, {std::to_string(most)});
  return fillText(Msg::FigureMedianFrom, {std::to_string(least), std::to_string(most)});
}

/// Of "strata-agent-cpu 0.1.0", which measured.
std::string strataText(const Hello& hello) {
  const std::size_t space = hello.agent.rfind(' ');
  return space == std::string::npos ? std::string() : fillText(Msg::FigureStrata, {hello.agent.substr(space + 1)});
}

}  // namespace

std::string figureCaption(const ViewState& state) {
  const SessionFacts& session = state.session;
  const bool here = shownSpeeds(state) == SpeedKind::Measured;
  std::string caption;
  const auto add = [&caption](std::string_view words, std::string_view between = " · ") {
    if (!words.empty()) caption.append(caption.empty() ? "" : between).append(words);
  };
  if (session.experiment) add(session.experiment->title);
  add(problemText(session), " ");
  if (here && session.hello) add(machineText(session.hello->device));
  if (here) add(repeatsText(session.results));
  if (session.hello) add(strataText(*session.hello));
  return caption;
}

}  // namespace strata::inline facts
