#include "app/facts/compared_sides.h"

#include <filesystem>

#include "app/facts/file_names.h"
#include "app/facts/wall_clock.h"

namespace strata::inline facts {

ComparedSession wholeSession(const ViewState& state) {
  ComparedSession session{state.session.snapshot, state.session.title, *state.session.snapshot->bounds(), {}};
  session.file = state.session.file;
  if (state.session.hello) session.device = state.session.hello->device.name;
  return session;
}

std::string_view sideLetter(std::size_t side) {
  return side == 0 ? "A" : "B";
}

std::array<std::string, 2> sideTitles(const Comparison& comparison) {
  const auto& [first, second] = comparison.sides;
  const std::array<std::string, 2> files = fileNamesApart({first.file, second.file});
  std::array<std::string, 2> titles;
  for (std::size_t side = 0; side < 2; ++side) {
    const ComparedSession& of = comparison.sides[side];
    std::string& title = titles[side] = of.title;
    const std::string name = std::filesystem::path(of.file).filename().string();
    if (title.ends_with(name)) title.replace(title.size() - name.size(), name.size(), files[side]);
    const bool told = !of.device.empty() && (first.device != second.device || title.empty());
    if (told) title.append(title.empty() ? "" : " · ").append(of.device);
  }
  const std::array<std::string, 2> recorded{recordedOf(*first.snapshot), recordedOf(*second.snapshot)};
  if (titles[0] != titles[1] || recorded[0] == recorded[1]) return titles;
  for (std::size_t side = 0; side < 2; ++side)
    if (!recorded[side].empty()) titles[side].append(titles[side].empty() ? "" : " · ").append(recorded[side]);
  return titles;
}

bool ofOneExperiment(const ComparedSession& one, const ComparedSession& two) {
  return !one.experiment.empty() && one.experiment == two.experiment;
}

std::vector<OtherParameter> valuesApart(const ToldValues& one, const ToldValues& two) {
  std::vector<OtherParameter> apart;
  for (const auto& [name, value] : one)
    if (const auto there = two.find(name); there != two.end() && there->second != value)
      apart.push_back({name, {value, there->second}});
  return apart;
}

}  // namespace strata::inline facts
