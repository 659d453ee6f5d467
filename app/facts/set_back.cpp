#include "app/facts/set_back.h"

#include <algorithm>
#include <optional>

#include "app/facts/frame_facts.h"
#include "app/facts/tensor_picture.h"
#include "app/facts/variant_facts.h"

namespace strata::inline facts {
namespace {

void dropLaterResults(std::vector<RunResult>& results, const TraceSnapshot& session, HostTime time) {
  const auto bounds = session.bounds();
  bool there = !bounds || time >= bounds->end;
  for (std::size_t i = results.size(); i-- > 0;) {
    if (const auto call = session.call(CallId{results[i].lastCall})) there = call->end <= time;
    if (!there) results.erase(results.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

std::shared_ptr<const TokenStory> tokensUntil(const std::shared_ptr<const TokenStory>& story,
                                              const TraceSnapshot& session, HostTime time) {
  if (!story) return nullptr;
  // A token that nobody has read yet was written by the call that read the one before.
  std::optional<CallInfo> before;
  const auto later = [&](const std::shared_ptr<const StoryToken>& token) {
    const auto call = session.call(story->callOf(*token));
    const bool there = call ? call->begin <= time : before && before->end <= time;
    if (call) before = call;
    return !there;
  };
  const auto end = std::ranges::find_if(story->tokens, later);
  if (end == story->tokens.end()) return story;
  if (end == story->tokens.begin()) return nullptr;
  auto seen = std::make_shared<TokenStory>(*story);
  seen->tokens.assign(story->tokens.begin(), end);
  return seen;
}

/// The window's own picture is the newest one, whatever the time.
void setFrameBack(ViewState& state, const TraceSnapshot& seen) {
  state.sight.frame.reset();
  std::optional<std::uint64_t> shown;
  const auto isOfAnother = [&](const std::shared_ptr<const SessionMessage>& preview) {
    const auto picture = readTensor(*preview);
    if (!picture || picture->frame == 0) return false;
    if (!shown) {
      const std::vector<FrameRecord> frames = newestFrames(seen, kToldFrames);
      const FrameRecord* const drawn = newestDrawn(frames);
      shown = drawn ? drawn->number : 0;
    }
    return picture->frame != *shown;
  };
  std::erase_if(state.session.previews, isOfAnother);
  if (state.session.tensor && isOfAnother(state.session.tensor)) state.session.tensor.reset();
}

}  // namespace

void setBack(ViewState& state, std::shared_ptr<const TraceSnapshot> seen, HostTime time) {
  state.session.library = libraryOfShares(state.session.results);
  dropLaterResults(state.session.results, *state.session.snapshot, time);
  state.session.tokens = tokensUntil(state.session.tokens, *state.session.snapshot, time);
  setFrameBack(state, *seen);
  state.session.snapshot = std::move(seen);
  state.sight.now = time;
}

Duration fittingSpeed(Duration length) {
  constexpr std::int64_t kShortestSeconds = 10;
  const std::int64_t most = std::max<std::int64_t>(1, length.ns / kShortestSeconds);
  std::int64_t decade = 1;
  while (decade <= most / 10) decade *= 10;
  // No gap between these is wider than a factor of two.
  for (const int digit : {5, 3, 2})
    if (digit * decade <= most) return {digit * decade};
  return {decade};
}

}  // namespace strata::inline facts
