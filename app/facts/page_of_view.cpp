#include "app/facts/page_of_view.h"

#include "app/facts/choice_names.h"
#include "app/facts/event_text.h"
#include "app/words/messages.h"

namespace strata::inline facts {

std::string pageOfView(std::string_view view, const ViewState& state) {
  std::string page =
      "see: " + std::string(text(Msg::LessonPageTitle)) + "\n  " + std::string(text(Msg::LessonPageText)) + "\n";
  const auto key = [&](std::string_view name, std::string_view value) {
    if (!value.empty()) page.append("  ").append(name).append(": ").append(value).append("\n");
  };
  key("view", view);
  const ViewChoices& choices = state.sight.choices;
  key("variant", choices.variant);
  if (choices.speeds != SpeedKind::Measured) key("speeds", kSpeedKindNames[static_cast<std::size_t>(choices.speeds)]);
  if (choices.line > 0) key("line", std::to_string(choices.line));
  if (const auto& event = state.sight.selection.event; event && state.session.snapshot)
    if (const TraceEvent* found = findEvent(*state.session.snapshot, *event))
      key("select", state.session.snapshot->name(found->name));
  return page;
}

}  // namespace strata::inline facts
