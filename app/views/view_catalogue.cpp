#include "app/views/view_catalogue.h"

#include "app/views/cnn_layout.h"
#include "app/views/event_statistics.h"
#include "app/views/kernel_facts.h"
#include "app/views/memory_facts.h"
#include "app/views/recording_canvas.h"
#include "app/views/roofline_data.h"
#include "app/views/storey_shares.h"
#include "app/views/tensor_picture.h"
#include "app/views/views.h"

namespace strata {
namespace {

bool hasCalls(const ViewState& state) {
  return state.snapshot && state.snapshot->callCount() > 0;
}

bool hasShares(const ViewState& state) {
  return state.shares && state.shares->calls > 0;
}

bool hasEvents(const ViewState& state) {
  return state.snapshot && state.snapshot->bounds();
}

bool hasMemory(const ViewState& state) {
  const MemoryFacts facts = memoryFacts(state);
  return facts.device || facts.pinned || facts.pageable || facts.deviceBytes || facts.launch ||
         facts.down.copies + facts.up.copies > 0 || !facts.traffic.empty();
}

bool hasPoints(const ViewState& state) {
  return !rooflineData(state).points.empty();
}

bool hasResults(const ViewState& state) {
  return !state.results.empty();
}

bool hasKernel(const ViewState& state) {
  const KernelFacts facts = kernelFacts(state);
  return facts.info && !facts.lines.empty();
}

bool hasTokens(const ViewState& state) {
  return state.tokens && !state.tokens->tokens.empty();
}

bool hasTensor(const ViewState& state) {
  return state.tensor && readTensor(*state.tensor);
}

bool hasStages(const ViewState& state) {
  return !layoutCnn(RecordingCanvas{}, {0, 0, 1280, 720}, state).cards.empty();
}

bool hasStatistics(const ViewState& state) {
  return state.statistics && !state.statistics->names.empty();
}

bool hasComparison(const ViewState& state) {
  return state.comparison != nullptr;
}

constexpr NamedView kViews[] = {
    {"stack", "", "one call followed down seven storeys and back", "it holds no call", drawStack, hasCalls},
    {"shares", "", "all calls as shares of their time on each storey", "it holds no finished call in that time",
     drawStack, hasShares},
    {"timeline", "", "lanes by storey, thread, stream and copy direction", "it holds no event", drawTimeline,
     hasEvents},
    {"memory", "", "memories, the link between them, each copy",
     "it holds no copy, no counter of memory and no kernel's launch", drawMemory, hasMemory},
    {"roofline", "", "the device's roofs and a point for each variant",
     "it holds no variant with a speed and the bytes it moves", drawRoofline, hasPoints},
    {"results", "", "the variants as bars against the library", "it holds no results of a run", drawResults,
     hasResults},
    {"kernel", "", "a kernel's text with what was counted, its launch, its limits",
     "it holds no run of a kernel whose text Strata has", drawKernel, hasKernel},
    {"tokens", "transformer", "a language model's text, token by token",
     "it holds no text of a language model (strata run transformer)", drawTokens, hasTokens},
    {"tensor", "", "a tensor as picture and histogram", "it holds no picture of a tensor", drawTensor, hasTensor},
    {"cnn", "", "each stage of the digit reader as pictures", "it holds no stages of the digit reader (strata run cnn)",
     drawCnn, hasStages},
    {"statistics", "", "count, total and spread of events by name", "it holds no finished event in that time",
     drawStatistics, hasStatistics},
    {"compare", "", "two sessions side by side", "there is no second session beside it", drawCompare, hasComparison},
};

}  // namespace

std::span<const NamedView> namedViews() {
  return kViews;
}

const NamedView* findView(std::string_view name) {
  for (const NamedView& view : kViews)
    if (view.name == name || (!view.alias.empty() && view.alias == name)) return &view;
  return nullptr;
}

}  // namespace strata
