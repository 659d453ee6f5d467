#include "app/studio/layout_presets.h"

#include <algorithm>
#include <iterator>

namespace strata::inline studio {
namespace {

const LayoutPreset kPresets[] = {
    {"overview", Msg::StudioLayoutOverview, Qt::ALT | Qt::Key_1, std::nullopt, {"Stack", "Memory"}},
    {"kernel",
     Msg::StudioLayoutKernel,
     Qt::ALT | Qt::Key_2,
     Docks{"Experiment", "Results", "Roofline", "Kernel", "Compiled", "Stack", "Speed", "Statistics", "Selection",
           "Tensor"},
     {"Kernel", "Speed"}},
    {"transformer",
     Msg::StudioLayoutTokens,
     Qt::ALT | Qt::Key_3,
     Docks{"Experiment", "Results", "Tokens", "Stack", "Statistics", "Selection", "Tensor"},
     {"Tokens"}},
    {"compare",
     Msg::StudioCompare,
     Qt::ALT | Qt::Key_4,
     Docks{"Experiment", "Results", "Compare", "Selection"},
     {"Compare"}},
    {"timeline", Msg::StudioLayoutTimeline, Qt::ALT | Qt::Key_5, Docks{}, {}},
    {"learn",
     Msg::StudioLayoutLearn,
     Qt::ALT | Qt::Key_6,
     Docks{"Lesson", "Stack", "Kernel", "Speed", "Bounds", "Memory", "Statistics", "Tokens", "Features", "Map",
           "Roofline"},
     {"Stack", "Speed"},
     false,
     {{"Roofline", "Stack"}},
     true},
    {"editor",
     Msg::StudioLayoutEditor,
     Qt::ALT | Qt::Key_7,
     Docks{"Experiment", "Results", "Editor", "Kernel", "Compiled", "Stack", "Speed", "Roofline", "Bounds", "Memory"},
     {"Editor", "Kernel", "Memory"}},
    {"projector", Msg::StudioLayoutProjector, Qt::Key_F11, std::nullopt, {"Stack"}, true},
};

}  // namespace

std::span<const LayoutPreset> layoutPresets() {
  return kPresets;
}

const LayoutPreset* presetNamed(std::string_view name) {
  const auto* const found = std::ranges::find(kPresets, name, &LayoutPreset::name);
  return found == std::end(kPresets) ? nullptr : found;
}

}  // namespace strata::inline studio
