#include "app/cli/render_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/cli/number_of.h"
#include "app/facts/choice_names.h"
#include "app/facts/event_text.h"
#include "app/facts/named_events.h"
#include "app/facts/selections.h"
#include "app/facts/speed_kind.h"
#include "app/facts/variant_facts.h"
#include "app/facts/what_if.h"
#include "app/session/session_messages.h"
#include "app/still/still.h"
#include "engine/protocol/nearest_name.h"

namespace strata::inline cli {
namespace {

Error wrong(std::string message) {
  return {ErrorCode::Usage, std::move(message)};
}

/// "12,34".
std::optional<std::array<std::int64_t, 2>> pairOf(std::string_view text) {
  const std::size_t at = text.find(',');
  if (at == std::string_view::npos) return std::nullopt;
  const auto first = numberOf<std::int64_t>(text.substr(0, at)), second = numberOf<std::int64_t>(text.substr(at + 1));
  if (!first || !second) return std::nullopt;
  return std::array{*first, *second};
}

/// The one of `choices` that `name` names.
template <typename Value, std::size_t N>
Result<Value> chosen(std::string_view what, const std::string& name,
                     const std::pair<const char*, Value> (&choices)[N]) {
  std::vector<std::string> known;
  for (const auto& [key, value] : choices) {
    if (name == key) return value;
    known.emplace_back(key);
  }
  return wrong(fmt::format("There is no {} '{}'; {}", what, name, suggestion(name, known)));
}

template <typename Choice, std::size_t N>
Result<Choice> chosen(std::string_view what, const std::string& name, const char* const (&names)[N]) {
  if (const auto choice = choiceNamed<Choice>(names, name)) return *choice;
  return wrong(fmt::format("There is no {} '{}'; {}", what, name,
                           suggestion(name, std::vector<std::string>(std::begin(names), std::end(names)))));
}

/// "12" and "#12" are calls, as the stack's header numbers them; other words are a part of an event's name.
Result<Selection> selectionNamed(const TraceSnapshot& snapshot, const std::string& words) {
  const std::string_view digits = std::string_view(words).substr(words.starts_with('#') ? 1 : 0);
  if (const auto number = numberOf<std::uint32_t>(digits)) {
    const Selection selection = selectionOf(snapshot, CallId{*number});
    if (selection.call != CallId::None) return selection;
    return wrong(fmt::format("There is no call {}; the session has {}.", *number, snapshot.callCount()));
  }
  const SessionMessages messages = messagesOf(snapshot);
  if (const auto event = longestNamed(snapshot, words, medianCalls(messages.runs())))
    return selectionOf(snapshot, *event);
  const std::string near = nearestEventName(snapshot, words);
  return wrong(fmt::format("No event of the session has '{}' in its name{}", words,
                           near.empty() ? "." : fmt::format("; did you mean '{}'?", near)));
}

/// What the stack shows of a selection: its call, or a module or annotation; none: it is in no such thing.
std::optional<TimeRange> shownOf(const ViewState& state) {
  if (const auto call = state.session.snapshot->call(state.sight.selection.call))
    return TimeRange{call->begin, call->end};
  const TraceEvent* event =
      state.sight.selection.event ? findEvent(*state.session.snapshot, *state.sight.selection.event) : nullptr;
  if (!event || !levelOf(*state.session.snapshot, *event)) return std::nullopt;
  return TimeRange{event->begin, event->end()};
}

/// What was selected by hand, else all; from that, what --from and --to say.
Result<TimeRange> rangeOf(const RenderOptions& options, const ViewState& state) {
  const HostTime start = state.session.snapshot->bounds()->begin;
  TimeRange range = state.sight.range;
  if (const auto shown = shownOf(state); shown && !options.select.empty()) range = *shown;
  const auto read = [&](const std::string& words, HostTime& into) -> Result<void> {
    if (words.empty()) return {};
    STRATA_ASSIGN(const Duration since, parseDuration(words));
    into = start + since;
    return {};
  };
  STRATA_TRY(read(options.from, range.begin));
  STRATA_TRY(read(options.to, range.end));
  if (range.end <= range.begin)
    return wrong("There is no time between --from and --to; both count from the session's start.");
  return range;
}

/// "threads=256,clock=1500": MHz and GB/s as data sheets have them. Of the variant that is shown.
Result<WhatIf> whatIfOf(const RenderOptions& options, const ViewState& state) {
  WhatIf asked;
  if (options.whatIf.empty()) return asked;
  const RunResult* result = findResult(state, shownVariant(state));
  if (!result || !result->modelled) return wrong("--what-if asks the model, and this session holds no modelled time.");
  asked.variant = result->variant;
  asked.gpu = result->modelled->gpu;
  for (std::string_view rest = options.whatIf; !rest.empty();) {
    const std::string_view word = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(rest.size(), word.size() + 1));
    const std::size_t equals = std::min(word.find('='), word.size());
    const std::string_view name = word.substr(0, equals);
    const auto value = numberOf<int>(word.substr(std::min(word.size(), equals + 1)));
    if (!value || *value <= 0)
      return wrong(
          fmt::format("'{}' asks for no number; write threads=256, registers=64, clock=1500 or bandwidth=900.", word));
    if (name == "threads" && *value % kLanesOfWarp != 0)
      return wrong(
          fmt::format("threads={} is no whole number of warps, and a GPU issues whole ones; give a multiple of {}.",
                      *value, kLanesOfWarp));
    if (name == "threads")
      asked.threads = *value;
    else if (name == "registers")
      asked.registers = *value;
    else if (name == "clock")
      asked.clock = *value * 1e6;
    else if (name == "bandwidth")
      asked.bandwidth = *value * 1e9;
    else
      return wrong(
          fmt::format("There is no '{}' to change; {}", name,
                      suggestion(name, std::vector<std::string>{"threads", "registers", "clock", "bandwidth"})));
  }
  return asked;
}

}  // namespace

Result<PictureFrame> frameOf(const RenderOptions& options) {
  STRATA_ASSIGN(const PixelSize size, pixelSize(options.size));
  if (!(options.scale >= 0.25 && options.scale <= 8)) return wrong("--scale must be from 0.25 to 8.");
  static const std::pair<const char*, const Theme*> kThemes[] = {
      {"dark", &darkTheme()}, {"light", &lightTheme()}, {"projector", &projectorTheme()}};
  STRATA_ASSIGN(const Theme* theme, chosen("theme", options.theme, kThemes));
  const auto scale = static_cast<float>(options.scale);
  return PictureFrame{static_cast<float>(size.width) / scale, static_cast<float>(size.height) / scale, scale, theme,
                      &Theme::background};
}

Result<PictureFormat> formatOf(const RenderOptions& options) {
  if (options.format.empty()) return pictureFormatOfFile(options.out);
  return pictureFormat(options.format);
}

Result<SvgText> lettersOf(const RenderOptions& options, PictureFormat format) {
  static const std::pair<const char*, SvgText> kLetters[] = {{"fonts", SvgText::Fonts},
                                                             {"outlines", SvgText::Outlines}};
  STRATA_ASSIGN(const SvgText letters, chosen("kind of text", options.letters, kLetters));
  if (letters == SvgText::Outlines && format != PictureFormat::Svg)
    return wrong("--text outlines is of an SVG; a PDF holds its fonts, and a PNG pixels.");
  return letters;
}

Result<Duration> parseDuration(std::string_view words) {
  static constexpr std::pair<std::string_view, double> kUnits[] = {
      {"ns", 1}, {"us", 1e3}, {"µs", 1e3}, {"ms", 1e6}, {"s", 1e9}};
  for (const auto& [unit, ns] : kUnits) {
    if (!words.ends_with(unit)) continue;
    const auto number = numberOf<double>(words.substr(0, words.size() - unit.size()));
    if (number && *number >= 0 && *number * ns < 9e18) return Duration{std::llround(*number * ns)};
  }
  return wrong(fmt::format("'{}' is not a time; give a number and ns, us, ms or s, such as 1.5ms.", words));
}

/// Whether no variant is to be marked, not even that of the kernel which is selected where nobody selects one.
bool asksForNone(const std::string& name, const ViewState& state) {
  return name == "none" && !findResult(state, name) && !findVariantInfo(state, name);
}

Result<void> allOfView(const RenderOptions& options, const View& view) {
  struct OfViews {
    std::string_view option;
    std::array<std::string_view, 2> views;
  };
  static constexpr OfViews kOfViews[] = {
      {"--compare", {"compare"}},  {"--level", {"shares"}},          {"--speeds", {"speed", "roofline"}},
      {"--what-if", {"bounds"}},   {"--lens", {"kernel"}},           {"--target", {"compiled"}},
      {"--against", {"compiled"}}, {"--intermediate", {"compiled"}}, {"--line", {"kernel", "compiled"}},
      {"--token", {"tokens"}},     {"--cell", {"tensor"}},
  };
  for (const OfViews& each : kOfViews) {
    if (std::ranges::find(options.given, each.option) == options.given.end()) continue;
    if (std::ranges::find(each.views, view.name) != each.views.end()) continue;
    const std::string views = each.views[1].empty()
                                  ? fmt::format("the view '{}'", each.views[0])
                                  : fmt::format("the views '{}' and '{}'", each.views[0], each.views[1]);
    return wrong(fmt::format("{} is of {}; '{}' does not go by it.", each.option, views, view.name));
  }
  return {};
}

/// A variant of the run, or of its experiment; empty: none was asked for, or "none".
Result<std::string> variantNamed(const std::string& name, const ViewState& state) {
  if (asksForNone(name, state)) return std::string();
  if (name.empty() || findResult(state, name) || findVariantInfo(state, name)) return name;
  std::vector<std::string> known;
  for (const RunResult& result : state.session.results) known.push_back(result.variant);
  return wrong(fmt::format("There is no variant '{}'; {}", name, suggestion(name, known)));
}

Result<void> chooseSight(const RenderOptions& options, ViewState& state) {
  if (!options.select.empty()) {
    STRATA_ASSIGN(state.sight.selection, selectionNamed(*state.session.snapshot, options.select));
  }
  if (state.session.snapshot->bounds()) {
    STRATA_ASSIGN(state.sight.range, rangeOf(options, state));
  }
  STRATA_ASSIGN(state.sight.choices.vocabulary, chosen<Vocabulary>("vocabulary", options.words, kVocabularyNames));
  STRATA_ASSIGN(state.sight.choices.level, chosen<CallLevel>("level", options.level, kCallLevelNames));
  STRATA_ASSIGN(state.sight.choices.speeds, chosen<SpeedKind>("kind of speeds", options.speeds, kSpeedKindNames));
  if (state.sight.choices.speeds != SpeedKind::Measured && !anyModelled(state))
    return Error{
        ErrorCode::Unavailable,
        fmt::format("The session holds no speeds that are {}: strata run matmul --model-gpu h200 names a GPU that "
                    "is not here.",
                    options.speeds)};
  if (!options.lens.empty()) {
    STRATA_ASSIGN(state.sight.choices.lens, chosen<Dialect>("vendor", options.lens, kDialectNames));
  }
  STRATA_ASSIGN(state.sight.choices.variant, variantNamed(options.variant, state));
  if (options.select.empty() && asksForNone(options.variant, state)) state.sight.selection = {};
  STRATA_ASSIGN(state.sight.choices.whatIf, whatIfOf(options, state));
  state.sight.choices.line = options.line;
  CompiledChoices& compiled = state.sight.choices.compiled;
  if (!options.target.empty()) compiled.target = options.target;
  compiled.intermediate = options.intermediate;
  state.sight.choices.token = options.token;
  if (options.cell.empty()) return {};
  state.sight.choices.cell = pairOf(options.cell);
  if (!state.sight.choices.cell)
    return wrong(fmt::format("'{}' is not a cell; give row,column, such as 3,17.", options.cell));
  return {};
}

}  // namespace strata::inline cli
