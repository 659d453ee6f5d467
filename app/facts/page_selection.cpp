#include "app/facts/page_selection.h"

#include <algorithm>

#include "app/facts/named_events.h"
#include "app/facts/selections.h"

namespace strata::inline facts {

Selection selectionOf(const Page& page, const TraceSnapshot& snapshot, const std::vector<RunResult>& results,
                      const ExperimentInfo* experiment, std::span<const CallId> measured) {
  if (!page.sight.select.empty()) {
    auto kernel = experiment ? typicalKernel(snapshot, results, *experiment) : std::nullopt;
    if (!kernel) kernel = lastKernel(snapshot, results);
    const auto event = eventMeant(snapshot, kernel, page.sight.select, measured);
    return event ? selectionOf(snapshot, *event) : Selection{};
  }
  if (page.kind != Page::Kind::Explain || results.empty()) return {};
  const auto named = std::ranges::find(results, page.sight.variant, &RunResult::variant);
  return selectionOf(snapshot, CallId{(named == results.end() ? results.back() : *named).medianCall});
}

Selection selectionElse(const LessonPlayer& player, const TraceSnapshot& snapshot,
                        const std::vector<RunResult>& results, const ExperimentInfo* experiment,
                        std::span<const CallId> measured) {
  const std::vector<Page>& pages = player.lesson().pages;
  for (std::size_t i = player.index(); i > 0 && !pages[i].runs(); --i)
    if (const Selection before = selectionOf(pages[i - 1], snapshot, results, experiment, measured);
        before != Selection{})
      return before;
  if (const auto kernel = experiment ? typicalKernel(snapshot, results, *experiment) : std::nullopt)
    return selectionOf(snapshot, *kernel);
  return results.empty() ? Selection{} : selectionOf(snapshot, CallId{results.back().medianCall});
}

std::string stepShown(const LessonPlayer& player, const ExperimentInfo* experiment) {
  const Page& page = player.page();
  const Page* run = player.runInSight();
  const bool returns = !page.experiment.empty();  // from a lesson whose run was ahead and is not made here
  const bool ahead = run && run->kind == Page::Kind::Run &&
                     !player.hasRun(static_cast<std::size_t>(run - player.lesson().pages.data()));
  if (!page.sight.variant.empty() || page.sight.view != "kernel" || !(returns || ahead)) return page.sight.variant;
  if (!returns && !run->run.variants.empty()) return run->run.variants.front();
  return experiment && !experiment->variants.empty() ? experiment->variants.front().name : std::string();
}

}  // namespace strata::inline facts
